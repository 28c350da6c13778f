"""Photos as phones send them, and files that are none."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from highground.vision.photo import MOST_BYTES, PhotoError, decode


def picture(wide: int = 120, high: int = 80) -> Image.Image:
    pixels = np.zeros((high, wide, 3), dtype=np.uint8)
    pixels[: high // 2] = (200, 30, 30)
    pixels[high // 2 :] = (30, 30, 200)
    return Image.fromarray(pixels)


def packed(form: str, image: Image.Image | None = None, **options: object) -> bytes:
    out = io.BytesIO()
    (image or picture()).save(out, form, **options)
    return out.getvalue()


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_photo_is_read_whatever_its_format(form: str) -> None:
    photo = decode(packed(form))
    assert (photo.size, photo.format) == ((120, 80), form)
    assert [int(each) for each in photo.picture[5, 5]] == pytest.approx([30, 30, 200], abs=30)  # blue, green, red


def test_a_photo_of_an_iphone_is_read() -> None:
    photo = decode((Path(__file__).parent / "photos" / "two-colours.heic").read_bytes())
    assert (photo.size, photo.format) == ((120, 80), "HEIF")
    assert [int(each) for each in photo.picture[5, 5]] == pytest.approx([30, 30, 200], abs=40)


@pytest.mark.parametrize(("turn", "size", "top"), [(1, (120, 80), "red"), (3, (120, 80), "blue"), (6, (80, 120), "")])
def test_a_photo_is_turned_as_the_phone_was_held(turn: int, size: tuple[int, int], top: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = turn
    photo = decode(packed("JPEG", exif=exif))
    assert photo.size == size
    blue, _, red = (int(each) for each in photo.picture[4, size[0] // 2])
    assert not top or (red > blue) == (top == "red")


@pytest.mark.parametrize(
    ("least", "size"), [(601, (1200, 800)), (600, (600, 400)), (400, (600, 400)), (64, (150, 100))]
)
def test_a_photo_is_unpacked_no_smaller_than_is_asked(least: int, size: tuple[int, int]) -> None:
    data = packed("JPEG", picture(1200, 800))
    photo = decode(data, least)
    assert photo.picture.shape[1::-1] == size
    assert photo.size == (1200, 800)
    assert photo.times == 1200 / size[0]
    assert (photo.in_full() == decode(data).picture).all()


def test_a_photo_that_was_turned_says_its_size_as_it_was_held() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    photo = decode(packed("JPEG", picture(1200, 800), exif=exif), 600)
    assert (photo.picture.shape[:2], photo.size) == ((600, 400), (800, 1200))
    assert photo.in_full().shape[:2] == (1200, 800)


@pytest.mark.parametrize("form", ["PNG", "WEBP"])
def test_only_a_jpeg_is_unpacked_smaller(form: str) -> None:
    photo = decode(packed(form, picture(1200, 800)), 600)
    assert photo.picture.shape[:2] == (800, 1200)
    assert photo.in_full() is photo.picture


def bomb() -> bytes:
    """A small PNG that says it has ten thousand million pixels."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 9999)) + chunk(b"IEND", b"")
    )


def flat() -> bytes:
    """A photo of an iPhone with two bytes spoiled, so that it says it has no width."""
    data = bytearray((Path(__file__).parent / "photos" / "two-colours.heic").read_bytes())
    data[132] = data[255] = 32
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (flat(), "The photo is damaged or was cut short"),
        (b"", "The photo is empty"),
        (b"Dear diary, today we held the ford.", "This file is no photo that can be read. Send JPEG"),
        (packed("GIF"), "This file is no photo that can be read"),
        (packed("JPEG", picture(600, 400))[:900], "The photo is damaged or was cut short"),
        (packed("PNG", picture(600, 400))[:200], "The photo is damaged or was cut short"),
        (bomb(), "million pixels or more"),
        (packed("PNG", picture(40, 30)), "The photo is too small, 40 x 30 pixels"),
        (b"\xff" * (MOST_BYTES + 1), "40 MB is the most"),
    ],
)
def test_what_is_no_photo_is_reported(data: bytes, sentence: str) -> None:
    with pytest.raises(PhotoError, match=sentence):
        decode(data)
