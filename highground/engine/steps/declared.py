"""Declared attacks on their way through the roll stages, in shooting and in melee."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine import events as ev
from highground.engine.abilities import on_attacks, personal, powers
from highground.engine.abilities.sturdy import Struck
from highground.engine.attached import own_place
from highground.engine.attack.definition import define
from highground.engine.attack.due import dice_due
from highground.engine.attack.roll import common_save, roll_stage, start
from highground.engine.attack.roll import roll as roll_attack
from highground.engine.attack.sequence import STAGES, RollStage
from highground.engine.attack.sequence import Sequence as AttackSequence
from highground.engine.attack.terms import Attack
from highground.engine.choices import Choice, RollDice
from highground.engine.dice import Dice
from highground.engine.effects import Circumstances, Modifier, asking
from highground.engine.errors import Refusal
from highground.engine.model import Amount
from highground.engine.prompts import Prompt, RollPrompt
from highground.engine.scene import Scene
from highground.engine.state import LastBlows, Resolving, Volley
from highground.engine.steps.armament import Arm, MarkedTarget, arms_of, mark_of, mark_with
from highground.engine.steps.casualties import bury, hazards
from highground.engine.steps.checks import expect
from highground.engine.steps.rising import fall, rise, who_may
from highground.engine.steps.together import keeping_together

_HALVED, _COUNTING, _CHOOSING = asking("half_range"), asking("target_models"), asking("target_keywords")
_NOTHING: frozenset[str] = frozenset()
_STEALTH = frozenset({"stealth"})
_OF_TARGET = _COUNTING | _CHOOSING
"""Keywords of weapons that look at what the target is."""


class Aimed(NamedTuple):
    """What `Volley` says of attacks besides weapon, bearers and target."""

    exposed: tuple[int, ...] = ()
    precise: tuple[int, ...] = ()
    share: int = 0


PLAIN_AIM = Aimed()
Fallen = dict[int, list[int]]
"""The miniatures slain of each target, while a unit's attacks land."""


def attack_of(scene: Scene, unit: int, arm: Arm, weapons: int, target: int, circumstances: Circumstances) -> Attack:
    """The attack of so many weapons of a unit, with what both units bring to it."""
    weapon = on_attacks.armed(scene, unit, target, arm.weapon)
    keywords = arm.keywords if weapon is arm.weapon else frozenset([keyword.name for keyword in weapon.keywords])
    theirs, full = scene.sheets[target], circumstances
    stealthy = "stealth" in theirs.rules
    if stealthy or full.half_range or not keywords.isdisjoint(_OF_TARGET):
        full = replace(
            full,
            target_models=0 if keywords.isdisjoint(_COUNTING) else len(scene.figures(target).indices),
            target_keywords=_NOTHING if keywords.isdisjoint(_CHOOSING) else theirs.keyword_set,
            target_rules=_STEALTH if stealthy else _NOTHING,
            half_range=full.half_range and (not keywords.isdisjoint(_HALVED) or on_attacks.halves(scene, unit)),
        )
    given = on_attacks.modifiers(scene, unit, target, arm.weapon)
    if given:
        full = replace(full, modifiers=full.modifiers + given)
    toughness = mark_of(scene, target).toughness + powers.added(scene, target, "toughness")
    return define(weapon, weapons, full, max(1, toughness))


def volley(
    scene: Scene,
    unit: int,
    arm: Arm,
    bearers: tuple[int, ...],
    target: int,
    circumstances: Circumstances,
    aim: Aimed = PLAIN_AIM,
) -> Volley:
    """Attacks ready to be rolled. In melee a second weapon of the same kind adds nothing."""
    exposed, precise, share = aim
    attack = attack_of(scene, unit, arm, _weapons(arm, bearers, share), target, circumstances)
    if share and arm.weapon.melee:
        attack = replace(attack, attacks=(Amount(plus=share),))
    if exposed and any(each.kind == "cover" for each in on_attacks.modifiers(scene, unit, target, arm.weapon)):
        exposed = ()
    mark = _met(scene, target, attack, exposed, precise)
    sequence = start(attack, mark.target)
    order, lenders = mark.order, arm.lenders
    return Volley(arm.weapon.uid, target, bearers, circumstances, sequence, order, exposed, precise, share, lenders)


def volleys(
    scene: Scene,
    unit: int,
    arm: Arm,
    bearers: Sequence[int],
    target: int,
    circumstances: Circumstances,
    aim: Aimed = PLAIN_AIM,
) -> list[Volley]:
    """A volley of all bearers, or several where single miniatures attack otherwise than the rest."""
    if not personal.any_personal(scene, unit):
        return [volley(scene, unit, arm, tuple(bearers), target, circumstances, aim)]
    groups: dict[tuple[Modifier, ...], list[int]] = {}
    for i in bearers:
        own = personal.personal_modifiers(scene, unit, i, target, arm.weapon, circumstances)
        groups.setdefault(own, []).append(i)
    found: list[Volley] = []
    for own, each in groups.items():
        what = replace(circumstances, modifiers=circumstances.modifiers + own)
        found.append(volley(scene, unit, arm, tuple(each), target, what, aim))
    return found


