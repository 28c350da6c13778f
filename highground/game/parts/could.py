"""What a unit could still do, in words that follow its name: 'shoot Reed Stalkers or Raiders'."""

from __future__ import annotations

from collections.abc import Sequence

MOVE = "move"
ARRIVE = "arrive from reserves"
GET_OUT = "get out"
GET_IN = "get in"
NAMED = 2
"""So many enemies are named; the others are counted."""


def shoot(foes: Sequence[str]) -> str:
    return f"shoot {_either(foes)}"


def charge(foes: Sequence[str]) -> str:
    return f"charge {_either(foes)}"


def fight(foes: Sequence[str]) -> str:
    """A unit that has charged fights, whether or not it stands by anybody yet."""
    return f"fight {_either(foes)}" if foes else "fight"


def _either(names: Sequence[str]) -> str:
    """'A', 'A or B', 'A, B or 2 others': the nearest are named."""
    more = len(names) - NAMED
    if more > 0:
        return f"{', '.join(names[:NAMED])} or {more} other{'s' if more > 1 else ''}"
    return " or ".join(names)
