"""Sight between bases over terrain.

A miniature sees another when at least one of three lines between their bases is clear: centre to centre, and the two
lines that join the ends of the bases' diameters drawn across the line of centres (left end to left end, right to
right). A piece of terrain that blocks sight blocks every line that runs through its inside for more than `TOLERANCE`
inches; grazing a corner or running along a side blocks nothing. A piece that either base stands in or touches blocks
no line between those two bases: sight goes into a piece and out of it, never through it. Bases block nothing, and the
answer is the same from either end. A long base looks from, and is seen by, the discs at its middle and its ends or
corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from librt.vecs import vec
from mypy_extensions import i64

from highground.engine.base import Base
from highground.engine.model import Point
from highground.engine.table.board import Board, Piece
from highground.engine.table.distance import FAR, TOLERANCE, Disc, bounds
from highground.engine.table.flat import flat_rims
from highground.engine.table.sight_lines import stops

MOST_KEPT = 50_000
"""Answers that a `SightTable` keeps before it starts afresh."""
MOST_TABLES = 64
"""The same for whole tables of `SightTable.between`."""
Group = tuple[tuple[Point, ...], tuple[Base, ...]]
"""A unit's places and bases."""
SightMatrix = tuple[tuple[tuple[bool, ...], ...], ...]


def visible(board: Board, a: Point, base: Base, b: Point, other: Base) -> bool:
    """Whether two bases see each other."""
    if len(base.parts) or len(other.parts):
        return sees(board, (a,), (base,), (b,), (other,))[0]
    ra, rb = base.radius, other.radius
    left, right = min(a[0] - ra, b[0] - rb), max(a[0] + ra, b[0] + rb)
    top, bottom = min(a[1] - ra, b[1] - rb), max(a[1] + ra, b[1] + rb)
    between = []
    for piece in board.blockers:
        box = piece.box
        if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top:
            if piece.touches(a, base) or piece.touches(b, other):
                continue
            between.append(piece)
    return not between or _clear((a[0], a[1], ra), (b[0], b[1], rb), between, 0)


def sees(
    board: Board,
    places_a: Sequence[Point],
    bases_a: Sequence[Base],
    places_b: Sequence[Point],
    bases_b: Sequence[Base],
) -> tuple[bool, ...]:
    """For each miniature of the first unit whether it sees at least one of the second."""
    if not places_a or not places_b:
        return (False,) * len(places_a)
    here, around = bounds(places_a, bases_a), bounds(places_b, bases_b)
    between, screens = corridor(board.blockers, here, around)
    if not between:
        return (True,) * len(places_a)
    a, b = _Watched(between, places_a, bases_a, here), _Watched(between, places_b, bases_b, around)
    return _sees(a, b, between, screens)


def sight_between(board: Board, groups: Sequence[Group]) -> SightMatrix:
    """`[i][j]`: which miniatures of unit i see any of unit j; a unit sees itself, nobody sees an empty one."""
    watched = [
        _Watched(board.blockers, places, bases, bounds(places, bases)) if places else None for places, bases in groups
    ]
    rows: list[list[tuple[bool, ...]]] = [[(False,) * len(group[0])] * len(groups) for group in groups]
    for i, a in enumerate(watched):
        if a is None:
            continue
        rows[i][i] = everyone = (True,) * len(groups[i][0])
        for j in range(i):
            b = watched[j]
            if b is None:
                continue
            between, screens = corridor(board.blockers, a.disc, b.disc)
            if between:
                rows[i][j], rows[j][i] = _sees(a, b, between, screens), _sees(b, a, between, screens)
            else:
                rows[i][j], rows[j][i] = everyone, (True,) * len(groups[j][0])
    return tuple([tuple(row) for row in rows])


