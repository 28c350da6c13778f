"""Moves and places where somebody stands above the ground: each miniature among those on its own floor.

Who is on another floor is in nobody's way, but enemies near enough up or down are kept from all the same. A way leads
across the lower of its two floors, or the ground from piece to piece, and its climb counts with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from highground.engine.abilities import powers
from highground.engine.base import Base, round_base
from highground.engine.figures import Ending, facing_so, raised_at, together
from highground.engine.model import Point
from highground.engine.scene import Scene
from highground.engine.state import Unit
from highground.engine.steps.clearing import clearance, giants, grounded, passed
from highground.engine.table import floors
from highground.engine.table.board import Piece
from highground.engine.table.coherency import LARGE_UNIT, left_behind
from highground.engine.table.contact import charge_to
from highground.engine.table.distance import FAR, TOLERANCE, Disc, apart, bounds
from highground.engine.table.flat import flat_discs
from highground.engine.table.floors import Raised, level
from highground.engine.table.ground import Bystanders
from highground.engine.table.moves import Bends, Offence, barred, walk, way_of
from highground.engine.table.paths import OPEN, Barriers, Path

NEAR = 2.0
"""Inches beyond a move's own circle within which other bases can matter to it."""


class Crowd(NamedTuple):
    """Who stands about a unit, with heights: enemies, those of them to keep from, friends, and friends in the way."""

    foes: Raised
    keep: Raised
    friends: Raised
    solid: Sequence[Disc]


class Leg(NamedTuple):
    """One miniature's move: from a place and height to another."""

    start: Point
    low: float
    end: Point
    high: float
    base: Base


def around(scene: Scene, unit: Unit, middle: Point, span: float, near: Collection[int] = ()) -> Crowd:
    """Who stands within `span` inches; the enemies in `near` may be approached."""
    foes = scene.raised_near(1 - unit.side, middle, span)
    keep = foes
    if near:
        left = [each for each in scene.standing(1 - unit.side) if each not in near]
        keep = _together(scene, left)
    gait, friends = scene.sheets[unit.index].gait, scene.raised_near(unit.side, middle, span, unit.index)
    clear = clearance(scene, unit.index)
    bulky = [
        each
        for each in scene.standing(unit.side)
        if each != unit.index and scene.sheets[each].gait.bulky and not passed(scene, clear, each)
    ]
    bulky = [each for each in bulky if not scene.sheets[each].gait.airborne]
    solid = _together(scene, bulky).discs() if gait.bulky and not gait.flies else ()
    return Crowd(foes, keep, friends, solid)


def _together(scene: Scene, units: Sequence[int]) -> Raised:
    return together([scene.figures(unit) for unit in units])


def check_places(scene: Scene, unit: Unit, end: Ending, near: Collection[int] = ()) -> Offence | None:
    """What is wrong with where a unit is set up; it may stand by the enemies in `near`."""
    everybody = raised_at(scene.figures(unit.index), end)
    x, y, reach = bounds(everybody.places, everybody.bases)
    crowd = around(scene, unit, (x, y), reach + NEAR, near)
    for i, (place, base) in enumerate(zip(everybody.places, everybody.bases)):
        leg = Leg(place, 0.0, place, everybody.height(i), base)
        fault = _check_end(scene, unit, leg, crowd, everybody, i)
        if fault is not None:
            return fault._replace(miniature=i)
    return _check_coherency(everybody)


def go(
    scene: Scene,
    unit: Unit,
    end: Ending,
    limit: float,
    near: Collection[int] = (),
    more: Sequence[float] = (),
    *,
    through: bool = False,
    turns: Sequence[float] = (),
) -> Offence | Bends:
    """The first thing wrong with a move, or the ways that bend or climb; their lengths count the climb.

    The unit may end near the enemies in `near`, and passes `through` enemies when it falls back.
    """
    figures = scene.figures(unit.index)
    span = figures.reach + limit + max(more, default=0.0) + NEAR
    crowd = around(scene, unit, figures.centre, span, near)
    everybody = raised_at(figures, end)
    found: Bends = {}
    for i, leg in enumerate(_legs(scene, unit, end)):
        turn = turns[i] if turns else 0.0
        if leg.start == leg.end and level(leg.low, leg.high) and not turn:
            continue
        most = limit + (more[i] if more else 0.0) - turn
        way = _check_end(scene, unit, leg, crowd, everybody, i) or _way(scene, unit, leg, crowd, most, through)
        if isinstance(way, Offence):
            return way._replace(miniature=i)
        if len(way.points) > 2 or not level(leg.low, leg.high):
            found[i] = way
    return _check_coherency(everybody) or found


