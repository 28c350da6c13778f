"""`highground worker`: a process that runs jobs for the servers of its site."""

from __future__ import annotations

import asyncio
import faulthandler
import signal
from logging import ERROR, getLogger

import structlog

from highground.server import heartbeat, logging
from highground.server.services import running
from highground.server.settings import Settings
from highground.server.tasks import end

log = structlog.get_logger("highground.worker")

STOP_SECONDS = 15.0
"""How long a worker may take to end. What holds it up then is shown; others do its jobs once their lease is over."""


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
        beating = asyncio.create_task(heartbeat.beat(services, lambda: not listening.done()))
        await stop.wait()
        log.info("worker stops")
        faulthandler.dump_traceback_later(STOP_SECONDS, exit=True)
        await end(beating)
        await services.jobs.runner.stop()
        await end(listening)
