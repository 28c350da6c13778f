"""Distances from base edge to base edge, in inches.

`TOLERANCE` is the one allowance of every comparison on the table: a measured length counts as `limit` when it exceeds
it by no more than that, so floating point never decides a rule. Places lie on a grid of a thousandth of an inch
(`snap`), so whatever a player can set differs by far more than the tolerance or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt, trunc
from typing import Final

from highground.engine.model import Point

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

FAR: Final = 1e30
"""Inches beyond all that is measured: where a search for the least begins. (`float("inf")` is a call.)"""

Disc = tuple[float, float, float]
"""A base: x, y and radius in inches."""


def snap(x: float, y: float) -> Point:
    """The nearest place of the thousandth-inch grid: what `round` gives, in a quarter of its time."""
    a, b = x * 1000.0, y * 1000.0
    u, v = a + _WHOLE - _WHOLE, b + _WHOLE - _WHOLE
    if -0.499 < a - u < 0.499 and -0.499 < b - v < 0.499:
        return (u / 1000.0, v / 1000.0)
    return (round(x, 3), round(y, 3))


def shorten(dx: float, dy: float) -> Point:
    """The step on the grid nearest to (dx, dy) that is no longer in either axis, so it never passes a move's limit."""
    return (trunc(dx * 1000.0 + (1e-6 if dx > 0 else -1e-6)) / 1000.0,
            trunc(dy * 1000.0 + (1e-6 if dy > 0 else -1e-6)) / 1000.0)  # fmt: skip


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


def equal(radii: Sequence[float]) -> bool:
    """Whether all bases have one size; most units do, and are measured faster for it."""
    return radii.count(radii[0]) == len(radii)


def unit_gap(
    places_a: Sequence[Point], radii_a: Sequence[float], places_b: Sequence[Point], radii_b: Sequence[float]
) -> float:
    """Inches between the closest base edges of two units; 0 when touching, infinity when either has no miniatures."""
    if not places_a or not places_b:
        return float("inf")
    if equal(radii_a) and equal(radii_b):
        length = sqrt(_least_square(places_a, places_b)) - (radii_a[0] + radii_b[0])
    else:
        length = min([apart(a, b) - (ra + rb) for a, ra in zip(places_a, radii_a) for b, rb in zip(places_b, radii_b)])
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
    radii_a: Sequence[float],
    places_b: Sequence[Point],
    radii_b: Sequence[float],
    limit: float,
) -> bool:
    """Whether any two bases of the units are at most `limit` inches apart; False when either has no miniatures."""
    if not places_a or not places_b:
        return False
    if not equal(radii_a) or not equal(radii_b):
        return unit_gap(places_a, radii_a, places_b, radii_b) <= limit + TOLERANCE
    reach = limit + radii_a[0] + radii_b[0] + TOLERANCE
    return _least_square(places_a, places_b) <= reach * reach


def near(place: Point, radius: float, places: Sequence[Point], radii: Sequence[float], limit: float) -> bool:
    """Whether one base is at most `limit` inches from any base of a unit."""
    reach = limit + radius + TOLERANCE
    return any(apart(place, other) <= reach + r for other, r in zip(places, radii))


def closest_pair(
    places_a: Sequence[Point], radii_a: Sequence[float], places_b: Sequence[Point], radii_b: Sequence[float]
) -> tuple[int, int, float]:
    """Indices of the two closest bases and the inches between them; the lowest indices among equals.

    Raises ValueError when either unit has no miniatures.
    """
    if not places_a or not places_b:
        raise ValueError("a unit without miniatures is near nobody")
    first, second, length = 0, 0, FAR
    for i, (a, ra) in enumerate(zip(places_a, radii_a)):
        for j, (b, rb) in enumerate(zip(places_b, radii_b)):
            between = apart(a, b) - (ra + rb)
            if between < length:
                first, second, length = i, j, between
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


def bounds(places: Sequence[Point], radii: Sequence[float]) -> Disc:
    """A disc that holds every base of the unit, around the mean of its places; not always the smallest one."""
    if len(places) == 1:
        x, y = places[0]
        return (x, y, radii[0])
    x, y = centre(places)
    if not equal(radii):
        return (x, y, max([apart((x, y), place) + r for place, r in zip(places, radii)]))
    most = 0.0
    for u, v in places:
        dx, dy = x - u, y - v
        square = dx * dx + dy * dy
        most = square if square > most else most
    return (x, y, sqrt(most) + radii[0])


def discs(places: Sequence[Point], radii: Sequence[float]) -> tuple[Disc, ...]:
    """The unit's bases as discs."""
    return tuple([(p[0], p[1], r) for p, r in zip(places, radii)])
