"""Rerolling one die of an attack, between two of its roll stages.

Rolling stage by stage leaves room for it: after each stage the side whose dice they are may answer, the attacker
the number of attacks, hit, wound and damage rolls, the defender the saves. Attacks rolled all at once leave none.
"""

from __future__ import annotations

from msgspec.structs import replace

from highground.engine import events as ev
from highground.engine.attack_again import AttackRoll, faces_of, fell_short, highest_of, reroll_die
from highground.engine.attack_roll import count_attacks
from highground.engine.choices import Choice, RollDice
from highground.engine.dice import GivenDice
from highground.engine.scene import Scene
from highground.engine.state import Resolving
from highground.engine.steps import declared, offers, rerolls, windows


def roll(scene: Scene, frame: Resolving, choice: Choice) -> None:
    """One stage of declared attacks, with room for an answer to its dice, or all that is left without."""
    by_stage = isinstance(choice, RollDice) and choice.stage == frame.stage
    if by_stage and frame.stage == "hit" and _count_first(scene, frame):
        return
    declared.roll(scene, frame, choice)
    if not frame.melee and not any(isinstance(each, Resolving) for each in scene.state.stack):
        _after_shooting(scene, frame.unit)
    if by_stage and frame.stage in rerolls.ROLLS:
        _open(scene, rerolls.ROLLS[frame.stage])


def _after_shooting(scene: Scene, unit: int) -> None:
    """The unit has shot: its side may do something about it, and about those enemies that it hit and that live."""
    state = scene.state.units[unit]
    if not state.on_table or not offers.used_in(scene.setup, state.side, "shot"):
        return
    made = [event for event in scene.events if isinstance(event, ev.AttacksMade) and event.unit == unit]
    hit = (each.target for each in made if each.sequence.hit and each.sequence.hit.hits + each.sequence.hit.lethal)
    living = tuple([target for target in dict.fromkeys(hit) if scene.on_table(target)])
    windows.open_window(scene, "shot", state.side, (unit, *living))


def _count_first(scene: Scene, frame: Resolving) -> bool:
    """Roll the numbers of attacks alone if the attacker could reroll one of their dice; whether it did."""
    open_ = [each for each in frame.volleys if each.sequence.hit is None and _varies(each.sequence.attack.attack_range)]
    side = scene.state.units[frame.unit].side
    if not open_ or not offers.any_offer(scene, side, "rolled", (frame.unit,), "attacks"):
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


def reroll(scene: Scene, roll: str, die: tuple[int, int] | None, shows: int | None = None) -> None:
    """Reroll a die of the attacks that was checked, or turn it so that it `shows` a face."""
    frame = scene.top
    wanted = rerolls.ROLLS.get(roll)
    if wanted is None or die is None or not isinstance(frame, Resolving):
        return
    number, place = die
    each = frame.volleys[number]
    was = faces_of(each.sequence, wanted)[0][place]
    top = highest_of(each.sequence, wanted, place)
    dice = scene.dice if shows is None else GivenDice((min(shows, top),), own=scene.dice)
    sequence, face = reroll_die(each.sequence, wanted, place, dice)
    volleys = (*frame.volleys[:number], replace(each, sequence=sequence), *frame.volleys[number + 1 :])
    scene.emit(ev.DieRerolled(frame.unit, roll, number, place, was, face, volleys))
