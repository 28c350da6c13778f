"""The lines that decide sight, and the pieces that stop them: one definition for single questions, tables and wedges.

`highground.engine.table.sight` says the rule.
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

from highground.engine.model import Point
from highground.engine.table.board import Piece
from highground.engine.table.distance import FAR, TOLERANCE, apart
from highground.engine.table.shapes import Segment, border_distance, in_polygon


def lines(a: Point, ra: float, b: Point, rb: float) -> list[Segment]:
    """The lines that decide sight between two bases, centre line first; the same whichever base comes first."""
    if (b, rb) < (a, ra):
        a, ra, b, rb = b, rb, a, ra
    ax, ay = a
    bx, by = b
    found: list[Segment] = [(ax, ay, bx, by)]
    dx, dy = bx - ax, by - ay
    length = sqrt(dx * dx + dy * dy)
    if length > 0.0:
        nx, ny = (ay - by) / length, (bx - ax) / length
        found.append((ax + nx * ra, ay + ny * ra, bx + nx * rb, by + ny * rb))
        found.append((ax - nx * ra, ay - ny * ra, bx - nx * rb, by - ny * rb))
    return found


def spans(line: Segment, piece: Piece) -> list[tuple[float, float]]:
    """Where a line runs inside a piece: (from, to) in inches along the line, in order; grazing leaves nothing."""
    ax, ay, bx, by = line
    length = apart((ax, ay), (bx, by))
    if length <= TOLERANCE:
        return []
    ux, uy = (bx - ax) / length, (by - ay) / length
    off = [ux * (y - ay) - uy * (x - ax) for x, y in piece.polygon]
    if min(off) > TOLERANCE or max(off) < -TOLERANCE:
        return []
    cuts = {0.0, length}
    for (x, y, u, v), start, end in zip(piece.sides, off, (*off[1:], off[0])):
        if abs(start) <= TOLERANCE:
            cuts.add((x - ax) * ux + (y - ay) * uy)
        elif abs(end) > TOLERANCE and (start > 0.0) != (end > 0.0):
            s = start / (start - end)
            cuts.add((x + s * (u - x) - ax) * ux + (y + s * (v - y) - ay) * uy)
    marks = sorted([t for t in cuts if 0.0 <= t <= length])
    found: list[tuple[float, float]] = []
    for near, far in pairwise(marks):
        middle = (ax + ux * (near + far) / 2, ay + uy * (near + far) / 2)
        if far - near <= TOLERANCE or not in_polygon(middle, piece.polygon):
            continue
        if border_distance(middle, piece.sides) <= TOLERANCE / 2:
            continue
        if found and near - found[-1][1] <= TOLERANCE:
            near = found.pop()[0]  # noqa: PLW2901 - the span goes on through a corner on the line
        found.append((near, far))
    return found


def stops(line: Segment, piece: Piece) -> bool:
    """Whether a line runs through the inside of a piece that neither of its ends touches."""
    ax, ay, bx, by = line
    left, top, right, bottom = piece.box
    if (ax <= left and bx <= left) or (ax >= right and bx >= right):
        return False
    if (ay <= top and by <= top) or (ay >= bottom and by >= bottom):
        return False
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    x, y, reach = piece.circle
    off = dx * (y - ay) - dy * (x - ax)
    if off * off > reach * reach * square:
        return False
    margin = TOLERANCE * TOLERANCE * square
    sides: list[float] = []
    low, high = FAR, -FAR
    for x, y in piece.polygon:
        off = dx * (y - ay) - dy * (x - ax)
        sides.append(off)
        low = off if off < low else low
        high = off if off > high else high
    if (low > 0.0 and low * low > margin) or (high < 0.0 and high * high > margin):
        return False
    for off in sides:
        if off * off <= margin:  # a corner on the line: the quick test below cannot tell grazing from entering
            return bool(spans(line, piece))
    before = sides[-1]
    for off, (x, y, u, v) in zip(sides, piece.corners):
        if (off > 0.0) != (before > 0.0):
            s = off / (off - before)
            t = (x + s * (u - x) - ax) * dx + (y + s * (v - y) - ay) * dy
            if 0.0 < t < square:
                return True
        before = off
    return False
