"""How sure an outline is by the part of its rim that can be seen: drawn edges, without a photo."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from highground.vision.bases import FAINT, FoundBase, find_outlines
from highground.vision.flat import Picture

DOTS = 24.0
ROUND = 32 / 25.4
CAVALRY = (float(np.sqrt(75 * 42)) / 25.4, 75 / 25.4)
MIDDLE = (10.0, 9.0)
FOOT = (10.0, 40.0)
"""Below the camera: beyond the lower edge."""
NOTHING = np.zeros((480, 480), dtype=np.uint8)


def filled(*outlines: np.ndarray) -> np.ndarray:
    mask = NOTHING.copy()
    for each in outlines:
        cv2.fillPoly(mask, [np.round(each * DOTS * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def base(length: float = 0.0) -> FoundBase:
    return FoundBase(*MIDDLE, CAVALRY[0] if length else ROUND, 1.0, 0.0, length, 25.0 if length else 0.0)


def body(away: float) -> np.ndarray:
    """Two thirds as wide as a round base, from its middle to beyond its rim, `away` (1 or -1) from the camera."""
    x, y = MIDDLE
    return np.array([(x - 0.4, y), (x + 0.4, y), (x + 0.4, y - away * 1.6), (x - 0.4, y - away * 1.6)])


def sure(
    mask: np.ndarray, length: float = 0.0, foot: tuple[float, float] | None = FOOT, hidden: np.ndarray = NOTHING
) -> float:
    """How sure the outline in the middle is."""
    bright = cv2.GaussianBlur(mask, (0, 0), 1.2)
    board: Picture = np.repeat(bright[..., None], 3, axis=2).astype(np.uint8)
    difference = (bright.astype(np.float32) * np.float32(40 / 255)).astype(np.float32)
    round_, ovals = ([], [CAVALRY]) if length else ([ROUND], [])
    found = find_outlines(board, difference, DOTS, round_, hidden, FAINT, ovals, foot=foot)
    assert all(type(each.score) is float for each in found)  # it is sent to the browser
    return max((each.score for each in found if np.hypot(each.x - MIDDLE[0], each.y - MIDDLE[1]) < 0.15), default=0.0)


def test_a_body_over_the_far_side_of_its_own_rim_says_nothing_against_a_base() -> None:
    leaning = filled(base().outline(), body(1))
    assert sure(leaning, foot=None) < 0.85 * sure(filled(base().outline()), foot=None)
    assert sure(leaning) > 0.95 * sure(filled(base().outline()))


def test_what_lies_over_the_near_side_does() -> None:
    """No body leans towards the camera."""
    assert sure(filled(base().outline(), body(-1))) < 0.85 * sure(filled(base().outline(), body(1)))


@pytest.mark.parametrize("length", [0.0, CAVALRY[1]])
def test_the_camera_s_place_is_all_the_same_to_a_rim_that_shows_all_round(length: float) -> None:
    mask = filled(base(length).outline())
    every = [sure(mask, length, foot) for foot in (FOOT, (10.0, -20.0), (-30.0, 9.0), (45.0, 30.0))]
    assert max(every) - min(every) < 0.05


def test_what_terrain_hides_says_nothing_against_a_base() -> None:
    hidden = NOTHING.copy()
    hidden[:, : round((MIDDLE[0] - 0.2) * DOTS)] = 255
    mask = filled(base().outline())
    lost = sure(mask, foot=None, hidden=hidden) / sure(mask, foot=None)
    assert sure(mask, hidden=hidden) / sure(mask) > 1.2 * lost


def test_a_strong_edge_along_some_of_an_outline_is_no_rim() -> None:
    """Half a disc has as strong an edge as a whole one where it has any."""
    x, y = MIDDLE
    half = np.array([spot for spot in base().outline() if spot[0] > x - 0.01] + [(x, y)])
    assert sure(filled(half)) < 0.6 * sure(filled(base().outline()))
