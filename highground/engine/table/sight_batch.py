"""Sight between many bases at once, in numpy: the lines, order and formulas of `sight_lines`, so that answers agree."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

import numpy as np
import numpy.typing as npt

from highground.engine.model import Point
from highground.engine.table.board import Board, Booleans, Floats
from highground.engine.table.distance import TOLERANCE, Disc
from highground.engine.table.sight_lines import stops

CHUNK = 4096
"""Lines sorted out at once: few enough for the processor's cache."""
Integers = npt.NDArray[np.int64]
Group = tuple[tuple[Point, ...], tuple[float, ...]]
"""A unit's places and radii."""
SightMatrix = tuple[tuple[tuple[bool, ...], ...], ...]


def touched(board: Board, bases: Floats) -> Booleans:
    """Which of n bases (n, 3) touch which sight blockers: (n, blockers)."""
    boxes, reach = board.boxes, bases[:, 2:] + TOLERANCE
    x, y = bases[:, :1], bases[:, 1:2]
    found: Booleans = (x >= boxes[:, 0] - reach) & (x <= boxes[:, 2] + reach)
    found &= (y >= boxes[:, 1] - reach) & (y <= boxes[:, 3] + reach)
    for i, k in np.argwhere(found).tolist():
        if not board.blockers[k].touches((float(bases[i, 0]), float(bases[i, 1])), float(bases[i, 2])):
            found[i, k] = False
    return found


def visible_matrix(board: Board, a: Sequence[Disc], b: Sequence[Disc]) -> Booleans:
    """Which of the bases `a` see which of the bases `b`: (len(a), len(b))."""
    first, second = np.array(a, dtype=np.float64).reshape(-1, 3), np.array(b, dtype=np.float64).reshape(-1, 3)
    rows, columns = len(first), len(second)
    if not board.blockers or not rows or not columns:
        return np.ones((rows, columns), dtype=np.bool_)
    i, j = np.repeat(np.arange(rows), columns), np.tile(np.arange(columns), rows)
    free_a, free_b = ~touched(board, first), ~touched(board, second)
    return clear_lines(board, first[i], second[j], free_a[i] & free_b[j]).reshape(rows, columns)


def clear_lines(board: Board, a: Floats, b: Floats, asked: Booleans) -> Booleans:
    """Which pairs of bases a[n], b[n], (n, 3), have a line clear of all blockers asked of the pair, (n, blockers).

    Pieces wholly beside a pair's lines, and pieces that all of them run through, are separated first; only what is
    left is tried line by line.
    """
    n, k = np.nonzero(asked)
    doubt, through = _sort_out(board, _columns(a, n), _columns(b, n), k)
    clear = np.ones(len(a), dtype=np.bool_)
    clear[n[through]] = False
    doubt &= clear[n]
    left = np.unique(n[doubt])
    if len(left):
        open_ones = np.zeros_like(asked)
        open_ones[n[doubt], k[doubt]] = True
        clear[left] = _try_lines(board, a[left], b[left], open_ones[left])
    return clear


def _columns(bases: Floats, chosen: Integers) -> Floats:
    """The chosen of the bases (n, 3) as rows of x, y and radius: (3, chosen)."""
    return np.take(np.ascontiguousarray(bases.T), chosen, axis=1)


def _sort_out(board: Board, a: Floats, b: Floats, k: Integers) -> tuple[Booleans, Booleans]:
    """`sight.corridor` of discs a, b (3, n) and pieces k: whether lines may meet the piece, whether all run through it.

    A piece that all lines run through is not in the first answer.
    """
    if len(k) > CHUNK:
        cuts = range(0, len(k), CHUNK)
        parts = [_sort_out(board, a[:, c : c + CHUNK], b[:, c : c + CHUNK], k[c : c + CHUNK]) for c in cuts]
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
    ax, ay, ra = a
    dx, dy, rb = b[0] - ax, b[1] - ay, b[2]
    length = np.sqrt(dx * dx + dy * dy)
    apart = length > np.maximum(ra, rb) + TOLERANCE
    length[~apart] = 1.0
    dx /= length
    dy /= length
    lean = np.where(apart, (rb - ra) / length, 0.0)
    upright = np.sqrt(1.0 - lean * lean)
    x, y = np.take(board.corner_rows, k, axis=2) - a[:2, None]
    off, along = (dx * y - dy * x) * upright, dx * x + dy * y
    tilt = along * lean
    above, below = off - tilt, off + tilt
    wide = ra + TOLERANCE
    doubt = (above.min(axis=0) <= wide) & (below.max(axis=0) >= -wide)
    doubt &= (along.max(axis=0) > -wide) & (along.min(axis=0) < length + rb + TOLERANCE)
    doubt |= ~apart
    split = np.flatnonzero(doubt & (below.min(axis=0) < -wide) & (above.max(axis=0) > wide) & board.convex[k] & apart)
    along, wide = np.take(along, split, axis=1), wide[split]
    inside = (along > ra[split]) & (along < (length - rb)[split])
    through = np.zeros(len(k), dtype=np.bool_)
    over, under = (
        np.where(inside, np.take(above, split, axis=1), 0.0),
        np.where(inside, np.take(below, split, axis=1), 0.0),
    )
    through[split] = (over.max(axis=0) > wide) & (under.min(axis=0) < -wide)
    return doubt & ~through, through


