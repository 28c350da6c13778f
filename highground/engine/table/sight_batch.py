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
    """Which pairs of bases a[n], b[n], (n, 3), have a line clear of all blockers asked of the pair, (n, blockers)."""
    (ax, ay, ra), (bx, by, rb) = a.T, b.T
    swap = (bx < ax) | ((bx == ax) & ((by < ay) | ((by == ay) & (rb < ra))))
    a, b = np.where(swap[:, None], b, a), np.where(swap[:, None], a, b)
    done = ~_stopped(board, np.concatenate((a[:, :2], b[:, :2]), axis=1), asked)
    left = np.flatnonzero(~done)
    if not len(left):
        return done
    a, b, asked = a[left], b[left], asked[left]
    step = b[:, :2] - a[:, :2]
    length = np.sqrt(step[:, 0] * step[:, 0] + step[:, 1] * step[:, 1])
    length[length == 0.0] = 1.0
    normal = np.stack(((a[:, 1] - b[:, 1]) / length, (b[:, 0] - a[:, 0]) / length), axis=1)
    out_a, out_b = normal * a[:, 2:], normal * b[:, 2:]
    one = ~_stopped(board, np.concatenate((a[:, :2] + out_a, b[:, :2] + out_b), axis=1), asked)
    done[left[one]] = True
    rest = ~one
    two = ~_stopped(board, np.concatenate((a[:, :2] - out_a, b[:, :2] - out_b), axis=1)[rest], asked[rest])
    done[left[rest][two]] = True
    return done


def _stopped(board: Board, line: Floats, asked: Booleans) -> Booleans:
    """Which of the lines (n, 4) run through any blocker asked of them."""
    boxes = board.boxes
    low, high = np.minimum(line[:, :2], line[:, 2:]), np.maximum(line[:, :2], line[:, 2:])
    meet = asked & (low[:, :1] < boxes[:, 2]) & (high[:, :1] > boxes[:, 0])
    meet &= (low[:, 1:] < boxes[:, 3]) & (high[:, 1:] > boxes[:, 1])
    n, k = np.nonzero(meet)
    found = np.zeros(len(line), dtype=np.bool_)
    if not len(n):
        return found
    x, y = board.corners[k, :, 0], board.corners[k, :, 1]
    ax, ay = line[n, 0, None], line[n, 1, None]
    dx, dy = line[n, 2, None] - ax, line[n, 3, None] - ay
    square = dx * dx + dy * dy
    off = dx * (y - ay) - dy * (x - ax)
    doubt = (off * off <= TOLERANCE * TOLERANCE * square).any(axis=1)
    split = (off.min(axis=1) < 0.0) & (off.max(axis=1) > 0.0) & ~doubt
    found[n[split][_crossed(x[split], y[split], off[split], line[n[split]])]] = True
    for m, p in zip(n[doubt].tolist(), k[doubt].tolist(), strict=True):
        if not found[m]:
            found[m] = stops(cast("tuple[float, float, float, float]", tuple(line[m].tolist())), board.blockers[p])
    return found


def _crossed(x: Floats, y: Floats, off: Floats, line: Floats) -> Booleans:
    """Which lines (n, 4) cross a side of their piece, by its corners (n, corners) and their offsets from the line."""
    ax, ay = line[:, :1], line[:, 1:2]
    dx, dy = line[:, 2:3] - ax, line[:, 3:] - ay
    square = dx * dx + dy * dy
    before, u, v = np.roll(off, 1, axis=1), np.roll(x, 1, axis=1), np.roll(y, 1, axis=1)
    cut = (off > 0.0) != (before > 0.0)
    s = off / np.where(cut, off - before, 1.0)
    t = (x + s * (u - x) - ax) * dx + (y + s * (v - y) - ay) * dy
    crossed: Booleans = (cut & (t > 0.0) & (t < square)).any(axis=1)
    return crossed


def sight_between(board: Board, groups: Sequence[Group]) -> SightMatrix:
    """`[i][j]`: which miniatures of unit i see any of unit j; a unit sees itself, nobody sees an empty one."""
    filled = [g for g, (places, _) in enumerate(groups) if places]
    sizes = [len(places) for places, _ in groups]
    bases = np.array(
        [(p[0], p[1], r) for places, radii in groups for p, r in zip(places, radii, strict=True)], dtype=np.float64
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
    """Sight between all bases, (n, n) and symmetric; `of` gives each base's unit, `starts` each unit's first base."""
    meets, shut = _corridors(board, bases, of, starts)
    free = ~touched(board, bases)
    whole: Booleans = np.array(np.logical_and.reduceat(free, starts, axis=0))
    closed = np.asarray((shut & whole[:, np.newaxis] & whole).any(axis=2))
    sight: Booleans = ~closed[np.ix_(of, of)]
    asked_units = np.triu(meets.any(axis=2) & ~closed, 1)
    i, j = np.nonzero(asked_units[np.ix_(of, of)])
    if len(i):
        asked = meets[of[i], of[j]] & free[i] & free[j]
        sight[i, j] = sight[j, i] = clear_lines(board, bases[i], bases[j], asked)
    return sight


def _corridors(board: Board, bases: Floats, of: Integers, starts: Integers) -> tuple[Booleans, Booleans]:
    """`sight.corridor` for all pairs of units: pieces that their lines can meet, pieces that every line meets."""
    middle = np.add.reduceat(bases[:, :2], starts, axis=0) / np.bincount(of)[:, None]
    out = np.hypot(*(bases[:, :2] - middle[of]).T) + bases[:, 2]
    radius = np.maximum.reduceat(out, starts)
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
