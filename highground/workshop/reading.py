"""Reading rule sets that anybody may have written: what is not wholly understood is refused, with a sentence.

Nothing of a file is run; its texts stay texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, get_args

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import MEASURED, NAMED, Condition, ConditionKind
from highground.engine.abilities.effects import NEVER_GIVEN
from highground.engine.amount import Amount
from highground.engine.effects import parse_keyword
from highground.packs.ability_checks import Level, effect_problems, use_problems
from highground.words.forms import FIELDS
from highground.workshop.making import of_units, use_of
from highground.workshop.rule_sets import (
    VERSION,
    AddedWeapon,
    ModelChange,
    Rule,
    RuleSet,
    RuleUse,
    SpareModel,
    UnitChange,
    WeaponChange,
)
from highground.workshop.saying import LINE_LABELS

LARGEST = 200_000
"""Bytes of a rule set as JSON."""
DEEPEST = 12
MOST_LISTED = 200
LONGEST_NAME, LONGEST_TEXT = 100, 2000
GREATEST = 100
"""No number of a rule is farther from zero."""
FARTHEST = 120.0
"""Inches."""
_LONG = frozenset({"text", "note"})
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u202a-\u202e\u2066-\u2069]")
_KINDS = frozenset(get_args(ConditionKind))
_LINES = {
    "movement": (0, 60), "toughness": (1, 30), "save": (2, 7), "wounds": (1, 100), "leadership": (2, 12),
    "objective_controlled": (0, 100), "invuln": (0, 6), "fnp": (0, 6), "height": (0.1, 20),
}  # fmt: skip
LEAST_BASE, LARGEST_BASE = 10, 400
"""Millimetres."""
_PROFILE = {"attacks": "A", "skill": "Hit", "strength": "S", "damage": "D"}
"""What the form calls the numbers that an added weapon cannot be without."""
MOST_CARRIED = 20
MOST_SPARE = 40
"""Miniatures of a name that may be added to a unit."""
T = TypeVar("T")


class RuleSetError(ValueError):
    """Why a rule or a rule set is refused, as a sentence."""


def read_rule_set(document: Any) -> RuleSet:
    """A rule set from JSON values. Raises RuleSetError."""
    _measure(document)
    _ours(document)
    found = _convert(document, RuleSet, "rule set")
    _check_set(found)
    return found


def read_rule(document: Any, level: Level) -> Rule:
    """One rule from JSON values: of a 'unit', an 'army' or a 'stratagem'. Raises RuleSetError."""
    _measure(document)
    found = _convert(document, Rule, "rule")
    _check_rule(found, level)
    return found


def read_unit(document: Any) -> UnitChange:
    """What a rule set says of units of a name, from JSON values. Raises RuleSetError."""
    _measure(document)
    found = _convert(document, UnitChange, "unit")
    _check_unit(found)
    return found


def _ours(document: Any) -> None:
    if not isinstance(document, dict) or document.get("format") != "highground rule set":
        raise RuleSetError("This is no rule set of Highground: it does not say 'highground rule set' as its format.")
    if document.get("version") != VERSION:
        raise RuleSetError(f"This rule set is of version {document.get('version')!r:.20}; version {VERSION} is read.")


def _convert(document: Any, kind: type[T], what: str) -> T:
    try:
        found = msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise RuleSetError(f"The {what} cannot be read: {_plain(str(error))}.") from error
    stray = next(_strays(document, found, ""), None)
    if stray is not None:
        raise RuleSetError(f"The {what} cannot be read: nothing is known of '{stray:.80}'.")
    return found


def _plain(problem: str) -> str:
    """msgspec's words for a place, as ours: 'army 1, effects 2'."""
    said, _, place = problem.partition(" - at `$.")
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", said):
        labels = _PROFILE if "carries[" in place else LINE_LABELS if "spares[" in place else FIELDS
        said = f"'{labels.get(missing[1], missing[1])}' is still to be said"
    steps = re.sub(r"\[(\d+)\]", lambda found: f" {int(found[1]) + 1}", place.rstrip("`"))
    return said.replace("`", "'")[:160] + (f", at {steps.replace('.', ', ')[:120]}" if place else "")


