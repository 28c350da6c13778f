"""Whether a unit may move as asked, and where one miniature may go."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from highground.engine.model import Point, Polygon
from highground.engine.table.bases import off_board, on_wall, overlaps_any
from highground.engine.table.board import Board
from highground.engine.table.coherency import coherent, stragglers
from highground.engine.table.distance import ENGAGEMENT, TOLERANCE, Disc, apart, discs, gap, snap
from highground.engine.table.flat import flat_discs
from highground.engine.table.ground import Ground
from highground.engine.table.paths import Path, clear, first_hit, obstacles_about, path, way_round


class Offence(NamedTuple):
    """Why a move is refused: a code, a sentence, the measure ('8.3 of 6 inches'), what would help, which miniature."""

    code: str
    sentence: str
    measure: str = ""
    remedy: str = ""
    miniature: int | None = None


Bends = dict[int, Path]
"""The ways that are not straight, by the miniature's place in its row."""


def check_move(
    board: Board,
    starts: Sequence[Point],
    ends: Sequence[Point],
    radii: Sequence[float],
    limit: float | None,
    enemies: Sequence[Disc] = (),
    others: Sequence[Disc] = (),
    *,
    keep_from: Sequence[Disc] | None = None,
) -> Offence | None:
    """The first thing wrong with a unit's move, or None when it is legal; see `walk`."""
    found = walk(board, starts, ends, radii, limit, enemies, others, keep_from=keep_from)
    return found if isinstance(found, Offence) else None


def walk(
    board: Board,
    starts: Sequence[Point],
    ends: Sequence[Point],
    radii: Sequence[float],
    limit: float | None,
    enemies: Sequence[Disc] = (),
    others: Sequence[Disc] = (),
    *,
    keep_from: Sequence[Disc] | None = None,
) -> Offence | Bends:
    """The first thing wrong with a unit's move, or the ways of those miniatures that cannot go straight.

    `enemies` are every enemy base (none may be crossed or stood on), `others` every other friendly base (may be
    crossed, not stood on). `keep_from` are the enemy bases that no base may end within 1 inch of, by default all
    `enemies`; a charge leaves its targets out. A `limit` of None sets the unit up: nothing is crossed. Codes, in
    the order of looking, miniature by miniature: 'off-board', 'on-base', 'through-wall' (ends across a wall),
    'in-engagement', 'too-far', 'through-enemy', 'through-wall'; last, for the unit, 'coherency'. A miniature that
    does not move is not at fault for where it stands.
    """
    keep = enemies if keep_from is None else keep_from
    own = discs(ends, radii)
    ground, crowded = _ground(board, own, limit, enemies, others, keep), _overlapping(own)
    bends: Bends = {}
    for i, (start, end, radius) in enumerate(zip(starts, ends, radii)):
        if (limit is not None and start == end) or (i not in crowded and _plain(ground, start, end, radius, limit)):
            continue
        bases = [*enemies, *others, *own[:i], *own[i + 1 :]]
        fault = _check_end(board, end, radius, bases, keep)
        if fault is None and limit is not None:
            way = way_of(board, start, end, radius, enemies, limit)
            if isinstance(way, Offence):
                fault = way
            elif len(way.points) > 2:
                bends[i] = way
        if fault is not None:
            return fault._replace(miniature=i)
    return _check_coherency(ends, radii) or bends


def _ground(
    board: Board,
    own: Sequence[Disc],
    limit: float | None,
    enemies: Sequence[Disc],
    others: Sequence[Disc],
    keep: Sequence[Disc],
) -> Ground:
    """What can be in the way of a move to `own`."""
    xs, ys = [x for x, _, _ in own], [y for _, y, _ in own]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2) if own else (0.0, 0.0)
    span = max([apart(middle, (x, y)) + r for x, y, r in own], default=0.0) + (limit or 0.0)
    return Ground.cut(board, middle, span, blocked=others, enemies=enemies, keep_from=keep, keep_out=ENGAGEMENT)


def _overlapping(own: Sequence[Disc]) -> set[int]:
    """Which of a unit's own bases would stand on one another."""
    found: set[int] = set()
    for i, (x, y, radius) in enumerate(own):
        for j in range(i):
            u, v, r = own[j]
            reach = radius + r - TOLERANCE
            if (x - u) * (x - u) + (y - v) * (y - v) < reach * reach:
                found |= {i, j}
    return found


def _plain(ground: Ground, start: Point, end: Point, radius: float, limit: float | None) -> bool:
    """Whether a miniature goes straight to where it may stand, as most do: then nothing more is asked about it."""
    if limit is not None and (apart(start, end) > limit + TOLERANCE or not ground.straight(start, end, radius)):
        return False
    return ground.stands(end, radius)


