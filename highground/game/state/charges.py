"""What came of charges: the rolls of this phase, as the panel shows them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from highground.engine import events as ev
from highground.engine.amendments import AmendRoll, AnyAmendment
from highground.game.match.match import Match
from highground.game.views.state import ChargeResult, ReachedTarget


def results(match: Match, first: int = 0) -> list[ChargeResult]:
    """The charges rolled since the first so many choices, the last roll of each unit."""
    found: dict[int, ChargeResult] = {}
    gaps: dict[int, float] = {}
    for event in _events(match, first):
        if isinstance(event, ev.ChargeDeclared):
            gaps = dict(zip(event.targets, event.distances, strict=True))
        elif isinstance(event, ev.ChargeRolled):
            found[event.unit] = _result(match, event, gaps)
    return list(found.values())


def results_of_phase(match: Match) -> list[ChargeResult]:
    """The charges that were rolled in the charge phase that is under way."""
    if match.battle.state.phase != "charge":
        return []
    records = match.battle.records
    first = len(records)
    while first and not any(begins(event) for event in records[first - 1].events):
        first -= 1
    return results(match, first)


def begins(event: ev.Event) -> bool:
    """Whether a phase begins with it."""
    return isinstance(event, ev.PhaseChanged) and event.time == "beginning"


def with_targets(match: Match, amended: tuple[AnyAmendment, ...], unit: int | None) -> tuple[AnyAmendment, ...]:
    """A charge that is put right by hand is at those enemies that its unit rolled it for."""
    return tuple(
        [
            msgspec.structs.replace(each, targets=_charged(match, unit))
            if isinstance(each, AmendRoll) and each.roll == "charge" and not each.targets
            else each
            for each in amended
        ]
    )


def _charged(match: Match, unit: int | None) -> tuple[int, ...]:
    """The enemies at which the unit last rolled a charge."""
    for record in reversed(match.battle.records):
        for event in reversed(record.events):
            if isinstance(event, ev.ChargeRolled) and event.unit == unit:
                return event.targets
    return ()


def _events(match: Match, first: int) -> Iterable[ev.Event]:
    return (event for record in match.battle.records[first:] for event in record.events)


def _result(match: Match, event: ev.ChargeRolled, gaps: dict[int, float]) -> ChargeResult:
    cast = match.cast
    targets = [_target(match, event, target, gaps[target]) for target in event.targets]
    return {
        "charging_unit_uuid": cast.unit_uuids[event.unit],
        "charging_unit_name": cast.units[event.unit],
        "charge_roll": int(event.limit),
        "dice": list(event.dice),
        "needed": event.needed,
        "charge_success": event.success,
        "targets": targets,
        "message": _message(match, event),
    }


def _target(match: Match, event: ev.ChargeRolled, target: int, gap: float) -> ReachedTarget:
    return {
        "target_uuid": match.cast.unit_uuids[target],
        "target_name": match.cast.units[target],
        "target_distance": round(max(0.0, gap), 1),
        "charge_success": event.success,
    }


def _message(match: Match, event: ev.ChargeRolled) -> str:
    """'Ash Walkers: rolled 8, needed 4. The charge reaches Raiders.'"""
    names = ", ".join(match.cast.units[target] for target in event.targets)
    came = "reaches" if event.success else "does not reach"
    rolled = f"rolled {int(event.limit)}, needed {event.needed}"
    return f"{match.cast.units[event.unit]}: {rolled}. The charge {came} {names}."
