"""How aircraft move: straight ahead, 20 inches or more, then a turn; or off the table, into reserve."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Final

from highground.engine import events as ev
from highground.engine.base import FULL_TURN
from highground.engine.errors import Refusal
from highground.engine.figures import Ending, whole
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.scene import Scene
from highground.engine.state import Unit
from highground.engine.steps.placing import check_standing
from highground.engine.table.distance import TOLERANCE, apart, centre, snap

LEAST: Final = 20.0
"""Inches that an aircraft flies at least; there is no most."""
FARTHEST: Final = 75.0
"""Inches across the board, corner to corner: nothing flies farther."""
MOST_TURN: Final = 90
"""Degrees by which it may turn once it has flown."""
OFF_LINE: Final = 0.05
"""Inches by which a place may lie beside the line ahead: what a hand on a screen or a table cannot see."""
ROUNDED: Final = 0.002
"""Inches by which a flight may look too short, since places are kept to a thousandth of an inch."""
STEP: Final = 2.0
"""Inches between the places that are tried."""


def check(scene: Scene, unit: Unit, end: Ending) -> None:
    """Each miniature flies straight ahead, far enough, turns no farther than it may, and ends where it may stand."""
    figures, name = scene.figures(unit.index), scene.called(unit.index)
    headings = [unit.every_facing[i] for i in figures.indices]
    for start, place, heading in zip(figures.places, end.places, headings):
        along, aside = _split(start, place, heading)
        if along < 0.0 or abs(aside) > OFF_LINE:
            raise Refusal("not-ahead", unit=name, aside=abs(aside))
        if along < LEAST - ROUNDED:
            raise Refusal("too-short", unit=name, length=along, least=LEAST)
    if any(turned_by(heading, to) > MOST_TURN for heading, to in zip(headings, end.facings)):
        raise Refusal("turns-too-far", unit=name, most=MOST_TURN)
    check_standing(scene, unit, end)


def turned_by(heading: int, to: int) -> int:
    """Degrees between two facings, at most 180."""
    return abs((to - heading + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2)


def _split(start: Point, place: Point, heading: int) -> Point:
    """How far a place lies ahead of another, and how far beside the line ahead, in inches."""
    c, s = cos(radians(heading)), sin(radians(heading))
    dx, dy = place[0] - start[0], place[1] - start[1]
    return dx * c + dy * s, dy * c - dx * s


def straightened(start: Point, place: Point, heading: int, forgiven: float) -> Point:
    """The place drawn onto the line ahead, and on to the least flight, where no more than so many inches are amiss."""
    along, aside = _split(start, place, heading)
    if abs(aside) > forgiven or along < LEAST - forgiven:
        return place
    return onward(start, heading, max(LEAST, along))


def ahead(scene: Scene, unit: int, inches: float) -> tuple[Point, ...]:
    """Where the living of a unit are so many inches straight ahead, on the table or off it."""
    figures, state = scene.figures(unit), scene.state.units[unit]
    return tuple([onward(place, state.every_facing[i], inches) for place, i in zip(figures.places, figures.indices)])


def onward(place: Point, heading: int, inches: float) -> Point:
    """The point so many inches ahead of a place."""
    x, y = place
    return snap(x + inches * cos(radians(heading)), y + inches * sin(radians(heading)))


def abreast(scene: Scene, unit: int, location: Point) -> tuple[Point, ...]:
    """Where the unit ends that flies on until it is abreast of a place, or as far as it has to."""
    figures, state = scene.figures(unit), scene.state.units[unit]
    along, _ = _split(centre(figures.places), location, state.every_facing[figures.indices[0]])
    return ahead(scene, unit, max(LEAST, along))


def flights(scene: Scene, unit: int) -> Iterator[tuple[Point, ...]]:
    """Places of the living that the unit may fly to, the nearest first, every `STEP` inches."""
    state, inches, room = scene.state.units[unit], LEAST, room_of(scene, unit)
    while inches <= room:
        places = ahead(scene, unit, inches)
        if may_end(scene, state, Ending(places)):
            yield places
        inches += STEP


def room_of(scene: Scene, unit: int) -> float:
    """Inches that all miniatures of a unit have before them until the middle of one is at the edge of the board."""
    figures, state = scene.figures(unit), scene.state.units[unit]
    return min([room_ahead(place, state.every_facing[i]) for place, i in zip(figures.places, figures.indices)])


def may_end(scene: Scene, unit: Unit, end: Ending) -> bool:
    """Whether it may stand there, facing so."""
    try:
        check_standing(scene, unit, end)
    except Refusal:
        return False
    return True


def room_ahead(place: Point, heading: int) -> float:
    """Inches from a place straight on to the edge of the board."""
    c, s = cos(radians(heading)), sin(radians(heading))
    x, y = place
    to_side = ((BOARD_WIDTH - x) / c if c > 0.0 else -x / c) if abs(c) > TOLERANCE else FARTHEST
    to_end = ((BOARD_HEIGHT - y) / s if s > 0.0 else -y / s) if abs(s) > TOLERANCE else FARTHEST
    return min(to_side, to_end)


def put(scene: Scene, unit: Unit, end: Ending) -> None:
    """It flies there: what has been checked."""
    figures = scene.figures(unit.index)
    far = round(max([apart(a, b) for a, b in zip(figures.places, end.places)]), 3)
    places, heights, facings = whole(figures, end, unit)
    scene.emit(ev.UnitMoved(unit.index, "moved", places, far, FARTHEST, (), heights, facings))


def refuse(scene: Scene, unit: Unit) -> Refusal:
    """Why an aircraft neither stands still, nor advances, nor falls back."""
    return Refusal("flies-on", unit=scene.called(unit.index), least=LEAST)
