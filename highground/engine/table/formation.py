"""Places for whole units: moving a formation, forming up round a point, setting up in a zone.

All results lie on the grid, are coherent, and pass `moves.check_move`; the same question always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin, sqrt
from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from highground.engine.base import Base
from highground.engine.model import Point, Polygon
from highground.engine.table.board import Board
from highground.engine.table.coherency import COHERENCY, coherent
from highground.engine.table.distance import ENGAGEMENT, FAR, TOLERANCE, Disc, apart, bounds, centre, shorten, snap
from highground.engine.table.flat import about, placed
from highground.engine.table.ground import NOBODY, Bystanders, Ground

ELBOW_ROOM: Final = 0.1
"""Inches between bases that form up side by side."""
RINGS: Final = 4
"""Rings of slots that are tried around an anchor."""
FEW: Final = 10
"""Miniatures that look for slots beside their places in one ring fewer."""

Places = tuple[Point, ...]


def translate(places: Sequence[Point], dx: float, dy: float) -> Places:
    """The formation moved by (dx, dy), on the grid."""
    return tuple([snap(x + dx, y + dy) for x, y in places])


def form_up(
    board: Board,
    anchor: Point,
    starts: Sequence[Point],
    bases: Sequence[Base],
    limit: float | None,
    around: Bystanders = NOBODY,
    *,
    straight: bool = False,
) -> Places | None:
    """Legal places for a unit with its centre at or near `anchor`, or None.

    The formation is moved as it is where that is legal; else each miniature takes its own place in it or the nearest
    free slot; else the unit forms up closely round the anchor. `limit` is each miniature's move in inches (None: set
    up from nowhere). Every base ends out of engagement with those `around`.
    With `straight` nobody goes round an obstacle: found in half the time, if it is found.
    """
    middle = centre(starts)
    dx, dy = anchor[0] - middle[0], anchor[1] - middle[1]
    length = apart(anchor, middle)
    if limit is not None and length > limit:
        if length > limit + 0.01:
            return None
        dx, dy = dx * limit / length, dy * limit / length
    dx, dy = shorten(dx, dy)
    here = bounds(starts, bases)
    aim = snap(middle[0] + dx, middle[1] + dy)
    wide = here[2] + apart((dx, dy), (0.0, 0.0)) + 0.01 if limit is not None else here[2] + 0.01
    targets = translate(starts, dx, dy)
    if coherent(targets, bases):
        ground = Ground.cut(board, aim, wide, around, keep_out=ENGAGEMENT)
        if _all_stand(ground, starts, targets, bases, limit is not None):
            return targets
    span = max(wide, (limit or 0.0) + here[2], _spread(bases)) + 1.0
    ground = Ground.cut(board, aim, span, around, keep_out=ENGAGEMENT, roam=limit or 0.0)
    if straight:
        ground.searches = 0
    return settle(ground, aim, starts, bases, limit, targets) or settle(ground, aim, starts, bases, limit)


def deploy(
    board: Board, polygon: Polygon, anchor: Point, bases: Sequence[Base], blocked: Sequence[Disc] = ()
) -> Places | None:
    """Places wholly in a zone, closely round `anchor` or the nearest room to it; None when the unit does not fit there.

    Anchors farther and farther from the given one are tried, up to 12 inches away.
    """
    near = Ground.cut(board, anchor, _spread(bases) + 1.0, Bystanders(friends=blocked), zone=polygon)
    found = settle(near, anchor, (anchor,) * len(bases), bases, None)
    if found is not None:
        return found
    ground = Ground.cut(board, anchor, _spread(bases) + 16.0, Bystanders(friends=blocked), zone=polygon)
    for place in _anchors(anchor):
        found = settle(ground, place, (place,) * len(bases), bases, None)
        if found is not None:
            return found
    return None


def arrive(
    board: Board,
    anchor: Point,
    bases: Sequence[Base],
    blocked: Sequence[Disc],
    enemies: Sequence[Disc],
    distance: float,
    allowed: Callable[[Point, Base], bool] = lambda _place, _base: True,
) -> Places | None:
    """Places for a unit from reserves round `anchor`: more than `distance` inches from enemies, each base `allowed`."""
    ground = Ground.cut(board, anchor, _spread(bases) + 1.0, Bystanders(enemies, blocked), keep_out=distance)
    return settle(ground, anchor, (anchor,) * len(bases), bases, None, allowed=allowed)


def settle_at(
    board: Board,
    anchor: Point,
    unit: tuple[Sequence[Point], Sequence[Base]],
    limit: float,
    around: Bystanders,
    zone: Polygon | None,
) -> Places | None:
    """Places about `anchor`, in the zone if there is one, for a unit that moves there; None if there is no room."""
    starts, bases = unit
    far = max([apart(anchor, start) for start in starts])
    ground = Ground.cut(board, anchor, far + _spread(bases) + 1.0, around, keep_out=ENGAGEMENT, zone=zone, roam=limit)
    middle = centre(starts)
    targets = translate(starts, anchor[0] - middle[0], anchor[1] - middle[1])
    return settle(ground, anchor, starts, bases, limit, targets) or settle(ground, anchor, starts, bases, limit)


def _all_stand(ground: Ground, starts: Sequence[Point], ends: Places, bases: Sequence[Base], moving: bool) -> bool:
    for start, end, base in zip(starts, ends, bases):
        if start != end and not (ground.stands(end, base) and (not moving or ground.straight(start, end, base.radius))):
            return False
    return True


def settle(
    ground: Ground,
    anchor: Point,
    starts: Sequence[Point],
    bases: Sequence[Base],
    limit: float | None,
    targets: Sequence[Point] | None = None,
    *,
    allowed: Callable[[Point, Base], bool] | None = None,
    pinned: Mapping[int, Point] | None = None,
) -> Places | None:
    """Miniature by miniature, nearest the anchor first, the target or the free slot nearest to it; None when stuck.

    Without targets the slots nearest the anchor are filled. Each place keeps coherency with those before it. Those
    `pinned` already have their places.
    """
    aims = targets if targets is not None else (anchor,) * len(starts)
    order = sorted([(apart(aims[i], anchor), apart(start, anchor), i) for i, start in enumerate(starts)])
    slots = _Slots(anchor, _spacing(bases), targets is None or len(bases) > FEW)
    span = max([apart(anchor, aim) for aim in aims], default=0.0) if targets is not None else 0.0
    room = _Room(ground, ground.part(anchor, max(span, _spread(bases)) + _reach(bases)), limit, allowed)
    found: dict[int, Point] = dict(pinned or {})
    for i, place in found.items():
        room.take(place, bases[i])
    for _, _, i in order:
        if i in found:
            continue
        base, start = bases[i], starts[i]
        free = slots.first(room, base, start) if targets is None else slots.nearest(room, base, start, aims[i])
        if free is None:
            return None
        found[i] = free
        room.take(free, base)
    places = tuple([found[i] for i in range(len(starts))])
    return places if coherent(places, bases) else None


class _Room:
    """Where the next miniature of a unit that forms up may go, given those that have their places.

    `far` is how many inches it may be away. What stands about the unit is looked up on `near`, a part of the ground.
    """

    def __init__(
        self, ground: Ground, near: Ground, limit: float | None, allowed: Callable[[Point, Base], bool] | None
    ) -> None:
        self.far = FAR if limit is None else limit + TOLERANCE
        self._ground, self._near, self._limit, self._allowed = ground, near, limit, allowed
        self._taken = vec[float]()

    def take(self, place: Point, base: Base) -> None:
        x, y = place
        if len(base.parts):
            self._taken = extend(self._taken, placed(base, x, y))
        else:
            self._taken = append(append(append(self._taken, x), y), base.radius)

    def has(self, x: float, y: float, base: Base, start: Point) -> bool:
        """Whether a base may stand here, beside the others of its unit, and come here from its start."""
        return (
            self._joins(x, y, base)
            and self._near.stands((x, y), base)
            and (self._allowed is None or self._allowed((x, y), base))
            and self._ground.reaches(start, (x, y), base.radius, self._limit)
        )

    def _joins(self, x: float, y: float, base: Base) -> bool:
        """Whether a base stands free of those taken, and within coherency of one of them if there are any."""
        parts = base.parts
        if not len(parts):
            return _joined(self._taken, x, y, base.radius) > 0
        near = about(self._taken, x, y, base.reach + COHERENCY)
        if len(self._taken) and not len(near):
            return False
        beside = False
        k: i64 = 0
        end: i64 = len(parts)
        while k < end:
            found = _joined(near, x + parts[k], y + parts[k + 1], parts[k + 2])
            if found < 0:
                return False
            beside = beside or found > 0
            k += 3
        return beside


def _joined(taken: vec[float], x: float, y: float, radius: float) -> int:
    """-1 if a disc covers part of those taken, 1 if it is within coherency of one or there are none, else 0."""
    k: i64 = 0
    end: i64 = len(taken)
    joined = end == 0
    while k < end:
        dx, dy, reach = x - taken[k], y - taken[k + 1], radius + taken[k + 2]
        square = dx * dx + dy * dy
        least, most = reach - TOLERANCE, reach + COHERENCY
        if square < least * least:
            return -1
        joined = joined or square <= most * most
        k += 3
    return 1 if joined else 0


class _Slots:
    """A hexagonal grid about the anchor, ring by ring, in a fixed order; a `wide` one has all `RINGS`.

    Worked out when it is first asked for: most units that form up need no slot. One that is taken stays: nobody else
    finds room there.
    """

    def __init__(self, anchor: Point, spacing: float, wide: bool) -> None:
        self._anchor, self._spacing = anchor, spacing
        self._shape = _WIDE if wide else _NARROW
        self._xs = vec[float]()
        self._ys = vec[float]()

    def first(self, room: _Room, base: Base, start: Point) -> Point | None:
        """The first slot, the inner ones first, where a base that comes from `start` has room."""
        self._open()
        xs, ys = self._xs, self._ys
        k: i64 = 0
        end: i64 = len(xs)
        while k < end:
            if _apart(start, xs[k], ys[k]) <= room.far and room.has(xs[k], ys[k], base, start):
                return (xs[k], ys[k])
            k += 1
        return None

    def nearest(self, room: _Room, base: Base, start: Point, aim: Point) -> Point | None:
        """The aim itself if there is room, else the slot nearest to it that has."""
        if apart(start, aim) <= room.far and room.has(aim[0], aim[1], base, start):
            return aim
        self._open()
        xs, ys = self._xs, self._ys
        far = vec[float]()
        k: i64 = 0
        end: i64 = len(xs)
        while k < end:
            far = append(far, _apart(aim, xs[k], ys[k]) if _apart(start, xs[k], ys[k]) <= room.far else FAR)
            k += 1
        while True:
            best = _least(far)
            if best < 0:
                return None
            if room.has(xs[best], ys[best], base, start):
                return (xs[best], ys[best])
            far[best] = FAR

    def _open(self) -> None:
        if len(self._xs):
            return
        x, y = self._anchor
        spacing, shape = self._spacing, self._shape
        xs, ys = vec[float](), vec[float]()
        k: i64 = 0
        end: i64 = len(shape)
        while k < end:
            u, v = snap(x + shape[k] * spacing, y + shape[k + 1] * spacing)
            xs, ys = append(xs, u), append(ys, v)
            k += 2
        self._xs, self._ys = xs, ys


def _least(lengths: vec[float]) -> i64:
    """The index of the least length, the first among equals; -1 if there is none left."""
    best: i64 = -1
    least = FAR
    k: i64 = 0
    end: i64 = len(lengths)
    while k < end:
        if lengths[k] < least:
            best, least = k, lengths[k]
        k += 1
    return best


def _apart(a: Point, x: float, y: float) -> float:
    dx, dy = a[0] - x, a[1] - y
    return sqrt(dx * dx + dy * dy)


def _hexes(ring: int) -> tuple[Point, ...]:
    corners = [(ring * cos(k * pi / 3), ring * sin(k * pi / 3)) for k in range(6)]
    found = []
    for k in range(6):
        (ax, ay), (bx, by) = corners[k], corners[(k + 1) % 6]
        found += [(ax + (bx - ax) * step / ring, ay + (by - ay) * step / ring) for step in range(ring)]
    return tuple(sorted(found, key=lambda p: (round(hypot(*p), 6), found.index(p))))


def _shape(rings: int) -> vec[float]:
    """The slots of a middle and so many rings about it, in spacings: x and y of each in turn."""
    places = [(0.0, 0.0), *[place for ring in range(1, rings + 1) for place in _hexes(ring)]]
    return vec[float]([value for place in places for value in place])


_WIDE = _shape(RINGS)
_NARROW = _shape(RINGS - 1)


def _anchors(anchor: Point) -> Iterator[Point]:
    for far in (1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 12.0):
        for k in range(12):
            yield snap(anchor[0] + far * cos(k * pi / 6), anchor[1] + far * sin(k * pi / 6))


def _spacing(bases: Sequence[Base]) -> float:
    """Inches between slots: what round bases need, and long ones that stand side by side."""
    return max([base.radius + base.reach for base in bases]) + ELBOW_ROOM


def _reach(bases: Sequence[Base]) -> float:
    return max([base.reach for base in bases])


def _spread(bases: Sequence[Base]) -> float:
    """How far from an anchor the slots reach."""
    return RINGS * _spacing(bases) + _reach(bases)
