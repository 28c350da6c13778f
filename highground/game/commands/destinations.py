"""Where a unit that is sent to a place ends: each of its miniatures, on its floor."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import NamedTuple

from highground.engine import choices as ch
from highground.engine import finding
from highground.engine.errors import Refusal
from highground.engine.figures import Ending, spread
from highground.engine.model import Point
from highground.engine.spare import present
from highground.engine.steps import flight
from highground.engine.steps.checks import ending_for
from highground.engine.steps.placing import turning
from highground.game.match.match import Match
from highground.game.parts import floors
from highground.game.state.marching import best_advance, check_best_advance

CLOSE_ENOUGH = 0.02
"""Inches by which a shifted unit may miss the place that it was sent to."""
NEARBY = 6.0
"""Inches within which a unit that closes up about a place is set up: farther away is not what was asked for."""


class Destination(NamedTuple):
    """Where a unit shall go: about a place, or each miniature to its own, on a floor.

    `facings` say how each then faces, if some turn.
    """

    location: Point | None
    places: tuple[Point, ...]
    floor: floors.WantedFloor
    facings: tuple[int, ...] = ()


def of_all(match: Match, unit: int, places: Sequence[Point]) -> Sequence[Point]:
    """Places of a unit's miniatures, put in line with those that may be added to it and have not come."""
    state = match.battle.state.units[unit]
    there = present(match.battle.scene.sheets[unit], state)
    if len(places) == len(state.places) or len(places) != len(there):
        return places  # the rules refuse a wrong number
    everyone = list(state.places)
    for miniature, place in zip(there, places, strict=True):
        everyone[miniature] = place
    return everyone


def closed_up(match: Match, unit: int, location: Point, floor: floors.WantedFloor) -> Ending:
    """Where a unit that is set up about a place stands: there, or in the room nearest to it."""
    name = match.cast.units[unit]
    scene = match.battle.scene
    above = floors.set_up(scene, unit, location, floor)
    if above is not None:
        return above
    if not finding.may_set_up(scene, unit, location):
        raise Refusal("outside-zone", unit=name)
    found = finding.set_up(scene, unit, location)
    there = [] if found is None else [found[i] for i in scene.state.units[unit].standing]
    if found is None or dist([sum(axis) / len(there) for axis in zip(*there, strict=True)], location) > NEARBY:
        raise Refusal("no-room-near", unit=name, distance=NEARBY)
    return Ending(found)


def ends(match: Match, unit: int, goal: Destination, limit: float) -> Ending:
    """Where each miniature ends. The formation is shifted whole; where that fails, it closes up about the place."""
    scene, location = match.battle.scene, goal.location
    if goal.places:
        return Ending(goal.places, floors.heights_at(scene, unit, goal.places, goal.floor), goal.facings)
    if location is None:
        raise Refusal("no-move-place")
    if scene.sheets[unit].gait.airborne and scene.on_table(unit):
        ahead = spread(scene.figures(unit), flight.abreast(scene, unit, location), scene.state.units[unit])
        return Ending(ahead, facings=goal.facings)
    limit -= _for_turning(match, unit, goal.facings)
    above = floors.form_up(scene, unit, location, goal.floor, limit)
    if above is not None:
        return turned(above, goal.facings)
    there = _on_the_ground(match, unit, location, limit)
    return Ending(there, floors.heights_at(scene, unit, there, goal.floor), goal.facings)


def _for_turning(match: Match, unit: int, facings: tuple[int, ...]) -> float:
    """The inches of its move that the unit spends on facing so."""
    scene, state = match.battle.scene, match.battle.state.units[unit]
    if not facings or not state.on_table:
        return 0.0
    return max(turning(scene, unit, ending_for(scene, state, state.places, facings=facings)), default=0.0)


def turned(end: Ending, facings: tuple[int, ...]) -> Ending:
    """The same places, each facing as was asked for; as it is found where nobody asked."""
    return end._replace(facings=facings) if facings else end


def _on_the_ground(match: Match, unit: int, location: Point, limit: float) -> tuple[Point, ...]:
    scene = match.battle.scene
    figures = scene.figures(unit)
    if not figures.places:
        raise Refusal("not-on-table", unit=match.cast.units[unit])
    middle = tuple(sum(axis) / len(figures.places) for axis in zip(*figures.places, strict=True))
    anchor = (figures.centre[0] + location[0] - middle[0], figures.centre[1] + location[1] - middle[1])
    shifted = finding.shift(scene, unit, anchor, limit)
    if shifted is not None and _lands(shifted, scene.state.units[unit].wounds, location):
        return shifted
    return finding.form_up(scene, unit, anchor, limit) or _straight(match, unit, location, middle)


def _lands(ends: tuple[Point, ...], wounds: tuple[int, ...], location: Point) -> bool:
    """Whether a shift came as far as it was wanted to, not merely as far as it could."""
    there = [place for place, left in zip(ends, wounds, strict=True) if left]
    x, y = (sum(axis) / len(there) for axis in zip(*there, strict=True))
    return dist((x, y), location) < CLOSE_ENOUGH


def _straight(match: Match, unit: int, location: Point, middle: tuple[float, ...]) -> tuple[Point, ...]:
    """The whole shift, legal or not: the battle says what is wrong with it."""
    dx, dy = location[0] - middle[0], location[1] - middle[1]
    return tuple((round(x + dx, 3), round(y + dy, 3)) for x, y in match.battle.state.units[unit].places)


def check_advance(match: Match, unit: int, goal: Destination) -> None:
    """Refuses, before any die is rolled, a place where not even the best roll would let the unit stand."""
    scene = match.battle.scene
    refused = match.battle.refusal_of(ch.Move(unit, "advance"))
    if refused is not None:
        raise refused
    most = best_advance(scene, unit)
    _check_reach(match, unit, goal, most)
    check_best_advance(scene, unit, ends(match, unit, goal, most))


def _check_reach(match: Match, unit: int, goal: Destination, most: float) -> None:
    figures = match.battle.scene.figures(unit)
    if goal.places:
        starts = match.battle.state.units[unit].places
        far = max((dist(a, b) for a, b in zip(starts, goal.places, strict=False)), default=0.0)
    else:
        assert goal.location is not None
        far = dist(tuple(sum(axis) / len(figures.places) for axis in zip(*figures.places, strict=True)), goal.location)
    if far > most + CLOSE_ENOUGH:
        raise Refusal("advance-too-far", unit=match.cast.units[unit], length=far, limit=most)
