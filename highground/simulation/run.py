"""Batches of battles between two armies."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from highground.engine.model import ArmySheet, Layout, Mission
from highground.simulation import failures
from highground.simulation.armies import setup_of
from highground.simulation.battles import STEP_LIMIT, Failure, Outcome, StepLimit, battle_seed, run_battle
from highground.simulation.players import Casting, PlayerNames
from highground.simulation.pool import results
from highground.simulation.summary import Failed, Summary, summarise
from highground.simulation.worker import BattleJob, Task

TIME_LIMIT = 120.0
"""Seconds after which a battle counts as stuck; one takes a small fraction of a second."""

ProgressHook = Callable[[int, int], None]
"""Called after each battle with how many are done, and of how many. An exception that it raises ends the batch."""


@dataclass(frozen=True)
class Plan:
    """How a batch is fought. The same `seed` gives the same battles whatever `jobs`, the number of processes.

    A battle that passes `step_limit` choices or `time_limit` seconds has failed. Failure files go to `failure_dir`.
    """

    seed: int = 1
    battles: int = 1
    jobs: int = 1
    casting: Casting = field(default_factory=PlayerNames)
    step_limit: int = STEP_LIMIT
    time_limit: float = TIME_LIMIT
    failure_dir: Path = Path("failures")
    log_file: Path | None = None
    """Where the first battle's log is kept, if anywhere."""


def simulate(
    a: ArmySheet,
    b: ArmySheet,
    layout: Layout,
    mission: Mission | None,
    plan: Plan,
    progress: ProgressHook | None = None,
) -> Summary:
    """Fight a batch. Battles that go wrong become failure files; the others decide the figures.

    Without a mission it is the pack's first one. Raises WorkerError where worker processes cannot start, OSError where
    files cannot be written.
    """
    setup = setup_of(a, b, layout, mission)
    job = BattleJob(
        (msgspec.json.encode(setup),), plan.casting, plan.step_limit, plan.time_limit, plan.log_file is not None
    )
    tasks = [Task(index, battle_seed(plan.seed, index)) for index in range(plan.battles)]
    ended: list[Outcome] = []
    failed: dict[int, Failed] = {}
    started = time.perf_counter()
    with closing(results(job, tasks, plan.jobs)) as coming:
        for result in coming:
            if isinstance(result, Failure):
                failed[result.index] = Failed(result.seed, str(failures.save(result, plan.failure_dir)), result.error)
            else:
                ended.append(result)
            if plan.log_file is not None and isinstance(result, Outcome) and result.log is not None:
                plan.log_file.write_bytes(result.log)
            if progress is not None:
                progress(len(ended) + len(failed), plan.battles)
    seconds = time.perf_counter() - started
    return summarise(setup, plan.seed, plan.jobs, seconds, ended, [failed[index] for index in sorted(failed)])


__all__ = ["TIME_LIMIT", "Plan", "ProgressHook", "StepLimit", "run_battle", "simulate"]
