"""Uploads that nobody's login stands for: they are kept for a while, then removed, unless somebody has claimed them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy import delete, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from highground.server.db.engine import Database
from highground.server.games.tables import Game
from highground.server.logs.repository import nobodys

log = structlog.get_logger(__name__)

EVERY = 3600.0
AT_ONCE = 100
"""Removed in one transaction, so that nobody waits long for it."""


async def keep_clean(database: Database, days: float) -> None:
    """Remove what has been open for `days`, now and every hour, until cancelled."""
    while True:
        try:
            removed = await remove_old(database, datetime.now(UTC) - timedelta(days=days))
            if removed:
                log.info("uploads of nobody's removed", count=removed)
        except (SQLAlchemyError, OSError) as error:
            log.warning("old uploads could not be removed", error=str(error))
        await asyncio.sleep(EVERY)


async def remove_old(database: Database, before: datetime) -> int:
    """Remove the uploads without an owner that are older than `before`; how many."""
    old = select(Game.id).where(nobodys(), Game.created < before).limit(AT_ONCE)

    def remove(session: Session) -> int:
        ids = session.scalars(old).all()
        if ids:
            session.execute(delete(Game).where(Game.id.in_(ids)))
        return len(ids)

    removed = 0
    while found := await database.do(remove):
        removed += found
    return removed
