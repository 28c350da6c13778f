"""Short reads of a SQLite file, and their answers kept until somebody writes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Engine
from sqlalchemy.orm import Session

KEPT = 256
"""Answers kept at most; the least lately asked for goes first."""

Answer = TypeVar("Answer")


class Reader:
    """A thread that reads a SQLite file, one question after the other.

    One, since the interpreter runs one thread at a time anyway: with more of them the server's own thread waits longer.

    A question with a `key` is answered from what is kept, without the thread, until any connection of any process
    commits a change: SQLite counts those (https://www.sqlite.org/pragma.html#pragma_data_version). What is kept goes to
    many askers, who must not change it.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self._watch: sqlite3.Connection | None = None
        self._version: int | None = None
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    async def ask(self, question: Callable[[Session], Answer], key: Hashable = None) -> Answer:
        """The answer to a question. Raises what the question raises; nothing is kept of it then."""
        if key is None:
            return await self._read(question)
        # The count is taken before the read: an answer that a change overtakes is newer than its count, never older.
        version = self._forget_if_changed()
        if key in self._kept:
            self._kept.move_to_end(key)
            kept: Answer = self._kept[key]
            return kept
        answer = await self._read(question)
        if version == self._version:
            self._kept[key] = answer
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return answer

    def close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()
        if self._watch is not None:
            self._watch.close()

    def _forget_if_changed(self) -> int:
        """The file's count of changes, microseconds away; what was kept before the last of them is gone."""
        if self._watch is None:
            self._watch = sqlite3.connect(str(self._engine.url.database), check_same_thread=False)
        (version,) = self._watch.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version = version
            self._kept.clear()
        return int(version)

    async def _read(self, question: Callable[[Session], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, question)

    def _answer(self, question: Callable[[Session], Answer]) -> Answer:
        with Session(self._engine, expire_on_commit=False) as session:
            return question(session)
