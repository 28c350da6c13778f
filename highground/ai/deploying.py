"""Setting up: what to place next, and where in the zone."""

from __future__ import annotations

from math import dist

from highground.ai.appraisal import Appraisal
from highground.engine import legal
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.scene import Scene
from highground.engine.steps.deployment import zone_of
from highground.engine.table.bases import in_polygon

STEP = 3.0


def next_unit(scene: Scene, units: tuple[int, ...]) -> int:
    """The steady ones first, the most dangerous last, so that they answer what the enemy has placed."""
    appraisal = Appraisal.of(scene.setup)
    return min(units, key=lambda unit: (appraisal.shooting[unit].sum() + appraisal.melee[unit].sum(), unit))


def anchors(scene: Scene, side: int) -> list[Point]:
    """Points of the side's zone on a grid; 24 or more in any zone of a usual size."""
    zone = zone_of(scene, side)
    columns, rows = int(BOARD_WIDTH / STEP), int(BOARD_HEIGHT / STEP)
    grid = ((STEP * (i + 0.5), STEP * (j + 0.5)) for i in range(columns) for j in range(rows))
    return [point for point in grid if in_polygon(point, zone)]


def places(scene: Scene, unit: int) -> tuple[Point, ...] | None:
    """Where the unit is set up: near ground worth holding, fighters forward, shooters back, not all in one heap."""
    side = scene.state.units[unit].side
    ranked = sorted(anchors(scene, side), key=lambda anchor: (-_score(scene, unit, side, anchor), anchor))
    for anchor in ranked[:12]:
        found = legal.set_up(scene, unit, anchor)
        if found is not None:
            return found
    return None


def _score(scene: Scene, unit: int, side: int, anchor: Point) -> float:
    appraisal = Appraisal.of(scene.setup)
    theirs = zone_of(scene, 1 - side)
    enemy = (sum(p[0] for p in theirs) / len(theirs), sum(p[1] for p in theirs) / len(theirs))
    own = scene.units_of(side)
    crowd = sum(max(0.0, 8.0 - dist(anchor, scene.figures(other.index).centre)) for other in own)
    ground = sum(30.0 / (6.0 + dist(anchor, o.location)) for o in scene.setup.layout.objectives)
    fights, shoots = float(appraisal.melee[unit].sum()), float(appraisal.shooting[unit].sum())
    forward = (fights - 0.6 * shoots) / max(1e-9, fights + shoots)
    return ground - 0.35 * crowd - forward * 0.25 * dist(anchor, enemy)
