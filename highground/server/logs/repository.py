"""What the log calls read and write in the database."""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.games.tables import Game
from highground.server.logs.tables import BattleLog


async def find_log(session: AsyncSession, game_id: str) -> BattleLog | None:
    return await session.get(BattleLog, game_id)


async def engine_of(session: AsyncSession, game_id: str) -> str | None:
    """The engine version that wrote a game's log, or None where there is no log."""
    return await session.scalar(select(BattleLog.engine).where(BattleLog.game_id == game_id))


async def replace(session: AsyncSession, game: Game, log: BattleLog) -> None:
    """Store a game with its log, in the place of one with the same id."""
    await session.execute(delete(BattleLog).where(BattleLog.game_id == game.id))
    await session.execute(delete(Game).where(Game.id == game.id))
    session.add(game)
    await session.flush()
    session.add(log)
    await session.flush()
