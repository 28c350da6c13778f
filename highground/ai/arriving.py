"""Where a unit comes in from reserve or gets out of its transport, for who looks at the mission."""

from __future__ import annotations

from functools import cache, partial
from math import cos, dist, pi, sin

from highground.ai.moving import Candidate, Places
from highground.ai.outlook import Spots
from highground.ai.personality import Personality
from highground.engine import events as ev
from highground.engine import finding
from highground.engine.base import Base
from highground.engine.battle import Battle
from highground.engine.choices import Disembark
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.scene import Scene
from highground.engine.steps.movement import RESERVE_DISTANCE, RESERVE_EDGE, in_barred_zone
from highground.engine.table.distance import Disc

TRIED = 24
"""How many of the best anchors are tried."""
STEP = 4.0
EDGE_STEP = 2.0
DEEP = 3.0
"""Inches from an edge of the middle of a unit that stands within six inches of it."""
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
    places = Places(twin, twin.state.units[unit], personality, 0.0, advancing=False, spots=Spots(anchors, clear=True))
    ranked = places.ranked(TRIED)
    for candidate in ranked:
        found = finding.arrive(scene, unit, candidate.anchor)
        if found is not None and _close(found, candidate.anchor):
            return found, candidate, ranked
    return first, ranked[0], ranked


def best_exit(
    battle: Battle, unit: int, personality: Personality, ways: list[tuple[Point, ...]]
) -> tuple[Disembark, Candidate, list[Candidate]] | None:
    """The best of the places where a unit may get out, what they are worth, and the others; None if there is none."""
    scene, allowed = battle.scene, [each for each in map(partial(Disembark, unit), ways) if battle.allows(each)]
    if not allowed:
        return None
    twin, transport = scene.fork(), scene.state.units[unit].inside
    assert transport is not None
    twin.emit(ev.UnitDisembarked(unit, transport, allowed[0].places, True))
    standing = twin.figures(unit).indices
    spots = [_middle([each.places[i] for i in standing]) for each in allowed]
    places = Places(twin, twin.state.units[unit], personality, 0.0, advancing=False, spots=Spots(spots))
    ranked = places.ranked(len(spots))
    return allowed[ranked[0].number], ranked[0], ranked


def _middle(places: list[Point]) -> Point:
    return sum([x for x, _ in places], 0.0) / len(places), sum([y for _, y in places], 0.0) / len(places)


def _close(places: tuple[Point, ...], anchor: Point) -> bool:
    """Whether the unit came to stand about where it was wanted."""
    return dist(_middle(list(places)), anchor) <= 1.5


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
    if "deep strike" not in scene.sheets[unit].rules:
        found = [place for place in (*found, *_along_edges()) if _at_an_edge(scene, unit, place)]
    enemies = scene.circles(1 - scene.state.units[unit].side)
    return [place for place in found if _on_board(place) and not _too_near(enemies, place)]


@cache
def _along_edges() -> tuple[Point, ...]:
    """Places all along the edges, as deep as a formed-up unit stands there."""
    across = [EDGE_STEP * (i + 0.5) for i in range(int(BOARD_WIDTH / EDGE_STEP))]
    along = [EDGE_STEP * (j + 0.5) for j in range(int(BOARD_HEIGHT / EDGE_STEP))]
    ends = [(x, y) for x in across for y in (DEEP, BOARD_HEIGHT - DEEP)]
    return (*ends, *[(x, y) for x in (DEEP, BOARD_WIDTH - DEEP) for y in along])


def _width(base: Base) -> float:
    return base.radius


def _at_an_edge(scene: Scene, unit: int, place: Point) -> bool:
    """Whether the middle of a unit that comes in from an edge may be here, roughly."""
    x, y = place
    base = min(scene.sheets[unit].bases, key=_width)
    near = min(x, y, BOARD_WIDTH - x, BOARD_HEIGHT - y) <= RESERVE_EDGE - base.radius
    return near and not in_barred_zone(scene, scene.state.units[unit].side, place, base)


def _on_board(place: Point) -> bool:
    x, y = place
    return 1.5 < x < BOARD_WIDTH - 1.5 and 1.5 < y < BOARD_HEIGHT - 1.5


def _too_near(enemies: list[Disc], place: Point) -> bool:
    x, y = place
    return any((u - x) * (u - x) + (v - y) * (v - y) <= (RESERVE_DISTANCE + r) ** 2 for u, v, r in enemies)
