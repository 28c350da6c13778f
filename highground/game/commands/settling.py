"""Places that a photo shows, as the rules take them: a photo is read to a third of an inch, the rules measure closer.

What was read is put right by no more than that. There are several ways to do it; the first that the battle would take
is taken, and where it takes none, it refuses what was read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from highground.engine.base import Base
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.prompts import Prompt
from highground.engine.scene import Scene
from highground.engine.state import Unit
from highground.engine.table.distance import Disc, discs, toward
from highground.vision.assigning import STILL

FORGIVEN = 0.35
"""Inches beyond a unit's move that a photo may show, since it is not read better: the place is drawn back. Others are
put right by no more, whatever is added up."""
NUDGE = 0.2
"""Inches that bases which a photo shows upon each other, or upon a wall or the board's edge, are moved off it."""
TOUCHING = 0.005
"""Inches left between bases that were moved apart."""
IN_CONTACT = 0.02
"""Inches left between bases that a photo shows so near to each other that they may well touch; the rules allow more."""
ROUNDS = 12
"""How often bases are moved apart until none is upon another."""
NEAR = 4.0
"""Inches beyond a unit's places within which other bases matter."""
CLOSING = ("charge", "pile_in", "consolidate")
SHIFTS = tuple((far * cos(k * pi / 4), far * sin(k * pi / 4)) for far in (0.1, 0.2, 0.3) for k in range(8))
"""Inches by which a unit is shifted whole that stands a little beyond a zone, or too near to an enemy."""


class ShownUnit(NamedTuple):
    """What a photo shows of a unit's living: their places and bases; of a unit on the table where they stood, how far
    each may go at most (none where nothing limits them) and how many inches each has climbed."""

    places: Sequence[Point]
    bases: Sequence[Base]
    starts: Sequence[Point] = ()
    limits: Sequence[float] = ()
    climbed: Sequence[float] = ()

    @property
    def still(self) -> frozenset[int]:
        """Those that most likely have not moved."""
        ways = enumerate(zip(self.starts, self.places, self.climbed, strict=False))
        return frozenset([at for at, (start, end, up) in ways if not up and dist(start, end) <= STILL])


def settlings(scene: Scene, unit: Unit, shown: ShownUnit, prompt: Prompt) -> Iterator[list[Point]]:
    """What was read, first with what is needed in any case, then put right in one way and another."""
    table = _table(scene, unit, shown)
    yield table.settled()
    if prompt.why in CLOSING:
        yield table.settled(shown.still, touching=True)
        yield table.settled(touching=True)
    yield table.settled(shown.still)
    for shift in SHIFTS:
        yield table.settled(shift=shift)


def _table(scene: Scene, unit: Unit, shown: ShownUnit) -> _Table:
    others = [each for each in scene.circles(leave_out=unit.index) if _is_near(each, shown.places)]
    foes = [each for each in scene.circles(1 - unit.side) if _is_near(each, shown.places)]
    return _Table(shown, others, foes, [wall for piece in scene.setup.layout.terrain for wall in piece.walls])


@dataclass(frozen=True, slots=True)
class _Table:
    """What is shown of a unit, with everything that it must not stand upon: other bases, and walls."""

    shown: ShownUnit
    others: Sequence[Disc]
    foes: Sequence[Disc]
    walls: Sequence[tuple[Point, Point]]

    def settled(self, still: Collection[int] = (), touching: bool = False, shift: Point = (0.0, 0.0)) -> list[Point]:
        """Places within reach, on nobody else's base; those `still` where they stood, those `touching` an enemy's."""
        read = [(x + shift[0], y + shift[1]) for x, y in self.shown.places]
        places = [self.shown.starts[at] if at in still else place for at, place in enumerate(read)]
        grips = {
            at: foe
            for at, place in enumerate(places)
            if touching and at not in still and (foe := self._touched(at, place))
        }
        for _ in range(ROUNDS):
            before = list(places)
            for at in range(len(places)):
                if at not in still:
                    places[at] = self._moved(at, places, grips.get(at))
            if places == before:
                break
        return places

    def _touched(self, at: int, place: Point) -> Disc | None:
        """The enemy's base that a miniature may well touch."""
        nearest = min(self.foes, key=lambda foe: _gap(place, self.shown.bases[at], foe), default=None)
        return nearest if nearest is not None and _gap(place, self.shown.bases[at], nearest) <= FORGIVEN else None

    def _moved(self, at: int, places: Sequence[Point], grip: Disc | None) -> Point:
        place, base = places[at], self.shown.bases[at]
        if grip is not None:
            place = _beside(place, base, grip, IN_CONTACT)
        mates = discs([*places[:at], *places[at + 1 :]], [*self.shown.bases[:at], *self.shown.bases[at + 1 :]])
        posts = [(*_nearest_of(place, wall), 0.0) for wall in self.walls]
        for other in (*self.others, *mates, *posts):
            if 0 < TOUCHING - _gap(place, base, other) <= NUDGE:
                place = _beside(place, base, other, TOUCHING)
        place = _inside(place, base)
        if self.shown.limits:
            place = _within(self.shown.starts[at], place, self.shown.limits[at])
        return toward(self.shown.places[at], place, FORGIVEN + TOUCHING)


def _is_near(disc: Disc, places: Sequence[Point]) -> bool:
    return any(dist(disc[:2], place) < NEAR + disc[2] for place in places)


def _part(place: Point, base: Base, other: Disc) -> Disc:
    """The part of a base that is nearest to a disc."""
    return min(base.at(*place), key=lambda part: hypot(part[0] - other[0], part[1] - other[1]) - part[2])


def _gap(place: Point, base: Base, other: Disc) -> float:
    x, y, radius = _part(place, base, other)
    return hypot(x - other[0], y - other[1]) - radius - other[2]


def _beside(place: Point, base: Base, other: Disc, gap: float) -> Point:
    """Moved straight to or away from a disc, so that there is just this gap."""
    x, y, radius = _part(place, base, other)
    apart = hypot(x - other[0], y - other[1])
    if not apart:
        return place
    share = (radius + other[2] + gap - apart) / apart
    return place[0] + (x - other[0]) * share, place[1] + (y - other[1]) * share


def _nearest_of(place: Point, wall: tuple[Point, Point]) -> Point:
    """The place on a wall that is nearest."""
    (x, y), (u, v) = wall
    along = (u - x) ** 2 + (v - y) ** 2
    share = 0.0 if not along else min(1.0, max(0.0, ((place[0] - x) * (u - x) + (place[1] - y) * (v - y)) / along))
    return x + (u - x) * share, y + (v - y) * share


def _inside(place: Point, base: Base) -> Point:
    """Moved onto the board, if it hangs over the edge by a little."""
    parts = base.at(*place)
    moved = []
    for axis, size in enumerate((BOARD_WIDTH, BOARD_HEIGHT)):
        under = min(part[axis] - part[2] for part in parts)
        over = max(part[axis] + part[2] for part in parts) - size
        by = TOUCHING - under if -NUDGE <= under < 0 else -TOUCHING - over if 0 < over <= NUDGE else 0.0
        moved.append(place[axis] + by)
    return moved[0], moved[1]


def _within(start: Point, end: Point, limit: float) -> Point:
    """A place a little beyond the limit is drawn back to it."""
    if not limit < dist(start, end) <= limit + FORGIVEN:
        return end
    return toward(start, end, max(0.0, limit - TOUCHING))
