"""Orders that officers give to units of their army: the list, who may give them, how many, and to which units."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import MarkUnit
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Ability, Use
from highground.rosters.fingerprints import outline
from highground.rosters.phrases_armies import faction_named, of_faction
from highground.rosters.phrases_clauses import next_clause
from highground.rosters.phrases_context import Context, Scope
from highground.rosters.phrases_keywords import Alternatives, KnownKeywords, friends
from highground.rosters.phrases_rewrites import brought_together
from highground.rosters.phrases_text import Reader, Unread, titled

ORDER, FRESH = "order", "just set up"
"""The stance that orders are, and the mark of who has been set up in this phase."""
HEADS = {"e698501e10637ba94b60"}
"""What such a list says before its orders, by outlines: of its words none stands here."""
_INCHES = re.compile(r'(\d+)"')
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
    return head_of(every) in HEADS


def head_of(every: Sequence[str]) -> str:
    """The fingerprint of what a list says before its orders; empty where it has none or names no inches."""
    before = _before_orders(every)
    inches = _INCHES.search(" ".join(before))
    if inches is None or len(before) == len(every):
        return ""
    officer, faction = before[0].rpartition(", ")[2].split(" ", 1)[0], faction_named(before[0])
    return outline(" ".join(before), {faction: "faction", officer: "officer"})


def _before_orders(every: Sequence[str]) -> list[str]:
    return list(takewhile(lambda sentence: _ORDER.fullmatch(sentence) is None, every))


def may_give(every: Sequence[str]) -> bool:
    """Whether a text says how many orders an officer may give, and to which units."""
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
    aimed = tuple((*kind, Condition("shocked", negate=True)) for kind in _recipients(may["names"], known))
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
    faction, before = faction_named(listed[0]), _before_orders(listed)
    inches = _INCHES.search(" ".join(before))
    theirs_alone = faction and of_faction(listed[0], known) != listed[0]
    if not theirs_alone or inches is None or not is_list(listed):
        raise Unread(" ".join(listed))
    theirs = friends(faction, known)
    return float(inches[1]), tuple(_order(each, theirs, known) for each in listed[len(before) :])


def _order(sentence: str, theirs: Alternatives, known: KnownKeywords) -> Ability:
    match = _ORDER.fullmatch(sentence)
    if match is None:
        raise Unread(sentence)
    lasting = (
        replace(each, who="target", conditions=(*each.conditions, *kind), duration=_UNTIL, stance=ORDER)
        for each in _given(match["rest"], known)
        for kind in theirs
    )
    return Ability(titled(match["name"]), effects=tuple(lasting))


_UNTIL = "until your next command phase"


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


def _recipients(names: str, known: KnownKeywords) -> Alternatives:
    """The kinds of units that the officer may give orders to; kinds missing from the army are skipped."""
    found: list[tuple[Condition, ...]] = []
    for part in re.split(r", or |, | or ", names):
        try:
            found += friends(part, known)
        except Unread:
            continue
    if not found:
        raise Unread(names)
    return tuple(found)
