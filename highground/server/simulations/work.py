"""The job's work: fight a part of the battles, and sum all of them up."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import lru_cache
from typing import Any

import msgspec

from highground.engine.model import ArmySheet, Setup
from highground.server.jobs.kinds import JobError, ReportProgress
from highground.server.jobs.parts import PartRequest
from highground.simulation.armies import resolve_layout, setup_of
from highground.simulation.batch import WorkerError
from highground.simulation.battles import Failure, Outcome
from highground.simulation.players import PlayerNames
from highground.simulation.pool import WorkerPool
from highground.simulation.run import Plan, batch_of
from highground.simulation.summary import Failed, summarise

LEFT_OUT = ("jobs", "battles_per_second", "draws", "failures", "digests")


class SimulationRequest(msgspec.Struct, frozen=True):
    """A simulation job's request. The armies hold no private text."""

    a: ArmySheet
    b: ArmySheet
    layout: str | None
    battles: int
    seed: int
    personalities: tuple[str, str]


class PartResult(msgspec.Struct, frozen=True):
    """What is kept of a part's battles until the last one is fought: how each ended, not how it went."""

    ended: list[Outcome]
    failed: list[Failed]


def fight(request: bytes, report: ReportProgress) -> dict[str, Any]:
    """From a `PartRequest` to a `PartResult`. Raises JobError where no battle can be fought."""
    part = msgspec.json.decode(request, type=PartRequest)
    setup, plan, pool = _prepared(bytes(part.whole))
    batch = batch_of(setup, plan, range(part.first, part.first + part.size))
    found = PartResult([], [])
    try:
        with closing(pool.fight(batch.tasks)) as coming:
            for done, result in enumerate(coming, 1):
                if isinstance(result, Failure):
                    found.failed.append(Failed(result.seed, "", result.error))
                else:
                    found.ended.append(result)
                report(done / part.size, "")
    except WorkerError as error:
        raise JobError("The battles could not be fought: no process could be started for them.") from error
    fields: dict[str, Any] = msgspec.to_builtins(found)
    return fields


@lru_cache(maxsize=1)
def _prepared(whole: bytes) -> tuple[Setup, Plan, WorkerPool]:
    """What all parts of a simulation fight with: this process may be given the next one too.

    The job's process is small, and has loaded what battles need: the battles' process is forked from it.
    """
    wanted = msgspec.json.decode(whole, type=SimulationRequest)
    setup, plan = _setup(wanted), Plan(wanted.seed, wanted.battles, casting=PlayerNames(*wanted.personalities))
    return setup, plan, WorkerPool(batch_of(setup, plan, range(1)).job, 1, fork=True)


def gather(request: bytes, parts: Sequence[bytes], seconds: float) -> dict[str, Any]:
    """From a simulation's parts to the fields of `SimulationResult`."""
    wanted = msgspec.json.decode(request, type=SimulationRequest)
    found = [msgspec.json.decode(each, type=PartResult) for each in parts]
    ended = [outcome for each in found for outcome in each.ended]
    failed = [failure for each in found for failure in each.failed]
    fields: dict[str, Any] = msgspec.to_builtins(summarise(_setup(wanted), wanted.seed, 1, seconds, ended, failed))
    kept = {name: value for name, value in fields.items() if name not in LEFT_OUT}
    return kept | {"personalities": wanted.personalities, "failed": len(failed)}


def _setup(wanted: SimulationRequest) -> Setup:
    return setup_of(wanted.a, wanted.b, resolve_layout(wanted.layout))
