"""Sight between bases over terrain.

A miniature sees another when at least one of three lines between their bases is clear: centre to centre, and the two
lines that join the ends of the bases' diameters drawn across the line of centres (left end to left end, right to
right). A piece of terrain that blocks sight blocks every line that runs through its inside for more than `TOLERANCE`
inches; grazing a corner or running along a side blocks nothing. A piece that either base stands in or touches blocks
no line between those two bases: sight goes into a piece and out of it, never through it. Bases block nothing, and the
answer is the same from either end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from highground.engine.model import Point, Polygon
from highground.engine.table.board import Board, Piece
from highground.engine.table.distance import FAR, TOLERANCE, Disc, bounds
from highground.engine.table.sight_batch import Group, SightMatrix, sight_between
from highground.engine.table.sight_lines import lines, stops

MOST_KEPT = 50_000
"""Answers that a `SightTable` keeps before it starts afresh."""
_Watched = tuple[float, float, float, list[Piece] | None]
"""A base that is looked at, and the pieces that may block its lines; None if all between the units may."""
MOST_TABLES = 64
"""The same for whole tables of `SightTable.between`."""


def visible(board: Board, a: Point, ra: float, b: Point, rb: float) -> bool:
    """Whether two bases see each other."""
    left, right = min(a[0] - ra, b[0] - rb), max(a[0] + ra, b[0] + rb)
    top, bottom = min(a[1] - ra, b[1] - rb), max(a[1] + ra, b[1] + rb)
    between = []
    for piece in board.blockers:
        box = piece.box
        if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top:
            if piece.touches(a, ra) or piece.touches(b, rb):
                continue
            between.append(piece)
    return not between or _clear(a, ra, b, rb, between)


def _clear(a: Point, ra: float, b: Point, rb: float, between: list[Piece]) -> bool:
    """Whether a line between two bases is clear. What stopped the last line is tried first for the next."""
    for line in lines(a, ra, b, rb):
        for k, piece in enumerate(between):
            if stops(line, piece):
                if k:
                    between.insert(0, between.pop(k))
                break
        else:
            return True
    return False


def sees(
    board: Board,
    places_a: Sequence[Point],
    radii_a: Sequence[float],
    places_b: Sequence[Point],
    radii_b: Sequence[float],
) -> tuple[bool, ...]:
    """For each miniature of the first unit whether it sees at least one of the second."""
    if not places_a or not places_b:
        return (False,) * len(places_a)
    here, around = bounds(places_a, radii_a), bounds(places_b, radii_b)
    between, screens = corridor(board.blockers, here, around)
    if not between:
        return (True,) * len(places_a)
    left_a = _untouched(between, places_a, radii_a)
    left_b = _untouched(between, places_b, radii_b)
    solid = [piece for piece in between if all(piece in left for left in left_b)]
    for piece in screens:
        if piece in solid and all(piece in left for left in left_a):
            return (False,) * len(places_a)
    dx, dy = around[0] - here[0], around[1] - here[1]
    lefts = [None if len(left) == len(between) else left for left in left_b]
    them = [(x, y, r, left) for (x, y), r, left in zip(places_b, radii_b, lefts)]
    them.sort(key=lambda one: -abs(dx * (one[1] - around[1]) - dy * (one[0] - around[0])))  # the outermost show first
    return tuple(
        [_sees_any((x, y, r), left, around, solid, them) for (x, y), r, left in zip(places_a, radii_a, left_a)]
    )


def _sees_any(
    here: Disc, left: Sequence[Piece], around: Disc, solid: Sequence[Piece], them: Sequence[_Watched]
) -> bool:
    """Whether one base sees any of the others, which all lie in the disc `around`; `left` may block its lines."""
    between, screens = corridor(left, here, around)
    if not between:
        return True
    if any(piece in solid for piece in screens):
        return False
    x, y, ra = here
    for u, v, rb, theirs in them:
        pieces = between if theirs is None else [piece for piece in between if piece in theirs]
        if not pieces or _clear((x, y), ra, (u, v), rb, pieces):
            return True
    return False


def _untouched(between: Sequence[Piece], places: Sequence[Point], radii: Sequence[float]) -> list[list[Piece]]:
    """For each base the pieces that may block its lines."""
    found = []
    for place, radius in zip(places, radii):
        x, y = place
        reach = radius + TOLERANCE
        left = []
        for piece in between:
            box = piece.box
            outside = x < box[0] - reach or x > box[2] + reach or y < box[1] - reach or y > box[3] + reach
            if outside or not piece.touches(place, radius):
                left.append(piece)
        found.append(left)
    return found


def corridor(blockers: Iterable[Piece], a: Disc, b: Disc) -> tuple[list[Piece], list[Piece]]:
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
    frame: tuple[Disc, Disc] | None = None
    between: list[Piece] = []
    screens: list[Piece] = []
    for piece in blockers:
        box = piece.box
        if box[0] > right or box[2] < left or box[1] > bottom or box[3] < top:
            continue
        frame = frame or _tangents(a, b, length)
        (ux, uy, uc), (vx, vy, vc) = frame
        x, y, reach = piece.circle
        if ux * x + uy * y > uc + reach or vx * x + vy * y > vc + reach:
            continue
        low, high = _extent(piece.polygon, ux, uy)
        down, up = _extent(piece.polygon, vx, vy)
        if low > uc or down > vc:
            continue
        between.append(piece)
        if piece.convex and high > uc and up > vc and _spans_between(piece, a, b, length, frame):
            screens.append(piece)
    return between, screens


def _extent(polygon: Polygon, x: float, y: float) -> tuple[float, float]:
    """How far a polygon's corners reach in a direction: the least and the most."""
    least, most = FAR, -FAR
    for u, v in polygon:
        far = x * u + y * v
        least = far if far < least else least
        most = far if far > most else most
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


def _spans_between(piece: Piece, a: Disc, b: Disc, length: float, frame: tuple[Disc, Disc]) -> bool:
    """Whether corners of the piece, taken between the discs alone, still lie beyond both tangents."""
    ax, ay, ra = a
    dx, dy, last = b[0] - ax, b[1] - ay, length - b[2]
    (ux, uy, uc), (vx, vy, vc) = frame
    above, below = False, False
    for x, y in piece.polygon:
        if ra < (dx * (x - ax) + dy * (y - ay)) / length < last:
            above = above or ux * x + uy * y > uc
            below = below or vx * x + vy * y > vc
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
        radii_a: tuple[float, ...],
        places_b: tuple[Point, ...],
        radii_b: tuple[float, ...],
    ) -> tuple[bool, ...]:
        """As the function `sees`."""
        key = (places_a, radii_a, places_b, radii_b)
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) >= MOST_KEPT:
                self._seen.clear()
            found = self._seen[key] = sees(self.board, places_a, radii_a, places_b, radii_b)
        return found

    def between(self, groups: tuple[Group, ...]) -> SightMatrix:
        """Sight between all units at once: `[i][j]` is `sees` from unit i to unit j; a unit sees itself.

        Much faster than single questions when most pairs are wanted.
        """
        found = self._tables.get(groups)
        if found is None:
            if len(self._tables) >= MOST_TABLES:
                self._tables.clear()
            found = self._tables[groups] = sight_between(self.board, groups)
        return found
