"""Texts that are known without their words: by what is left of them once they are hashed.

A fingerprint is the start of the SHA-256 of a text's sentences, without bullets: a text that differs in a letter has
another one. An outline is the fingerprint of a text without its numbers, keywords in brackets, and names: rules of
other armies that say the same of theirs have the same outline.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence

_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_NUMBERS = re.compile(r"\b(?:\d*d)?\d+(?:\+\d+)?\b")


def fingerprint(sentences: Sequence[str]) -> str:
    """What distinguishes a whole text from every other."""
    plain = " ".join(" ".join(sentences).replace("■", " ").split())
    return hashlib.sha256(plain.encode()).hexdigest()[:20]


def outline(text: str, names: Mapping[str, str]) -> str:
    """What a text has in common with those of other armies. `names` has what stands in the place of each."""
    for name, word in names.items():
        text = re.sub(rf"\b{re.escape(name.removesuffix('s'))}s?\b", word, text) if name else text
    return fingerprint([_NUMBERS.sub("0", _BRACKETS.sub("[]", text))])


def outline_of(text: str, names: Mapping[str, re.Pattern[str]]) -> str:
    """The same, of the names that patterns find; empty where the text has none of the first kind.

    Each pattern's first group is the name, for which its key stands.
    """
    found = {word: pattern.search(text) for word, pattern in names.items()}
    first = next(iter(found.values()))
    return outline(text, {match[1]: word for word, match in found.items() if match is not None}) if first else ""
