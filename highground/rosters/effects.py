"""The abilities of an army's units as effects, or marked to be resolved by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import MarkUnit
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import AND, Condition
from highground.engine.abilities.conditions import miniature_named
from highground.engine.abilities.effects import Hide
from highground.engine.abilities.grants import GiveRule
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.resources import DenyArrival, Tally
from highground.engine.abilities.wounds import ReturnMiniatures
from highground.engine.model import UnitSheet
from highground.engine.weapon import weapon_named
from highground.rosters.known_menus import read_known
from highground.rosters.phrases import KnownKeywords, Reading, read_orders, role_of
from highground.rosters.phrases_keywords import THIS_WEAPON
from highground.rosters.phrases_use_effects import THIS
from highground.rosters.report import Report
from highground.rosters.text import same_name
from highground.rosters.units import GAME_KEYWORDS

Settled = Collection[tuple[str, str]]
"""Name and text of abilities that are in a unit's stat lines already."""
FEEL_NO_PAIN = "feel no pain"
_AT_SETUP = frozenset({"deep strike", "infiltrators", "scouts"})
"""Rules that are over when the first miniature may fall."""
_LEADING = Condition("leading")
_NUMBER = re.compile(r"[1-9]")


def known_keywords(units: Iterable[UnitSheet], detachment: str = "") -> KnownKeywords:
    """The keywords that texts of these units may name. What all units share is no condition."""
    sheets = list(units)
    factions = [frozenset(sheet.faction_keywords) for sheet in sheets]
    own = GAME_KEYWORDS.union(*(sheet.keyword_set for sheet in sheets))
    shared = frozenset.intersection(*factions) if factions else frozenset()
    arms = {carried.weapon.name for sheet in sheets for group in sheet.miniatures for carried in group.weapons}
    points = sum(sheet.points for sheet in sheets)
    names = frozenset(miniature_named(group.name) for sheet in sheets for group in sheet.miniatures)
    many = {name for sheet in sheets if sheet.leads or len(sheet.line_up) > 1 for name in sheet.keyword_set}
    lone = frozenset({name for sheet in sheets for name in sheet.keyword_set} - many)
    often = Counter(name for each in factions for name in each)
    most = frozenset({name for name, times in often.items() if 2 * times > len(sheets)} - shared)
    arms_named = frozenset(map(weapon_named, arms))
    return KnownKeywords(own - shared, shared, arms_named, points, names, lone, most, detachment)


def with_effects(unit: UnitSheet, known: KnownKeywords, settled: Settled, where: str, report: Report) -> UnitSheet:
    """The unit, its abilities read. What stays text is reported."""
    abilities = []
    for ability in unit.abilities:
        done = ability.rule is not None or ability.by_hand or (ability.name, ability.text) in settled
        read = [ability] if done or _explains(ability, unit) else _read(ability, unit, known)
        if read[0].by_hand and not ability.by_hand:
            report_by_hand(read[0], where, report)
        abilities += read
    return replace(unit, abilities=tuple(abilities))


def _explains(ability: Ability, unit: UnitSheet) -> bool:
    """Whether it is the general text of a rule whose value stands in another ability."""
    if ability.name.casefold() != FEEL_NO_PAIN:
        return False
    return any(
        f"{FEEL_NO_PAIN} " in f"{other.name} {other.text}".casefold() for other in unit.abilities if other != ability
    )


def for_players(ability: Ability, known: KnownKeywords, report: Report) -> Ability:
    """An army's own rule. What is a rule of whole armies works; any other text is for players if it does anything."""
    reading = read_known(ability.text, known)
    if reading == Reading():
        return ability
    if reading is not None and reading.army:
        effects = reading.effects
        if reading.use is None:
            effects = tuple(
                effect if effect.when else replace(effect, who="army")
                for effect in effects
                if not effect.when or isinstance(effect, Tally)
            )
        effects = tuple(_named(effect, ability.name) for effect in effects)
        choices = _choices_named(reading.choices, ability.name)
        return replace(ability, effects=effects, use=reading.use, choices=choices)
    marked = replace(ability, by_hand=True)
    report_by_hand(marked, "roster", report)
    return marked


def of_armies(units: Iterable[UnitSheet], known: KnownKeywords) -> Iterable[Ability]:
    """What units have as a rule of their army that is used once for all of them, to be the army's own."""
    for unit in units:
        for ability in unit.abilities:
            reading = read_known(ability.text, known)
            if reading is not None and _of_army(reading):
                yield Ability(ability.name, ability.text, "army", ability.source, private=True)


def _of_army(reading: Reading) -> bool:
    """Whether an army uses it once, or counts once by it, however many units have its text."""
    counts = reading.use is None and any(each.when and isinstance(each, Tally) for each in reading.effects)
    return reading.army and (reading.use is not None or counts)