def _weapons(arm: Arm, bearers: tuple[int, ...], share: int) -> int:
    """How many weapons attack: of melee weapons one a bearer, but for those that give extra attacks."""
    if arm.weapon.melee and (share or "extra attacks" not in arm.keywords):
        return len(bearers)
    return share * len(bearers) if share else sum(arm.carried[i] for i in bearers)


def _mark(scene: Scene, shot: Volley, before: Iterable[Volley]) -> MarkedTarget:
    """What the attacks meet once the losses that earlier volleys have settled, but not yet dealt, are taken off."""
    return _met(scene, shot.target, shot.sequence.attack, shot.exposed, shot.precise, _left(scene, shot, before))


def _left(scene: Scene, shot: Volley, before: Iterable[Volley]) -> tuple[int, ...]:
    """The wounds that earlier volleys leave each miniature of the target; () where none has settled its losses."""
    settled = [each for each in before if each.target == shot.target and each.sequence.losses is not None]
    if not settled:
        return ()
    wounds = list(scene.state.units[shot.target].wounds)
    for each in settled:
        for miniature, gone in zip(each.order, each.sequence.lost):
            wounds[miniature] -= gone
    return tuple(wounds)


def _met(
    scene: Scene,
    target: int,
    attack: Attack,
    exposed: tuple[int, ...],
    leaders: tuple[int, ...],
    left: tuple[int, ...] = (),
) -> MarkedTarget:
    """What an attack meets, where its miniatures have these wounds `left` if others have settled theirs.

    `exposed` is who has no cover where others have it, `leaders` those that precise attacks find.
    """
    open_ = exposed if attack.cover else ()
    precise = leaders if leaders and "precision" in attack.flags else ()
    sought = leaders if leaders and attack.seeks and not precise else ()
    struck = Struck(attack.melee, "psychic" in attack.flags)
    if not left and not precise and not open_ and not sought:
        return mark_of(scene, target, struck)
    return mark_with(scene, target, left or scene.state.units[target].wounds, precise, open_, sought, struck)


def revised(scene: Scene, frame: Resolving) -> tuple[Volley, ...]:
    """The frame's volleys as they would be declared now: who has fallen makes no attacks."""
    arms, wounds = arms_of(scene, frame.unit), scene.state.units[frame.unit].wounds
    found = []
    for each in frame.volleys:
        bearers = tuple([i for i in each.bearers if i < len(wounds) and wounds[i]])
        if bearers and scene.state.units[each.target].alive:
            arm, aim = arms[each.weapon], Aimed(each.exposed, each.precise, each.share)
            found.append(volley(scene, frame.unit, arm, bearers, each.target, each.circumstances, aim))
        elif bearers:
            found.append(each)
    return tuple(found)


def revise(scene: Scene) -> None:
    """Attacks that are declared but not rolled meet what was used against them; they end where nobody is left to make
    them."""
    frame = scene.top
    if isinstance(frame, Resolving) and all(each.sequence.hit is None for each in frame.volleys):
        left = revised(scene, frame)
        scene.emit(ev.VolleysRevised(frame.unit, left))
        if frame.volleys and not left:
            _end(scene, frame)


def ask_roll(scene: Scene, frame: Resolving) -> Prompt:
    side, why = scene.state.units[frame.unit].side, "melee" if frame.melee else "shooting"
    return RollPrompt(side, ("roll",), (frame.unit,), frame.unit, stage=frame.stage, why=why)


def roll(scene: Scene, frame: Resolving, choice: Choice) -> None:
    """One stage of all volleys, or all that is left."""
    wanted = expect(choice, RollDice).stage
    if wanted == "all":
        _roll_all(scene, frame)
    elif wanted != frame.stage:
        raise Refusal("wrong-stage", stage=frame.stage, wanted=wanted)
    else:
        _roll_one_stage(scene, frame)


def _roll_all(scene: Scene, frame: Resolving) -> None:
    fallen: Fallen = {}
    may = who_may(scene, frame)
    for each in frame.volleys:
        if not scene.state.units[each.target].alive:
            continue
        sequence, order = each.sequence, each.order
        if sequence.losses is None:
            mark = _mark(scene, each, ())
            order = mark.order
            if sequence.hit is None:
                sequence = roll_attack(sequence.attack, mark.target, scene.dice)
            else:
                sequence = _catch_up(replace(sequence, target=mark.target), "fnp", scene.dice)
            order = keeping_together(scene, each.target, order, sequence.lost, sequence.target)
        _land(scene, frame, replace(each, sequence=sequence, order=order), fallen)
    _finish(scene, frame, fallen, may)


