"""What rosters read and write in the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import undefer

from highground.server.accounts.tables import User
from highground.server.rosters.tables import SavedRoster


async def count(session: AsyncSession, user_id: int) -> int:
    """How many rosters a user keeps. Two that are saved at once are counted one after the other."""
    await session.execute(select(User.id).where(User.id == user_id).with_for_update())
    query = select(func.count()).select_from(SavedRoster).where(SavedRoster.user_id == user_id)
    return await session.scalar(query) or 0


async def of_user(session: AsyncSession, user_id: int) -> Sequence[SavedRoster]:
    """A user's rosters without what was read from them, newest first."""
    query = select(SavedRoster).where(SavedRoster.user_id == user_id)
    return (await session.scalars(query.order_by(SavedRoster.created.desc(), SavedRoster.id))).all()


async def find(session: AsyncSession, user_id: int, roster_id: str, *, whole: bool = False) -> SavedRoster | None:
    """A user's roster; `whole` with its file and what was read from it."""
    query = select(SavedRoster).where(SavedRoster.id == roster_id, SavedRoster.user_id == user_id)
    if whole:
        query = query.options(
            *map(undefer, (SavedRoster.original, SavedRoster.parsed, SavedRoster.filled, SavedRoster.rules))
        )
    return await session.scalar(query)


async def remove(session: AsyncSession, user_id: int, roster_id: str) -> bool:
    """Was there one?"""
    query = delete(SavedRoster).where(SavedRoster.id == roster_id, SavedRoster.user_id == user_id)
    return await session.scalar(query.returning(SavedRoster.id)) is not None
