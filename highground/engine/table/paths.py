"""Shortest ways of a base round walls and enemy bases.

The base's centre moves among obstacles grown by its radius: discs for bases, segments with a clearance for walls. A
way that is not straight bends at corners of 16-sided rings about discs and wall ends, so each bend is at most 2 %
longer than the tightest one. An obstacle that the base already overlaps where it starts is shrunk to
what it leaves, so that a base may always move away.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt
from typing import Final, NamedTuple

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.table.bases import disc_off_board, disc_on_wall
from highground.engine.table.board import Board
from highground.engine.table.distance import GRID, TOLERANCE, apart, snap
from highground.engine.table.flat import NOTHING, covered_by, flat_discs
from highground.engine.table.shapes import Segment, crosses, square_to_line, square_to_segment

RING: Final = 16
"""Corners of the ring about an obstacle."""
MOST_OBSTACLES: Final = 14
"""Obstacles that one way may have to bend round; past that it counts as closed."""
NO_WALLS = vec[float]()
_CIRCLE = tuple([(cos(2 * pi * k / RING), sin(2 * pi * k / RING)) for k in range(RING)])
_STRETCH = 1.0 / cos(pi / RING)
_WIDE: Final = 0.1
"""Inches of reach from which on a leg between two corners of a ring that are no neighbours surely comes too near."""


class Barriers:
    """What a move may not pass: bases, each with the distance to keep from it, and walls unless it goes through.

    `friends` are those of the bases that are friends. Both are flat.
    """

    __slots__ = ("discs", "friends", "walls")

    def __init__(self, discs: vec[float], walls: bool, friends: vec[float]) -> None:
        self.discs, self.walls, self.friends = discs, walls, friends


OPEN: Final = Barriers(NOTHING, False, NOTHING)
"""Nothing bars the move."""


class Path(NamedTuple):
    """A way: its corners with both ends, and its length in inches."""

    points: tuple[Point, ...]
    length: float


Obstacle = tuple[float, float, float, float, float, bool]
"""A segment from (x, y) to (u, v) that the base's centre may not come nearer to than `reach`, and whether it is a wall.

A disc's segment is a point.
"""


def hit(obstacle: Obstacle, a: Point, b: Point) -> bool:
    """Whether the centre's line from a to b comes too near."""
    x, y, u, v, reach, wall = obstacle
    ax, ay = a
    bx, by = b
    if (ax + reach < x and bx + reach < x and ax + reach < u and bx + reach < u) or (
        ax - reach > x and bx - reach > x and ax - reach > u and bx - reach > u
    ):
        return False
    if (ay + reach < y and by + reach < y and ay + reach < v and by + reach < v) or (
        ay - reach > y and by - reach > y and ay - reach > v and by - reach > v
    ):
        return False
    square = reach * reach
    line = (ax, ay, bx, by)
    if square_to_segment(x, y, line) < square:
        return True
    if not wall:
        return False
    own = (x, y, u, v)
    return (
        crosses(line, own)
        or square_to_segment(u, v, line) < square
        or square_to_segment(ax, ay, own) < square
        or square_to_segment(bx, by, own) < square
    )


def detour(a: Point, b: Point, wall: Segment) -> float:
    """At least how long a way from a to b is that must pass the wall at one of its ends; 0 if it need not."""
    if not crosses((a[0], a[1], b[0], b[1]), wall):
        return 0.0
    x, y, u, v = wall
    return min(apart(a, (x, y)) + apart((x, y), b), apart(a, (u, v)) + apart((u, v), b))


def must_go_round(a: Point, b: Point, walls: vec[float], most: float) -> bool:
    """Whether some wall alone makes every way from a to b longer than `most` inches."""
    for k in range(0, len(walls), 4):
        if detour(a, b, (walls[k], walls[k + 1], walls[k + 2], walls[k + 3])) > most:
            return True
    return False


