"""Changes of a job's state. Each is one statement that says what the state must have been."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, CursorResult, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import undefer

from highground.server.jobs.tables import CANCELLED, FAILED, RUNNING, WAITING, Job

INTERRUPTED = "The job was interrupted {} times and has been given up."


def now() -> datetime:
    return datetime.now(UTC)


async def find(session: AsyncSession, job_id: str) -> Job | None:
    return await session.get(Job, job_id, options=[undefer(Job.result)])


async def unfinished_of(session: AsyncSession, owner_id: int) -> int:
    query = select(func.count()).where(Job.owner_id == owner_id, Job.state.in_((WAITING, RUNNING)))
    return await session.scalar(query) or 0


async def counts(session: AsyncSession) -> dict[str, int]:
    """How many jobs are in each state that is not an end."""
    query = select(Job.state, func.count()).where(Job.state.in_((WAITING, RUNNING))).group_by(Job.state)
    return {WAITING: 0, RUNNING: 0} | {state: int(count) for state, count in await session.execute(query)}


async def claim(session: AsyncSession, job_id: str, worker: str) -> Job | None:
    """Take a waiting job; None if there is none (any more), or somebody else has taken it."""
    moment = now()
    taken = await _change(
        session,
        (Job.id == job_id, Job.state == WAITING),
        state=RUNNING,
        worker=worker,
        started=moment,
        seen=moment,
        attempts=Job.attempts + 1,
        progress=0.0,
        note="",
    )
    return await session.get(Job, job_id, options=[undefer(Job.request)]) if taken else None


async def beat(session: AsyncSession, job_id: str, worker: str, progress: float, note: str) -> Job | None:
    """A sign of life with the progress so far; None if the job is no longer this worker's."""
    mine = (Job.id == job_id, Job.state == RUNNING, Job.worker == worker)
    kept = await _change(session, mine, seen=now(), progress=progress, note=note[:200])
    return await session.get(Job, job_id) if kept else None


async def end(session: AsyncSession, job_id: str, worker: str, **values: Any) -> bool:
    """Set a running job of this worker to its end; False if it is no longer this worker's."""
    mine = (Job.id == job_id, Job.state == RUNNING, Job.worker == worker)
    return bool(await _change(session, mine, ended=now(), **values))


async def put_back(session: AsyncSession, job_id: str, worker: str) -> bool:
    """A worker that stops gives its job back, as if it had not begun it."""
    mine = (Job.id == job_id, Job.state == RUNNING, Job.worker == worker)
    return bool(await _change(session, mine, state=WAITING, worker=None, attempts=Job.attempts - 1, queued=now()))


async def ask_to_cancel(session: AsyncSession, job_id: str) -> None:
    """A waiting job is cancelled at once, a running one by its worker."""
    waiting = await _change(session, (Job.id == job_id, Job.state == WAITING), state=CANCELLED, ended=now())
    if not waiting:
        await _change(session, (Job.id == job_id, Job.state == RUNNING), cancel=True)


async def recover(session: AsyncSession, lease: timedelta, most_attempts: int) -> Sequence[str]:
    """Jobs whose worker gave no sign of life for `lease`: put back, or failed at last. The ids of those put back."""
    lost = (Job.state == RUNNING, or_(Job.seen < now() - lease, Job.seen.is_(None)))
    await _change(session, (*lost, Job.cancel.is_(True)), state=CANCELLED, ended=now())
    await _change(
        session,
        (*lost, Job.attempts >= most_attempts),
        state=FAILED,
        ended=now(),
        error=INTERRUPTED.format(most_attempts),
    )
    put_back = update(Job).where(*lost).values(state=WAITING, worker=None, queued=now()).returning(Job.id)
    return (await session.scalars(put_back)).all()


async def forgotten(session: AsyncSession, after: timedelta) -> Sequence[str]:
    """Waiting jobs whose id was sent to the workers longer ago than `after`; they count as sent now."""
    waiting = update(Job).where(Job.state == WAITING, Job.queued <= now() - after)
    return (await session.scalars(waiting.values(queued=now()).returning(Job.id))).all()


async def clear(session: AsyncSession, older: timedelta) -> None:
    await session.execute(delete(Job).where(Job.ended < now() - older))


async def _change(session: AsyncSession, where: Sequence[ColumnElement[bool]], **values: Any) -> int:
    statement = update(Job).where(*where).values(**values).execution_options(synchronize_session=False)
    result = await session.execute(statement)
    assert isinstance(result, CursorResult)
    return result.rowcount
