"""The shape of a base: round, oval or rectangular, turned the way that it faces.

Everything on the table is measured from disc to disc. A round base is one disc. A long one is the discs that fill its
outline from within: nowhere do they stay more than `SLACK` inches behind its sides, and corners are rounded by
`CORNER`. So a long base needs no geometry of its own, and a round one costs nothing (0213).
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil, cos, hypot, radians, sin, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

MILLIMETRES_PER_INCH: Final = 25.4
SLACK: Final = 0.04
"""Inches, about a millimetre, by which the discs of a long base may stay behind its sides."""
CORNER: Final = 0.16
"""Inches by which the corners of a rectangular base are rounded."""
FULL_TURN: Final = 360

Disc = tuple[float, float, float]
"""A disc on the table, or of a base about its centre: x, y and radius in inches."""
_Made = tuple[float, float, bool, int, float]
"""What a base is made of: width, length, whether it is rectangular, facing, radius."""


class Base:
    """A base that faces somewhere. Equal ones are one object, so they are compared by identity.

    `width` and `length` are in millimetres; the length of a round base is 0. `facing` is in whole degrees, clockwise
    on screen from +x, along which a long base lies.
    """

    __slots__ = ("_turned", "facing", "length", "parts", "radius", "reach", "rectangular", "rim", "width")

    def __init__(self, width: float, length: float, rectangular: bool, facing: int, radius: float) -> None:
        self.width, self.length, self.rectangular, self.facing = width, length, rectangular, facing
        self.radius = radius
        """Half of its shorter side in inches: the room that it needs on its way, turning as it goes."""
        self.parts: vec[float] = vec[float]()
        """x and y from its centre, and radius, of each disc of a long base; empty for a round one."""
        self.rim: vec[float] = vec[float]()
        """Enough of them for lines of sight, and for places beside it: the middle one, the ends, and the corners."""
        self.reach = radius
        """Inches from its centre to its farthest point."""
        self._turned: dict[int, Base] = {}
        """Itself as it was asked to face, by the facing."""
        if length:
            discs = outline(width, length, rectangular)
            turned = _turned(discs, facing)
            self.parts, self.rim = _flat(turned), _flat(_turned(_outermost(discs), facing))
            self.reach = max([hypot(x, y) + r for x, y, r in turned])

    @property
    def long(self) -> bool:
        return len(self.parts) > 0

    @property
    def mean_width(self) -> float:
        """The diameter in inches of a round base of about its area."""
        return sqrt(self.width * self.length) / MILLIMETRES_PER_INCH if self.length else 2.0 * self.radius

    def turned(self, facing: int) -> Base:
        """The same base facing elsewhere."""
        if not len(self.parts):
            return self
        known = self._turned.get(facing)
        if known is None:
            known = base_of(self.width, self.length, self.rectangular, facing % FULL_TURN)
            self._turned[facing] = known
        return known

    def at(self, x: float, y: float) -> list[Disc]:
        """Its discs where it stands."""
        return _placed(self.parts, x, y) if len(self.parts) else [(x, y, self.radius)]

    def rim_at(self, x: float, y: float) -> list[Disc]:
        """Its `rim` where it stands."""
        return _placed(self.rim, x, y) if len(self.parts) else [(x, y, self.radius)]


def _placed(parts: vec[float], x: float, y: float) -> list[Disc]:
    found: list[Disc] = []
    k: i64 = 0
    end: i64 = len(parts)
    while k < end:
        found.append((x + parts[k], y + parts[k + 1], parts[k + 2]))
        k += 3
    return found


def base_of(width: float, length: float = 0.0, rectangular: bool = False, facing: int = 0) -> Base:
    """A base of these millimetres. One that is no longer than it is wide is round, unless it is rectangular."""
    length = length if rectangular or length > width else 0.0
    if not length:
        return round_base(round(width / MILLIMETRES_PER_INCH / 2, 3))
    return _only((width, length, rectangular, facing, round(min(width, length) / MILLIMETRES_PER_INCH / 2, 3)))


def round_base(radius: float) -> Base:
    """A round base of a radius in inches."""
    return _only((round(radius * 2 * MILLIMETRES_PER_INCH, 1), 0.0, False, 0, radius))


def _only(made: _Made) -> Base:
    known = _KNOWN.get(made)
    return known if known is not None else _KNOWN.setdefault(made, Base(*made))


def outline(width: float, length: float, rectangular: bool) -> list[Disc]:
    """The discs that fill a long base which lies along +x. Millimetres in, inches out."""
    wide, far = round(width / MILLIMETRES_PER_INCH / 2, 3), round(length / MILLIMETRES_PER_INCH / 2, 3)
    if not rectangular:
        return _oval(far, wide)
    if far >= wide:
        return _rectangle(far, wide)
    return [(y, x, r) for x, y, r in _rectangle(wide, far)]


def _rectangle(far: float, wide: float) -> list[Disc]:
    """Discs as wide as it is along its middle, then ever smaller ones into the corners.

    Two circles that touch one line, at points d apart, leave d^2 / (2 (sqrt r + sqrt R)^2) between them and it. For
    those that touch both sides of a corner d is R - r, so equal steps of sqrt r leave the same everywhere.
    """
    steps = max(1, ceil(2.0 * (far - wide) / (2.0 * sqrt(SLACK * (2.0 * wide - SLACK)))))
    inner = far - wide
    found = [(inner * (2.0 * k / steps - 1.0), 0.0, wide) for k in range(steps + 1)] if inner else [(0.0, 0.0, wide)]
    last = sqrt(min(CORNER, wide))
    count = ceil((sqrt(wide) - last) / sqrt(2.0 * SLACK))
    for k in range(1, count + 1):
        r = (sqrt(wide) - k * (sqrt(wide) - last) / count) ** 2
        found += [(sx * (far - r), sy * (wide - r), r) for sx in (1, -1) for sy in (1, -1)]
    return found


def _oval(far: float, wide: float) -> list[Disc]:
    """Circles inscribed in an ellipse along its longer axis, as few as leave no more than the slack."""
    count = 3
    while _left_out(_inscribed(far, wide, count), far, wide) > SLACK:
        count += 2
    return _inscribed(far, wide, count)


def _inscribed(far: float, wide: float, count: int) -> list[Disc]:
    """Of the circles about (c, 0) that touch it on both sides, r^2 = b^2 (1 - c^2 / (a^2 - b^2)), so many."""
    squares = far * far - wide * wide
    most = squares / far
    spots = [most * (2.0 * k / (count - 1) - 1.0) for k in range(count)]
    return [(c, 0.0, wide * sqrt(1.0 - c * c / squares)) for c in spots]


def _left_out(discs: list[Disc], far: float, wide: float) -> float:
    """The most inches between an ellipse and where two neighbouring discs meet."""
    most = 0.0
    for (a, _, r), (b, _, s) in pairwise(discs):
        x = ((b * b - s * s) - (a * a - r * r)) / (2.0 * (b - a))
        y = sqrt(max(0.0, r * r - (x - a) * (x - a)))
        level = hypot(x / far, y / wide)
        most = max(most, (1.0 / level - 1.0) * hypot(x, y))
    return most


def _outermost(discs: list[Disc]) -> list[Disc]:
    """The disc nearest to the middle, the two at the ends of the axis, and the four in the corners if it has any."""
    axis = [disc for disc in discs if disc[1] == 0.0 or disc[0] == 0.0]
    found = [min(axis, key=_from_middle), axis[0], axis[-1]]
    corners = discs[-4:] if len(axis) < len(discs) else []
    return [*dict.fromkeys([*found, *corners])]


def _from_middle(disc: Disc) -> float:
    return hypot(disc[0], disc[1])


def _flat(discs: list[Disc]) -> vec[float]:
    return vec[float]([value for disc in discs for value in disc])


def _turned(discs: list[Disc], facing: int) -> list[Disc]:
    """To a ten-thousandth of an inch, so that no machine's sine differs."""
    c, s = cos(radians(facing)), sin(radians(facing))
    return [(round(x * c - y * s, 4), round(x * s + y * c, 4), round(r, 4)) for x, y, r in discs]


_KNOWN: Final[dict[_Made, Base]] = {}
"""Every base that was ever asked for: as many as there are sizes, and ways to face."""
