"""What a hosted battle reads and writes in the database: each in one step, without a pause between its statements."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, cast

import msgspec
from sqlalchemy import Table, bindparam, delete, func, insert, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session, undefer

from highground.engine.model import Setup
from highground.engine.record import Record, Undone
from highground.fair.sealing import Pending, Sealing
from highground.game.match import clock
from highground.game.match.match import USUAL, About, Asking, Control, Counsel, Draft, Match, Mode, Offer
from highground.game.views.state import TrayRectangle
from highground.server.camera.tables import Camera
from highground.server.db.engine import Database
from highground.server.db.reader import Probe
from highground.server.games.access import Access, find_access, seats_of
from highground.server.games.summary import mode_of
from highground.server.games.tables import COMPLETED, Game, Seat
from highground.server.play.tables import Attendance, HostedBattle, MadeChoice, Preparation, UndoneChoice

ABSENCE = 1440.0
"""Minutes of absence by which a battle is lost where the set-up does not say."""
NOTICED = 30.0
"""Seconds after which it is written again that a player is at the table."""


class ConflictError(Exception):
    """Somebody else has written to the battle since it was read."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a call reads of a game before anything else. `revision` is None before the battle has begun."""

    access: Access | None
    revision: int | None
    tray: TrayRectangle | None = None

    def about(self) -> About:
        """What is shown of the game beside its battle."""
        if self.access is None:
            return About()
        game = self.access.game
        return About(game.name, game.description, game.simulation, self.tray)


_SEAT = """
    SELECT games.owner_id, games.name, games.description, games.simulation, games.status, games.shared,
        battles.physical, cameras.dice_tray, seats.side, seats.user_id
    FROM games LEFT JOIN battles ON battles.game_id = games.id LEFT JOIN cameras ON cameras.game_id = games.id
        LEFT JOIN seats ON seats.game_id = games.id AND seats.user_id IS NOT NULL
    WHERE games.id = :game ORDER BY seats.side
"""
_REVISION = "SELECT revision FROM battles WHERE game_id = :game"


async def find(database: Database, user: int | None, game_id: str) -> Found:
    """What a user is to a game, and the battle's revision now."""
    seen = partial(_seen, user=user, game_id=game_id)
    access, tray = await database.ask(seen, ("game", user, game_id), Probe(_SEAT, {"game": game_id}))
    return Found(access, await _revision(database, game_id), tray)


async def find_anyway(database: Database, game_id: str) -> Found:
    """The same on behalf of the server itself, which may see every game."""
    access, tray = await database.ask(partial(_seen_anyway, game_id=game_id))
    return Found(access, await _revision(database, game_id), tray)


async def _revision(database: Database, game_id: str) -> int | None:
    rows = await database.glance(Probe(_REVISION, {"game": game_id}))
    return int(rows[0][0]) if rows else None


def _seen(session: Session, user: int | None, game_id: str) -> tuple[Access | None, TrayRectangle | None]:
    return find_access(session, user, game_id), _tray(session, game_id)


def _seen_anyway(session: Session, game_id: str) -> tuple[Access | None, TrayRectangle | None]:
    return seats_of(session, game_id), _tray(session, game_id)


def _tray(session: Session, game_id: str) -> TrayRectangle | None:
    """Where the dice tray lies in the photos of a game on a table."""
    watched = select(Camera.dice_tray).join(HostedBattle, HostedBattle.game_id == Camera.game_id)
    tray = session.scalar(watched.where(Camera.game_id == game_id, HostedBattle.physical))
    return None if tray is None else msgspec.convert(tray, TrayRectangle)


def row_of(session: Session, game_id: str) -> HostedBattle | None:
    """The battle's row, for one step of a session."""
    return session.get(HostedBattle, game_id)


@dataclass(frozen=True, slots=True)
class Stored:
    """The choices of a battle as they are stored: records as JSON, with the moments at which they were made.

    `setup` and `mode` come with all of them.
    """

    records: Sequence[tuple[bytes, datetime]]
    undone: Sequence[tuple[int, int, bool, bytes, datetime]]
    setup: bytes | None = None
    mode: Mode = "digital"

    def record_list(self) -> list[Record]:
        return [_RECORD.decode(record) for record, _ in self.records]

    def undone_list(self) -> list[Undone]:
        return [
            Undone(serial, until, _RECORD.decode(record), consented)
            for serial, until, consented, record, _ in self.undone
        ]

    def setup_of(self) -> Setup:
        assert self.setup is not None
        return msgspec.json.decode(gzip.decompress(self.setup), type=Setup)


