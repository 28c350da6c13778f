"""Where a base may stand: on other bases, on the board, in polygons, across walls."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point, Polygon
from highground.engine.table.distance import TOLERANCE, Disc
from highground.engine.table.shapes import border_distance, edges, in_polygon, square_to_line, square_to_segment

__all__ = ["in_polygon", "off_board", "on_wall", "overlaps_any", "wholly_within"]


def overlaps_any(place: Point, radius: float, others: Sequence[Disc]) -> bool:
    """Whether a base covers part of any other; bases that only touch do not overlap."""
    x, y = place
    radius -= TOLERANCE
    for u, v, r in others:
        dx, dy, reach = x - u, y - v, radius + r
        if dx * dx + dy * dy < reach * reach:
            return True
    return False


def off_board(place: Point, radius: float) -> bool:
    """Whether any part of a base lies beyond the board's edge."""
    x, y = place
    radius -= TOLERANCE
    return x < radius or y < radius or x > BOARD_WIDTH - radius or y > BOARD_HEIGHT - radius


def on_wall(place: Point, radius: float, walls: vec[float]) -> bool:
    """Whether a base stands across a wall; one that only touches does not."""
    x, y = place
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


def reaches_into(place: Point, radius: float, polygon: Polygon) -> bool:
    """Whether any part of a base lies in a polygon; one that only touches it does not."""
    return in_polygon(place, polygon) or border_distance(place, edges(polygon)) < radius - TOLERANCE


def wholly_within(place: Point, radius: float, polygon: Polygon) -> bool:
    """Whether a whole base lies in a polygon; its edge may touch the border."""
    x, y = place
    sides, inner = edges(polygon), max(0.0, radius - TOLERANCE)
    if inner > TOLERANCE and not in_polygon(place, polygon):
        return False
    least = inner * inner
    for side in sides:
        if square_to_segment(x, y, side) < least:
            return False
    return in_polygon(place, polygon) or border_distance(place, sides) <= TOLERANCE
