"""Boards that players draw themselves: what has to hold so that a battle can be fought on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist

from highground.engine.errors import Refusal
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Layout, Point, Polygon
from highground.engine.table.shapes import Segment, crosses, edges, in_polygon

MOST_TERRAIN = 60
MOST_OBJECTIVES = 9
MOST_CORNERS = 24
LEAST_PIECE = 1.0
"""Square inches."""
LEAST_ZONE = 150.0
"""Square inches: room for an army."""
APART = 3.0
"""Inches between the middles of two objectives."""


def check_board(board: Layout) -> None:
    """Raises Refusal with a sentence for the first thing that would not do."""
    if not 1 <= len(board.objectives) <= MOST_OBJECTIVES:
        raise Refusal("objectives", count=len(board.objectives), most=MOST_OBJECTIVES)
    if len(board.terrain) > MOST_TERRAIN:
        raise Refusal("terrain", count=len(board.terrain), most=MOST_TERRAIN)
    for number, piece in enumerate(board.terrain, 1):
        _check_polygon(piece.name.strip() or f"Terrain {number}", piece.name, piece.coordinates, LEAST_PIECE)
        for wall in piece.walls:
            _check_places(piece.name, wall)
        if any(low >= high for low, high in pairwise((0.0, *piece.floors))):
            raise Refusal("floors", piece=piece.name)
    for zone in board.zones:
        _check_polygon(zone.name, zone.name, zone.coordinates, LEAST_ZONE)
    _check_apart(board.zones[0].coordinates, board.zones[1].coordinates)
    _check_objectives(board)


def _check_polygon(called: str, name: str, corners: Polygon, least: float) -> None:
    if not name.strip():
        raise Refusal("name", piece=called)
    if not 3 <= len(corners) <= MOST_CORNERS:
        raise Refusal("corners", piece=called, count=len(corners), most=MOST_CORNERS)
    _check_places(called, corners)
    if any(crosses(a, b) for a, b in _apart(edges(corners))):
        raise Refusal("crossing", piece=called)
    if _area(corners) < least:
        raise Refusal("small", piece=called, area=_area(corners), least=least)


def _check_places(called: str, places: Sequence[Point]) -> None:
    for x, y in places:
        if not (0 <= x <= BOARD_WIDTH and 0 <= y <= BOARD_HEIGHT):
            raise Refusal("corner-off-board", piece=called, x=x, y=y)


def _apart(sides: Sequence[Segment]) -> Iterator[tuple[Segment, Segment]]:
    """Pairs of an outline's sides that share no corner."""
    last = len(sides) - 1
    for i, a in enumerate(sides):
        for j in range(i + 2, len(sides)):
            if (i, j) != (0, last):
                yield a, sides[j]


def _area(corners: Polygon) -> float:
    return abs(sum(ax * by - bx * ay for ax, ay, bx, by in edges(corners))) / 2


def _middle(corners: Polygon) -> Point:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _check_apart(blue: Polygon, red: Polygon) -> None:
    crossing = any(crosses(a, b) for a in edges(blue) for b in edges(red))
    if crossing or in_polygon(_middle(blue), red) or in_polygon(_middle(red), blue):
        raise Refusal("zones")


def _check_objectives(board: Layout) -> None:
    for number, objective in enumerate(board.objectives, 1):
        called = objective.name.strip() or f"Objective {number}"
        x, y = objective.location
        if not (0 <= x <= BOARD_WIDTH and 0 <= y <= BOARD_HEIGHT):
            raise Refusal("piece-off-board", piece=called, x=x, y=y)
        for other in board.objectives[: number - 1]:
            gap = dist(objective.location, other.location)
            if gap < APART:
                raise Refusal("pieces-too-close", piece=called, other=other.name, gap=gap, least=APART)