def _strays(raw: Any, read: Any, at: str) -> Iterator[str]:
    """What the document says that no type has a place for."""
    if isinstance(read, msgspec.Struct):
        known = {*read.__struct_fields__, read.__struct_config__.tag_field}
        for name, value in raw.items():
            if name not in known:
                yield f"{at}{name}"
            elif name in read.__struct_fields__:
                yield from _strays(value, getattr(read, name), f"{at}{name}.")
    elif isinstance(read, tuple):
        for number, (value, part) in enumerate(zip(raw, read, strict=True), 1):
            yield from _strays(value, part, f"{at}{number}.")


def _called(name: str) -> str:
    return f"'{name:.40}'" if name.strip() else "A field without a name"


def _measure(document: Any) -> None:
    """Refuses what is too deep, too long or too large, before anything is made of it."""
    seen = 0
    todo: list[tuple[Any, int, str]] = [(document, 0, "")]
    while todo:
        value, depth, name = todo.pop()
        seen += len(value) if isinstance(value, str) else 8
        if seen > LARGEST:
            raise RuleSetError(f"The rule set is too large: {LARGEST // 1000} kB are the most.")
        if depth > DEEPEST:
            raise RuleSetError("The rule set is nested deeper than any rule needs.")
        if isinstance(value, (list, dict)):
            if len(value) > MOST_LISTED:
                raise RuleSetError(f"There are more than {MOST_LISTED} entries in {_called(name)}.")
            items = value.items() if isinstance(value, dict) else ((name, each) for each in value)
            todo += [(each, depth + 1, str(key)) for key, each in items]
            seen += sum(len(str(key)) for key in value) if isinstance(value, dict) else 0
        else:
            _check_value(value, name)


def _check_value(value: Any, name: str) -> None:
    if isinstance(value, str):
        longest = LONGEST_TEXT if name in _LONG else LONGEST_NAME
        if len(value) > longest:
            raise RuleSetError(f"{_called(name)} has more than {longest} characters.")
        if _CONTROL.search(value):
            raise RuleSetError(f"{_called(name)} has characters that cannot be shown.")
    elif isinstance(value, (int, float)) and not (-GREATEST <= value <= 4 * GREATEST):
        raise RuleSetError(f"{_called(name)} is {value!s:.20}, and no rule has such a number.")


def _check_set(found: RuleSet) -> None:
    if not found.name.strip():
        raise RuleSetError("A rule set needs a name.")
    for each in found.army:
        _check_rule(each, "army")
    for each in found.stratagems:
        _check_rule(each, "stratagem")
    for each in found.enhancements:
        _check_rule(each, "unit")
    for unit in found.units:
        _check_unit(unit)
    for what, names in (
        ("rules of the army", [(each.name, each.detachment) for each in found.army]),
        ("stratagems", [(each.name, each.detachment) for each in found.stratagems]),
        ("enhancements", [(each.name, "") for each in found.enhancements]),
        ("units", [(each.name, "") for each in found.units]),
    ):
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise RuleSetError(f"Two {what} are called '{twice[0]}'.")


def _check_unit(unit: UnitChange) -> None:
    if not unit.name.strip():
        raise RuleSetError("A unit needs the name that it has in the roster.")
    for rule in unit.abilities:
        _check_rule(rule, "unit")
    for weapon in unit.weapons:
        _check_weapon(weapon)
    for model in unit.models:
        _check_line(unit, model)
    for added in unit.carries:
        _check_added(added)
    _check_spares(unit)
    bearers = [(each.name.casefold().strip(), each.model, each.enhancement) for each in unit.carries]
    twice = next((each for each in bearers if bearers.count(each) > 1), None)
    if twice is not None:
        raise RuleSetError(f"Unit '{unit.name}': '{twice[0]}' is added twice for the same miniatures.")


