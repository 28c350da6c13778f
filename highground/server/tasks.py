"""Work in threads, and ending what runs beside the requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 2.0
"""Seconds until a task that goes on is asked to end once more."""


async def end(task: asyncio.Task[None]) -> None:
    """End a task, also one that loses a cancellation: as some drivers do that meet an answer in the same moment.

    Raises what the task raised of its own.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=PATIENCE)
    if not task.cancelled():
        task.result()


async def off_the_loop(work: Callable[[], T]) -> T:
    """Run work that computes in a thread. A StopIteration that escapes from it, a fault of ours, would never reach a
    coroutine and so hang the request; it comes out as a RuntimeError."""

    def guarded() -> T:
        try:
            return work()
        except StopIteration as error:
            raise RuntimeError("the work ran out of something to look through") from error

    return await asyncio.to_thread(guarded)
