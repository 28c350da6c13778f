"""Bases and walls stored flat, for the loops that measure: no object a number.

Bases are x, y and radius of each disc in turn: a round base is one, a long one several. Walls are x and y of both ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from highground.engine.base import Base
from highground.engine.model import Point
from highground.engine.table.distance import FAR, TOLERANCE

NOTHING = vec[float]()
"""No bases."""
ROOM: Final = 18
"""Numbers that a vec has room for from the start where few are expected: it need not grow one by one."""


def flat_bases(places: tuple[Point, ...], bases: tuple[Base, ...]) -> vec[float]:
    """The bases of a unit. Of tuples, which compiled code reads without asking what they are."""
    found = vec[float](capacity=3 * len(places))
    for i in range(len(places)):
        x, y = places[i]
        found = with_base(found, bases[i], x, y)
    return found


def with_base(found: vec[float], base: Base, x: float, y: float) -> vec[float]:
    """Those bases and one more."""
    if len(base.parts):
        return extend(found, placed(base, x, y))
    return append(append(append(found, x), y), base.radius)


def placed(base: Base, x: float, y: float) -> vec[float]:
    """The discs of a long base where it stands."""
    return _shifted(base.parts, x, y)


def flat_rims(places: tuple[Point, ...], bases: tuple[Base, ...]) -> vec[float]:
    """As `flat_bases`, but of a long base only the discs that lines of sight are drawn from."""
    found = vec[float](capacity=3 * len(places))
    for i in range(len(places)):
        x, y = places[i]
        base = bases[i]
        if len(base.parts):
            found = extend(found, _shifted(base.rim, x, y))
        else:
            found = append(append(append(found, x), y), base.radius)
    return found


def _shifted(parts: vec[float], x: float, y: float) -> vec[float]:
    found = vec[float](capacity=len(parts))
    k: i64 = 0
    end: i64 = len(parts)
    while k < end:
        found = append(append(append(found, x + parts[k]), y + parts[k + 1]), parts[k + 2])
        k += 3
    return found


def flat_discs(discs: Iterable[tuple[float, float, float]]) -> vec[float]:
    """Bases that are given one by one."""
    found = vec[float]()
    for x, y, r in discs:
        found = append(append(append(found, x), y), r)
    return found


def flat_walls(walls: Iterable[tuple[float, float, float, float]]) -> vec[float]:
    """Walls that are given one by one."""
    found = vec[float]()
    for ax, ay, bx, by in walls:
        found = append(append(append(append(found, ax), ay), bx), by)
    return found


def flat_corners(polygon: Iterable[Point]) -> vec[float]:
    """A polygon's corners, x and y of each in turn."""
    found = vec[float]()
    for x, y in polygon:
        found = append(append(found, x), y)
    return found


def covered_by(bases: vec[float], x: float, y: float, edge: float) -> bool:
    """Whether a base whose edge lies `edge` inches from (x, y) covers part of any of the bases."""
    k: i64 = 0
    end: i64 = len(bases)
    while k < end:
        dx, dy, reach = x - bases[k], y - bases[k + 1], edge + bases[k + 2]
        if dx * dx + dy * dy < reach * reach:
            return True
        k += 3
    return False


def nearest(bases: vec[float], x: float, y: float) -> float:
    """Inches from (x, y) to the closest edge of a base, below zero inside of one; `FAR` when there are none."""
    least = FAR
    k: i64 = 0
    end: i64 = len(bases)
    while k < end:
        dx, dy = x - bases[k], y - bases[k + 1]
        length = sqrt(dx * dx + dy * dy) - bases[k + 2]
        least = min(least, length)
        k += 3
    return least


def nearest_to(bases: vec[float], base: Base, x: float, y: float) -> float:
    """Inches from the edge of a long base at (x, y) to the closest edge of a base; `FAR` when there are none."""
    least = FAR
    parts = base.parts
    i: i64 = 0
    rows: i64 = len(parts)
    while i < rows:
        least = min(least, nearest(bases, x + parts[i], y + parts[i + 1]) - parts[i + 2])
        i += 3
    return least


def least_gap(a: vec[float], b: vec[float], even: bool, around: tuple[float, float, float]) -> float:
    """Inches between the closest edges, below zero where bases overlap; infinity when either has no bases.

    `even`: each unit's bases have one size. `around` is a disc that holds all of the second's.
    """
    if not len(a) or not len(b):
        return float("inf")
    return _least_between_equals(a, b) if even else _least_between(a, b, around[0], around[1], around[2])


def _least_between_equals(a: vec[float], b: vec[float]) -> float:
    least = FAR
    i: i64 = 0
    rows: i64 = len(a)
    columns: i64 = len(b)
    while i < rows:
        x, y = a[i], a[i + 1]
        j: i64 = 0
        while j < columns:
            dx, dy = x - b[j], y - b[j + 1]
            square = dx * dx + dy * dy
            least = min(least, square)
            j += 3
        i += 3
    return sqrt(least) - (a[2] + b[2])


def _least_between(a: vec[float], b: vec[float], u: float, v: float, w: float) -> float:
    """What lies too far from the disc about all of the second's bases is not measured to each of them."""
    least = FAR
    i: i64 = 0
    rows: i64 = len(a)
    columns: i64 = len(b)
    while i < rows:
        x, y, r = a[i], a[i + 1], a[i + 2]
        i += 3
        far = least + r + w + TOLERANCE
        if far > 0.0 and (x - u) * (x - u) + (y - v) * (y - v) > far * far:
            continue
        j: i64 = 0
        while j < columns:
            dx, dy, reach = x - b[j], y - b[j + 1], r + b[j + 2]
            square, most = dx * dx + dy * dy, least + reach
            if most < 0.0 or square < most * most:
                least = min(least, sqrt(square) - reach)
            j += 3
    return least


def about(bases: vec[float], x: float, y: float, span: float) -> vec[float]:
    """Those of the bases that come within `span` inches of (x, y)."""
    found = vec[float](capacity=ROOM)
    k: i64 = 0
    end: i64 = len(bases)
    while k < end:
        dx, dy, far = bases[k] - x, bases[k + 1] - y, span + bases[k + 2]
        if dx * dx + dy * dy <= far * far:
            found = append(append(append(found, bases[k]), bases[k + 1]), bases[k + 2])
        k += 3
    return found


def discs_of(bases: vec[float]) -> list[tuple[float, float, float]]:
    """The bases one by one."""
    return [(bases[k], bases[k + 1], bases[k + 2]) for k in range(0, len(bases), 3)]
