"""Distances from base edge to base edge, in inches.

`TOLERANCE` is the one allowance of every comparison on the table: a measured length counts as `limit` when it exceeds
it by no more than that, so floating point never decides a rule. Places lie on a grid of a thousandth of an inch
(`snap`), so whatever a player can set differs by far more than the tolerance or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from mypy_extensions import i64

from highground.engine.base import Base, Disc
from highground.engine.model import Point

__all__ = ["Disc"]

TOLERANCE: Final = 1e-6
"""Inches by which a length may pass its limit, or two bases may overlap, and still count as exact."""
GRID: Final = 0.001
"""Inches between neighbouring places."""
ENGAGEMENT: Final = 1.0
"""Inches within which enemies are engaged."""

BASE_CONTACT: Final = 0.05
"""Inches within which bases that somebody put down by hand are in base contact."""

_WHOLE: Final = 6755399441055744.0
"""1.5 * 2**52: added to a number and taken away again, it leaves the nearest whole number, for numbers up to 2**51."""

_SPLIT: Final = 134217729.0
"""2**27 + 1, which cuts a float into two of half as many digits each (Dekker)."""

FAR: Final = 1e30
"""Inches beyond all that is measured: where a search for the least begins. (`float("inf")` is a call.)"""


def snap(x: float, y: float) -> Point:
    """The nearest place of the thousandth-inch grid: what `round` gives, in a small part of its time."""
    a, b = x * 1000.0, y * 1000.0
    u, v = a + _WHOLE - _WHOLE, b + _WHOLE - _WHOLE
    if -0.499 < a - u < 0.499 and -0.499 < b - v < 0.499:
        return (u / 1000.0, v / 1000.0)
    return (_beside_half(x, a, u), _beside_half(y, b, v))


def _beside_half(x: float, a: float, u: float) -> float:
    """`round(x, 3)`, where `a` is a thousand times x as a float and `u` the whole number nearest to that.

    Where `a` lies halfway between two of them, what was lost in multiplying says which is nearer: x is cut into two
    parts whose products lose nothing.
    """
    left = a - u
    if u == 0.0 or not -0.5 <= left <= 0.5:
        return round(x, 3)
    if -0.5 < left < 0.5:
        return u / 1000.0
    wide = x * _SPLIT
    high = wide - (wide - x)
    lost = (high * 1000.0 - a) + (x - high) * 1000.0
    if left > 0.0:
        return (u + 1.0) / 1000.0 if lost > 0.0 else u / 1000.0
    return (u - 1.0) / 1000.0 if lost < 0.0 else u / 1000.0


def shorten(dx: float, dy: float) -> Point:
    """The step on the grid nearest to (dx, dy) that is no longer in either axis, so it never passes a move's limit."""
    return (int(dx * 1000.0 + (1e-6 if dx > 0 else -1e-6)) / 1000.0,
            int(dy * 1000.0 + (1e-6 if dy > 0 else -1e-6)) / 1000.0)  # fmt: skip


def toward(start: Point, end: Point, limit: float) -> Point:
    """The place at most `limit` inches from `start` on the way to `end`, on the grid and never farther than `limit`."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    if length > limit + TOLERANCE:
        dx, dy = dx * limit / length, dy * limit / length
    step = shorten(dx, dy)
    return snap(start[0] + step[0], start[1] + step[1])


def gap(a: Point, ra: float, b: Point, rb: float) -> float:
    """Inches between two base edges; 0 when they touch or overlap."""
    length = apart(a, b) - (ra + rb)
    return length if length > 0.0 else 0.0


def apart(a: Point, b: Point) -> float:
    """Inches between two points."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return sqrt(dx * dx + dy * dy)


def alike(bases: Sequence[Base]) -> bool:
    """Whether all bases are round and of one size; most units' are, and are measured faster for it."""
    return not len(bases[0].parts) and bases.count(bases[0]) == len(bases)


def between(a: Point, base: Base, b: Point, other: Base) -> float:
    """Inches between the edges of two bases, below zero where they overlap."""
    if not len(base.parts) and not len(other.parts):
        return apart(a, b) - (base.radius + other.radius)
    if not len(other.parts):
        return to_point(a, base, b) - other.radius
    if not len(base.parts):
        return to_point(b, other, a) - base.radius
    x, y = a
    parts, least = base.parts, FAR
    k: i64 = 0
    end: i64 = len(parts)
    while k < end:
        least = min(least, to_point(b, other, (x + parts[k], y + parts[k + 1])) - parts[k + 2])
        k += 3
    return least


def close(a: Point, base: Base, b: Point, other: Base, most: float) -> bool:
    """Whether two bases are at most so many inches apart: as `between` says, which measures on when one disc is."""
    if apart(a, b) > most + base.reach + other.reach + TOLERANCE:
        return False
    if not len(base.parts) or not len(other.parts):
        return between(a, base, b, other) <= most
    x, y = a
    parts = base.parts
    k: i64 = 0
    end: i64 = len(parts)
    while k < end:
        if to_point(b, other, (x + parts[k], y + parts[k + 1])) - parts[k + 2] <= most:
            return True
        k += 3
    return False


