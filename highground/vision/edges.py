"""What outlines of bases are matched against: where a table differs from its empty self, and how its edges run.

The second is the structure tensor of the colours (J. Bigün and G. H. Granlund, "Optimal orientation detection of linear
symmetry", ICCV 1987), its part across an outline less that along it. What they add up to along an outline about every
place is worked out in the frequency domain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.board import Points
from highground.vision.flat import Field, Picture, in_lab, summed

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


@dataclass(frozen=True, slots=True, eq=False)
class Kernels:
    """Weights about a place by which an outline about it is matched: one for each field along its edge (the slopes, the
    two parts of the tensor), and one that gives the mean inside. All are squares of one size."""

    edge: tuple[Field, Field, Field, Field]
    inside: Field


def kernels_of(ring: Points, x: Points, y: Points, inside: Points) -> Kernels:
    """From weights along an outline, the direction outwards at each, and how much of each pixel lies inside.

    Falls of the slopes count, and the part of the tensor across the outline less that along it, by double angles.
    """
    half = ring / 2
    runs = half / RUNS_ROUND
    first, second, third, fourth, fifth = (
        each.astype(np.float32)
        for each in (-half * x, -half * y, runs * (x * x - y * y), 4 * runs * x * y, inside / inside.sum())
    )
    return Kernels((first, second, third, fourth), fifth)


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
    x, y = _slopes(np.asarray(cv2.GaussianBlur(in_lab(board), (0, 0), 0.8), dtype=np.float32))
    xx, xy, yy = (summed(one * other) for one, other in ((x, x), (x, y), (y, y)))
    strength = np.sqrt(xx + yy)
    scale = np.maximum(strength * (cv2.dilate(strength, near) + 1), 1e-6)
    first, second, third = (np.where(live > 0, each / scale, 0).astype(np.float32) for each in (xx, xy, yy))
    return first, second, third


def reach_of(far: float) -> int:
    """How many pixels the weights of an outline reach, whose longer half is so many pixels."""
    return int(np.ceil(far + 3 * EDGE))


@dataclass(frozen=True, slots=True, eq=False)
class Spectra:
    """What outlines about the places of a part of a plane are matched with, after a Fourier transform, which is done
    once for all outlines: the two slopes, the two parts of the tensor and what has changed.

    `reach` is how many pixels outlines may reach beyond the part, `size` its rows and columns.
    """

    reach: int
    size: tuple[int, int]
    fields: tuple[Field, ...]


def spectra(edges: Edges, reach: int, place: tuple[slice, slice] | None = None) -> Spectra:
    """Of a part of a plane, or of all of it. Beyond the plane's edges it is taken to be mirrored."""
    rows, columns = place or (slice(0, edges.changed.shape[0]), slice(0, edges.changed.shape[1]))
    xx, xy, yy = edges.tensor
    size = rows.stop - rows.start, columns.stop - columns.start
    wanted = [cv2.getOptimalDFTSize(side + 2 * reach) for side in size]
    found = []
    for field in (edges.across, edges.down, xx - yy, xy, edges.changed):
        wide = np.zeros(wanted, dtype=np.float32)
        wide[: size[0] + 2 * reach, : size[1] + 2 * reach] = _around(field, rows, columns, reach)
        found.append(np.asarray(cv2.dft(wide), dtype=np.float32))
    return Spectra(reach, size, tuple(found))


def _around(field: Field, rows: slice, columns: slice, reach: int) -> Field:
    """A part of a field with so many pixels about it."""
    high, wide = field.shape
    top, left = max(0, rows.start - reach), max(0, columns.start - reach)
    bottom, right = min(high, rows.stop + reach), min(wide, columns.stop + reach)
    beyond = (top - rows.start + reach, rows.stop + reach - bottom, left - columns.start + reach)
    return np.asarray(
        cv2.copyMakeBorder(
            field[top:bottom, left:right], *beyond, columns.stop + reach - right, borderType=cv2.BORDER_REFLECT_101
        ),
        dtype=np.float32,
    )


def matched(found: Spectra, kernels: Kernels) -> tuple[Field, Field]:
    """How well an edge shows of outlines about each place, and the share of what lies inside that has changed."""
    edge, inside = found.fields[:-1], found.fields[-1:]
    return _correlated(found, edge, kernels.edge), _correlated(found, inside, [kernels.inside])


def _correlated(found: Spectra, fields: Sequence[Field], weights: Sequence[Field]) -> Field:
    """The sum of each field about each place, each neighbour with its weight, added up."""
    total = np.zeros_like(fields[0])
    for field, each in zip(fields, weights, strict=True):
        wide = np.zeros_like(field)
        side, off = each.shape[0], found.reach - each.shape[0] // 2
        wide[off : off + side, off : off + side] = each
        total += cv2.mulSpectrums(field, cv2.dft(wide, nonzeroRows=off + side), 0, conjB=True)
    back = cv2.dft(total, flags=cv2.DFT_INVERSE | cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)
    return np.asarray(back[: found.size[0], : found.size[1]], dtype=np.float32)


def sureness(edge: Field, inside: Field, least: float) -> Field:
    """How sure an outline is at each place, by its edge and what has changed inside it."""
    shows = (edge > least) & (inside > LEAST_FILLED)
    return np.asarray(np.where(shows, edge * (0.4 + 0.6 * inside), 0), dtype=np.float32)
