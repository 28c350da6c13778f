"""What comes between two roll stages of attacks: a die that is rerolled, damage that is turned away.

Rolling stage by stage leaves room for rerolls: after each stage the side whose dice they are may answer, the attacker
the number of attacks, hit, wound and damage rolls, the defender the saves. Attacks rolled all at once leave none, but
for the defender's saves if they are rolled so as to ask (`ASKING`). Who can turn damage away is asked in any case.
"""

from __future__ import annotations

from msgspec.structs import replace

from highground.engine import events as ev
from highground.engine.attack.again import AttackRoll, faces_of, fell_short, highest_of, reroll_die
from highground.engine.attack.roll import common_save, count_attacks
from highground.engine.attack.terms import NO_SAVE
from highground.engine.choices import ASKING, Choice, RollDice
from highground.engine.dice import GivenDice
from highground.engine.scene import Scene
from highground.engine.state import Frame, Resolving, Volley, Window
from highground.engine.steps import declared, offers, possible, rerolls, windows

_AT_ONCE = frozenset({"all", ASKING})
_BEFORE_DAMAGE = frozenset({"hit", "wound", "save"})
_NO_DICE_OF_ITS_OWN = frozenset({None, NO_SAVE})
"""Saves that are settled wound by wound, and none at all."""


def roll(scene: Scene, frame: Resolving, choice: Choice) -> None:
    """One stage of declared attacks, with room for an answer to its dice, or all that is left without."""
    by_stage = isinstance(choice, RollDice) and choice.stage == frame.stage
    if by_stage and frame.stage == "hit" and _count_first(scene, frame):
        return
    if isinstance(choice, RollDice) and choice.stage in _AT_ONCE:
        _roll_all(scene, frame, choice.stage == ASKING)
    else:
        declared.roll(scene, frame, choice)
    if not frame.melee and not any(isinstance(each, Resolving) for each in scene.state.stack):
        _after_shooting(scene, frame.unit)
    opened = by_stage and frame.stage in rerolls.ROLLS and _open(scene, rerolls.ROLLS[frame.stage])
    if by_stage and frame.stage == "damage" and not opened:
        ask_wounded(scene)


def _targets(frame: Resolving) -> tuple[int, ...]:
    return tuple(dict.fromkeys(each.target for each in frame.volleys))


def _may_ignore(scene: Scene, frame: Resolving) -> bool:
    """Whether the defender has something against damage that is yet to be rolled."""
    side = 1 - scene.state.units[frame.unit].side
    if frame.stage in {"fnp", "complete"} or not offers.used_in(scene.setup, side, "wounded"):
        return False
    return any(common_save(each.sequence.attack, each.sequence.target) is not None for each in frame.volleys)


def _may_save_again(scene: Scene, frame: Resolving) -> bool:
    """Whether the defender has something for saves that are yet to be rolled, and fail."""
    side = 1 - scene.state.units[frame.unit].side
    if frame.stage not in _BEFORE_DAMAGE or not offers.used_in(scene.setup, side, "rolled"):
        return False
    saving = [
        each.target
        for each in frame.volleys
        if common_save(each.sequence.attack, each.sequence.target) not in _NO_DICE_OF_ITS_OWN
    ]
    return bool(saving) and offers.any_offer(scene, side, "rolled", tuple(dict.fromkeys(saving)), "save")


def _roll_all(scene: Scene, frame: Resolving, asking: bool) -> None:
    """Roll all that is left, up to where the defender may do something about it."""
    if asking and _may_save_again(scene, frame):
        volleys = declared.rolled_through(scene, frame, "save")
        frame = Resolving(frame.unit, frame.melee, volleys, "damage")
        if any(fell_short(each.sequence, "save") for each in volleys):
            scene.emit(ev.StageRolled(frame.unit, "save", "damage", volleys))
            if _open(scene, "save"):
                return
    if _may_ignore(scene, frame):
        _roll_to_damage(scene, frame)
    else:
        declared.roll(scene, frame, RollDice())


