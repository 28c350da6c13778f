"""Ending what runs beside the requests."""

from __future__ import annotations

import asyncio

PATIENCE = 2.0
"""Seconds until a task that goes on is told to end once more."""


async def end(task: asyncio.Task[None]) -> None:
    """End a task, also one that loses a cancellation: as some drivers do that meet an answer in the same moment.

    Raises what the task raised of its own.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=PATIENCE)
    if not task.cancelled():
        task.result()
