"""Which dice of an attack may be rolled once more."""

from __future__ import annotations

from highground.engine.ability import Ability
from highground.engine.attack_again import ATTACK_ROLLS, AttackRoll, loose, thrown
from highground.engine.choices import Use
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import Resolving, Window

ROLLS: dict[str, AttackRoll] = {roll: roll for roll in ATTACK_ROLLS}


def dice_of(scene: Scene, window: Window | None, unit: int | None) -> list[tuple[int, int]]:
    """The dice of the window's roll that a use on the unit may throw again, as (volley, die)."""
    kind = ROLLS.get(window.roll) if window is not None else None
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
    return thrown(frame.volleys[die[0]].sequence, ROLLS[roll])[0][die[1]]


def check(scene: Scene, ability: Ability, choice: Use, window: Window | None) -> None:
    """Raises Refusal unless the choice names a die where one is thrown again, and none where not."""
    due = window is not None and window.roll in ROLLS and any(each.text == "re-roll" for each in ability.effects)
    if not due and choice.die is not None:
        raise Refusal("no-die", f"{ability.name} throws no single die of an attack again here.")
    if due and window is not None and choice.die not in dice_of(scene, window, choice.unit):
        raise Refusal(
            "no-die",
            f"{ability.name}: name a die of the {window.roll} roll that has been thrown once.",
            remedy="Choose one of the dice on the table.",
        )