def _catch_up(sequence: AttackSequence, stage: RollStage, dice: Dice, waits: bool = False) -> AttackSequence:
    """The sequence with every stage up to `stage` rolled.

    One that `waits` for the losses of another holds its saves back if its target has different ones, for they settle
    its losses at once.
    """
    while STAGES.index(sequence.stage) <= STAGES.index(stage):
        if waits and sequence.stage == "save" and common_save(sequence.attack, sequence.target) is None:
            break
        sequence = roll_stage(sequence, dice)
    return sequence


def rolled_through(scene: Scene, frame: Resolving, stage: RollStage) -> tuple[Volley, ...]:
    """The frame's volleys with every stage up to `stage` rolled."""
    done: list[Volley] = []
    for each in frame.volleys:
        done.append(_advanced(scene, stage, each, done))
    return tuple(done)


def stage_dice(scene: Scene, frame: Resolving) -> int | None:
    """The dice of the frame's next stage before any is rolled again; None where only the roll shows how many.

    Attacks at one target wait for each other where they settle its losses.
    """
    total = 0
    for number, each in enumerate(frame.volleys):
        before = frame.volleys[:number]
        if each.sequence.losses is not None:
            continue
        mark = _mark(scene, each, before)
        if not mark.target:
            continue
        unsettled = any(other.target == each.target and other.sequence.losses is None for other in before)
        if each.sequence.stage != frame.stage or (unsettled and frame.stage == "fnp"):
            return None
        due = dice_due(replace(each.sequence, target=mark.target))
        if due is None:
            return None
        total += due
    return total


def _roll_one_stage(scene: Scene, frame: Resolving) -> None:
    done = rolled_through(scene, frame, frame.stage)
    following = _next_stage(frame.stage)
    scene.emit(ev.StageRolled(frame.unit, frame.stage, following, done))
    if following == "complete":
        fallen: Fallen = {}
        may = who_may(scene, frame)
        for each in done:
            if each.sequence.losses is not None and scene.state.units[each.target].alive:
                _land(scene, frame, each, fallen)
        _finish(scene, frame, fallen, may)


def _next_stage(stage: RollStage) -> RollStage:
    return STAGES[STAGES.index(stage) + 1]


def _advanced(scene: Scene, stage: RollStage, each: Volley, before: list[Volley]) -> Volley:
    """A volley with one more stage rolled, at what the volleys before it have left of its target."""
    if each.sequence.losses is not None:
        return replace(each, sequence=_catch_up(each.sequence, stage, scene.dice))
    mark = _mark(scene, each, before)
    if not mark.target:
        return replace(each, sequence=replace(each.sequence, target=()), order=())
    waits = any(other.target == each.target and other.sequence.losses is None for other in before)
    sequence = _catch_up(replace(each.sequence, target=mark.target), stage, scene.dice, waits)
    gone = [i for i, wounds in enumerate(_left(scene, each, before)) if wounds <= 0]
    order = keeping_together(scene, each.target, mark.order, sequence.lost, sequence.target, gone)
    return replace(each, sequence=sequence, order=order)


def _land(scene: Scene, frame: Resolving, each: Volley, fallen: Fallen) -> None:
    """Put the losses on the target's miniatures. What comes of their fall waits until all attacks have landed."""
    sequence = each.sequence
    wounds = scene.state.units[each.target].wounds
    losses = zip(each.order, sequence.lost) if sequence.lost else ()
    lost = tuple([(i, amount) for i, amount in losses if amount])
    slain = tuple([i for i, amount in lost if wounds[i] == amount])
    spent = "one shot" in sequence.attack.flags
    scene.emit(ev.AttacksMade(frame.unit, each.target, each.bearers, frame.melee, sequence, lost, slain, spent=spent))
    fallen.setdefault(each.target, []).extend(slain)


def _finish(scene: Scene, frame: Resolving, fallen: Fallen, may: dict[int, int]) -> None:
    """`may`: the units whose fallen may strike before they are removed."""
    used = _hazarded(arms_of(scene, frame.unit), frame.volleys)
    users = [own_place(scene.setup, scene.state, frame.unit, i) for i in used]
    bury(scene, rise(scene, frame.unit, may, fallen) if may else fallen, frame.unit)
    hazards(scene, users)
    _end(scene, frame)


def _end(scene: Scene, frame: Resolving) -> None:
    """All attacks are made; who has struck a last blow falls."""
    scene.emit(ev.StrikesMade(frame.unit) if frame.melee else ev.UnitShot(frame.unit))
    if frame.melee and isinstance(scene.top, LastBlows) and scene.top.unit == frame.unit:
        fall(scene)


def _hazarded(arms: dict[str, Arm], volleys: Iterable[Volley]) -> list[int]:
    """The bearers of hazardous weapons, each as often as it used one; a melee weapon once, however it was shared."""
    users: list[int] = []
    struck: set[tuple[int, str]] = set()
    for each in volleys:
        arm = arms[each.weapon]
        if "hazardous" not in arm.keywords:
            continue
        for i in each.bearers:
            if not arm.weapon.melee:
                users += [i] * (each.share or arm.carried[i])
            elif (i, each.weapon) not in struck:
                struck.add((i, each.weapon))
                users.append(i)
    return users
