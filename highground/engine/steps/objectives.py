"""Who holds the objectives, and the primary score."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine import powers
from highground.engine.scene import Scene
from highground.engine.table.distance import TOLERANCE

REACH = 3.0
"""Inches from an objective's point to a base's edge within which a miniature counts."""


def levels(scene: Scene, objective: int) -> tuple[int, int]:
    """Both armies' objective control at an objective; battle-shocked units have none."""
    known: tuple[int, int] | None = scene.memo.get(("levels", objective))
    if known is None:
        known = scene.memo["levels", objective] = _levels(scene, objective)
    return known


def near(scene: Scene, unit: int, objective: int) -> bool:
    """Whether a miniature of the unit counts at an objective."""
    x, y = scene.setup.layout.objectives[objective].location
    return any((u - x) ** 2 + (v - y) ** 2 <= (REACH + r + TOLERANCE) ** 2 for u, v, r in scene.figures(unit).discs)


def _levels(scene: Scene, objective: int) -> tuple[int, int]:
    x, y = scene.setup.layout.objectives[objective].location
    totals = [0, 0]
    for side in (0, 1):
        for unit in scene.units_of(side):
            if not unit.shocked:
                totals[side] += _level_of(scene, unit.index, x, y)
    return totals[0], totals[1]


def _level_of(scene: Scene, unit: int, x: float, y: float) -> int:
    figures = scene.figures(unit)
    far = REACH + figures.reach + TOLERANCE
    if (figures.centre[0] - x) ** 2 + (figures.centre[1] - y) ** 2 > far * far:
        return 0
    line_up = scene.sheets[unit].line_up
    more = powers.added(scene, unit, "control")
    return sum(
        max(0, line_up[index].profile.objective_controlled + more)
        for index, place, radius in zip(figures.indices, figures.places, figures.radii, strict=True)
        if (place[0] - x) ** 2 + (place[1] - y) ** 2 <= (REACH + radius + TOLERANCE) ** 2
    )


def update_control(scene: Scene) -> None:
    """Hand objectives over to whoever out-controls the other; a sticky one stays with its holder until then."""
    for index, marker in enumerate(scene.state.markers):
        a, b = levels(scene, index)
        holder = None if a == b else int(b > a)
        if holder is None and marker.sticky:
            holder = marker.held_by
        if holder != marker.held_by:
            scene.emit(ev.ControlChanged(index, holder, (a, b)))


def score_primary(scene: Scene) -> None:
    """The mission's points for the active army, within the caps of a turn and of the battle."""
    state, mission = scene.state, scene.setup.mission
    if state.round < mission.first_round:
        return
    side = state.active
    held = tuple(i for i, marker in enumerate(state.markers) if marker.held_by == side)
    points = sum(mission.per_objective + int(state.markers[i].empowered) for i in held)
    theirs = sum(marker.held_by == 1 - side for marker in state.markers)
    if len(held) > theirs:
        points += mission.hold_more
    points = min(points, mission.turn_cap, mission.total_cap - state.armies[side].primary)
    if points > 0:
        scene.emit(ev.PrimaryScored(side, points, held, mission.name))