def trapped(scene: Scene, unit: Unit, end: Ending, limit: float, more: Sequence[float]) -> tuple[int, ...]:
    """The miniatures that have no way but through an enemy, by their indices."""
    figures = scene.figures(unit.index)
    crowd = around(scene, unit, figures.centre, figures.reach + limit + max(more, default=0.0) + NEAR)
    closed = crowd._replace(keep=floors.NOBODY)
    found = []
    for i, leg in enumerate(_legs(scene, unit, end)):
        most = limit + (more[i] if more else 0.0)
        if leg.start != leg.end and isinstance(_way(scene, unit, leg, closed, most, False), Offence):
            found.append(figures.indices[i])
    return tuple(found)


def find_charge(scene: Scene, unit: int, targets: tuple[int, ...], limit: float) -> Ending | None:
    """Where a charge ends, all of the unit on one floor: the ground, or a floor that the first target stands on."""
    first = scene.figures(targets[0]).raised
    tried: set[tuple[int, float]] = set()
    for i in range(-1, len(first.places)):
        place, height = ((0.0, 0.0), 0.0) if i < 0 else (first.places[i], first.height(i))
        piece = floors.piece_under(scene.board, place, height)
        key = (-1 if piece is None else piece.index, height)
        if key in tried:
            continue
        tried.add(key)
        found = _charge_on(scene, unit, targets, limit, piece, height)
        if found is not None:
            return found
    return None


def _charge_on(
    scene: Scene, unit: int, targets: tuple[int, ...], limit: float, piece: Piece | None, height: float
) -> Ending | None:
    """A charge that ends on one floor."""
    goals = [floors.in_reach(scene.figures(target).raised, height) for target in targets]
    rise = highest_climb(scene, unit, piece, height)
    if rise is None or rise >= limit or not all(goals):
        return None
    figures, state = scene.figures(unit), scene.state.units[unit]
    crowd = around(scene, state, figures.centre, figures.reach + limit + NEAR, targets)
    places = charge_to(
        scene.board,
        (figures.places, figures.bases),
        [([(x, y) for x, y, _ in goal], [round_base(r) for _, _, r in goal]) for goal in goals],
        limit - rise,
        blocked=floors.on_floor(crowd.friends, height),
        others=floors.in_reach(crowd.keep, height),
        barriers=barriers_on(scene, unit, crowd, height),
        zone=None if piece is None else piece.polygon,
    )
    if places is None:
        return None
    return confirmed(scene, unit, places, height, limit, targets)


def highest_climb(scene: Scene, unit: int, piece: Piece | None, height: float) -> float | None:
    """The most inches that a miniature of the unit climbs to a floor of a piece; None where it cannot stand there."""
    figures, gait = scene.figures(unit), scene.sheets[unit].gait
    if height and not (gait.climbs or gait.flies):
        return None
    if powers.permits(scene, unit, "climb freely"):
        return 0.0
    goal = (0.0, 0.0) if piece is None else piece.circle[:2]
    lows = figures.raised.every_height
    return max([floors.climb(scene.board, place, low, goal, height) for place, low in zip(figures.places, lows)])


def confirmed(
    scene: Scene, unit: int, places: tuple[Point, ...], height: float, limit: float, near: Collection[int] = ()
) -> Ending | None:
    """The places on one floor, if the rules let the unit go there."""
    ending = Ending(places, (height,) * len(places) if height else ())
    way = go(scene, scene.state.units[unit], ending, limit, near)
    return None if isinstance(way, Offence) else ending


def barriers_on(scene: Scene, unit: int, crowd: Crowd, height: float) -> Barriers:
    """What the engine's own search for places on a floor takes to be in the way: all enemies, wherever they stand."""
    gait = scene.sheets[unit].gait
    if gait.flies:
        return OPEN
    return barred(crowd.foes.discs(), floors.in_reach(crowd.keep, height), crowd.solid, walls=not gait.climbs)


