"""The server's end of one process that thinks."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from highground.engine.model import Setup
from highground.engine.record import Record
from highground.game.commands.deciding import Question
from highground.server.thinking.messages import (
    GAMES_KEPT,
    LENGTH,
    REPLY,
    Ask,
    ProcessReady,
    Reply,
    Unknown,
    framed,
)

START_SECONDS = 60.0
"""What a process may take to load everything on a busy machine; half a second is usual."""
REMEMBERED = 64
"""Choices that may be undone before a game has to be sent whole."""
PROGRAM = (
    "import sys; sys.path[:] = sys.argv[4:]; "
    "from highground.server.thinking.process import main; main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])"
)
"""With our own search path and nothing from the folder or the environment that the server happens to run in."""


class ThinkerError(Exception):
    """The process ended, or never began."""


@dataclass(frozen=True, slots=True)
class Position:
    """A battle at the moment of a question. `records` must not change afterwards."""

    game_id: str
    setup: Setup
    records: Sequence[Record]


@dataclass(slots=True)
class ProcessKnowledge:
    """How far a process knows a game: so many choices, the last of which were these very records."""

    number: int = 0
    last: deque[Record] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    def shared(self, records: Sequence[Record]) -> int | None:
        """How many of the known choices still stand; None where that cannot be said."""
        first = self.number - len(self.last)
        number = min(self.number, len(records))
        while number > first:
            if self.last[number - first - 1] is records[number - 1]:
                return number
            number -= 1
        return 0 if first == 0 else None

    def follow(self, number: int, records: Sequence[Record]) -> None:
        """The process was asked to keep the first `number` choices and to take in those after."""
        while self.last and self.number > number:
            self.last.pop()
            self.number -= 1
        self.last.extend(records[number:])
        self.number = len(records)


class Thinker:
    """One process. Questions are asked one at a time; one that is cancelled leaves it unusable, to be killed."""

    def __init__(self, process: subprocess.Popen[bytes], ours: socket.socket) -> None:
        self._process = process
        self._socket = ours
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._known: OrderedDict[str, ProcessKnowledge] = OrderedDict()

    @classmethod
    def begin(cls, player: str) -> Thinker:
        """Start a process, without waiting until it is ready. From the thread that the server ends with.

        The kernel ends the process with the thread that started it. Raises ThinkerError.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            program = [sys.executable, "-I", "-c", PROGRAM, str(theirs.fileno()), str(os.getpid()), player, *sys.path]
            try:
                process = subprocess.Popen(program, stdin=subprocess.DEVNULL, pass_fds=(theirs.fileno(),))
            except OSError as error:
                ours.close()
                raise ThinkerError(f"no process could be started: {error}") from error
        return cls(process, ours)

    @property
    def pid(self) -> int:
        return self._process.pid

    def knows(self, game_id: str) -> bool:
        return game_id in self._known

    async def ready(self) -> None:
        """Wait until it has loaded everything. Raises ThinkerError."""
        self._reader, self._writer = await asyncio.open_connection(sock=self._socket)
        try:
            async with asyncio.timeout(START_SECONDS):
                found = await self._reply()
        except TimeoutError:
            raise ThinkerError(f"the process was not ready after {START_SECONDS:g} seconds") from None
        if not isinstance(found, ProcessReady):
            raise ThinkerError(f"the process said {type(found).__name__} before it was asked")

    async def ask(self, position: Position, question: Question) -> Reply:
        """The answer to a question; limit the time, it may never come. Raises ThinkerError where the process ends."""
        found = await self._ask(position, question)
        if isinstance(found, Unknown):
            self._known.pop(position.game_id, None)
            found = await self._ask(position, question)
        return found

    def kill(self) -> None:
        """End it at once, whatever it is at."""
        self._process.kill()
        if self._writer is not None:
            self._writer.close()
        else:
            self._socket.close()

    async def ended(self) -> None:
        """Wait until the process is gone, after `kill`."""
        await asyncio.to_thread(self._process.wait)

    async def _ask(self, position: Position, question: Question) -> Reply:
        known = self._known.pop(position.game_id, None)
        number = None if known is None else known.shared(position.records)
        if known is None or number is None:
            known, number, setup = ProcessKnowledge(), 0, position.setup
        else:
            setup = None
        new = tuple(record.events for record in position.records[number:])
        assert self._writer is not None
        try:
            self._writer.write(framed(Ask(position.game_id, number, new, question, setup)))
            await self._writer.drain()
        except ConnectionError as error:
            raise ThinkerError("the process is gone") from error
        found = await self._reply()
        known.follow(number, position.records)
        self._known[position.game_id] = known
        while len(self._known) > GAMES_KEPT:
            self._known.popitem(last=False)
        return found

    async def _reply(self) -> Reply:
        assert self._reader is not None
        try:
            length = int.from_bytes(await self._reader.readexactly(LENGTH), "big")
            return REPLY.decode(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise ThinkerError("the process ended") from error
