"""Questions that several steps put to a choice before anything happens."""

from __future__ import annotations

from typing import TypeVar, overload

from highground.engine.base import FULL_TURN
from highground.engine.choices import Choice
from highground.engine.errors import Refusal
from highground.engine.figures import Ending
from highground.engine.model import Point
from highground.engine.scene import Scene
from highground.engine.spare import present
from highground.engine.state import Unit, shortened
from highground.engine.table.distance import snap

A = TypeVar("A")
B = TypeVar("B")


@overload
def expect(choice: Choice, kind: type[A], /) -> A: ...
@overload
def expect(choice: Choice, kind: type[A], other: type[B], /) -> A | B: ...
def expect(choice: Choice, *kinds: type) -> object:
    """The choice, if it is of a kind that fits now; else a Refusal that says what does."""
    if isinstance(choice, kinds):
        return choice
    fitting = tuple([kind.__name__ for kind in kinds])
    raise Refusal("wrong-choice", fitting=fitting, made=type(choice).__name__)


def unit_of(scene: Scene, index: int, side: int) -> Unit:
    """The unit, if it is the side's and alive."""
    units = scene.state.units
    if not 0 <= index < len(units):
        raise Refusal("no-such-unit", number=index)
    unit, name = units[index], scene.called(index)
    if unit.side != side:
        raise Refusal("not-yours", unit=name)
    if not unit.alive:
        host = scene.bearing(index, ()) if unit.joined is not None else None
        raise (
            Refusal("destroyed", unit=name) if host is None else Refusal("joined", unit=name, other=scene.called(host))
        )
    return unit


def on_table(scene: Scene, index: int, side: int) -> Unit:
    unit = unit_of(scene, index, side)
    if not unit.deployed:
        raise Refusal("not-on-table", unit=scene.called(index))
    return unit


def foe_of(scene: Scene, index: int, side: int) -> Unit:
    """The target, if it is an enemy unit on the table."""
    units = scene.state.units
    if not 0 <= index < len(units):
        raise Refusal("no-such-unit", number=index)
    if units[index].side == side:
        raise Refusal("own-unit", unit=scene.called(index))
    if not units[index].on_table:
        raise Refusal("not-on-table", unit=scene.called(index))
    return units[index]


def places_for(scene: Scene, unit: Unit, places: tuple[Point, ...]) -> tuple[Point, ...]:
    """The places of the unit's living miniatures, to a thousandth of an inch."""
    where = _living_in(scene, unit, len(places))
    if not all(-1000.0 < x < 1000.0 and -1000.0 < y < 1000.0 for x, y in places):
        raise Refusal("no-place-on-table", unit=scene.called(unit.index))
    return tuple([snap(float(places[i][0]), float(places[i][1])) for i in where])


def _living_in(scene: Scene, unit: Unit, listed: int) -> tuple[int, ...]:
    """Where in a list with one entry a miniature the living stand; spare ones that have not come may be left out."""
    sheet, living = scene.sheets[unit.index], scene.figures(unit.index).indices
    if listed == len(unit.wounds):
        return living
    there = present(sheet, unit)
    if listed != len(there):
        raise Refusal("wrong-count", unit=scene.called(unit.index), miniatures=len(there), places=listed)
    return tuple([there.index(i) for i in living])


def ending_for(
    scene: Scene,
    unit: Unit,
    places: tuple[Point, ...],
    heights: tuple[float, ...] = (),
    facings: tuple[int, ...] = (),
) -> Ending:
    """Where the unit's living miniatures shall end, how high, to a thousandth of an inch, and how they face."""
    ends, facings = places_for(scene, unit, places), _facings_for(scene, unit, facings)
    if not heights:
        return Ending(ends, facings=facings)
    where = _living_in(scene, unit, len(heights))
    if not all(0.0 <= height < 1000.0 for height in heights):
        raise Refusal("no-place-on-table", unit=scene.called(unit.index))
    return Ending(ends, shortened(tuple([round(float(heights[i]), 3) for i in where])), facings)


def _facings_for(scene: Scene, unit: Unit, facings: tuple[int, ...]) -> tuple[int, ...]:
    """How the living face; () where nobody turns, as nobody does on a round base but aircraft."""
    figures, sheet = scene.figures(unit.index), scene.sheets[unit.index]
    if not facings or not sheet.faces:
        return ()
    where = _living_in(scene, unit, len(facings))
    found = tuple([int(facings[i]) % FULL_TURN for i in where])
    if sheet.gait.airborne:
        now = unit.every_facing
        return () if all(now[i] == to for i, to in zip(figures.indices, found)) else found
    return () if all(base.turned(to) is base for base, to in zip(figures.bases, found)) else found
