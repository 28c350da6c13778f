"""Rolls of a unit that players put right by hand once they fell: an advance, a charge, a battle-shock test."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.amendments import AmendRoll
from highground.engine.dice import Dice
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import BattleShock, Charging, Moving
from highground.engine.steps import charge, moments, nerve

_SIDES = 6


def refusal(scene: Scene, wanted: AmendRoll, unit: int) -> Refusal | None:
    """Why the roll cannot be put right so: there is none, or none with such dice."""
    if not _fell(scene, wanted, unit):
        return Refusal("no-roll", unit=scene.called(unit), roll=wanted.roll)
    count = _count(scene, wanted, unit)
    if wanted.faces and (len(wanted.faces) != count or not all(0 <= face <= _SIDES for face in wanted.faces)):
        return Refusal("wrong-faces", roll=wanted.roll, needed=count)
    return None


def carry_out(scene: Scene, wanted: AmendRoll, unit: int) -> None:
    """Put right what `refusal` has nothing against."""
    faces = _faces_of(scene.dice, wanted, _count(scene, wanted, unit))
    if wanted.roll == "charge":
        charge.settle(scene, scene.state.units[unit], wanted.targets, faces)
    elif wanted.roll == "advance":
        frame = scene.top
        assert isinstance(frame, Moving)
        scene.emit(ev.AdvanceRolled(unit, faces[0], frame.limit - frame.roll + faces[0]))
    else:
        _test_again(scene, unit, faces)


def _faces_of(dice: Dice, wanted: AmendRoll, count: int) -> tuple[int, ...]:
    given = wanted.faces or (0,) * count
    return tuple([face or dice.reroll(1, wanted.roll)[0] for face in given])


def _count(scene: Scene, wanted: AmendRoll, unit: int) -> int:
    if wanted.roll == "battle-shock":
        return nerve.dice_of(scene, unit)
    return 1 if wanted.roll == "advance" else 2


def _fell(scene: Scene, wanted: AmendRoll, unit: int) -> bool:
    """Whether there is such a roll on the table."""
    if wanted.roll == "charge":
        return _charged(scene, unit, wanted.targets)
    return _advanced(scene, unit) if wanted.roll == "advance" else _tested(scene, unit)


def _advanced(scene: Scene, unit: int) -> bool:
    frame = scene.top
    return isinstance(frame, Moving) and frame.unit == unit and frame.roll > 0


def _charged(scene: Scene, unit: int, targets: tuple[int, ...]) -> bool:
    """A charge that fell short, or reaches and has not been moved, at enemies that still stand."""
    state, frame = scene.state, scene.top
    rolled = state.phase == "charge" and state.units[unit].charge_tried and not state.units[unit].charged
    free = frame is None or (isinstance(frame, Charging) and frame.unit == unit)
    there = scene.on_table(unit) and bool(targets) and len(set(targets)) == len(targets)
    return rolled and free and there and all(_foe(scene, unit, target) for target in targets)


def _foe(scene: Scene, unit: int, target: int) -> bool:
    units = scene.state.units
    return 0 <= target < len(units) and units[target].side != units[unit].side and scene.on_table(target)


def _tested(scene: Scene, unit: int) -> bool:
    """Whether its test may have been taken: nobody keeps who was tested but the log."""
    frame = scene.top
    waits = isinstance(frame, BattleShock) and unit in frame.waiting
    return scene.on_table(unit) and (frame is None or isinstance(frame, BattleShock)) and not waits


def _test_again(scene: Scene, unit: int, faces: tuple[int, ...]) -> None:
    """What a test brings about comes once: only another outcome than before is one."""
    shocked = scene.state.units[unit].shocked
    passed = nerve.settle(scene, unit, faces)
    if passed == shocked:
        moments.shock_tested(scene, unit, passed)
