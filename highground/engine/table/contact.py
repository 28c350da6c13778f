"""Moves toward the enemy: pile-in, consolidation and charges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import atan2, cos, pi, sin, sqrt
from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from highground.engine.base import Base
from highground.engine.model import Point, Polygon
from highground.engine.table.bases import overlaps_any
from highground.engine.table.board import Board
from highground.engine.table.coherency import coherent
from highground.engine.table.distance import (
    ENGAGEMENT,
    FAR,
    GRID,
    TOLERANCE,
    Disc,
    apart,
    bounds,
    discs,
    near,
    rims,
    snap,
    toward,
)
from highground.engine.table.flat import NOTHING, about, flat_discs, nearest, nearest_to, with_base
from highground.engine.table.formation import Places, settle, translate
from highground.engine.table.ground import Bystanders, Ground
from highground.engine.table.paths import Barriers


def _with_cosines(turns: list[float]) -> vec[float]:
    return vec[float]([value for turn in turns for value in (turn, cos(turn))])


TOUCHING: Final = 0.001
"""Inches left between bases that are brought into contact; the grid may double it, never take it away."""
CONTACT: Final = 0.003
"""Inches within which bases count as touching, so that a miniature in contact stays."""
PILE_IN: Final = 3.0
"""Inches of a pile-in or a consolidation."""
_TURNS = _with_cosines([0.0, *[sign * k * pi / 9 for k in range(1, 6) for sign in (1, -1)]])
"""Bearings about an enemy base, from the straight one, at which contact is tried: each with its cosine."""
_SHARES = (1.0, 0.75, 0.5, 0.25)
_FINE_TURNS = _with_cosines([0.0, *[sign * k * pi / 30 for k in range(1, 21) for sign in (1, -1)]])
"""Bearings of the second search for a charge's end, when the coarse ones found none."""
_IN_CONTACT = vec[float]([TOUCHING])
_FINE_GAPS = vec[float]([TOUCHING, 0.5, 0.95])
"""Inches from the enemy base in the second search: a charge need not end in contact."""
MOST_NEAR: Final = 4
"""Enemy discs about which contact is looked for in a pile-in."""
MOST_PAIRS: Final = 6
"""Pairs of a charger and an enemy base from which a charge is tried."""
MOST_LEADS: Final = 24
"""Places of the first miniature from which the others are looked for."""
LEADS_APART: Final = 0.5
"""Inches by which such places of one miniature differ; from two that lie nearer the others mostly fare alike."""

_ROW: Final = 5
"""Numbers of a row of those nearest: the inches to a disc, whose they are, and the disc's x, y and radius."""

Group = tuple[Sequence[Point], Sequence[Base]]
"""A unit's places and bases."""


def pile_in(
    board: Board,
    places: Sequence[Point],
    bases: Sequence[Base],
    enemies: Sequence[Disc],
    limit: float = PILE_IN,
    blocked: Sequence[Disc] = (),
    *,
    barriers: Barriers | None = None,
) -> Places:
    """The unit, each miniature up to `limit` inches nearer its closest enemy, into contact where there is room.

    `blocked` are the bases of friends, `barriers` what is not crossed (by default enemies and walls); every enemy that
    stands near belongs in `enemies`. The closest miniature
    goes first; each ends nearer to an enemy or stays, and those in contact stay. The unit ends coherent: when free
    moves would break it, each miniature makes only a move that keeps it. Consolidation is the same move.
    """
    if not places or not enemies or not coherent(places, bases):
        return tuple(places)
    here = bounds(places, bases)
    flat = flat_discs(enemies)
    not_in_contact = _not_in_contact(places, bases, flat)
    if not not_in_contact:
        return tuple(places)
    ground = Ground.cut(board, here[:2], here[2] + limit + 0.1, Bystanders(enemies, blocked, barriers=barriers))
    free = _pile(ground, places, bases, flat, limit, not_in_contact, together=False)
    if coherent(free, bases):
        return free
    return _pile(ground, places, bases, flat, limit, not_in_contact, together=True)


def _not_in_contact(places: Sequence[Point], bases: Sequence[Base], enemies: vec[float]) -> list[int]:
    """The miniatures that touch no enemy, the closest to one first."""
    gaps = [edge_to(place, base, enemies) for place, base in zip(places, bases)]
    return sorted([i for i, gap in enumerate(gaps) if gap > CONTACT], key=gaps.__getitem__)


