"""Batches of battles between two armies."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from highground.engine.model import ArmySheet, Layout, Mission, Setup
from highground.simulation import cluster, pool
from highground.simulation.armies import setup_of
from highground.simulation.batch import Batch, BattleJob, Carrier, Fought, ProgressHook, Task
from highground.simulation.battles import STEP_LIMIT, Outcome, StepLimit, battle_seed, run_battle
from highground.simulation.players import Casting, PlayerNames
from highground.simulation.summary import Summary, summarise

TIME_LIMIT = 120.0
"""Seconds after which a battle counts as stuck; one takes a small fraction of a second."""


@dataclass(frozen=True)
class Plan:
    """How a batch is fought. The same `seed` gives the same battles whatever `jobs`, the number of processes, and also
    on the workers of a Dask scheduler at `cluster`.

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
    cluster: str | None = None


def carrier_of(jobs: int, address: str | None) -> Carrier:
    """Processes of this machine, or the workers of the Dask scheduler at that address."""
    return partial(pool.results, jobs=jobs) if address is None else partial(cluster.results, address=address)


def batch_of(setup: Setup, plan: Plan, numbers: range | None = None) -> Batch:
    """A plan's battles, or those of the numbers."""
    job = BattleJob(
        (msgspec.json.encode(setup),), plan.casting, plan.step_limit, plan.time_limit, plan.log_file is not None
    )
    return Batch(job, tuple(Task(i, battle_seed(plan.seed, i)) for i in numbers or range(plan.battles)))


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
    fought = Fought(plan.failure_dir, plan.battles)
    started = time.perf_counter()
    fought.fight(
        batch_of(setup, plan), carrier_of(plan.jobs, plan.cluster), progress, lambda ended: _keep_log(plan, ended)
    )
    seconds = time.perf_counter() - started
    return summarise(setup, plan.seed, plan.jobs, seconds, list(fought.ended.values()), fought.failures)


def _keep_log(plan: Plan, outcome: Outcome) -> None:
    if plan.log_file is not None and outcome.log is not None:
        plan.log_file.write_bytes(outcome.log)


__all__ = ["TIME_LIMIT", "Plan", "ProgressHook", "StepLimit", "batch_of", "carrier_of", "run_battle", "simulate"]
