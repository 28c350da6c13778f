"""Segments and polygons: the few formulas that the table's modules share. Inches throughout."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot, sqrt

from highground.engine.model import Point, Polygon

Segment = tuple[float, float, float, float]
"""x and y of one end, x and y of the other."""


def in_polygon(point: Point, polygon: Polygon) -> bool:
    """Whether a point lies inside a simple polygon, by crossings of the ray to +x.

    A point on the border may fall either way; callers who care measure `border_distance` as well.
    """
    x, y = point
    inside = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        ax, ay = bx, by
    return inside


def square_to_segment(x: float, y: float, segment: Segment) -> float:
    """The squared distance of a point from a segment."""
    ax, ay, bx, by = segment
    return square_to_line(x, y, ax, ay, bx, by)


def square_to_line(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The same, of a segment by its ends."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0.0:
        return (x - ax) * (x - ax) + (y - ay) * (y - ay)
    t = ((x - ax) * dx + (y - ay) * dy) / square
    t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
    ex, ey = x - ax - t * dx, y - ay - t * dy
    return ex * ex + ey * ey


@lru_cache(maxsize=1024)
def edges(polygon: Polygon) -> tuple[Segment, ...]:
    """The polygon's sides, each from a corner to the next."""
    return tuple([(a[0], a[1], b[0], b[1]) for a, b in zip(polygon, (*polygon[1:], polygon[0]))])


def border_distance(point: Point, sides: Sequence[Segment]) -> float:
    """Inches from a point to the nearest of the sides."""
    x, y = point
    least = 1e30
    for side in sides:
        least = min(least, square_to_segment(x, y, side))
    return sqrt(least)


def square_to_border(x: float, y: float, polygon: Polygon) -> float:
    """The squared distance of a point from the nearest side of a polygon."""
    least = 1e30
    ax, ay = polygon[-1]
    for bx, by in polygon:
        least = min(least, square_to_line(x, y, ax, ay, bx, by))
        ax, ay = bx, by
    return least


def crosses(a: Segment, b: Segment) -> bool:
    """Whether two segments cross or touch."""
    ax, ay, bx, by = a
    cx, cy, dx, dy = b
    abx, aby, cdx, cdy = bx - ax, by - ay, dx - cx, dy - cy
    c = abx * (cy - ay) - aby * (cx - ax)
    d = abx * (dy - ay) - aby * (dx - ax)
    e = cdx * (ay - cy) - cdy * (ax - cx)
    f = cdx * (by - cy) - cdy * (bx - cx)
    return c * d < 0.0 and e * f < 0.0


def convex(polygon: Polygon) -> bool:
    """Whether a simple polygon has no corner that turns inward."""
    turns = set()
    for (ax, ay), (bx, by), (cx, cy) in zip(
        polygon, (*polygon[1:], *polygon[:1]), (*polygon[2:], *polygon[:2]), strict=True
    ):
        turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        if abs(turn) > 1e-9 * hypot(bx - ax, by - ay) * hypot(cx - bx, cy - by):
            turns.add(turn > 0.0)
    return len(turns) < 2
