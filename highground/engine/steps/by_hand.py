"""What players switch on and off themselves: effects of abilities whose text the engine does not act on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from highground.engine import events as ev
from highground.engine.abilities.condition import MEASURED, NAMED, Condition, ConditionKind
from highground.engine.abilities.effect import Effect
from highground.engine.abilities.model import Ability
from highground.engine.attached import base_sheets
from highground.engine.choices import ByHand
from highground.engine.errors import Refusal
from highground.engine.kept import Once
from highground.engine.model import Setup
from highground.engine.scene import Scene
from highground.engine.state import Active
from highground.engine.steps import declared

MOST = 8
"""Effects that one switch turns on."""


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
        _check_on(scene, choice, ability, on)
    elif not on:
        raise Refusal("not-on", ability=ability.name)
    target = choice.unit if choice.target is None else choice.target
    state = scene.state
    actives = tuple(
        [
            Active(ability.name, effect, side, target, state.round, state.turn, uid, choice.unit)
            for effect in (choice.effects if choice.on else ())
        ]
    )
    scene.emit(ev.ByHandSwitched(side, uid, ability.name, choice.unit, target, choice.on, actives))
    declared.revise(scene)


def _ability(scene: Scene, side: int, choice: ByHand) -> Ability:
    """The ability that is switched, if it is one of the side's that players see to."""
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


def _check_on(scene: Scene, choice: ByHand, ability: Ability, on: list[Active]) -> None:
    target = choice.unit if choice.target is None else choice.target
    if any(each.unit == target for each in on):
        raise Refusal("already-on", ability=ability.name)
    if not 1 <= len(choice.effects) <= MOST:
        raise Refusal("no-effects", ability=ability.name, chosen=len(choice.effects), most=MOST)
    if choice.unit is not None and not _lives(scene, choice.unit):
        raise Refusal("destroyed", unit=base_sheets(scene.setup)[choice.unit].name)
    if target is not None and not (0 <= target < len(scene.state.units) and scene.state.units[target].alive):
        raise Refusal("no-living-unit", ability=ability.name, number=target)
    for effect in choice.effects:
        problem = _problem(ability.name, effect)
        if problem is not None:
            raise problem


def _lives(scene: Scene, unit: int) -> bool:
    state = scene.state.units[unit]
    return state.alive or state.joined is not None


def _problem(name: str, effect: Effect) -> Refusal | None:
    """Why the effect means nothing when it is switched on."""
    if not effect.lasts:
        return Refusal("effect-at-once", ability=name, effect=effect.kind)
    if effect.who != "self" or effect.when:
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
