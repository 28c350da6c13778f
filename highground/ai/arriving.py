"""Where a unit comes in from reserve, for who looks at the mission."""

from __future__ import annotations

from math import cos, dist, pi, sin

from highground.ai.moving import Candidate, Places
from highground.ai.personality import Personality
from highground.engine import events as ev
from highground.engine import finding
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.scene import Scene

TRIED = 24
"""How many of the best anchors are tried."""
STEP = 4.0
BESIDE = (1.5, 3.0)
"""Inches from an objective at which a unit may come in."""
OFF = 11.5
"""Inches from the edge of an enemy unit at which one comes in before it, about."""


def arrival(
    scene: Scene, unit: int, personality: Personality
) -> tuple[tuple[Point, ...], Candidate, list[Candidate]] | None:
    """The best places for a unit that comes in, what they are worth, and the others; None if there is no room."""
    anchors = _anchors(scene, unit)
    first = next((found for each in anchors if (found := finding.arrive(scene, unit, each)) is not None), None)
    if first is None:
        return None
    twin = scene.fork()
    twin.emit(ev.UnitArrived(unit, first))
    places = Places(twin, twin.state.units[unit], personality, 0.0, advancing=False, spots=anchors)
    ranked = places.ranked(TRIED)
    for candidate in ranked:
        found = finding.arrive(scene, unit, candidate.anchor)
        if found is not None and _close(found, candidate.anchor):
            return found, candidate, ranked
    return first, ranked[0], ranked


def _close(places: tuple[Point, ...], anchor: Point) -> bool:
    """Whether the unit came to stand about where it was wanted."""
    x = sum([place[0] for place in places], 0.0) / len(places)
    y = sum([place[1] for place in places], 0.0) / len(places)
    return dist((x, y), anchor) <= 1.5


def _anchors(scene: Scene, unit: int) -> list[Point]:
    """About objectives, just out of reach of enemies, and all over the board."""
    found: list[Point] = []
    for objective in scene.setup.layout.objectives:
        x, y = objective.location
        found.append((x, y))
        for far in BESIDE:
            found += [(x + far * cos(k * pi / 4), y + far * sin(k * pi / 4)) for k in range(8)]
    for foe in scene.standing(1 - scene.state.units[unit].side):
        figures = scene.figures(foe)
        (x, y), far = figures.centre, figures.reach + OFF
        found += [(x + far * cos(k * pi / 4), y + far * sin(k * pi / 4)) for k in range(8)]
    columns, rows = int(BOARD_WIDTH / STEP), int(BOARD_HEIGHT / STEP)
    found += [(STEP * (i + 0.5), STEP * (j + 0.5)) for i in range(columns) for j in range(rows)]
    return [(x, y) for x, y in found if 1.5 < x < BOARD_WIDTH - 1.5 and 1.5 < y < BOARD_HEIGHT - 1.5]
