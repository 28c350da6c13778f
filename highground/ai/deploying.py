"""Setting up: what to place next, and where in the zone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import msgspec

from highground.ai.appraisal import Appraisal
from highground.engine import finding
from highground.engine.figures import Figures
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Layout, Point, UnitSheet
from highground.engine.scene import Scene
from highground.engine.steps import reserving, transports
from highground.engine.table.bases import in_polygon
from highground.engine.table.distance import apart

STEP = 2.5
TRIED = 3
"""How many of the best anchors are tried before the unit goes into reserve."""
CLOSE = 18.0
"""Inches of a gun's range up to which its unit does better to arrive near the enemy than to walk there."""
WAITING = 1 / 3
"""The share of an army, in points, that may wait in reserve."""
ERRAND_SHARE = 0.06
"""The share of its army, in points, that a unit may have which waits for what the missions ask for."""
ERRAND_SIZE = 10
"""Its miniatures at most: a larger one hardly finds room at an edge."""
FLANK_WORTH = 4.0
"""What a place at the end of the zone is worth to an army that is set up there, beside one in the middle."""
ERRANDS_FROM = 3
"""The round from which it comes in: from then on at any edge, in the enemy's zone too."""
_ROOM = 1.15
"""Radius of a formed-up unit, in base radii, over the square root of its number."""


class Deployment(msgspec.Struct, frozen=True):
    """A way to set up an army, by what a place in the zone is worth in it.

    `objectives` weighs how near they are, `forward` moves everybody towards the enemy (1) or back (-1), `flank` to one
    end of the zone (1, the right as seen from there) or the other (-1). Friends keep `spacing` inches apart and mind it
    by `apart` points an inch.
    """

    name: str
    objectives: float = 1.0
    forward: float = 0.0
    flank: float = 0.0
    spacing: float = 8.0
    apart: float = 0.35


USUAL = Deployment("usual")


def next_unit(scene: Scene, units: tuple[int, ...]) -> int:
    """The steady ones first, the most dangerous last, so that they answer what the enemy has placed."""
    appraisal = Appraisal.of(scene.setup)
    return min(units, key=lambda unit: (sum(appraisal.shooting[unit], 0.0) + sum(appraisal.melee[unit], 0.0), unit))


class DeployGround(NamedTuple):
    """A zone's anchors, for each how near it lies to objectives, and its distance from the enemy's zone.

    `flank` is where it lies between the ends of the zone as seen from the enemy's, -1 at one and 1 at the other.
    """

    anchors: list[Point]
    worth: list[float]
    distance: list[float]
    flank: list[float]


@lru_cache(maxsize=64)
def ground_of(layout: Layout, zone: int) -> DeployGround:
    """A deployment zone as a grid of places; 24 or more in any zone of a usual size."""
    polygon, theirs = layout.zones[zone].coordinates, layout.zones[1 - zone].coordinates
    columns, rows = int(BOARD_WIDTH / STEP), int(BOARD_HEIGHT / STEP)
    grid = [(STEP * (i + 0.5), STEP * (j + 0.5)) for i in range(columns) for j in range(rows)]
    anchors = [point for point in grid if in_polygon(point, polygon)]
    middle = _middle(theirs)
    worth = [sum([30.0 / (6.0 + apart(place, each.location)) for each in layout.objectives], 0.0) for place in anchors]
    return DeployGround(anchors, worth, [apart(place, middle) for place in anchors], _flanks(anchors, middle))


def _middle(points: Sequence[Point]) -> Point:
    return sum([x for x, _ in points], 0.0) / len(points), sum([y for _, y in points], 0.0) / len(points)


def _flanks(anchors: list[Point], enemy: Point) -> list[float]:
    """How far each lies across the line from their middle to the enemy, over the farthest of them."""
    x, y = _middle(anchors)
    dx, dy = enemy[0] - x, enemy[1] - y
    across = [(v - y) * dx - (u - x) * dy for u, v in anchors]
    farthest = max([abs(each) for each in across]) or 1.0
    return [each / farthest for each in across]


