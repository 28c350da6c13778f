"""Which dice of an attack may be rolled once more."""

from __future__ import annotations

from highground.engine.abilities.acts import RollAgain
from highground.engine.abilities.model import Ability
from highground.engine.abilities.resources import TurnDie
from highground.engine.attack.again import ATTACK_ROLLS, AttackRoll, faces_of, rerollable
from highground.engine.choices import Use
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import Resolving, Window

ROLLS: dict[str, AttackRoll] = {roll: roll for roll in ATTACK_ROLLS}


def dice_of(scene: Scene, window: Window | None, unit: int | None) -> list[tuple[int, int]]:
    """The dice of the window's roll that a use on the unit may reroll, as (volley, die)."""
    kind = ROLLS.get(window.roll) if window is not None else None
    frame = next((each for each in reversed(scene.state.stack) if isinstance(each, Resolving)), None)
    if kind is None or frame is None:
        return []
    return [
        (number, die)
        for number, each in enumerate(frame.volleys)
        if (each.target if kind == "save" else frame.unit) == unit
        for die in rerollable(each.sequence, kind)
    ]


def face_of(scene: Scene, roll: str, die: tuple[int, int]) -> int:
    """What a die that `dice_of` names shows now."""
    frame = next(each for each in reversed(scene.state.stack) if isinstance(each, Resolving))
    return faces_of(frame.volleys[die[0]].sequence, ROLLS[roll])[0][die[1]]


def of_dice(ability: Ability) -> bool:
    """Whether it is about one die of a roll: rerolls it, or turns it."""
    return any(isinstance(each, (RollAgain, TurnDie)) for each in ability.effects)


def check(scene: Scene, ability: Ability, choice: Use, window: Window | None) -> None:
    """Raises Refusal unless the choice names a die where one is rerolled, and none where not."""
    due = window is not None and window.roll in ROLLS and of_dice(ability)
    if not due and choice.die is not None:
        raise Refusal("no-single-die", ability=ability.name)
    if due and window is not None and choice.die not in dice_of(scene, window, choice.unit):
        raise Refusal("no-die", ability=ability.name, roll=window.roll)
