"""Giving an army the rules that its player made: in place of those of the same names, or besides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from highground.engine.model import Ability, ArmySheet, MiniatureSheet, Profile, UnitSheet
from highground.rosters.naming import key
from highground.words.bases import BaseSize
from highground.workshop.arming import corrected, equipped
from highground.workshop.making import ability_of, of_units
from highground.workshop.rule_sets import ModelChange, Rule, RuleSet, SpareModel, UnitChange

_STATS = ("movement", "toughness", "save", "wounds", "leadership", "objective_controlled")
_ENHANCEMENT = "Enhancement: "


def fits(rules: RuleSet, army: ArmySheet) -> bool:
    """Whether a rule set is for armies of this faction."""
    home = key(rules.faction)
    return bool(home) and home in {key(army.faction), key(army.faction.rpartition(" - ")[2])}


def applied(army: ArmySheet, sets: Iterable[RuleSet], names: Mapping[str, str] | None = None) -> ArmySheet:
    """The army with all rules of the sets, the last ones winning. `names`: list builders' names of units, by uid."""
    for rules in sets:
        army = _with(army, rules, names or {})
    return army


def _with(army: ArmySheet, rules: RuleSet, names: Mapping[str, str]) -> ArmySheet:
    whole = [(rule, "army") for rule in rules.army] + [(rule, "stratagem") for rule in rules.stratagems]
    ours = [(rule, level) for rule, level in whole if _of_detachment(rule, army)]
    replaced = {key(rule.name) for rule, level in ours if level == "army"}
    return replace(
        army,
        units=tuple(_unit(unit, rules, names, ours, replaced) for unit in army.units),
        abilities=(*_without(army.abilities, replaced), *(_of_army(rule, level, rules) for rule, level in ours)),
    )


def _of_detachment(rule: Rule, army: ArmySheet) -> bool:
    return not rule.detachment or f" {key(rule.detachment)} " in f" {key(army.detachment)} "


def _of_army(rule: Rule, level: str, rules: RuleSet) -> Ability:
    whole = level == "stratagem" or rule.use is not None
    kept = rule if whole else replace(rule, effects=tuple(e for e in rule.effects if not of_units(e)))
    return ability_of(kept, level, rules.name)


def _without(abilities: Iterable[Ability], names: Iterable[str]) -> tuple[Ability, ...]:
    """Those that no rule stands in the place of, with the further parts of their texts."""
    gone = set(names)
    return tuple(each for each in abilities if key(each.continues or each.name) not in gone)


def _unit(
    unit: UnitSheet,
    rules: RuleSet,
    names: Mapping[str, str],
    ours: Sequence[tuple[Rule, str]],
    replaced: Iterable[str],
) -> UnitSheet:
    called = {key(unit.name), key(names.get(unit.uid, unit.name))}
    changes = [change for change in rules.units if key(change.name) in called]
    unit = replace(unit, miniatures=_with_spares(unit.miniatures, changes))
    held = _holders(unit)
    made = [rule for rule in rules.enhancements if key(rule.name) in held]
    made += [rule for change in changes for rule in change.abilities]
    moments = [ability_of(_at_moments(rule), "unit", rules.name) for rule, level in ours if level == "army"]
    unit = replace(unit, abilities=_without(unit.abilities, replaced))
    for rule in made:
        unit = replace(unit, abilities=_in_place(unit, rule, rules.name))
    unit = replace(unit, abilities=(*unit.abilities, *(each for each in moments if each.effects)))
    for change in changes:
        unit = equipped(_changed(unit, change), change.carries, held)
    return unit


def _holders(unit: UnitSheet) -> dict[str, tuple[int, ...]]:
    """Which of its miniatures have an enhancement or ability, by its name."""
    found: dict[str, tuple[int, ...]] = {}
    for each in unit.abilities:
        enhancement = each.source.removeprefix(_ENHANCEMENT) if each.source.startswith(_ENHANCEMENT) else each.name
        for name in (each.name, enhancement):
            found.setdefault(key(name), each.bearers or unit.everyone)
    return found


