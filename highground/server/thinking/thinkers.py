"""A few processes that think for the computer, each decision with a limit of time that holds for whatever it does."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.game.commands.deciding import FAILED, TOO_SLOW, Answer, Question, in_place_of, patience_of
from highground.server import metrics
from highground.server.thinking.messages import Answered, Reply
from highground.server.thinking.thinker import Position, Thinker, ThinkerError

log = structlog.get_logger("highground.computer")

PATIENCE = 0.05
"""Seconds that a question waits for a busy process before another one is started for it."""
TRIES = 2
"""A process may have been gone before it was asked."""
MORE = 2
"""Processes beyond the usual number, while decisions take long; they end once they have nothing to do."""
IDLE_SECONDS = 30.0


class Thinkers:
    """Answers the computer's questions. `usual` processes are kept; while they are all busy for long, a few more.

    Nothing is started before `warm` or the first question. All calls are for one event loop.
    """

    def __init__(self, usual: int, seconds: float, player: str, idle: float = IDLE_SECONDS) -> None:
        self._usual = usual
        self._idle_seconds = idle
        self._seconds = seconds
        self._player = player
        self._all: set[Thinker] = set()
        self._killed: set[Thinker] = set()
        self._idle: list[Thinker] = []
        self._waiting: list[asyncio.Future[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def pids(self) -> set[int]:
        """The processes that are there now."""
        return {thinker.pid for thinker in self._all}

    async def warm(self) -> None:
        """Have the usual processes ready. Where none can be started, that is logged; a question tries again."""
        try:
            while len(self._all) < self._usual and not self._closed:
                await self._begin()
        except ThinkerError as error:
            log.error("the computer's process could not be started", error=str(error))

    async def close(self) -> None:
        """End all processes, also those that are asked something just now."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for thinker in list(self._all):
            self._end(thinker)
        await asyncio.gather(*(self._ended(thinker) for thinker in list(self._killed)))

    async def answer(self, game_id: str, battle: Battle, question: Question, seconds: float | None = None) -> Answer:
        """The answer to a question about what is due in a battle, after at most `seconds` beyond what it may take.

        Where the player fails or takes longer it is the plain legal answer, or none where none is an answer too, and
        `why` says so. `battle` is read before this first waits, and may go on while the answer is awaited. Raises
        Refusal where there is not even a plain answer in as much time again.
        """
        position = Position(game_id, battle.setup, tuple(battle.records))
        limit = self._seconds if seconds is None else seconds
        found = await self._tried(position, question, limit + patience_of(question))
        if isinstance(found, Answer):
            return found
        instead = in_place_of(question)
        if instead is None:
            return Answer((), found)
        plain = await self._tried(position, instead, limit)
        if isinstance(plain, Answer):
            return Answer(plain.decisions, found)
        raise Refusal("no-answer-in-time")

    async def _tried(self, position: Position, question: Question, seconds: float) -> Answer | str:
        """The answer, or why there is none."""
        lines = log.bind(question=type(question).__name__, game=position.game_id)
        for _ in range(TRIES):
            try:
                reply = await self._asked(position, question, seconds)
            except TimeoutError:
                lines.warning("the computer did not decide in time")
                return TOO_SLOW
            except ThinkerError as error:
                lines.error("a process of the computer is lost", error=str(error))
                continue
            if isinstance(reply, Answered):
                return reply.answer()
            lines.error("the computer could not decide", trace=getattr(reply, "trace", str(reply)))
            return FAILED
        return FAILED

    async def _asked(self, position: Position, question: Question, seconds: float) -> Reply:
        """A process's reply; one that does not come in time costs the process. Raises TimeoutError, ThinkerError."""
        thinker = await self._take(position.game_id)
        try:
            with metrics.DECISIONS.labels(type(question).__name__).time():
                async with asyncio.timeout(seconds):
                    reply = await thinker.ask(position, question)
        except BaseException:
            self._lose(thinker)
            raise
        self._give_back(thinker)
        return reply

    async def _take(self, game_id: str) -> Thinker:
        """A process that is free, if possible one that knows the game. Raises ThinkerError."""
        patience: float | None = PATIENCE
        while not self._closed:
            if self._idle:
                found = next((each for each in self._idle if each.knows(game_id)), self._idle[-1])
                self._idle.remove(found)
                return found
            if len(self._all) < self._usual + (0 if patience else MORE):
                await self._begin()
            elif not await self._change(patience):
                patience = None
        raise ThinkerError("the server stops")

    async def _change(self, seconds: float | None) -> bool:
        """Wait until a process is free or gone; whether that came in time."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            async with asyncio.timeout(seconds):
                await waiter
        except TimeoutError:
            return False
        return True

    async def _begin(self) -> None:
        """Start a process and wait until it is ready. Raises ThinkerError."""
        thinker = Thinker.begin(self._player)
        self._all.add(thinker)
        try:
            await thinker.ready()
        except asyncio.CancelledError:
            self._lose(thinker)
            raise
        except BaseException:
            self._end(thinker)
            raise
        self._give_back(thinker)

    def _give_back(self, thinker: Thinker) -> None:
        if self._closed:
            return
        self._idle.append(thinker)
        self._wake()
        if len(self._all) > self._usual:
            self._soon(self._end_spare())

    async def _end_spare(self) -> None:
        """After a while, end a process that is no longer needed."""
        await asyncio.sleep(self._idle_seconds)
        if self._idle and len(self._all) > self._usual:
            self._end(self._idle.pop(0))

    def _lose(self, thinker: Thinker) -> None:
        """End a process that cannot be asked again, and have another one in its place."""
        self._end(thinker)
        self._soon(self.warm())

    def _end(self, thinker: Thinker) -> None:
        self._all.discard(thinker)
        self._killed.add(thinker)
        thinker.kill()
        self._soon(self._ended(thinker))
        self._wake()

    async def _ended(self, thinker: Thinker) -> None:
        await thinker.ended()
        self._killed.discard(thinker)

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
