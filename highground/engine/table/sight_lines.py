"""Lines that decide sight, and the pieces that stop them: one definition for single questions, tables and wedges.

`highground.engine.table.sight` says the rule.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from highground.engine.table.board import Piece
from highground.engine.table.distance import FAR, TOLERANCE, apart
from highground.engine.table.shapes import Segment, border_distance, in_polygon

PASSED: Final = 0
CROSSED: Final = 1
ON_A_CORNER: Final = 2


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


def stops(ax: float, ay: float, bx: float, by: float, piece: Piece) -> bool:
    """Whether a line runs through the inside of a piece that neither of its ends touches."""
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
    crossed = _crossing(ax, ay, bx, by, piece.flat)
    return crossed == CROSSED or (crossed == ON_A_CORNER and bool(spans((ax, ay, bx, by), piece)))


def _crossing(ax: float, ay: float, bx: float, by: float, corners: vec[float]) -> i64:
    """How a line passes a polygon by its corners. One that runs over a corner may graze or enter: `spans` knows."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    margin = TOLERANCE * TOLERANCE * square
    end: i64 = len(corners)
    k: i64 = 0
    low, high, touched = FAR, -FAR, False
    while k < end:
        off = dx * (corners[k + 1] - ay) - dy * (corners[k] - ax)
        low = off if off < low else low
        high = off if off > high else high
        touched = touched or off * off <= margin
        k += 2
    if (low > 0.0 and low * low > margin) or (high < 0.0 and high * high > margin):
        return PASSED
    if touched:
        return ON_A_CORNER
    u, v = corners[end - 2], corners[end - 1]
    before = dx * (v - ay) - dy * (u - ax)
    k = 0
    while k < end:
        x, y = corners[k], corners[k + 1]
        off = dx * (y - ay) - dy * (x - ax)
        if (off > 0.0) != (before > 0.0):
            s = off / (off - before)
            t = (x + s * (u - x) - ax) * dx + (y + s * (v - y) - ay) * dy
            if 0.0 < t < square:
                return CROSSED
        before, u, v = off, x, y
        k += 2
    return PASSED
