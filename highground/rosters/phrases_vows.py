"""An enemy that an army picks in each of its command phases, and what its units get against that one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import MarkUnit
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Duration
from highground.engine.abilities.model import Ability, Use
from highground.rosters.fingerprints import outline_of
from highground.rosters.phrases_armies import faction_named, of_faction, ours
from highground.rosters.phrases_attacks import Blow, outcomes
from highground.rosters.phrases_context import Clause, Context
from highground.rosters.phrases_keywords import NAMES, Alternatives, KnownKeywords, friends
from highground.rosters.phrases_text import Reader, Unread
from highground.rosters.phrases_use_effects import THIS

_VOWED = re.compile(
    r"(?P<when>at the start of|in) your command phase,"
    r" (?:you can )?select one (?:unit from your opponent's army|enemy unit)"
)
_UNTIL = r"until the start of your next command phase, each time an?"
_KEPT = rf"(?:model from your army with this ability|(?P<names>{NAMES}) (?:unit|model) from your army)"
_AGAINST = r"makes an attack (?:that targets|against) that (?:enemy )?unit,"
_NAMED = re.compile(r"\bis your (?P<name>[a-z][a-z' -]*?) target\b")
_AMONG = re.compile(r"\bunits with the (?P<names>[a-z][a-z' ,-]*?) keywords?, (?P<rest>.+?)(?: as well)?$")
_OTHERS = re.compile(r"\bunits with the (?P<names>[a-z][a-z' ,-]*?) keywords?, ")
_OF_BOOK = re.compile(r"\ban? (?P<book>[a-z][a-z:' -]*?) detachment\b")
NAMED: Mapping[str, re.Pattern[str]] = {"name": _NAMED, "others": _OTHERS, "book": _OF_BOOK}
"""The names in a text that gives the enemy one."""
LISTS = {"9357c9b66d0db3f500d4"}
"""Texts that give the enemy a name and list what they have against it, by their outlines: of their words none stands
here."""
_BOOK = frozenset(
    {"160dfedf9f89", "be4fbc78e8b2", "b3300b1ac27e", "72fd15be762d", "59d3e106d4c0", "61e35eee5528", "6f949a28295b"}
)
"""The detachments of the book that such a rule asks for, by the start of the hashes of their names."""
_VOW: Duration = "until your next command phase"
PLAIN, MORE = "Without What The Detachment Gives", "With What The Detachment Gives"


class Vow(msgspec.Struct, frozen=True):
    """What an army gets against the enemy that it picks, and when. Which of `choices` is right its player knows."""

    effects: tuple[AnyEffect, ...]
    use: Use
    choices: tuple[Ability, ...] = ()


def of_vow(every: Sequence[str], known: KnownKeywords) -> Vow | None:
    """A text of this kind; None for others. Raises Unread where it is not clear.

    What is for those 'with this ability' is for all units of the faction: only where the text says whose rule it is.
    """
    first = of_faction(every[0], known) if every else ""
    vowed = _VOWED.fullmatch(first)
    if vowed is None or len(every) not in (2, 3):
        return None
    named = faction_named(every[0])
    gained, more = _gained(every, named, known) if len(every) == 2 else _of_target(every, named, known)
    use = Use("activated", phases=("command",), window="phase start", target="enemy", per="phase")
    use = use if vowed["when"] == "at the start of" else replace(use, window="")
    mark, plain, whole = MarkUnit(THIS, who="target", duration=_VOW), _lasting(gained), _lasting((*gained, *more))
    if not more or _of_book(known.detachment):
        return Vow((mark, *whole), use)
    choices = (Ability(PLAIN, location="army", effects=plain), Ability(MORE, location="army", effects=whole))
    return Vow((mark,), replace(use, kind="selectable"), choices)


def _lasting(effects: Sequence[AnyEffect]) -> tuple[AnyEffect, ...]:
    return tuple(replace(each, duration=_VOW) for each in effects)


def _of_book(detachment: str) -> bool:
    return hashlib.sha256(" ".join(detachment.casefold().split()).encode()).hexdigest()[:12] in _BOOK


def _against(kinds: Alternatives, known: KnownKeywords) -> Blow:
    """Attacks of units of these kinds at the enemy that is picked."""
    context = Context(known, "army").under(kinds).under(((Condition("target marked", name=THIS),),))
    return Blow(context, "attacking")


def _all_of(text: str, blow: Blow) -> tuple[AnyEffect, ...]:
    reader = Reader(text)
    found: Clause = outcomes(reader, blow)
    if not reader.done:
        raise Unread(text)
    return found.effects


def _gained(every: Sequence[str], named: str, known: KnownKeywords) -> tuple[tuple[AnyEffect, ...], tuple[()]]:
    """What is said in the same sentence, of all units that have the rule or of some kinds."""
    reader = Reader(every[1])
    reader.need(_UNTIL)
    kept = reader.need(_KEPT)
    reader.need(_AGAINST)
    if not kept["names"] and not named:
        raise Unread(every[0])
    kinds = friends(kept["names"], known) if kept["names"] else ours(known, named)
    return _all_of(reader.text[reader.at :], _against(kinds, known)), ()


def said_by(every: Sequence[str], known: KnownKeywords) -> str:
    """All of it but whose rule it is."""
    return " ".join((of_faction(every[0], known), *every[1:]))


def _of_target(
    every: Sequence[str], named: str, known: KnownKeywords
) -> tuple[tuple[AnyEffect, ...], tuple[AnyEffect, ...]]:
    """What a list says of attacks at the enemy that has a name; and what of it hangs on the detachment."""
    if not named or outline_of(said_by(every, known), NAMED) not in LISTS:
        raise Unread(" ".join(every))
    blow = _against(ours(known, named), known)
    plain: tuple[AnyEffect, ...] = ()
    more: tuple[AnyEffect, ...] = ()
    for item in (each.strip(" .;,") for each in every[2].split("■")[1:]):
        among = _AMONG.search(item)
        if among is None:
            plain += _all_of(item, blow)
        elif not _includes(among["names"], known):
            more += _all_of(among["rest"], blow)
    if not plain:
        raise Unread(every[2])
    return plain, more


def _includes(names: str, known: KnownKeywords) -> bool:
    """Whether the army has a unit with one of the keywords, which need not be those of any army."""
    return any(part.strip() in known.own | known.shared for part in re.split(r",| or ", names) if part.strip())
