"""Shortest ways of a base round walls and enemy bases.

The base's centre moves among obstacles grown by its radius: discs for bases, segments with a clearance for walls. A
way that is not straight bends at corners of 16-sided rings about discs and wall ends, so each bend is at most 2 %
longer than the tightest one. An obstacle that the base already overlaps where it starts is shrunk to
what it leaves, so that a base may always move away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import cos, dist, pi, sin, sqrt
from typing import NamedTuple

from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.table.bases import off_board, on_wall
from highground.engine.table.board import Board
from highground.engine.table.distance import GRID, TOLERANCE, Disc, snap
from highground.engine.table.shapes import Segment, crosses, square_to_segment

RING = 16
"""Corners of the ring about an obstacle."""
MOST_OBSTACLES = 14
"""Obstacles that one way may have to bend round; past that it counts as closed."""
_CIRCLE = tuple((cos(2 * pi * k / RING), sin(2 * pi * k / RING)) for k in range(RING))
_STRETCH = 1.0 / cos(pi / RING)


class Path(NamedTuple):
    """A way: its corners with both ends, and its length in inches."""

    points: tuple[Point, ...]
    length: float


class Obstacle(NamedTuple):
    """A segment (a disc's is a point) that the base's centre may not come nearer to than `reach`."""

    x: float
    y: float
    u: float
    v: float
    reach: float
    wall: bool

    def hit(self, a: Point, b: Point) -> bool:
        """Whether the centre's line from a to b comes too near."""
        x, y, u, v, reach, wall = self
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

    def detour(self, a: Point, b: Point) -> float:
        """At least how long a way from a to b is that must pass this wall at one of its ends; 0 if it need not."""
        x, y, u, v, _, wall = self
        if not wall or not crosses((*a, *b), (x, y, u, v)):
            return 0.0
        return min(dist(a, end) + dist(end, b) for end in ((x, y), (u, v)))


def obstacles_about(
    start: Point, radius: float, walls: Iterable[Segment], discs: Iterable[Disc], middle: Point, span: float
) -> list[Obstacle]:
    """The walls and discs whose grown shapes come within `span` inches of `middle`, shrunk where `start` is in them."""
    found = []
    x, y = middle
    span += radius
    for u, v, r in discs:
        dx, dy, far = x - u, y - v, span + r
        if dx * dx + dy * dy <= far * far:
            reach = max(0.0, min(radius + r, dist(start, (u, v))) - TOLERANCE)
            found.append(Obstacle(u, v, u, v, reach, False))
    square = span * span
    for wall in walls:
        if square_to_segment(x, y, wall) <= square:
            reach = max(0.0, min(radius, sqrt(square_to_segment(start[0], start[1], wall))) - TOLERANCE)
            found.append(Obstacle(*wall, reach, True))
    return found


def first_hit(start: Point, end: Point, obstacles: Iterable[Obstacle]) -> Obstacle | None:
    """The first listed obstacle that a straight move meets."""
    for obstacle in obstacles:
        if obstacle.hit(start, end):
            return obstacle
    return None


def path(
    board: Board,
    start: Point,
    end: Point,
    radius: float,
    discs: Sequence[Disc] = (),
    limit: float | None = None,
) -> Path | None:
    """The shortest way for a base among the walls and the enemy bases `discs`, or None.

    None when it is longer than `limit` inches, or its end lies off the board, on a wall or on one of the bases.
    Friendly bases do not stop a move: leave them out. Without a limit, ways up to three times the straight one and
    30 inches are looked for.
    """
    straight = dist(start, end)
    most = 3.0 * straight + 30.0 if limit is None else limit
    if straight > most + TOLERANCE or off_board(end, radius):
        return None
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    near = obstacles_about(start, radius, board.walls, discs, middle, straight / 2)
    if first_hit(start, end, near) is None:
        return Path((start, end), straight)
    if any(obstacle.hit(end, end) or obstacle.detour(start, end) > most + TOLERANCE for obstacle in near):
        return None
    around = obstacles_about(start, radius, board.walls, discs, middle, most / 2)
    return _bend(board, start, end, radius, around, most)


def _bend(
    board: Board, start: Point, end: Point, radius: float, obstacles: Sequence[Obstacle], most: float
) -> Path | None:
    """The shortest way round: obstacles are taken up only once a way meets them, which leaves it the shortest."""
    left = list(obstacles)
    taken: list[Obstacle] = []
    corners: dict[Point, None] = {}
    way: Path | None = Path((start, end), dist(start, end))
    while way is not None:
        legs = list(zip(way.points, way.points[1:], strict=False))
        met = [obstacle for obstacle in left if any(obstacle.hit(a, b) for a, b in legs)]
        if not met:
            return way
        taken += met
        if len(taken) > MOST_OBSTACLES:
            return None
        left = [obstacle for obstacle in left if obstacle not in met]
        for obstacle in met:
            corners.update(dict.fromkeys(_ring(board, obstacle, radius)))
        within = [c for c in corners if dist(start, c) + dist(c, end) <= most + TOLERANCE]
        way = _shortest(start, end, within, taken, most)
    return None


def _ring(board: Board, obstacle: Obstacle, radius: float) -> list[Point]:
    """Corners about the obstacle's ends, on the grid and on the board; about a wall only those clear of all walls."""
    if not obstacle.wall or obstacle.reach < radius - 2 * TOLERANCE:
        return _circle(obstacle, radius)
    key = (*obstacle, radius)
    if key not in board.rings:
        board.rings[key] = [c for c in _circle(obstacle, radius) if not on_wall(c, obstacle.reach, board.walls)]
    return board.rings[key]


def _circle(obstacle: Obstacle, radius: float) -> list[Point]:
    out = (obstacle.reach + TOLERANCE + GRID) * _STRETCH
    ends = ((obstacle.x, obstacle.y), (obstacle.u, obstacle.v)) if obstacle.wall else ((obstacle.x, obstacle.y),)
    ring = [snap(x + out * c, y + out * s) for x, y in ends for c, s in _CIRCLE]
    low, right, bottom = radius - TOLERANCE, BOARD_WIDTH - radius + TOLERANCE, BOARD_HEIGHT - radius + TOLERANCE
    return [(x, y) for x, y in ring if low <= x <= right and low <= y <= bottom]


def _shortest(
    start: Point, end: Point, corners: Sequence[Point], obstacles: Sequence[Obstacle], most: float
) -> Path | None:
    """A* over the corners; a leg is tried for obstacles only when it comes up as the best."""
    places = [start, end, *corners]
    home = [dist(place, end) for place in places]
    came: dict[int, int] = {}
    left = set(range(1, len(places)))
    queue = [(home[0], 0.0, 0, 0)]
    while queue:
        _, gone, here, before = heappop(queue)
        if here in came or (here and first_hit(places[before], places[here], obstacles) is not None):
            continue
        came[here] = before
        if here == 1:
            return Path(_trace(places, came), gone)
        left.discard(here)
        spot = places[here]
        for there in left:
            length = gone + dist(spot, places[there])
            if length + home[there] <= most + TOLERANCE:
                heappush(queue, (length + home[there], length, there, here))
    return None


def _trace(places: Sequence[Point], came: dict[int, int]) -> tuple[Point, ...]:
    steps = [1]
    while steps[-1] != 0:
        steps.append(came[steps[-1]])
    return tuple(places[step] for step in reversed(steps))
