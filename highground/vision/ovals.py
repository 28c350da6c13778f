"""Finding oval bases by the same two signs as round ones: `bases` says which.

An oval may be turned any way, so it is searched for in two steps: at half the size at a few turnings, where that costs
little, and about the best places at full size more finely.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.edges import EDGE, Edges, Kernels, kernels_of, matched, reach_of, spectra, sureness

TURNS = tuple(range(0, 180, 15))
"""Degrees, clockwise from the right, at which the longer side is tried at half the size."""
FINER_TURNS = (-8, 0, 8)
"""Degrees about the best of those that are tried at full size."""
LIKELY = 1.0
"""Share of the score asked for that must show at half the size, where the wrong turning blurs the edge."""
ASIDE = 2
"""Pixels by which the best place may be elsewhere at full size."""
HALF = 0.5
BESIDE = 1.0
"""Halves of the shorter side about a place within which only the best is looked at; two ovals lie two of them apart."""

Shape = tuple[float, float]
"""Inches: how wide a round base of an oval's area is, and its longer side."""


class FoundOval(NamedTuple):
    """An oval in pixels, with its turning in degrees, from 0 to 180, and its score."""

    x: float
    y: float
    turn: float
    score: float


def find_ovals(edges: Edges, half: Edges, shape: Shape, dots: float, least: float) -> list[FoundOval]:
    """Ovals of one shape: every place whose edge shows, better than those beside it. `half`: `edges` at half the
    size."""
    sides = _sides(shape, dots)
    candidates = _candidates(half, _sides(shape, dots * HALF), least * LIKELY)
    found = [_settled(edges, sides, at, turn, least) for at, turn in candidates]
    return [each for each in found if each is not None]


def halved(edges: Edges) -> Edges:
    """The same at half the size. A fall from pixel to pixel is twice what it was."""
    across, down, changed, *tensor = (
        np.asarray(cv2.resize(each, None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA), dtype=np.float32)
        for each in (edges.across, edges.down, edges.changed, *edges.tensor)
    )
    return Edges(across / HALF, down / HALF, (tensor[0], tensor[1], tensor[2]), changed)


def _sides(shape: Shape, dots: float) -> tuple[float, float]:
    """Half an oval's longer and shorter side in pixels."""
    wide, length = shape
    return length * dots / 2, wide * wide / length * dots / 2


def _candidates(half: Edges, sides: tuple[float, float], least: float) -> list[tuple[tuple[int, int], int]]:
    """Rows and columns at full size, each with the best turning there."""
    plane = spectra(half, reach_of(sides[0]))
    scores = np.array([sureness(*matched(plane, kernels(*sides, turn)), least) for turn in TURNS])
    best, turns = scores.max(axis=0), np.array(TURNS)[scores.argmax(axis=0)]
    about = 2 * max(2, round(BESIDE * sides[1])) + 1
    around = np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (about, about)), dtype=np.uint8)
    highest = cv2.dilate(best, around)
    rows, columns = np.nonzero((best > 0) & (best >= highest))
    return [
        ((round((row + 0.5) / HALF - 0.5), round((column + 0.5) / HALF - 0.5)), int(turns[row, column]))
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    ]


def _settled(
    edges: Edges, sides: tuple[float, float], at: tuple[int, int], turn: int, least: float
) -> FoundOval | None:
    """The best place and turning about a candidate, each the peak of a parabola through its neighbours."""
    (row, column), (high, wide) = at, edges.changed.shape
    top, left = max(0, row - ASIDE), max(0, column - ASIDE)
    place = slice(top, min(high, row + ASIDE + 1)), slice(left, min(wide, column + ASIDE + 1))
    part = spectra(edges, reach_of(sides[0]), place)
    turns = [(turn + each) % 180 for each in FINER_TURNS]
    scores = np.array([sureness(*matched(part, kernels(*sides, each)), least) for each in turns])
    which, down, right = (int(each) for each in np.unravel_index(int(scores.argmax()), scores.shape))
    if scores[which, down, right] <= 0:
        return None
    x = left + right + _peak(scores[which, down], right)
    y = top + down + _peak(scores[which, :, right], down)
    step = FINER_TURNS[1] - FINER_TURNS[0]
    turned = turn + FINER_TURNS[which] + step * _peak(scores[:, down, right], which)
    return FoundOval(x, y, turned % 180, float(scores[which, down, right]))


def _peak(row: Sequence[float] | npt.NDArray[np.float32], at: int) -> float:
    """Where between its neighbours the highest of a row is."""
    if not 0 < at < len(row) - 1:
        return 0.0
    before, here, after = (float(each) for each in row[at - 1 : at + 2])
    bow = before - 2 * here + after
    return 0.0 if bow >= 0 else float(np.clip((before - after) / (2 * bow), -0.5, 0.5))


@lru_cache(maxsize=256)
def kernels(far: float, near: float, turn: int) -> Kernels:
    """As those of a circle, of an oval with such halves of its sides, in pixels."""
    reach = reach_of(far)
    x, y = np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1))
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    along, aside = x * cos + y * sin, y * cos - x * sin
    level = np.maximum(np.hypot(along / far, aside / near), 1e-6)
    slope_along, slope_aside = along / far**2 / level, aside / near**2 / level
    steep = np.maximum(np.hypot(slope_along, slope_aside), 1e-6)
    off = (level - 1) / steep
    ring = np.exp(-0.5 * (off / EDGE) ** 2)
    ring *= np.sqrt(4 * np.pi) * EDGE / ring.sum()
    inside = np.clip(-0.5 - off, 0, 1)
    out_along, out_aside = slope_along / steep, slope_aside / steep
    right, below = out_along * cos - out_aside * sin, out_along * sin + out_aside * cos
    return kernels_of(ring, right, below, inside)
