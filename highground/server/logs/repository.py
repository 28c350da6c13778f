"""What the log calls read and write in the database."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import ColumnElement, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from highground.server.games.tables import Game, Seat
from highground.server.logs.tables import BattleLog

DEMO_ID = "demo"


def nobodys() -> ColumnElement[bool]:
    """Which games are uploads without an owner: not those whose owner has gone and left them to the opponent."""
    return Game.owner_id.is_(None) & (Game.id != DEMO_ID) & ~exists().where(Seat.game_id == Game.id)


async def find_log(session: AsyncSession, game_id: str) -> BattleLog | None:
    return await session.get(BattleLog, game_id)


async def engine_of(session: AsyncSession, game_id: str) -> str | None:
    """The engine version that wrote a game's log, or None where there is no log."""
    return await session.scalar(select(BattleLog.engine).where(BattleLog.game_id == game_id))


async def claim(session: AsyncSession, game_id: str, user_id: int) -> BattleLog | None:
    """Give an upload that has no owner to a user; None if there is none (any more)."""
    taken = update(Game).where(Game.id == game_id, nobodys()).values(owner_id=user_id, updated=datetime.now(UTC))
    claimed = taken.returning(Game.id).execution_options(synchronize_session=False)
    return await session.get(BattleLog, game_id) if await session.scalar(claimed) is not None else None


async def uploaded_at(session: AsyncSession, game_id: str) -> datetime | None:
    """When an upload without an owner was made; None for every other game."""
    return await session.scalar(select(Game.created).where(Game.id == game_id, nobodys()))


def replace(session: Session, game: Game, log: BattleLog) -> None:
    """Store a game with its log, in the place of one with the same id."""
    session.execute(delete(BattleLog).where(BattleLog.game_id == game.id))
    session.execute(delete(Game).where(Game.id == game.id))
    session.add(game)
    session.flush()
    session.add(log)
    session.flush()
