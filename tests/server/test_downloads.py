"""What a player prints, over HTTP."""

from __future__ import annotations

import io
import zipfile

import httpx2
import pytest
from PIL import Image

FILES = [
    ("printable-markers", "text/plain", "printable-markers.txt"),  # DL-1, API-15
    ("setup-guide", "text/plain", "setup-guide.txt"),  # DL-2, API-16
    ("transponders-zip", "application/zip", "highground-markers.zip"),  # DL-3, API-17
    ("objectives-color", "image/png", "objectives-color.png"),  # DL-4, API-18
    ("objectives-bw", "image/png", "objectives-bw.png"),  # DL-5, API-19
    ("transponders-basic", "image/png", "transponders-basic.png"),  # DL-6, API-20
]


@pytest.mark.parametrize(("name", "media", "file"), FILES)
def test_a_download_is_a_file_of_its_kind(client: httpx2.Client, name: str, media: str, file: str) -> None:
    answer = client.get(f"/api/downloads/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].split(";")[0] == media
    assert answer.headers["content-disposition"] == f'attachment; filename="{file}"'
    match media:
        case "text/plain":
            assert len(answer.text.splitlines()) > 20
        case "application/zip":
            assert zipfile.ZipFile(io.BytesIO(answer.content)).testzip() is None
        case _:
            assert Image.open(io.BytesIO(answer.content)).size == (2250, 3000)


def test_colour_is_colour_and_black_is_black(client: httpx2.Client) -> None:
    modes = [
        Image.open(io.BytesIO(client.get(f"/api/downloads/objectives-{name}").content)).mode for name in ("color", "bw")
    ]
    assert modes == ["RGB", "L"]


def test_an_unknown_download_is_refused_with_a_sentence(client: httpx2.Client) -> None:
    answer = client.get("/api/downloads/everything")
    assert answer.status_code == 422
    assert "printable-markers" in answer.json()["detail"]


@pytest.mark.parametrize("name", ["transponder-07", "board-8", "objective-6"])
def test_a_printed_marker_is_served_as_svg_and_png(client: httpx2.Client, name: str) -> None:
    assert client.get(f"/static/markers/{name}.svg").text.startswith("<svg")
    assert client.get(f"/static/markers/{name}.png").content.startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["transponder-37", "transponder-7", "board-0", "x"])
def test_a_marker_that_is_none_is_refused(client: httpx2.Client, name: str) -> None:
    answer = client.get(f"/static/markers/{name}.svg")
    assert answer.status_code == 404
    assert "no marker of this name" in answer.json()["detail"]