def _pile(
    ground: Ground,
    places: Sequence[Point],
    bases: Sequence[Base],
    enemies: vec[float],
    limit: float,
    not_in_contact: Sequence[int],
    together: bool,
) -> Places:
    """Each not_in_contact miniature moved in; with `together` only by moves that leave the unit coherent."""
    now = list(places)
    for i in not_in_contact:
        rest = _others(now, bases, i)
        ends = _Closer(places[i], bases[i], enemies, limit)
        while ends.next():
            end = (ends.x, ends.y)
            if (
                not overlaps_any(end, bases[i], rest)
                and ground.stands(end, bases[i])
                and not (together and not coherent([*now[:i], end, *now[i + 1 :]], bases))
                and ground.reaches(places[i], end, bases[i].radius, limit)
            ):
                now[i] = end
                break
    return tuple(now)


def charge_to(
    board: Board,
    unit: Group,
    targets: Sequence[Group],
    limit: float,
    blocked: Sequence[Disc] = (),
    others: Sequence[Disc] = (),
    *,
    barriers: Barriers | None = None,
    zone: Polygon | None = None,
) -> Places | None:
    """Where a charge of `limit` inches ends: within 1 inch of every target and of no other enemy; None when it fails.

    `targets` are the places and bases of the target units, `blocked` the bases of friends, `others` those of all
    other enemies. For each target the nearest miniature goes into contact, or as near as it can; the unit follows in
    its formation, or round that miniature where there is no room, all wholly in the `zone`, if there is one. The unit
    may not be empty.
    """
    places, bases = unit
    targets = [target for target in targets if target[0]]
    here = bounds(places, bases)
    enemies = [*(disc for target in targets for disc in discs(target[0], target[1])), *others]
    around = Bystanders(enemies, blocked, others, barriers)
    ground = Ground.cut(board, here[:2], here[2] + limit + 1.0, around, keep_out=ENGAGEMENT, zone=zone)
    if not targets:
        return None
    for i, spot in _first_leads(ground, unit, targets[0], limit):
        pinned = _pin_rest(ground, unit, targets[1:], limit, {i: spot})
        if pinned is None:
            continue
        dx, dy = spot[0] - places[i][0], spot[1] - places[i][1]
        for follow in (translate(places, dx, dy), None):
            ends = settle(ground, spot, places, bases, limit, follow, pinned=pinned)
            if ends is not None:
                ends = _press(ground, unit, ends, targets, limit)
            if ends is not None:
                return ends
    return None


def _press(ground: Ground, unit: Group, ends: Places, goals: Sequence[Group], limit: float) -> Places | None:
    """The end of a charge with everybody in base contact who can be; None if somebody would be left farther away."""
    places, bases = unit
    targets, grips = [flat_discs(discs(a, b)) for a, b in goals], _joined([flat_discs(rims(a, b)) for a, b in goals])
    everyone, now = _joined(targets), list(ends)
    for _ in range(2):
        changed = False
        for i in _not_in_contact(now, bases, everyone):
            spot = could_touch(ground, unit, now, i, targets, grips, limit)
            if spot is not None:
                now[i], changed = spot, True
        if not changed:
            break
    for i, (start, end) in enumerate(zip(places, now)):
        if not closer_to_one(start, end, bases[i], targets):
            spot = _approach(ground, unit, now, i, targets, limit)
            if spot is None:
                return None
            now[i] = spot
    return tuple(now)


def could_touch(
    ground: Ground,
    unit: Group,
    ends: Sequence[Point],
    i: int,
    targets: Sequence[vec[float]],
    grips: vec[float],
    limit: float,
) -> Point | None:
    """A place in base contact with a target that miniature `i` can reach when its `unit` ends at `ends` otherwise.

    The place is looked for about the `grips`. They and each target's discs are given flat.
    """
    start, base = unit[0][i], unit[1][i]
    ranked = _with_nearest(vec[float](), i, start, base, grips, len(grips))
    if not len(ranked) or ranked[0] > limit:
        return None
    room = _Beside(ground, unit, ends, i, targets)
    k: i64 = 0
    last: i64 = len(ranked)
    while k < last and ranked[k] <= limit:
        disc = (ranked[k + 2], ranked[k + 3], ranked[k + 4])
        room.look_about(disc)
        spots = _contacts(start, base, disc, limit, _TURNS, _IN_CONTACT)
        j: i64 = 0
        while j < len(spots):
            if room.has((spots[j], spots[j + 1]), limit):
                return (spots[j], spots[j + 1])
            j += 2
        k += _ROW
    return None