def _at_moments(rule: Rule) -> Rule:
    of_all = () if rule.use is not None else tuple(each for each in rule.effects if of_units(each))
    return replace(rule, effects=of_all, use=None, options=())


def _in_place(unit: UnitSheet, rule: Rule, source: str) -> tuple[Ability, ...]:
    """With a rule where the one of its name stood, on the same miniatures; the old text stays if none is said."""
    abilities, names = unit.abilities, {key(rule.name)}
    old = next((each for each in abilities if key(each.name) in names or _enhances(each, names)), None)
    made = replace(ability_of(rule, "unit", source), bearers=_called(unit, rule.model))
    if rule.model and not made.bearers:
        return abilities
    if old is None:
        return (*abilities, made)
    made = replace(made, bearers=made.bearers or old.bearers, source=old.source, location=old.location)
    if not rule.text:
        made = replace(made, text=old.text, private=old.private)
    rest = tuple(each for each in _without(abilities, names) if not _enhances(each, names))
    return (*rest, made)


def _called(unit: UnitSheet, name: str) -> tuple[int, ...]:
    """The places of the miniatures that are called so; of all of them if no name is said, none is needed."""
    if not name:
        return ()
    return tuple([i for i, each in enumerate(unit.line_up) if key(each.name) == key(name)])


def _enhances(ability: Ability, names: Iterable[str]) -> bool:
    source = ability.source
    return source.startswith(_ENHANCEMENT) and key(source.removeprefix(_ENHANCEMENT)) in names


def _changed(unit: UnitSheet, change: UnitChange) -> UnitSheet:
    miniatures = tuple(_miniature(sheet, change) for sheet in unit.miniatures)
    keywords = dict.fromkeys((*unit.keywords, *(each.lower() for each in change.keywords)))
    return replace(unit, miniatures=miniatures, keywords=tuple(keywords))


def _with_spares(miniatures: tuple[MiniatureSheet, ...], changes: Iterable[UnitChange]) -> tuple[MiniatureSheet, ...]:
    """With those that may be added in battle after all others, or where earlier ones of their names stood."""
    found = list(miniatures)
    for model in (model for change in changes for model in change.spares):
        known = [i for i, each in enumerate(found) if each.spare is True and key(each.name) == key(model.name)]
        if known:
            found[known[0]] = _spare(model)
        else:
            found.append(_spare(model))
    return tuple(found)


def _spare(model: SpareModel) -> MiniatureSheet:
    stats = {name: getattr(model, name) for name in _STATS}
    profile = Profile(**stats, invuln=model.invuln or None, fnp=model.fnp or None)
    size = BaseSize(model.base_mm, model.height, model.length_mm or 0.0, model.rectangular)
    return size.under(MiniatureSheet(model.name.strip(), model.count, profile, spare=True))


def _miniature(sheet: MiniatureSheet, change: UnitChange) -> MiniatureSheet:
    arms = tuple(corrected(each, change.weapons) for each in sheet.weapons)
    sheet = replace(sheet, weapons=arms)
    for model in change.models:
        if not model.name or key(model.name) == key(sheet.name):
            sheet = _stood(sheet, model)
    return sheet


def _stood(sheet: MiniatureSheet, model: ModelChange) -> MiniatureSheet:
    said: dict[str, Any] = {name: value for name in _STATS if (value := getattr(model, name)) is not None}
    for name in ("invuln", "fnp"):
        value = getattr(model, name)
        if value is not None:
            said[name] = value or None
    sheet = replace(sheet, profile=replace(sheet.profile, **said))
    height = sheet.height if model.height is None else model.height
    if model.base_mm is not None:
        return BaseSize(model.base_mm, height, model.length_mm or 0.0, model.rectangular).under(sheet)
    return replace(sheet, height=height)
