"""The board without anybody on it, put together from what earlier photos show of its ground.

Each earlier photo is brought onto the board by its own markers, so that it may have been taken from anywhere. What
stood up in it - terrain, miniatures - lay elsewhere on the picture then and is left out, as are cards. Where no photo
shows the ground, the ground round about in the photo itself stands in, without its details.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from highground.vision.bases import FoundBase
from highground.vision.board import Points
from highground.vision.flat import Field, Picture, change_of_light, flatten, in_lab
from highground.vision.found import KnownTable, Spot
from highground.vision.hiding import Mask, body_shade, drawn, unlike_ground
from highground.vision.pose import Pose

COARSE_DOTS = 4.0
"""Pixels an inch at which the ground round about is taken."""
ROUND_ABOUT = 31
"""Pixels along a side of it, about eight inches: the middle value over them."""
CARD_REACH = 1.7
"""Inches about a transponder's middle that its card may cover."""
TALLEST = 1.6
"""How tall a miniature may be at most, over its base's width: all that its body may hide is left out."""


@dataclass(frozen=True, slots=True, eq=False)
class EarlierPhoto:
    """A photo of the same board: its camera, what stood on it and whose that was (''), where transponders lay.

    `current`: the transponders of units that stand there still, since it was taken just before.
    """

    picture: Picture
    pose: Pose
    bases: tuple[FoundBase, ...] = ()
    owners: tuple[str, ...] = ()
    cards: tuple[Spot, ...] = ()
    current: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a plane so high above the board that is looked at: its upper left corner and its size in inches, and
    pixels an inch."""

    height: float
    corner: Spot
    size: Spot
    dots: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of its pixels."""
        return round(self.size[1] * self.dots), round(self.size[0] * self.dots)

    def picture(self, photo: Picture, pose: Pose) -> Picture:
        """The window as a photo shows it."""
        return flatten(photo, pose.at_height(self.height, self.corner), self.dots, *self.size)

    def drawn(self, outlines: Sequence[Points]) -> Mask:
        """Outlines in inches of the plane, filled."""
        return drawn(outlines, self.dots, self.shape, self.corner)


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """The bare plane in Lab (height, width, 3), in the light of the photo that is read; where earlier photos show it
    (255) and where it is guessed; what each earlier photo's light lacked to that; and `now`: the plane in that one."""

    board: Field
    seen: Mask
    lights: tuple[Field, ...]
    now: Field


def backdrop(now: Picture, earlier: Sequence[EarlierPhoto], known: KnownTable, window: Window) -> Backdrop:
    """What lies in the window, as `now` (the window of the photo that is read) would show it bare."""
    board, here = in_lab(round_about(now, window.dots)), in_lab(now)
    seen = np.zeros(window.shape, dtype=np.uint8)
    lights = []
    for photo in earlier:
        flat = in_lab(window.picture(photo.picture, photo.pose))
        light = change_of_light(here - flat)
        bare = np.asarray(255 - (_covered(photo, known, window) | seen), dtype=np.uint8)
        cv2.copyTo(flat + light, bare, board)
        seen |= bare
        lights.append(light)
    return Backdrop(board, seen, tuple(lights), here)


def round_about(now: Picture, dots: float) -> Picture:
    """The middle colour of the ground about each place: what stands on it is smaller than that."""
    high, wide = now.shape[:2]
    share = COARSE_DOTS / dots
    small = cv2.resize(now, (round(wide * share), round(high * share)), interpolation=cv2.INTER_AREA)
    middle = cv2.medianBlur(np.ascontiguousarray(small), ROUND_ABOUT)
    return np.asarray(cv2.resize(middle, (wide, high), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def _covered(photo: EarlierPhoto, known: KnownTable, window: Window) -> Mask:
    """Where an earlier photo does not show the bare plane."""
    plane = window.height
    outlines: list[Points] = unlike_ground(photo.pose, known.terrain, plane)
    for base in photo.bases:
        if abs(base.up - plane) < 0.5 or not plane:
            wide = max(1.25 * base.diameter, base.length)  # an oval's turning in an earlier photo is not known
            shade = body_shade(photo.pose, (base.x, base.y), wide, TALLEST * base.diameter, plane)
            outlines.append(shade)
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    card = CARD_REACH * np.column_stack([np.cos(turn), np.sin(turn)])
    outlines += [card + spot for spot in photo.cards] if not plane else []
    mask: Mask = np.asarray(cv2.dilate(window.drawn(outlines), np.ones((5, 5), dtype=np.uint8)), dtype=np.uint8)
    return np.asarray(mask | _outside(photo, window), dtype=np.uint8)


def _outside(photo: EarlierPhoto, window: Window) -> Mask:
    """Where the window lies beyond the photo's edges."""
    high, wide = photo.picture.shape[:2]
    (left, top), (across, down) = window.corner, window.size
    x, y = np.meshgrid(np.linspace(left, left + across, 61), np.linspace(top, top + down, 45))
    flat = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, window.height)])
    at = photo.pose.to_pixels(flat)
    beyond = ((at < 0) | (at > (wide - 1, high - 1))).any(axis=1).reshape(45, 61).astype(np.uint8)
    rows, columns = window.shape
    return np.asarray(255 * cv2.resize(beyond, (columns, rows), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)