def stored(session: Session, game_id: str, number: int = 0, undone: int = 0) -> Stored:
    """The choices from `number` on, and those undone after the first `undone`; with setup and mode if it is all."""
    records = session.execute(
        select(MadeChoice.record, MadeChoice.made)
        .where(MadeChoice.game_id == game_id, MadeChoice.number >= number)
        .order_by(MadeChoice.number)
    ).all()
    taken = session.execute(
        select(UndoneChoice.serial, UndoneChoice.until, UndoneChoice.consented, UndoneChoice.record, UndoneChoice.made)
        .where(UndoneChoice.game_id == game_id)
        .order_by(UndoneChoice.until, UndoneChoice.serial.desc())
        .offset(undone)
    ).all()
    whole = number == 0 and undone == 0
    made = [(one, at) for one, at in records]
    undo = [(a, b, c, d, e) for a, b, c, d, e in taken]
    if not whole:
        return Stored(made, undo)
    setup = session.scalar(select(HostedBattle.setup).where(HostedBattle.game_id == game_id))
    return Stored(made, undo, setup, _mode(session, game_id))


def _mode(session: Session, game_id: str) -> Mode:
    kept, game = session.get(Preparation, game_id), session.get(Game, game_id)
    return mode_of(None if kept is None else kept.chosen, game is not None and game.simulation)


@dataclass
class Change:
    """What a change of a battle writes, made before its transaction begins.

    `revision` is the one that it was made against. `records` are new choices from `known` on, `undone` those that were
    taken back from the end. `values` are the battle's row as `values_of` has it, `summary` is what lists tell of the
    game from now on.
    """

    game_id: str
    revision: int
    user: int | None
    known: int = 0
    records: list[bytes] = field(default_factory=list)
    undone: list[Undone] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    completed: bool = False
    summary: dict[str, Any] = field(default_factory=dict)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))


def write(session: Session, change: Change) -> None:
    """Raises ConflictError, and nothing is written, where somebody else has written to the battle meanwhile."""
    connection = session.connection()
    held = {"of": change.game_id, "known": change.revision}
    done = connection.execute(_ADVANCE, {**held, **change.values, "revision": change.revision + 1})
    if done.rowcount != 1:
        raise ConflictError
    for each in change.undone:
        _take_back(session, change, each)
    if change.records:
        made = {"game_id": change.game_id, "user_id": change.user, "made": change.now}
        rows = [{**made, "number": change.known + i, "record": record} for i, record in enumerate(change.records)]
        connection.execute(_CHOOSE, rows)
    game = {"of": change.game_id, "updated": change.now, "summary": change.summary}
    if change.completed:
        connection.execute(_COMPLETE, {**game, "status": COMPLETED})
    else:
        connection.execute(_TOUCH, game)


def _take_back(session: Session, change: Change, undone: Undone) -> None:
    """Move the last choice to those that were taken back."""
    last = select(func.max(MadeChoice.number)).where(MadeChoice.game_id == change.game_id).scalar_subquery()
    columns = ["game_id", "record", "user_id", "made", "serial", "until", "consented", "undone"]
    kept = select(
        MadeChoice.game_id,
        MadeChoice.record,
        MadeChoice.user_id,
        MadeChoice.made,
        literal(undone.serial),
        literal(undone.until),
        literal(undone.consented),
        literal(change.now, UndoneChoice.undone.type),
    ).where(MadeChoice.game_id == change.game_id, MadeChoice.number == last)
    session.execute(insert(UndoneChoice).from_select(columns, kept))
    number = session.scalar(select(last))
    session.execute(delete(MadeChoice).where(MadeChoice.game_id == change.game_id, MadeChoice.number == number))


def begin(
    session: Session, match: Match, setup: bytes, seed: int, began: datetime, summary: dict[str, Any] | None = None
) -> None:
    """Write a battle that has just begun, with what lists tell of it."""
    session.execute(update(Game).where(Game.id == match.game_id).values(summary=summary, updated=began))
    session.add(
        HostedBattle(
            game_id=match.game_id,
            setup=setup,
            seed=str(seed),
            control=[msgspec.to_builtins(each) for each in match.control],
            physical=match.physical,
            own_dice=match.own_dice,
            hand_agreed=match.hand_agreed,
            began=began,
            **values_of(match),
        )
    )


def packed(setup: Setup) -> bytes:
    """A setup as it is stored. Slow: call it off the event loop, and outside a transaction."""
    return gzip.compress(msgspec.json.encode(setup), 6, mtime=0)


def values_of(match: Match) -> dict[str, Any]:
    """The columns of the battle's row that change while it is played."""
    return {
        "choices": match.number,
        "undone": len(match.battle.undone),
        "draft": msgspec.to_builtins(match.draft),
        "clock": msgspec.to_builtins(match.clock),
        "sealing": msgspec.to_builtins(match.sealing),
        "pending": msgspec.to_builtins(match.pending),
        "offers": msgspec.to_builtins(match.offers) or None,
        "asking": msgspec.to_builtins(match.asking),
        "counsel": msgspec.to_builtins(match.counsel) or None,
    }


def encoded(record: Record) -> bytes:
    return _ENCODER.encode(record)


def makers(session: Session, game_id: str) -> dict[int, int]:
    """Which person made each of the choices that a person made, by its number."""
    query = select(MadeChoice.number, MadeChoice.user_id)
    rows = session.execute(query.where(MadeChoice.game_id == game_id, MadeChoice.user_id.is_not(None)))
    return {number: user for number, user in rows if user is not None}


