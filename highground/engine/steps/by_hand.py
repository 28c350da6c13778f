"""What players bring about themselves: what abilities do whose text the engine does not act on, and what both agree on.

What lasts is switched on and off; what happens at once is done, while nothing else is under way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from highground.engine import events as ev
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import MEASURED, NAMED, Condition, ConditionKind
from highground.engine.abilities.effect import Effect
from highground.engine.abilities.model import Ability
from highground.engine.abilities.profiles import OF_WEAPONS, ChangeProfile
from highground.engine.abilities.wounds import GainPoints
from highground.engine.attached import base_sheets
from highground.engine.choices import ByHand, Use
from highground.engine.errors import Refusal
from highground.engine.kept import Once
from highground.engine.model import Setup
from highground.engine.scene import Scene
from highground.engine.sheets import changed
from highground.engine.state import Active, Melee, Resolving
from highground.engine.steps import amending, combat, declared, striking
from highground.engine.steps.possible import Looking
from highground.engine.steps.uses import Using

MOST = 8
"""Effects that one switch turns on."""
AGREED = Ability("By hand", "", "army", uid="by-hand", by_hand=True)
"""Every army may bring about by hand what its player says: nothing that two players agree on is impossible."""
DONE = frozenset({
    "mortal_wounds", "rolled_wounds", "lose_miniatures", "heal", "heal_one", "regrow", "return", "add_miniatures",
    "command_points", "tally", "shock_test", "rally", "withdraw", "normal_move", "rolled_move",
})  # fmt: skip
"""What happens at once and can be done by hand; the rest belongs to a moment of its own."""
FARTHEST = 120.0
"""Inches beyond every table."""
OF_ARMY = frozenset({"command_points", "tally"})
"""What happens to an army rather than to a unit."""


def any_of(setup: Setup, side: int) -> bool:
    """Whether the side has an ability that its player sees to; worked out once for each setup."""
    return _BY_HAND.of(setup)[side]


def _both(setup: Setup) -> tuple[bool, bool]:
    return any(_of_side(setup, 0)), any(_of_side(setup, 1))


_BY_HAND: Once[tuple[bool, bool]] = Once("_by_hand", _both)


def _of_side(setup: Setup, side: int) -> Iterator[bool]:
    army = setup.armies[side]
    yield from (ability.by_hand for ability in army.abilities)
    yield from (ability.by_hand for sheet in army.units for ability in sheet.abilities)


def owned(scene: Scene, side: int) -> Iterator[tuple[int | None, Ability]]:
    """The side's abilities that players see to: the army's (None) and those of units that live."""
    yield from ((None, ability) for ability in scene.setup.armies[side].abilities if ability.by_hand)
    for unit in scene.state.units:
        if unit.side == side and (unit.alive or unit.joined is not None):
            sheet = base_sheets(scene.setup)[unit.index]
            yield from ((unit.index, ability) for ability in sheet.abilities if ability.by_hand)


def in_force(scene: Scene, side: int) -> list[Active]:
    """The side's effects that were switched on by hand."""
    return [active for active in scene.state.active_effects if active.by_hand and active.side == side]


def switch(scene: Scene, side: int, choice: ByHand) -> None:
    """Turn effects of an ability on, or all that are on of it off. Raises Refusal before anything has happened."""
    ability = _ability(scene, side, choice)
    uid = ability.uid or ability.name
    on = [each for each in in_force(scene, side) if (each.by_hand, each.owner) == (uid, choice.unit)]
    if choice.on:
        _check_on(scene, side, choice, ability, on)
    elif not on:
        raise Refusal("not-on", ability=ability.name)
    target = choice.unit if choice.target is None else choice.target
    state, wanted, before = scene.state, choice.effects if choice.on else (), scene.sheets
    actives = tuple(
        [
            Active(ability.name, _held(each), side, _whose(each, target), state.round, state.turn, uid, choice.unit)
            for each in wanted
            if each.lasts
        ]
    )
    scene.emit(ev.ByHandSwitched(side, uid, ability.name, choice.unit, target, choice.on, actives))
    for unit, (was, now) in enumerate(zip(before, scene.sheets)):
        if was.wounds != now.wounds:
            amending.refit(scene, unit, was.wounds, ability.name)
    for effect in wanted:
        if not effect.lasts:
            effect.happen(DoneByHand(scene, ability.name, side, None if effect.kind in OF_ARMY else target, choice))
    for each in choice.amend:
        amending.carry_out(scene, side, ability.name, each, target)
    declared.revise(scene)
    frame = scene.top
    if isinstance(frame, Melee) and not striking.able(scene, frame.picker, frame.first):
        combat.pass_pick(scene, frame.picker)


def _held(effect: AnyEffect) -> AnyEffect:
    """A circle goes with its unit; everything else is for who is named."""
    if effect.who.endswith("within"):
        circle: AnyEffect = replace(effect, follows=True)
        return circle
    return effect


def _whose(effect: Effect, target: int | None) -> int | None:
    return None if effect.who == "army" else target


class DoneByHand(Using):
    """What a player does by hand: to a unit of either side, or to the army."""

    def __init__(self, scene: Scene, name: str, side: int, on: int | None, choice: ByHand) -> None:
        targets = () if on is None else (on,)
        super().__init__(scene, name, side, choice.unit if on is None else on, Use(name, on, targets), None)
        self.on = on

    def gain_points(self, points: int) -> None:
        self.scene.emit(ev.CommandPointsGained(self.side, points, self.name))


