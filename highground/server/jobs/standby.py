"""Processes that have done a part of a job and stand by for its next one.

A new process needs a quarter of a second to load the armies and to weigh them up; these have done so.
"""

from __future__ import annotations

import asyncio

from highground.server.jobs.process import WorkProcess

STAND_BY = 5.0
"""Seconds, in which the parts of other jobs may have their turn."""


class Standby:
    """The idle processes of one runner; `close` ends them all."""

    def __init__(self) -> None:
        self._waiting: dict[WorkProcess, tuple[str, asyncio.Task[None]]] = {}

    async def take(self, whole_id: str | None, request: bytes) -> WorkProcess | None:
        """A process of the job that has begun on this part, if one stood by."""
        while (process := self._released(whole_id)) is not None:
            if await process.again(request):
                return process
            await process.end()
        return None

    def keep(self, whole_id: str, process: WorkProcess) -> None:
        self._waiting[process] = whole_id, asyncio.create_task(self._end_later(process))

    async def close(self) -> None:
        while self._waiting:
            process, (_, timer) = self._waiting.popitem()
            timer.cancel()
            await process.end()

    def _released(self, whole_id: str | None) -> WorkProcess | None:
        """One of the job's processes, which no longer stands by."""
        for process, (whole, timer) in self._waiting.items():
            if whole == whole_id:
                timer.cancel()
                del self._waiting[process]
                return process
        return None

    async def _end_later(self, process: WorkProcess) -> None:
        await asyncio.sleep(STAND_BY)
        del self._waiting[process]
        await process.end()
