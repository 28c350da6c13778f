"""Abilities and rules of units as text, with the engine's own rule where its name says which one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from highground.engine.model import Ability, Amount, Keyword
from highground.rosters.keywords import is_glossary
from highground.rosters.passengers import places_in
from highground.rosters.report import Report
from highground.rosters.saves import grant
from highground.rosters.stats import line_of
from highground.rosters.text import straight, tidy
from highground.rosters.tree import Node
from highground.rosters.walk import Group, amount_of, below, is_stat_line, number_of
from highground.rosters.weapons import raw_weapon

PLAIN_RULES = frozenset({"deep strike", "infiltrators", "stealth", "lone operative", "leader", "fights first"})
WHOLE_UNIT = frozenset({"deep strike", "infiltrators", "stealth", "lone operative", "scouts"})
"""Rules that a unit has only when all its models have them."""

_VALUED = re.compile(r"^(deadly demise|scouts|firing deck|feel no pain)\s+(\d*d[36](?:\s*\+\s*\d+)?|\d+)(?P<rest>.*)$")
_VALUED_NAMES = ("deadly demise", "scouts", "firing deck", "feel no pain")
_CAPACITY = re.compile(r"transport capacity of (\d+) [^.]{0,200}\bmodels?\b")
_BULLET = re.compile(r"^\s*[■•▪◦\-–]\s*(.+)$")
_BESIDE = re.compile(
    r"even if (?:one|an?|another)\s+(.{1,200}?)\s*(?:models?|units?)\s+ha(?:s|ve) already been attached", re.S
)
_OR = re.compile(r",\s*(?:or\s)?|\s(?:or|and)\s")
_INLINE = re.compile(r"following units?:\s*([^■•\n.]+)")
Level = Literal["unit", "miniature", "upgrade"]
Bearers = dict[int, tuple[int, ...]]
"""By the id of a selection's node: the miniatures that hold it."""


class FoundAbility(msgspec.Struct):
    """An ability with the selection that it hangs on."""

    name: str
    text: str
    node: Node
    level: Level
    is_rule: bool


@lru_cache(maxsize=4096)
def core_rule(name: str) -> Keyword | None:
    """The engine's rule that an ability's name is, such as 'scouts' with value 6; None for all other names."""
    folded = " ".join(straight(name).casefold().split())
    if folded in PLAIN_RULES:
        return Keyword(folded)
    match = _VALUED.match(folded)
    if match is None:
        return None
    rule, rest = match[1], match["rest"].strip(" +\"'")
    if rule == "feel no pain" and rest:
        return None  # against some attacks only
    return Keyword(rule, Amount.parse(match[2]))


_AGAINST = re.compile(r"\bha(?:s|ve) the feel no pain (?P<value>[2-6])\+ ability against ")


def without_doubles(found: Sequence[FoundAbility]) -> list[FoundAbility]:
    """The same; a feel no pain that another ability gives against some attacks alone only names the rule."""
    partial = {match["value"] for item in found for match in _AGAINST.finditer(straight(item.text).casefold())}
    named = {f"feel no pain {value}+" for value in partial}
    return [
        msgspec.structs.replace(item, name="Feel No Pain") if item.is_rule and item.name.casefold() in named else item
        for item in found
    ]


def texts_of(node: Node) -> Iterator[tuple[str, str]]:
    """Name and text of the selection's profiles that are neither a stat line nor a weapon."""
    for profile in node.of("profile"):
        if line_of(profile) is None and raw_weapon(profile) is None and not is_stat_line(profile):
            yield profile.name, profile_text(profile)


def profile_text(profile: Node) -> str:
    items = [(item.get("name").strip(), tidy(item.text)) for item in profile.of("characteristic")]
    return items[0][1] if len(items) == 1 else "\n".join(f"{name}: {text}" for name, text in items if text)


def rules_of(node: Node) -> Iterator[tuple[str, str]]:
    for rule in node.of("rule"):
        yield rule.name, tidy(rule.get("description"))


def found_in(unit: Node, groups: list[Group]) -> list[FoundAbility]:
    """All abilities of a unit in file order, but for the glossary that hangs on its weapons."""
    models = {id(group.node) for group in groups} - {id(unit)}
    found: list[FoundAbility] = []
    for node in below(unit):
        level: Level = "unit" if node is unit else "miniature" if id(node) in models else "upgrade"
        found.extend(FoundAbility(name, text, node, level, False) for name, text in texts_of(node))
        for name, text in rules_of(node):
            if level != "upgrade" or not (is_glossary(name) or is_core_name(name)):
                found.append(FoundAbility(name, text, node, level, True))
    return found


def is_core_name(name: str) -> bool:
    """Whether an ability is named like a core rule, with or without its value."""
    folded = straight(name).casefold().strip()
    return folded in PLAIN_RULES or folded.startswith(_VALUED_NAMES)


def bearers_of(groups: list[Group]) -> Bearers:
    """For each selection inside a model group: the miniatures that hold it, as indices of the unit's line-up.

    Where not all of a group hold it, the first are taken, as the file's order deals out weapons. A unit of one
    miniature has no need of it.
    """
    if sum(group.count for group in groups) == 1:
        return {}
    found: Bearers = {}
    first = 0
    for group in groups:
        for node in below(group.node):
            number = group.count if node is group.node else min(group.count, number_of(node, group.count))
            found[id(node)] = tuple(range(first, first + number))
        first += group.count
    return found


