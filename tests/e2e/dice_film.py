"""Writes a film of a dice tray that never was, throw.mjpeg: empty, then dice that roll in and come to rest for good.

Called by the browser's walks with a folder and JSON on standard input: how many `dice`. The faces go to film.json.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np

from highground.vision.dice.synthetic import plain_style, tray_photo
from highground.vision.flat import Picture

IVORY = plain_style((225, 235, 240), (20, 20, 20))
EMPTY, ROLLING, RESTING = 60, 24, 240
"""Frames of each part. The browser shows thirty a second, and then all again."""


def main(folder: Path, dice: int) -> None:
    photo, bare = (
        tray_photo(
            np.random.default_rng(5), count, (640, 480), die=0.08, tilt_degrees=8, styles=(IVORY,), plain=True, blur=0.4
        )
        for count in (dice, 0)
    )
    rolling = [shifted(photo.picture, bare.picture, step) for step in range(ROLLING, 0, -1)]
    frames = [bare.picture] * EMPTY + rolling + [photo.picture] * RESTING
    (folder / "throw.mjpeg").write_bytes(b"".join(packed(frame) for frame in frames))
    (folder / "film.json").write_text(json.dumps([die.value for die in photo.dice]))


def shifted(picture: Picture, bare: Picture, step: int) -> Picture:
    """The dice so many steps before they come to rest."""
    by = 8 * step
    frame = bare.copy()
    frame[:, :-by] = picture[:, by:]
    return frame


def packed(frame: Picture) -> bytes:
    _, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return data.tobytes()


if __name__ == "__main__":
    main(Path(sys.argv[1]), **json.load(sys.stdin))
