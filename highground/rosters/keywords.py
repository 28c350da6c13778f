"""Weapon keywords: the words of a profile as `Keyword` values, however the list builder spells them."""

from __future__ import annotations

import re

from highground.engine.effects.keywords import KNOWN_KEYWORDS, VALUED, parse_keyword
from highground.engine.model import Amount, Keyword
from highground.rosters.report import Report
from highground.rosters.text import straight

NAMED_ONLY = frozenset({"close-quarters", "cleave"})
"""Names of the newest edition that are read with their value, but whose rule the engine does not have."""
GLOSSARY = KNOWN_KEYWORDS | NAMED_ONLY | {"anti-"}
"""Names whose text on a weapon only explains the keyword."""

_SPELLINGS = {"twin linked": "twin-linked", "twinlinked": "twin-linked", "close quarters": "close-quarters"}
_ANTI = re.compile(r"^anti[- ]\s*(?P<target>.+?)\s*(?P<value>[2-6])\s*\+?$")
_VALUE = re.compile(r"^(?P<name>[a-z][a-z' -]*?)\s*(?P<value>\d*d[36](?:\s*\+\s*\d+)?|\d+)\+?$")
_EMPTY = {"", "-", "–", "none", "n/a"}
_BRACKETS = str.maketrans("", "", "[]")


def read_keywords(text: str, where: str, report: Report) -> tuple[Keyword, ...]:
    """The keywords of a comma-separated text. Unknown ones are kept by their own words and reported."""
    found: list[Keyword] = []
    for token in straight(text).casefold().translate(_BRACKETS).split(","):
        words = " ".join(token.split()).rstrip(".*").strip()
        if words not in _EMPTY:
            found.extend(_read(words, where, report))
    return tuple(dict.fromkeys(found))


def is_glossary(name: str) -> bool:
    """Whether a rule's name is that of a weapon keyword, with or without a value."""
    folded = straight(name).casefold().strip()
    folded = _SPELLINGS.get(folded, folded)
    match = _VALUE.match(folded)
    return folded in GLOSSARY or folded.startswith("anti-") or (match is not None and match["name"] in GLOSSARY)


def _read(words: str, where: str, report: Report) -> list[Keyword]:
    words = _SPELLINGS.get(words, words)
    if anti := _ANTI.match(words):
        value = Amount(plus=int(anti["value"]))
        targets = [target.strip().removeprefix("anti-") for target in anti["target"].split("/")]
        return [Keyword("anti", value, target) for target in targets if target]
    if words in VALUED:
        report.warning("value-guessed", f"Weapon keyword '{words}' has no value; 1 was taken.", where)
        return [Keyword(words, Amount(plus=1))]
    try:
        return [parse_keyword(words)]
    except ValueError:
        report.warning("unknown-keyword", f"Weapon keyword '{words}' has no rule here; it is kept and shown.", where)
    match = _VALUE.match(words)
    known = match is not None and match["name"] in NAMED_ONLY
    return [Keyword(match["name"], Amount.parse(match["value"])) if match and known else Keyword(words)]
