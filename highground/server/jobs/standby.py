"""Processes that have done a part of a job and stand by for its next one.

A part in the process of the one before need not weigh up the armies again: a third of the time of a short part.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from highground.server.jobs.process import WorkProcess

STAND_BY = 5.0
"""Seconds, in which the parts of other jobs may have their turn."""


@dataclass(eq=False, slots=True)
class _Waiting:
    whole_id: str
    process: WorkProcess
    until: asyncio.Task[None] | None = None


class Standby:
    """What waits in one runner; `close` ends all of it."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []

    async def take(self, whole_id: str | None, request: bytes) -> WorkProcess | None:
        """A process that has begun on this part of the job, if one of the job's stood by."""
        for each in [each for each in self._waiting if each.whole_id == whole_id]:
            self._waiting.remove(each)
            if each.until is not None:
                each.until.cancel()
            if await each.process.again(request):
                return each.process
            await each.process.end()
        return None

    def keep(self, whole_id: str, process: WorkProcess) -> None:
        waiting = _Waiting(whole_id, process)
        self._waiting.append(waiting)
        waiting.until = asyncio.create_task(self._until_it_is_over(waiting))

    async def close(self) -> None:
        while self._waiting:
            each = self._waiting.pop()
            if each.until is not None:
                each.until.cancel()
            await each.process.end()

    async def _until_it_is_over(self, waiting: _Waiting) -> None:
        await asyncio.sleep(STAND_BY)
        self._waiting.remove(waiting)
        await waiting.process.end()
