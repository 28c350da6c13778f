"""Base sizes by keywords of the game. Rosters hold none, so these are guesses, and the report says so.

A row: keywords that a unit must all have, or words in its name, then the base. The first row that fits counts. Sizes
are round figures of our own for each kind of miniature; what moves on wheels or on four legs is longer than wide.
"""

from __future__ import annotations

from collections.abc import Collection

from highground.words.bases import BaseSize

_RIDER = BaseSize(42.0, 2.5, length=75.0)
TABLE: tuple[tuple[frozenset[str], BaseSize], ...] = tuple(
    (frozenset(keywords.split("+")), size)
    for keywords, size in (
        ("titanic", BaseSize(110.0, 8.0, length=170.0)),
        ("fortification", BaseSize(100.0, 5.0, length=130.0, rectangular=True)),
        ("aircraft", BaseSize(90.0, 4.0, length=120.0)),
        ("monster+towering", BaseSize(110.0, 6.0, length=170.0)),
        ("monster+fly", BaseSize(70.0, 5.0, length=105.0)),
        ("monster", BaseSize(80.0, 4.0)),
        ("walker", BaseSize(60.0, 3.5)),
        ("vehicle", BaseSize(80.0, 3.0, length=115.0, rectangular=True)),
        ("mounted", _RIDER),
        ("cavalry", _RIDER),
        ("biker", _RIDER),
        ("bikers", _RIDER),
        ("bike", _RIDER),
        ("bikes", _RIDER),
        ("swarm", BaseSize(40.0, 1.0)),
        ("beast", BaseSize(40.0, 1.5)),
        ("beasts", BaseSize(40.0, 1.5)),
        ("character", BaseSize(40.0, 1.8)),
        ("infantry", BaseSize(32.0, 1.5)),
    )
)
_OTHERWISE = BaseSize(32.0, 1.5)


def guessed(keywords: Collection[str], name: str = "") -> BaseSize:
    """The guessed base. `keywords` and the unit's `name` in any case."""
    known = {keyword.casefold() for keyword in keywords}
    words = set(name.casefold().split())
    for there in (known, words):
        for needed, size in TABLE:
            if needed <= there:
                return size
    return _OTHERWISE
