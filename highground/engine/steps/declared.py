"""Declared attacks on their way through the roll stages, in shooting and in melee."""

from __future__ import annotations

from msgspec.structs import replace

from highground.engine import events as ev
from highground.engine import powers
from highground.engine.attack import (
    STAGES,
    Attack,
    Circumstances,
    RollStage,
    Sequence,
    Target,
    define,
    roll_stage,
    start,
)
from highground.engine.attack import roll as roll_attack
from highground.engine.attack_roll import common_save
from highground.engine.choices import Choice, Request, RollDice
from highground.engine.dice import Dice
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import Resolving, Volley
from highground.engine.steps.armament import Arm, arms_of, mark_of
from highground.engine.steps.casualties import bury, hazards
from highground.engine.steps.checks import expect

_COUNTED = frozenset({"rapid fire", "melta"})
_NOTHING: frozenset[str] = frozenset()

Fallen = dict[int, list[int]]
"""The miniatures slain of each target, while a unit's attacks land."""


def attack_of(scene: Scene, unit: int, arm: Arm, weapons: int, target: int, circumstances: Circumstances) -> Attack:
    """The attack of so many weapons of a unit, with what both units bring to it."""
    models = len(scene.figures(target).indices) if "blast" in arm.keywords else 0
    theirs = scene.sheets[target]
    full = replace(
        circumstances,
        target_models=models,
        target_keywords=theirs.keyword_set if "anti" in arm.keywords else _NOTHING,
        target_rules=frozenset({"stealth"}) if "stealth" in theirs.rules else _NOTHING,
        half_range=circumstances.half_range and bool(arm.keywords & _COUNTED),
    )
    given = powers.modifiers(scene, unit, target, arm.weapon)
    if given:
        full = replace(full, modifiers=full.modifiers + given)
    return define(powers.armed(scene, unit, target, arm.weapon), weapons, full, mark_of(scene, target).toughness)


def volley(
    scene: Scene, unit: int, arm: Arm, bearers: tuple[int, ...], target: int, circumstances: Circumstances
) -> Volley:
    """Attacks ready to be rolled. In melee a second weapon of the same kind adds nothing."""
    single = arm.weapon.melee and "extra attacks" not in arm.keywords
    weapons = len(bearers) if single else sum(arm.carried[i] for i in bearers)
    attack = attack_of(scene, unit, arm, weapons, target, circumstances)
    return Volley(arm.weapon.uid, target, bearers, circumstances, start(attack, mark_of(scene, target).target))


def revised(scene: Scene, frame: Resolving) -> tuple[Volley, ...]:
    """The frame's volleys as they would be declared now."""
    arms = arms_of(scene, frame.unit)
    return tuple(
        volley(scene, frame.unit, arms[each.weapon], each.bearers, each.target, each.circumstances)
        if scene.state.units[each.target].alive
        else each
        for each in frame.volleys
    )


def ask_roll(scene: Scene, frame: Resolving) -> Request:
    side, why = scene.state.units[frame.unit].side, "melee" if frame.melee else "shooting"
    return Request(side, ("roll",), (frame.unit,), frame.unit, stage=frame.stage, why=why)


def roll(scene: Scene, frame: Resolving, choice: Choice) -> None:
    """One stage of all volleys, or all that is left."""
    wanted = expect(choice, RollDice).stage
    if wanted == "all":
        _roll_all(scene, frame)
    elif wanted != frame.stage:
        raise Refusal("wrong-stage", f"The next roll is '{frame.stage}', not '{wanted}'.")
    else:
        _roll_one_stage(scene, frame)


def _roll_all(scene: Scene, frame: Resolving) -> None:
    fallen: Fallen = {}
    for each in frame.volleys:
        if not scene.state.units[each.target].alive:
            continue
        sequence = each.sequence
        if sequence.stage == "hit":
            sequence = roll_attack(sequence.attack, mark_of(scene, each.target).target, scene.dice)
        else:
            sequence = _aimed(sequence, mark_of(scene, each.target).target)
            sequence = _catch_up(sequence, "fnp", scene.dice)
        _land(scene, frame, each, sequence, fallen)
    _finish(scene, frame, fallen)


