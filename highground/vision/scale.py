"""Where the board is in a photo: by its markers, by corners dragged by hand, or, roughly, by a coin.

The coin is a penny: copper, 0.75 inches across. It gives the scale alone; the picture's middle is then taken for the
board's, and the camera for one that looks straight down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np

from highground.vision.board import BoardNotFound, Points, View, find_board
from highground.vision.flat import Picture
from highground.vision.found import KnownTable, Thing
from highground.vision.markers.reading import Sighting

MILLIMETRE = 1 / 25.4
"""Bases are given in millimetres, tables in inches."""
PENNY = 0.75
COPPER = ((4, 70, 50), (19, 215, 225))
"""Hue (of 180), saturation and value of copper, from and to."""
ROUND = 0.82
"""Share of its smallest circle that a coin fills."""
COIN_SHARE = (0.004, 0.08)
"""A coin's width as a share of the picture's, from and to."""
How = Literal["markers", "corners", "penny", "nothing"]


def find_view(picture: Picture, seen: Sequence[Sighting], known: KnownTable) -> tuple[View, How]:
    """The best view that there is. Raises BoardNotFound with what to do where there is none.

    On a board that was calibrated by its markers a coin is not looked for: a photo without them shows something else,
    and almost any room has something round and brown in it.
    """
    size = (picture.shape[1], picture.shape[0])
    try:
        return find_board(seen, size, known.width, known.height), "markers"
    except BoardNotFound:
        if len(known.corners) == 4:
            return view_of_corners(np.array(known.corners), size, known.width, known.height), "corners"
        coins = [] if known.markers else find_pennies(picture)
        if not coins:
            raise
        return _by_coin(coins[0], size, known), "penny"


def view_of_corners(corners: Points, size: tuple[int, int], width: float = 60.0, height: float = 44.0) -> View:
    """The view by the board's four corners (4, 2) in pixels, clockwise from the upper left."""
    board = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float64)
    homography, _ = cv2.findHomography(np.asarray(corners, dtype=np.float64), board, 0)
    if homography is None or abs(np.linalg.det(homography)) < 1e-12:
        raise BoardNotFound("The board's corners lie in one line: drag each to its own corner.")
    middle, scale = (size[0] / 2, size[1] / 2), float(np.hypot(*size)) / 2
    return View(np.asarray(homography, dtype=np.float64), 0.0, middle, scale, 0.0, ())


def find_pennies(picture: Picture) -> list[Thing]:
    """Copper discs, the surest first. `diameter` is a penny's."""
    blurred = cv2.GaussianBlur(picture, (0, 0), max(0.8, picture.shape[1] / 2400))
    mask = cv2.inRange(cv2.cvtColor(blurred, cv2.COLOR_BGR2HSV), np.array(COPPER[0]), np.array(COPPER[1]))
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for outline in outlines:
        (x, y), radius = cv2.minEnclosingCircle(outline)
        if not COIN_SHARE[0] < 2 * radius / picture.shape[1] < COIN_SHARE[1] or radius < 5:
            continue
        filled = cv2.contourArea(outline) / (np.pi * radius**2)
        if filled > ROUND:
            box = (x - radius, y - radius, x + radius, y + radius)
            found.append(Thing(box, round(min(1.0, filled), 3), diameter=PENNY))
    return sorted(found, key=lambda coin: -coin.score)


def _by_coin(coin: Thing, size: tuple[int, int], known: KnownTable) -> View:
    inch = (coin.box[2] - coin.box[0]) / PENNY
    wide, high = known.width * inch / 2, known.height * inch / 2
    x, y = size[0] / 2, size[1] / 2
    corners = np.array([(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)])
    return view_of_corners(corners, size, known.width, known.height)
