"""Leaders whose unit has fallen, and units that are gone with their leaders."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine import events as ev
from highground.engine.scene import Scene
from highground.engine.state import Fighting, Resolving


def part(scene: Scene, unit: int, slain: Sequence[int], by: int | None) -> None:
    """Leaders whose miniatures have fallen are lost; the others leave a unit that is no more."""
    state = scene.state.units[unit]
    body = scene.sheets[unit].body
    first = body
    for leader in state.leaders:
        last = first + len(scene.state.units[leader].wounds)
        if not any(state.wounds[first:last]) and any(first <= i < last for i in slain):
            scene.emit(ev.UnitDestroyed(leader, by))
        first = last
    if not any(state.wounds[:body]):
        ready = _has_yet_to_attack(scene, unit)
        for leader in reversed(state.leaders):
            scene.emit(ev.LeaderLeft(leader, unit, ready))


def _has_yet_to_attack(scene: Scene, unit: int) -> bool:
    """Whether the unit was picked to fight, or declared attacks, of which no die has been rolled."""
    mine = [each for each in scene.state.stack if isinstance(each, Fighting | Resolving) and each.unit == unit]
    if any(isinstance(each, ev.AttacksMade) and each.unit == unit for each in scene.events):
        return False
    return bool(mine) and not any(map(_begun, mine))


def _begun(frame: Fighting | Resolving) -> bool:
    if isinstance(frame, Fighting):
        return frame.stage == "consolidate"
    return any(each.sequence.hit is not None for each in frame.volleys)


def lost(scene: Scene, unit: int) -> None:
    """A unit is gone with all that had joined it."""
    for leader in scene.state.units[unit].leaders:
        scene.emit(ev.UnitDestroyed(leader))
    scene.emit(ev.UnitDestroyed(unit))