def _check_spares(unit: UnitChange) -> None:
    names = [each.name.casefold().strip() for each in unit.spares]
    for model in unit.spares:
        if not model.name.strip():
            raise RuleSetError(f"Unit '{unit.name}': miniatures that may be added need a name.")
        if not 1 <= model.count <= MOST_SPARE:
            raise RuleSetError(f"'{model.name}': 1 to {MOST_SPARE} of them may be added.")
        _check_line(unit, model)
    if len(set(names)) < len(names):
        raise RuleSetError(f"Unit '{unit.name}': two kinds of miniatures that may be added have one name.")
    if sum(each.count for each in unit.spares) > 2 * MOST_SPARE:
        raise RuleSetError(f"Unit '{unit.name}': {2 * MOST_SPARE} miniatures may be added at most.")


def _check_added(weapon: AddedWeapon) -> None:
    if not weapon.name.strip():
        raise RuleSetError("A weapon that is added needs a name.")
    for name in ("attacks", "strength", "damage"):
        text = getattr(weapon, name)
        if not text.strip():
            raise RuleSetError(f"Weapon '{weapon.name}': '{_PROFILE[name]}' is still to be said.")
    if not 1 <= weapon.count <= MOST_CARRIED:
        raise RuleSetError(f"Weapon '{weapon.name}': each carries 1 to {MOST_CARRIED} of it.")
    _check_profile(weapon)
    for name in ("attacks", "strength", "damage"):
        if Amount.parse(getattr(weapon, name)).high < 1:
            raise RuleSetError(f"Weapon '{weapon.name}': '{_PROFILE[name]}' is at least 1.")


def _check_weapon(weapon: WeaponChange) -> None:
    if not weapon.name.strip():
        raise RuleSetError("A weapon needs the name that it has in the roster.")
    _check_profile(weapon)


def _check_profile(weapon: WeaponChange | AddedWeapon) -> None:
    def refuse(problem: str) -> None:
        raise RuleSetError(f"Weapon '{weapon.name}': {problem}.")

    if not 0 <= (weapon.range or 0) <= FARTHEST:
        refuse(f"its range is 0 for melee, or up to {FARTHEST:g} inches")
    if weapon.skill is not None and weapon.skill not in (0, 2, 3, 4, 5, 6):
        refuse("its skill is 2 to 6, or 0 where it hits by itself")
    if not -20 <= (weapon.ap or 0) <= 0:
        refuse("its armour penetration is zero or negative")
    for name in ("attacks", "strength", "damage"):
        text = getattr(weapon, name)
        if text is not None:
            _check_amount(_tried(Amount.parse, text, refuse), refuse)
    for keyword in weapon.keywords or ():
        _tried(parse_keyword, keyword, refuse)


def _tried(reader: Callable[[str], T], text: str, refuse: Callable[[str], None]) -> T:
    try:
        return reader(text)
    except ValueError as error:
        raise RuleSetError(f"{error}.") from error


def _check_line(unit: UnitChange, model: ModelChange | SpareModel) -> None:
    for name, (low, high) in _LINES.items():
        value = getattr(model, name)
        if value is not None and not (low <= value <= high) and not (name in {"invuln", "fnp"} and value == 0):
            raise RuleSetError(f"Unit '{unit.name}': {name.replace('_', ' ')} is {low} to {high}, not {value}.")

    if problem := _base_problem(model):
        raise RuleSetError(f"Unit '{unit.name}': {problem}.")