def to_abilities(
    found: list[FoundAbility], groups: list[Group], where: str, report: Report, bearers: Bearers
) -> tuple[Ability, ...]:
    """Each distinct ability once. Whole-unit rules that only some models have stay text, with a finding."""
    partial = _partial(found, groups)
    abilities: dict[tuple[str, str], Ability] = {}
    held: dict[tuple[str, str], set[int]] = {}
    if bearers and (hung := [item for item in found if _hung(item, bearers)]):
        bearers = bearers | {id(item.node): (_keeper(groups),) for item in hung}
        names = ", ".join(sorted({item.name for item in hung}))
        report.info(
            "bearer-unknown", f"The file does not say who carries {names}; one of the largest group does.", where
        )
    unclear = {(item.name, item.text) for item in found if item.level == "unit" or id(item.node) not in bearers}
    for item in found:
        rule = None if item.level == "upgrade" else _rule(item, where, report)
        if rule is not None and rule.name in partial:
            rule = None
            message = f"Only some models have '{item.name}', so the unit as a whole does not."
            report.info("ability-partial", message, where)
        key = (item.name, item.text)
        made = Ability(*key, _location(item), _source(item.node), rule, private=True)
        carries = rule is not None and rule.name == "transport"
        abilities.setdefault(key, replace(made, effects=places_in(item.text)) if carries else made)
        if key not in unclear:
            held.setdefault(key, set()).update(bearers[id(item.node)])
    return tuple(replace(each, bearers=tuple(sorted(held.get(key, ())))) for key, each in abilities.items())


def _hung(item: FoundAbility, bearers: Bearers) -> bool:
    """Whether it is the ability of one piece of gear that hangs on the unit, of which one miniature is the bearer."""
    single = item.level == "upgrade" and id(item.node) not in bearers and number_of(item.node, 1) == 1
    return single and not item.is_rule and "the bearer" in straight(item.text).casefold()


def _keeper(groups: list[Group]) -> int:
    """The last miniature of the largest group: players let those fall first who carry nothing."""
    largest = max(group.count for group in groups)
    first = 0
    for group in groups:
        first += group.count
        if group.count == largest:
            break
    return first - 1


def _rule(item: FoundAbility, where: str, report: Report) -> Keyword | None:
    if capacity := _CAPACITY.search(straight(item.text).casefold()):
        return Keyword("transport", Amount(plus=min(100, int(capacity[1][:3]))))
    if "transport capacity" in item.text.casefold():
        message = f"How much {item.node.name} carries is not a number of models; read its text."
        report.info("ability-text", message, where)
    rule = core_rule(item.name)
    if rule is not None and rule.name == "feel no pain" and not item.is_rule and grant(item.name, item.text) is None:
        return None  # its text says when; it is read like any other
    if rule is None and item.is_rule and is_core_name(item.name):
        report.info("ability-text", f"'{item.name}' has no plain value; its text is kept.", where)
    return rule


def _partial(found: list[FoundAbility], groups: list[Group]) -> set[str]:
    holders: dict[str, set[int]] = {}
    for item in found:
        rule = core_rule(item.name)
        if rule is not None and rule.name in WHOLE_UNIT and item.level == "miniature":
            holders.setdefault(rule.name, set()).add(id(item.node))
    everywhere = {core.name for item in found if item.level == "unit" and (core := core_rule(item.name))}
    return {name for name, nodes in holders.items() if len(nodes) < len(groups)} - everywhere


def _location(item: FoundAbility) -> Literal["unit", "miniature", "weapon"]:
    if item.level == "upgrade":
        armed = any(raw_weapon(profile) is not None for profile in item.node.of("profile"))
        return "weapon" if armed or item.is_rule else "miniature"
    return item.level


def _source(node: Node) -> str:
    costs = any(amount_of(cost.get("value")) > 0 for cost in node.of("cost"))
    named = "enhancement" in node.get("group").casefold()
    if node.get("type") == "upgrade" and (named or (costs and node.get("entryGroupId"))):
        return f"Enhancement: {node.name}"
    return node.name


def leads(found: list[FoundAbility]) -> tuple[str, ...]:
    """The unit names that the Leader ability lists, as the file spells them."""
    names: list[str] = []
    for item in found:
        if not item.is_rule and item.name.casefold() == "leader":
            names.extend(_listed(item.text))
    return tuple(dict.fromkeys(names))


def beside(found: list[FoundAbility]) -> tuple[str, ...]:
    """In lower case the leaders, by name or keyword, one of which may have joined already by the Leader ability."""
    texts = [item.text for item in found if not item.is_rule and item.name.casefold() == "leader"]
    said = [match[1] for text in texts for match in _BESIDE.finditer(text)]
    names = (name.strip(" ^*\n").lower() for each in said for name in _OR.split(each))
    return tuple(dict.fromkeys(name for name in names if name))


def _listed(text: str) -> list[str]:
    bullets = [match[1] for line in text.splitlines() if (match := _BULLET.match(line))]
    if not bullets and (inline := _INLINE.search(text)):
        bullets = inline[1].split(",")
    return [name for bullet in bullets if (name := bullet.strip(" .;*")) and len(name) <= 80]