def obstacles_about(
    start: Point, radius: float, walls: tuple[Segment, ...], discs: vec[float], middle: Point, span: float
) -> list[Obstacle]:
    """The walls and discs whose grown shapes come within `span` inches of `middle`, shrunk where `start` is in them."""
    found: list[Obstacle] = []
    x, y = middle
    span += radius
    k: i64 = 0
    last: i64 = len(discs)
    while k < last:
        u, v, r = discs[k], discs[k + 1], discs[k + 2]
        k += 3
        dx, dy, far = x - u, y - v, span + r
        if dx * dx + dy * dy <= far * far:
            reach = max(0.0, min(radius + r, apart(start, (u, v))) - TOLERANCE)
            found.append((u, v, u, v, reach, False))
    square = span * span
    for wall in walls:
        a, b, c, d = wall
        if (a < x - span and c < x - span) or (a > x + span and c > x + span):
            continue
        if square_to_segment(x, y, wall) <= square:
            reach = max(0.0, min(radius, sqrt(square_to_segment(start[0], start[1], wall))) - TOLERANCE)
            found.append((a, b, c, d, reach, True))
    return found


def first_hit(start: Point, end: Point, obstacles: list[Obstacle]) -> Obstacle | None:
    """The first listed obstacle that a straight move meets."""
    ax, ay = start
    bx, by = end
    left, right = (ax, bx) if ax < bx else (bx, ax)
    top, bottom = (ay, by) if ay < by else (by, ay)
    for obstacle in obstacles:
        x, y, u, v, reach, _ = obstacle
        if (right + reach < x and right + reach < u) or (left - reach > x and left - reach > u):
            continue
        if (bottom + reach < y and bottom + reach < v) or (top - reach > y and top - reach > v):
            continue
        if hit(obstacle, start, end):
            return obstacle
    return None


def clear(start: Point, end: Point, radius: float, walls: vec[float], bases: vec[float]) -> bool:
    """Whether a straight move meets none of the walls and bases: what `first_hit` finds of `obstacles_about` it."""
    ax, ay = start
    bx, by = end
    left, right = (ax, bx) if ax < bx else (bx, ax)
    top, bottom = (ay, by) if ay < by else (by, ay)
    k: i64 = 0
    last: i64 = len(bases)
    while k < last:
        u, v = bases[k], bases[k + 1]
        reach = radius + bases[k + 2]
        k += 3
        if u < left - reach or u > right + reach or v < top - reach or v > bottom + reach:
            continue
        reach = min(reach, sqrt((ax - u) * (ax - u) + (ay - v) * (ay - v))) - TOLERANCE
        if reach > 0.0 and square_to_line(u, v, ax, ay, bx, by) < reach * reach:
            return False
    left, right, top, bottom = left - radius, right + radius, top - radius, bottom + radius
    k, last = 0, len(walls)
    while k < last:
        x, y, u, v = walls[k], walls[k + 1], walls[k + 2], walls[k + 3]
        k += 4
        if (x < left and u < left) or (x > right and u > right) or (y < top and v < top) or (y > bottom and v > bottom):
            continue
        reach = max(0.0, min(radius, sqrt(square_to_line(ax, ay, x, y, u, v))) - TOLERANCE)
        if hit((x, y, u, v, reach, True), start, end):
            return False
    return True


def path(
    board: Board,
    start: Point,
    end: Point,
    radius: float,
    discs: vec[float] = NOTHING,
    limit: float | None = None,
    walls: bool = True,
) -> Path | None:
    """The shortest way for a base among the walls and the bases `discs`, or None; without `walls` it goes through them.

    None when it is longer than `limit` inches, or its end lies off the board, on a wall or on one of the bases.
    Friendly bases do not stop a move: leave them out. Without a limit, ways up to three times the straight one and
    30 inches are looked for.
    """
    straight = apart(start, end)
    most = 3.0 * straight + 30.0 if limit is None else limit
    if straight > most + TOLERANCE or disc_off_board(*end, radius):
        return None
    if clear(start, end, radius, board.wall_rows if walls else NO_WALLS, discs):
        return Path((start, end), straight)
    return way_round(board, start, end, radius, discs, most, walls)


def way_round(
    board: Board, start: Point, end: Point, radius: float, discs: vec[float], most: float, walls: bool
) -> Path | None:
    """As `path` where the straight way is known to be closed, and the end to lie on the board."""
    straight = apart(start, end)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    segments = board.walls if walls else ()
    around = obstacles_about(start, radius, segments, discs, middle, max(straight, most) / 2)
    for obstacle in around:
        x, y, u, v, _, wall = obstacle
        if hit(obstacle, end, end) or (wall and detour(start, end, (x, y, u, v)) > most + TOLERANCE):
            return None
    return _bend(board, start, end, radius, around, most)