def _approach(
    ground: Ground, unit: Group, ends: Sequence[Point], i: int, targets: Sequence[vec[float]], limit: float
) -> Point | None:
    """A place nearer to a target, for one who can touch nobody."""
    start, base = unit[0][i], unit[1][i]
    room = _Beside(ground, unit, ends, i, targets)
    spots = _Closer(start, base, _joined(targets), limit)
    while spots.next():
        spot = (spots.x, spots.y)
        if closer_to_one(start, spot, base, targets) and room.has(spot, limit):
            return spot
    return None


class _Beside:
    """Where one miniature of a charging unit may end, the others ending as they do: for many looks."""

    def __init__(
        self, ground: Ground, unit: Group, ends: Sequence[Point], i: int, targets: Sequence[vec[float]]
    ) -> None:
        places, self._bases = unit
        self._ground, self._ends, self._i = ground, ends, i
        self._start, self._base = places[i], self._bases[i]
        self._others = self._near = _others(ends, self._bases, i)
        self._about = ground
        self._to_engage = [target for target in targets if not self._engaged(target)]

    def _engaged(self, target: vec[float]) -> bool:
        """Whether one of the others engages a target."""
        return any(
            k != self._i and edge_to(end, base, target) <= ENGAGEMENT
            for k, (end, base) in enumerate(zip(self._ends, self._bases))
        )

    def look_about(self, disc: Disc) -> None:
        """From now on only spots beside a disc are asked about: what stands far from it is left aside."""
        x, y, span = disc[0], disc[1], disc[2] + 2 * self._base.reach + ENGAGEMENT
        self._near, self._about = about(self._others, x, y, span), self._ground.part((x, y), span)

    def has(self, spot: Point, limit: float) -> bool:
        """Whether the charge is in order when the miniature ends at this spot."""
        base, ends, i = self._base, self._ends, self._i
        return (
            not overlaps_any(spot, base, self._near)
            and self._about.stands(spot, base)
            and all(edge_to(spot, base, target) <= ENGAGEMENT for target in self._to_engage)
            and coherent([*ends[:i], spot, *ends[i + 1 :]], self._bases)
            and self._ground.reaches(self._start, spot, base.radius, limit)
        )


def _others(places: Sequence[Point], bases: Sequence[Base], i: int) -> vec[float]:
    """The bases of all of a unit but one."""
    found = vec[float](capacity=3 * len(places))
    for k, (x, y) in enumerate(places):
        if k != i:
            found = with_base(found, bases[k], x, y)
    return found


def _joined(targets: Sequence[vec[float]]) -> vec[float]:
    found = vec[float]()
    for target in targets:
        found = extend(found, target)
    return found


def closer_to_one(start: Point, end: Point, base: Base, targets: Sequence[vec[float]]) -> bool:
    """Whether a miniature ends nearer to one of the units that it charges than it began."""
    return any(edge_to(end, base, target) < edge_to(start, base, target) for target in targets)


def _first_leads(ground: Ground, unit: Group, target: Group, limit: float) -> Iterator[tuple[int, Point]]:
    """Where the first miniature may go, coarsely and then finely, leaving out what differs little from those before."""
    tried: list[tuple[int, Point]] = []
    coarse = _leads(ground, unit, target, limit, {})
    fine = _leads(ground, unit, target, limit, {}, _FINE_TURNS, _FINE_GAPS)
    for i, spot in chain(coarse, fine):
        if any(i == j and apart(spot, other) < LEADS_APART for j, other in tried):
            continue
        if len(tried) == MOST_LEADS:
            return
        tried.append((i, spot))
        yield i, spot


def _pin_rest(
    ground: Ground, unit: Group, targets: Sequence[Group], limit: float, pinned: dict[int, Point]
) -> dict[int, Point] | None:
    """The pinned miniatures and, for each target that none of them reaches, one more; None when there is none."""
    for target in targets:
        if any(near(p, unit[1][i], target[0], target[1], ENGAGEMENT) for i, p in pinned.items()):
            continue
        lead = next(_leads(ground, unit, target, limit, pinned), None)
        if lead is None:
            return None
        pinned = {**pinned, lead[0]: lead[1]}
    return pinned


