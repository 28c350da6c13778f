"""From a photo's pixels to the board's inches: four or more of the board's markers, and the bend of the lens.

Lines that are straight on the table are bent in a photo by an amount that grows with the square of the distance from
the picture's middle (the one-parameter division model: A. W. Fitzgibbon, "Simultaneous linear estimation of multiple
view geometry and lens distortion", CVPR 2001). The bend is the one that leaves the least error after the best view of
the flat board; with four markers there is nothing to measure it by, and it is taken to be none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.markers.marks import MarkKind, board_places
from highground.vision.markers.reading import Sighting

Points = npt.NDArray[np.float64]
"""An array of (n, 2)."""
LEAST_MARKERS = 4
ENOUGH_FOR_THE_LENS = 6
"""Markers from which on the lens is fitted: each gives four corners, so that there is more to fit than freedom."""
MOST_BEND = 0.25
"""The strongest bend that is looked for, relative to half of the picture's diagonal. Phones stay below 0.1."""
IN_A_LINE = "The board's markers lie in one line in this photo: take it from further above the middle."
STEPS = 5
"""Rounds of narrowing the bend down, each ten times finer than the one before."""


class BoardNotFound(ValueError):
    """Too few of the board's markers are seen; the message says which are missing and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """How a photo shows the board. `residual` is the mean error of the markers' corners in inches."""

    homography: Points
    bend: float
    middle: tuple[float, float]
    scale: float
    residual: float
    seen: tuple[int, ...]

    def to_inches(self, pixels: npt.ArrayLike) -> Points:
        """Places of the photo, (n, 2) in pixels, as places on the board in inches from its upper left corner."""
        straight = straighten(np.asarray(pixels, dtype=np.float64), self.bend, self.middle, self.scale)
        return _through(self.homography, straight)

    def to_pixels(self, inches: npt.ArrayLike) -> Points:
        """Places on the board as places of the photo."""
        back: Points = np.linalg.inv(self.homography).astype(np.float64)
        flat = _through(back, np.asarray(inches, dtype=np.float64))
        return bend_out(flat, self.bend, self.middle, self.scale)


def find_board(sightings: Sequence[Sighting], size: tuple[int, int], width: float = 60.0, height: float = 44.0) -> View:
    """The view of a board of so many inches in a photo of `size` (width, height) pixels.

    Raises BoardNotFound where fewer than four of its markers are seen, or those that are lie in a line.
    """
    places = board_places(width, height)
    seen = [each for each in sightings if each.mark.kind is MarkKind.BOARD]
    if len(seen) < LEAST_MARKERS:
        raise BoardNotFound(_missing([each.mark.code for each in seen], places))
    pixels = np.concatenate([each.corners.astype(np.float64) for each in seen])
    inches = _corner_places(seen, places)
    middle, scale = (size[0] / 2, size[1] / 2), float(np.hypot(*size)) / 2
    bend = _find_bend(pixels, inches, middle, scale) if len(seen) >= ENOUGH_FOR_THE_LENS else 0.0
    fitted = _fit(pixels, inches, bend, middle, scale)
    if fitted is None:
        raise BoardNotFound(IN_A_LINE)
    homography, residual = fitted
    return View(homography, bend, middle, scale, residual, tuple(each.mark.number for each in seen))


def _missing(seen: list[int], places: dict[int, tuple[float, float]]) -> str:
    missing = ", ".join(f"B{code + 1}" for code in places if code not in seen)
    return (
        f"{len(seen)} of the board's markers are seen, and {LEAST_MARKERS} are needed. Not found: {missing}. Uncover "
        "them, or bring them into the picture."
    )


def _corner_places(seen: Sequence[Sighting], places: dict[int, tuple[float, float]]) -> Points:
    """Where the markers' corners lie on the board. A card may lie turned: its own middle says which corner is which."""
    half = seen[0].mark.side / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    middles = np.array([places[each.mark.code] for each in seen])
    rough, _ = cv2.findHomography(np.array([each.centre for each in seen]), middles, 0)
    if rough is None:
        raise BoardNotFound(IN_A_LINE)
    found = []
    for each, middle in zip(seen, middles, strict=True):
        about = _through(np.asarray(rough, dtype=np.float64), each.corners.astype(np.float64))
        turns = [middle + np.roll(square, turn, axis=0) for turn in range(4)]
        found.append(min(turns, key=lambda corners: float(np.linalg.norm(corners - about))))
    return np.concatenate(found)


def _find_bend(pixels: Points, inches: Points, middle: tuple[float, float], scale: float) -> float:
    """The bend that leaves the least error, narrowed down from both sides."""
    best, reach = 0.0, MOST_BEND
    for _ in range(STEPS):
        tried = np.linspace(best - reach, best + reach, 21)
        errors = [_error(pixels, inches, float(each), middle, scale) for each in tried]
        best, reach = float(tried[int(np.argmin(errors))]), reach / 10
    return best


def _error(pixels: Points, inches: Points, bend: float, middle: tuple[float, float], scale: float) -> float:
    fitted = _fit(pixels, inches, bend, middle, scale)
    return np.inf if fitted is None else fitted[1]


def _fit(
    pixels: Points, inches: Points, bend: float, middle: tuple[float, float], scale: float
) -> tuple[Points, float] | None:
    """The best view of the flat board for a bend, and its mean error in inches."""
    straight = straighten(pixels, bend, middle, scale)
    homography, _ = cv2.findHomography(straight, inches, 0)
    if homography is None:
        return None
    found = np.asarray(homography, dtype=np.float64)
    return found, float(np.linalg.norm(_through(found, straight) - inches, axis=1).mean())


def straighten(pixels: Points, bend: float, middle: tuple[float, float], scale: float) -> Points:
    """Take the bend out: each place moves along its ray from the picture's middle."""
    ray = (pixels - middle) / scale
    return np.asarray(ray / (1 + bend * (ray**2).sum(axis=1, keepdims=True)) * scale + middle)


def bend_out(straight: Points, bend: float, middle: tuple[float, float], scale: float) -> Points:
    """Pixels as the lens puts them, from straight ones (n, 2): the way back of `straighten`, a quadratic equation."""
    if not bend:
        return straight
    ray = (straight - middle) / scale
    far = np.linalg.norm(ray, axis=1, keepdims=True)
    inside = np.sqrt(np.maximum(0.0, 1 - 4 * bend * far**2))
    share = np.where(far > 0, 2 / (1 + inside), 1.0)
    return np.asarray(ray * share * scale + middle)


def _through(homography: Points, points: Points) -> Points:
    along = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(along[:, :2] / along[:, 2:])
