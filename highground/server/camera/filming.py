"""Films of a roll: unpacked in a process of their own, which is ended where it takes too long or too much memory."""

from __future__ import annotations

import asyncio
import base64
import resource
import time
from pathlib import Path
from typing import Annotated

import orjson
import structlog
from fastapi import Depends, Request

from highground.server.errors import Refusal
from highground.server.jobs.kinds import JobError, JobKind, ReportProgress
from highground.server.jobs.process import DIED, Broken, Result, WorkProcess
from highground.vision.dice.voting import MOST_FRAMES
from highground.vision.film import NOT_READABLE, FilmError, frames_at_rest

log = structlog.get_logger(__name__)

UNPACKING = JobKind(f"{__name__}:unpack", 30)
MEMORY = 2 * 2**30
"""Bytes that unpacking may take; two threads take 4K apart in a quarter of that."""
TOO_SLOW = "Unpacking this film takes too long. Send a second or two, in full HD."


class Films:
    """Takes films apart, two at once in a process of the site: each keeps a core or two busy for a moment."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(2)

    async def frames(self, data: bytes) -> list[bytes]:
        """A film's frames at rest, as JPEG, the first to be shown. Raises Refusal."""
        async with self._turns:
            process = await WorkProcess.start(UNPACKING, data)
            try:
                return await _heard(process)
            finally:
                await process.end()


async def _heard(process: WorkProcess) -> list[bytes]:
    deadline = time.monotonic() + UNPACKING.seconds
    while (left := deadline - time.monotonic()) > 0:
        message = await process.message(left)
        if isinstance(message, Result):
            return [base64.b64decode(each) for each in orjson.loads(message.body)]
        if isinstance(message, Broken):
            foreseen = message.sentence is not None and message.sentence != DIED
            if not foreseen:
                log.warning("a film broke the process that unpacked it", trace=message.trace)
            raise Refusal(422, message.sentence if foreseen and message.sentence else NOT_READABLE)
    raise Refusal(422, TOO_SLOW)


def unpack(film: bytes, _report: ReportProgress) -> list[str]:
    """From a film to its frames at rest: JPEG in base64. Raises JobError. For a process that ends with it."""
    _limit()
    try:
        return [base64.b64encode(each).decode() for each in frames_at_rest(film, MOST_FRAMES)]
    except FilmError as fault:
        raise JobError(str(fault)) from fault


def _limit() -> None:
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, taken + MEMORY))
    seconds = int(UNPACKING.seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


async def _films(request: Request) -> Films:
    found: Films = request.app.state.films
    return found


GivenFilms = Annotated[Films, Depends(_films)]
