"""`highground worker`: a process that runs jobs for the servers of its site."""

from __future__ import annotations

import asyncio
import signal
from logging import ERROR, getLogger

import structlog

from highground.server import logging
from highground.server.services import running
from highground.server.settings import Settings
from highground.server.tasks import end

log = structlog.get_logger("highground.worker")


def work(settings: Settings) -> None:
    """Run jobs until SIGTERM or SIGINT; what is not done then is given back for another worker to do."""
    logging.configure(settings.log_level)
    getLogger("taskiq").setLevel(ERROR)  # it warns of its own orderly end
    asyncio.run(_work(settings))


async def _work(settings: Settings) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with running(settings) as services:
        log.info("worker ready", worker=services.jobs.runner.name, at_once=settings.jobs_at_once)
        listening = asyncio.create_task(services.jobs.work())
        await stop.wait()
        log.info("worker stops")
        await services.jobs.runner.stop()
        await end(listening)
