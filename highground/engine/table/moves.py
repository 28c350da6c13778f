"""Whether a unit may move as asked, and where one miniature may go."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from librt.vecs import append, extend, vec

from highground.engine.base import Base
from highground.engine.errors import Fact
from highground.engine.model import Point, Polygon
from highground.engine.table.bases import disc_off_board, off_board, on_wall, overlaps_any
from highground.engine.table.board import Board
from highground.engine.table.coherency import LARGE_UNIT, coherent, stragglers
from highground.engine.table.distance import ENGAGEMENT, TOLERANCE, Disc, apart, between, gap, snap
from highground.engine.table.flat import flat_discs
from highground.engine.table.ground import Bystanders, Ground
from highground.engine.table.paths import NO_WALLS, Barriers, Path, clear, first_hit, obstacles_about, path, way_round


class Offence(NamedTuple):
    """Why a move is not legal: a code, the facts, and the miniature, if it is about one."""

    code: str
    facts: dict[str, Fact]
    miniature: int | None = None


Bends = dict[int, Path]
"""The ways that are not straight, by the miniature's place in its row."""


def check_move(
    board: Board,
    starts: Sequence[Point],
    ends: Sequence[Point],
    bases: Sequence[Base],
    limit: float | None,
    enemies: Sequence[Disc] = (),
    others: Sequence[Disc] = (),
    *,
    keep_from: Sequence[Disc] | None = None,
) -> Offence | None:
    """The first thing wrong with a unit's move among enemies and friends, or None when it is legal; see `walk`."""
    found = walk(board, starts, ends, bases, limit, Bystanders(enemies, others, keep_from))
    return found if isinstance(found, Offence) else None


def walk(
    board: Board,
    starts: Sequence[Point],
    ends: Sequence[Point],
    bases: Sequence[Base],
    limit: float | None,
    around: Bystanders,
    more: Sequence[float] = (),
    *,
    turns: Sequence[float] = (),
) -> Offence | Bends:
    """The first thing wrong with a unit's move, or the ways of those miniatures that cannot go straight.

    No base may end within 1 inch of the bases to keep from; a charge leaves its targets out of them. A `limit` of None
    sets the unit up: nothing is crossed. `more` are inches by which each miniature may go beyond the limit, `turns`
    those that it spends on turning; () where nobody does. `bases` face as they do at the end; on its way a long base
    turns as it needs, and is as wide as its shorter side. Codes, in the order of looking, miniature by miniature:
    'off-board', 'on-base', 'on-wall', 'in-engagement', 'too-far', 'too-far-turning', 'no-way-round', 'through-enemy',
    'through-friend', 'through-wall'; last, for the unit, 'coherency'. A miniature that neither moves nor turns is not
    at fault for where it stands.
    """
    enemies, friends = around.enemies, around.friends
    keep = enemies if around.keep_from is None else around.keep_from
    barriers = around.barriers or barred(enemies, keep)
    ground = _ground(board, ends, bases, limit, Bystanders(enemies, friends, keep, barriers))
    crowded = _overlapping(ends, bases)
    bends: Bends = {}
    for i, (start, end, base) in enumerate(zip(starts, ends, bases)):
        turn = turns[i] if turns else 0.0
        most = None if limit is None else limit + (more[i] if more else 0.0) - turn
        stays = most is not None and start == end and not turn
        if stays or (i not in crowded and _plain(ground, start, end, base, most)):
            continue
        fault = _check_end(board, end, base, flat_discs([*enemies, *friends, *_own(ends, bases, i)]), keep)
        if fault is None and most is not None:
            way = way_of(board, start, end, base.radius, barriers, most)
            if isinstance(way, Offence):
                fault = _turned_too_far(way, most, turn)
            elif len(way.points) > 2:
                bends[i] = way
        if fault is not None:
            return fault._replace(miniature=i)
    return _check_coherency(ends, bases) or bends


def _own(ends: Sequence[Point], bases: Sequence[Base], i: int) -> list[Disc]:
    """The bases of all of a unit but one."""
    return [disc for k, (x, y) in enumerate(ends) if k != i for disc in bases[k].at(x, y)]


def _turned_too_far(fault: Offence, most: float, turn: float) -> Offence:
    """What is too far only because of the turn says so."""
    length = fault.facts.get("length", 0.0)
    if not turn or fault.code != "too-far" or not isinstance(length, float) or length > most + turn + TOLERANCE:
        return fault
    return Offence("too-far-turning", {"length": length + turn, "limit": most + turn, "turn": turn})


def barred(
    enemies: Sequence[Disc], keep: Sequence[Disc], solid: Sequence[Disc] = (), *, walls: bool = True
) -> Barriers:
    """Enemies are not crossed, those in `keep` not within an inch; nor are walls and the `solid` bases of friends."""
    found, friends = vec[float](capacity=3 * (len(keep) + len(enemies) + len(solid))), flat_discs(solid)
    for x, y, radius in keep:
        found = append(append(append(found, x), y), radius + ENGAGEMENT + 3 * TOLERANCE)
    if keep is not enemies:
        found = extend(found, flat_discs(enemies))
    return Barriers(extend(found, friends), walls, friends)


