"""The charge phase: declare, roll, move into engagement."""

from __future__ import annotations

from math import ceil

from highground.engine import events as ev
from highground.engine import powers
from highground.engine.choices import Charge, Choice, Place, Request, RollDice
from highground.engine.errors import Refusal
from highground.engine.model import Point
from highground.engine.scene import Scene, spread
from highground.engine.state import ChargeRoll, Charging, Unit
from highground.engine.steps import windows
from highground.engine.steps.checks import expect, foe_of, on_table, places_for
from highground.engine.steps.placing import charge_bends, charge_places, check_charge, ways
from highground.engine.table.distance import ENGAGEMENT, TOLERANCE
from highground.engine.table.moves import Bends

REACH = 12.0


def why_not(scene: Scene, unit: Unit) -> Refusal | None:
    """Why the unit cannot declare a charge, if it cannot."""
    name = scene.sheets[unit.index].name
    if unit.charge_tried:
        return Refusal("already-charged", f"{name} has tried to charge in this phase.")
    if unit.moved == "advanced" and not powers.has(scene, unit.index, "permission", "advance and charge"):
        return Refusal("advanced", f"{name} advanced and cannot charge in this turn.")
    if unit.moved == "fell_back" and not powers.has(scene, unit.index, "permission", "fall back and charge"):
        return Refusal("fell-back", f"{name} fell back and cannot charge in this turn.")
    if scene.engaged(unit.index):
        return Refusal("engaged", f"{name} is engaged already.")
    return None


def targets(scene: Scene, unit: int) -> tuple[int, ...]:
    """Enemy units that the unit may charge."""
    return tuple(scene.about(unit, scene.standing(1 - scene.state.units[unit].side), REACH))


def ask(scene: Scene) -> Request:
    state = scene.state
    ready = (u.index for u in scene.units_of(state.active) if why_not(scene, u) is None)
    able = tuple([index for index in ready if targets(scene, index)])
    return Request(state.active, ("charge", "end") if able else ("end",), able)


def needed(gap: float) -> int:
    """The least whole roll that brings a unit from `gap` inches to within engagement range."""
    return max(2, ceil(gap - ENGAGEMENT - TOLERANCE))


def answer(scene: Scene, choice: Choice) -> None:
    made = expect(choice, Charge)
    unit = on_table(scene, made.unit, scene.state.active)
    refusal = why_not(scene, unit)
    if refusal is not None:
        raise refusal
    roll(scene, unit, made.targets)


def roll(scene: Scene, unit: Unit, targets: tuple[int, ...]) -> None:
    """Declare a charge and throw for it, at once unless the enemy has an answer to the declaration."""
    scene.emit(ev.ChargeDeclared(unit.index, targets, _gaps(scene, unit, targets)))
    if not windows.open_window(scene, "charge declared", 1 - unit.side, (unit.index,)):
        throw(scene, unit, targets)


def ask_roll(scene: Scene, frame: ChargeRoll) -> Request:
    side = scene.state.units[frame.unit].side
    return Request(side, ("roll",), (frame.unit,), frame.unit, stage="charge", why="charge")


def roll_declared(scene: Scene, frame: ChargeRoll, choice: Choice) -> None:
    """The roll of a charge that the enemy has answered."""
    expect(choice, RollDice)
    throw(scene, scene.state.units[frame.unit], _left(scene, frame))


def call_off(scene: Scene) -> None:
    """A declared charge ends when its unit has fallen, or all that it charged."""
    frame = scene.top
    if isinstance(frame, ChargeRoll) and not (scene.on_table(frame.unit) and _left(scene, frame)):
        scene.emit(ev.ChargeCalledOff(frame.unit))


def _left(scene: Scene, frame: ChargeRoll) -> tuple[int, ...]:
    return tuple([target for target in frame.targets if scene.on_table(target)])


def throw(scene: Scene, unit: Unit, targets: tuple[int, ...], again: bool = False) -> None:
    """The charge roll, or its second throw; who has an answer to it is asked."""
    gaps = [scene.gap(unit.index, target) for target in targets]
    dice = scene.dice.reroll(2, "charge") if again else scene.dice.roll(2, "charge")
    least, limit = needed(max(gaps)), float(max(0, sum(dice) + powers.added(scene, unit.index, "charge")))
    if not again and limit < least and powers.has(scene, unit.index, "reroll", "charge"):
        dice, again = scene.dice.reroll(2, "charge"), True
        limit = float(max(0, sum(dice) + powers.added(scene, unit.index, "charge")))
    success = limit >= least and charge_places(scene, unit.index, targets, limit) is not None
    scene.emit(ev.ChargeRolled(unit.index, targets, dice, least, success, limit))
    if not again:
        windows.open_window(scene, "rolled", unit.side, (unit.index, *targets), "charge")


def _gaps(scene: Scene, unit: Unit, declared: tuple[int, ...]) -> tuple[float, ...]:
    name = scene.sheets[unit.index].name
    if not declared or len(set(declared)) != len(declared):
        raise Refusal("no-target", f"Name each target of {name}'s charge once.")
    gaps = []
    for target in declared:
        foe_of(scene, target, unit.side)
        gaps.append(round(scene.gap(unit.index, target), 3))
        if gaps[-1] > REACH + TOLERANCE:
            raise Refusal(
                "out-of-range",
                f"{scene.sheets[target].name} is too far away for {name} to charge.",
                f"{gaps[-1]:.1f} of {REACH:g} inches",
            )
    return tuple(gaps)


def ask_place(scene: Scene, frame: Charging) -> Request:
    side = scene.state.units[frame.unit].side
    return Request(side, ("place",), (frame.unit,), frame.unit, frame.limit, why="charge")


def place(scene: Scene, frame: Charging, choice: Choice) -> None:
    """None takes the engine's own way of reaching the targets."""
    made = expect(choice, Place)
    unit = scene.state.units[frame.unit]
    places, bends = _chosen(scene, unit, frame, made)
    ends = spread(scene.figures(unit.index), places, unit)
    scene.emit(ev.ChargeMoved(unit.index, frame.targets, ends, ways(scene, unit.index, bends)))
    windows.open_window(scene, "enemy charged", 1 - unit.side, (unit.index,))


def _chosen(scene: Scene, unit: Unit, frame: Charging, made: Place) -> tuple[tuple[Point, ...], Bends]:
    if made.places is None:
        places = charge_places(scene, unit.index, frame.targets, frame.limit)
        assert places is not None
        return places, charge_bends(scene, unit, places, frame)
    places = places_for(scene, unit, made.places)
    return places, check_charge(scene, unit, places, frame)
