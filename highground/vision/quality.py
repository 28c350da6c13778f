"""Is a photo good enough to be read, and if not, what should the person with the phone do?"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.board import View
from highground.vision.flat import Picture
from highground.vision.found import KnownTable, Problem, Spot
from highground.vision.markers.marks import Mark, MarkKind, marks
from highground.vision.markers.reading import Sighting

DARK = 28.0
"""Mean brightness (of 255) below which nothing can be distinguished."""
EMPTY_SPREAD = 4.0
"""Standard deviation of brightness below which a picture shows nothing at all."""
GLARE_SHARE = 0.04
"""Share of the picture that may be burnt out."""
SHARP = 0.16
"""The steepest step across a marker's black edge, as a share of its contrast, that a sharp photo has a pixel wide."""
MOVED = 0.012
"""Share of the picture's width by which a board marker may have moved before the camera counts as moved."""
PRINT_OFF = 0.12
"""Share of their size by which the board's markers may be printed too large or too small: a printer's margins take 6 %
away."""
SMALL = 10.0
"""Pixels along a transponder below which the photo is too small."""


def of_picture(picture: Picture) -> list[Problem]:
    """What can be said without knowing what is on the picture."""
    small = cv2.resize(picture, (480, max(1, 480 * picture.shape[0] // picture.shape[1])), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    blank = float(grey.std()) < EMPTY_SPREAD
    if float(grey.mean()) < DARK:
        return [Problem("dark", "The photo is too dark. Turn a light on, or move one closer.", fatal=blank)]
    if blank:
        return [Problem("empty", "The photo shows nothing. Is the lens covered?", fatal=True)]
    if float((grey >= 254).mean()) > GLARE_SHARE:
        return [Problem("glare", "A part of the photo is burnt out by light. Turn the lamp away, or close a curtain.")]
    return []


def of_markers(picture: Picture, seen: Sequence[Sighting], known: KnownTable) -> list[Problem]:
    """What the markers tell: a blurred photo, a hidden corner, a camera that was moved, a photo that is too small."""
    checks = (_blurred(picture, seen), _hidden(seen), _moved(picture, seen, known), _small(seen))
    return [problem for problem in checks if problem is not None]


def print_scale(seen: Sequence[Sighting], view: View) -> float:
    """How many times their size the markers were printed, by those of the board; 1 where that is about right."""
    sides = [float(sides_of(each, view).mean()) / each.mark.side for each in seen if each.mark.kind is MarkKind.BOARD]
    scale = float(np.median(sides)) if sides else 1.0
    return scale if abs(scale - 1) > PRINT_OFF else 1.0


def sides_of(sighting: Sighting, view: View) -> npt.NDArray[np.float64]:
    """The sides (4) of a marker on the board, in inches."""
    corners = view.to_inches(sighting.corners)
    return np.asarray(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1))


def of_prints(scale: float) -> list[Problem]:
    """What is wrong with markers that were printed so many times their size."""
    if scale == 1.0:
        return []
    return [
        Problem(
            "print-size",
            f"The markers are printed at about {scale:.0%} of their size, so places are read less exactly. Print them "
            "again at 100 % ('actual size').",
        )
    ]


def _blurred(picture: Picture, seen: Sequence[Sighting]) -> Problem | None:
    steps = [_steepest(picture, each) for each in seen if each.mark.kind is MarkKind.BOARD]
    if len(steps) < 2 or float(np.median(steps)) >= SHARP:
        return None
    return Problem("blurred", "The photo is blurred. Hold the phone still or mount it, wipe the lens, and shoot again.")


def _steepest(picture: Picture, sighting: Sighting) -> float:
    """The steepest step from pixel to pixel on a marker, as a share of its contrast."""
    left, top = np.maximum(sighting.corners.min(axis=0).astype(int) - 4, 0)
    right, bottom = sighting.corners.max(axis=0).astype(int) + 5
    grey = cv2.cvtColor(picture[top:bottom, left:right], cv2.COLOR_BGR2GRAY).astype(np.float32)
    low, high = np.percentile(grey, (5, 95))
    steps = np.hypot(np.diff(grey, axis=1)[:-1], np.diff(grey, axis=0)[:, :-1])
    return float(np.percentile(steps, 97) / max(1.0, high - low))


def _hidden(seen: Sequence[Sighting]) -> Problem | None:
    there = {each.mark for each in seen}
    missing = [mark for mark in marks(MarkKind.BOARD) if mark not in there]
    if not missing or len(missing) == len(marks(MarkKind.BOARD)):
        return None
    names = ", ".join(mark.label for mark in missing)
    return Problem("hidden-marker", f"Not seen of the board's markers: {names}. Uncover them, or lift the camera.")


def _moved(picture: Picture, seen: Sequence[Sighting], known: KnownTable) -> Problem | None:
    size = (picture.shape[1], picture.shape[0])
    off = [_off(each, known.markers[each.mark.number], size) for each in seen if _calibrated(each.mark, known)]
    if not off or float(np.median(off)) < MOVED:
        return None
    return Problem("moved", "The camera has moved since it was calibrated. Take a new photo of the empty board soon.")


def _calibrated(mark: Mark, known: KnownTable) -> bool:
    return mark.kind is MarkKind.BOARD and mark.number in known.markers


def _off(sighting: Sighting, before: Spot, size: tuple[int, int]) -> float:
    x, y = sighting.centre
    return float(np.hypot(x - before[0] * size[0], y - before[1] * size[1])) / size[0]


def _small(seen: Sequence[Sighting]) -> Problem | None:
    sides = [each.side for each in seen if each.mark.kind is MarkKind.TRANSPONDER]
    if not sides or float(np.median(sides)) >= SMALL:
        return None
    return Problem("small", "The markers are very small in this photo. Come closer, or use the camera's full size.")
