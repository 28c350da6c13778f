"""What came of charges: the rolls of this phase, as the panel tells them."""

from __future__ import annotations

from collections.abc import Iterable

from highground.engine import events as ev
from highground.play.match import Match
from highground.reports.cast import Json


def results(match: Match, first: int = 0) -> list[Json]:
    """The charges rolled since the first so many choices, the last throw of each unit."""
    found: dict[int, Json] = {}
    gaps: dict[int, float] = {}
    for event in _events(match, first):
        if isinstance(event, ev.ChargeDeclared):
            gaps = dict(zip(event.targets, event.distances, strict=True))
        elif isinstance(event, ev.ChargeRolled):
            found[event.unit] = _result(match, event, gaps)
    return list(found.values())


def results_of_phase(match: Match) -> list[Json]:
    """The charges that were rolled in the charge phase that is under way."""
    if match.battle.state.phase != "charge":
        return []
    records = match.battle.records
    first = len(records)
    while first and not any(_begins(event) for event in records[first - 1].events):
        first -= 1
    return results(match, first)


def _begins(event: ev.Event) -> bool:
    return isinstance(event, ev.PhaseChanged) and event.time == "beginning"


def _events(match: Match, first: int) -> Iterable[ev.Event]:
    return (event for record in match.battle.records[first:] for event in record.events)


def _result(match: Match, event: ev.ChargeRolled, gaps: dict[int, float]) -> Json:
    cast = match.cast
    told: Json = {
        "charging_unit_uuid": cast.unit_uuids[event.unit],
        "charging_unit_name": cast.units[event.unit],
        "charge_roll": int(event.limit),
        "dice": list(event.dice),
        "needed": event.needed,
        "charge_success": event.success,
        "targets": [
            {
                "target_uuid": cast.unit_uuids[target],
                "target_name": cast.units[target],
                "target_distance": round(max(0.0, gaps[target]), 1),
                "charge_success": event.success,
            }
            for target in event.targets
        ],
    }
    return {**told, "message": _message(told)}


def _message(result: Json) -> str:
    """'Ash Walkers: rolled 8, needed 4. The charge reaches Raiders.'"""
    names = ", ".join(target["target_name"] for target in result["targets"])
    came = "reaches" if result["charge_success"] else "does not reach"
    rolled = f"rolled {result['charge_roll']}, needed {result['needed']}"
    return f"{result['charging_unit_name']}: {rolled}. The charge {came} {names}."
