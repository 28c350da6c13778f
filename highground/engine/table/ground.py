"""What stands about a unit that looks for places: filtered once, then asked for every miniature."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, hypot

from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point, Polygon
from highground.engine.table.bases import on_wall, overlaps_any, wholly_within
from highground.engine.table.board import Board
from highground.engine.table.distance import TOLERANCE, Disc
from highground.engine.table.paths import Obstacle, first_hit, obstacles_about, path
from highground.engine.table.shapes import Segment

MOST_SEARCHES = 8
"""Ways round obstacles that are looked for on one ground; then only straight moves count."""


class Ground:
    """The board's part around `middle` that matters for bases standing and moving within `span` inches of it.

    `blocked` are bases that may be crossed but not stood on, `enemies` neither; no base may stand within `keep_out`
    inches of those in `keep_from` (None: all enemies). In a `zone` bases stand wholly within it.
    """

    __slots__ = ("bases", "board", "enemies", "kept", "searches", "walls", "zone")

    def __init__(
        self,
        board: Board,
        middle: Point,
        span: float,
        *,
        blocked: Sequence[Disc] = (),
        enemies: Sequence[Disc] = (),
        keep_from: Sequence[Disc] | None = None,
        keep_out: float = 0.0,
        zone: Polygon | None = None,
    ) -> None:
        x, y = middle
        self.board = board
        self.zone = zone
        self.searches = MOST_SEARCHES
        self.enemies = [e for e in enemies if hypot(e[0] - x, e[1] - y) <= span + e[2]]
        self.bases = [b for b in blocked if hypot(b[0] - x, b[1] - y) <= span + b[2]] + self.enemies
        self.walls: list[Segment] = [w for u, v, r, w in board.wall_discs if hypot(u - x, v - y) <= span + r]
        self.kept: list[Disc] = []
        if keep_out > 0.0:
            far = span + keep_out
            grow = keep_out + 3 * TOLERANCE  # standing exactly at the distance is too near
            source = enemies if keep_from is None else keep_from
            self.kept = [(u, v, r + grow) for u, v, r in source if hypot(u - x, v - y) <= far + r]

    def stands(self, place: Point, radius: float) -> bool:
        """Whether a base may stand here, its own unit left aside."""
        x, y = place
        edge = radius - TOLERANCE
        if x < edge or y < edge or x > BOARD_WIDTH - edge or y > BOARD_HEIGHT - edge:
            return False
        if overlaps_any(place, radius, self.bases) or (self.kept and overlaps_any(place, radius, self.kept)):
            return False
        if self.walls and on_wall(place, radius, self.walls):
            return False
        return self.zone is None or wholly_within(place, radius, self.zone)

    def straight(self, start: Point, end: Point, radius: float) -> bool:
        """Whether a base may go straight from start to end."""
        if start == end or (not self.walls and not self.enemies):
            return True
        return first_hit(start, end, self._about(start, end, radius, dist(start, end))) is None

    def reaches(self, start: Point, end: Point, radius: float, limit: float | None) -> bool:
        """Whether a base may go from start to end within `limit` inches; without a limit it is set up there."""
        if limit is None or start == end:
            return True
        length = dist(start, end)
        if length > limit + TOLERANCE:
            return False
        if not self.walls and not self.enemies:
            return True
        near = self._about(start, end, radius, length)
        if first_hit(start, end, near) is None:
            return True
        if self.searches == 0 or any(obstacle.detour(start, end) > limit for obstacle in near):
            return False
        self.searches -= 1
        return path(self.board, start, end, radius, self.enemies, limit) is not None

    def _about(self, start: Point, end: Point, radius: float, length: float) -> list[Obstacle]:
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        return obstacles_about(start, radius, self.walls, self.enemies, middle, length / 2)
