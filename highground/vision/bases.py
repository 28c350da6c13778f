"""Finding round bases where a table differs from its empty self.

Along the edge of a base two things show: the difference to the empty table falls off outwards, and the picture's own
edge runs round, not across. Both are added up along circles of the known sizes, by convolution. A body leans out of
the picture's middle and hides a part of the edge; it is no measure of where a miniature stands, the base is.

The second is the structure tensor of the colours (J. Bigün and G. H. Granlund, "Optimal orientation detection of linear
symmetry", ICCV 1987), its radial part less its tangential one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.flat import Field, Picture, summed

CHANGED = 3.5
"""From so much difference in colour (Lab) on, a place counts as changed."""
NEAR = 4
"""Pixels around a place among which its contrast is measured."""
EDGE = 1.3
"""Pixels by which a base's edge may be blurred."""
RUNS_ROUND = 2.5
"""What a whole edge of the picture's own adds up to, by which it is divided to weigh as much as the difference's."""
LEAST_EDGE = 0.30
"""Share of a circle's edge that must show."""
FAINT = 0.20
"""The same where it is known that a base may be."""
LEAST_FILLED = 0.40
"""Share of a circle that must have changed: a top painted like the table does not."""
CELL = 8
"""Pixels: in cells of such a side is noted where circles are to be searched for."""
OVERLAP = 0.88
"""Bases do not overlap; measured middles may be so much nearer than the bases are wide."""


@dataclass(frozen=True, slots=True)
class FoundBase:
    """A base found: middle, width and how high above the board it stands in inches, and how sure it is, from 0 to 1."""

    x: float
    y: float
    diameter: float
    score: float
    up: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """What circles are matched against: how the difference falls off, how the picture's edges run, what has changed."""

    across: Field
    down: Field
    tensor: tuple[Field, Field, Field]
    changed: Field


def find_bases(
    board: Picture, difference: Field, dots: float, diameters: Sequence[float], hidden: npt.NDArray[np.uint8]
) -> list[FoundBase]:
    """Bases of so many inches across, the surest first.

    `board` and `difference` (`flat.changed`) have `dots` pixels an inch; where `hidden` (0 or 255) is set, nothing is.
    """
    return apart_of(find_circles(board, difference, dots, diameters, hidden, LEAST_EDGE))


def find_circles(
    board: Picture, difference: Field, dots: float, diameters: Sequence[float], hidden: npt.NDArray[np.uint8],
    least: float,
) -> list[FoundBase]:  # fmt: skip
    """The same, those that overlap each other too, of whose edge at least a share shows."""
    difference = np.where(hidden > 0, 0, difference).astype(np.float32)
    edges = _edges(board, difference)
    found = [base for each in diameters for base in _of_size(edges, each, dots, least)]
    return sorted(found, key=lambda base: -base.score)


def _edges(board: Picture, difference: Field) -> _Edges:
    near = np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * NEAR + 1,) * 2), dtype=np.uint8)
    contrast = cv2.dilate(difference, near) + 2 * CHANGED
    across, down = _slopes(difference)
    soft = np.clip(difference / CHANGED - 0.5, 0, 1) * 255
    changed = cv2.GaussianBlur(cv2.medianBlur(soft.astype(np.uint8), 3).astype(np.float32) / 255, (0, 0), 0.7)
    reach = np.ones((5, 5), dtype=np.uint8)
    live = np.asarray(cv2.dilate((difference > 0.7 * CHANGED).astype(np.uint8), reach), dtype=np.uint8)
    return _Edges(across / contrast, down / contrast, _tensor(board, near, live), changed)


def _slopes(field: Field) -> tuple[Field, Field]:
    """The fall from pixel to pixel, to the right and down."""
    return (
        np.asarray(cv2.Sobel(field, cv2.CV_32F, 1, 0, scale=0.125), dtype=np.float32),
        np.asarray(cv2.Sobel(field, cv2.CV_32F, 0, 1, scale=0.125), dtype=np.float32),
    )


def _tensor(board: Picture, near: npt.NDArray[np.uint8], live: npt.NDArray[np.uint8]) -> tuple[Field, Field, Field]:
    """How strongly the colours change from left to right, aslant, and downwards; relative to the contrast about it."""
    lab = cv2.GaussianBlur(cv2.cvtColor(board.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), (0, 0), 0.8)
    x, y = _slopes(np.asarray(lab, dtype=np.float32))
    xx, xy, yy = (summed(one * other) for one, other in ((x, x), (x, y), (y, y)))
    strength = np.sqrt(xx + yy)
    scale = np.maximum(strength * (cv2.dilate(strength, near) + 1), 1e-6)
    first, second, third = (np.where(live > 0, each / scale, 0).astype(np.float32) for each in (xx, xy, yy))
    return first, second, third


