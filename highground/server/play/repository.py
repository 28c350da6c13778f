"""What a hosted battle reads and writes in the database."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import undefer

from highground.engine.model import Setup
from highground.engine.record import Record
from highground.play import clock
from highground.play.match import About, Control, Draft, Match
from highground.server.camera.tables import Camera
from highground.server.games.tables import COMPLETED, Game, Seat
from highground.server.play.tables import HostedBattle, MadeChoice, Preparation

Made = tuple[Record, datetime]


async def chosen(session: AsyncSession, game_id: str) -> Preparation | None:
    return await session.get(Preparation, game_id)


async def seats(session: AsyncSession, game_id: str) -> dict[int, Seat]:
    """Both seats with what their sides have chosen."""
    query = select(Seat).where(Seat.game_id == game_id).options(undefer(Seat.army))
    return {seat.side: seat for seat in (await session.scalars(query)).all()}


async def battle(session: AsyncSession, game_id: str, hold: bool = False) -> HostedBattle | None:
    """The battle's row; with `hold` nobody else writes to the battle before this transaction is over."""
    query = select(HostedBattle).where(HostedBattle.game_id == game_id)
    return await session.scalar(query.with_for_update() if hold else query)


async def begin(session: AsyncSession, match: Match, setup: Setup, seed: int) -> None:
    """Write a battle that has just begun; its clock, where it has one, runs from now on."""
    row = HostedBattle(
        game_id=match.game_id,
        setup=gzip.compress(msgspec.json.encode(setup), 6, mtime=0),
        seed=str(seed),
        control=[msgspec.to_builtins(each) for each in match.control],
        draft=None,
        choices=0,
        undone=0,
        began=datetime.now(UTC),
    )
    session.add(row)
    await keep_clock(session, match, row)


async def setup_of(session: AsyncSession, game_id: str) -> Setup:
    packed = await session.scalar(select(HostedBattle.setup).where(HostedBattle.game_id == game_id))
    assert packed is not None
    return msgspec.json.decode(gzip.decompress(packed), type=Setup)


async def about(session: AsyncSession, game_id: str, physical: bool) -> About:
    """What is told of a game beside its battle; only a physical one has a camera with a dice tray."""
    game = await session.get(Game, game_id)
    camera = await session.get(Camera, game_id) if physical else None
    if game is None:
        return About()
    return About(game.name, game.description, game.simulation, None if camera is None else camera.dice_tray)


async def made_since(session: AsyncSession, game_id: str, number: int) -> list[Made]:
    """The choices from `number` on, with their times."""
    query = (
        select(MadeChoice.record, MadeChoice.made)
        .where(MadeChoice.game_id == game_id, MadeChoice.number >= number)
        .order_by(MadeChoice.number)
    )
    return [(_RECORD.decode(record), made) for record, made in (await session.execute(query)).all()]


async def last_maker(session: AsyncSession, game_id: str) -> int | None:
    """Who made the last choice; None where there is none, or the computer made it."""
    query = select(MadeChoice.user_id).where(MadeChoice.game_id == game_id).order_by(MadeChoice.number.desc())
    return await session.scalar(query.limit(1))


async def keep(
    session: AsyncSession, match: Match, row: HostedBattle, known: int, user_id: int | None
) -> Sequence[datetime]:
    """Write the choices after the first `known`, and the draft. Returns their times."""
    now = datetime.now(UTC)
    new = match.battle.records[known:]
    session.add_all(
        MadeChoice(
            game_id=match.game_id, number=known + i, record=msgspec.json.encode(record), user_id=user_id, made=now
        )
        for i, record in enumerate(new)
    )
    row.choices = match.number
    row.draft = msgspec.to_builtins(match.draft)
    changes = {"updated": now} | ({"status": COMPLETED} if match.battle.state.completed else {})
    await session.execute(update(Game).where(Game.id == match.game_id).values(**changes))
    await session.flush()
    return [now] * len(new)


async def take_back(session: AsyncSession, match: Match, row: HostedBattle) -> None:
    """Forget the choices that the match no longer has."""
    await session.execute(
        delete(MadeChoice).where(MadeChoice.game_id == match.game_id, MadeChoice.number >= match.number)
    )
    row.choices = match.number
    row.undone += 1
    row.draft = None
    await session.flush()


def control_of(row: HostedBattle) -> tuple[Control, Control]:
    first, second = (msgspec.convert(each, Control) for each in row.control)
    return first, second


def draft_of(row: HostedBattle) -> Draft | None:
    return None if row.draft is None else msgspec.convert(row.draft, Draft)


def clock_of(row: HostedBattle) -> clock.Clock | None:
    return None if row.clock is None else msgspec.convert(row.clock, clock.Clock)


async def keep_clock(session: AsyncSession, match: Match, row: HostedBattle) -> None:
    """Write the clock, handed to whoever is asked now."""
    if match.clock is not None:
        match.clock = clock.handed(match.clock, match.payer(), datetime.now(UTC))
    row.clock = msgspec.to_builtins(match.clock)
    await session.flush()


_RECORD = msgspec.json.Decoder(Record)
