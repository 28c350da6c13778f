"""The job's work: fight the battles, in the job's own process and the workers that it starts."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from highground.engine.model import ArmySheet
from highground.server.jobs.kinds import JobError, ReportProgress
from highground.simulation.armies import resolve_layout
from highground.simulation.players import PlayerNames
from highground.simulation.pool import WorkerError
from highground.simulation.run import Plan, simulate
from highground.simulation.summary import Summary

LEFT_OUT = ("jobs", "battles_per_second", "draws", "failures", "digest", "digests")


class SimulationRequest(msgspec.Struct, frozen=True):
    """A simulation job's request. The armies hold no private text."""

    a: ArmySheet
    b: ArmySheet
    layout: str | None
    battles: int
    seed: int
    personalities: tuple[str, str]


def fight(request: bytes, report: ReportProgress) -> dict[str, Any]:
    """From a `SimulationRequest` to the fields of `SimulationResult`. Raises JobError where no battle can be fought."""
    wanted = msgspec.json.decode(request, type=SimulationRequest)
    report(0.0, f"0 of {wanted.battles} battles")

    def progress(done: int, of: int) -> None:
        report(done / of, f"{done} of {of} battles")

    with TemporaryDirectory(prefix="highground-failures-") as folder:
        plan = Plan(wanted.seed, wanted.battles, casting=PlayerNames(*wanted.personalities), failure_dir=Path(folder))
        try:
            summary = simulate(wanted.a, wanted.b, resolve_layout(wanted.layout), None, plan, progress)
        except WorkerError as error:
            raise JobError("The battles could not be fought: no process could be started for them.") from error
    return _report(summary, wanted)


def _report(summary: Summary, wanted: SimulationRequest) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(summary)
    kept = {name: value for name, value in fields.items() if name not in LEFT_OUT}
    return kept | {"personalities": wanted.personalities, "failed": len(summary.failures)}
