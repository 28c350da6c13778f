"""Where a base may stand: on other bases, on the board, in polygons, across walls."""

from __future__ import annotations

from math import sqrt

from librt.vecs import vec
from mypy_extensions import i64

from highground.engine.base import Base
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point, Polygon
from highground.engine.table.distance import TOLERANCE
from highground.engine.table.flat import covered_by
from highground.engine.table.shapes import border_distance, edges, in_polygon, square_to_border, square_to_line

__all__ = ["in_polygon", "off_board", "on_wall", "overlaps_any", "wholly_within"]


def overlaps_any(place: Point, base: Base, others: vec[float]) -> bool:
    """Whether a base covers part of any of the discs; bases that only touch do not overlap."""
    x, y = place
    parts = base.parts
    if not len(parts):
        return covered_by(others, x, y, base.radius - TOLERANCE)
    if not covered_by(others, x, y, base.reach):
        return False
    k: i64 = 0
    end: i64 = len(parts)
    while k < end:
        if covered_by(others, x + parts[k], y + parts[k + 1], parts[k + 2] - TOLERANCE):
            return True
        k += 3
    return False


def off_board(place: Point, base: Base) -> bool:
    """Whether any part of a base lies beyond the board's edge."""
    if len(base.parts):
        return any(disc_off_board(x, y, r) for x, y, r in base.at(*place))
    return disc_off_board(place[0], place[1], base.radius)


def disc_off_board(x: float, y: float, radius: float) -> bool:
    """The same, of a disc."""
    radius -= TOLERANCE
    return x < radius or y < radius or x > BOARD_WIDTH - radius or y > BOARD_HEIGHT - radius


def on_wall(place: Point, base: Base, walls: vec[float]) -> bool:
    """Whether a base stands across a wall; one that only touches does not."""
    if len(base.parts):
        return any(disc_on_wall(x, y, r, walls) for x, y, r in base.at(*place))
    return disc_on_wall(place[0], place[1], base.radius, walls)


def disc_on_wall(x: float, y: float, radius: float, walls: vec[float]) -> bool:
    """The same, of a disc."""
    reach = radius - TOLERANCE
    left, right, top, bottom, square = x - reach, x + reach, y - reach, y + reach, reach * reach
    k: i64 = 0
    end: i64 = len(walls)
    while k < end:
        ax, ay, bx, by = walls[k], walls[k + 1], walls[k + 2], walls[k + 3]
        k += 4
        if (ax < left and bx < left) or (ax > right and bx > right):
            continue
        if (ay < top and by < top) or (ay > bottom and by > bottom):
            continue
        if square_to_line(x, y, ax, ay, bx, by) < square:
            return True
    return False


def reaches_into(place: Point, base: Base, polygon: Polygon) -> bool:
    """Whether any part of a base lies in a polygon; one that only touches it does not."""
    sides = edges(polygon)
    return any(
        in_polygon((x, y), polygon) or border_distance((x, y), sides) < r - TOLERANCE for x, y, r in base.at(*place)
    )


def wholly_within(place: Point, base: Base, polygon: Polygon) -> bool:
    """Whether a whole base lies in a polygon; its edge may touch the border."""
    if len(base.parts):
        return all(disc_within((x, y), r, polygon) for x, y, r in base.at(*place))
    return disc_within(place, base.radius, polygon)


def disc_within(place: Point, radius: float, polygon: Polygon) -> bool:
    """The same, of a disc; of a point where the radius is 0."""
    inner, inside = max(0.0, radius - TOLERANCE), in_polygon(place, polygon)
    if inner > TOLERANCE and not inside:
        return False
    square = square_to_border(place[0], place[1], polygon)
    if square < inner * inner:
        return False
    return inside or sqrt(square) <= TOLERANCE
