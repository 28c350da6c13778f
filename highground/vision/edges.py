"""What outlines of bases are matched against: where a table differs from its empty self, and how its edges run.

The second is the structure tensor of the colours (J. Bigün and G. H. Granlund, "Optimal orientation detection of linear
symmetry", ICCV 1987), its part across an outline less that along it.
"""

from __future__ import annotations

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
LEAST_FILLED = 0.40
"""Share of an outline that must have changed: a top painted like the table does not."""
CELL = 8
"""Pixels: in cells of such a side is noted where outlines are to be searched for."""

Kernels = tuple[Field, Field, Field, Field]
"""Weights along an outline, the direction outwards at each (x, y), and weights that give the mean inside."""


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """How the difference falls off, how the picture's edges run, what has changed."""

    across: Field
    down: Field
    tensor: tuple[Field, Field, Field]
    changed: Field


def edges_of(board: Picture, difference: Field) -> Edges:
    """Of a board (height, width, 3 of BGR) and how much of it differs (`flat.apart`)."""
    near = np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * NEAR + 1,) * 2), dtype=np.uint8)
    contrast = cv2.dilate(difference, near) + 2 * CHANGED
    across, down = _slopes(difference)
    soft = np.clip(difference / CHANGED - 0.5, 0, 1) * 255
    changed = cv2.GaussianBlur(cv2.medianBlur(soft.astype(np.uint8), 3).astype(np.float32) / 255, (0, 0), 0.7)
    reach = np.ones((5, 5), dtype=np.uint8)
    live = np.asarray(cv2.dilate((difference > 0.7 * CHANGED).astype(np.uint8), reach), dtype=np.uint8)
    return Edges(across / contrast, down / contrast, _tensor(board, near, live), changed)


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


def parts(wanted: npt.NDArray[np.bool_]) -> list[tuple[slice, slice]]:
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


def shown(edges: Edges, kernels: tuple[Field, ...], place: tuple[slice, slice]) -> Field:
    """How well an edge shows of outlines about the places of a part of the board."""
    ring, x, y = kernels
    reach, (rows, columns) = ring.shape[0] // 2, place
    top, left = max(0, rows.start - reach), max(0, columns.start - reach)
    about = slice(top, rows.stop + reach), slice(left, columns.stop + reach)
    falls = -weighed(edges.across[about], ring * x) - weighed(edges.down[about], ring * y)
    xx, xy, yy = (each[about] for each in edges.tensor)
    # part across less part along the outline of the tensor, by double angles
    runs = weighed(xx - yy, ring * (x * x - y * y)) + 4 * weighed(xy, ring * x * y)
    edge = np.asarray((falls + runs / RUNS_ROUND) / 2, dtype=np.float32)
    return edge[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]


def weighed(field: Field, weights: Field) -> Field:
    """The sum of a field about each place, each neighbour with its weight."""
    return np.asarray(cv2.filter2D(field, cv2.CV_32F, weights), dtype=np.float32)
