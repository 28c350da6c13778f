"""Where the camera is: from the flat board's view to places above the board.

A view of the flat board says where its places are in the photo, and nothing of what stands up. With the length of the
lens the camera's place follows from it, and with that the view of every other height. The length is the one at which
the board's two directions are as long as each other and square to each other (Z. Zhang, "A flexible new technique for
camera calibration", 2000). From right above, every length fits; so phones' usual length has a say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from highground.vision.board import Points, View, bend_out

USUAL = 0.75
"""The length of a phone's main lens, over the longer side of its photo: those of 23 to 28 mm on film."""
SPREAD = 0.09
"""By how much (natural logarithm) lengths differ from the usual one."""
UNSQUARE = 0.004
"""By how much a view that is read well is not square."""
TRIED = USUAL * np.exp(np.linspace(-0.6, 0.6, 121))


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A camera. `onto` (3, 3) takes inches on the flat board to straight pixels, `rise` (3,) is what an inch of height
    adds to that; `eye` is the camera's place: x, y and height in inches."""

    view: View
    onto: Points
    rise: Points
    eye: tuple[float, float, float]

    def at_height(self, height: float, corner: tuple[float, float] = (0.0, 0.0)) -> View:
        """The view of a plane so many inches above the board, whose places are measured from a `corner` in inches."""
        lifted = self.onto.copy()
        lifted[:, 2] += height * self.rise + lifted[:, :2] @ np.array(corner)
        return replace(self.view, homography=_inverse(lifted))

    def to_pixels(self, places: Points) -> Points:
        """Pixels (n, 2) of places (n, 3): inches on the board and above it."""
        flat = np.column_stack([places[:, :2], np.ones(len(places))])
        seen = flat @ self.onto.T + places[:, 2:] * self.rise
        return bend_out(seen[:, :2] / seen[:, 2:], self.view.bend, self.view.middle, self.view.scale)

    def projected(self, places: Points, tops: float | Points, plane: float = 0.0) -> Points:
        """Where on a plane (its height in inches) lies what places (n, 2) at a height of `tops` hide of it."""
        foot = np.array(self.eye[:2])
        below = self.eye[2] - np.minimum(np.asarray(tops, dtype=np.float64), 0.9 * self.eye[2])
        share = (self.eye[2] - plane) / below
        return np.asarray(foot + (places - foot) * np.reshape(share, (-1, 1)))


def pose_of(view: View, size: tuple[int, int]) -> Pose:
    """The camera that took a photo of `size` (width, height) pixels with this view of the board."""
    onto = _inverse(view.homography)
    focal = _length(onto, size) * max(size)
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    axes = np.linalg.inv(lens) @ onto
    unit = float(np.linalg.norm(axes[:, :2], axis=0).mean()) * (1 if axes[2, 2] > 0 else -1)
    axes, onto = axes / unit, np.asarray(onto / unit, dtype=np.float64)
    into = np.cross(axes[:, 0], axes[:, 1])
    turned, _, other = np.linalg.svd(np.column_stack([axes[:, 0], axes[:, 1], into / np.linalg.norm(into)]))
    eye = -(turned @ other).T @ axes[:, 2]
    return Pose(view, np.asarray(onto), -lens @ (turned @ other)[:, 2], (float(eye[0]), float(eye[1]), float(-eye[2])))


def _inverse(matrix: Points) -> Points:
    return np.asarray(np.linalg.inv(matrix), dtype=np.float64)


def _length(onto: Points, size: tuple[int, int]) -> float:
    """The lens's length over the longer side."""
    costs = []
    for each in TRIED:
        focal = each * max(size)
        x, y = ((onto[:2, k] - np.array(size) / 2 * onto[2, k]) / focal for k in (0, 1))
        one, two = np.array([*x, onto[2, 0]]), np.array([*y, onto[2, 1]])
        long = (one @ one + two @ two) / 2
        off = ((one @ one - two @ two) / 2 / long, one @ two / long)
        costs.append((off[0] ** 2 + off[1] ** 2) / UNSQUARE**2 + (np.log(each / USUAL) / SPREAD) ** 2)
    return float(TRIED[int(np.argmin(costs))])