def to_point(place: Point, base: Base, point: Point) -> float:
    """Inches from the edge of a base to a point, below zero where it stands on it."""
    dx, dy = point[0] - place[0], point[1] - place[1]
    parts = base.parts
    if not len(parts):
        return sqrt(dx * dx + dy * dy) - base.radius
    least = FAR
    k: i64 = 0
    end: i64 = len(parts)
    while k < end:
        x, y = parts[k] - dx, parts[k + 1] - dy
        least = min(least, sqrt(x * x + y * y) - parts[k + 2])
        k += 3
    return least


def farthest(place: Point, base: Base, point: Point) -> float:
    """Inches from a point to the farthest edge of a base: a base is wholly within so many."""
    if not len(base.parts):
        return apart(place, point) + base.radius
    return max([apart((x, y), point) + r for x, y, r in base.at(*place)])


def unit_gap(
    places_a: Sequence[Point], bases_a: Sequence[Base], places_b: Sequence[Point], bases_b: Sequence[Base]
) -> float:
    """Inches between the closest base edges of two units; 0 when touching, infinity when either has no miniatures."""
    if not places_a or not places_b:
        return float("inf")
    if alike(bases_a) and alike(bases_b):
        length = sqrt(_least_square(places_a, places_b)) - (bases_a[0].radius + bases_b[0].radius)
    else:
        length = min([between(a, p, b, q) for a, p in zip(places_a, bases_a) for b, q in zip(places_b, bases_b)])
    return length if length > 0.0 else 0.0


def _least_square(places_a: Sequence[Point], places_b: Sequence[Point]) -> float:
    """The square of the shortest way from one place to another; infinity when there is none."""
    least = FAR
    for x, y in places_a:
        for u, v in places_b:
            dx, dy = x - u, y - v
            square = dx * dx + dy * dy
            least = square if square < least else least
    return least


def within(
    places_a: Sequence[Point],
    bases_a: Sequence[Base],
    places_b: Sequence[Point],
    bases_b: Sequence[Base],
    limit: float,
) -> bool:
    """Whether any two bases of the units are at most `limit` inches apart; False when either has no miniatures."""
    if not places_a or not places_b:
        return False
    if not alike(bases_a) or not alike(bases_b):
        return any(near(place, base, places_b, bases_b, limit) for place, base in zip(places_a, bases_a))
    reach = limit + bases_a[0].radius + bases_b[0].radius + TOLERANCE
    return _least_square(places_a, places_b) <= reach * reach


def near(place: Point, base: Base, places: Sequence[Point], bases: Sequence[Base], limit: float) -> bool:
    """Whether one base is at most `limit` inches from any base of a unit."""
    return any(close(place, base, other, theirs, limit + TOLERANCE) for other, theirs in zip(places, bases))


def closest_pair(
    places_a: Sequence[Point], bases_a: Sequence[Base], places_b: Sequence[Point], bases_b: Sequence[Base]
) -> tuple[int, int, float]:
    """Indices of the two closest bases and the inches between them; the lowest indices among equals.

    Raises ValueError when either unit has no miniatures.
    """
    if not places_a or not places_b:
        raise ValueError("a unit without miniatures is near nobody")
    first, second, length = 0, 0, FAR
    for i, (a, base) in enumerate(zip(places_a, bases_a)):
        for j, (b, other) in enumerate(zip(places_b, bases_b)):
            gap = between(a, base, b, other)
            if gap < length:
                first, second, length = i, j, gap
    return first, second, length if length > 0.0 else 0.0


def centre(places: Sequence[Point]) -> Point:
    """The mean of the places, on the grid. Raises ZeroDivisionError for none."""
    count = len(places)
    if count == 1:
        return places[0]
    across, down = 0.0, 0.0
    for x, y in places:
        across += x
        down += y
    return snap(across / count, down / count)


def bounds(places: Sequence[Point], bases: Sequence[Base]) -> Disc:
    """A disc that holds every base of the unit, around the mean of its places; not always the smallest one."""
    if len(places) == 1:
        x, y = places[0]
        return (x, y, bases[0].reach)
    x, y = centre(places)
    if not alike(bases):
        return (x, y, max([apart((x, y), place) + base.reach for place, base in zip(places, bases)]))
    most = 0.0
    for u, v in places:
        dx, dy = x - u, y - v
        square = dx * dx + dy * dy
        most = square if square > most else most
    return (x, y, sqrt(most) + bases[0].radius)


def discs(places: Sequence[Point], bases: Sequence[Base]) -> tuple[Disc, ...]:
    """The discs of the unit's bases: one of each round one, several of a long one."""
    if not any(len(base.parts) for base in bases):
        return tuple([(p[0], p[1], base.radius) for p, base in zip(places, bases)])
    return tuple([disc for (x, y), base in zip(places, bases) for disc in base.at(x, y)])


def rims(places: Sequence[Point], bases: Sequence[Base]) -> tuple[Disc, ...]:
    """As `discs`, but of long bases only those that places beside them are looked for about."""
    return tuple([disc for (x, y), base in zip(places, bases) for disc in base.rim_at(x, y)])
