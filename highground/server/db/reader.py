"""Short reads of a SQLite file, and their answers kept until somebody writes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Engine
from sqlalchemy.orm import Session

KEPT = 256
"""Answers kept at most; the least lately asked for goes first."""
PROBED = 2048
"""The same of answers that are kept while their rows are the same."""

Answer = TypeVar("Answer")


class Probe(NamedTuple):
    """A statement whose rows are all that an answer is made of: while they are the same, so is the answer."""

    statement: str
    values: dict[str, Any]


class DatabaseReader:
    """A thread that reads a SQLite file, one question after the other.

    One, since the interpreter runs one thread at a time anyway: with more of them the server's own thread waits longer.

    A question with a `key` is answered from what is kept, without the thread, until any connection of any process
    commits a change: SQLite counts those (https://www.sqlite.org/pragma.html#pragma_data_version). With a `probe` it
    is kept until the probe's rows change. What is kept goes to many askers, who must not change it.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self._watch: sqlite3.Connection | None = None
        self._version: int | None = None
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._probed: OrderedDict[Hashable, tuple[list[Any], Any]] = OrderedDict()

    async def ask(
        self, question: Callable[[Session], Answer], key: Hashable = None, probe: Probe | None = None
    ) -> Answer:
        """The answer to a question. Raises what the question raises; nothing is kept of it then."""
        if key is None:
            return await self._read(question)
        if probe is not None:
            return await self._unless_changed(question, key, probe)
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

    def glance(self, probe: Probe) -> list[Any]:
        """A statement's rows, read at once: for what its key finds in microseconds. Raises sqlite3.Error."""
        return self._watching().execute(probe.statement, probe.values).fetchall()

    async def _unless_changed(self, question: Callable[[Session], Answer], key: Hashable, probe: Probe) -> Answer:
        """The rows are taken before the read: an answer that a change overtakes is read again the next time."""
        try:
            rows = self.glance(probe)
        except sqlite3.Error:
            return await self._read(question)
        known = self._probed.get(key)
        if known is not None and known[0] == rows:
            self._probed.move_to_end(key)
            kept: Answer = known[1]
            return kept
        answer = await self._read(question)
        self._probed[key] = (rows, answer)
        if len(self._probed) > PROBED:
            self._probed.popitem(last=False)
        return answer

    def _watching(self) -> sqlite3.Connection:
        if self._watch is None:
            self._watch = sqlite3.connect(str(self._engine.url.database), check_same_thread=False)
        return self._watch

    def close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()
        if self._watch is not None:
            self._watch.close()

    def _forget_if_changed(self) -> int:
        """The file's count of changes, microseconds away; what was kept before the last of them is gone."""
        (version,) = self._watching().execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version = version
            self._kept.clear()
        return int(version)

    async def _read(self, question: Callable[[Session], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, question)

    def _answer(self, question: Callable[[Session], Answer]) -> Answer:
        with Session(self._engine, expire_on_commit=False) as session:
            return question(session)
