"""What stands about a unit that looks for places: filtered once, then asked for every miniature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from highground.engine.base import Base
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point, Polygon
from highground.engine.table.bases import disc_on_wall, disc_within
from highground.engine.table.board import Board
from highground.engine.table.distance import TOLERANCE, Disc, apart
from highground.engine.table.flat import NOTHING, ROOM, about, covered_by
from highground.engine.table.paths import NO_WALLS, Barriers, clear, must_go_round, way_round

MOST_SEARCHES: Final = 8
"""Ways round obstacles that are looked for on one ground; then only straight moves count."""


class Bystanders:
    """The bases of other units that a move has to do with.

    Nobody may stand on `enemies` and `friends`, nor near those in `keep_from` (None: all enemies). `barriers` may not
    be crossed; without them enemies, at the distance to keep, and walls.
    """

    __slots__ = ("barriers", "enemies", "friends", "keep_from")

    def __init__(
        self,
        enemies: Sequence[Disc] = (),
        friends: Sequence[Disc] = (),
        keep_from: Sequence[Disc] | None = None,
        barriers: Barriers | None = None,
    ) -> None:
        self.enemies, self.friends, self.keep_from, self.barriers = enemies, friends, keep_from, barriers


NOBODY: Final = Bystanders()


class Ground:
    """The board's part around `middle` that matters for bases standing and moving within `span` inches of it.

    On `bases` and `walls` nobody may stand, `barred` and `barred_walls` nobody may cross. In a `zone` bases stand
    wholly within it.
    """

    def __init__(
        self,
        board: Board,
        bases: vec[float],
        barred: vec[float],
        walls: vec[float],
        barred_walls: vec[float],
        zone: Polygon | None,
        searches: int = MOST_SEARCHES,
    ) -> None:
        self.board = board
        self.bases = bases
        self.barred = barred
        self.walls = walls
        self.barred_walls = barred_walls
        self.zone = zone
        self.searches = searches

    @classmethod
    def cut(
        cls,
        board: Board,
        middle: Point,
        span: float,
        around: Bystanders = NOBODY,
        *,
        keep_out: float = 0.0,
        zone: Polygon | None = None,
        roam: float = 0.0,
    ) -> Ground:
        """The ground about a place, out of all that stands on the board.

        `keep_out` is in inches; `roam` is how far ways to the place may lead beyond its span.
        """
        enemies, keep_from, barriers = around.enemies, around.keep_from, around.barriers
        near = _near(enemies, middle, span, 0.0)
        bases = _near(around.friends, middle, span, 0.0)
        kept = vec[float]()
        if keep_out > 0.0:
            grow = keep_out + 3 * TOLERANCE  # standing exactly at the distance is too near
            kept = _near(enemies if keep_from is None else keep_from, middle, span + keep_out, grow)
        if keep_from is not None or keep_out <= 0.0:
            kept = extend(kept, near)
        walls = board.walls_about(middle, span)
        barred = kept if barriers is None else about(barriers.discs, middle[0], middle[1], span + roam)
        crossed = walls if not roam else board.walls_about(middle, span + roam)
        barred_walls = crossed if barriers is None or barriers.walls else NO_WALLS
        return Ground(board, extend(bases, kept), barred, walls, barred_walls, zone)

    def part(self, middle: Point, span: float) -> Ground:
        """What of it matters for bases that stand within `span` inches of `middle`: for many looks at one spot."""
        bases = about(self.bases, middle[0], middle[1], span)
        return Ground(self.board, bases, self.barred, self.walls, self.barred_walls, self.zone, self.searches)

    def stands(self, place: Point, base: Base) -> bool:
        """Whether a base may stand here, its own unit left aside."""
        x, y = place
        if not len(base.parts):
            return self._fits(x, y, base.radius, self.bases)
        crowded = covered_by(self.bases, x, y, base.reach)
        return self._all_fit(x, y, base.parts, about(self.bases, x, y, base.reach) if crowded else NOTHING)

    def _all_fit(self, x: float, y: float, parts: vec[float], near: vec[float]) -> bool:
        k: i64 = 0
        end: i64 = len(parts)
        while k < end:
            if not self._fits(x + parts[k], y + parts[k + 1], parts[k + 2], near):
                return False
            k += 3
        return True

    def _fits(self, x: float, y: float, radius: float, near: vec[float]) -> bool:
        """Whether there is room for a disc beside those bases that are near."""
        edge = radius - TOLERANCE
        if x < edge or y < edge or x > BOARD_WIDTH - edge or y > BOARD_HEIGHT - edge:
            return False
        if covered_by(near, x, y, edge) or disc_on_wall(x, y, radius, self.walls):
            return False
        return self.zone is None or disc_within((x, y), radius, self.zone)

    def straight(self, start: Point, end: Point, radius: float) -> bool:
        """Whether a base may go straight from start to end."""
        return start == end or clear(start, end, radius, self.barred_walls, self.barred)

    def reaches(self, start: Point, end: Point, radius: float, limit: float | None) -> bool:
        """Whether a base may go within `limit` inches to `end`, where it may stand; without a limit it is set up."""
        if limit is None or start == end:
            return True
        if apart(start, end) > limit + TOLERANCE:
            return False
        if clear(start, end, radius, self.barred_walls, self.barred):
            return True
        if self.searches == 0 or must_go_round(start, end, self.barred_walls, limit):
            return False
        self.searches -= 1
        walls = len(self.barred_walls) > 0
        return way_round(self.board, start, end, radius, self.barred, limit, walls) is not None


def _near(discs: Sequence[Disc], middle: Point, span: float, grow: float) -> vec[float]:
    """Those that come within `span` inches of a place, grown."""
    x, y = middle
    found = vec[float](capacity=ROOM)
    for u, v, r in discs:
        dx, dy, far = u - x, v - y, span + r
        if dx * dx + dy * dy <= far * far:
            found = append(append(append(found, u), v), r + grow)
    return found
