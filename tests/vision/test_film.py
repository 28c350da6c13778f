"""Films of a throw: which frames are at rest, and what is refused."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from highground.vision import film
from highground.vision.dice.reading import read_dice
from highground.vision.dice.synthetic import plain_style, tray_photo
from highground.vision.film import FilmError, frames_at_rest, is_film
from highground.vision.flat import Picture
from highground.vision.photo import decode

FILMS = Path(__file__).parent / "films"
IVORY = (plain_style((225, 235, 240), (20, 20, 20)),)
SIZE = (640, 480)
RATE = 15


def tray(dice: int, seed: int = 1) -> Picture:
    rng = np.random.default_rng(seed)
    return tray_photo(rng, dice, SIZE, die=0.08, tilt_degrees=8, styles=IVORY, plain=True).picture


THROW, BARE = tray(6), tray(0)
FACES = sorted(read_dice(THROW).detection_classes)


def rolling(frames: int) -> list[Picture]:
    return [shifted(16 * step) for step in range(frames, 0, -1)]


def shifted(by: int) -> Picture:
    frame = BARE.copy()
    frame[:, :-by] = THROW[:, by:]
    return frame


def packed(folder: Path, frames: list[Picture], name: str = "film.webm", rate: float = RATE) -> bytes:
    code = {"webm": "VP80", "mp4": "mp4v"}[name.rpartition(".")[2]]
    high, wide = frames[0].shape[:2]
    out = cv2.VideoWriter(str(folder / name), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*code), rate, (wide, high))
    assert out.isOpened()
    for frame in frames:
        out.write(frame)
    out.release()
    return (folder / name).read_bytes()


def faces(data: bytes, most: int = 3) -> list[list[int]]:
    return [sorted(read_dice(decode(each).picture).detection_classes) for each in frames_at_rest(data, most)]


@pytest.mark.parametrize("name", ["h264.mp4", "hevc.mov"])
def test_films_of_phones_are_read_where_the_dice_lie_at_rest(name: str) -> None:
    data = (FILMS / name).read_bytes()
    assert is_film(data)
    assert faces(data) == [FACES] * 3
    assert len(faces(data, 1)) == 1


def test_a_film_is_turned_as_the_phone_was_held() -> None:
    data = (FILMS / "h264.mp4").read_bytes()
    at = data.index(b"tkhd") + 4 + 40  # version, flags, times, id, length, layer, volume: then the matrix
    quarter = b"".join(
        number.to_bytes(4, "big", signed=True) for number in (0, 65536, 0, -65536, 0, 0, SIZE[1] << 16, 0)
    )
    turned = data[:at] + quarter + data[at + 32 :]
    picture = decode(frames_at_rest(turned, 1)[0]).picture
    assert picture.shape[:2] == (SIZE[0], SIZE[1])


@pytest.mark.parametrize("name", ["film.webm", "film.mp4"])
def test_the_last_rest_counts(tmp_path: Path, name: str) -> None:
    """A still tray comes before the throw, and is no throw at rest."""
    frames = [BARE] * RATE + rolling(10) + [THROW] * 8
    assert faces(packed(tmp_path, frames, name)) == [FACES] * 3


def test_a_hand_takes_the_dice_up_as_the_film_ends(tmp_path: Path) -> None:
    data = packed(tmp_path, rolling(6) + [THROW] * 12 + rolling(6)[::-1][:4])
    assert faces(data) == [FACES] * 3


def test_a_hand_that_holds_the_phone_shakes_and_the_light_changes(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    at = np.zeros(2)
    frames: list[Picture] = []
    for frame in [*rolling(8), *[THROW] * 18]:
        at = np.clip(at + rng.normal(0, 1.2, 2), -8, 8)
        lit = np.clip(frame * (1 - 0.01 * (len(frames) % 6)), 0, 255).astype(np.uint8)
        by = np.array([[1, 0, at[0]], [0, 1, at[1]]])
        frames.append(np.asarray(cv2.warpAffine(lit, by, SIZE, borderMode=cv2.BORDER_REFLECT), dtype=np.uint8))
    assert faces(packed(tmp_path, frames)) == [FACES] * 3


def refused(data: bytes) -> str:
    with pytest.raises(FilmError) as fault:
        frames_at_rest(data, 3)
    return str(fault.value)


def test_dice_that_never_rest_are_asked_to_be_filmed_longer(tmp_path: Path) -> None:
    assert refused(packed(tmp_path, rolling(25))) == film.NO_REST
    assert refused(packed(tmp_path, [THROW] * 2)) == film.TOO_SHORT


def test_a_long_film_is_refused_whether_it_says_so_or_not(tmp_path: Path) -> None:
    long = packed(tmp_path, [THROW] * 25, "film.mp4", 2)
    assert refused(long) == film.TOO_LONG
    at = long.index(b"mvhd")
    assert refused(long[: at + 20] + bytes(4) + long[at + 24 :]) == film.TOO_LONG


def test_films_too_large_and_too_small_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = [np.zeros((48, 48, 3), np.uint8)] * 10
    assert "too small, 48 x 48 pixels" in refused(packed(tmp_path, small))
    monkeypatch.setattr(film, "MOST_PIXELS", 100_000)
    assert "too large, 640 x 480 pixels" in refused(packed(tmp_path, [THROW] * 10))


def test_what_is_broken_and_other_codecs_are_refused_with_a_sentence() -> None:
    whole = (FILMS / "h264.mp4").read_bytes()
    unknown = whole.replace(b"avc1", b"zzzz")
    for data in (whole[:4000], whole[:200], b"\x1aE\xdf\xa3" + bytes(900), b"\0\0\0\x18ftypmp42" + bytes(500), unknown):
        assert is_film(data)
        assert refused(data) == film.NOT_READABLE
    assert refused((FILMS / "av1.webm").read_bytes()) == (
        "This film is packed as AV01, which cannot be read here. Set the camera to H.264 or HEVC."
    )


def test_a_film_that_is_cut_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    data = packed(tmp_path, rolling(6) + [THROW] * 30)
    assert faces(data[: len(data) * 4 // 5]) == [FACES] * 3


def test_photos_are_no_films() -> None:
    jpeg = cv2.imencode(".jpg", THROW)[1].tobytes()
    heic = b"\0\0\0\x18ftypheic" + bytes(40)
    assert not any(is_film(data) for data in (jpeg, heic, b"", b"GIF89a......", b"\x89PNG\r\n\x1a\n...."))
