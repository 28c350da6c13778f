"""Writes a film of a dice tray that never was, throw.mjpeg: empty; a hand waits in it and throws; dice roll and come
to rest; the light changes; a hand rests there once more and leaves all as it lies.

Called by the browser's walks with a folder and JSON on standard input: how many `dice`, and which one is `smudged`, so
that what it shows is hard to see. The faces go to film.json.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np

from highground.vision.dice.synthetic import SyntheticDie, plain_style, tray_photo
from highground.vision.flat import Picture

IVORY = plain_style((225, 235, 240), (20, 20, 20))
SKIN = (120, 150, 200)
EMPTY, HAND, ROLLING, RESTING, DIMMED, AFTER = 120, 75, 24, 150, 90, 240
"""Frames of each part. The browser shows thirty a second, and then all again."""
DIMMER = 0.7


def main(folder: Path, dice: int, smudged: int | None = None) -> None:
    photo, bare = (
        tray_photo(
            np.random.default_rng(5), count, (640, 480), die=0.08, tilt_degrees=8, styles=(IVORY,), plain=True, blur=0.4
        )
        for count in (dice, 0)
    )
    if smudged is not None:
        smudge(photo.picture, photo.dice[smudged])
    rolling = [shifted(photo.picture, bare.picture, step) for step in range(ROLLING, 0, -1)]
    dim = np.asarray(photo.picture * DIMMER, dtype=np.uint8)
    parts = [
        ([bare.picture], EMPTY),
        ([with_hand(bare.picture)], HAND),
        (rolling, 1),
        ([photo.picture], RESTING),
        ([dim], DIMMED),
        ([with_hand(dim)], HAND),
        ([dim], AFTER),
    ]
    packed = [[jpeg(frame) for frame in frames] * times for frames, times in parts]
    (folder / "throw.mjpeg").write_bytes(b"".join(frame for part in packed for frame in part))
    (folder / "film.json").write_text(json.dumps([die.value for die in photo.dice]))


def shifted(picture: Picture, bare: Picture, step: int) -> Picture:
    """The dice so many steps before they come to rest."""
    by = 8 * step
    frame = bare.copy()
    frame[:, :-by] = picture[:, by:]
    return frame


def with_hand(picture: Picture) -> Picture:
    """A forearm reaches in from the right, and its hand is over the tray."""
    frame = picture.copy()
    high, wide = frame.shape[:2]
    cv2.line(frame, (wide, high // 2), (round(wide * 0.75), high // 2), SKIN, high // 5)
    cv2.circle(frame, (round(wide * 0.7), high // 2), high // 7, SKIN, -1)
    return frame


def smudge(picture: Picture, die: SyntheticDie) -> None:
    left, top, right, bottom = (round(value) for value in die.box)
    part = picture[top:bottom, left:right]
    part[:] = cv2.GaussianBlur(part, (0, 0), (right - left) * 0.108)


def jpeg(frame: Picture) -> bytes:
    return cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


if __name__ == "__main__":
    main(Path(sys.argv[1]), **json.load(sys.stdin))
