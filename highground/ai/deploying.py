"""Setting up: what to place next, and where in the zone."""

from __future__ import annotations

from functools import lru_cache
from math import dist, sqrt

from highground.ai.appraisal import Appraisal
from highground.engine import legal
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point, Polygon, UnitSheet
from highground.engine.scene import Scene
from highground.engine.steps.deployment import zone_of
from highground.engine.table.bases import in_polygon

STEP = 2.5
TRIED = 24
"""How many of the best anchors are tried before the unit goes into reserve."""
_ROOM = 1.15
"""Radius of a formed-up unit, in base radii, over the square root of its number."""


def next_unit(scene: Scene, units: tuple[int, ...]) -> int:
    """The steady ones first, the most dangerous last, so that they answer what the enemy has placed."""
    appraisal = Appraisal.of(scene.setup)
    return min(units, key=lambda unit: (appraisal.shooting[unit].sum() + appraisal.melee[unit].sum(), unit))


@lru_cache(maxsize=64)
def anchors(zone: Polygon) -> tuple[Point, ...]:
    """Points of a zone on a grid; 24 or more in any zone of a usual size."""
    columns, rows = int(BOARD_WIDTH / STEP), int(BOARD_HEIGHT / STEP)
    grid = ((STEP * (i + 0.5), STEP * (j + 0.5)) for i in range(columns) for j in range(rows))
    return tuple(point for point in grid if in_polygon(point, zone))


def places(scene: Scene, unit: int) -> tuple[Point, ...] | None:
    """Where the unit is set up: near ground worth holding, fighters forward, shooters back, not all in one heap."""
    side = scene.state.units[unit].side
    own = [scene.figures(other) for other in scene.standing(side)]
    forward, enemy = _leaning(scene, unit), _middle(zone_of(scene, 1 - side))
    room = _room(scene.sheets[unit])
    ground = [objective.location for objective in scene.setup.layout.objectives]

    def score(anchor: Point) -> float:
        near = [(dist(anchor, other.centre), other.reach + room) for other in own]
        crowd = sum(0.35 * max(0.0, 8.0 - far) + (20.0 if far < room_needed else 0.0) for far, room_needed in near)
        held = sum(30.0 / (6.0 + dist(anchor, place)) for place in ground)
        return held - crowd - forward * 0.25 * dist(anchor, enemy)

    ranked = sorted((-score(anchor), anchor) for anchor in anchors(zone_of(scene, side)))
    for _, anchor in ranked[:TRIED]:
        found = legal.set_up(scene, unit, anchor)
        if found is not None:
            return found
    return None


def _leaning(scene: Scene, unit: int) -> float:
    """From -1 for a unit that only shoots to 1 for one that only fights."""
    appraisal = Appraisal.of(scene.setup)
    fights, shoots = float(appraisal.melee[unit].sum()), float(appraisal.shooting[unit].sum())
    return (fights - 0.6 * shoots) / max(1e-9, fights + shoots)


def _middle(zone: Polygon) -> Point:
    return (sum(p[0] for p in zone) / len(zone), sum(p[1] for p in zone) / len(zone))


def _room(sheet: UnitSheet) -> float:
    """About the radius of the circle that the unit fills."""
    return _ROOM * max(sheet.radii) * sqrt(len(sheet.radii)) + 0.2
