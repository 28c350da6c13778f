"""What stands about a unit that looks for places: filtered once, then asked for every miniature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point, Polygon
from highground.engine.table.bases import on_wall, wholly_within
from highground.engine.table.board import Board
from highground.engine.table.distance import TOLERANCE, Disc, apart
from highground.engine.table.paths import clear, detour, way_round
from highground.engine.table.shapes import Segment

MOST_SEARCHES: Final = 8
"""Ways round obstacles that are looked for on one ground; then only straight moves count."""


class Ground:
    """The board's part around `middle` that matters for bases standing and moving within `span` inches of it.

    On `bases` nobody may stand, `enemies` nobody may cross. In a `zone` bases stand wholly within it.
    """

    __slots__ = ("bases", "board", "enemies", "searches", "walls", "zone")

    def __init__(
        self,
        board: Board,
        bases: list[Disc],
        enemies: list[Disc],
        walls: list[Segment],
        zone: Polygon | None,
        searches: int = MOST_SEARCHES,
    ) -> None:
        self.board = board
        self.bases = bases
        self.enemies = enemies
        self.walls = walls
        self.zone = zone
        self.searches = searches

    @classmethod
    def cut(
        cls,
        board: Board,
        middle: Point,
        span: float,
        *,
        blocked: Sequence[Disc] = (),
        enemies: Sequence[Disc] = (),
        keep_from: Sequence[Disc] | None = None,
        keep_out: float = 0.0,
        zone: Polygon | None = None,
    ) -> Ground:
        """The ground about a place, out of all that stands on the board.

        `blocked` are bases that may be crossed but not stood on, `enemies` neither; no base may stand within `keep_out`
        inches of those in `keep_from` (None: all enemies).
        """
        near = _near(enemies, middle, span)
        bases = _near(blocked, middle, span)
        if keep_from is not None or keep_out <= 0.0:
            bases += near
        if keep_out > 0.0:
            grow = keep_out + 3 * TOLERANCE  # standing exactly at the distance is too near
            source = enemies if keep_from is None else keep_from
            bases += [(u, v, r + grow) for u, v, r in _near(source, middle, span + keep_out)]
        walls = [wall for u, v, r, wall in board.wall_discs if apart((u, v), middle) <= span + r]
        return Ground(board, bases, near, walls, zone)

    def part(self, middle: Point, span: float) -> Ground:
        """What of it matters for bases that stand within `span` inches of `middle`: for many looks at one spot."""
        return Ground(self.board, _near(self.bases, middle, span), self.enemies, self.walls, self.zone, self.searches)

    def stands(self, place: Point, radius: float) -> bool:
        """Whether a base may stand here, its own unit left aside."""
        x, y = place
        edge = radius - TOLERANCE
        if x < edge or y < edge or x > BOARD_WIDTH - edge or y > BOARD_HEIGHT - edge:
            return False
        for u, v, r in self.bases:
            dx, dy, reach = x - u, y - v, edge + r
            if dx * dx + dy * dy < reach * reach:
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
        if apart(start, end) > limit + TOLERANCE:
            return False
        if clear(start, end, radius, self.walls, self.enemies):
            return True
        if self.searches == 0 or any(detour(start, end, wall) > limit for wall in self.walls):
            return False
        self.searches -= 1
        return way_round(self.board, start, end, radius, self.enemies, limit) is not None


def _near(discs: Sequence[Disc], middle: Point, span: float) -> list[Disc]:
    """Those that come within `span` inches of a place."""
    x, y = middle
    found = []
    for disc in discs:
        u, v, r = disc
        dx, dy, far = u - x, v - y, span + r
        if dx * dx + dy * dy <= far * far:
            found.append(disc)
    return found
