"""Parts of the board: deployment zones, edges and quarters, and the distance that arriving units keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point, Polygon
from highground.engine.table.bases import off_board, wholly_within
from highground.engine.table.distance import TOLERANCE

EDGE_REACH = 6.0
"""Inches of a board edge within which reserves arrive, base and all."""
ARRIVAL_DISTANCE = 9.0
"""Inches from every enemy that an arriving miniature must be beyond."""


def grid(step: float) -> Iterator[Point]:
    """Places all over the board, `step` inches apart."""
    for column in range(int(BOARD_WIDTH / step)):
        for row in range(int(BOARD_HEIGHT / step)):
            yield (step * (column + 0.5), step * (row + 0.5))


def in_zone(places: Sequence[Point], radii: Sequence[float], polygon: Polygon) -> bool:
    """Whether every base lies wholly in the zone."""
    return all(wholly_within(place, radius, polygon) for place, radius in zip(places, radii))


def at_edge(place: Point, radius: float, reach: float = EDGE_REACH) -> bool:
    """Whether a base lies on the board and wholly within `reach` inches of one board edge."""
    if off_board(place, radius):
        return False
    x, y = place
    inner = reach - radius + TOLERANCE
    return x <= inner or y <= inner or x >= BOARD_WIDTH - inner or y >= BOARD_HEIGHT - inner


def quarter(place: Point) -> int:
    """The board quarter of a point: 0 top left, 1 top right, 2 bottom left, 3 bottom right; lines go right and down."""
    return (1 if place[0] >= BOARD_WIDTH / 2 else 0) + (2 if place[1] >= BOARD_HEIGHT / 2 else 0)


def wholly_in_quarter(places: Sequence[Point], radii: Sequence[float]) -> int | None:
    """The quarter that holds every base of the unit, or None when they lie across a line or there are none."""
    if not places:
        return None
    for (x, y), radius in zip(places, radii):
        if min(abs(x - BOARD_WIDTH / 2), abs(y - BOARD_HEIGHT / 2)) < radius - TOLERANCE:
            return None
    found = {quarter(place) for place in places}
    return found.pop() if len(found) == 1 else None