def _try_lines(board: Board, a: Floats, b: Floats, asked: Booleans) -> Booleans:
    """`clear_lines` by the three lines of `sight_lines.lines`."""
    (ax, ay, ra), (bx, by, rb) = a.T, b.T
    swap = (bx < ax) | ((bx == ax) & ((by < ay) | ((by == ay) & (rb < ra))))
    a, b = np.where(swap[:, None], b, a), np.where(swap[:, None], a, b)
    step = b[:, :2] - a[:, :2]
    length = np.sqrt(step[:, 0] * step[:, 0] + step[:, 1] * step[:, 1])
    length[length == 0.0] = 1.0
    normal = np.stack(((a[:, 1] - b[:, 1]) / length, (b[:, 0] - a[:, 0]) / length), axis=1)
    clear = np.zeros(len(a), dtype=np.bool_)
    for side in (0.0, 1.0, -1.0):
        left = np.flatnonzero(~clear)
        out = side * normal[left]
        ends = (a[left, :2] + out * a[left, 2:], b[left, :2] + out * b[left, 2:])
        clear[left] = ~_stopped(board, np.concatenate(ends, axis=1), asked[left])
    return clear


def _stopped(board: Board, line: Floats, asked: Booleans) -> Booleans:
    """Which of the lines (n, 4) run through any blocker asked of them."""
    n, k = np.nonzero(asked)
    found = np.zeros(len(line), dtype=np.bool_)
    ax, ay, bx, by = line[n].T
    x, y = np.take(board.corner_rows, k, axis=2)
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    off = dx * (y - ay) - dy * (x - ax)
    doubt = (off * off <= TOLERANCE * TOLERANCE * square).any(axis=0)
    split = np.flatnonzero((off.min(axis=0) < 0.0) & (off.max(axis=0) > 0.0) & ~doubt)
    found[
        n[
            split[
                _crossed(
                    np.take(x, split, axis=1), np.take(y, split, axis=1), np.take(off, split, axis=1), line[n[split]]
                )
            ]
        ]
    ] = True
    for m, p in zip(n[doubt].tolist(), k[doubt].tolist()):
        if not found[m]:
            found[m] = stops(cast("tuple[float, float, float, float]", tuple(line[m].tolist())), board.blockers[p])
    return found


def _crossed(x: Floats, y: Floats, off: Floats, line: Floats) -> Booleans:
    """Which lines (n, 4) cross a side of their piece, by its corners (corners, n) and their offsets from the line."""
    ax, ay, bx, by = line.T
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    before, u, v = np.roll(off, 1, axis=0), np.roll(x, 1, axis=0), np.roll(y, 1, axis=0)
    cut = (off > 0.0) != (before > 0.0)
    s = off / np.where(cut, off - before, 1.0)
    t = (x + s * (u - x) - ax) * dx + (y + s * (v - y) - ay) * dy
    crossed: Booleans = (cut & (t > 0.0) & (t < square)).any(axis=0)
    return crossed


