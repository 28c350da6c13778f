"""From a file's bytes to a picture, whatever a phone sends, and with a sentence for whatever cannot be read."""

from __future__ import annotations

import io
import math
import warnings
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from highground.vision.flat import Picture

MOST_BYTES = 40 * 2**20
MOST_PIXELS = 64_000_000
"""A phone's largest photos have 50 million; a picture of more is taken for a trap and not unpacked."""
LEAST_SIDE = 64
"""Pixels."""
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
NAMES = "JPEG, PNG, WebP or HEIC"


class PhotoError(ValueError):
    """The photo cannot be used. The message is a sentence for its sender."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A picture (height, width, 3 of BGR) the right way up, and the format that it came in.

    `size`: width and height in pixels that the photo has in full; its picture may be smaller. `data`: its bytes then.
    """

    picture: Picture
    format: str
    size: tuple[int, int]
    data: bytes = b""

    @property
    def times(self) -> float:
        """How many times as wide as its picture the photo is."""
        return self.size[0] / int(self.picture.shape[1])

    def in_full(self) -> Picture:
        """The picture with all its pixels."""
        return decode(self.data).picture if self.data else self.picture


def decode(data: bytes, least: int | None = None) -> Photo:
    """Read a photo. It is turned as its camera was held. Raises PhotoError.

    A JPEG of which `least` pixels along its longer side are enough is unpacked at a half, a quarter or an eighth of its
    size, with no fewer than those: that takes less than half the time.
    """
    if not data:
        raise PhotoError("The photo is empty: no bytes arrived. Send it again.")
    if len(data) > MOST_BYTES:
        raise PhotoError(f"The photo has {len(data) / 2**20:.0f} MB; {MOST_BYTES // 2**20} MB is the most.")
    _with_heic()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's own limit is lower than ours, and ours is checked below
            return _opened(data, least)
    except UnidentifiedImageError as fault:
        raise PhotoError(f"This file is no photo that can be read. Send {NAMES}.") from fault
    except Image.DecompressionBombError as fault:
        raise PhotoError(_too_many(MOST_PIXELS)) from fault
    except PhotoError:
        raise
    except Exception as fault:  # the file is a stranger's, and a reader of some format breaks in ways of its own
        raise PhotoError("The photo is damaged or was cut short on its way. Send it again.") from fault


def _opened(data: bytes, least: int | None) -> Photo:
    with Image.open(io.BytesIO(data), formats=FORMATS) as image:
        wide, high = image.size
        if wide * high > MOST_PIXELS:
            raise PhotoError(_too_many(wide * high))
        if min(wide, high) < LEAST_SIDE:
            raise PhotoError(f"The photo is too small, {wide} x {high} pixels. Send it in the camera's full size.")
        form = str(image.format)
        if least is not None:
            share = min(1.0, least / max(wide, high))
            image.draft(None, (math.ceil(wide * share), math.ceil(high * share)))
        smaller = image.size != (wide, high)
        image.load()
        unpacked = image.size
        ImageOps.exif_transpose(image, in_place=True)  # its copies, and a change of what is RGB already, cost as much
        pixels = np.asarray(image if image.mode == "RGB" else image.convert("RGB"))  # as a fifth of the unpacking
        size = (wide, high) if image.size == unpacked else (high, wide)
    picture = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), dtype=np.uint8)
    return Photo(picture, form, size, data if smaller else b"")


def _too_many(pixels: int) -> str:
    return f"The photo has {pixels / 1e6:.0f} million pixels or more; {MOST_PIXELS / 1e6:.0f} million is the most."


@cache
def _with_heic() -> None:
    import pi_heif

    pi_heif.register_heif_opener()
