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
from highground.engine.table.flat import NOTHING, flat_discs, nearest, nearest_to, with_base
from highground.engine.table.formation import Places, settle, translate
from highground.engine.table.ground import Bystanders, Ground
from highground.engine.table.paths import Barriers

TOUCHING: Final = 0.001
"""Inches left between bases that are brought into contact; the grid may double it, never take it away."""
CONTACT: Final = 0.003
"""Inches within which bases count as touching, so that a miniature in contact stays."""
PILE_IN: Final = 3.0
"""Inches of a pile-in or a consolidation."""
_TURNS = (0.0, *(sign * k * pi / 9 for k in range(1, 6) for sign in (1, -1)))
"""Bearings about an enemy base, from the straight one, at which contact is tried."""
_SHARES = (1.0, 0.75, 0.5, 0.25)
_FINE_TURNS = (0.0, *(sign * k * pi / 30 for k in range(1, 21) for sign in (1, -1)))
"""Bearings of the second search for a charge's end, when the coarse ones found none."""
_FINE_GAPS = (TOUCHING, 0.5, 0.95)
"""Inches from the enemy base in the second search: a charge need not end in contact."""
MOST_NEAR: Final = 4
"""Enemy discs about which contact is looked for in a pile-in."""
MOST_PAIRS: Final = 6
"""Pairs of a charger and an enemy base from which a charge is tried."""
MOST_LEADS: Final = 24
"""Places of the first miniature from which the others are looked for."""
LEADS_APART: Final = 0.5
"""Inches by which such places of one miniature differ; from two that lie nearer the others mostly fare alike."""

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
        rest = NOTHING
        for end in _closer(places[i], bases[i], enemies, limit):
            rest = rest if len(rest) else _others(now, bases, i)
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
    targets, grips = [flat_discs(discs(a, b)) for a, b in goals], [disc for a, b in goals for disc in rims(a, b)]
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
    grips: Sequence[Disc],
    limit: float,
) -> Point | None:
    """A place in base contact with a target that miniature `i` can reach when its `unit` ends at `ends` otherwise.

    Of each target the discs are given flat. The place is looked for about the `grips`.
    """
    start, base = unit[0][i], unit[1][i]
    lengths = [(_from_edge(start, base, disc), disc) for disc in grips]
    grips = [disc for _, disc in sorted([each for each in lengths if each[0] <= limit])]
    room = _Beside(ground, unit, ends, i, targets) if grips else None
    for disc in grips:
        about = ground.part(disc[:2], disc[2] + 2 * base.reach + ENGAGEMENT)
        for spot in _contacts(start, base, disc, limit):
            if room is not None and room.has(spot, limit, about):
                return spot
    return None


def _approach(
    ground: Ground, unit: Group, ends: Sequence[Point], i: int, targets: Sequence[vec[float]], limit: float
) -> Point | None:
    """A place nearer to a target, for one who can touch nobody."""
    start, base = unit[0][i], unit[1][i]
    room = _Beside(ground, unit, ends, i, targets)
    for spot in _closer(start, base, _joined(targets), limit):
        if closer_to_one(start, spot, base, targets) and room.has(spot, limit, ground):
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
        self._others = _others(ends, self._bases, i)
        self._to_engage = [target for target in targets if not self._engaged(target)]

    def _engaged(self, target: vec[float]) -> bool:
        """Whether one of the others engages a target."""
        return any(
            k != self._i and edge_to(end, base, target) <= ENGAGEMENT
            for k, (end, base) in enumerate(zip(self._ends, self._bases))
        )

    def has(self, spot: Point, limit: float, about: Ground) -> bool:
        """Whether the charge is in order when the miniature ends at this spot; `about` is the ground there."""
        base, ends, i = self._base, self._ends, self._i
        return (
            not overlaps_any(spot, base, self._others)
            and about.stands(spot, base)
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
    turns: Sequence[float] = _TURNS,
    gaps: Sequence[float] = (TOUCHING,),
) -> Iterator[tuple[int, Point]]:
    """Miniatures not yet pinned with legal places within 1 inch of the target, the closest pairs first."""
    places, bases = unit
    taken = flat_discs([disc for i, p in pinned.items() for disc in bases[i].at(p[0], p[1])])
    theirs = rims(target[0], target[1])
    pairs = [
        (_from_edge(place, bases[i], disc), i, disc)
        for i, place in enumerate(places)
        if i not in pinned
        for disc in theirs
    ]
    for length, i, enemy in sorted([pair for pair in pairs if pair[0] <= limit + ENGAGEMENT])[:MOST_PAIRS]:
        start, base = places[i], bases[i]
        about = ground.part(enemy[:2], enemy[2] + 2 * base.reach + ENGAGEMENT)
        for spot in _contacts(start, base, enemy, limit, turns, gaps):
            if about.stands(spot, base) and _free(ground, start, spot, base, limit, taken):
                yield i, spot
        spot = toward(start, enemy[:2], min(limit, max(length - TOUCHING, 0.0)))
        engages = near(spot, base, target[0], target[1], ENGAGEMENT) and ground.stands(spot, base)
        if engages and _free(ground, start, spot, base, limit, taken):
            yield i, spot


