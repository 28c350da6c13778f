"""Questions that several steps put to a choice before anything happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, overload

from highground.engine.choices import Choice
from highground.engine.errors import Refusal
from highground.engine.model import Point
from highground.engine.scene import Scene
from highground.engine.state import Unit
from highground.engine.table.distance import snap

A = TypeVar("A")
B = TypeVar("B")

_NAMES = {
    "Advance": "move on to the next phase",
    "RollDice": "roll",
    "ChooseZone": "choose a deployment zone",
    "Deploy": "set a unit up",
    "Reserve": "put a unit into reserve",
    "Arrive": "bring a unit in from reserve",
    "Move": "move a unit",
    "Place": "put the unit down",
    "Embark": "get into a transport",
    "Disembark": "get out of a transport",
    "Shoot": "shoot",
    "Charge": "declare a charge",
    "Fight": "pick a unit to fight",
    "Strike": "declare attacks",
    "Use": "use an ability",
    "ByHand": "switch an ability by hand",
    "Pass": "pass",
    "End": "end the phase's actions",
    "EndBattle": "end the battle",
}


@overload
def expect(choice: Choice, kind: type[A], /) -> A: ...
@overload
def expect(choice: Choice, kind: type[A], other: type[B], /) -> A | B: ...
def expect(choice: Choice, *kinds: type) -> object:
    """The choice, if it is of a kind that fits now; else a Refusal that says what does."""
    if isinstance(choice, kinds):
        return choice
    wanted = " or ".join(_NAMES[kind.__name__] for kind in kinds)
    raise Refusal("wrong-choice", f"Now is the time to {wanted}, not to {_NAMES[type(choice).__name__]}.")


def unit_of(scene: Scene, index: int, side: int) -> Unit:
    """The unit, if it is the side's and alive."""
    units = scene.state.units
    if not 0 <= index < len(units):
        raise Refusal("no-such-unit", f"There is no unit with number {index}.")
    unit, name = units[index], scene.sheets[index].name
    if unit.side != side:
        raise Refusal("not-yours", f"{name} belongs to the other army.")
    if not unit.alive:
        raise Refusal("destroyed", f"{name} is destroyed.")
    return unit


def on_table(scene: Scene, index: int, side: int) -> Unit:
    unit = unit_of(scene, index, side)
    if not unit.deployed:
        raise Refusal("not-on-table", f"{scene.sheets[index].name} is not on the table.")
    return unit


def foe_of(scene: Scene, index: int, side: int) -> Unit:
    """The target, if it is an enemy unit on the table."""
    units = scene.state.units
    if not 0 <= index < len(units):
        raise Refusal("no-such-unit", f"There is no unit with number {index}.")
    if units[index].side == side:
        raise Refusal("own-unit", f"{scene.sheets[index].name} is a unit of the same army.")
    if not units[index].on_table:
        raise Refusal("not-on-table", f"{scene.sheets[index].name} is not on the table.")
    return units[index]


def count_of(units: Sequence[int]) -> str:
    return f"{len(units)} unit{'' if len(units) == 1 else 's'}"


def places_for(scene: Scene, unit: Unit, places: tuple[Point, ...]) -> tuple[Point, ...]:
    """The places of the unit's living miniatures, to a thousandth of an inch."""
    sheet = scene.sheets[unit.index]
    if len(places) != len(unit.wounds):
        raise Refusal(
            "wrong-count",
            f"{sheet.name} has {len(unit.wounds)} miniatures, {len(places)} places were given.",
            f"{len(places)} of {len(unit.wounds)}",
        )
    if not all(-1000.0 < value < 1000.0 for place in places for value in place):
        raise Refusal("off-board", f"A place of {sheet.name} is not a place on the table.")
    return tuple([snap(float(places[i][0]), float(places[i][1])) for i in scene.figures(unit.index).indices])
