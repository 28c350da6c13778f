"""Parts of the board: deployment zones, edges and quarters, and the distance that arriving units keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from highground.engine.base import Base
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point, Polygon
from highground.engine.table.bases import off_board, wholly_within
from highground.engine.table.distance import TOLERANCE, discs

EVERY_SIDE = (0, 1, 2, 3)
"""The edges of the board: left, top, right, bottom."""
EDGE_REACH = 6.0
"""Inches of a board edge within which reserves arrive, base and all."""
ARRIVAL_DISTANCE = 9.0
"""Inches from every enemy that an arriving miniature must be beyond."""


def grid(step: float) -> Iterator[Point]:
    """Places all over the board, `step` inches apart."""
    for column in range(int(BOARD_WIDTH / step)):
        for row in range(int(BOARD_HEIGHT / step)):
            yield (step * (column + 0.5), step * (row + 0.5))


def in_zone(places: Sequence[Point], bases: Sequence[Base], polygon: Polygon) -> bool:
    """Whether every base lies wholly in the zone."""
    return all(wholly_within(place, base, polygon) for place, base in zip(places, bases))


def at_edge(place: Point, base: Base, reach: float = EDGE_REACH, sides: Sequence[int] = EVERY_SIDE) -> bool:
    """Whether a base lies on the board and wholly within `reach` inches of one board edge, one of those `sides`."""
    far = _far_sides(place, base)
    return not off_board(place, base) and min([far[side] for side in sides]) <= reach + TOLERANCE


def bordering(polygon: Polygon) -> frozenset[int]:
    """The board edges along which a polygon lies."""
    following = (*polygon[1:], *polygon[:1])
    return frozenset([side for a, b in zip(polygon, following) if a != b for side in _touched(a) & _touched(b)])


def _touched(place: Point) -> set[int]:
    """The board edges that a point lies on."""
    (x, y), far = place, (BOARD_WIDTH - TOLERANCE, BOARD_HEIGHT - TOLERANCE)
    return {side for side, on in enumerate((x <= TOLERANCE, y <= TOLERANCE, x >= far[0], y >= far[1])) if on}


def _far_sides(place: Point, base: Base) -> tuple[float, float, float, float]:
    """How far the farthest part of a base lies from each board edge: left, top, right, bottom."""
    parts = base.at(*place)
    right, bottom = max([x + r for x, _, r in parts]), max([y + r for _, y, r in parts])
    left, top = min([x - r for x, _, r in parts]), min([y - r for _, y, r in parts])
    return right, bottom, BOARD_WIDTH - left, BOARD_HEIGHT - top


def quarter(place: Point) -> int:
    """The board quarter of a point: 0 top left, 1 top right, 2 bottom left, 3 bottom right; lines go right and down."""
    return (1 if place[0] >= BOARD_WIDTH / 2 else 0) + (2 if place[1] >= BOARD_HEIGHT / 2 else 0)


def wholly_in_quarter(places: Sequence[Point], bases: Sequence[Base]) -> int | None:
    """The quarter that holds every base of the unit, or None when they lie across a line or there are none."""
    if not places:
        return None
    for x, y, radius in discs(places, bases):
        if min(abs(x - BOARD_WIDTH / 2), abs(y - BOARD_HEIGHT / 2)) < radius - TOLERANCE:
            return None
    found = {quarter(place) for place in places}
    return found.pop() if len(found) == 1 else None
