"""Keywords named in ability texts, as conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import product

import msgspec

from highground.engine.abilities.condition import AND, Condition, ConditionKind
from highground.engine.effects import KNOWN_KEYWORDS
from highground.rosters.phrases_text import Unread
from highground.rosters.text import straight

Alternatives = tuple[tuple[Condition, ...], ...]
"""Sets of conditions of which at most one set holds at a time; an effect is there once for each."""

ALWAYS: Alternatives = ((),)
NAMES = r"[a-z][a-z' ,-]*?"
"""A pattern for one or more keywords."""

THIS_WEAPON = "this weapon"
"""The name of a weapon keyword that is what the ability is called."""
_OR = re.compile(r",\s*(?:or\s+)?|\s+or\s+")
_AND = re.compile(r",\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+")


class KnownKeywords(msgspec.Struct, frozen=True):
    """The keywords that a text may name: `own` of single units, and `shared` by every unit of the army; and weapons."""

    own: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    weapons: frozenset[str] = frozenset()
    points: int = 0
    """Of the army."""
    miniatures: frozenset[str] = frozenset()
    """What single miniatures are called."""
    lone: frozenset[str] = frozenset()
    """Keywords that only units of one miniature have which joins no others."""
    factions: frozenset[str] = frozenset()
    """Faction keywords that most units of the army have, and not all: allies do not."""
    detachment: str = ""
    """What the army's detachment is called."""
    foreign: frozenset[str] = frozenset()
    """Keywords of no unit of the army that a text names, which enemies may have."""


_CAPITALS = re.compile(r"\b[A-Z][A-Z'-]*[A-Z](?: [A-Z][A-Z'-]*[A-Z])*\b")
_NO_KEYWORDS = frozenset({"and", "or", "of", "the", "cp", "warlord", "not", "only", "one", "all", "each", "if", "aura"})
_MOST_CAPITALS = 0.5
_ALIKE = 0.8
"""Of two words of which one may be a slip of the pen for the other."""


def foreign_in(text: str, known: KnownKeywords) -> frozenset[str]:
    """What a text writes in capitals, as keywords are, that no unit of the army is called: what enemies may be.

    None that a keyword of the army is mistaken for, or begins or ends.
    """
    found = set()
    if sum(sign.isupper() for sign in text) > _MOST_CAPITALS * len(text):
        return frozenset()  # all of it is in capitals
    for match in _CAPITALS.finditer(re.sub(r"\[[^\]]*\]", " ", straight(text))):
        name = match[0].casefold()
        words = name.split()
        mine = known.own | known.shared
        if any(word in _NO_KEYWORDS or word in mine or word.removesuffix("s") in mine for word in words):
            continue
        if name in mine or get_close_matches(name, mine, 1, _ALIKE):
            continue
        found.add(name.removesuffix("s") if len(words) == 1 and not name.endswith("ss") else name)
        found.add(name)
    return frozenset(found)


def both(one: Alternatives, other: Alternatives) -> Alternatives:
    """Both must hold."""
    return tuple((*left, *right) for left, right in product(one, other))


def only(kind: ConditionKind, value: int = 0, name: str = "", negate: bool = False) -> Alternatives:
    """One condition."""
    return ((Condition(kind, value, name, negate),),)


def split(phrase: str, known: Iterable[str]) -> tuple[str, ...]:
    """The keywords that a phrase is made of, such as 'ashen wardens' and 'vehicle'; raises Unread if it can be cut
    in no way or in several.
    """
    found = list(_cuts(tuple(phrase.split()), frozenset(known)))
    if len(found) != 1 or not found[0]:
        raise Unread(phrase)
    return found[0]


def _cuts(words: tuple[str, ...], known: frozenset[str]) -> Iterable[tuple[str, ...]]:
    if not words:
        yield ()
    for length in range(1, len(words) + 1):
        name = " ".join(words[:length])
        single = name if name in known else name.removesuffix("s")
        if single in known:
            yield from ((single, *rest) for rest in _cuts(words[length:], known))


