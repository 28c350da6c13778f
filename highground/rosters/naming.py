"""Comparing names as two programs spell them: quotes, accents, plural, hyphens and counts set aside."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache

from highground.rosters.text import straight

ALIKE = 0.86
"""From this likeness on, of 1, one name is taken for a misspelling of another."""
_WORD = re.compile(r"[^a-z0-9]+")
_MOST_COMPARED = 4000


@lru_cache(maxsize=20_000)
def key(name: str) -> str:
    """'Shas’vre w/ Ion Rifles' and "shas'vre with ion rifle" have the same key."""
    plain = unicodedata.normalize("NFKD", straight(name)).casefold()
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = plain.replace("'", "").replace("w/", "with ")
    return " ".join(_singular(word) for word in _WORD.split(plain) if word)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def nearest(wanted: str, names: Iterable[str]) -> str | None:
    """The key among `names` that `wanted`, a key too, is most likely a misspelling of; None when none is near."""
    best, likeness = None, ALIKE
    for number, name in enumerate(names):
        if number >= _MOST_COMPARED:
            break
        matcher = SequenceMatcher(None, name, wanted)
        if matcher.real_quick_ratio() >= likeness and matcher.quick_ratio() >= likeness:
            ratio = matcher.ratio()
            if ratio >= likeness:
                best, likeness = name, ratio
    return best
