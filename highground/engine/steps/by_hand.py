"""What players switch on and off themselves: effects of abilities whose text the engine does not act on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from highground.engine import events as ev
from highground.engine.ability import LASTING, PERMISSIONS, REROLLS, Ability, Condition, ConditionKind, Effect
from highground.engine.attached import base_sheets
from highground.engine.choices import ByHand
from highground.engine.effects import KNOWN_KEYWORDS, Modifier, validate
from highground.engine.errors import Refusal
from highground.engine.model import Setup
from highground.engine.powers import too_early
from highground.engine.scene import Scene
from highground.engine.state import Active
from highground.engine.steps import declared

MOST = 8
"""Effects that one switch turns on."""
_WORDS = {"permission": PERMISSIONS, "reroll": REROLLS}
_NUMBERED = frozenset({"move", "advance", "charge", "control", "leadership", "hidden", "shock_dice"})
_MEASURED = frozenset({"within", "wounds left", "near friend"})
_NAMED = frozenset({"keyword", "target keyword", "weapon keyword", "led by"})


def any_of(setup: Setup, side: int) -> bool:
    """Whether the side has an ability that its player sees to; worked out once for each setup."""
    kept = setup.__dict__
    both: tuple[bool, bool] | None = kept.get("_by_hand")
    if both is None:
        both = kept["_by_hand"] = (any(_of_side(setup, 0)), any(_of_side(setup, 1)))
    return both[side]


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
        raise Refusal("not-on", f"Nothing of {ability.name} is switched on.")
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
        raise Refusal("no-such-ability", f"There is no ability '{choice.ability}' there.")
    by_hand = next((each for each in found if each.by_hand), None)
    if by_hand is None:
        raise Refusal("not-by-hand", f"{found[0].name} works without being switched on.")
    return by_hand


def _own_unit(scene: Scene, side: int, unit: int) -> None:
    if not 0 <= unit < len(scene.state.units):
        raise Refusal("no-such-unit", f"There is no unit with number {unit}.")
    if scene.state.units[unit].side != side:
        raise Refusal("not-yours", f"{base_sheets(scene.setup)[unit].name} belongs to the other army.")


def _check_on(scene: Scene, choice: ByHand, ability: Ability, on: list[Active]) -> None:
    target = choice.unit if choice.target is None else choice.target
    if any(each.unit == target for each in on):
        raise Refusal("already-on", f"{ability.name} is switched on already: switch it off first.")
    if not 1 <= len(choice.effects) <= MOST:
        measure = f"{len(choice.effects)} effects"
        raise Refusal("no-effects", f"Choose one to {MOST} effects for {ability.name}.", measure)
    if choice.unit is not None and not _lives(scene, choice.unit):
        raise Refusal("destroyed", f"{base_sheets(scene.setup)[choice.unit].name} is destroyed.")
    if target is not None and not (0 <= target < len(scene.state.units) and scene.state.units[target].alive):
        raise Refusal("no-such-unit", f"{ability.name} needs a unit that lives; there is none with number {target}.")
    for effect in choice.effects:
        problem = _problem(effect)
        if problem:
            raise Refusal("unknown-effect", f"{ability.name}: {problem}.")


def _lives(scene: Scene, unit: int) -> bool:
    state = scene.state.units[unit]
    return state.alive or state.joined is not None


def _problem(effect: Effect) -> str:
    """Why the effect means nothing when it is switched on; '' if it does."""
    if effect.kind not in LASTING:
        return f"'{effect.kind}' happens at once and cannot be switched on; bring it about by hand"
    if effect.who != "self" or effect.when:
        return "what is switched on is for the unit or the army that is named"
    problem = next((found for found in map(_condition, effect.conditions) if found), "")
    if problem:
        return problem
    if effect.kind == "roll":
        return _roll(effect)
    if effect.kind in _WORDS and effect.text not in _WORDS[effect.kind]:
        return f"'{effect.text}' is no {effect.kind}; there are: {', '.join(sorted(_WORDS[effect.kind]))}"
    if effect.kind.endswith("keyword") and (effect.keyword is None or effect.keyword.name not in KNOWN_KEYWORDS):
        return f"'{effect.kind}' needs a weapon keyword that there is"
    if too_early(effect):
        return f"'{effect.keyword}' is asked for before there is a target, so it cannot depend on one"
    if effect.kind in _NUMBERED and not effect.value:
        return f"'{effect.kind}' needs a value"
    return ""


def _roll(effect: Effect) -> str:
    try:
        validate(Modifier(effect.stage, effect.change, "the effect", effect.value, effect.amount, effect.reroll))  # type: ignore[arg-type]
    except ValueError as error:
        return str(error)
    if any(each.kind == "stronger" for each in effect.conditions) and effect.stage == "strength":
        return "'stronger' asks for the strength and cannot change it"
    return ""


def _condition(condition: Condition) -> str:
    if condition.kind not in get_args(ConditionKind):
        return f"'{condition.kind}' is no condition"
    if condition.kind in _NAMED and not condition.name:
        return f"'{condition.kind}' needs a name"
    if condition.kind in _MEASURED and condition.value <= 0:
        return f"'{condition.kind}' needs a number"
    return ""
