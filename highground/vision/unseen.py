"""Who of the units is not in a photo: what hides them, and who can be taken over from a photo taken just before.

Of a table that is photographed from one side and then from another, each photo shows some of what the other hides. Only
what is hidden in a photo is taken from the one before it: where the place is in view and empty, the miniature has gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from highground.vision.assigning import STILL
from highground.vision.bases import FoundBase, are_apart
from highground.vision.belonging import TableSearch
from highground.vision.choosing import shade
from highground.vision.flat import Field
from highground.vision.found import KnownUnit, Spot
from highground.vision.hiding import hidden_by_terrain, share_hidden

OVER = 1.3
"""Inches from a difference's middle to its edge, from which on it is an arm or the like over the table."""
BODY_REACH = 6.0
"""Inches within which a miniature's body may hide a place."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A miniature of a unit that was not found: where it was expected, and what hides that place ('' for nothing)."""

    unit: KnownUnit
    place: Spot
    why: str


def joined(
    search: TableSearch, bases: list[FoundBase], given: dict[str, list[int]], difference: Field
) -> tuple[list[FoundBase], dict[str, list[int]]]:
    """The bases and whose they are, with those that only a photo taken just before shows, behind the others.

    `difference` (rows, columns of `search.dots` an inch) is that of the ground to the bare board.
    """
    found, owned = list(bases), {name: list(mine) for name, mine in given.items()}
    for unit in search.known.units:
        mine = owned.setdefault(unit.transponder, [])
        for base in _seen_before(search, unit):
            if len(mine) < len(unit.diameters) and _is_hidden(search, base, found, difference):
                mine.append(len(found))
                found.append(base)
    return found, {name: mine for name, mine in owned.items() if mine or name in given}


def _seen_before(search: TableSearch, unit: KnownUnit) -> list[FoundBase]:
    """A unit's miniatures in the photos that were taken just before, where it has not moved on since."""
    return [
        base
        for photo in search.earlier
        if unit.transponder in photo.current
        for base, owner in zip(photo.bases, photo.owners, strict=False)
        if owner == unit.transponder
    ]


def _is_hidden(search: TableSearch, base: FoundBase, others: Sequence[FoundBase], difference: Field) -> bool:
    """Whether a miniature may well stand there although the photo does not show it: nobody else does.

    An arm over the place hides it too, but may be taking it away.
    """
    if not all(are_apart(base, each, base.x - each.x, base.y - each.y) for each in others):
        return False
    why = what_hides(search, (base.x, base.y), base.diameter, base.up, others, difference)
    return why in ("outside", "terrain", "miniature")


def missing_from(
    search: TableSearch, bases: Sequence[FoundBase], given: dict[str, list[int]], difference: Field
) -> list[Missing]:
    """Who of each unit stands nowhere, those whose last place nobody took."""
    found = []
    for unit in search.known.units:
        short = len(unit.diameters) - len(given.get(unit.transponder, ()))
        mine = [bases[each] for each in given.get(unit.transponder, ())]
        for at, place in enumerate(unit.places):
            if place is None or short <= 0:
                continue
            if min((float(np.hypot(base.x - place[0], base.y - place[1])) for base in mine), default=9.0) > STILL:
                up = unit.ups[at] if unit.ups else 0.0
                found.append(Missing(unit, place, what_hides(search, place, unit.diameters[at], up, bases, difference)))
                short -= 1
    return found


def what_hides(
    search: TableSearch, place: Spot, wide: float, up: float, bases: Sequence[FoundBase], difference: Field
) -> str:
    """What hides a place for a base of some width: 'outside', 'terrain', 'covered', 'miniature', or '' for nothing."""
    (x, y), (rows, columns) = search.pose.to_pixels(np.array([[*place, up]]))[0], search.picture.shape[:2]
    if not (0 <= x < columns and 0 <= y < rows):
        return "outside"
    if share_hidden(place, wide, hidden_by_terrain(search.pose, search.known.terrain, up)) > 0.5:
        return "terrain"
    if not up and _is_covered(difference, place, search.dots):
        return "covered"
    bodies = [shade(search.pose, base) for base in bases if np.hypot(base.x - place[0], base.y - place[1]) < BODY_REACH]
    return "miniature" if share_hidden(place, wide, bodies) > 0.6 else ""


def _is_covered(difference: Field, place: Spot, dots: float) -> bool:
    """Whether a place lies under something larger than a miniature that differs from the bare board."""
    reach = round(4 * dots)
    row, column = round(place[1] * dots), round(place[0] * dots)
    top, left = max(0, row - reach), max(0, column - reach)
    part = (difference[top : row + reach, left : column + reach] > 6).astype(np.uint8)
    whole = cv2.morphologyEx(part, cv2.MORPH_CLOSE, np.ones((7, 7), dtype=np.uint8))
    inside = np.asarray(cv2.distanceTransform(whole, cv2.DIST_L2, 3))
    near = inside[max(0, row - top - 20) : row - top + 20, max(0, column - left - 20) : column - left + 20]
    return bool(near.size and near.max() > OVER * dots)