def _roll_to_damage(scene: Scene, frame: Resolving) -> None:
    """Roll all that is left, but for what comes after the damage if somebody may turn some of it away."""
    now: Frame | None = frame
    while isinstance(now, Resolving) and now.stage != "fnp":
        declared.roll(scene, now, RollDice(now.stage))
        now = scene.top
    if isinstance(now, Resolving) and not ask_wounded(scene):
        declared.roll(scene, now, RollDice())


def ask_wounded(scene: Scene) -> bool:
    """Let the defender turn away damage of attacks that have got through; whether anybody could."""
    frame = scene.top
    if not isinstance(frame, Resolving) or frame.stage != "fnp":
        return False
    hurt = tuple([unit for unit in _targets(frame) if any(damage for _, _, damage in possible.wounds_due(frame, unit))])
    side = 1 - scene.state.units[frame.unit].side
    return bool(hurt) and windows.open_window(scene, "wounded", side, hurt)


def attacks_under_way(scene: Scene) -> Resolving | None:
    """The attacks that are being rolled; a question about them may be open."""
    for frame in reversed(scene.state.stack):
        if isinstance(frame, Resolving):
            return frame
        if not isinstance(frame, Window):
            return None
    return None


def damage_due(frame: Resolving) -> dict[tuple[int, int], int]:
    """The damage that attacks are about to do, by their volley and their place among its unsaved wounds."""
    found = (wound for target in _targets(frame) for wound in possible.wounds_due(frame, target))
    return {(volley, place): damage for volley, place, damage in found}


def set_damage(scene: Scene, wound: tuple[int, int], damage: int) -> None:
    """A wound of the attacks that was checked is about to do so much damage instead."""
    frame = attacks_under_way(scene)
    if frame is not None:
        number, place = wound
        was = damage_due(frame)[wound]
        volleys = _with_damage(frame, number, place, damage)
        target = frame.volleys[number].target
        scene.emit(ev.DamageAmended(frame.unit, target, number, place, was, damage, volleys))


def _with_damage(frame: Resolving, number: int, place: int, damage: int) -> tuple[Volley, ...]:
    each = frame.volleys[number]
    wounding = each.sequence.wounding
    assert wounding is not None
    amounts = (*wounding.amounts[:place], damage, *wounding.amounts[place + 1 :])
    sequence = replace(each.sequence, wounding=replace(wounding, amounts=amounts))
    return (*frame.volleys[:number], replace(each, sequence=sequence), *frame.volleys[number + 1 :])


def ignore_damage(scene: Scene, unit: int) -> None:
    """The wound that would do the unit most damage does none; of equal ones the first."""
    frame = scene.top
    due = possible.wounds_due(frame, unit) if isinstance(frame, Resolving) else []
    if not due or not isinstance(frame, Resolving):
        return
    number, place, was = max(due, key=lambda each: (each[2], -each[0], -each[1]))
    scene.emit(ev.DamageIgnored(frame.unit, unit, number, place, was, _with_damage(frame, number, place, 0)))


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


def _open(scene: Scene, roll: AttackRoll) -> bool:
    frame = scene.top
    assert isinstance(frame, Resolving)
    short = [each for each in frame.volleys if fell_short(each.sequence, roll)]
    if not short:
        return False
    side = scene.state.units[frame.unit].side
    if roll == "save":
        return windows.open_window(scene, "rolled", 1 - side, tuple(dict.fromkeys(each.target for each in short)), roll)
    return windows.open_window(scene, "rolled", side, (frame.unit,), roll)


def reroll(scene: Scene, roll: str, die: tuple[int, int] | None, shows: int | None = None) -> None:
    """Reroll a die of the attacks that was checked, or turn it so that it `shows` a face."""
    frame = attacks_under_way(scene)
    wanted = rerolls.ROLLS.get(roll)
    if wanted is None or die is None or frame is None:
        return
    number, place = die
    each = frame.volleys[number]
    was = faces_of(each.sequence, wanted)[0][place]
    top = highest_of(each.sequence, wanted, place)
    dice = scene.dice if shows is None else GivenDice((min(shows, top),), own=scene.dice)
    sequence, face = reroll_die(each.sequence, wanted, place, dice)
    volleys = (*frame.volleys[:number], replace(each, sequence=sequence), *frame.volleys[number + 1 :])
    scene.emit(ev.DieRerolled(frame.unit, roll, number, place, was, face, volleys))
