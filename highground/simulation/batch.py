"""A batch: independent battles, each known by its number. Where they are fought is a carrier's business."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from highground.simulation import failures
from highground.simulation.battles import Failure, Outcome
from highground.simulation.players import Casting
from highground.simulation.summary import Failed

LARGEST_PART = 50
"""Battles of a part at most: a few seconds of two armies of 2,000 points, lost where its worker is."""
PARTS_EACH = 8
"""Parts for each process that fights, so that none has long to wait for the last."""

BattleResult = Outcome | Failure
ProgressHook = Callable[[int, int], None]
"""Called after each battle with how many are done, and of how many. An exception that it raises ends the batch."""


class WorkerError(RuntimeError):
    """There is nobody to fight the battles: processes do not start, or a cluster is out of reach."""


@dataclass(frozen=True)
class Task:
    """A battle: its number in the batch, its seed, which setup of the batch it is fought on, and who plays which side.

    With `swapped` the casting's first player has the second army.
    """

    index: int
    seed: int
    setup: int = 0
    swapped: bool = False


@dataclass(frozen=True)
class BattleJob:
    """What is the same for all battles of a batch. `setups` are JSON; `time_limit` in seconds for each battle."""

    setups: tuple[bytes, ...]
    casting: Casting
    step_limit: int
    time_limit: float
    keep_log: bool = False
    """Send the log of battle 0 along."""


@dataclass(frozen=True)
class Batch:
    job: BattleJob
    tasks: tuple[Task, ...]


Carrier = Callable[[Batch], Generator[BattleResult]]
"""Fights each battle of a batch once; results come as they end, in any order. Closing the generator ends it.

What a battle comes to depends on its task alone, so a carrier may fight one again whose result was lost. It raises
WorkerError.
"""


@dataclass
class Fought:
    """What came of a batch so far, by the battles' numbers. Those that went wrong become files in `failure_dir`."""

    failure_dir: Path
    battles: int
    ended: dict[int, Outcome] = field(default_factory=dict)
    failed: dict[int, Failed] = field(default_factory=dict)

    @property
    def failures(self) -> list[Failed]:
        return [self.failed[index] for index in sorted(self.failed)]

    def fight(
        self,
        batch: Batch,
        carrier: Carrier,
        progress: ProgressHook | None = None,
        keep: Callable[[Outcome], None] | None = None,
    ) -> None:
        """Have the batch fought. `keep` is called with each battle that ended. Raises WorkerError and OSError."""
        with closing(carrier(batch)) as coming:
            for result in coming:
                self._take(result, keep)
                if progress is not None:
                    progress(len(self.ended) + len(self.failed), self.battles)

    def _take(self, result: BattleResult, keep: Callable[[Outcome], None] | None) -> None:
        if isinstance(result, Failure):
            file = failures.save(result, self.failure_dir)
            self.failed[result.index] = Failed(result.seed, str(file), result.error)
            return
        self.ended[result.index] = result
        if keep is not None:
            keep(result)


def spread(battles: int, processes: int, least: int = 1) -> list[range]:
    """The battles' numbers in parts of nearly the same size, for so many processes: `least` to LARGEST_PART battles."""
    size = min(LARGEST_PART, max(least, -(-battles // (PARTS_EACH * processes))))
    parts = -(-battles // size)
    edges = [battles * number // parts for number in range(parts + 1)]
    return [range(first, after) for first, after in pairwise(edges)]


def parts_of(batch: Batch, processes: int) -> list[tuple[Task, ...]]:
    """The batch's tasks in parts for so many processes."""
    tasks: Sequence[Task] = batch.tasks
    return [tuple(tasks[numbers.start : numbers.stop]) for numbers in spread(len(tasks), processes)]
