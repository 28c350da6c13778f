"""What the workshop reads and writes in the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import undefer

from highground.server.accounts.tables import User
from highground.server.workshop.tables import SavedRuleSet


async def count(session: AsyncSession, user_id: int) -> int:
    """How many rule sets a user keeps. Two that are saved at once are counted one after the other."""
    await session.execute(select(User.id).where(User.id == user_id).with_for_update())
    query = select(func.count()).select_from(SavedRuleSet).where(SavedRuleSet.user_id == user_id)
    return await session.scalar(query) or 0


async def of_user(session: AsyncSession, user_id: int, *, whole: bool = False) -> Sequence[SavedRuleSet]:
    """A user's rule sets by name; `whole` with what is in them."""
    query = select(SavedRuleSet).where(SavedRuleSet.user_id == user_id).order_by(SavedRuleSet.name, SavedRuleSet.id)
    if whole:
        query = query.options(undefer(SavedRuleSet.body))
    return (await session.scalars(query)).all()


async def find(session: AsyncSession, user_id: int, rule_set_id: str) -> SavedRuleSet | None:
    """A user's rule set with what is in it."""
    query = select(SavedRuleSet).where(SavedRuleSet.id == rule_set_id, SavedRuleSet.user_id == user_id)
    return await session.scalar(query.options(undefer(SavedRuleSet.body)))


async def shared(session: AsyncSession, token: str) -> SavedRuleSet | None:
    """The rule set that is shared by a link."""
    query = select(SavedRuleSet).where(SavedRuleSet.token == token)
    return await session.scalar(query.options(undefer(SavedRuleSet.body)))


async def remove(session: AsyncSession, user_id: int, rule_set_id: str) -> bool:
    """Was there one?"""
    query = delete(SavedRuleSet).where(SavedRuleSet.id == rule_set_id, SavedRuleSet.user_id == user_id)
    return await session.scalar(query.returning(SavedRuleSet.id)) is not None
