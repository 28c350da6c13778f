"""The board as seen from right above, and what differs between two such pictures."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.board import View

Picture = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]
COARSE = 8
"""Pixels between the places that are computed exactly; those between are interpolated."""
LIGHT_CELL = 24
"""Pixels of a cell in which the light is taken to be even."""
FEW_CELLS = 12
"""Cells along a side, below which there are too few to tell the light from the things."""
ROUNDS = 6


def flatten(picture: Picture, view: View, dots: float, width: float = 60.0, height: float = 44.0) -> Picture:
    """The board alone, `dots` pixels an inch, (height, width, 3)."""
    wide, high = round(width * dots), round(height * dots)
    across, down = (np.arange(0, side + COARSE, COARSE) for side in (wide, high))
    x, y = np.meshgrid(across + 0.5, down + 0.5)
    at = view.to_pixels(np.column_stack([x.ravel(), y.ravel()]) / dots) - 0.5
    grid = at.astype(np.float32).reshape(*x.shape, 2)
    across_at, down_at = (_between(np.ascontiguousarray(grid[..., each]), wide, high) for each in (0, 1))
    found = cv2.remap(picture, across_at, down_at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cast("Picture", found)


def _between(grid: Field, wide: int, high: int) -> Field:
    """Linear between the grid's places, `COARSE` pixels apart."""
    x, y = (np.arange(side, dtype=np.float32) / COARSE for side in (wide, high))
    across, down = np.meshgrid(x, y)
    return cast("Field", cv2.remap(grid, across, down, cv2.INTER_LINEAR))


def changed(now: Picture, before: Picture, tolerance: int = 2) -> Field:
    """How much each place differs between two flattened pictures of one size, in units of Lab colour.

    The light may have changed, slowly over the board, and places may have shifted by `tolerance` pixels.
    """
    new, old = in_lab(now), in_lab(before)
    return apart(new - change_of_light(new - old), old, tolerance)


def in_lab(picture: Picture) -> Field:
    """The colours of a picture in Lab."""
    light = np.multiply(picture, np.float32(1 / 255), dtype=np.float32)
    return np.asarray(cv2.cvtColor(light, cv2.COLOR_BGR2LAB), dtype=np.float32)


def apart(new: Field, old: Field, tolerance: int) -> Field:
    """How much each place differs between two boards in Lab, in its units."""
    new, old = (np.asarray(cv2.GaussianBlur(each, (0, 0), 0.8), dtype=np.float32) for each in (new, old))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * tolerance + 1,) * 2)
    above = new - cv2.dilate(old, kernel)
    below = cv2.erode(old, kernel) - new
    beyond = np.maximum(np.maximum(above, below), 0)
    return np.asarray(np.sqrt(summed(beyond * beyond)), dtype=np.float32)


def summed(field: Field) -> Field:
    """The three values of each place added up; a tenth of what `sum` takes."""
    return np.asarray(cv2.transform(field, np.ones((1, 3), dtype=np.float32)), dtype=np.float32)


def change_of_light(between: Field) -> Field:
    """The part of a difference that varies slowly over the board: the light's, not the things'.

    A cubic surface through the cells' means, a cell counting the less the further it lies off (Cauchy's weights). Over
    a few inches it is taken to be one value.
    """
    high, wide = between.shape[:2]
    if min(high, wide) < FEW_CELLS * LIGHT_CELL:
        middle = np.median(between.reshape(-1, 3)[::7], axis=0)
        return np.broadcast_to(middle.astype(np.float32), between.shape)
    small = cv2.resize(between, (wide // LIGHT_CELL, high // LIGHT_CELL), interpolation=cv2.INTER_AREA)
    terms = _cubic(*small.shape[:2])
    found = np.zeros((terms.shape[1], 3))
    cells = small.reshape(-1, 3).astype(np.float64)
    for _ in range(ROUNDS):
        off = np.linalg.norm(cells - terms @ found, axis=1)
        weight = 1 / (1 + (off / max(0.5, float(np.median(off)))) ** 2)
        weighed = terms * (weight * weight)[:, None]
        found = np.linalg.solve(weighed.T @ terms, weighed.T @ cells)  # the terms are few, and far from alike
    even = (terms @ found).reshape(small.shape).astype(np.float32)
    return cast("Field", cv2.resize(even, (wide, high), interpolation=cv2.INTER_CUBIC))


def _cubic(high: int, wide: int) -> npt.NDArray[np.float64]:
    x, y = (each.ravel() for each in np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high)))
    return np.column_stack([x**i * y**j for i in range(4) for j in range(4 - i)])
