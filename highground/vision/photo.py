"""From a file's bytes to a picture, whatever a phone sends, and with a sentence for whatever cannot be read."""

from __future__ import annotations

import io
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
    """A picture (height, width, 3 of BGR) the right way up, and the format that it came in."""

    picture: Picture
    format: str

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.picture.shape[1], self.picture.shape[0]


def decode(data: bytes) -> Photo:
    """Read a photo. It is turned as its camera was held. Raises PhotoError."""
    if not data:
        raise PhotoError("The photo is empty: no bytes arrived. Send it again.")
    if len(data) > MOST_BYTES:
        raise PhotoError(f"The photo has {len(data) / 2**20:.0f} MB; {MOST_BYTES // 2**20} MB is the most.")
    _with_heic()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's own limit is lower than ours, and ours is checked below
            return _opened(data)
    except UnidentifiedImageError as fault:
        raise PhotoError(f"This file is no photo that can be read. Send {NAMES}.") from fault
    except Image.DecompressionBombError as fault:
        raise PhotoError(_too_many(MOST_PIXELS)) from fault
    except PhotoError:
        raise
    except Exception as fault:  # the file is a stranger's, and a reader of some format breaks in ways of its own
        raise PhotoError("The photo is damaged or was cut short on its way. Send it again.") from fault


def _opened(data: bytes) -> Photo:
    with Image.open(io.BytesIO(data), formats=FORMATS) as image:
        wide, high = image.size
        if wide * high > MOST_PIXELS:
            raise PhotoError(_too_many(wide * high))
        if min(wide, high) < LEAST_SIDE:
            raise PhotoError(f"The photo is too small, {wide} x {high} pixels. Send it in the camera's full size.")
        form = str(image.format)
        image.load()
        ImageOps.exif_transpose(image, in_place=True)  # its copies, and a change of what is RGB already, cost as much
        pixels = np.asarray(image if image.mode == "RGB" else image.convert("RGB"))  # as a fifth of the unpacking
    return Photo(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), dtype=np.uint8), form)


def _too_many(pixels: int) -> str:
    return f"The photo has {pixels / 1e6:.0f} million pixels or more; {MOST_PIXELS / 1e6:.0f} million is the most."


@cache
def _with_heic() -> None:
    import pi_heif

    pi_heif.register_heif_opener()