def attend(session: Session, game_id: str, user: int) -> None:
    """Write down that a player is at the table now, unless that was written a moment ago."""
    now, at = datetime.now(UTC), {"of": game_id, "by": user}
    connection = session.connection()
    known = connection.execute(_SEEN, at).scalar()
    if known is None:
        connection.execute(_ATTEND[connection.dialect.name], {"game_id": game_id, "user_id": user, "seen": now})
    elif (now - known).total_seconds() > NOTICED:
        connection.execute(_STAY, {**at, "seen": now})


def last_seen(session: Session, game_id: str, user: int) -> datetime | None:
    known = session.get(Attendance, (game_id, user))
    return None if known is None else known.seen


def changed_last(session: Session, game_id: str) -> datetime | None:
    """When the last choice was made, or taken back; None before the first."""
    made = session.scalar(select(func.max(MadeChoice.made)).where(MadeChoice.game_id == game_id))
    undone = session.scalar(select(func.max(UndoneChoice.undone)).where(UndoneChoice.game_id == game_id))
    return max([each for each in (made, undone) if each is not None], default=None)


def absence(session: Session, game_id: str) -> timedelta:
    """How long a player has to stay away for the battle to be lost by it."""
    kept = session.get(Preparation, game_id)
    return timedelta(minutes=float(kept.chosen.get("absence_minutes", ABSENCE)) if kept is not None else ABSENCE)


async def chosen(session: AsyncSession, game_id: str) -> Preparation | None:
    return await session.get(Preparation, game_id)


async def seats(session: AsyncSession, game_id: str) -> dict[int, Seat]:
    """Both seats with what their sides have chosen."""
    query = select(Seat).where(Seat.game_id == game_id).options(undefer(Seat.army))
    return {seat.side: seat for seat in (await session.scalars(query)).all()}


async def battle(session: AsyncSession, game_id: str) -> HostedBattle | None:
    """The battle's row; None before it has begun."""
    return await session.get(HostedBattle, game_id)


def control_of(row: HostedBattle) -> tuple[Control, Control]:
    first, second = (msgspec.convert(each, Control) for each in row.control)
    return first, second


def draft_of(row: HostedBattle) -> Draft | None:
    return None if row.draft is None else msgspec.convert(row.draft, Draft)


def clock_of(row: HostedBattle) -> clock.Clock | None:
    return None if row.clock is None else msgspec.convert(row.clock, clock.Clock)


def sealing_of(row: HostedBattle) -> Sealing | None:
    return None if row.sealing is None else msgspec.convert(row.sealing, Sealing)


def pending_of(row: HostedBattle) -> Pending | None:
    return None if row.pending is None else msgspec.convert(row.pending, Pending)


def asking_of(row: HostedBattle) -> Asking:
    """What the seats want to be asked about; the usual for battles that began before it was kept."""
    return USUAL if row.asking is None else msgspec.convert(row.asking, Asking)


def counsel_of(row: HostedBattle) -> Counsel:
    return Counsel() if row.counsel is None else msgspec.convert(row.counsel, Counsel)


def offers_of(row: HostedBattle) -> tuple[Offer, ...]:
    return () if row.offers is None else msgspec.convert(row.offers, tuple[Offer, ...])


_RECORD = msgspec.json.Decoder(Record)
_ENCODER = msgspec.json.Encoder()

# Made once, and of tables instead of classes: every choice is written by them.
_BATTLES, _GAMES, _ATTENDANCES = (cast("Table", each.__table__) for each in (HostedBattle, Game, Attendance))
_VALUES = ("choices", "undone", "draft", "clock", "sealing", "pending", "offers", "asking", "counsel", "revision")
_ADVANCE = (
    update(_BATTLES)
    .where(_BATTLES.c.game_id == bindparam("of"), _BATTLES.c.revision == bindparam("known"))
    .values({name: bindparam(name) for name in _VALUES})
)
_CHOOSE = insert(cast("Table", MadeChoice.__table__))
_TOUCH = (
    update(_GAMES)
    .where(_GAMES.c.id == bindparam("of"))
    .values(updated=bindparam("updated"), summary=bindparam("summary"))
)
_COMPLETE = _TOUCH.values(status=bindparam("status"))
_AT = (_ATTENDANCES.c.game_id == bindparam("of"), _ATTENDANCES.c.user_id == bindparam("by"))
_SEEN = select(_ATTENDANCES.c.seen).where(*_AT)
_STAY = update(_ATTENDANCES).where(*_AT).values(seen=bindparam("seen"))
_ATTEND = {
    "postgresql": postgresql.insert(_ATTENDANCES).on_conflict_do_nothing(),
    "sqlite": sqlite.insert(_ATTENDANCES).on_conflict_do_nothing(),
}
"""By dialect: two windows of a player may be let in at the same moment, and both find no row."""
