"""Read the dice of a photo as it was sent: unpacked no larger than it takes, and only where the tray is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec
import numpy as np

from highground.vision.dice.networks import WEIGHTS
from highground.vision.dice.reading import FINDING, DiceFound, read_dice
from highground.vision.dice.symbols import PATCH, KnownSymbol, patch_of
from highground.vision.flat import Picture
from highground.vision.photo import Photo, decode

Tray = tuple[float, float, float, float]
"""Left, top, right and bottom of the tray, in parts of the photo's width and height."""
LEAST_TRAY = 32
"""Pixels; a smaller rectangle is no tray."""


def open_tray(data: bytes, tray: Tray | None = None) -> Photo:
    """A photo with as many pixels as finding dice takes. Raises PhotoError."""
    left, top, right, bottom = tray or (0.0, 0.0, 1.0, 1.0)
    share = min(right - left, bottom - top)
    return decode(data, math.ceil(FINDING / share)) if share > 0 else decode(data)


def read_tray(
    photo: Photo, tray: Tray | None = None, weights: Path = WEIGHTS, known: Sequence[KnownSymbol] = ()
) -> DiceFound:
    """The tray's dice, in the photo's pixels. Where it has none, all is read: the photo may be of a tray alone.

    `known`: symbols on dice that players have explained.
    """
    part, whole = _pixels(photo.picture, tray), _pixels(photo.picture, None)
    read = partial(_read_part, photo, weights=weights, known=known)
    found = read(part)
    nothing = not found.detection_boxes and not found.other_boxes
    return read(whole) if nothing and part != whole else found


def patches_of(photo: Photo, boxes: Sequence[Sequence[float]]) -> list[bytes]:
    """By what the symbols on a photo's dice are known again, from their boxes in its pixels."""
    places = np.array(boxes, dtype=np.float32).reshape(-1, 4)
    least = float((places[:, 2:] - places[:, :2]).max(axis=1).min(initial=np.inf))
    coarse = least < PATCH * photo.times
    picture, times = (photo.in_full(), 1.0) if coarse else (photo.picture, photo.times)
    return [patch_of(picture, place / np.float32(times)).tobytes() for place in places]


def _pixels(picture: Picture, tray: Tray | None) -> tuple[int, int, int, int]:
    high, wide = picture.shape[:2]
    if tray is not None:
        left, top, right, bottom = (
            round(each * side) for each, side in zip(tray, (wide, high, wide, high), strict=True)
        )
        if right - left >= LEAST_TRAY and bottom - top >= LEAST_TRAY:
            return left, top, right, bottom
    return 0, 0, wide, high


def _read_part(photo: Photo, part: tuple[int, int, int, int], weights: Path, known: Sequence[KnownSymbol]) -> DiceFound:
    finer = partial(_finer, photo, part) if photo.data else None
    found = read_dice(_cut(photo.picture, part), weights, finer, known)
    return msgspec.structs.replace(
        found,
        detection_boxes=_in_photo(found.detection_boxes, part, photo.times),
        other_boxes=_in_photo(found.other_boxes, part, photo.times),
        spare=[msgspec.structs.replace(die, box=_in_photo([die.box], part, photo.times)[0]) for die in found.spare],
    )


def _finer(photo: Photo, part: tuple[int, int, int, int]) -> Picture:
    left, top, right, bottom = (round(each * photo.times) for each in part)
    return _cut(photo.in_full(), (left, top, right, bottom))


def _cut(picture: Picture, part: tuple[int, int, int, int]) -> Picture:
    left, top, right, bottom = part
    return np.ascontiguousarray(picture[top:bottom, left:right])


def _in_photo(boxes: Sequence[Sequence[float]], part: tuple[int, int, int, int], times: float) -> list[list[float]]:
    left, top = part[:2]
    return [
        [round(each, 1) for each in ((x0 + left) * times, (y0 + top) * times, (x1 + left) * times, (y1 + top) * times)]
        for x0, y0, x1, y1 in boxes
    ]
