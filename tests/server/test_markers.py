"""Unit marker images."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
import zlib

import httpx2
import numpy as np
import pytest

from highground.server.markers.drawing import initials, marker, svg
from highground.server.markers.raster import png
from highground.vision.markers.letters import STROKES


def test_a_marker_is_served_as_svg_and_png(client: httpx2.Client) -> None:
    """API-21."""
    drawn = client.get("/static/transponders/ash-walkers-2.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert ET.fromstring(drawn.text).get("aria-label") == "A2"
    picture = client.get("/static/transponders/ash-walkers-2.png")
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize("name", ["-x.svg", "a b.svg", "a.gif", "a%2Fb.svg", "<x>.svg", "a" * 81 + ".svg"])
def test_a_name_that_is_none_is_refused_in_json(client: httpx2.Client, name: str) -> None:
    answer = client.get(f"/static/transponders/{name}")
    assert answer.status_code in (404, 422)
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    ("slug", "letters"), [("ash-walkers", "AW"), ("ravager", "R"), ("ash-walkers-12", "A2"), ("7", "7"), ("__", "U")]
)
def test_initials(slug: str, letters: str) -> None:
    assert initials(slug) == letters


def test_equal_names_look_equal_and_others_differ() -> None:
    names = [f"unit-{number}" for number in range(100)]
    assert svg(marker("unit-1")) == svg(marker("Unit-1"))
    assert len({svg(marker(name)) for name in names}) == 100


def test_every_letter_can_be_drawn() -> None:
    for letter in STROKES:
        assert marker(f"{letter}-{letter}").letters


def test_the_picture_is_a_disc_on_a_transparent_square() -> None:
    data = png(marker("gale-riders"), 64)
    width, height = struct.unpack(">II", data[16:24])
    assert (width, height) == (64, 64)
    start = data.index(b"IDAT")
    length = struct.unpack(">I", data[start - 4 : start])[0]
    rows = np.frombuffer(zlib.decompress(data[start + 4 : start + 4 + length]), dtype=np.uint8).reshape(64, 257)
    alpha = rows[:, 4::4]
    assert alpha[0, 0] == 0
    assert alpha[32, 32] == 255
    assert alpha[32, 2] == 255
