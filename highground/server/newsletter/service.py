"""Keeping the addresses of readers, and forgetting one with its account."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.accounts.holding import AfterCommit, Held, Holding, Part, as_json
from highground.server.accounts.names import email_key
from highground.server.newsletter.tables import Subscriber


async def subscribe(session: AsyncSession, email: str) -> None:
    """Keep an address once, however often and however many at a time ask for it."""
    try:
        async with session.begin_nested():
            session.add(Subscriber(email_key=email_key(email), email=email, created=datetime.now(UTC)))
    except IntegrityError:
        return


async def _export(held: Held) -> AsyncIterator[Part]:
    found = await held.session.get(Subscriber, held.user.email_key)
    if found is not None:
        yield as_json("newsletter.json", {"email": found.email, "since": found.created})


async def _remove(held: Held) -> AfterCommit | None:
    await held.session.execute(delete(Subscriber).where(Subscriber.email_key == held.user.email_key))
    return None


NEWSLETTER = Holding("newsletter", _export, _remove)
