"""Changes of a job's state. Each is one statement that says what the state must have been."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, CursorResult, and_, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased, undefer

from highground.server.jobs import parts
from highground.server.jobs.tables import CANCELLED, FAILED, RUNNING, WAITING, Job, now

INTERRUPTED = "The job was interrupted {} times and has been given up."


async def find(session: AsyncSession, job_id: str) -> Job | None:
    return await session.get(Job, job_id, options=[undefer(Job.result)])


async def unfinished_of(session: AsyncSession, owner_id: int, *, of_games: bool) -> int:
    """How many jobs somebody has that are not done: those about games, or all others."""
    about = Job.game_id.is_not(None) if of_games else Job.game_id.is_(None)
    query = select(func.count()).where(Job.owner_id == owner_id, about, Job.state.in_((WAITING, RUNNING)))
    return await session.scalar(query) or 0


async def counts(session: AsyncSession) -> dict[str, int]:
    """How many jobs are in each state that is not an end. One of parts counts as one."""
    unfinished = (Job.state.in_((WAITING, RUNNING)), Job.whole_id.is_(None))
    query = select(Job.state, func.count()).where(*unfinished).group_by(Job.state)
    return {WAITING: 0, RUNNING: 0} | {state: int(count) for state, count in await session.execute(query)}


async def claim(session: AsyncSession, job_id: str, worker: str) -> Job | None:
    """Take a waiting job, or the next part of it; None if nothing of it waits (any more), or somebody has taken it."""
    moment, whole = now(), await parts.lock(session, job_id)
    wanted = job_id if whole is None else await parts.take(session, whole)
    taken = wanted is not None and await _change(
        session,
        (Job.id == wanted, Job.state == WAITING),
        state=RUNNING,
        worker=worker,
        started=moment,
        seen=moment,
        attempts=Job.attempts + 1,
        progress=0.0,
        note="",
    )
    return await session.get(Job, wanted, options=[undefer(Job.request)]) if taken else None


async def beat(session: AsyncSession, job: Job, progress: float, note: str, unit: str) -> Job | None:
    """A sign of life with the progress so far: the job, or the whole that it is a part of; None if it is no longer this
    worker's."""
    whole = await parts.lock(session, job.whole_id)
    if not await _change(session, _still(job), seen=now(), progress=progress, note=note[:200]):
        return None
    if whole is None:
        return await session.get(Job, job.id)
    await parts.sum_up(session, whole, unit)
    return whole


async def end(session: AsyncSession, job: Job, ending: dict[str, Any], gather: parts.Gather, unit: str) -> Job | None:
    """Set a running job of this worker to its end. The job, or the whole that it is a part of and that may have ended
    with it; None if it is no longer this worker's."""
    whole = await parts.lock(session, job.whole_id)
    if not await _change(session, _still(job), ended=now(), **ending):
        return None
    if whole is None:
        return await find(session, job.id)
    await parts.end_with(session, whole, ending, gather, unit)
    return whole


async def put_back(session: AsyncSession, job: Job) -> bool:
    """A worker that stops gives its job back, as if it had not begun it."""
    await parts.lock(session, job.whole_id)
    return bool(
        await _change(session, _still(job), state=WAITING, worker=None, attempts=Job.attempts - 1, queued=now())
    )


async def ask_to_cancel(session: AsyncSession, job_id: str) -> None:
    """A job that waits or has parts is cancelled at once, one that runs by its worker."""
    whole = await parts.lock(session, job_id)
    if whole is not None and whole.ended is None:
        await parts.finish(session, whole, {"state": CANCELLED})
        return
    waiting = await _change(session, (Job.id == job_id, Job.state == WAITING), state=CANCELLED, ended=now())
    if not waiting:
        await _change(session, (Job.id == job_id, Job.state == RUNNING), cancel=True)


async def recover(session: AsyncSession, lease: timedelta, most_attempts: int) -> Sequence[str]:
    """Put back, or fail at last, what is of workers that gave no sign of life for `lease`. The jobs to send again."""
    await parts.lock_of_lost(session, lease)
    error = INTERRUPTED.format(most_attempts)
    lost = (Job.state == RUNNING, Job.parts == 0, or_(Job.seen < now() - lease, Job.seen.is_(None)))
    await _change(session, (*lost, Job.cancel.is_(True)), state=CANCELLED, ended=now())
    await _change(session, (*lost, Job.attempts >= most_attempts), state=FAILED, ended=now(), error=error)
    await parts.give_up(session, error)
    put_back = update(Job).where(*lost).values(state=WAITING, worker=None, queued=now())
    return (await session.scalars(put_back.returning(func.coalesce(Job.whole_id, Job.id)))).all()


async def forgotten(session: AsyncSession, after: timedelta) -> Sequence[str]:
    """Jobs of which something waits though they were sent longer ago than `after`; they count as sent now."""
    part = aliased(Job)
    waits = or_(
        and_(Job.state == WAITING, Job.parts == 0),
        and_(Job.parts > 0, exists().where(part.whole_id == Job.id, part.state == WAITING)),
    )
    waiting = update(Job).where(Job.whole_id.is_(None), Job.queued <= now() - after, waits)
    return (await session.scalars(waiting.values(queued=now()).returning(Job.id))).all()


async def clear(session: AsyncSession, older: timedelta) -> None:
    await session.execute(delete(Job).where(Job.ended < now() - older))


def _still(job: Job) -> Sequence[ColumnElement[bool]]:
    """That it is still the job of the worker that claimed it."""
    return Job.id == job.id, Job.state == RUNNING, Job.worker == job.worker


async def _change(session: AsyncSession, where: Sequence[ColumnElement[bool]], **values: Any) -> int:
    statement = update(Job).where(*where).values(**values).execution_options(synchronize_session=False)
    result = await session.execute(statement)
    assert isinstance(result, CursorResult)
    return result.rowcount