def _catch_up(sequence: Sequence, stage: RollStage, dice: Dice, waits: bool = False) -> Sequence:
    """The sequence with every stage up to `stage` rolled.

    One that `waits` for the losses of another holds its saves back if its target has different ones, for they settle
    its losses at once.
    """
    while STAGES.index(sequence.stage) <= STAGES.index(stage):
        if waits and sequence.stage == "save" and common_save(sequence.attack, sequence.target) is None:
            break
        sequence = roll_stage(sequence, dice)
    return sequence


def _aimed(sequence: Sequence, target: Target) -> Sequence:
    """The sequence against the target as it is now, as long as its losses are not settled."""
    return replace(sequence, target=target) if sequence.losses is None else sequence


def _roll_one_stage(scene: Scene, frame: Resolving) -> None:
    done: list[Volley] = []
    for each in frame.volleys:
        left = _remaining(scene, each.target, done)
        if left:
            waits = any(other.target == each.target and other.sequence.losses is None for other in done)
            sequence = _catch_up(_aimed(each.sequence, left), frame.stage, scene.dice, waits)
        else:
            sequence = replace(each.sequence, target=())
        done.append(replace(each, sequence=sequence))
    following = _next_stage(frame.stage)
    scene.emit(ev.StageRolled(frame.unit, frame.stage, following, tuple(done)))
    if following == "complete":
        fallen: Fallen = {}
        for each in done:
            if each.sequence.losses is not None and scene.state.units[each.target].alive:
                _land(scene, frame, each, each.sequence, fallen)
        _finish(scene, frame, fallen)


def _next_stage(stage: RollStage) -> RollStage:
    return STAGES[STAGES.index(stage) + 1]


def _remaining(scene: Scene, target: int, before: list[Volley]) -> Target:
    """The target after the losses that earlier volleys of this step have settled but not yet dealt."""
    pools = mark_of(scene, target).target
    lost = [0] * sum(pool.count for pool in pools)
    for each in before:
        if each.target == target and each.sequence.losses is not None:
            lost = [a + b for a, b in zip(lost, _padded(each.sequence.lost, len(lost)), strict=True)]
    if not any(lost):
        return pools
    single = [replace(pool, count=1) for pool in pools for _ in range(pool.count)]
    left = [(pool, pool.wounds - gone) for pool, gone in zip(single, lost, strict=True)]
    return tuple(replace(pool, wounds=wounds) for pool, wounds in left if wounds > 0)


def _padded(lost: tuple[int, ...], length: int) -> list[int]:
    """Losses in line with the whole target: earlier volleys have slain the front of it."""
    return [0] * (length - len(lost)) + list(lost)


def _land(scene: Scene, frame: Resolving, each: Volley, sequence: Sequence, fallen: Fallen) -> None:
    """Put the losses on the target's miniatures. What comes of their fall waits until all attacks have landed."""
    order = mark_of(scene, each.target).order[-len(sequence.lost) :] if sequence.lost else ()
    wounds = scene.state.units[each.target].wounds
    lost = tuple((i, amount) for i, amount in zip(order, sequence.lost, strict=True) if amount)
    slain = tuple(i for i, amount in lost if wounds[i] == amount)
    spent = "one shot" in sequence.attack.flags
    scene.emit(ev.AttacksMade(frame.unit, each.target, each.bearers, frame.melee, sequence, lost, slain, spent=spent))
    fallen.setdefault(each.target, []).extend(slain)


def _finish(scene: Scene, frame: Resolving, fallen: Fallen) -> None:
    arms = arms_of(scene, frame.unit)
    users = [i for each in frame.volleys for i in _hazarded(arms[each.weapon], each.bearers)]
    bury(scene, fallen, frame.unit)
    if users and scene.state.units[frame.unit].alive:
        hazards(scene, frame.unit, users)
    scene.emit(ev.StrikesMade(frame.unit) if frame.melee else ev.UnitShot(frame.unit))


def _hazarded(arm: Arm, bearers: tuple[int, ...]) -> list[int]:
    """The bearers of a hazardous weapon, each as often as it used one."""
    if "hazardous" not in arm.keywords:
        return []
    return [i for i in bearers for _ in range(1 if arm.weapon.melee else arm.carried[i])]
