"""What a unit pays with its nerve, or a friend with lives, for better weapons before it shoots or fights."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.attacks import GainKeyword
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Attacks
from highground.engine.abilities.effects import FightLast
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.wounds import DealMortalWounds, LoseMiniatures
from highground.engine.amount import Amount
from highground.rosters.fingerprints import outline_of
from highground.rosters.phrases_armies import of_faction
from highground.rosters.phrases_attacks import GRANTED, Blow, known_keyword, outcomes, weapon_keywords
from highground.rosters.phrases_context import Context
from highground.rosters.phrases_keywords import KnownKeywords, friends, split
from highground.rosters.phrases_text import FEWEST, Reader, Unread, titled
from highground.rosters.phrases_use_effects import THIS

SELECTED = "is selected to shoot or fight"
_MADE = re.compile(r"\bit can (?:make|perform) an? (?P<deed>[a-z][a-z' -]*)")
_KIND = re.compile(r"\ban? (?P<kind>[a-z][a-z' -]*?) unit with this ability\b")
_FRIEND = re.compile(r"\bfriendly (?P<names>[a-z][a-z' -]*?) unit\b")
NAMES: Mapping[str, re.Pattern[str]] = {"deed": _MADE, "kind": _KIND, "friend": _FRIEND}
"""The names in what a unit may do as it is selected to shoot or fight."""
_DICE = re.compile(r"\b\d*d\d+(?:\+\d)?\b")
_INCHES = re.compile(r'\b(\d+)"')
_LISTED = re.compile(r"\[([^\[\]]+)\]")
_DARED = r"each time this unit ends a charge move, you can (?:declare (?:that )?)?[a-z][a-z' -]*\. if you do,"
_LATE = r"this unit does not have the fights first ability"


def of_gambit(every: Sequence[str], known: KnownKeywords) -> tuple[tuple[AnyEffect, ...], Use] | None:
    """Better attacks after a charge, for not striking among the first; None for other texts. Raises Unread."""
    said = ". ".join(every)
    reader = Reader(said)
    if not re.search(_LATE, said) or not reader.take(_DARED):
        return None
    reader.need(r"until the end of the turn,")
    late, found = False, list[AnyEffect]()
    while not reader.done:
        if found or late:
            reader.need(r",? (?:and|but instead),?|,? ?(?:and|but instead),?")
        if not late and reader.take(_LATE):
            late = True
        else:
            reader.need(r"each time a model in this unit makes an?")
            kind = reader.take(r"ranged|melee")
            reader.need(r"attack,")
            blow = Blow(Context(known), "attacking", _KINDS[kind[0].strip() if kind else ""])
            found += outcomes(reader, blow).effects
    if not late or not found:
        raise Unread(said)
    use = Use("activated", phases=("charge",), turn="any", window="charged", per="turn", count=1)
    return tuple(replace(each, duration="turn") for each in (FightLast(), *found)), use


_KINDS: dict[str, Attacks] = {"ranged": "ranged", "melee": "melee", "": "any"}


class Pact(NamedTuple):
    """What it costs, what may be had for it, and when: before it shoots, and before it fights."""

    effects: tuple[AnyEffect, ...]
    choices: tuple[Ability, ...]
    uses: tuple[Use, Use]


def of_pact(every: Sequence[str], known: KnownKeywords) -> Pact | None:
    """A text of this kind; None for others. Raises Unread where it is not clear."""
    said = said_by(every, known)
    price = PRICES.get(outline_of(said, NAMES)) if SELECTED in said else None
    if price is None:
        return None
    if kind := _KIND.search(said):
        split(kind["kind"], known.own | known.shared)  # who has it
    effects, use = price(said, known)
    return Pact(effects, _choices(said), (_before(use, "shooting", "own"), _before(use, "combat", "any")))


def said_by(every: Sequence[str], known: KnownKeywords) -> str:
    """All of it but whose rule it is."""
    return ". ".join((of_faction(every[0], known), *every[1:])) if every else ""


def of_nerve(said: str, known: KnownKeywords) -> tuple[tuple[AnyEffect, ...], Use]:
    """The unit's own blood, if its nerve fails."""
    (wounds,) = _amounts(said, 1)
    return (DealMortalWounds(amount=wounds, tested="failed"),), Use("selectable", per="phase", counts_with=THIS)


def of_lives(said: str, known: KnownKeywords) -> tuple[tuple[AnyEffect, ...], Use]:
    """Miniatures of a friend nearby: fewer if its nerve holds."""
    (usual, more), reach, friend = _amounts(said, 2), _INCHES.search(said), _FRIEND.search(said)
    if reach is None or friend is None:
        raise Unread(said)
    aimed = friends(friend["names"], known)
    use = Use(
        "selectable", target="ally", reach=float(reach[1]), aimed=aimed if any(aimed) else (), per="phase",
        counts_with=THIS,
    )  # fmt: skip
    lost = LoseMiniatures(amount=usual, who="target", tested="passed")
    return (lost, replace(lost, amount=more, tested="failed")), use


Price = Callable[[str, KnownKeywords], tuple[tuple[AnyEffect, ...], Use]]
PRICES: Mapping[str, Price] = {
    "883e08f31fb749326c7f": of_nerve,
    "1a6dc2167e8b20b1b10d": of_lives,
}
"""What is paid for it, by the outlines of texts: of their words none stands here."""


def _amounts(said: str, count: int) -> list[Amount]:
    """So many amounts by dice, in the text's order. Raises Unread for more or fewer."""
    found = [Amount.parse(dice.upper()) for dice in _DICE.findall(said)]
    if len(found) != count:
        raise Unread(said)
    return found


def _before(use: Use, phase: str, turn: str) -> Use:
    yet = Condition("to shoot" if phase == "shooting" else "to fight")
    return replace(use, phases=(phase,), turn=turn, conditions=(yet,))


def _choices(said: str) -> tuple[Ability, ...]:
    gifts: list[GainKeyword] = weapon_keywords([known_keyword(name) for name in _LISTED.findall(said)], GRANTED)
    if len(gifts) < FEWEST:
        raise Unread(said)
    return tuple(Ability(titled(str(gift.keyword)), effects=(replace(gift, duration="phase"),)) for gift in gifts)