class _Watched:
    """The discs that a unit looks from and is seen by, with the pieces that the base of each touches: `Piece.bit`s."""

    __slots__ = ("bases", "counts", "disc", "of_any", "touched")

    def __init__(self, pieces: Sequence[Piece], places: Sequence[Point], bases: Sequence[Base], disc: Disc) -> None:
        self.disc = disc
        self.bases: vec[float] = flat_rims(tuple(places), tuple(bases))
        self.touched: list[int] = []
        self.counts: tuple[int, ...] = ()
        """How many discs each base has; () where all are round."""
        self.of_any = 0
        """The pieces that any of the bases touches."""
        for i in range(len(places)):
            touched, base = _touched(pieces, places[i], bases[i]), bases[i]
            self.touched += [touched] * (len(base.rim) // 3) if len(base.parts) else [touched]
            self.of_any |= touched
        if len(self.touched) > len(places):
            self.counts = tuple([max(1, len(base.rim) // 3) for base in bases])

    def each(self, found: list[bool]) -> tuple[bool, ...]:
        """What was found of the discs, said of the bases: a base sees what a part of it sees."""
        if not self.counts:
            return tuple(found)
        sees, start = [], 0
        for count in self.counts:
            sees.append(any(found[start : start + count]))
            start += count
        return tuple(sees)


def _touched(pieces: Sequence[Piece], place: Point, base: Base) -> int:
    """The pieces that a base stands in or touches."""
    x, y = place
    reach = base.reach + TOLERANCE
    found = 0
    for piece in pieces:
        box = piece.box
        beside = x < box[0] - reach or x > box[2] + reach or y < box[1] - reach or y > box[3] + reach
        if not beside and piece.touches(place, base):
            found |= piece.bit
    return found


def _sees(a: _Watched, b: _Watched, between: list[Piece], screens: list[Piece]) -> tuple[bool, ...]:
    """For each base of one unit whether it sees any of the other's. `between` are the pieces that lines from unit to
    unit can meet, `screens` those that all of them run through."""
    for piece in screens:
        if not piece.bit & (a.of_any | b.of_any):
            return a.each([False] * len(a.touched))
    order, found = _outermost_first(a.disc, b), []
    k: i64 = 0
    for touched in a.touched:
        left = [piece for piece in between if not piece.bit & touched] if touched else between
        found.append(not left or _sees_any((a.bases[k], a.bases[k + 1], a.bases[k + 2]), left, b, order))
        k += 3
    return a.each(found)


def _outermost_first(here: Disc, b: _Watched) -> list[int]:
    """Where the bases of a unit begin in `bases`, the outermost as seen from a disc first: they show first."""
    x, y, _ = b.disc
    dx, dy = x - here[0], y - here[1]
    bases = b.bases
    aside = [(-abs(dx * (bases[k + 1] - y) - dy * (bases[k] - x)), k) for k in range(0, len(bases), 3)]
    aside.sort()
    return [k for _, k in aside]


def _sees_any(here: Disc, left: list[Piece], b: _Watched, order: list[int]) -> bool:
    """Whether one base sees any base of a unit; `left` may block its lines."""
    between, screens = corridor(left, here, b.disc)
    if not between:
        return True
    for piece in screens:
        if not piece.bit & b.of_any:
            return False
    bases = b.bases
    for k in order:
        j: i64 = k
        if _clear(here, (bases[j], bases[j + 1], bases[j + 2]), between, b.touched[k // 3]):
            return True
    return False


def _clear(a: Disc, b: Disc, between: list[Piece], aside: int) -> bool:
    """Whether a line between two bases is clear of the pieces, those in `aside` left out.

    The lines are the same whichever base comes first. What stopped the last one is tried first for the next.
    """
    ax, ay, ra = a
    bx, by, rb = b
    if bx < ax or (bx == ax and (by < ay or (by == ay and rb < ra))):
        ax, ay, ra, bx, by, rb = bx, by, rb, ax, ay, ra
    if not _stopped(ax, ay, bx, by, between, aside):
        return True
    dx, dy = bx - ax, by - ay
    length = sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return False
    nx, ny = (ay - by) / length, (bx - ax) / length
    if not _stopped(ax + nx * ra, ay + ny * ra, bx + nx * rb, by + ny * rb, between, aside):
        return True
    return not _stopped(ax - nx * ra, ay - ny * ra, bx - nx * rb, by - ny * rb, between, aside)


def _stopped(ax: float, ay: float, bx: float, by: float, between: list[Piece], aside: int) -> bool:
    """Whether any of the pieces stops a line; the one that does moves to the front."""
    for k in range(len(between)):
        piece = between[k]
        if not piece.bit & aside and stops(ax, ay, bx, by, piece):
            if k:
                between[k] = between[0]
                between[0] = piece
            return True
    return False


def corridor(blockers: Sequence[Piece], a: Disc, b: Disc) -> tuple[list[Piece], list[Piece]]:
    """The pieces that lines between two discs can meet, and those of them that every such line runs through.

    The lines lie between the outer tangents of the discs. A piece with all corners beyond one tangent is met by
    none; a convex piece with corners beyond both, between the discs, is met by all. (Bases that touch a piece are
    not considered here.)
    """
    ax, ay, ra = a
    bx, by, rb = b
    dx, dy = bx - ax, by - ay
    length = sqrt(dx * dx + dy * dy)
    most = (ra if ra > rb else rb) + TOLERANCE
    if length <= most:
        return list(blockers), []
    left, right = (ax - most, bx + most) if ax < bx else (bx - most, ax + most)
    top, bottom = (ay - most, by + most) if ay < by else (by - most, ay + most)
    (ux, uy, uc), (vx, vy, vc) = _tangents(a, b, length)
    between: list[Piece] = []
    screens: list[Piece] = []
    for piece in blockers:
        box = piece.box
        if box[0] > right or box[2] < left or box[1] > bottom or box[3] < top:
            continue
        x, y, reach = piece.circle
        if ux * x + uy * y > uc + reach or vx * x + vy * y > vc + reach:
            continue
        low, high = _extent(piece.flat, ux, uy)
        down, up = _extent(piece.flat, vx, vy)
        if low > uc or down > vc:
            continue
        between.append(piece)
        if piece.convex and high > uc and up > vc and _spans_between(piece.flat, a, b, length):
            screens.append(piece)
    return between, screens


def _extent(corners: vec[float], x: float, y: float) -> tuple[float, float]:
    """How far a polygon's corners reach in a direction: the least and the most."""
    least, most = FAR, -FAR
    k: i64 = 0
    end: i64 = len(corners)
    while k < end:
        far = corners[k] * x + corners[k + 1] * y
        least = far if far < least else least
        most = far if far > most else most
        k += 2
    return least, most


def _tangents(a: Disc, b: Disc, length: float) -> tuple[Disc, Disc]:
    """The outer tangents of two discs as (x, y, c): a point p lies beyond one when x * p.x + y * p.y > c."""
    ax, ay, ra = a
    dx, dy = (b[0] - ax) / length, (b[1] - ay) / length
    lean = (b[2] - ra) / length
    upright = sqrt(1.0 - lean * lean)
    ux, uy = -dy * upright - dx * lean, dx * upright - dy * lean
    vx, vy = dy * upright - dx * lean, -dx * upright - dy * lean
    wide = ra + TOLERANCE
    return (ux, uy, ux * ax + uy * ay + wide), (vx, vy, vx * ax + vy * ay + wide)


def _spans_between(corners: vec[float], a: Disc, b: Disc, length: float) -> bool:
    """Whether corners of a piece, taken between the discs alone, still lie beyond both tangents."""
    (ux, uy, uc), (vx, vy, vc) = _tangents(a, b, length)
    ax, ay, ra = a
    dx, dy, last = b[0] - ax, b[1] - ay, length - b[2]
    above, below = False, False
    k: i64 = 0
    end: i64 = len(corners)
    while k < end:
        x, y = corners[k], corners[k + 1]
        if ra < (dx * (x - ax) + dy * (y - ay)) / length < last:
            above = above or ux * x + uy * y > uc
            below = below or vx * x + vy * y > vc
        k += 2
    return above and below


class SightTable:
    """Sight on one board, remembered by where the units stand. It holds nothing but answers, so it may be shared."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._seen: dict[tuple[object, ...], tuple[bool, ...]] = {}
        self._tables: dict[tuple[Group, ...], SightMatrix] = {}

    def sees(
        self,
        places_a: tuple[Point, ...],
        bases_a: tuple[Base, ...],
        places_b: tuple[Point, ...],
        bases_b: tuple[Base, ...],
    ) -> tuple[bool, ...]:
        """As the function `sees`."""
        key = (places_a, bases_a, places_b, bases_b)
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) >= MOST_KEPT:
                self._seen.clear()
            found = self._seen[key] = sees(self.board, places_a, bases_a, places_b, bases_b)
        return found

    def between(self, groups: tuple[Group, ...]) -> SightMatrix:
        """Sight between all units at once: `[i][j]` is `sees` from unit i to unit j; a unit sees itself."""
        found = self._tables.get(groups)
        if found is None:
            if len(self._tables) >= MOST_TABLES:
                self._tables.clear()
            found = self._tables[groups] = sight_between(self.board, groups)
        return found
