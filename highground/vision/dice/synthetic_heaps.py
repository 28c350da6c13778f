"""Painted heaps: dice of several sizes that touch and lie on each other, among other things.

To train the finder on and to test it by. `synthetic.py` paints each die, and lays dice of one size apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.dice.synthetic import (
    Real,
    Style,
    SyntheticDie,
    TrayPhoto,
    cloth,
    corners_of,
    paint_die,
    photographed,
    random_style,
)
from highground.vision.dice.synthetic_clutter import THINGS, Rng, ground, paste

Hull = npt.NDArray[np.float32]
GAP = 0.12
"""Touching dice lie at most so many of their edges apart."""
STEPS = 90
"""Steps of an eleventh of an edge that a die is moved outwards until it finds room."""
SEEN = 0.5
"""A die of which less can be seen has no label."""
STACKED = 0.06
"""The share of dice that lie on others."""


@dataclass(frozen=True, slots=True, eq=False)
class _Placed:
    """A die on the table or, `lifted` by so many pixels, on other dice; pixels and radians."""

    place: tuple[float, float]
    edge: float
    turn: float
    style: Style
    lifted: float = 0.0

    @property
    def outline(self) -> Hull:
        """The square (4, 2) that it covers on the table, with its part of the gap."""
        angles = self.turn + np.pi / 4 + np.arange(4) * np.pi / 2
        corners = np.stack([np.cos(angles), np.sin(angles)], 1) * self.edge * 0.5**0.5 + self.place
        return np.asarray(corners, dtype=np.float32)


def heap_photo(  # noqa: PLR0913
    rng: Rng,
    dice: int,
    size: tuple[int, int] = (640, 640),
    *,
    die: float = 0.1,
    smallest: float = 0.4,
    sets: int = 3,
    tilt_degrees: float = 15.0,
    blur: float = 0.6,
    things: int = 0,
) -> TrayPhoto:
    """Paint heaps of dice from `sets` sets, each of one style and size.

    `die`: the largest edge in parts of the picture's width; `smallest`: the smallest one in parts of that;
    `things`: how many other things lie about, on a table instead of a tray.
    """
    picture = table(rng, size, things)
    tilt, edge = np.radians(tilt_degrees), die * size[0]
    of_sets = [(random_style(rng), edge * np.exp(rng.uniform(np.log(smallest), 0))) for _ in range(sets)]
    placed = _heaped(rng, dice, size, of_sets)
    owner = np.zeros(picture.shape[:2], dtype=np.int16)
    found, hulls = [], []
    for number, each in enumerate(sorted(placed, key=lambda one: (one.lifted > 0, one.place[1])), 1):
        up = each.place[0], each.place[1] * np.cos(tilt) + size[1] * (1 - np.cos(tilt)) / 2 - each.lifted * np.sin(tilt)
        flat = corners_of(up, each.edge, each.turn, tilt)
        found.append(SyntheticDie(*paint_die(rng, picture, flat, each.edge, each.style)))
        hulls.append(np.round(cv2.convexHull(flat.astype(np.float32))).astype(np.int32))
        cv2.fillConvexPoly(owner, hulls[-1], number)
    shown = np.bincount(owner.ravel(), minlength=len(found) + 1)[1:]
    whole = [max(float(cv2.contourArea(hull)), 1.0) for hull in hulls]
    clear = tuple(one for one, seen, all_ in zip(found, shown, whole, strict=True) if seen / all_ > SEEN)
    return TrayPhoto(photographed(rng, picture, rng.uniform(0, 0.35), blur), clear)


def table(rng: Rng, size: tuple[int, int], things: int) -> Real:
    """What heaps lie on (height, width, 3 of BGR): a tray's cloth, or a table with so many things that are no dice."""
    if not things:
        return cloth(rng, size, False)
    picture = ground(rng, max(size))
    for _ in range(things):
        thing = THINGS[int(rng.integers(len(THINGS)))]
        paste(rng, picture, thing(rng, int(np.exp(rng.uniform(np.log(0.04), np.log(0.2))) * max(size))))
    return picture[: size[1], : size[0]].astype(float)


def _heaped(rng: Rng, dice: int, size: tuple[int, int], sets: list[tuple[Style, float]]) -> list[_Placed]:
    """Dice about one to three middles, each moved outwards until it lies beside the others; some on top of another."""
    middles = [tuple(float(rng.uniform(0.25, 0.75) * side) for side in size) for _ in range(int(rng.integers(1, 4)))]
    placed: list[_Placed] = []
    for _ in range(dice):
        style, edge = sets[int(rng.integers(len(sets)))]
        x, y = middles[int(rng.integers(len(middles)))]
        way, turn = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
        lower = [one for one in placed if not one.lifted]
        if lower and rng.random() < STACKED:
            under = lower[int(rng.integers(len(lower)))]
            at = tuple(part + float(rng.normal(0, 0.4)) * under.edge for part in under.place)
            placed.append(_Placed((at[0], at[1]), edge, turn, style, under.edge))
            continue
        room = edge * (1 + rng.uniform(0, GAP))
        for step in range(int(rng.integers(0, 12)), STEPS):
            at = (x + np.cos(way) * step * edge / 11, y + np.sin(way) * step * edge / 11)
            if all(apart(_Placed(at, room, turn, style).outline, one.outline) for one in lower):
                if all(edge < part < side - edge for part, side in zip(at, size, strict=True)):
                    placed.append(_Placed(at, edge, turn, style))
                break
    return placed


def apart(one: Hull, other: Hull) -> bool:
    """Whether two convex outlines (n, 2) have no area in common."""
    if (one.min(0) > other.max(0)).any() or (other.min(0) > one.max(0)).any():
        return True
    return bool(cv2.intersectConvexConvex(one, other)[0] <= 0)
