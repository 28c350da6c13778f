"""A carrier of batches to processes of this machine. One that is stuck or dies costs its battle, never the batch."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from math import inf
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkContext, ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import mkstemp

from highground.engine.battle import Battle
from highground.engine.log import log_of
from highground.simulation import worker
from highground.simulation.batch import Batch, BattleJob, BattleResult, Task, WorkerError
from highground.simulation.battles import Failure

GRACE = 5.0
"""Seconds beyond a battle's time limit after which its worker is ended from outside."""
START_LIMIT = 120.0
LARGEST_STACK = 100_000
"""Bytes."""


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    stack: int
    """The descriptor of the file in which it writes down where it is stuck."""
    stack_file: Path
    """Its name, until the worker is ready."""
    started: float
    ready: bool = False
    task: Task | None = None
    since: float = 0.0
    """When it was given its task."""

    def give(self, todo: deque[Task]) -> None:
        """The next battle, if it has none and there is one."""
        if self.ready and self.task is None and todo:
            self.task, self.since = todo.popleft(), time.monotonic()
            with suppress(OSError):  # it has died: the next look at the pipe says so
                self.pipe.send(self.task)

    def settle(self) -> None:
        """It has begun, and has the file open."""
        self.ready = True
        self.stack_file.unlink()

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()
        if not self.ready:
            self.stack_file.unlink()
        os.close(self.stack)


def results(batch: Batch, jobs: int, *, fork: bool = False) -> Generator[BattleResult]:
    """Fight the battles in a `WorkerPool`; results come as they end. Closing the iterator ends the processes."""
    with closing(WorkerPool(batch.job, jobs, fork=fork)) as pool:
        yield from pool.fight(batch.tasks)


def _context(fork: bool) -> ForkContext | ForkServerContext | SpawnContext:
    """Fresh processes: forked from one that has only imported what workers need, where that can be done."""
    if fork:
        return multiprocessing.get_context("fork")
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([worker.__name__, "highground.ai"])
    return context


class WorkerPool:
    """Up to `jobs` processes for battles of one job. They stay from one `fight` to the next, until `close`.

    With `fork` they are forked from this process: at once, where it is small and has all that they need.
    """

    def __init__(self, job: BattleJob, jobs: int, *, fork: bool = False) -> None:
        self._job = job
        self._jobs = max(1, jobs)
        self._todo: deque[Task] = deque()
        self._left = 0
        self._context = _context(fork)
        self._workers: list[_Worker] = []

    def fight(self, tasks: Sequence[Task]) -> Generator[BattleResult]:
        """The tasks' results, as they end. Closing it before the last closes the pool. Raises WorkerError."""
        self._todo, self._left = deque(tasks), len(tasks)
        try:
            while self._left:
                while len(self._workers) < min(self._jobs, self._left):
                    self._workers.append(self._start())
                for each in self._workers:
                    each.give(self._todo)
                for result in self._look():
                    self._left -= 1
                    yield result
        finally:
            if self._left:
                self.close()

    def close(self) -> None:
        while self._workers:
            self._workers.pop().end()

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        stack, name = mkstemp(prefix="highground-")
        process = self._context.Process(target=worker.main, args=(theirs, self._job, Path(name)), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours, stack, Path(name), time.monotonic())

    def _look(self) -> Iterator[BattleResult]:
        """Wait for news of any worker, or for the next one's time to be up."""
        soonest = min(self._deadline(each) for each in self._workers) - time.monotonic()
        patience = max(0.0, soonest) if soonest < inf else None
        readable = wait([each.pipe for each in self._workers], patience)
        for each in list(self._workers):
            if each.pipe in readable:
                yield from self._receive(each)
            elif self._deadline(each) <= time.monotonic():
                yield from self._give_up(each, f"the battle was stuck for {self._job.time_limit + GRACE:g} seconds")

    def _deadline(self, each: _Worker) -> float:
        if not each.ready:
            return each.started + START_LIMIT
        return each.since + self._job.time_limit + GRACE if each.task else inf

    def _receive(self, each: _Worker) -> Iterator[BattleResult]:
        try:
            message = each.pipe.recv()
        except (EOFError, OSError):
            each.process.join(1.0)
            yield from self._give_up(each, f"the worker process died (exit status {each.process.exitcode})")
            return
        if message == worker.READY:
            each.settle()
            return
        each.task = None
        each.give(self._todo)
        yield message

    def _give_up(self, each: _Worker, why: str) -> Iterator[Failure]:
        """End the worker; the battle that it was at has failed."""
        stuck_at = os.pread(each.stack, LARGEST_STACK, 0).decode(errors="replace")
        each.end()
        self._workers.remove(each)
        if not each.ready:
            raise WorkerError(f"worker processes do not start here: {why}")
        if each.task is None:
            return
        battle = Battle(worker.setup_of(self._job, each.task), each.task.seed)
        yield Failure(each.task.index, each.task.seed, f"WorkerError: {why}", stuck_at, 0, log_of(battle))