def sight_between(board: Board, groups: Sequence[Group]) -> SightMatrix:
    """`[i][j]`: which miniatures of unit i see any of unit j; a unit sees itself, nobody sees an empty one."""
    filled = [g for g, (places, _) in enumerate(groups) if places]
    sizes = [len(places) for places, _ in groups]
    bases = np.array(
        [(p[0], p[1], r) for places, radii in groups for p, r in zip(places, radii)], dtype=np.float64
    ).reshape(-1, 3)
    seen = np.zeros((len(groups), len(bases)), dtype=np.bool_)
    if filled:
        starts = np.cumsum([0, *(sizes[g] for g in filled)])[:-1]
        of = np.repeat(np.arange(len(filled)), [sizes[g] for g in filled])
        sight = _all_pairs(board, bases, of, starts) if board.blockers else np.ones((len(of), len(of)), np.bool_)
        seen[filled] = np.logical_or.reduceat(sight, starts, axis=0)
    rows = [tuple(row) for row in seen.tolist()]
    ends = np.cumsum([0, *sizes]).tolist()
    return tuple([tuple([row[start:end] for row in rows]) for start, end in pairwise(ends)])


def _all_pairs(board: Board, bases: Floats, of: Integers, starts: Integers) -> Booleans:
    """Sight between all bases, (n, n) and symmetric; `of` gives each base's unit, `starts` each unit's first base.

    Pieces are sorted out between units first, then between a base and a unit, and only then base by base.
    """
    circles = _circles(bases, of, starts)
    meets, shut = _corridors(board, circles)
    free = ~touched(board, bases)
    whole: Booleans = np.array(np.logical_and.reduceat(free, starts, axis=0))
    closed = np.asarray((shut & whole[:, np.newaxis] & whole).any(axis=2))
    i, unit = np.nonzero(np.triu(meets.any(axis=2) & ~closed, 1)[of])
    asked = meets[of[i], unit] & free[i]
    n, k = np.nonzero(asked)
    doubt, through = _sort_out(board, _columns(bases, i[n]), _columns(circles, unit[n]), k)
    solid = whole[unit[n], k]
    closed = closed[of]
    closed[i[n[through & solid]], unit[n[through & solid]]] = True
    asked[n, k] = doubt | (through & ~solid)
    rows = np.full(closed.shape, -1)
    rows[i, unit] = np.where(asked.any(axis=1), np.arange(len(i)), -1)
    rows[closed] = -1
    sight: Booleans = ~(closed[:, of] | closed[:, of].T)
    a, b = np.nonzero(rows[:, of] >= 0)
    sight[a, b] = sight[b, a] = clear_lines(board, bases[a], bases[b], asked[rows[a, of[b]]] & free[b])
    return sight


def _circles(bases: Floats, of: Integers, starts: Integers) -> Floats:
    """A disc about each unit's bases, (units, 3)."""
    middle = np.add.reduceat(bases[:, :2], starts, axis=0) / np.bincount(of)[:, None]
    out = np.hypot(*(bases[:, :2] - middle[of]).T) + bases[:, 2]
    return np.column_stack((middle, np.maximum.reduceat(out, starts)))


def _corridors(board: Board, circles: Floats) -> tuple[Booleans, Booleans]:
    """`sight.corridor` for all pairs of units: pieces that their lines can meet, pieces that every line meets."""
    middle, radius = circles[:, :2], circles[:, 2]
    step = middle[None] - middle[:, None]
    length = np.hypot(step[..., 0], step[..., 1])
    wide = np.maximum(radius[:, None], radius[None]) + TOLERANCE
    apart = length > wide
    dx, dy = (step[..., axis] / np.where(apart, length, 1.0) for axis in (0, 1))
    x, y = board.corners[..., 0], board.corners[..., 1]
    ax, ay = middle[:, 0, None, None, None], middle[:, 1, None, None, None]
    dx, dy = dx[..., None, None], dy[..., None, None]
    off = dx * (y - ay) - dy * (x - ax)
    along = dx * (x - ax) + dy * (y - ay)
    first, last = radius[:, None, None], length + radius[None]
    wide = wide[..., None]
    meets = (off.min(axis=3) <= wide) & (off.max(axis=3) >= -wide)
    meets &= (along.max(axis=3) > -first) & (along.min(axis=3) < last[..., None])
    inside = (along > first[..., None]) & (along < (length - radius[None])[..., None, None])
    shut = (inside & (off > wide[..., None])).any(axis=3) & (inside & (off < -wide[..., None])).any(axis=3)
    return meets | ~apart[..., None], shut & apart[..., None] & board.convex