def had_by_units(ability: Ability, units: Iterable[UnitSheet], known: KnownKeywords) -> bool:
    """Whether a rule of the army is what its units have each for itself, and is read so."""
    reading = read_known(ability.text, known)
    if role_of(ability.text) != "list" and (reading is None or reading.army or not reading.effects):
        return False
    return any(each.text == ability.text and each.effects for unit in units for each in unit.abilities)


def report_by_hand(ability: Ability, where: str, report: Report) -> None:
    """Says once of each ability, however many units have it, that players see to it themselves."""
    report.once("ability-by-hand", f"'{ability.name}' is kept as text; resolve it by hand.", where, ability.text)


def _read(ability: Ability, unit: UnitSheet, known: KnownKeywords) -> list[Ability]:
    """The ability with what was made of its text; what only fits into further ones follows it."""
    orders = _of_orders(ability, unit, known)
    if orders is not None and orders.scope == "unit" and len(unit.line_up) > 1:
        officer = _officer(unit)
        if officer is None:
            return [replace(ability, by_hand=True)]
        ability = replace(ability, bearers=(officer,))
    reading = orders or read_known(ability.text, known)
    if reading is not None and _of_army(reading):
        return [ability]  # the army has it, once
    parts = _parts_of(reading) if reading is not None else []
    whose = [_hung_on(part, ability, unit) for part in parts]
    right = all(
        each is not None and _right_for(part, each, unit, known) for part, each in zip(parts, whose, strict=True)
    )
    if not parts or not right:
        return [replace(ability, by_hand=True)]
    made = [_made(part, each, unit) for part, each in zip(parts, whose, strict=True) if each is not None]
    further = [
        replace(each, name=f"{ability.name} ({number})", text="", continues=ability.name)
        for number, each in enumerate(made[1:], start=2)
    ]
    return [made[0], *further]


def _of_orders(ability: Ability, unit: UnitSheet, known: KnownKeywords) -> Reading | None:
    """What it comes to if it is the list of an army's orders, or says which of them the unit's officer may give."""
    role = role_of(ability.text)
    others = [each.text for each in unit.abilities if role and role_of(each.text) == _OTHER_ROLE[role]]
    if len(others) != 1:
        return None
    found = read_orders(*((ability.text, others[0]) if role == "list" else (others[0], ability.text)), known)
    return None if found is None else found[role != "list"]


def _officer(unit: UnitSheet) -> int | None:
    """The miniature that is its unit's officer: the hardiest, or the one with a rank in its name; None if in doubt."""
    wounds = [each.profile.wounds for each in unit.line_up]
    ranked = [i for i, each in enumerate(unit.line_up) if _RANK.search(each.name.casefold())]
    if wounds.count(max(wounds)) == 1:
        return wounds.index(max(wounds))
    return ranked[0] if len(ranked) == 1 else None


_RANK = re.compile(r"\b(?:sergeant|lieutenant|captain|commander|officer|major|colonel)\b")
_OTHER_ROLE = {"list": "officer", "officer": "list"}


def _hung_on(reading: Reading, ability: Ability, unit: UnitSheet) -> Ability | None:
    """The ability as that of the miniatures that the text names; None where the unit has no such miniatures."""
    if not reading.part:
        return ability
    found = tuple(i for i, each in enumerate(unit.line_up) if miniature_named(each.name) == reading.part)
    if not found or ability.location not in {"unit", "miniature"}:
        return None
    one = reading.use is None or len(found) == 1
    return replace(ability, location="unit", bearers=found) if one else None


def _parts_of(reading: Reading) -> list[Reading]:
    return [replace(reading, parts=()), *(each for part in reading.parts for each in _parts_of(part))]


def _made(reading: Reading, ability: Ability, unit: UnitSheet) -> Ability:
    effects = reading.effects
    if reading.scope == "holder" and _of_bearer(effects) and not _nobody_else(unit):
        effects = tuple(replace(effect, who="bearer") for effect in effects)
    elif unit.leads and reading.use is None and reading.scope != "alone":
        effects += tuple(_while_leading(effects))
    effects = tuple(_named(effect, ability.name) for effect in effects)
    use = None if reading.use is None else _use_named(reading.use, ability.name)
    if use is not None and use.window == "shot" and not unit.leads:
        use = replace(use, of_model=False)  # who is with no others hits what the unit hits
    bearers = ability.bearers
    if reading.scope == "holder" and use is None and effects and _of_circles(effects) and not _nobody_else(unit):
        bearers = bearers or (0,)
    elif reading.scope == "bearer" and use is None and ability.location == "unit":
        bearers = bearers or _leader_of(unit, reading)
    choices = _choices_named(reading.choices, ability.name)
    return replace(ability, effects=effects, rule=reading.rule, use=use, choices=choices, bearers=bearers)


