"""The charge phase: declare, roll, move into engagement."""

from __future__ import annotations

from math import ceil

from highground.engine import events as ev
from highground.engine.abilities import powers
from highground.engine.abilities.bans import forbids
from highground.engine.abilities.conditions import holds
from highground.engine.choices import Charge, Choice, Place, RollDice
from highground.engine.errors import Refusal
from highground.engine.figures import Ending, whole
from highground.engine.prompts import ChargePrompt, EndPrompt, PlacePrompt, Prompt, RollPrompt
from highground.engine.scene import Scene
from highground.engine.state import ChargeRoll, Charging, Unit
from highground.engine.steps import moments, offers, windows
from highground.engine.steps.checks import ending_for, expect, foe_of, on_table
from highground.engine.steps.placing import charge_bends, charge_places, check_charge, ways
from highground.engine.table.distance import ENGAGEMENT, TOLERANCE
from highground.engine.table.moves import Bends

REACH = 12.0


def why_not(scene: Scene, unit: Unit) -> Refusal | None:
    """Why the unit cannot declare a charge, if it cannot."""
    name = scene.called(unit.index)
    if scene.sheets[unit.index].gait.airborne:
        return Refusal("aircraft", unit=name)
    if unit.charge_tried:
        return Refusal("already-charged", unit=name)
    if forbids(scene, unit.index, "charge"):
        return Refusal("forbidden", unit=name, action="charge")
    if unit.moved == "advanced" and not powers.permits(scene, unit.index, "advance and charge"):
        return Refusal("advanced", unit=name)
    if unit.moved == "fell_back" and not powers.permits(scene, unit.index, "fall back and charge"):
        return Refusal("fell-back", unit=name, action="charge")
    if scene.engaged(unit.index):
        return Refusal("already-engaged", unit=name)
    return None


def targets(scene: Scene, unit: int) -> tuple[int, ...]:
    """Enemy units that the unit may charge: only those that fly can charge aircraft."""
    foes = scene.standing(1 - scene.state.units[unit].side)
    return tuple(scene.about(unit, scene.fightable(unit, foes), REACH))


def ask(scene: Scene) -> Prompt:
    state = scene.state
    ready = (u.index for u in scene.units_of(state.active) if why_not(scene, u) is None)
    able = tuple([index for index in ready if targets(scene, index)])
    if not able:
        return EndPrompt(state.active, ("end",))
    return ChargePrompt(state.active, ("charge", "end"), able)


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
    """Declare a charge and roll for it, at once unless the enemy has an answer to the declaration."""
    scene.emit(ev.ChargeDeclared(unit.index, targets, _gaps(scene, unit, targets)))
    if not windows.open_window(scene, "charge declared", 1 - unit.side, (unit.index,)):
        roll_dice(scene, unit, targets)


def ask_roll(scene: Scene, frame: ChargeRoll) -> Prompt:
    side = scene.state.units[frame.unit].side
    return RollPrompt(side, ("roll",), (frame.unit,), frame.unit, stage="charge", why="charge")


def roll_declared(scene: Scene, frame: ChargeRoll, choice: Choice) -> None:
    """The roll of a charge that the enemy has answered."""
    expect(choice, RollDice)
    roll_dice(scene, scene.state.units[frame.unit], _left(scene, frame))


def call_off(scene: Scene) -> None:
    """A declared charge ends when its unit has fallen, or all that it charged."""
    frame = scene.top
    if isinstance(frame, ChargeRoll) and not (scene.on_table(frame.unit) and _left(scene, frame)):
        scene.emit(ev.ChargeCalledOff(frame.unit))


def _left(scene: Scene, frame: ChargeRoll) -> tuple[int, ...]:
    return tuple([target for target in frame.targets if scene.on_table(target)])


