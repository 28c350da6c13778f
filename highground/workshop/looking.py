"""What an army's rules are, for its player: each text with what was made of it, sentence by sentence, and as a rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from typing_extensions import TypedDict

from highground.engine.abilities.model import Ability, Use
from highground.rosters.effects import known_keywords
from highground.rosters.model import Roster
from highground.rosters.phrases import KnownKeywords, Reading, read_text
from highground.rosters.phrases_text import sentences
from highground.words.readings import of_ability
from highground.workshop.rule_sets import Rule, RuleOption, RuleUse


class SentenceRead(TypedDict):
    """A sentence of an ability, and what it means by itself in words; none where it leans on others or is not read."""

    text: str
    lines: list[str]


class AbilityRead(TypedDict):
    """An ability: `lines` is what it does, in words; `rule` the same as a rule that can be changed.

    `by_hand`: players resolve it. `enhancement`: it is one. `whole`: `rule` says all of it.
    """

    name: str
    sentences: list[SentenceRead]
    lines: list[str]
    by_hand: bool
    core: bool
    enhancement: bool
    rule: Rule
    whole: bool


class UnitRead(TypedDict):
    """A unit under the name by which rules are for it."""

    name: str
    abilities: list[AbilityRead]
    models: list[str]
    weapons: list[str]


class ArmyRead(TypedDict):
    abilities: list[AbilityRead]
    units: list[UnitRead]


def army_read(roster: Roster) -> ArmyRead:
    """An army as it was read from its file, each unit's name once."""
    army = roster.army
    known = known_keywords(army.units)
    units: dict[str, UnitRead] = {}
    for unit in army.units:
        name = roster.datasheets.get(unit.uid, unit.name)
        if name not in units:
            arms = dict.fromkeys(arm.weapon.name for group in unit.miniatures for arm in group.weapons)
            units[name] = {
                "name": name,
                "abilities": _abilities(unit.abilities, known, bool(unit.leads)),
                "models": list(dict.fromkeys(group.name for group in unit.miniatures)),
                "weapons": list(arms),
            }
    return {"abilities": _abilities(army.abilities, known), "units": list(units.values())}


def _abilities(found: Sequence[Ability], known: KnownKeywords, leads: bool = True) -> list[AbilityRead]:
    return [
        _ability(each, [p for p in found if p.continues == each.name], known, leads)
        for each in found
        if not each.continues
    ]


def _ability(ability: Ability, further: Sequence[Ability], known: KnownKeywords, leads: bool) -> AbilityRead:
    parts = [ability, *further]
    rule, whole = rule_of(parts)
    return {
        "name": ability.name,
        "sentences": [_sentence(each, ability.name, known) for each in sentences(ability.text)],
        "lines": [line for part in parts for line in of_ability(part, leads)],
        "by_hand": ability.by_hand,
        "core": ability.rule is not None,
        "enhancement": ability.source.startswith("Enhancement: "),
        "rule": rule,
        "whole": whole,
    }


def _sentence(text: str, name: str, known: KnownKeywords) -> SentenceRead:
    reading = read_text(text, known)
    return {"text": text, "lines": [] if reading is None else list(_lines(reading, name))}


def _lines(reading: Reading, name: str) -> Iterable[str]:
    yield from of_ability(Ability(name, effects=reading.effects, use=reading.use, choices=reading.choices))
    for part in reading.parts:
        yield from _lines(part, name)


def rule_of(parts: Sequence[Ability]) -> tuple[Rule, bool]:
    """What the reader made of an ability as a rule, without its text. Only one use fits into a rule: is it whole?"""
    used = next((part for part in parts if part.use is not None), None)
    taken = [part for part in parts if part.use is None] if used is None else [used]
    rule = Rule(
        parts[0].name,
        effects=tuple(effect for part in taken for effect in part.effects),
        use=None if used is None or used.use is None else _use_of(used.use),
        options=() if used is None else tuple(RuleOption(c.name, "", c.effects) for c in used.choices),
    )
    return rule, len(taken) == len(parts) and parts[0].rule is None and not parts[0].by_hand


def _use_of(use: Use) -> RuleUse:
    said = {name: getattr(use, name) for name in RuleUse.__struct_fields__ if name != "spend"}
    if use.target == "leadable":
        said["target"] = "friend"
    return RuleUse(**said, spend=dict(use.spend))
