"""Leaders whose unit has fallen, and units that are gone with their leaders."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine import events as ev
from highground.engine.scene import Scene


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
        for leader in reversed(state.leaders):
            scene.emit(ev.LeaderLeft(leader, unit))


def lost(scene: Scene, unit: int) -> None:
    """A unit is gone with all that had joined it."""
    for leader in scene.state.units[unit].leaders:
        scene.emit(ev.UnitDestroyed(leader))
    scene.emit(ev.UnitDestroyed(unit))