def roll_dice(scene: Scene, unit: Unit, targets: tuple[int, ...], again: bool = False) -> None:
    """The charge roll, or its reroll; who has an answer to it is asked."""
    dice = scene.dice.reroll(2, "charge") if again else scene.dice.roll(2, "charge")
    short = _limit(scene, unit, targets, dice) < needed_for(scene, unit.index, targets)
    if not again and short and powers.rerolls(scene, unit.index, "charge", targets):
        dice, again = scene.dice.reroll(2, "charge"), True
    settle(scene, unit, targets, dice)
    if not again:
        windows.open_window(scene, "rolled", unit.side, (unit.index, *targets), "charge")


def settle(scene: Scene, unit: Unit, targets: tuple[int, ...], dice: tuple[int, ...]) -> None:
    """What these dice come to."""
    least, limit = needed_for(scene, unit.index, targets), _limit(scene, unit, targets, dice)
    success = limit >= least and charge_places(scene, unit.index, targets, limit) is not None
    scene.emit(ev.ChargeRolled(unit.index, targets, dice, least, success, limit))


def needed_for(scene: Scene, unit: int, targets: tuple[int, ...]) -> int:
    """The least roll, with all that is added to it, that brings the unit to each of the targets."""
    return needed(max([scene.charge_gap(unit, target) for target in targets]))


def _limit(scene: Scene, unit: Unit, targets: tuple[int, ...], dice: tuple[int, ...]) -> float:
    return float(max(0, sum(dice) + bonus(scene, unit.index, targets)))


def bonus(scene: Scene, unit: int, targets: tuple[int, ...]) -> int:
    """What abilities add to the unit's charge at these targets: its own, one of which may ask what a target is, and
    those of its targets. Of several targets with the same each counts once."""
    mine = [power.effect for power in powers.asked(scene, unit, "charge")]
    found = sum(e.adds() for e in mine if any(holds(scene, unit, e, target) for target in (None, *targets)))
    theirs = {
        power: power.effect.adds()
        for target in targets
        for power in powers.asked(scene, target, "charged at")
        if holds(scene, target, power.effect, unit)
    }
    return found + sum(theirs.values())


def _gaps(scene: Scene, unit: Unit, declared: tuple[int, ...]) -> tuple[float, ...]:
    name = scene.called(unit.index)
    if not declared:
        raise Refusal("no-target", unit=name)
    if len(set(declared)) != len(declared):
        raise Refusal("target-twice", unit=name)
    gaps = []
    for target in declared:
        foe_of(scene, target, unit.side)
        if scene.sheets[target].gait.airborne and not scene.sheets[unit.index].gait.flies:
            raise Refusal("out-of-the-air", unit=name, target=scene.called(target))
        gaps.append(round(scene.charge_gap(unit.index, target), 3))
        if gaps[-1] > REACH + TOLERANCE:
            raise Refusal("out-of-range", unit=name, target=scene.called(target), gap=gaps[-1], reach=REACH)
    return tuple(gaps)


def ask_place(scene: Scene, frame: Charging) -> Prompt:
    side = scene.state.units[frame.unit].side
    return PlacePrompt(side, ("place",), (frame.unit,), frame.unit, frame.limit, why="charge")


def place(scene: Scene, frame: Charging, choice: Choice) -> None:
    """None takes the engine's own way of reaching the targets."""
    made = expect(choice, Place)
    unit = scene.state.units[frame.unit]
    end, bends = _chosen(scene, unit, frame, made)
    places, heights, facings = whole(scene.figures(unit.index), end, unit)
    scene.emit(ev.ChargeMoved(unit.index, frame.targets, places, ways(scene, unit.index, bends), heights, facings))
    windows.open_window(scene, "enemy charged", 1 - unit.side, (unit.index,))
    moments.charged(scene, unit.index)
    if scene.on_table(unit.index) and offers.used_in(scene.setup, unit.side, "charged"):
        windows.open_window(scene, "charged", unit.side, (unit.index,))


def _chosen(scene: Scene, unit: Unit, frame: Charging, made: Place) -> tuple[Ending, Bends]:
    if made.places is None:
        found = charge_places(scene, unit.index, frame.targets, frame.limit)
        assert found is not None
        return found, charge_bends(scene, unit, found, frame)
    end = ending_for(scene, unit, made.places, made.heights, made.facings)
    return end, check_charge(scene, unit, end, frame)
