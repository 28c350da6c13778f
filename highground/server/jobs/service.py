"""Starting, showing and cancelling jobs, and looking after those that were left behind."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import orjson
import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession
from taskiq.acks import AcknowledgeType
from taskiq.api import run_receiver_task

from highground.server import metrics
from highground.server.bus.breaker import Breaker
from highground.server.db.engine import Database, after_commit
from highground.server.errors import Refusal
from highground.server.jobs import parts, repository
from highground.server.jobs.kinds import KINDS, JobKind
from highground.server.jobs.queue import Queue
from highground.server.jobs.runner import Clear, Runner, clear_nothing
from highground.server.jobs.schemas import JobStatus
from highground.server.jobs.stream import StreamBroker
from highground.server.jobs.tables import WAITING, Job, now
from highground.server.settings import Settings
from highground.server.sockets.hub import Hub
from highground.server.tasks import end

log = structlog.get_logger("highground.job")

LOOKS_A_LEASE = 3
UNSENT_SECONDS = 1.0
"""How soon it is looked whether what could not be sent can be sent now."""
MOST_ATTEMPTS = 3
SENT_AGAIN = timedelta(seconds=60)
KEPT = timedelta(days=30)
MOST_UNFINISHED = 3
NO_JOB = "There is no such job."
TOO_MANY = f"You already have {MOST_UNFINISHED} jobs that are not done. Please wait for one, or cancel it."


class Jobs:
    """The jobs of this process. `start` listens where jobs run inside; a worker calls `work` instead."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        hub: Hub,
        kinds: Mapping[str, JobKind] = KINDS,
        known: Breaker | None = None,
        clear: Clear = clear_nothing,
    ) -> None:
        self._settings = settings
        self._database = database
        self.runner = Runner(database, hub, kinds, self._send, settings.jobs_at_once, clear)
        self.queue = Queue(settings, self.runner.run, known)
        self._lease = timedelta(seconds=settings.job_lease)
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Put back what was left unfinished, and look for more of it from time to time."""
        await self.queue.start()
        inside = not self._settings.jobs_in_workers
        # A file has one server; on PostgreSQL another one may be at work even without a Redis.
        alone = inside and self._database.sqlite
        await self._recover(timedelta(0) if alone else self._lease, timedelta(0) if inside else SENT_AGAIN)
        self._looking = asyncio.create_task(self._look())

    async def ping(self) -> None:
        """Raises what keeps jobs from being sent on their way."""
        if self._looking is None or self._looking.done():
            raise RuntimeError("nobody looks after lost jobs any more")
        await self.queue.ping()

    async def work(self) -> None:
        """Listen for jobs until cancelled. Those that a Redis has lost are sent again as soon as it is found again."""
        if isinstance(self.queue.broker, StreamBroker):
            self.queue.broker.found_again = self._send_again
        await run_receiver_task(
            self.queue.broker,
            max_async_tasks=self._settings.jobs_at_once,
            ack_time=AcknowledgeType.WHEN_RECEIVED,
        )

    async def close(self) -> None:
        """Give back what runs. The next process that starts goes on with it."""
        if self._looking is not None:
            await end(self._looking)
        await self.runner.stop()
        if self._settings.jobs_in_workers:
            for job_id in self.runner.given_back:
                await self.queue.put(job_id)
        await self.queue.close()

    async def submit(
        self,
        session: AsyncSession,
        kind: str,
        request: bytes,
        owner_id: int | None,
        game_id: str | None = None,
        divided: Sequence[range] = (),
    ) -> Job:
        """A new job; it begins once the session is committed. `request` is JSON. Raises Refusal.

        `divided`: which things each of its parts has, where it has parts.
        """
        if owner_id is not None:
            # A photo at the table does not wait for simulations that take an hour.
            unfinished = await repository.unfinished_of(session, owner_id, of_games=game_id is not None)
            if unfinished >= MOST_UNFINISHED:
                raise Refusal(429, TOO_MANY)
        moment = now()
        job = Job(
            id=secrets.token_urlsafe(12),
            kind=kind,
            owner_id=owner_id,
            game_id=game_id,
            state=WAITING,
            request=request,
            created=moment,
            queued=moment,
        )
        session.add(job)
        await session.flush()
        parts.divide(session, job, divided)
        await session.flush()
        after_commit(session, lambda: self.queue.put(job.id))
        return job

    async def _send(self, job_id: str) -> None:
        await self.queue.put(job_id)

    async def _look(self) -> None:
        every = self._settings.job_lease / LOOKS_A_LEASE
        next_look = time.monotonic() + every
        while True:
            await asyncio.sleep(min(every, UNSENT_SECONDS))
            if self.queue.unsent and await self.queue.answers():
                self.queue.unsent = False
                await self._send_again()
            if time.monotonic() >= next_look:
                next_look = time.monotonic() + every
                await self._try_to_recover(SENT_AGAIN)

    async def _send_again(self) -> None:
        """Send all that waits once more. What comes twice is begun once."""
        await self._try_to_recover(timedelta(0))

    async def _try_to_recover(self, sent_again: timedelta) -> None:
        try:
            await self._recover(self._lease, sent_again)
        except (SQLAlchemyError, OSError) as error:
            log.warning("lost jobs could not be looked for", error=str(error))

    async def _recover(self, lease: timedelta, sent_again: timedelta) -> None:
        async with self._database.write() as session:
            lost = await repository.recover(session, lease, MOST_ATTEMPTS)
            waiting = await repository.forgotten(session, sent_again)
            await repository.clear(session, KEPT)
        if lost:
            metrics.JOBS_PUT_BACK.inc(len(lost))
            log.warning("jobs put back", count=len(lost))
        for job_id in {*lost, *waiting}:
            await self.queue.put(job_id)


async def job_of(
    session: AsyncSession, owner_id: int, job_id: str, kind: str | None = None, missing: str = NO_JOB
) -> Job:
    """A job (of that kind), for its owner; for anybody else there is none. Raises Refusal, which says `missing`."""
    job = await repository.find(session, job_id)
    if job is None or job.owner_id != owner_id or kind not in (None, job.kind):
        raise Refusal(404, missing)
    return job


async def cancel(session: AsyncSession, owner_id: int, job_id: str) -> Job:
    """Ask for a job's end. One that is at its end already stays as it is. Raises Refusal."""
    job = await job_of(session, owner_id, job_id)
    await repository.ask_to_cancel(session, job_id)
    await session.refresh(job)
    return job


def status_of(job: Job) -> dict[str, Any]:
    """The fields of `JobStatus`."""
    converted = {"job_id": job.id, "result": None if job.result is None else orjson.loads(job.result)}
    return {name: getattr(job, name) for name in JobStatus.model_fields if name not in converted} | converted
