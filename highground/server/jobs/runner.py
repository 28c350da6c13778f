"""Runs jobs, a few side by side, each in a process of its own."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import time
from collections.abc import Mapping
from typing import Any

import orjson
import structlog
from sqlalchemy.exc import SQLAlchemyError

from highground.server import metrics
from highground.server.db.engine import Database
from highground.server.errors import OUR_FAULT
from highground.server.jobs import repository
from highground.server.jobs.kinds import JobKind
from highground.server.jobs.process import Progress, Result, WorkProcess
from highground.server.jobs.tables import CANCELLED, DONE, FAILED, Job
from highground.server.sockets import camera
from highground.server.sockets.hub import Hub

log = structlog.get_logger("highground.job")

BEAT = 0.5
"""Seconds between two signs of life; as long does cancelling take at most."""
LARGEST_RESULT = 5_000_000
STATUS = {DONE: "completed"}
"""What a job's sockets hear of its end, where that is another word than the state's."""
TOO_LONG = "The job was not done after {} and has been ended."
TOO_LARGE = "The job's result is too large to be kept."


class Runner:
    """Runs jobs by their id. After `stop` it gives back those that it has not finished; their ids are `given_back`."""

    def __init__(self, database: Database, hub: Hub, kinds: Mapping[str, JobKind], at_once: int = 1) -> None:
        self.name = f"{socket.gethostname()[:32]}-{os.getpid()}-{secrets.token_hex(4)}"
        self.given_back: list[str] = []
        self._database = database
        self._hub = hub
        self._kinds = kinds
        self._slots = asyncio.Semaphore(at_once)
        self._stopping = False
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def stop(self) -> None:
        """Begin no more jobs, and give back those that run."""
        self._stopping = True
        await self._idle.wait()

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
                if job is not None:
                    with structlog.contextvars.bound_contextvars(job=job_id, kind=job.kind):
                        await self._work(job)
            finally:
                self._running -= 1
                if not self._running:
                    self._idle.set()

    async def _work(self, job: Job) -> None:
        started = time.monotonic()
        log.info("job begins", attempt=job.attempts)
        kind = self._kinds.get(job.kind)
        if kind is None:
            ending = {"state": FAILED, "error": "This server does not know how to do this job."}
        else:
            process = await WorkProcess.start(kind, job.request)
            try:
                ending = await self._watch(job, kind, process)
            finally:
                await process.end()
        if not ending:
            log.info("job left")
            return
        async with self._database.write() as session:
            ended = await repository.end(session, job.id, self.name, **ending)
        if ended:
            await self._tell(job, ending, time.monotonic() - started)

    async def _watch(self, job: Job, kind: JobKind, process: WorkProcess) -> dict[str, Any]:
        """How the job ends, as columns; nothing if it is no longer this runner's."""
        deadline = time.monotonic() + kind.seconds
        next_beat, progress = time.monotonic() + BEAT, Progress(0.0, "")
        while True:
            message = await process.message(max(0.0, next_beat - time.monotonic()))
            if isinstance(message, Progress):
                progress = message
            elif isinstance(message, Result):
                return _done(message)
            elif message is not None:
                log.warning("job failed", error=message.sentence, trace=message.trace)
                return {"state": FAILED, "error": (message.sentence or OUR_FAULT)[:500]}
            if time.monotonic() >= deadline:
                return {"state": FAILED, "error": TOO_LONG.format(_spoken(kind.seconds))}
            if time.monotonic() >= next_beat:
                next_beat = time.monotonic() + BEAT
                if not await self._beat(job, progress):
                    return {"state": CANCELLED} if job.cancel else {}

    async def _beat(self, job: Job, progress: Progress) -> bool:
        """Shall the job go on? A database that is away for a moment does not end it."""
        try:
            async with self._database.write() as session:
                if self._stopping:
                    if await repository.put_back(session, job.id, self.name):
                        self.given_back.append(job.id)
                    return False
                found = await repository.beat(session, job.id, self.name, progress.share, progress.note)
        except (SQLAlchemyError, OSError) as error:
            log.warning("the job's progress could not be kept", error=str(error))
            return True
        job.cancel = found is not None and found.cancel
        if found is not None and (job.progress, job.note) != (progress.share, progress.note):
            job.progress, job.note = progress.share, progress.note
            await self._update(job, "running")
        return found is not None and not found.cancel

    async def _tell(self, job: Job, ending: dict[str, Any], seconds: float) -> None:
        metrics.JOBS_ENDED.labels(job.kind, ending["state"]).observe(seconds)
        log.info("job ended", state=ending["state"], seconds=round(seconds, 2))
        job.progress, job.note = ending.get("progress", job.progress), ending.get("error", "")
        await self._update(job, STATUS.get(ending["state"], ending["state"]))
        if job.game_id is not None and self._kinds[job.kind].camera:
            result = orjson.loads(ending["result"]) if "result" in ending else None
            ended = {"job_id": job.id, "job_type": job.kind, "result": result, "detail": ending.get("error", "")}
            await camera.send(self._hub, "job_completed", job.game_id, ended)
        elif job.game_id is not None:
            payload = {"job_id": job.id, "job_type": job.kind, "state": ending["state"]}
            await self._hub.send(job.game_id, "job_completed", payload)

    async def _update(self, job: Job, status: str) -> None:
        """Tell the job's own sockets how far it is: `simulation_update` of a simulation."""
        payload = {"job_id": job.id, "status": status, "progress": job.progress, "note": job.note}
        await self._hub.send(job.id, f"{job.kind}_update", payload)


def _done(result: Result) -> dict[str, Any]:
    if len(result.body) > LARGEST_RESULT:
        return {"state": FAILED, "error": TOO_LARGE}
    return {"state": DONE, "progress": 1.0, "note": "", "result": result.body}


def _spoken(seconds: float) -> str:
    return f"{seconds / 60:g} minutes" if seconds >= 120 else f"{seconds:g} seconds"
