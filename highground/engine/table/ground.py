"""What stands about a unit that looks for places: filtered once, then asked for every miniature."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from math import dist, hypot

from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point, Polygon
from highground.engine.table.bases import on_wall, wholly_within
from highground.engine.table.board import Board
from highground.engine.table.distance import TOLERANCE, Disc
from highground.engine.table.paths import clear, detour, way_round
from highground.engine.table.shapes import Segment

MOST_SEARCHES = 8
"""Ways round obstacles that are looked for on one ground; then only straight moves count."""


class Ground:
    """The board's part around `middle` that matters for bases standing and moving within `span` inches of it.

    `blocked` are bases that may be crossed but not stood on, `enemies` neither; no base may stand within `keep_out`
    inches of those in `keep_from` (None: all enemies). In a `zone` bases stand wholly within it.
    """

    __slots__ = ("_rows", "bases", "board", "enemies", "searches", "walls", "zone")

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
        self._rows: list[tuple[float, list[Point]]] | None = None
        self.searches = MOST_SEARCHES
        self.enemies = [e for e in enemies if hypot(e[0] - x, e[1] - y) <= span + e[2]] if enemies else []
        self.bases = [b for b in blocked if hypot(b[0] - x, b[1] - y) <= span + b[2]] if blocked else []
        self.walls: list[Segment] = [w for u, v, r, w in board.wall_discs if hypot(u - x, v - y) <= span + r]
        if keep_from is not None or keep_out <= 0.0:
            self.bases += self.enemies
        if keep_out > 0.0:
            far = span + keep_out
            grow = keep_out + 3 * TOLERANCE  # standing exactly at the distance is too near
            source = enemies if keep_from is None else keep_from
            self.bases += [(u, v, r + grow) for u, v, r in source if hypot(u - x, v - y) <= far + r]

    def part(self, middle: Point, span: float) -> Ground:
        """What of it matters for bases that stand within `span` inches of `middle`: for many looks at one spot."""
        x, y = middle
        twin: Ground = object.__new__(Ground)
        twin.board, twin.zone, twin.searches, twin.enemies = self.board, self.zone, self.searches, self.enemies
        twin.bases = [b for b in self.bases if hypot(b[0] - x, b[1] - y) <= span + b[2]]
        twin.walls, twin._rows = self.walls, None
        return twin

    def _by_radius(self) -> list[tuple[float, list[Point]]]:
        """The bases, those of one radius together: so they are measured at once."""
        rows: dict[float, list[Point]] = {}
        for x, y, r in self.bases:
            rows.setdefault(r, []).append((x, y))
        self._rows = [*rows.items()]
        return self._rows

    def stands(self, place: Point, radius: float) -> bool:
        """Whether a base may stand here, its own unit left aside."""
        x, y = place
        edge = radius - TOLERANCE
        if x < edge or y < edge or x > BOARD_WIDTH - edge or y > BOARD_HEIGHT - edge:
            return False
        for r, centres in self._rows or self._by_radius():
            if min(map(dist, centres, repeat(place))) < edge + r:
                return False
        if self.walls and on_wall(place, radius, self.walls):
            return False
        return self.zone is None or wholly_within(place, radius, self.zone)

    def straight(self, start: Point, end: Point, radius: float) -> bool:
        """Whether a base may go straight from start to end."""
        return start == end or clear(start, end, radius, self.walls, self.enemies)

    def reaches(self, start: Point, end: Point, radius: float, limit: float | None) -> bool:
        """Whether a base may go within `limit` inches to `end`, where it may stand; without a limit it is set up."""
        if limit is None or start == end:
            return True
        if dist(start, end) > limit + TOLERANCE:
            return False
        if clear(start, end, radius, self.walls, self.enemies):
            return True
        if self.searches == 0 or any(detour(start, end, wall) > limit for wall in self.walls):
            return False
        self.searches -= 1
        return way_round(self.board, start, end, radius, self.enemies, limit) is not None
