"""What the shelf reads and writes in the database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import undefer

from highground.server.shelf.tables import ShelfSheet

_AT_ONCE = 400
"""Values in one IN list; SQLite has a limit."""


class Place(NamedTuple):
    """Where a sheet stands on a shelf."""

    kind: str
    key: str
    home: str


async def listed(session: AsyncSession, user_id: int) -> Sequence[ShelfSheet]:
    """A user's sheets without their bodies, by kind and name."""
    query = select(ShelfSheet).where(ShelfSheet.user_id == user_id)
    return (await session.scalars(query.order_by(ShelfSheet.kind, ShelfSheet.name, ShelfSheet.id))).all()


async def count(session: AsyncSession, user_id: int) -> int:
    query = select(func.count()).select_from(ShelfSheet).where(ShelfSheet.user_id == user_id)
    return await session.scalar(query) or 0


async def places(session: AsyncSession, user_id: int) -> dict[int, Place]:
    """Where all of a user's sheets stand, newest first, by their ids."""
    query = select(ShelfSheet.id, ShelfSheet.kind, ShelfSheet.key, ShelfSheet.home).where(ShelfSheet.user_id == user_id)
    rows = await session.execute(query.order_by(ShelfSheet.learned.desc(), ShelfSheet.id.desc()))
    return {row.id: Place(row.kind, row.key, row.home) for row in rows}


async def whole(session: AsyncSession, user_id: int, ids: Collection[int]) -> list[ShelfSheet]:
    """Sheets with their bodies, newest first."""
    found: list[ShelfSheet] = []
    wanted = list(ids)
    for start in range(0, len(wanted), _AT_ONCE):
        query = select(ShelfSheet).where(
            ShelfSheet.user_id == user_id, ShelfSheet.id.in_(wanted[start : start + _AT_ONCE])
        )
        found += (await session.scalars(query.options(undefer(ShelfSheet.body)))).all()
    return sorted(found, key=lambda sheet: (sheet.learned, sheet.id), reverse=True)


async def keep(session: AsyncSession, user_id: int, sheets: Iterable[ShelfSheet]) -> None:
    """Puts sheets on the shelf in place of those that stand there."""
    rows = list(sheets)
    known = {place: id_ for id_, place in (await places(session, user_id)).items()}
    old = [known[place] for row in rows if (place := Place(row.kind, row.key, row.home)) in known]
    for start in range(0, len(old), _AT_ONCE):
        await session.execute(delete(ShelfSheet).where(ShelfSheet.id.in_(old[start : start + _AT_ONCE])))
    session.add_all(rows)


async def remove(session: AsyncSession, user_id: int, sheet_id: int) -> bool:
    """Was there one?"""
    query = delete(ShelfSheet).where(ShelfSheet.id == sheet_id, ShelfSheet.user_id == user_id)
    return await session.scalar(query.returning(ShelfSheet.id)) is not None