def _base_problem(model: ModelChange | SpareModel) -> str:
    """Why there is no base of that size; '' where one may be, or none is said."""
    width, length = model.base_mm, model.length_mm
    for what, size in (("wide", width), ("long", length)):
        if size is not None and not LEAST_BASE <= size <= LARGEST_BASE:
            return f"a base is {LEAST_BASE} to {LARGEST_BASE} mm {what}, not {size:g}"
    if width is None:
        return "of a base that is not round its width is needed too" if length is not None or model.rectangular else ""
    if length is None:
        return "a rectangular base needs a length" if model.rectangular else ""
    if length < width and not model.rectangular:
        return f"an oval base is at least as long as it is wide, not {width:g} mm wide and {length:g} mm long"
    return ""


def _check_rule(rule: Rule, level: Level) -> None:
    if not rule.name.strip():
        raise RuleSetError("A rule needs a name.")

    def refuse(problem: str) -> None:
        raise RuleSetError(f"'{rule.name}': {problem}.")

    if rule.use is None and (rule.options or level == "stratagem"):
        refuse("it needs to say when it is used")
    if rule.use is not None:
        for problem in _use_problems(rule, rule.use, level):
            refuse(problem)
    for number, each in enumerate(rule.effects, 1):
        for problem in _effect_problems(each, rule, level):
            refuse(f"effect {number}: {problem}")
    for option in rule.options:
        if not option.name.strip() or not option.effects:
            refuse("each option needs a name and an effect")
        for each in option.effects:
            for problem in _effect_problems(each, rule, level):
                refuse(f"option '{option.name}': {problem}")


def _use_problems(rule: Rule, use: RuleUse, level: Level) -> Iterator[str]:
    if not rule.effects and not rule.options:
        yield "what is used needs an effect"
    if len(rule.options) == 1:
        yield "one option is no choice"
    if use.cost and level != "stratagem":
        yield "only stratagems cost command points"
    if level == "unit" and use.target == "friend":
        yield "a unit uses its ability itself, on an enemy or on an ally near it"
    if not 0 <= use.cost <= 6:
        yield "a stratagem costs 0 to 6 command points"
    if not 0 <= use.reach <= FARTHEST:
        yield f"it reaches up to {FARTHEST:g} inches"
    for condition in (*use.conditions, *(each for some in use.aimed for each in some)):
        yield from _condition_problems(condition)
    yield from use_problems(use_of(use, level, bool(rule.options)))


def _effect_problems(effect: AnyEffect, rule: Rule, level: Level) -> Iterator[str]:
    if effect.kind in NEVER_GIVEN:
        yield "no rule can give that"
    if not 0 <= effect.reach <= FARTHEST:
        yield f"it reaches up to {FARTHEST:g} inches"
    for condition in effect.conditions:
        yield from _condition_problems(condition)
    for amount in _amounts(effect):
        found: list[str] = []
        _check_amount(amount, found.append)
        yield from found
    alone = level == "army" and bool(effect.when) and rule.use is None
    if alone and effect.conditions and not of_units(effect):
        yield "what an army gains at a moment has no conditions"
    use = None if rule.use is None else use_of(rule.use, level, bool(rule.options))
    yield from effect_problems(effect, use, "unit" if alone else level)


def _amounts(value: Any) -> Iterator[Amount]:
    if isinstance(value, Amount):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _amounts(getattr(value, name))
    elif isinstance(value, tuple):
        for each in value:
            yield from _amounts(each)


def _check_amount(amount: Amount, refuse: Callable[[str], None]) -> None:
    if amount.sides not in (0, 3, 6) or not 0 <= amount.count <= 20 or not 0 <= amount.plus <= GREATEST:
        refuse(f"'{amount}' is neither a number nor dice such as D6 or 2D3+1")
    if bool(amount.count) != bool(amount.sides):
        refuse("dice need a number and sides")


def _condition_problems(condition: Condition) -> Iterator[str]:
    if condition.kind not in _KINDS:
        yield f"there is no condition '{condition.kind:.40}'"
    elif condition.kind in NAMED and not condition.name.strip():
        yield f"the condition '{condition.kind}' needs a name"
    elif condition.kind in MEASURED and condition.value < 1:
        yield f"the condition '{condition.kind}' needs a number"