def _leads(
    ground: Ground,
    unit: Group,
    target: Group,
    limit: float,
    pinned: Mapping[int, Point],
    turns: vec[float] = _TURNS,
    gaps: vec[float] = _IN_CONTACT,
) -> Iterator[tuple[int, Point]]:
    """Miniatures not yet pinned with legal places within 1 inch of the target, the closest pairs first."""
    places, bases = unit
    taken = flat_discs([disc for i, p in pinned.items() for disc in bases[i].at(p[0], p[1])])
    pairs, theirs = vec[float](), flat_discs(rims(target[0], target[1]))
    for i, place in enumerate(places):
        if i not in pinned:
            pairs = _with_nearest(pairs, i, place, bases[i], theirs, MOST_PAIRS)
    k: i64 = 0
    while k < len(pairs) and pairs[k] <= limit + ENGAGEMENT:
        i, enemy = int(pairs[k + 1]), (pairs[k + 2], pairs[k + 3], pairs[k + 4])
        start, base = places[i], bases[i]
        here = ground.part((enemy[0], enemy[1]), enemy[2] + 2 * base.reach + ENGAGEMENT)
        spots = _contacts(start, base, enemy, limit, turns, gaps)
        j: i64 = 0
        while j < len(spots):
            spot = (spots[j], spots[j + 1])
            if here.stands(spot, base) and _free(ground, start, spot, base, limit, taken):
                yield i, spot
            j += 2
        spot = toward(start, (enemy[0], enemy[1]), min(limit, max(pairs[k] - TOUCHING, 0.0)))
        engages = near(spot, base, target[0], target[1], ENGAGEMENT) and ground.stands(spot, base)
        if engages and _free(ground, start, spot, base, limit, taken):
            yield i, spot
        k += _ROW


def _free(ground: Ground, start: Point, spot: Point, base: Base, limit: float, taken: vec[float]) -> bool:
    """Whether a base may go to a spot on the ground that none of those taken covers."""
    return not overlaps_any(spot, base, taken) and ground.reaches(start, spot, base.radius, limit)


class _Closer:
    """Places nearer to an enemy for one who touches none, best first: contact with the nearest, then toward it.

    They are worked out as they are asked for, those about one disc together.
    """

    __slots__ = ("_base", "_disc", "_limit", "_next", "_ranked", "_spots", "_start", "x", "y")

    def __init__(self, start: Point, base: Base, enemies: vec[float], limit: float) -> None:
        self._start, self._base, self._limit = start, base, limit
        self._ranked = _with_nearest(vec[float](capacity=_ROW * (MOST_NEAR + 1)), 0, start, base, enemies, MOST_NEAR)
        self._disc: i64 = 0
        self._spots = NOTHING
        self._next: i64 = 0
        self.x, self.y = 0.0, 0.0

    def next(self) -> bool:
        """Put the next place into `x` and `y`; whether there is one."""
        while self._next == len(self._spots):
            if not self._next_disc():
                return False
        self.x, self.y = self._spots[self._next], self._spots[self._next + 1]
        self._next += 2
        return True

    def _next_disc(self) -> bool:
        ranked, k = self._ranked, self._disc
        if k > len(ranked):
            return False
        if k < len(ranked) and ranked[k] <= self._limit:
            disc = (ranked[k + 2], ranked[k + 3], ranked[k + 4])
            self._spots = _contacts(self._start, self._base, disc, self._limit, _TURNS, _IN_CONTACT)
            self._disc = k + _ROW
        else:
            self._spots = self._toward_nearest()
            self._disc = len(ranked) + 1
        self._next = 0
        return True

    def _toward_nearest(self) -> vec[float]:
        found, nearest = vec[float](capacity=8), (self._ranked[2], self._ranked[3])
        for share in _SHARES:
            x, y = toward(self._start, nearest, min(self._limit, self._ranked[0] - TOUCHING) * share)
            found = append(append(found, x), y)
        return found


def _with_nearest(rows: vec[float], i: int, start: Point, base: Base, discs: vec[float], most: i64) -> vec[float]:
    """Rows of the nearest discs, at most so many, with those among these that are nearer to a base's edge.

    `i` says whose base it is. Rows are in the order of their numbers, one after the other.
    """
    x, y = start
    k: i64 = 0
    end: i64 = len(discs)
    while k < end:
        u, v, r = discs[k], discs[k + 1], discs[k + 2]
        k += 3
        if len(rows) >= _ROW * most:
            dx, dy, far = x - u, y - v, rows[_ROW * (most - 1)] + base.reach + r + TOLERANCE
            if dx * dx + dy * dy > far * far:
                continue
        rows = _ranked(rows, _from_edge(start, base, (u, v, r)), float(i), u, v, r, most)
    return rows