def _ability(scene: Scene, side: int, choice: ByHand) -> Ability:
    """The ability that is switched, if it is one of the side's that players see to."""
    if choice.ability == AGREED.uid and choice.unit is None:
        return AGREED
    if choice.unit is None:
        known = scene.setup.armies[side].abilities
    else:
        _own_unit(scene, side, choice.unit)
        known = base_sheets(scene.setup)[choice.unit].abilities
    found = [each for each in known if choice.ability in {each.uid, each.name}]
    if not found:
        raise Refusal("no-such-ability", ability=choice.ability)
    by_hand = next((each for each in found if each.by_hand), None)
    if by_hand is None:
        raise Refusal("not-by-hand", ability=found[0].name)
    return by_hand


def _own_unit(scene: Scene, side: int, unit: int) -> None:
    if not 0 <= unit < len(scene.state.units):
        raise Refusal("no-such-unit", number=unit)
    if scene.state.units[unit].side != side:
        raise Refusal("not-yours", unit=base_sheets(scene.setup)[unit].name)


def _check_on(scene: Scene, side: int, choice: ByHand, ability: Ability, on: list[Active]) -> None:
    target = choice.unit if choice.target is None else choice.target
    if ability is not AGREED and any(each.unit == target for each in on):
        raise Refusal("already-on", ability=ability.name)
    wanted = len(choice.effects) + len(choice.amend)
    if not 1 <= wanted <= MOST:
        raise Refusal("no-effects", ability=ability.name, chosen=wanted, most=MOST)
    if choice.unit is not None and not _lives(scene, choice.unit):
        raise Refusal("destroyed", unit=base_sheets(scene.setup)[choice.unit].name)
    if target is not None and not (0 <= target < len(scene.state.units) and scene.state.units[target].alive):
        raise Refusal("no-living-unit", ability=ability.name, number=target)
    for effect in choice.effects:
        problem = _problem(ability.name, effect) or _at_once(scene, side, ability.name, effect, target)
        if problem is None and isinstance(effect, ChangeProfile):
            problem = _profile(scene, ability.name, effect, target)
        if problem is not None:
            raise problem
    for amended in choice.amend:
        problem = amending.refusal(scene, side, ability.name, amended, target)
        if problem is not None:
            raise problem


def _at_once(scene: Scene, side: int, name: str, effect: Effect, target: int | None) -> Refusal | None:
    """Why the effect cannot be done now, or not to nobody in particular."""
    if target is None and (effect.who.endswith("within") or not (effect.lasts or effect.kind in OF_ARMY)):
        return Refusal("effect-needs-unit", ability=name, effect=effect.words())
    if effect.lasts:
        return None
    if not amending.free(scene):
        return Refusal("effect-not-now", ability=name, effect=effect.words())
    points = scene.state.armies[side].cp
    if isinstance(effect, GainPoints) and points + effect.value < 0:
        return Refusal("command-points", ability=name, price=-effect.value, points=points)
    if target is not None and effect.kind not in OF_ARMY:
        there = scene.on_table(target) and effect.possible(Looking(scene), target)
        if not there:
            return Refusal("impossible", unit=scene.called(target), action=effect.kind)
    return None


def _profile(scene: Scene, name: str, effect: ChangeProfile, target: int | None) -> Refusal | None:
    """Why a characteristic cannot be changed so: of nobody's, of what is not there, or of attacks under way."""
    if target is None:
        return Refusal("effect-needs-unit", ability=name, effect=str(effect)) if effect.miniatures else None
    sheet, wounds = scene.sheets[target], scene.state.units[target].wounds
    if not all(0 <= i < len(wounds) and wounds[i] for i in effect.miniatures):
        return Refusal("no-such-miniatures", unit=scene.called(target))
    if changed(sheet, effect) == sheet:
        return Refusal("profile-as-it-is", unit=scene.called(target), effect=str(effect))
    shooting = any(isinstance(frame, Resolving) and frame.unit == target for frame in scene.state.stack)
    if shooting and effect.stat in OF_WEAPONS and effect.miniatures:
        return Refusal("effect-not-now", ability=name, effect=str(effect))
    return None


def _lives(scene: Scene, unit: int) -> bool:
    state = scene.state.units[unit]
    return state.alive or state.joined is not None


def _problem(name: str, effect: Effect) -> Refusal | None:
    """Why the effect means nothing when it is switched on."""
    if not effect.lasts and effect.kind not in DONE:
        return Refusal("effect-at-once", ability=name, effect=effect.kind)
    others = effect.who.endswith("within") or effect.who == "army"
    gated = effect.when or effect.face_from or effect.face_to or effect.tested or effect.stance
    if (effect.who != "self" and not (others and effect.lasts)) or gated:
        return Refusal("effect-of-others", ability=name)
    if effect.who.endswith("within") and not 0 < effect.reach <= FARTHEST:
        return Refusal("effect-of-others", ability=name)
    for condition in effect.conditions:
        problem = _condition(name, condition)
        if problem is not None:
            return problem
    fault = effect.fault()
    return None if fault is None else Refusal(fault.code, ability=name, **fault.facts)


def _condition(name: str, condition: Condition) -> Refusal | None:
    if condition.kind not in get_args(ConditionKind):
        return Refusal("unknown-condition", ability=name, condition=condition.kind)
    if condition.kind in NAMED and not condition.name:
        return Refusal("condition-without-name", ability=name, condition=condition.kind)
    if condition.kind in MEASURED and condition.value <= 0:
        return Refusal("condition-without-number", ability=name, condition=condition.kind)
    return None