def friends(phrase: str, known: KnownKeywords) -> Alternatives:
    """A friendly unit of one of the kinds named. What all units of the army are is no condition."""
    return _any_of(phrase, "keyword", known, known.own | known.shared)


def any_friend(names: str, known: KnownKeywords, kind: ConditionKind, value: int = 0) -> Alternatives:
    """Friends of any of the kinds named. What all units of the army are is no condition."""
    parts = [
        AND.join(name for name in split(part, known.own | known.shared) if name not in known.shared)
        for part in _OR.split(names)
    ]
    if len(parts) > 1 and not all(parts):
        raise Unread(names)
    return _one_at_a_time([Condition(kind, value, name) for name in parts])


def armed_with(names: str, known: KnownKeywords) -> Alternatives:
    """An attack with one of the weapons named."""
    found = []
    for part in [names] if names in known.weapons else re.split(r", and |, | and ", names):
        name = next((each for each in (part, part.removesuffix("s")) if each in known.weapons), None)
        kind = part.removesuffix(" weapons")
        if name is None and (kind == part or kind not in KNOWN_KEYWORDS):
            raise Unread(names)
        found.append((Condition("weapon", name=name) if name else Condition("weapon keyword", name=kind),))
    if len(found) > 1 and any(each.kind == "weapon keyword" for one in found for each in one):
        raise Unread(names)  # a weapon may be of both kinds
    return tuple(found)


def all_lone(names: str, known: KnownKeywords) -> bool:
    """Whether units of every kind named are single miniatures, so that what is said of a model holds for its unit."""
    return all(known.lone.intersection(split(part, known.own | known.shared)) for part in _OR.split(names))


def comrades(phrase: str, known: KnownKeywords) -> Alternatives:
    """The friends whose attacks an enemy suffers: to it they are the targets of its conditions."""
    return _any_of(phrase, "target keyword", known, known.own | known.shared)


def foes(phrase: str, known: KnownKeywords, kind: ConditionKind) -> Alternatives:
    """An enemy unit of one of the kinds named."""
    names = known.own | known.shared | known.foreign
    return _any_of(phrase, kind, KnownKeywords(names), names)


def none_of(phrase: str, known: KnownKeywords, kind: ConditionKind) -> Alternatives:
    """A unit of none of the kinds named."""
    parts = _AND.split(phrase)
    shocked = [part for part in parts if part.removesuffix(" units") == "battle-shocked"]
    foes_too = known.own | known.shared | known.foreign if kind in {"target keyword", "keyword"} else known.own
    names = [split(part, foes_too) for part in parts if part not in shocked]
    if any(len(name) > 1 for name in names):
        raise Unread(phrase)
    state: ConditionKind = "target shocked" if kind.startswith("target") else "shocked"
    found = tuple(Condition(kind, name=name[0], negate=True) for name in names)
    return ((*found, *(Condition(state, negate=True) for _ in shocked[:1])),)


def _any_of(phrase: str, kind: ConditionKind, known: KnownKeywords, names: frozenset[str]) -> Alternatives:
    parts = [
        tuple(Condition(kind, name=name) for name in split(part, names) if name not in known.shared)
        for part in _OR.split(phrase)
    ]
    if not all(parts):
        return ALWAYS  # every unit of the army is of one of these kinds
    if len(parts) == 1:
        return (parts[0],)
    if any(len(part) != 1 for part in parts):
        raise Unread(phrase)
    return _one_at_a_time([part[0] for part in parts])


def _one_at_a_time(singles: list[Condition]) -> Alternatives:
    """Each of them where none before it holds."""
    return tuple(
        (*(msgspec.structs.replace(earlier, negate=True) for earlier in singles[:index]), single)
        for index, single in enumerate(singles)
    )
