"""Jobs of one process, and simulations of a site, for tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import httpx2

from highground.server.bus.local import LocalBus
from highground.server.db.engine import Database
from highground.server.jobs import repository
from highground.server.jobs.service import Jobs
from highground.server.jobs.tables import Job
from highground.server.settings import Settings
from highground.server.sockets.hub import Hub
from tests.server.databases import with_tables
from tests.server.people import Somebody
from tests.server.sites import until
from tests.server.work import KINDS

TABLES = {"army_a": "vow-1000", "army_b": "fen-1000"}


class Bench:
    """Jobs of one process, on a database that outlives it."""

    def __init__(self, database: Database, jobs: Jobs) -> None:
        self.database = database
        self.jobs = jobs

    async def submit(self, kind: str, owner: int | None = None, divided: Sequence[range] = (), **request: Any) -> str:
        async with self.database.write() as session:
            body = json.dumps(request).encode()
            return (await self.jobs.submit(session, kind, body, owner, divided=divided)).id

    async def job(self, job_id: str) -> Job:
        async with self.database.read() as session:
            found = await repository.find(session, job_id)
            assert found is not None
            return found

    async def until(self, job_id: str, reached: Callable[[Job], bool], seconds: float = 30) -> Job:
        async with asyncio.timeout(seconds):
            while not reached(job := await self.job(job_id)):  # noqa: ASYNC110 - the database gives no sign
                await asyncio.sleep(0.02)
        return job

    async def end(self, job_id: str) -> Job:
        return await self.until(job_id, lambda job: job.ended is not None)

    async def cancel(self, job_id: str) -> None:
        async with self.database.write() as session:
            await repository.ask_to_cancel(session, job_id)


Opener = Callable[[], AbstractAsyncContextManager[Bench]]


def opener_of(settings: Settings) -> Opener:
    @asynccontextmanager
    async def opened() -> AsyncIterator[Bench]:
        with_tables(settings)
        database = Database(settings.database)
        await database.migrate()
        jobs = Jobs(settings, database, Hub(LocalBus()), KINDS)
        await jobs.start()
        yield Bench(database, jobs)
        await jobs.close()
        await database.close()

    return opened


def started(client: httpx2.Client, person: Somebody, **wanted: Any) -> str:
    answer = client.post("/api/simulations", headers=person.headers, json=TABLES | wanted)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["job_id"])


def ended(client: httpx2.Client, person: Somebody, job: str, seconds: float = 90) -> dict[str, Any]:
    found: dict[str, Any] = {}

    def over() -> bool:
        answer = client.get(f"/api/simulations/{job}", headers=person.headers)
        assert answer.status_code == 200, answer.text
        found.update(answer.json())
        return found["ended"] is not None

    until(over, seconds)
    return found
