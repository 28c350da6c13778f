"""Finding the printed markers in a photo."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
from cv2.typing import MatLike

from highground.vision.markers.marks import Mark, by_code

Corners = npt.NDArray[np.float32]
SMALLEST_SIDE_PX = 8
"""A marker whose side is shorter is taken for noise (OpenCV's default would miss those under 14 at 1080p)."""
SHARPENING, SHARPENED_TO = 3.0, 2600
"""How much of what the blur takes away is added again, in photos of at most so many pixels on the longer side."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A marker seen: its corners in pixels of the photo, an array of (4, 2), clockwise from the marker's upper left."""

    mark: Mark
    corners: Corners

    @property
    def centre(self) -> tuple[float, float]:
        """Where the diagonals meet, in pixels: the middle of the square also where it is seen at a slant."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners.astype(np.float64)
        first, second = (cx - ax, cy - ay), (dx - bx, dy - by)
        across = first[0] * second[1] - first[1] * second[0]
        along = ((bx - ax) * second[1] - (by - ay) * second[0]) / across
        return float(ax + along * first[0]), float(ay + along * first[1])

    @property
    def side(self) -> float:
        """Mean length of the four sides in pixels."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, -1, axis=0), axis=1).mean())


def read_markers(photo: MatLike) -> list[Sighting]:
    """All of our markers in a photo (height, width) or (height, width, 3 of any order of colours), by their codes.

    A code seen twice is given once, the larger of the two: there is only one of each on a table, and a copy is most
    often its own reflection or a sheet that lies about.
    """
    grey = photo if photo.ndim == 2 else cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)
    seen = _detected(grey)
    if max(grey.shape) <= SHARPENED_TO:
        seen = _detected(_sharpened(grey)) | seen  # corners are truer where nothing was drawn out
    return [seen[code] for code in sorted(seen)]


def _detected(grey: MatLike) -> dict[int, Sighting]:
    corners, codes, _ = _detector(max(grey.shape)).detectMarkers(grey)
    known = by_code()
    seen: dict[int, Sighting] = {}
    for quad, code in zip(corners, [] if codes is None else [int(code) for code in np.ravel(codes)], strict=True):
        sighting = Sighting(known[code], np.asarray(quad, dtype=np.float32).reshape(4, 2))
        if code not in seen or seen[code].side < sighting.side:
            seen[code] = sighting
    return seen


def _sharpened(grey: MatLike) -> MatLike:
    """Edges drawn out, for small markers that blur has made grey."""
    return cv2.addWeighted(grey, 1 + SHARPENING, cv2.GaussianBlur(grey, (0, 0), 1.5), -SHARPENING, 0)


@cache
def _detector(longest: int) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 4 * SMALLEST_SIDE_PX / longest
    parameters.minDistanceToBorder = 0  # else markers of the board that lie near a photo's edge are missed
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 3
    parameters.perspectiveRemovePixelPerCell = 8
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