def _ground(
    board: Board, ends: Sequence[Point], bases: Sequence[Base], limit: float | None, around: Bystanders
) -> Ground:
    """What can be in the way of a move to `ends`."""
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2) if ends else (0.0, 0.0)
    span = max([apart(middle, end) + base.reach for end, base in zip(ends, bases)], default=0.0) + (limit or 0.0)
    return Ground.cut(board, middle, span, around, keep_out=ENGAGEMENT)


def _overlapping(ends: Sequence[Point], bases: Sequence[Base]) -> set[int]:
    """Which of a unit's own bases would stand on one another."""
    found: set[int] = set()
    circles = flat_discs([(x, y, base.reach) for (x, y), base in zip(ends, bases)])
    for i in range(len(ends)):
        x, y, own = circles[3 * i], circles[3 * i + 1], circles[3 * i + 2]
        for j in range(i):
            dx, dy, reach = x - circles[3 * j], y - circles[3 * j + 1], own + circles[3 * j + 2] - TOLERANCE
            if dx * dx + dy * dy < reach * reach and between(ends[i], bases[i], ends[j], bases[j]) < -TOLERANCE:
                found |= {i, j}
    return found


def _plain(ground: Ground, start: Point, end: Point, base: Base, limit: float | None) -> bool:
    """Whether a miniature goes straight to where it may stand, as most do: then nothing more is asked about it."""
    if limit is not None and (apart(start, end) > limit + TOLERANCE or not ground.straight(start, end, base.radius)):
        return False
    return ground.stands(end, base)


def _check_end(board: Board, end: Point, base: Base, bases: vec[float], keep: Sequence[Disc]) -> Offence | None:
    if off_board(end, base):
        return Offence("off-board", {})
    if overlaps_any(end, base, bases):
        return Offence("on-base", {})
    if on_wall(end, base, board.wall_rows):
        return Offence("on-wall", {})
    own = base.at(*end)
    near = min([gap((u, v), s, (x, y), r) for x, y, r in keep for u, v, s in own], default=ENGAGEMENT + 1.0)
    if near <= ENGAGEMENT + TOLERANCE:
        return Offence("in-engagement", {"gap": near, "reach": ENGAGEMENT})
    return None


def bends(
    board: Board,
    starts: Sequence[Point],
    ends: Sequence[Point],
    bases: Sequence[Base],
    limit: float,
    barriers: Barriers,
) -> Bends:
    """The ways that are not straight, to places that are known to be legal and within reach."""
    found: Bends = {}
    walls = board.wall_rows if barriers.walls else NO_WALLS
    for i, (start, end, base) in enumerate(zip(starts, ends, bases)):
        if start != end and not clear(start, end, base.radius, walls, barriers.discs):
            way = way_of(board, start, end, base.radius, barriers, limit)
            if not isinstance(way, Offence):
                found[i] = way
    return found


def way_of(board: Board, start: Point, end: Point, radius: float, barriers: Barriers, limit: float) -> Offence | Path:
    """The shortest way of one miniature, or why there is none within the limit."""
    straight = apart(start, end)
    if straight > limit + TOLERANCE:
        return _too_far(straight, limit)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    bases, walls = barriers.discs, barriers.walls
    segments = board.walls if walls else ()
    met = first_hit(start, end, obstacles_about(start, radius, segments, bases, middle, straight / 2))
    if met is None:
        return Path((start, end), straight)
    way = None if disc_off_board(*end, radius) else way_round(board, start, end, radius, bases, limit, walls)
    if way is not None:
        return way
    obstacle = "wall" if met[5] else "friend" if _stands_at(barriers.friends, met[0], met[1]) else "enemy"
    longer = path(board, start, end, radius, bases, walls=walls)
    if longer is None:
        return Offence("no-way-round", {"obstacle": obstacle})
    facts: dict[str, Fact] = {"length": longer.length, "limit": limit}
    if obstacle == "wall":
        return Offence("through-wall", facts)
    return Offence("through-friend", facts) if obstacle == "friend" else Offence("through-enemy", facts)


def _stands_at(bases: vec[float], x: float, y: float) -> bool:
    return any(bases[k] == x and bases[k + 1] == y for k in range(0, len(bases), 3))


def _too_far(length: float, limit: float) -> Offence:
    return Offence("too-far", {"length": length, "limit": limit})


def _check_coherency(ends: Sequence[Point], bases: Sequence[Base]) -> Offence | None:
    if coherent(ends, bases):
        return None
    lost = stragglers(ends, bases)
    return Offence(
        "coherency",
        {"lost": len(lost), "miniatures": len(ends), "needed": 2 if len(ends) >= LARGE_UNIT else 1},
        lost[0] if lost else None,
    )


def reach(
    board: Board,
    start: Point,
    base: Base,
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
        outline.append(_farthest(board, start, base, limit, enemies, others, (c, s)))
    return tuple(outline)


def _farthest(
    board: Board,
    start: Point,
    base: Base,
    limit: float,
    enemies: Sequence[Disc],
    others: Sequence[Disc],
    way: Point,
) -> Point:
    def legal(length: float) -> bool:
        end = _along(start, way, length)
        return check_move(board, (start,), (end,), (base,), limit, enemies, others) is None

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
