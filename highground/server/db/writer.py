"""Short writes of a SQLite file, each in one step of a thread of its own.

A transaction that goes back to the event loop between its statements holds the file's only lock while other requests
have their turn there. Here it begins, writes and commits without a pause.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm import Session

T = TypeVar("T")


class Writer:
    """A thread that writes, one transaction after the other. `engine` begins its transactions with IMMEDIATE."""

    def __init__(self, engine: Engine, wait: float) -> None:
        self._engine = engine
        self._wait = wait
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")

    async def do(self, work: Callable[[Session], T]) -> T:
        """Run `work` in a transaction and commit it. Raises what the work raises; nothing is written then.

        Where another program holds the file's lock, those behind the first to wait for it do not each wait again.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work, time.monotonic())

    def close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()

    def _do(self, work: Callable[[Session], T], asked: float) -> T:
        if time.monotonic() - asked > self._wait:
            raise NoConnection("other writers took too long")
        with Session(self._engine, expire_on_commit=False) as session, session.begin():
            return work(session)