def _free(ground: Ground, start: Point, spot: Point, base: Base, limit: float, taken: vec[float]) -> bool:
    """Whether a base may go to a spot on the ground that none of those taken covers."""
    return not overlaps_any(spot, base, taken) and ground.reaches(start, spot, base.radius, limit)


def _closer(start: Point, base: Base, enemies: vec[float], limit: float) -> Iterator[Point]:
    """Places nearer to an enemy for one who touches none, best first: contact with the nearest, then toward it."""
    ranked = _nearest_discs(start, base, enemies)
    k: i64 = 0
    end: i64 = len(ranked)
    while k < end and ranked[k] <= limit:
        yield from _contacts(start, base, (ranked[k + 1], ranked[k + 2], ranked[k + 3]), limit)
        k += 4
    length, x, y = ranked[0], ranked[1], ranked[2]
    for share in _SHARES:
        yield toward(start, (x, y), min(limit, length - TOUCHING) * share)


def _nearest_discs(start: Point, base: Base, enemies: vec[float]) -> vec[float]:
    """The nearest discs in order, as many as `MOST_NEAR`: the inches to a base's edge, and x, y and radius."""
    found = vec[float](capacity=4 * MOST_NEAR + 4)
    x, y = start
    most = FAR
    k: i64 = 0
    end: i64 = len(enemies)
    while k < end:
        u, v, r = enemies[k], enemies[k + 1], enemies[k + 2]
        k += 3
        dx, dy, far = x - u, y - v, most + base.reach + r + TOLERANCE
        if dx * dx + dy * dy > far * far:
            continue
        gap = _from_edge(start, base, (u, v, r))
        if gap <= most:
            found = _ranked(found, gap, u, v, r)
            if len(found) >= 4 * MOST_NEAR:
                most = found[4 * MOST_NEAR - 4]
    return found


def _ranked(rows: vec[float], gap: float, x: float, y: float, radius: float) -> vec[float]:
    """Rows of a gap and a disc with one more, in order as tuples would be; without the last where they are too many."""
    k: i64 = len(rows)
    if k < 4 * MOST_NEAR:
        rows = append(append(append(append(rows, gap), x), y), radius)
    elif _precedes(gap, x, y, radius, rows, k - 4):
        k -= 4
    else:
        return rows
    while k > 0 and _precedes(gap, x, y, radius, rows, k - 4):
        rows[k], rows[k + 1], rows[k + 2], rows[k + 3] = rows[k - 4], rows[k - 3], rows[k - 2], rows[k - 1]
        k -= 4
    rows[k], rows[k + 1], rows[k + 2], rows[k + 3] = gap, x, y, radius
    return rows


def _precedes(gap: float, x: float, y: float, radius: float, rows: vec[float], k: i64) -> bool:
    """Whether such a row comes before the one that begins at `k`."""
    if gap != rows[k]:
        return gap < rows[k]
    if x != rows[k + 1]:
        return x < rows[k + 1]
    if y != rows[k + 2]:
        return y < rows[k + 2]
    return radius < rows[k + 3]


def _contacts(
    start: Point,
    base: Base,
    enemy: Disc,
    limit: float,
    turns: Sequence[float] = _TURNS,
    gaps: Sequence[float] = (TOUCHING,),
) -> Iterator[Point]:
    """Places at these gaps from an enemy base that a straight move can reach, nearest bearing first."""
    x, y, r = enemy
    dx, dy, limit = start[0] - x, start[1] - y, limit + TOLERANCE
    bearing, far, most = atan2(dy, dx), apart(start, (x, y)), (limit + GRID) * (limit + GRID)
    for gap in gaps:
        out = r + gap + base.radius
        for turn in turns:
            way = bearing + turn
            ux, uy = cos(way), sin(way)
            if len(base.parts):
                out = _touching(base, ux, uy, r + gap)
            if far * far + out * out - 2.0 * far * out * cos(turn) > most:
                if not len(base.parts):
                    break  # and so are all that turn farther away
                continue
            place = snap(x + out * ux, y + out * uy)
            if apart(start, place) <= limit:
                yield place


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