def _leader_of(unit: UnitSheet, reading: Reading) -> tuple[int, ...]:
    """The miniature whose abilities those of a unit that leads are: the one that is called like the unit."""
    named = [i for i, each in enumerate(unit.line_up) if same_name(miniature_named(each.name), unit.name)]
    several = reading.scope == "bearer" and reading.use is None and unit.leads and len(unit.line_up) > 1
    return tuple(named) if several and len(named) == 1 else ()


def _by_one(reading: Reading, ability: Ability) -> bool:
    """Whether it is gear of one miniature that its unit uses while that miniature lives."""
    one = ability.location == "miniature" and len(ability.bearers) == 1
    return one and reading.scope == "bearer" and not reading.choices and reading.use is not None


def _by_bearer(reading: Reading, alone: bool) -> bool:
    """Whether single miniatures may have it: always, or as they use it where the one that does is known."""
    use = reading.use
    return use is None or (alone and not reading.choices and use.window in _ANY_TIME and use.target == "none")


_ANY_TIME = frozenset({"", "phase start", "round start"})


def _nobody_else(unit: UnitSheet) -> bool:
    """Whether the unit is one miniature that joins no others."""
    return len(unit.line_up) == 1 and not unit.leads


def _of_bearer(effects: Iterable[AnyEffect]) -> bool:
    """Whether they change nothing but attacks and saves, so that single miniatures of a unit may have them."""
    return all(
        effect.who == "self"
        and not effect.when
        and not any(condition.kind == "wounds left" for condition in effect.conditions)
        and (
            (isinstance(effect, ModifyAttack) and (effect.of_role("attacking") or _guards(effect)))
            or (isinstance(effect, GainKeyword) and effect.keyword.name in PERSONAL)
            or isinstance(effect, GiveRule)
        )
        for effect in effects
    )


def _guards(effect: ModifyAttack) -> bool:
    """Whether it is a save or a feel no pain that single miniatures may have, whatever the rest of their unit has."""
    known = effect.change == "invulnerable" or (effect.stage == "fnp" and effect.change == "set")
    return known and all(
        condition.kind in _OF_ANY_PART or (condition.kind, condition.name) == ("weapon keyword", "psychic")
        for condition in effect.conditions
    )


def _of_kinds_right(effect: AnyEffect, unit: UnitSheet) -> bool:
    """Whether what is for miniatures of a kind alone is something that single ones may have.

    Which of several miniatures of the unit's own sheet are of the kind no sheet says.
    """
    kinds = [condition.name for condition in effect.conditions if condition.kind == "miniature keyword"]
    if not kinds:
        return True
    if len(unit.line_up) > 1 and not unit.keyword_set.isdisjoint(kinds):
        return False
    mine = effect.who == "self" and not effect.when and isinstance(effect, ModifyAttack)
    others = tuple(each for each in effect.conditions if each.kind not in {"miniature keyword", "leading"})
    return mine and isinstance(effect, ModifyAttack) and _guards(replace(effect, conditions=others))


_OF_ANY_PART = frozenset({"leading", "shocked", "charged", "round", "own turn", "contains", "led by"})
"""Conditions that are answered for a miniature as for its unit."""


def _of_circles(effects: Iterable[AnyEffect]) -> bool:
    """Whether all effects are for units near the bearer, measured from the bearer itself."""
    return all(
        (effect.who in {"friends within", "enemies within"} or isinstance(effect, DenyArrival)) and not effect.when
        for effect in effects
    )


PERSONAL = frozenset(
    {"lethal hits", "sustained hits", "devastating wounds", "lance", "twin-linked", "ignores cover", "heavy", "torrent"}
)
"""Weapon keywords that single miniatures of a unit may have for a while: no step asks for them."""


def _named(effect: AnyEffect, name: str) -> AnyEffect:
    """The effect with the ability's own name for marks that its text leaves without one."""
    conditions = _conditions_named(effect.conditions, name)
    if isinstance(effect, Tally) and not effect.value and not effect.reset and (number := _NUMBER.search(name)):
        return replace(effect, value=int(number[0]), conditions=conditions)
    if isinstance(effect, MarkUnit) and effect.name == THIS:
        return replace(effect, name=name.casefold(), conditions=conditions)
    return effect if conditions == effect.conditions else replace(effect, conditions=conditions)


def _choices_named(choices: Iterable[Ability], name: str) -> tuple[Ability, ...]:
    return tuple(replace(each, effects=tuple(_named(effect, name) for effect in each.effects)) for each in choices)


def _conditions_named(conditions: tuple[Condition, ...], name: str) -> tuple[Condition, ...]:
    called = {THIS: name.casefold(), THIS_WEAPON: name.split(" (", maxsplit=1)[0].casefold()}
    return tuple(replace(each, name=called.get(each.name, each.name)) for each in conditions)


