"""What stands about a unit that looks for places: filtered once, then asked for every miniature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import append, extend, vec

from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point, Polygon
from highground.engine.table.bases import on_wall, wholly_within
from highground.engine.table.board import Board
from highground.engine.table.distance import TOLERANCE, Disc, apart
from highground.engine.table.flat import about, covered_by, discs_of
from highground.engine.table.paths import clear, must_go_round, way_round

MOST_SEARCHES: Final = 8
"""Ways round obstacles that are looked for on one ground; then only straight moves count."""


class Ground:
    """The board's part around `middle` that matters for bases standing and moving within `span` inches of it.

    On `bases` nobody may stand, `enemies` nobody may cross. In a `zone` bases stand wholly within it.
    """

    def __init__(
        self,
        board: Board,
        bases: vec[float],
        enemies: vec[float],
        walls: vec[float],
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
        near = _near(enemies, middle, span, 0.0)
        bases = _near(blocked, middle, span, 0.0)
        if keep_from is not None or keep_out <= 0.0:
            bases = extend(bases, near)
        if keep_out > 0.0:
            grow = keep_out + 3 * TOLERANCE  # standing exactly at the distance is too near
            bases = extend(bases, _near(enemies if keep_from is None else keep_from, middle, span + keep_out, grow))
        return Ground(board, bases, near, board.walls_about(middle, span), zone)

    def part(self, middle: Point, span: float) -> Ground:
        """What of it matters for bases that stand within `span` inches of `middle`: for many looks at one spot."""
        bases = about(self.bases, middle[0], middle[1], span)
        return Ground(self.board, bases, self.enemies, self.walls, self.zone, self.searches)

    def stands(self, place: Point, radius: float) -> bool:
        """Whether a base may stand here, its own unit left aside."""
        x, y = place
        edge = radius - TOLERANCE
        if x < edge or y < edge or x > BOARD_WIDTH - edge or y > BOARD_HEIGHT - edge:
            return False
        if covered_by(self.bases, x, y, edge) or on_wall(place, radius, self.walls):
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
        if self.searches == 0 or must_go_round(start, end, self.walls, limit):
            return False
        self.searches -= 1
        return way_round(self.board, start, end, radius, discs_of(self.enemies), limit) is not None


def _near(discs: Sequence[Disc], middle: Point, span: float, grow: float) -> vec[float]:
    """Those that come within `span` inches of a place, grown."""
    x, y = middle
    found = vec[float]()
    for u, v, r in discs:
        dx, dy, far = u - x, v - y, span + r
        if dx * dx + dy * dy <= far * far:
            found = append(append(append(found, u), v), r + grow)
    return found
