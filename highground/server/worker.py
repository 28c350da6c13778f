"""`highground worker`: a process that runs jobs for the servers of its site."""

from __future__ import annotations

import asyncio
import signal
from logging import ERROR, getLogger

import structlog

from highground.server import logging
from highground.server.services import running
from highground.server.settings import Settings

log = structlog.get_logger("highground.worker")

PATIENCE = 2.0
"""Seconds until a task that goes on is told to end once more."""


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


async def end(task: asyncio.Task[None]) -> None:
    """End a task that may lose a cancellation on its way: one that meets an answer from Redis in the same moment.

    Raises what the task raised of its own.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=PATIENCE)
    if not task.cancelled():
        task.result()
