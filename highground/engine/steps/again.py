"""Throwing one die of an attack again, between two of its roll stages.

Whoever rolls stage by stage leaves room for it: after each stage the side whose dice they are may answer, the attacker
the number of attacks, hit, wound and damage rolls, the defender the saves. Attacks rolled all at once leave none.
"""

from __future__ import annotations

from msgspec.structs import replace

from highground.engine import events as ev
from highground.engine.ability import Ability
from highground.engine.attack_again import ATTACK_ROLLS, AttackRoll, fell_short, loose, throw_again, thrown
from highground.engine.attack_roll import count_attacks
from highground.engine.choices import Choice, RollDice, Use
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import Resolving, Window
from highground.engine.steps import declared, uses, windows

_ROLLS: dict[str, AttackRoll] = {roll: roll for roll in ATTACK_ROLLS}


def roll(scene: Scene, frame: Resolving, choice: Choice) -> None:
    """One stage of declared attacks, with room for an answer to its dice, or all that is left without."""
    by_stage = isinstance(choice, RollDice) and choice.stage == frame.stage
    if by_stage and frame.stage == "hit" and _count_first(scene, frame):
        return
    declared.roll(scene, frame, choice)
    if not frame.melee and not any(isinstance(each, Resolving) for each in scene.state.stack):
        _after_shooting(scene, frame.unit)
    if by_stage and frame.stage in _ROLLS:
        _open(scene, _ROLLS[frame.stage])


def _after_shooting(scene: Scene, unit: int) -> None:
    """The unit has shot: its side may do something about it, and about those enemies that it hit and that live."""
    state = scene.state.units[unit]
    if not state.on_table or not uses.used_in(scene.setup, state.side, "shot"):
        return
    made = [event for event in scene.events if isinstance(event, ev.AttacksMade) and event.unit == unit]
    hit = (each.target for each in made if each.sequence.hit and each.sequence.hit.hits + each.sequence.hit.lethal)
    living = tuple([target for target in dict.fromkeys(hit) if scene.on_table(target)])
    windows.open_window(scene, "shot", state.side, (unit, *living))


def _count_first(scene: Scene, frame: Resolving) -> bool:
    """Throw for the numbers of attacks alone if the attacker could throw one of their dice again; whether it did."""
    open_ = [each for each in frame.volleys if each.sequence.hit is None and _varies(each.sequence.attack.attack_range)]
    side = scene.state.units[frame.unit].side
    if not open_ or not uses.any_offer(scene, side, "rolled", (frame.unit,), "attacks"):
        return False
    volleys = tuple(
        [
            replace(each, sequence=replace(each.sequence, hit=count_attacks(each.sequence.attack, scene.dice)))
            for each in frame.volleys
        ]
    )
    scene.emit(ev.StageRolled(frame.unit, "hit", "hit", volleys))
    _open(scene, "attacks")
    return True


def _varies(spread: tuple[int, int]) -> bool:
    return spread[0] != spread[1]


def _open(scene: Scene, roll: AttackRoll) -> None:
    frame = scene.top
    assert isinstance(frame, Resolving)
    short = [each for each in frame.volleys if fell_short(each.sequence, roll)]
    if not short:
        return
    side = scene.state.units[frame.unit].side
    if roll == "save":
        windows.open_window(scene, "rolled", 1 - side, tuple(dict.fromkeys(each.target for each in short)), roll)
    else:
        windows.open_window(scene, "rolled", side, (frame.unit,), roll)


def dice_of(scene: Scene, window: Window | None, unit: int | None) -> list[tuple[int, int]]:
    """The dice of the window's roll that a use on the unit may throw again, as (volley, die)."""
    kind = _ROLLS.get(window.roll) if window is not None else None
    frame = next((each for each in reversed(scene.state.stack) if isinstance(each, Resolving)), None)
    if kind is None or frame is None:
        return []
    return [
        (number, die)
        for number, each in enumerate(frame.volleys)
        if (each.target if kind == "save" else frame.unit) == unit
        for die in loose(each.sequence, kind)
    ]


def face_of(scene: Scene, roll: str, die: tuple[int, int]) -> int:
    """What a die that `dice_of` names shows now."""
    frame = next(each for each in reversed(scene.state.stack) if isinstance(each, Resolving))
    return thrown(frame.volleys[die[0]].sequence, _ROLLS[roll])[0][die[1]]


def check(scene: Scene, ability: Ability, choice: Use, window: Window | None) -> None:
    """Raises Refusal unless the choice names a die where one is thrown again, and none where not."""
    due = window is not None and window.roll in _ROLLS and any(each.text == "re-roll" for each in ability.effects)
    if not due and choice.die is not None:
        raise Refusal("no-die", f"{ability.name} throws no single die of an attack again here.")
    if due and window is not None and choice.die not in dice_of(scene, window, choice.unit):
        raise Refusal(
            "no-die",
            f"{ability.name}: name a die of the {window.roll} roll that has been thrown once.",
            remedy="Choose one of the dice on the table.",
        )


def throw(scene: Scene, roll: str, die: tuple[int, int] | None) -> None:
    """Throw a checked die of the attacks again."""
    frame = scene.top
    wanted = _ROLLS.get(roll)
    if wanted is None or die is None or not isinstance(frame, Resolving):
        return
    number, place = die
    each = frame.volleys[number]
    was = thrown(each.sequence, wanted)[0][place]
    sequence, face = throw_again(each.sequence, wanted, place, scene.dice)
    volleys = (*frame.volleys[:number], replace(each, sequence=sequence), *frame.volleys[number + 1 :])
    scene.emit(ev.DieThrownAgain(frame.unit, roll, number, place, was, face, volleys))
