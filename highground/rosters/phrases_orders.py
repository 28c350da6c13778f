"""Orders that officers give to units of their army: a list that the army has, and who may give how many to whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import MarkUnit
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import ModifyAttack
from highground.engine.abilities.model import Ability, Use
from highground.rosters.phrases_armies import faction_named, of_faction
from highground.rosters.phrases_clauses import next_clause
from highground.rosters.phrases_keywords import Alternatives, KnownKeywords, friends
from highground.rosters.phrases_rewrites import brought_together
from highground.rosters.phrases_subjects import Context, Scope
from highground.rosters.phrases_text import Reader, Unread

ORDER, FRESH = "order", "just set up"
"""The stance that orders are, and the mark of who has been set up in this phase."""
_GENERAL = (
    r"(?P<who>[a-z]+) models with this ability can issue orders",
    r"each [a-z]+'s datasheet will specify how many orders it can issue and which units are eligible to receive those"
    r" orders",
    r"each time an? [a-z]+ model issues an order, select one of the orders below, then select one eligible friendly"
    r" unit within (?P<reach>\d+)\" of that [a-z]+ model to issue it to",
    r"[a-z]+ models can issue orders in your command phase and at the end of a phase in which they disembarked from a"
    r" transport or were set up on the battlefield",
    r"until the start of your next command phase, the unit you selected is affected by that order",
    r"unless otherwise stated, a unit can only be affected by one order at a time \(any order subsequently issued to"
    r" that unit replaces the current one\)",
    r"orders cannot be issued to battle-shocked units, and if a unit being affected by an order becomes battle-shocked,"
    r" that order ceases to affect that unit",
    r"only (?P<theirs>[a-z][a-z' -]*?) models gain the benefit of an order issued to their unit",
)
"""The sentences that such a list begins with."""
_ORDER = re.compile(r"(?P<name>[a-z][a-z,! ]*!) (?P<rest>[^!]+)")
_ARMOUR = re.compile(
    r"improve the save characteristic of models in this unit by (?P<value>\d)"
    r" \(this cannot improve a model's save to better than 3\+\)"
)
_MAY = re.compile(
    r"this (?P<of>unit's )?(?P<who>[a-z]+) can issue (?:up to )?(?P<count>\d) orders? to:?"
    r" (?:an? )?(?P<names>[a-z][a-z', -]*?)(?: units?)?"
)
_ONLY = re.compile(r"this [a-z]+ can only issue the (?P<names>.+) orders?")


class Orders(NamedTuple):
    """The orders that a unit's officer gives: the uses, what names it as fresh, and whose they are."""

    in_command: Use
    after: tuple[Use, Use]
    fresh: MarkUnit
    choices: tuple[Ability, ...]
    scope: Scope


def is_list(every: Sequence[str]) -> bool:
    """Whether a text is the list of an army's orders."""
    return len(every) > len(_GENERAL) and "models with this ability can issue orders" in every[0]


def may_give(every: Sequence[str]) -> bool:
    """Whether a text says how many orders an officer may give, and to whom."""
    return bool(every) and _MAY.fullmatch(_listed(every[0])) is not None


def _listed(sentence: str) -> str:
    """'to: - REGIMENT units - SQUADRON units' in one row."""
    head, mark, rest = sentence.partition(" to: - ")
    kinds = ", ".join(each.removesuffix(" units") for each in rest.split(" - "))
    return f"{head} to {kinds} units" if mark else sentence


def of_orders(listed: Sequence[str], said: Sequence[str], known: KnownKeywords) -> Orders:
    """What an army's list and an officer's own text come to. Raises Unread where something is not understood."""
    reach, choices = _of_list(listed, known)
    may = _MAY.fullmatch(_listed(said[0])) if said else None
    if may is None or len(said) > 2:
        raise Unread(" ".join(said))
    if len(said) == 2:
        choices = _allowed(said[1], choices)
    aimed = tuple((*kind, Condition("shocked", negate=True)) for kind in _whom(may["names"], known))
    use = Use(
        "selectable", phases=("command",), target="ally", reach=reach, aimed=aimed, of_model=True, per="phase",
        count=int(may["count"]),
    )  # fmt: skip
    late = replace(use, phases=("movement",), turn="any", window="phase end")
    after = (
        replace(late, conditions=(Condition("disembarked"), Condition("own turn"))),
        replace(late, conditions=(Condition("named", name=FRESH),)),
    )
    fresh = MarkUnit(FRESH, when="arrived", duration="phase")
    return Orders(use, after, fresh, choices, "unit" if may["of"] else "bearer")


def _of_list(listed: Sequence[str], known: KnownKeywords) -> tuple[float, tuple[Ability, ...]]:
    """How far orders reach, and the orders."""
    faction = faction_named(listed[0])
    heads = [of_faction(listed[0], known), *listed[1 : len(_GENERAL)]]
    matches = [re.fullmatch(pattern, head) for pattern, head in zip(_GENERAL, heads, strict=True)]
    found = [match for match in matches if match is not None]
    if not faction or len(found) != len(_GENERAL) or found[-1]["theirs"] != faction:
        raise Unread(" ".join(listed))
    theirs = friends(faction, known)
    return float(found[2]["reach"]), tuple(_order(each, theirs, known) for each in listed[len(_GENERAL) :])


def _order(sentence: str, theirs: Alternatives, known: KnownKeywords) -> Ability:
    match = _ORDER.fullmatch(sentence)
    if match is None:
        raise Unread(sentence)
    lasting = (
        replace(each, who="target", conditions=(*each.conditions, *kind), duration=_UNTIL, stance=ORDER)
        for each in _given(match["rest"], known)
        for kind in theirs
    )
    return Ability(_titled(match["name"]), effects=tuple(lasting))


_UNTIL = "until your next command phase"


def _titled(name: str) -> str:
    return " ".join(map(str.capitalize, name.split()))


def _given(text: str, known: KnownKeywords) -> tuple[AnyEffect, ...]:
    """What an order gives the unit."""
    if armour := _ARMOUR.fullmatch(text):
        return (ModifyAttack("save", int(armour["value"]), "armour", role="defending"),)
    reader = Reader(brought_together(text))
    found = next_clause(reader, Context(known))
    plain = all(each.lasts and not each.when and each.who == "self" for each in found.effects)
    if not reader.done or found.rule is not None or found.scope != "unit" or not found.effects or not plain:
        raise Unread(text)
    return found.effects


def _allowed(sentence: str, choices: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The orders that this officer may give. Raises Unread if one is named that there is not."""
    match = _ONLY.fullmatch(sentence)
    if match is None:
        raise Unread(sentence)
    left, found = match["names"], []
    for each in choices:
        if each.name.casefold() in left:
            left = left.replace(each.name.casefold(), "")
            found.append(each)
    if re.sub(r"\band\b|,", " ", left).strip() or not found:
        raise Unread(sentence)
    return tuple(found)


def _whom(names: str, known: KnownKeywords) -> Alternatives:
    """The kinds of units that he may give them to; those that the army has none of count for nothing."""
    found: list[tuple[Condition, ...]] = []
    for part in re.split(r", or |, | or ", names):
        try:
            found += friends(part, known)
        except Unread:
            continue
    if not found:
        raise Unread(names)
    return tuple(found)