def _ranked(rows: vec[float], gap: float, i: float, x: float, y: float, radius: float, most: i64) -> vec[float]:
    """The rows with one more in its place; without the last where they are too many."""
    k: i64 = len(rows)
    if k < _ROW * most:
        rows = append(append(append(append(append(rows, gap), i), x), y), radius)
    elif _precedes(gap, i, x, y, radius, rows, k - _ROW):
        k -= _ROW
    else:
        return rows
    while k > 0 and _precedes(gap, i, x, y, radius, rows, k - _ROW):
        j: i64 = 0
        while j < _ROW:
            rows[k + j] = rows[k + j - _ROW]
            j += 1
        k -= _ROW
    rows[k], rows[k + 1], rows[k + 2], rows[k + 3], rows[k + 4] = gap, i, x, y, radius
    return rows


def _precedes(gap: float, i: float, x: float, y: float, radius: float, rows: vec[float], k: i64) -> bool:
    """Whether such a row comes before the one that begins at `k`."""
    if gap != rows[k]:
        return gap < rows[k]
    if i != rows[k + 1]:
        return i < rows[k + 1]
    if x != rows[k + 2]:
        return x < rows[k + 2]
    if y != rows[k + 3]:
        return y < rows[k + 3]
    return radius < rows[k + 4]


def _contacts(start: Point, base: Base, enemy: Disc, limit: float, turns: vec[float], gaps: vec[float]) -> vec[float]:
    """Places at these gaps from an enemy base that a straight move can reach, nearest bearing first.

    Of each x and y.
    """
    x, y, r = enemy
    dx, dy, limit = start[0] - x, start[1] - y, limit + TOLERANCE
    bearing, far, most = atan2(dy, dx), sqrt(dx * dx + dy * dy), (limit + GRID) * (limit + GRID)
    found = vec[float](capacity=len(turns) * len(gaps))
    g: i64 = 0
    while g < len(gaps):
        gap = gaps[g]
        g += 1
        out = r + gap + base.radius
        k: i64 = 0
        while k < len(turns):
            way, cosine = bearing + turns[k], turns[k + 1]
            k += 2
            ux, uy = cos(way), sin(way)
            if len(base.parts):
                out = _touching(base, ux, uy, r + gap)
            if far * far + out * out - 2.0 * far * out * cosine > most:
                if not len(base.parts):
                    break  # and so are all that turn farther away
                continue
            place = snap(x + out * ux, y + out * uy)
            if apart(start, place) <= limit:
                found = append(append(found, place[0]), place[1])
    return found


def _touching(base: Base, ux: float, uy: float, edge: float) -> float:
    """Inches from a point, in a direction, at which the centre of a long base brings its edge within `edge` of it.

    Of a disc at o from the centre, with R the edge and its radius together: |t u + o| = R, the larger root.
    """
    most = 0.0
    parts = base.parts
    k: i64 = 0
    end: i64 = len(parts)
    while k < end:
        x, y, reach = parts[k], parts[k + 1], edge + parts[k + 2]
        along = x * ux + y * uy
        square = along * along - (x * x + y * y) + reach * reach
        if square > 0.0:
            most = max(most, sqrt(square) - along)
        k += 3
    return most


def edge_to(place: Point, base: Base, enemies: vec[float]) -> float:
    """Inches from a base's edge to the nearest of the discs, below zero where it covers part of one."""
    x, y = place
    return nearest_to(enemies, base, x, y) if len(base.parts) else nearest(enemies, x, y) - base.radius


def _from_edge(place: Point, base: Base, disc: Disc) -> float:
    x, y = place
    u, v, r = disc
    parts = base.parts
    if not len(parts):
        return apart(place, (u, v)) - base.radius - r
    least = FAR
    k: i64 = 0
    end: i64 = len(parts)
    while k < end:
        dx, dy = x + parts[k] - u, y + parts[k + 1] - v
        least = min(least, sqrt(dx * dx + dy * dy) - r - parts[k + 2])
        k += 3
    return least
