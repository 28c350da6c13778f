"""Rules of armies by which a unit picks one of several things, known by their fingerprint: of their words none stands
here.

See `fingerprints` for what one is. What is known so comes before what the grammar makes of a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from highground.engine.abilities.afflictions import MarkUnit
from highground.engine.abilities.attacks import GainKeyword
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Ability, Use
from highground.engine.effects.keywords import parse_keyword
from highground.rosters.fingerprints import fingerprint
from highground.rosters.phrases import KnownKeywords, Reading, read_text
from highground.rosters.phrases_text import FEWEST, Unread, as_written, titled

PICKED = "has its stance"
"""The mark of a unit that has picked one in this phase: it has one, though a leader has the rule as well."""
_STANCE = re.compile(r"■ (?P<name>[a-z' -]+?) melee weapons\b[^■]*?\[(?P<gift>[^\]]+)\]")


def stances(sentences: Sequence[str], known: KnownKeywords) -> Reading:
    """A keyword for melee weapons, of some to choose from, each time that a unit is picked to fight."""
    text = " ".join(sentences)
    found = list(_STANCE.finditer(text))
    if len(found) != text.count("■") or len(found) < FEWEST:
        raise Unread(text)
    choices = tuple(
        Ability(
            titled(each["name"]),
            effects=(GainKeyword(parse_keyword(each["gift"]), attacks="melee", duration="phase"),),
        )
        for each in found
    )
    fresh = (Condition("to fight"), Condition("named", name=PICKED, negate=True))
    use = Use("selectable", phases=("combat",), turn="any", per="phase", conditions=fresh)
    return Reading((MarkUnit(PICKED, duration="phase"),), use=use, choices=choices)


MENUS: Mapping[str, Callable[[Sequence[str], KnownKeywords], Reading]] = {"1650eff2084e4e12605e": stances}


def read_known(text: str, known: KnownKeywords) -> Reading | None:
    """What a text comes to that is known, or that the grammar reads; None if it is neither."""
    return of_menu(text, known) or read_text(text, known)


@lru_cache(maxsize=2048)
def of_menu(text: str, known: KnownKeywords) -> Reading | None:
    """What a text that is known comes to; None for others, and where something about it is in doubt."""
    sentences = as_written(text)
    read = MENUS.get(fingerprint(sentences))
    if read is None:
        return None
    try:
        return read(sentences, known)
    except Unread:
        return None