class _Corners:
    """Places that a way from `start` to `end` may bend at: both ends first, then the corners of rings about obstacles.

    Left out are corners that only ways longer than `most` inches go by. `rings` says whose ring a place is a corner
    of, -1 for none, `numbers` its number there, `home` how far it is to the end.
    """

    def __init__(self, start: Point, end: Point, most: float) -> None:
        self.start, self.end, self.most = start, end, most + TOLERANCE
        self.places: list[Point] = [start, end]
        self.rings = [-1, -1]
        self.numbers = [0, 0]
        self.home = [apart(start, end), 0.0]
        self._count = 0

    def add(self, corners: list[tuple[int, int, Point]], wide: bool) -> None:
        """Corners about an obstacle; of a `wide` one, legs between corners that are no neighbours run through it."""
        for end, number, corner in corners:
            home = apart(corner, self.end)
            if apart(self.start, corner) + home <= self.most:
                self.places.append(corner)
                self.rings.append(2 * self._count + end if wide else -1)
                self.numbers.append(number)
                self.home.append(home)
        self._count += 1

    def thin(self, obstacles: Sequence[Obstacle]) -> None:
        """Leaves out the corners that lie in an obstacle, as most about the discs of a long base do in its others."""
        discs = flat_discs([(x, y, reach) for x, y, _, _, reach, wall in obstacles if not wall])
        places, rings, numbers, home = self.places, self.rings, self.numbers, self.home
        kept = 2
        for i in range(2, len(places)):
            x, y = places[i]
            if not covered_by(discs, x, y, 0.0):
                places[kept], rings[kept], numbers[kept], home[kept] = places[i], rings[i], numbers[i], home[i]
                kept += 1
        del places[kept:], rings[kept:], numbers[kept:], home[kept:]


def _bend(board: Board, start: Point, end: Point, radius: float, obstacles: list[Obstacle], most: float) -> Path | None:
    """The shortest way round: obstacles are taken up only once a way meets them, which leaves it the shortest."""
    left = obstacles
    taken: list[Obstacle] = []
    corners = _Corners(start, end, most)
    way: Path | None = Path((start, end), apart(start, end))
    while way is not None:
        legs = list(zip(way.points, way.points[1:]))
        met: list[Obstacle] = []
        missed: list[Obstacle] = []
        for obstacle in left:
            (met if _meets(legs, obstacle) else missed).append(obstacle)
        if not met:
            return way
        for obstacle in met:
            corners.add(_ring(board, obstacle, radius), obstacle[4] >= _WIDE)
            taken.append(obstacle)
        if len(taken) > MOST_OBSTACLES:
            return None
        left = missed
        corners.thin(taken)
        way = _shortest(corners, taken) if len(corners.places) > 2 else None
    return None


def _meets(legs: list[tuple[Point, Point]], obstacle: Obstacle) -> bool:
    return any(hit(obstacle, a, b) for a, b in legs)


def _ring(board: Board, obstacle: Obstacle, radius: float) -> list[tuple[int, int, Point]]:
    """Corners about the obstacle's ends, on the grid and on the board; about a wall only those clear of all walls.

    Each comes with the end that it is about, 0 or 1, and its number in the ring there.
    """
    reach, wall = obstacle[4:]
    if not wall or reach < radius - 2 * TOLERANCE:
        return _circle(obstacle, radius)
    key = (*obstacle, radius)
    if key not in board.rings:
        board.rings[key] = [c for c in _circle(obstacle, radius) if not disc_on_wall(*c[2], reach, board.wall_rows)]
    return board.rings[key]


