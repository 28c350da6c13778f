"""Base sizes by keywords of the game. Rosters hold none, so these are guesses, and the report says so.

A row: keywords that a unit must all have, or words in its name, then the base's diameter and the miniature's height.
The first row that fits counts. Sizes are round figures of our own for each kind of miniature.
"""

from __future__ import annotations

from collections.abc import Collection

TABLE: tuple[tuple[frozenset[str], float, float], ...] = tuple(
    (frozenset(keywords.split("+")), base_mm, height)
    for keywords, base_mm, height in (
        ("titanic", 160.0, 8.0),
        ("fortification", 120.0, 5.0),
        ("aircraft", 120.0, 4.0),
        ("monster+fly", 100.0, 5.0),
        ("monster", 80.0, 4.0),
        ("vehicle+walker", 60.0, 3.5),
        ("walker", 60.0, 3.5),
        ("vehicle", 100.0, 3.0),
        ("mounted", 75.0, 2.5),
        ("cavalry", 75.0, 2.5),
        ("swarm", 40.0, 1.0),
        ("beast", 40.0, 1.5),
        ("beasts", 40.0, 1.5),
        ("character", 40.0, 1.8),
        ("infantry", 32.0, 1.5),
    )
)
_OTHERWISE = (32.0, 1.5)


def base_mm(keywords: Collection[str], name: str = "") -> float:
    """The guessed diameter in millimetres. `keywords` and the unit's `name` in any case."""
    return _row(keywords, name)[0]


def height(keywords: Collection[str], name: str = "") -> float:
    """The guessed height in inches."""
    return _row(keywords, name)[1]


def _row(keywords: Collection[str], name: str) -> tuple[float, float]:
    known = {keyword.casefold() for keyword in keywords}
    words = set(name.casefold().split())
    for needed, size, tall in TABLE:
        if needed <= known:
            return size, tall
    for needed, size, tall in TABLE:
        if needed <= words:
            return size, tall
    return _OTHERWISE
