"""Jobs of many parts: each part is a row that any worker takes, and the whole is as far as its parts are.

A change of a part locks the whole first, so that two ends at once are seen by one of them. The parts of a job that
has come to its end are deleted: who still works on one hears at the next sign of life that it is gone.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased, undefer

from highground.server.jobs.tables import DONE, FAILED, RUNNING, WAITING, Job, now

Gather = Callable[[bytes, Sequence[bytes], float], Awaitable[dict[str, Any]]]
"""How the whole ends, as columns: from its request, its parts' results and the seconds that it took."""


class PartRequest(msgspec.Struct, frozen=True):
    """What the work of a part gets: the whole's request, and which `size` things of it from number `first` on."""

    whole: msgspec.Raw
    first: int
    size: int


def divide(session: AsyncSession, whole: Job, parts: Sequence[range]) -> None:
    """Give a new job its parts, if it has any."""
    if not parts:
        return
    whole.parts, whole.size = len(parts), sum(len(part) for part in parts)
    session.add_all(
        Job(
            id=secrets.token_urlsafe(12),
            kind=whole.kind,
            whole_id=whole.id,
            first=part.start,
            size=len(part),
            state=WAITING,
            request=b"",
            created=whole.created,
            queued=whole.queued,
        )
        for part in parts
    )


async def lock(session: AsyncSession, job_id: str | None) -> Job | None:
    """The job of parts of that id, for this transaction alone; None where it has no parts."""
    found = select(Job).where(Job.id == job_id, Job.parts > 0).options(undefer(Job.request)).with_for_update()
    return await session.scalar(found) if job_id is not None else None


async def take(session: AsyncSession, whole: Job) -> str | None:
    """The id of the part to be claimed next. The whole has begun with it."""
    moment = now()
    waiting = select(Job.id).where(Job.whole_id == whole.id, Job.state == WAITING).order_by(Job.first).limit(1)
    found = await session.scalar(waiting)
    if found is not None:
        whole.state, whole.started, whole.queued = RUNNING, whole.started or moment, moment
    return found


async def request_of(session: AsyncSession, job: Job) -> bytes:
    """What the work of a job gets: its request, or a `PartRequest`."""
    if job.whole_id is None:
        return job.request
    whole = await session.get_one(Job, job.whole_id, options=[undefer(Job.request)])
    return msgspec.json.encode(PartRequest(msgspec.Raw(whole.request), job.first, job.size))


async def sum_up(session: AsyncSession, whole: Job, unit: str) -> None:
    """Say how far the whole is."""
    done = await session.scalar(select(func.sum(Job.size * Job.progress)).where(Job.whole_id == whole.id)) or 0.0
    whole.progress = min(1.0, done / whole.size)
    whole.note = f"{round(done):,} of {whole.size:,} {unit}"


async def end_with(session: AsyncSession, whole: Job, part: dict[str, Any], gather: Gather, unit: str) -> None:
    """Bring the whole as far as it is with a part that has ended as these columns say: after the last to its end."""
    if part["state"] == FAILED:
        await finish(session, whole, part)
        return
    unfinished = select(func.count()).where(Job.whole_id == whole.id, Job.state != DONE)
    if await session.scalar(unfinished):
        await sum_up(session, whole, unit)
        return
    results = select(Job.result).where(Job.whole_id == whole.id).order_by(Job.first)
    found = [each for each in await session.scalars(results) if each is not None]
    seconds = (now() - (whole.started or whole.created)).total_seconds()
    await finish(session, whole, await gather(whole.request, found, seconds))


async def finish(session: AsyncSession, whole: Job, ending: dict[str, Any]) -> None:
    """Bring the whole to its end, given as columns."""
    for name, value in ending.items():
        setattr(whole, name, value)
    whole.ended = now()
    await session.execute(delete(Job).where(Job.whole_id == whole.id))


async def lock_of_lost(session: AsyncSession, lease: timedelta) -> None:
    """Lock the jobs of which a part's worker may be lost."""
    part = aliased(Job)
    lost = exists().where(part.whole_id == Job.id, part.state == RUNNING, part.seen < now() - lease)
    await session.execute(select(Job.id).where(Job.parts > 0, lost).order_by(Job.id).with_for_update())


async def give_up(session: AsyncSession, error: str) -> None:
    """End the jobs of which a part was given up."""
    part = aliased(Job)
    lost = exists().where(part.whole_id == Job.id, part.state == FAILED)
    failed = update(Job).where(Job.parts > 0, lost).values(state=FAILED, error=error, ended=now())
    for whole_id in (await session.scalars(failed.returning(Job.id))).all():
        await session.execute(delete(Job).where(Job.whole_id == whole_id))