def _legs(scene: Scene, unit: Unit, end: Ending) -> list[Leg]:
    figures = scene.figures(unit.index)
    lows, highs = figures.raised.every_height, end.heights or (0.0,) * len(end.places)
    return [Leg(*leg) for leg in zip(figures.places, lows, end.places, highs, facing_so(figures, end.facings))]


def _check_end(scene: Scene, unit: Unit, leg: Leg, crowd: Crowd, everybody: Raised, i: int) -> Offence | None:
    """Why a miniature may not stand where it ends: its floor, the bases on it, enemies near."""
    fault = floors.check_floor(scene.board, leg.end, leg.base, leg.high)
    if fault is not None:
        return fault
    gait = scene.sheets[unit.index].gait
    if leg.high and not (gait.climbs or gait.flies):
        return Offence("cannot-climb", {})
    there = [j for j in range(len(everybody.places)) if j != i and level(everybody.height(j), leg.high)]
    own = [disc for j in there for disc in everybody.discs_of(j)]
    beside = [*floors.on_floor(crowd.friends, leg.high), *own]
    bystanders = Bystanders(floors.on_floor(crowd.foes, leg.high), beside, floors.in_reach(crowd.keep, leg.high), OPEN)
    found = walk(scene.board, (leg.end,), (leg.end,), (leg.base,), None, bystanders)
    return found if isinstance(found, Offence) else None


def _way(scene: Scene, unit: Unit, leg: Leg, crowd: Crowd, limit: float, through: bool) -> Offence | Path:
    """The shortest way, with its climb, or why there is none within the limit."""
    gait = scene.sheets[unit.index].gait
    free = powers.permits(scene, unit.index, "climb freely")
    rise = 0.0 if free else floors.climb(scene.board, leg.start, leg.low, leg.end, leg.high)
    straight = apart(leg.start, leg.end)
    if gait.flies:
        far = floors.distance(straight, 0.0 if free else leg.high - leg.low)
        return _too_far(far, limit, 0.0) if far > limit + TOLERANCE else Path((leg.start, leg.end), far)
    if rise + straight > limit + TOLERANCE:
        return _too_far(rise + straight, limit, rise)
    if not straight:
        return Path((leg.start, leg.end), rise)
    way = way_of(
        scene.board, leg.start, leg.end, leg.base.radius, _closed(scene, unit, leg, crowd, through), limit - rise
    )
    if isinstance(way, Path):
        return Path(way.points, way.length + rise)
    facts = {name: value + rise if isinstance(value, float) else value for name, value in way.facts.items()}
    return Offence(way.code, facts)


def _closed(scene: Scene, unit: Unit, leg: Leg, crowd: Crowd, through: bool) -> Barriers:
    """What is in the way on the floor across which it leads."""
    clear = clearance(scene, unit.index)
    walls = not (scene.sheets[unit.index].gait.climbs or clear.walls)
    if clear.over:
        foes_in = [] if clear.giants else giants(scene, unit.index, FAR, 1 - unit.side)
        return barred(foes_in, foes_in, crowd.solid, walls=walls)
    if through:
        friends = flat_discs(crowd.solid)
        return Barriers(friends, walls, friends)
    same = floors.piece_under(scene.board, leg.start, leg.low) is floors.piece_under(scene.board, leg.end, leg.high)
    across = min(leg.low, leg.high) if same else 0.0
    foes, keep = floors.on_floor(crowd.foes, across), floors.in_reach(crowd.keep, across)
    return barred(grounded(scene, foes), grounded(scene, keep), crowd.solid, walls=walls)


def _too_far(length: float, limit: float, rise: float) -> Offence:
    if rise:
        return Offence("too-far-to-climb", {"length": length, "limit": limit, "climb": rise})
    return Offence("too-far", {"length": length, "limit": limit})


def _check_coherency(unit: Raised) -> Offence | None:
    lost, count = left_behind(floors.neighbours(unit)), len(unit.places)
    if not lost:
        return None
    needed = 2 if count >= LARGE_UNIT else 1
    return Offence("coherency", {"lost": len(lost), "miniatures": count, "needed": needed}, lost[0])
