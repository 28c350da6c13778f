"""Runs jobs, a few side by side, each in a process of its own."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import orjson
import structlog
from sqlalchemy.exc import SQLAlchemyError

from highground.server import metrics
from highground.server.db.engine import Database
from highground.server.errors import OUR_FAULT
from highground.server.jobs import parts, repository
from highground.server.jobs.kinds import JobKind
from highground.server.jobs.process import Progress, Result, WorkProcess
from highground.server.jobs.standby import Standby
from highground.server.jobs.tables import CANCELLED, DONE, FAILED, Job, now
from highground.server.sockets import camera
from highground.server.sockets.hub import Hub
from highground.server.tasks import off_the_loop

log = structlog.get_logger("highground.job")

BEAT = 0.5
"""Seconds between two signs of life; as long does cancelling take at most."""
LARGEST_RESULT = 5_000_000
STATUS = {DONE: "completed"}
"""What a job's sockets hear of its end, where that is another word than the state's."""
UNKNOWN = JobKind("", 0)
TOO_LONG = "The job was not done after {} and has been ended."
TOO_LARGE = "The job's result is too large to be kept."

Clear = Callable[[str], Awaitable[None]]
"""Deletes the files of a game if it is gone. A job may have written some after its game was deleted."""


async def clear_nothing(_game_id: str) -> None:
    return


class Runner:
    """Runs jobs by their id. After `stop` it gives back those that it has not finished; their ids are `given_back`.

    A job of parts is sent on as soon as one of them is taken, behind what else waits: so all workers meet at it, and
    nothing has to wait for more than one part of each.
    """

    def __init__(
        self,
        database: Database,
        hub: Hub,
        kinds: Mapping[str, JobKind],
        send: Callable[[str], Awaitable[None]],
        at_once: int = 1,
        clear: Clear = clear_nothing,
    ) -> None:
        self._send = send
        self._clear = clear
        self.name = f"{socket.gethostname()[:32]}-{os.getpid()}-{secrets.token_hex(4)}"
        self.given_back: list[str] = []
        self._database = database
        self._hub = hub
        self._kinds = kinds
        self._slots = asyncio.Semaphore(at_once)
        self._standby = Standby()
        self._stopping = False
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def stop(self) -> None:
        """Begin no more jobs, and give back those that run."""
        self._stopping = True
        await self._idle.wait()
        await self._standby.close()

    async def run(self, job_id: str) -> None:
        """Run a waiting job to its end, in turn."""
        async with self._slots:
            if self._stopping:
                return
            self._running += 1
            self._idle.clear()
            try:
                async with self._database.write() as session:
                    job = await repository.claim(session, job_id, self.name)
                    request = b"" if job is None else await parts.request_of(session, job)
                if job is not None and job.whole_id is not None:
                    await self._send(job.whole_id)
                if job is not None:
                    with structlog.contextvars.bound_contextvars(job=job_id, kind=job.kind):
                        await self._work(job, request)
            finally:
                self._running -= 1
                if not self._running:
                    self._idle.set()

    async def _work(self, job: Job, request: bytes) -> None:
        log.info("job begins", attempt=job.attempts, **_part_of(job))
        kind = self._kinds.get(job.kind, UNKNOWN)
        if kind is UNKNOWN:
            ending = {"state": FAILED, "error": "This server does not know how to do this job."}
        else:
            ending = await self._done_by_a_process(job, kind, request)
        found = None
        if ending:
            async with self._database.write() as session:
                found = await repository.end(session, job, ending, _gather(kind), kind.unit)
        else:
            log.info("job left")
        if found is None and job.game_id is not None:
            await self._clear(job.game_id)
        if found is not None and found.ended is None:
            await self._update(found, "running")
        elif found is not None:
            await self._tell(found)

    async def _done_by_a_process(self, job: Job, kind: JobKind, request: bytes) -> dict[str, Any]:
        """How the job ends, as columns. The process of a part that is done stands by for the next one."""
        process = await self._standby.take(job.whole_id, request) or await WorkProcess.start(kind, request)
        ending: dict[str, Any] = {}
        try:
            ending = await self._watch(job, kind, process)
        finally:
            if job.whole_id is not None and ending.get("state") == DONE and not self._stopping:
                self._standby.keep(job.whole_id, process)
            else:
                await process.end()
        return ending

    async def _watch(self, job: Job, kind: JobKind, process: WorkProcess) -> dict[str, Any]:
        """How the job ends, as columns; nothing if it is no longer this runner's."""
        deadline = time.monotonic() + kind.seconds
        next_beat, progress = time.monotonic() + BEAT, Progress(0.0, "")
        while True:
            message = await process.message(max(0.0, next_beat - time.monotonic()))
            if isinstance(message, Progress):
                progress = message
            elif isinstance(message, Result):
                return _done(message.body)
            elif message is not None:
                log.warning("job failed", error=message.sentence, trace=message.trace)
                return {"state": FAILED, "error": (message.sentence or OUR_FAULT)[:500]}
            if time.monotonic() >= deadline:
                return {"state": FAILED, "error": TOO_LONG.format(_spoken(kind.seconds))}
            if time.monotonic() >= next_beat:
                next_beat = time.monotonic() + BEAT
                if not await self._beat(job, progress, kind.unit):
                    return {"state": CANCELLED} if job.cancel else {}

    async def _beat(self, job: Job, progress: Progress, unit: str) -> bool:
        """Shall the job go on? A database that is away for a moment does not end it."""
        try:
            async with self._database.write() as session:
                if self._stopping:
                    if await repository.put_back(session, job):
                        self.given_back.append(job.whole_id or job.id)
                    return False
                found = await repository.beat(session, job, progress.share, progress.note, unit)
        except (SQLAlchemyError, OSError) as error:
            log.warning("the job's progress could not be kept", error=str(error))
            return True
        job.cancel = found is not None and found.cancel
        if found is not None and (job.progress, job.note) != (found.progress, found.note):
            job.progress, job.note = found.progress, found.note
            await self._update(found, "running")
        return found is not None and not found.cancel

    async def _tell(self, job: Job) -> None:
        seconds = (now() - (job.started or job.created)).total_seconds()
        metrics.JOBS_ENDED.labels(job.kind, job.state).observe(seconds)
        log.info("job ended", state=job.state, seconds=round(seconds, 2))
        job.note = job.error or ""
        await self._update(job, STATUS.get(job.state, job.state))
        if job.game_id is not None and self._kinds[job.kind].camera:
            result = None if job.result is None else orjson.loads(job.result)
            ended = {"job_id": job.id, "job_type": job.kind, "result": result, "detail": job.error or ""}
            await camera.send(self._hub, "job_completed", job.game_id, ended)
        elif job.game_id is not None:
            payload = {"job_id": job.id, "job_type": job.kind, "state": job.state}
            await self._hub.send(job.game_id, "job_completed", payload)

    async def _update(self, job: Job, status: str) -> None:
        """Tell the job's own sockets how far it is: `simulation_update` of a simulation."""
        payload = {"job_id": job.id, "status": status, "progress": job.progress, "note": job.note}
        await self._hub.send(job.id, f"{job.kind}_update", payload)


def _done(result: bytes) -> dict[str, Any]:
    if len(result) > LARGEST_RESULT:
        return {"state": FAILED, "error": TOO_LARGE}
    return {"state": DONE, "progress": 1.0, "note": "", "result": result}


def _gather(kind: JobKind) -> parts.Gather:
    async def gather(request: bytes, results: Sequence[bytes], seconds: float) -> dict[str, Any]:
        make = kind.load_gather()
        return _done(await off_the_loop(lambda: orjson.dumps(make(request, results, seconds))))

    return gather


def _part_of(job: Job) -> dict[str, Any]:
    """What the log says of a part."""
    return {} if job.whole_id is None else {"whole": job.whole_id, "first": job.first, "size": job.size}


def _spoken(seconds: float) -> str:
    return f"{seconds / 60:g} minutes" if seconds >= 120 else f"{seconds:g} seconds"