def _of_size(edges: _Edges, diameter: float, dots: float, least: float) -> list[FoundBase]:
    """Circles of one size: every place whose edge shows, better than those beside it."""
    radius = diameter * dots / 2
    kernels = _kernels(radius)
    filled = _sum(edges.changed, kernels[3])
    score = np.zeros_like(filled)
    for place in _parts(filled > LEAST_FILLED):
        edge, inside = _shown(edges, kernels[:3], place), filled[place]
        shows = (edge > least) & (inside > LEAST_FILLED)
        score[place] = np.where(shows, edge * (0.4 + 0.6 * inside), 0)
    best = cv2.dilate(score, np.ones((2 * max(2, round(radius / 2)) + 1,) * 2, dtype=np.uint8))
    rows, columns = np.nonzero((score > 0) & (score >= best))
    return [_settled(score, int(row), int(column), diameter, dots) for row, column in zip(rows, columns, strict=True)]


def _parts(wanted: npt.NDArray[np.bool_]) -> list[tuple[slice, slice]]:
    """Rectangles that cover every wanted place; the whole where they would cover most of it."""
    high, wide = wanted.shape
    cells = np.zeros((-(-high // CELL), -(-wide // CELL)), dtype=np.uint8)
    rows, columns = np.nonzero(wanted)
    cells[rows // CELL, columns // CELL] = 1
    near = cv2.dilate(cells, np.ones((3, 3), dtype=np.uint8))
    boxes = cv2.connectedComponentsWithStats(near)[2][1:, :4] * CELL
    if (boxes[:, 2] * boxes[:, 3]).sum() > wanted.size / 2:
        return [(slice(0, high), slice(0, wide))]
    return [(slice(y, min(y + down, high)), slice(x, min(x + across, wide))) for x, y, across, down in boxes.tolist()]


def _shown(edges: _Edges, kernels: tuple[Field, ...], place: tuple[slice, slice]) -> Field:
    """How well an edge shows of circles about the places of a part of the board."""
    ring, x, y = kernels
    reach, (rows, columns) = ring.shape[0] // 2, place
    top, left = max(0, rows.start - reach), max(0, columns.start - reach)
    about = slice(top, rows.stop + reach), slice(left, columns.stop + reach)
    falls = -_sum(edges.across[about], ring * x) - _sum(edges.down[about], ring * y)
    xx, xy, yy = (each[about] for each in edges.tensor)
    # radial less tangential part of the tensor, by double angles
    runs = _sum(xx - yy, ring * (x * x - y * y)) + 4 * _sum(xy, ring * x * y)
    edge = np.asarray((falls + runs / RUNS_ROUND) / 2, dtype=np.float32)
    return edge[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]


def _sum(field: Field, weights: Field) -> Field:
    return np.asarray(cv2.filter2D(field, cv2.CV_32F, weights), dtype=np.float32)


def _kernels(radius: float) -> tuple[Field, Field, Field, Field]:
    """Weights along a circle of so many pixels, the direction outwards at each, and weights that give the mean inside.

    A fall of 1 across an edge that is as blurred as the ring is wide adds up to 1 all round.
    """
    reach = int(np.ceil(radius + 3 * EDGE))
    x, y = np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1))
    far = np.hypot(x, y)
    ring = np.exp(-0.5 * ((far - radius) / EDGE) ** 2) * np.sqrt(2) / (2 * np.pi * radius)
    inside = np.clip(radius - 0.5 - far, 0, 1)
    steady = np.maximum(far, 1e-6)
    first, second, third, fourth = (
        each.astype(np.float32) for each in (ring, x / steady, y / steady, inside / inside.sum())
    )
    return first, second, third, fourth


def _settled(score: Field, row: int, column: int, diameter: float, dots: float) -> FoundBase:
    """The peak of a parabola through the best place and its neighbours, as inches."""
    high, wide = score.shape
    x, y = float(column), float(row)
    if 0 < column < wide - 1:
        x += _peak(score[row, column - 1 : column + 2])
    if 0 < row < high - 1:
        y += _peak(score[row - 1 : row + 2, column])
    return FoundBase((x + 0.5) / dots, (y + 0.5) / dots, diameter, min(1.0, float(score[row, column])))


def _peak(three: Field) -> float:
    before, here, after = (float(each) for each in three)
    bow = before - 2 * here + after
    return 0.0 if bow >= 0 else float(np.clip((before - after) / (2 * bow), -0.5, 0.5))


def apart_of(found: Sequence[FoundBase]) -> list[FoundBase]:
    """The best of those that would overlap."""
    kept: list[FoundBase] = []
    for base in found:
        if all(
            np.hypot(base.x - each.x, base.y - each.y) > OVERLAP * (base.diameter + each.diameter) / 2 for each in kept
        ):
            kept.append(base)
    return kept
