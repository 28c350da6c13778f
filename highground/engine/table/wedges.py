"""Sight drawn as wedges: how far each ray from a base is clear, from the same lines that decide sight.

A ray is a centre line. It is clear through a piece that the base touches, and up to the far side of the first piece
that blocks it, since sight goes into a piece but not through it.
"""

from __future__ import annotations

from math import cos, pi, sin

from highground.engine.model import Point, Polygon
from highground.engine.table.board import Board
from highground.engine.table.distance import snap
from highground.engine.table.shapes import square_to_segment
from highground.engine.table.sight_lines import spans

RAYS = 144
"""Wedges about a base, 2.5 degrees each."""
OUTLINE_RAYS = 72
"""Corners of a sight outline."""


def wedges(board: Board, origin: Point, radius: float, limit: float, rays: int = RAYS) -> list[float]:
    """Inches from the base's centre to which each ray is clear, at most `limit`; first +x, then clockwise on screen."""
    x, y = origin
    pieces = [
        piece
        for piece in board.blockers
        if piece.box[0] < x + limit
        and piece.box[2] > x - limit
        and piece.box[1] < y + limit
        and piece.box[3] > y - limit
        and not piece.touches_disc(x, y, radius)
        and any(square_to_segment(x, y, side) < limit * limit for side in piece.sides)
    ]
    found = []
    for ray in range(rays):
        c, s = _way(ray, rays)
        line = (x, y, x + limit * c, y + limit * s)
        clear = limit
        for piece in pieces:
            inside = spans(line, piece)
            if inside and inside[0][1] < clear:
                clear = inside[0][1]
        found.append(clear)
    return found


def outline(board: Board, origin: Point, radius: float, limit: float, rays: int = OUTLINE_RAYS) -> Polygon:
    """What a base sees within `limit` inches of its centre, as a polygon of `rays` corners on the grid."""
    lengths = wedges(board, origin, radius, limit, rays)
    ways = (_way(ray, rays) for ray in range(rays))
    return tuple([snap(origin[0] + d * c, origin[1] + d * s) for d, (c, s) in zip(lengths, ways)])


def blocked_all_round(lengths: list[float], limit: float) -> bool:
    """Whether no ray reaches the limit: what the map calls 'Line of Sight Blocked'."""
    return bool(lengths) and max(lengths) < limit


def _way(ray: int, rays: int) -> Point:
    turn = 2.0 * pi * ray / rays
    return cos(turn), sin(turn)
