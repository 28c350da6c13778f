"""A carrier of batches to processes of this machine. One that is stuck or dies costs its battle, never the batch."""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkContext, ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory

from highground.engine.battle import Battle
from highground.engine.log import log_of
from highground.simulation import worker
from highground.simulation.batch import Batch, BattleResult, Task, WorkerError
from highground.simulation.battles import Failure

GRACE = 5.0
"""Seconds beyond a battle's time limit after which its worker is ended from outside."""
START_LIMIT = 120.0


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    stack_file: Path
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

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


def results(batch: Batch, jobs: int, *, fork: bool = False) -> Generator[BattleResult]:
    """Fight the battles on `jobs` processes; results come as they end. Closing the iterator ends the processes.

    With `fork` they are forked from this process: at once, where it is small and has all that they need.
    """
    with TemporaryDirectory(prefix="highground-") as folder:
        yield from _Pool(batch, jobs, Path(folder), fork).run()


def _context(fork: bool) -> ForkContext | ForkServerContext | SpawnContext:
    """Fresh processes: forked from one that has only imported what workers need, where that can be done."""
    if fork:
        return multiprocessing.get_context("fork")
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([worker.__name__, "highground.ai"])
    return context


class _Pool:
    def __init__(self, batch: Batch, jobs: int, folder: Path, fork: bool) -> None:
        self._job = batch.job
        self._todo = deque(batch.tasks)
        self._left = len(batch.tasks)
        self._wanted = max(1, min(jobs, len(batch.tasks)))
        self._folder = folder
        self._started = 0
        self._context = _context(fork)
        self._workers: list[_Worker] = []

    def run(self) -> Iterator[BattleResult]:
        try:
            while self._left:
                while len(self._workers) < min(self._wanted, self._left):
                    self._workers.append(self._start())
                for each in self._workers:
                    each.give(self._todo)
                for result in self._look():
                    self._left -= 1
                    yield result
        finally:
            for each in self._workers:
                each.end()

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        self._started += 1
        stack_file = self._folder / str(self._started)
        process = self._context.Process(target=worker.main, args=(theirs, self._job, stack_file), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours, stack_file, time.monotonic())

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
            each.ready = True
            return
        each.task = None
        each.give(self._todo)
        yield message

    def _give_up(self, each: _Worker, why: str) -> Iterator[Failure]:
        """End the worker; the battle that it was at has failed."""
        each.end()
        self._workers.remove(each)
        if not each.ready:
            raise WorkerError(f"worker processes do not start here: {why}")
        if each.task is None:
            return
        battle = Battle(worker.setup_of(self._job, each.task), each.task.seed)
        yield Failure(
            each.task.index, each.task.seed, f"WorkerError: {why}", each.stack_file.read_text(), 0, log_of(battle)
        )