def _circle(obstacle: Obstacle, radius: float) -> list[tuple[int, int, Point]]:
    a, b, c, d, reach, wall = obstacle
    out = (reach + TOLERANCE + GRID) * _STRETCH
    ends = ((a, b), (c, d)) if wall else ((a, b),)
    low, right, bottom = radius - TOLERANCE, BOARD_WIDTH - radius + TOLERANCE, BOARD_HEIGHT - radius + TOLERANCE
    found = []
    for ring, (u, v) in enumerate(ends):
        for number, (cosine, sine) in enumerate(_CIRCLE):
            corner = snap(u + out * cosine, v + out * sine)
            x, y = corner
            if low <= x <= right and low <= y <= bottom:
                found.append((ring, number, corner))
    return found


class _Legs:
    """Legs that a way may go on by, as a heap: the one of the shortest whole way first.

    Each has the length of the whole way at least, the length with the leg, and the corners it leads to and from;
    among equals in the one the next decides.
    """

    __slots__ = ("_ends", "_lengths", "count")

    def __init__(self) -> None:
        self._lengths = vec[float]()
        self._ends = vec[i64]()
        self.count: i64 = 0

    def push(self, whole: float, gone: float, there: i64, here: i64) -> None:
        k = self.count
        self._lengths = append(append(self._lengths, whole), gone)
        self._ends = append(self._ends, there << 16 | here)
        self.count = k + 1
        while k > 0:
            up = (k - 1) >> 1
            if not self._before(k, up):
                break
            self._swap(k, up)
            k = up

    def pop(self) -> tuple[float, i64, i64]:
        """Take the first out: the length gone with it, where it leads to, and where from."""
        gone, ends = self._lengths[1], self._ends[0]
        last = self.count - 1
        self._swap(0, last)
        self._lengths, _ = pop(self._lengths)
        self._lengths, _ = pop(self._lengths)
        self._ends, _ = pop(self._ends)
        self.count = last
        k: i64 = 0
        while True:
            least, left = k, 2 * k + 1
            if left < last and self._before(left, least):
                least = left
            if left + 1 < last and self._before(left + 1, least):
                least = left + 1
            if least == k:
                return gone, ends >> 16, ends & 0xFFFF
            self._swap(k, least)
            k = least

    def _before(self, a: i64, b: i64) -> bool:
        lengths = self._lengths
        if lengths[2 * a] != lengths[2 * b]:
            return lengths[2 * a] < lengths[2 * b]
        if lengths[2 * a + 1] != lengths[2 * b + 1]:
            return lengths[2 * a + 1] < lengths[2 * b + 1]
        return self._ends[a] < self._ends[b]

    def _swap(self, a: i64, b: i64) -> None:
        lengths, ends = self._lengths, self._ends
        whole, gone, end = lengths[2 * a], lengths[2 * a + 1], ends[a]
        lengths[2 * a], lengths[2 * a + 1], ends[a] = lengths[2 * b], lengths[2 * b + 1], ends[b]
        lengths[2 * b], lengths[2 * b + 1], ends[b] = whole, gone, end


def _shortest(corners: _Corners, obstacles: list[Obstacle]) -> Path | None:
    """A* over the corners; a leg is tried for obstacles only when it comes up as the best."""
    places, rings, numbers, home = corners.places, corners.rings, corners.numbers, corners.home
    came: dict[int, int] = {}
    left = list(range(1, len(places)))
    legs = _Legs()
    legs.push(home[0], 0.0, 0, 0)
    while legs.count:
        gone, here, before = legs.pop()
        if here in came or (here and first_hit(places[before], places[here], obstacles) is not None):
            continue
        came[here] = before
        if here == 1:
            return Path(_trace(places, came), gone)
        if here:
            left.remove(here)
        place, ring, number = places[here], rings[here], numbers[here]
        for there in left:
            if ring >= 0 and rings[there] == ring and not _beside(number, numbers[there]):
                continue  # the leg runs through the ring
            length = gone + apart(place, places[there])
            whole = length + home[there]
            if whole <= corners.most:
                legs.push(whole, length, there, here)
    return None


def _beside(a: int, b: int) -> bool:
    """Whether two numbers of corners are neighbours in their ring."""
    steps = a - b if a > b else b - a
    return steps == 1 or steps == RING - 1


def _trace(places: Sequence[Point], came: dict[int, int]) -> tuple[Point, ...]:
    steps = [1]
    while steps[-1] != 0:
        steps.append(came[steps[-1]])
    return tuple([places[step] for step in reversed(steps)])
