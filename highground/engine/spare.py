"""Miniatures that a unit does not begin the battle with, and that are added to it in its course.

They have their places in the sheet's line-up and in all per-miniature state, with no wounds until they come.
"""

from __future__ import annotations

from highground.engine.abilities.conditions import miniature_named
from highground.engine.model import UnitSheet
from highground.engine.state import Unit

_NOBODY: frozenset[int] = frozenset()


def absent(sheet: UnitSheet, unit: Unit) -> frozenset[int]:
    """The miniatures of a unit that have not come yet: nobody sees them, and nobody can bring them back."""
    return sheet.spares.difference(unit.added) if sheet.spares else _NOBODY


def present(sheet: UnitSheet, unit: Unit) -> tuple[int, ...]:
    """All others, the fallen too: the miniatures that are shown, in their order."""
    if not sheet.spares:
        return tuple(range(len(unit.wounds)))
    away = absent(sheet, unit)
    return tuple([i for i in range(len(unit.wounds)) if i not in away])


def fallen(sheet: UnitSheet, unit: Unit) -> list[int]:
    """The unit's own miniatures that have fallen and could come back, leaders apart."""
    body = sheet.body or len(sheet.line_up)
    found = [i for i in range(body) if not unit.wounds[i]]
    if not sheet.spares:
        return found
    away = absent(sheet, unit)
    begun = sum(1 for i in range(body) if i not in sheet.spares)
    living = body - len(found)
    return [i for i in found if i not in away][: max(0, begun - living)]


def to_come(sheet: UnitSheet, unit: Unit, name: str) -> list[int]:
    """The spare miniatures of a name that could come: those that never came first, then those that have fallen.

    There are as many of a name at once as the sheet has, and over a battle as many as it takes.
    """
    if not sheet.spares:
        return []
    wanted = miniature_named(name)
    free = [i for i in sorted(sheet.spares) if not unit.wounds[i] and miniature_named(sheet.line_up[i].name) == wanted]
    return sorted(free, key=lambda i: i in unit.added)
