"""What hides what: which parts of the board a camera cannot see for the terrain and the bodies that stand on it.

What stands up hides of a plane what lies between its foot and where its top is projected, seen from the camera. Walls
hide; a piece that has floors and no walls is taken for a block. A piece that has neither may be a wood, into which one
sees from above: it hides nothing for certain, and the ground about it is not the same from two sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.board import Points
from highground.vision.found import KnownTerrain, Spot
from highground.vision.pose import Pose

THICK = 0.3
"""Inches that a wall is thick."""
MARGIN = 0.25
"""Inches by which a wall may be elsewhere or thicker than the layout has it."""
BODY = 0.7
"""How wide a body is, over its base."""
Mask = npt.NDArray[np.uint8]


def hidden_by_terrain(pose: Pose, terrain: Iterable[KnownTerrain], plane: float = 0.0) -> list[Points]:
    """Outlines (n, 2), in inches on a plane so high above the board, of what terrain hides of it for certain."""
    found = []
    for piece in terrain:
        if piece.height <= plane:
            continue
        if piece.walls:
            found += [_shade(pose, _wall(*each), piece.height, plane) for each in piece.walls]
        elif piece.floors:
            found.append(_shade(pose, np.array(piece.outline), piece.height, plane))
    return found


def unlike_ground(pose: Pose, terrain: Iterable[KnownTerrain], plane: float = 0.0) -> list[Points]:
    """Outlines of all standing terrain in a photo, projected onto a plane: elsewhere in a photo from elsewhere."""
    found = []
    for piece in terrain:
        if piece.height <= plane + 0.2:
            continue
        if piece.walls and not piece.floors:
            found += [_shade(pose, _wall(*each, MARGIN), piece.height, plane) for each in piece.walls]
        else:
            found.append(_shade(pose, np.array(piece.outline), piece.height, plane))
    return found


def _wall(start: Spot, end: Spot, beyond: float = 0.0) -> Points:
    first, last = np.array(start), np.array(end)
    along = (last - first) / max(1e-6, float(np.linalg.norm(last - first))) * (THICK / 2 + beyond)
    aside = np.array([-along[1], along[0]])
    return np.array([first - along - aside, last + along - aside, last + along + aside, first - along + aside])


def _shade(pose: Pose, outline: Points, top: float, plane: float) -> Points:
    both = np.concatenate([outline, pose.projected(outline, top, plane)]).astype(np.float32)
    return np.asarray(cv2.convexHull(both).reshape(-1, 2), dtype=np.float64)


def body_shade(pose: Pose, place: Spot, diameter: float, height: float, plane: float = 0.0) -> Points:
    """The outline of what a miniature that stands on a plane hides of it: its base and its body, projected."""
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    round_ = np.column_stack([np.cos(turn), np.sin(turn)]) * diameter / 2
    top = pose.projected(np.array(place) + BODY * round_, plane + height, plane)
    both = np.concatenate([np.array(place) + round_, top]).astype(np.float32)
    return np.asarray(cv2.convexHull(both).reshape(-1, 2), dtype=np.float64)


def drawn(outlines: Sequence[Points], dots: float, shape: tuple[int, int], corner: Spot = (0.0, 0.0)) -> Mask:
    """The outlines filled with 255, `dots` pixels an inch; `corner` is the upper left one in inches."""
    mask = np.zeros(shape, dtype=np.uint8)
    for each in outlines:
        cv2.fillPoly(mask, [np.round((each - corner) * dots).astype(np.int32)], 255)
    return mask


def share_hidden(place: Spot, diameter: float, outlines: Sequence[Points]) -> float:
    """The share of a base, 0 to 1, that lies within the outlines."""
    spots = _spots(np.array([place]), np.array([diameter]))
    inside = np.zeros(spots.shape[:2], dtype=bool)
    for each in outlines:
        inside |= _inside(spots, each)
    return float(inside.mean())


def shares_hidden(places: Points, diameters: Points, outline: Points) -> Points:
    """The share of each of many bases (n, 2), 0 to 1, that lies within one outline."""
    return np.asarray(_inside(_spots(places, diameters), outline).mean(axis=1))


def _spots(places: Points, diameters: Points) -> Points:
    """Places (n, 25, 2) all over each base."""
    turn = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    round_ = np.column_stack([np.cos(turn), np.sin(turn)]) / 2
    pattern = np.concatenate([np.zeros((1, 2)), 0.45 * round_, 0.9 * round_])
    return np.asarray(places[:, None] + diameters[:, None, None] * pattern)


def _inside(spots: Points, outline: Points) -> npt.NDArray[np.bool_]:
    """Which of many places lie within an outline: a ray from there crosses it an odd number of times."""
    x, y = spots[..., 0, None], spots[..., 1, None]
    (from_x, from_y), (to_x, to_y) = outline.T, np.roll(outline, -1, axis=0).T
    passes = (from_y > y) != (to_y > y)
    aside = (to_x - from_x) * (y - from_y) - (x - from_x) * (to_y - from_y)
    return np.asarray((passes & ((aside > 0) == (to_y > from_y))).sum(axis=-1) % 2 == 1)