def _use_named(use: Use, name: str) -> Use:
    together = name.casefold() if use.counts_with == THIS else use.counts_with
    return replace(use, aimed=tuple(_conditions_named(each, name) for each in use.aimed), counts_with=together)


def _right_for(reading: Reading, ability: Ability, unit: UnitSheet, known: KnownKeywords) -> bool:
    """Effects are for whole units, so what a bearer has is theirs only where the bearer is the whole unit.

    What hangs on one model or its gear ends with that model, whatever its text calls the unit: it is right only where
    the file says which model that is.
    """
    alone = len(unit.line_up) == 1
    carried = bool(ability.bearers or _leader_of(unit, reading)) and (
        reading.rule is None or reading.rule.name in _AT_SETUP
    )
    if not reading.effects and reading.rule is None and not reading.choices:
        return True
    unclear = reading.use is not None and not alone and ability.location != "unit" and not _by_one(reading, ability)
    if unclear or not all(_of_kinds_right(effect, unit) for effect in reading.effects):
        return False
    if reading.sole and (reading.use is None or _carried(unit, reading.use.weapon) != 1):
        return False
    if any(_returns_characters(effect, unit) for effect in reading.effects):
        return False
    asked = [condition for effect in reading.effects for condition in effect.conditions]
    if not all(_can_hold(condition, ability, unit, known) for condition in asked):
        return False
    if any(isinstance(effect, Hide) and _near_itself(effect, unit) for effect in reading.effects):
        return False  # whether it counts as a unit near itself is in doubt
    if reading.scope in {"alone", "lone"}:
        return _nobody_else(unit) if reading.scope == "lone" else alone
    if reading.scope == "holder" and reading.rule is None:
        known_bearer = alone or bool(ability.bearers)
        own = _of_bearer(reading.effects) and _by_bearer(reading, alone)
        circles = reading.use is None and _of_circles(reading.effects)
        return _nobody_else(unit) or (known_bearer and (own or circles))
    return alone or carried or (reading.scope == "unit" and ability.location == "unit")


def _returns_characters(effect: AnyEffect, unit: UnitSheet) -> bool:
    """Whether miniatures would come back to the unit that no text lets come back: characters among its own."""
    own = isinstance(effect, ReturnMiniatures) and effect.who == "self" and _LEADING not in effect.conditions
    return own and len(unit.line_up) > 1 and "character" in unit.keyword_set


def _can_hold(condition: Condition, ability: Ability, unit: UnitSheet, known: KnownKeywords) -> bool:
    """Whether the sheet has what a condition asks for, and the engine measures it as the text does."""
    if condition.kind == "within" and condition.negate:
        return _nobody_else(unit)  # of several miniatures the nearest counts
    if condition.kind == "target marked" and condition.name != THIS:
        return condition.name in _marks_of(unit, known)
    if condition.kind == "contains":  # of keywords that one of its miniatures has the file says nothing
        return any(miniature_named(each.name) == condition.name for each in unit.line_up)
    if condition.name == THIS_WEAPON:
        name = ability.name.split(" (")[0].casefold()
        arms = (carried.weapon for group in unit.miniatures for carried in group.weapons)
        return any(keyword.name == name for weapon in arms for keyword in weapon.keywords)
    return True


def _marks_of(unit: UnitSheet, known: KnownKeywords) -> set[str]:
    """What enemies are marked by for a rule that the unit has."""
    found = ((each.name.casefold(), read_known(each.text, known)) for each in unit.abilities)
    return {
        name if effect.name == THIS else effect.name
        for name, reading in found
        if reading is not None
        for effect in reading.effects
        if isinstance(effect, MarkUnit)
    }


def _near_itself(effect: AnyEffect, unit: UnitSheet) -> bool:
    """Whether the unit is one of those that have to be near it."""
    asked = (each for each in effect.conditions if each.kind == "near friend" and each.own and not each.negate)
    return any(unit.keyword_set.issuperset(each.name.split(AND)) for each in asked)


def _carried(unit: UnitSheet, weapon: str) -> int:
    """How many weapons of a name the unit has."""
    return sum(
        group.count * carried.count
        for group in unit.miniatures
        for carried in group.weapons
        if weapon_named(carried.weapon.name) == weapon
    )


def _while_leading(effects: Iterable[AnyEffect]) -> Iterable[AnyEffect]:
    """What a leader's own unit has, for the unit that it joins: the engine hands on what depends on leading."""
    for effect in effects:
        if (
            effect.who == "self"
            and not effect.when
            and effect.question not in {"unit keyword", "rule"}
            and all(condition.kind != "leading" for condition in effect.conditions)
        ):
            yield replace(effect, conditions=(*effect.conditions, _LEADING))
