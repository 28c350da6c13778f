"""How much of a roster the engine acts on: weapon keywords, core abilities, all other abilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Literal, TypeVar

import msgspec

from highground.engine.effects import KNOWN_KEYWORDS
from highground.engine.model import Ability, UnitSheet
from highground.rosters.abilities import core_rule, is_core_name
from highground.rosters.characteristics import change_of
from highground.rosters.model import Roster
from highground.rosters.remakes import remake_of
from highground.rosters.saves import grant

Fate = Literal["core", "core by hand", "effects", "stat line", "nothing in battle", "by hand", "unknown"]
"""What became of an ability. 'core': it is named like a rule of the engine; 'stat line': a save that its bearers'
stat lines have; 'nothing in battle': it is about choosing an army; 'unknown': the file has no text for it.
"""


T = TypeVar("T")


class Count(msgspec.Struct):
    """How often, and how many different ones."""

    occurrences: int = 0
    distinct: int = 0


class Coverage(msgspec.Struct):
    """Weapon keywords (known or not) and abilities by what became of them."""

    keywords: dict[bool, Count]
    abilities: dict[Fate, Count]

    def count(self, *fates: Fate) -> Count:
        counts = [self.abilities.get(fate, Count()) for fate in fates]
        return Count(sum(count.occurrences for count in counts), sum(count.distinct for count in counts))


def coverage(rosters: Iterable[Roster]) -> Coverage:
    """Counts over all units of the rosters, those left out of the battle too, and over the armies' own rules.

    A weapon keyword occurs once for each profile that a group of miniatures carries, an ability once for each unit
    (or army) that has it. Abilities of one name and one text are one. What the army uses for units that have its text
    counts with these.
    """
    keywords: Counter[tuple[bool, str]] = Counter()
    abilities: Counter[tuple[Fate, str, str]] = Counter()
    for roster in rosters:
        units = (*roster.army.units, *roster.left_out)
        keywords.update((name in KNOWN_KEYWORDS, words) for unit in units for name, words in _keywords(unit))
        carried = {(each.name, each.text) for unit in units for each in unit.abilities}
        own = [each for each in roster.army.abilities if each.use is None or (each.name, each.text) not in carried]
        lists = [own, *([each for each in unit.abilities if not each.continues] for unit in units)]
        whole = frozenset((each.name, each.text) for each in roster.army.abilities if each.use is not None)
        abilities.update((fate_of(each, whole), each.name, each.text) for found in lists for each in found)
    return Coverage(
        _counts((known, times) for (known, _), times in keywords.items()),
        _counts((fate, times) for (fate, _, _), times in abilities.items()),
    )


def fate_of(ability: Ability, whole: Collection[tuple[str, str]] = ()) -> Fate:
    """What became of an imported ability. `whole` has name and text of what its army uses for all its units."""
    if (ability.name, ability.text) in whole:
        return "effects"
    if core_rule(ability.name) is not None or is_core_name(ability.name):
        return "core by hand" if ability.by_hand else "core"
    if ability.rule is not None:
        return "core" if ability.rule.name == "transport" else "effects"
    if ability.by_hand:
        return "by hand" if ability.text else "unknown"
    if ability.effects or ability.choices:
        return "effects"
    text = ability.text
    in_line = bool(grant(ability.name, text) or change_of(text) or remake_of(text))
    return "stat line" if in_line else "nothing in battle"


def _keywords(unit: UnitSheet) -> Iterable[tuple[str, str]]:
    for sheet in unit.miniatures:
        for carried in sheet.weapons:
            yield from ((keyword.name, str(keyword)) for keyword in carried.weapon.keywords)


def _counts(found: Iterable[tuple[T, int]]) -> dict[T, Count]:
    counts: dict[T, Count] = {}
    for kind, times in found:
        count = counts.setdefault(kind, Count())
        count.occurrences += times
        count.distinct += 1
    return counts
