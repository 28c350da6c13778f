"""Which passengers a transport takes in, and how many places each of them takes, as its text has it."""

from __future__ import annotations

import re

from highground.engine.abilities.grants import TakePlaces
from highground.rosters.text import straight

_BARRED = re.compile(r"\bcannot transport (?P<names>[^.()]+)(?P<but>\(excluding)?")
_LEFT_OUT = re.compile(r"\btransport capacity of \d+ [^.()]*\(excluding (?P<names>[^)]+)\)")
_SPACE = re.compile(r"\beach (?P<names>[^.]+?) models? takes?(?: up)? the space of (?P<value>[2-9]) models?\b")
_BUT = re.compile(r",?\s+(?:other than|except|unless|apart from)\b.*")
_BETWEEN = re.compile(r",\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+")
_FLY = "that can fly"


def places_in(text: str) -> tuple[TakePlaces, ...]:
    """What the text of a transport says of single kinds of passengers, by their keywords."""
    folded = " ".join(straight(text).casefold().replace("^", "").replace("*", "").split())
    found: dict[str, int] = {}
    for match in _SPACE.finditer(folded):
        found |= dict.fromkeys(_names(match["names"]), int(match["value"]))
    for match in _LEFT_OUT.finditer(folded):
        found |= dict.fromkeys(_names(match["names"]), 0)
    for match in _BARRED.finditer(folded):
        said, cut = _BUT.subn("", match["names"])
        names = _names(said)
        found |= dict.fromkeys(names[:-1] if match["but"] or cut else names, 0)  # of the last only some are meant
    return tuple(TakePlaces(name, value) for name, value in found.items())


def _names(text: str) -> list[str]:
    """'jump pack, terminator or wulfen models' as keywords."""
    text = text.replace(f"models {_FLY}", "fly models")
    parts = (part.strip().removeprefix("the ") for part in _BETWEEN.split(text))
    return [name for part in parts if (name := re.sub(r"\s+(?:models?|units?)$", "", part))]
