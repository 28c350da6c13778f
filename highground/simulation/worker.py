"""A worker process: fights one battle after the other, and comes back even from those that never end."""

from __future__ import annotations

import faulthandler
import gc
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType

import msgspec

from highground.engine.battle import Battle
from highground.engine.model import Setup
from highground.processes import end_with_forkserver
from highground.simulation.batch import BattleJob, BattleResult, Task
from highground.simulation.battles import failure_of, outcome_of, play_on
from highground.simulation.players import with_missions

READY = "ready"
DUMP_AFTER = 2.0
"""Seconds beyond the time limit at which a worker that does not even take the alarm writes down where it is."""
_AGAIN = 1.0
_COLLECT_AFTER = 1_000_000
"""New objects after which Python looks for cycles by itself: more than a battle and its log ever have. Battles leave no
cycles behind, and going through the objects of one that is fought takes 15 ms."""
_COLLECT_SECONDS = 5.0
"""Of computing, after which a worker collects reference cycles: that takes a hundredth of it."""


class TimeLimit(BaseException):
    """The battle has had all its time. Not an Exception, so that no player swallows it by mistake."""


def main(pipe: Connection, job: BattleJob, stack_file: Path) -> None:
    """Fight what comes through the pipe until its other end is gone. Where a stuck battle is goes to `stack_file`.

    A battle that is stuck in compiled code hears no alarm; `pool` ends its process from outside, and the kernel does
    where the pool is gone.
    """
    end_with_forkserver()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    setups: dict[int, Setup] = {}
    collected = time.process_time()
    with stack_file.open("w") as stack, suppress(EOFError, ConnectionError):
        pipe.send(READY)
        settle_down()
        while True:
            task: Task = pipe.recv()
            faulthandler.dump_traceback_later(job.time_limit + DUMP_AFTER, file=stack)
            if task.setup not in setups:
                setups[task.setup] = setup_of(job, task)
            pipe.send(fight(setups[task.setup], job, task))
            faulthandler.cancel_dump_traceback_later()
            if time.process_time() - collected > _COLLECT_SECONDS:
                gc.collect()
                collected = time.process_time()


def settle_down() -> None:
    """Leave what is loaded out of garbage collections, and collect seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER, 20, 20)


def setup_of(job: BattleJob, task: Task) -> Setup:
    return msgspec.json.decode(job.setups[task.setup], type=Setup)


def fight(setup: Setup, job: BattleJob, task: Task) -> BattleResult:
    """One battle; whatever goes wrong in it is a Failure."""
    battle = Battle(setup, task.seed)
    try:
        with alarm(job.time_limit):
            players = job.casting(task.seed)
            if task.swapped:
                players = (players[1], players[0])
            battle = Battle(with_missions(setup, players), task.seed)
            play_on(battle, players, job.step_limit)
        return outcome_of(battle, task.index, players, job.keep_log and task.index == 0)
    except BaseException as error:
        return failure_of(battle, task.index, error)


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TimeLimit in here after so many seconds, again and again if it is caught. Needs the main thread."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TimeLimit(f"the battle is not over after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
