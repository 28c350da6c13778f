"""The text of an ability, cut into sentences and read from left to right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeVar

from highground.rosters.text import straight

FEWEST = 2
"""Of things to choose from, a list has at least so many."""
LONGEST = 3000
"""Characters; what common phrases make up is far shorter than this."""

_SLIPS = (("\u2011", "-"), ("”", '"'))
_END = re.compile(r"(?<=\.)\s+(?!instead, |when doing so, if that (?:enemy )?unit is (?:also )?battle-shocked\b)")
"""Between sentences. What begins with 'instead' says what the sentence before it leaves open, and belongs to it; so
does what makes the tests harder that it has just asked for.
"""
_FULL_STOP = re.compile(r"(?<=\.)\s+(?!instead, )")
_DIE = re.compile(r"\broll (one|a) d6( at the end of the phase)?\.\s+(?=on an? \d)")
"""What a die brings belongs to the sentence that has it rolled, whatever stands between them."""
_PARAGRAPH = re.compile(r"(?<=[a-z])[ \t]*\n[ \t]*\n\s*(?=[A-Z][A-Za-z',! -]{3,60}\n\s*■)")
"""Before the head of a list in a paragraph of its own, where the sentence before it has no full stop."""
_TOKENS = re.compile(
    r"_?(?:designer's )?note: [*_]?place (?:an?|one|two|three|four|\d) [^.*]*?tokens? next to [^.*]*[.*_]*$"
)
"""A reminder of what to put on the table, which is no rule."""
_OR_ALL = re.compile(
    r"(re-roll an? (?:hit|wound) roll of 1) and,? if (?:that (?:enemy )?unit|(?:that|the) target(?: unit)?)"
    r" (is [^,.]+), (?=you can re-roll the (?:hit|wound) roll instead)"
)
"""A better reroll instead, which is a sentence of its own."""
T = TypeVar("T")


class Unread(Exception):
    """The sentence says something that the grammar does not know."""


def sentences(text: str) -> list[str]:
    """The sentences in lower case with typed quotes, without their full stops; none when the text is too long.

    Slips of the pen are mended.
    """
    plain = _DIE.sub(r"roll \1 d6\2: ", _TOKENS.sub("", _plain(_PARAGRAPH.sub(". ", text))))
    plain = _OR_ALL.sub(r"\1. if that target \2, ", plain)
    if plain.endswith((".'", '."')):
        plain = plain[:-1]  # a quotation mark that nothing opens
    return _cut(plain, _END)


def as_written(text: str) -> list[str]:
    """The same with nothing mended and cut at every full stop, for what is known by its fingerprint.

    Never change it: fingerprints would no longer match.
    """
    return _cut(_plain(text), _FULL_STOP)


def _plain(text: str) -> str:
    if len(text) > LONGEST:
        return ""
    plain = " ".join(straight(text).casefold().split())
    for slip, meant in _SLIPS:
        plain = plain.replace(slip, meant)
    return plain


def _cut(plain: str, ends: re.Pattern[str]) -> list[str]:
    return [part.rstrip(".").strip() for part in ends.split(plain) if part.strip(" .")]


class Reader:
    """A sentence and how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def done(self) -> bool:
        return self.at >= len(self.text)

    def take(self, pattern: str) -> re.Match[str] | None:
        """Read on over the pattern, which must end with a word, and over the space behind it."""
        match = _compiled(pattern).match(self.text, self.at)
        if match is not None:
            self.at = match.end()
        return match

    def need(self, pattern: str) -> re.Match[str]:
        """The same; raises Unread when something else stands there."""
        match = self.take(pattern)
        if match is None:
            raise Unread(self.text[self.at :])
        return match

    def attempt(self, parse: Callable[[], T]) -> T | None:
        """What `parse` reads, or None with nothing read."""
        start = self.at
        try:
            return parse()
        except Unread:
            self.at = start
            return None

    def first(self, *parses: Callable[[], T]) -> T:
        """What the first of the parses that succeeds reads; raises Unread when none does."""
        for parse in parses:
            found = self.attempt(parse)
            if found is not None:
                return found
        raise Unread(self.text[self.at :])

    def listed(self, parse: Callable[[], T]) -> Iterator[T]:
        """One or more things in a row, joined by commas or 'and'."""
        yield parse()
        while (found := self.attempt(lambda: self._next(parse))) is not None:
            yield found

    def _next(self, parse: Callable[[], T]) -> T:
        self.need(r", and,?|and,?|,")
        return parse()


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})(?:\s|(?=[,;:)])|$)")


def titled(name: str) -> str:
    """'hold the line' as a name: 'Hold The Line'."""
    return " ".join(map(str.capitalize, name.split()))