def _check_end(board: Board, end: Point, radius: float, bases: Sequence[Disc], keep: Sequence[Disc]) -> Offence | None:
    if off_board(end, radius):
        return Offence(
            "off-board", "The base would hang over the board's edge.", remedy="Keep the whole base on the board."
        )
    if overlaps_any(end, radius, bases):
        return Offence("on-base", "The miniature would stand on another base.", remedy="Leave the bases side by side.")
    if on_wall(end, radius, board.wall_rows):
        return Offence("through-wall", "The base would stand across a wall.", remedy="End clear of the wall.")
    near = min([gap(end, radius, (x, y), r) for x, y, r in keep], default=ENGAGEMENT + 1.0)
    if near <= ENGAGEMENT + TOLERANCE:
        measure = f"{near:.1f} inches from an enemy"
        sentence = "The move would end within 1 inch of an enemy."
        return Offence("in-engagement", sentence, measure, "End more than 1 inch from every enemy.")
    return None


def bends(
    board: Board,
    starts: Sequence[Point],
    ends: Sequence[Point],
    radii: Sequence[float],
    limit: float,
    enemies: Sequence[Disc],
) -> Bends:
    """The ways that are not straight, to places that are known to be legal and within reach."""
    found: Bends = {}
    flat_enemies = flat_discs(enemies)
    for i, (start, end, radius) in enumerate(zip(starts, ends, radii)):
        if start != end and not clear(start, end, radius, board.wall_rows, flat_enemies):
            way = way_of(board, start, end, radius, enemies, limit)
            if not isinstance(way, Offence):
                found[i] = way
    return found


def way_of(
    board: Board, start: Point, end: Point, radius: float, enemies: Sequence[Disc], limit: float
) -> Offence | Path:
    """The shortest way of one miniature, or why there is none within the limit."""
    straight = apart(start, end)
    if straight > limit + TOLERANCE:
        return _too_far(straight, limit)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    met = first_hit(start, end, obstacles_about(start, radius, board.walls, enemies, middle, straight / 2))
    if met is None:
        return Path((start, end), straight)
    way = None if off_board(end, radius) else way_round(board, start, end, radius, enemies, limit)
    if way is not None:
        return way
    code, what = ("through-wall", "a wall") if met[5] else ("through-enemy", "an enemy base")
    longer = path(board, start, end, radius, enemies)
    if longer is None:
        return Offence(
            code, f"The way leads through {what}, and there is no way round.", remedy="Choose another place."
        )
    measure = inches(longer.length, limit)
    sentence = f"The way leads through {what}; the way round takes {measure}."
    return Offence(code, sentence, measure, "Choose a place that the way round can reach.")


def _too_far(length: float, limit: float) -> Offence:
    measure = inches(length, limit)
    over = max(length - limit, 0.001)
    remedy = f"End {over:.1f} inches nearer to the start." if over >= 0.05 else "End a little nearer to the start."
    return Offence("too-far", f"The miniature would move {measure}.", measure, remedy)


def _check_coherency(ends: Sequence[Point], radii: Sequence[float]) -> Offence | None:
    if coherent(ends, radii):
        return None
    lost = stragglers(ends, radii)
    need = "two others" if len(ends) >= 7 else "another"
    sentence = f"The unit would lose coherency: each miniature stands within 2 inches of {need}, all in one group."
    measure = f"{len(lost)} of {len(ends)} out of coherency"
    return Offence("coherency", sentence, measure, "Keep the unit together.", lost[0] if lost else None)


def inches(length: float, limit: float) -> str:
    """'8.3 of 6 inches'; as many decimals, one to three, as tell the length from the limit."""
    shown = next(text for d in (1, 2, 3, 6) if float(text := f"{length:.{d}f}") > limit or d == 6)
    return f"{shown} of {limit:g} inches"


def reach(
    board: Board,
    start: Point,
    radius: float,
    limit: float,
    enemies: Sequence[Disc] = (),
    others: Sequence[Disc] = (),
    rays: int = 72,
) -> Polygon:
    """The outline of where one miniature may end, a corner for each of `rays` directions, first +x, then clockwise.

    Each corner is the farthest legal end in its direction, to a hundredth of an inch, by `check_move`; what lies
    within the outline may still hold bases and walls. A direction without a legal end gives the start.
    """
    outline = []
    for ray in range(rays):
        c, s = cos(2 * pi * ray / rays), sin(2 * pi * ray / rays)
        outline.append(_farthest(board, start, radius, limit, enemies, others, (c, s)))
    return tuple(outline)


def _farthest(
    board: Board,
    start: Point,
    radius: float,
    limit: float,
    enemies: Sequence[Disc],
    others: Sequence[Disc],
    way: Point,
) -> Point:
    def legal(length: float) -> bool:
        end = _along(start, way, length)
        return check_move(board, (start,), (end,), (radius,), limit, enemies, others) is None

    steps = max(1, round(limit * 4))
    for step in range(steps, 0, -1):
        low = limit * step / steps
        if legal(low):
            break
    else:
        return start
    high = min(limit, low + limit / steps)
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if legal(middle) else (low, middle)
    return _along(start, way, low)


def _along(start: Point, way: Point, length: float) -> Point:
    inner = length - 0.001 if length > 0.001 else 0.0
    return snap(start[0] + way[0] * inner, start[1] + way[1] * inner)