def places(scene: Scene, unit: int, way: Deployment = USUAL) -> tuple[Point, ...] | None:
    """Where the unit is set up: near ground worth holding, fighters forward, shooters back, not all in one heap."""
    side = scene.state.units[unit].side
    zone = scene.state.armies[side].zone
    assert zone is not None
    ground, room = ground_of(scene.setup.layout, zone), _room(scene.sheets[unit])
    forward, across = _leaning(scene, unit) + way.forward, FLANK_WORTH * way.flank
    own = [scene.figures(other) for other in scene.standing(side)]
    ranked = []
    for i, place in enumerate(ground.anchors):
        score = way.objectives * ground.worth[i] - forward * 0.25 * ground.distance[i] + across * ground.flank[i]
        ranked.append((_crowd(place, room, own, way) - score, i))
    ranked.sort()
    for _, i in ranked[:TRIED]:
        found = finding.set_up(scene, unit, ground.anchors[i])
        if found is not None:
            return found
    return next(finding.set_ups(scene, unit), None) if may_not_wait(scene, unit) else None


def may_not_wait(scene: Scene, unit: int) -> bool:
    """Whether too much of its army waits already, and there is room for the unit on the table."""
    return reserving.reserve_refusal(scene, scene.state.units[unit]) is not None


def _crowd(place: Point, room: float, own: list[Figures], way: Deployment) -> float:
    """What it costs to stand close to friendly units, and most of all among them."""
    x, y = place
    total = 0.0
    for other in own:
        u, v = other.centre
        dx, dy = x - u, y - v
        gap = sqrt(dx * dx + dy * dy)
        total += way.apart * max(0.0, way.spacing - gap) + (20.0 if gap < other.reach + room else 0.0)
    return total


def held_back(scene: Scene, unit: int) -> bool:
    """Whether the unit gains by coming in from reserve: one that arrives anywhere and does its work at close quarters.

    Aircraft have to. At most a share of the army waits, so that the rest can hold out until then.
    """
    sheet, side = scene.sheets[unit], scene.state.units[unit].side
    if sheet.gait.airborne:
        return True
    if "deep strike" not in sheet.rules:
        return False
    reach = Appraisal.of(scene.setup).guns[unit].reach
    if _leaning(scene, unit) <= 0.0 and reach and max(reach) > CLOSE:
        return False
    waiting = sum(scene.sheets[u.index].points for u in scene.state.units if u.side == side and u.reserves)
    army = sum(each.points for each in scene.setup.armies[side].units)
    return waiting + sheet.points <= WAITING * army and not may_not_wait(scene, unit)


def errand_unit(scene: Scene, side: int) -> int | None:
    """The unit that waits for what the missions ask for: the cheapest of the small ones that can do without a leader.

    It goes where a mission scores that has been drawn, be it behind the enemy, where nobody walks to in one turn.
    """
    setup, sheets = scene.setup, scene.sheets
    if not setup.secondaries or setup.fixed[side]:
        return None
    most = ERRAND_SHARE * sum(each.points for each in setup.armies[side].units)
    able = []
    for unit in scene.state.units:
        sheet = sheets[unit.index]
        usual = not sheet.warlord and "character" not in sheet.keyword_set and "deep strike" not in sheet.rules
        small = sheet.points <= most and len(sheet.starting) <= ERRAND_SIZE
        if unit.side == side and unit.joined is None and usual and small:
            able.append((sheet.points, unit.index))
    return min(able)[1] if able else None


def ride(scene: Scene, units: tuple[int, ...]) -> tuple[int, int] | None:
    """A fighting unit and the transport that it starts in, if there is one that is worth carrying."""
    able = [(unit, transports.rides(scene, unit)) for unit in units if _leaning(scene, unit) > 0.0]
    able = [each for each in able if each[1]]
    if not able:
        return None
    unit, rides = max(able, key=lambda each: (_leaning(scene, each[0]), -each[0]))
    return unit, rides[0]


def _leaning(scene: Scene, unit: int) -> float:
    """From -1 for a unit that only shoots to 1 for one that only fights."""
    appraisal = Appraisal.of(scene.setup)
    fights, shoots = sum(appraisal.melee[unit], 0.0), sum(appraisal.shooting[unit], 0.0)
    return (fights - 0.6 * shoots) / max(1e-9, fights + shoots)


def _room(sheet: UnitSheet) -> float:
    """About the radius of the circle that the unit fills."""
    return _ROOM * max([base.reach for base in sheet.bases]) * sqrt(len(sheet.starting)) + 0.2
