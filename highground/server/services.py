"""What a process of a site holds open, server or worker: the database, the bus with the sockets, jobs, files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from highground.server.bus.breaker import Breaker
from highground.server.bus.bus import Bus
from highground.server.bus.choose import open_bus
from highground.server.db.engine import Database
from highground.server.files import Files, open_files
from highground.server.games.files import forget_if_gone
from highground.server.jobs.service import Jobs
from highground.server.settings import Settings
from highground.server.sockets.hub import Hub
from highground.server.sockets.news import carry


@dataclass(frozen=True)
class Services:
    settings: Settings
    database: Database
    bus: Bus
    sockets: Hub
    jobs: Jobs
    files: Files
    breaker: Breaker


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Services]:
    """Open everything, with the tables brought up to date, and close it in turn."""
    async with AsyncExitStack() as open_things:
        files = open_files(settings)
        database = Database(settings.database, settings.database_pool, settings.database_wait)
        open_things.push_async_callback(database.close)
        await database.migrate()
        breaker = Breaker()
        bus = open_bus(settings, breaker)
        open_things.push_async_callback(bus.close)
        sockets = Hub(bus, each=settings.sockets_each)
        carry(database, sockets)
        jobs = Jobs(settings, database, sockets, known=breaker, clear=partial(forget_if_gone, database, files))
        await jobs.start()
        open_things.push_async_callback(jobs.close)
        yield Services(settings, database, bus, sockets, jobs, files, breaker)
