"""Writes a photo of a dice tray that never was, dice.jpg, and the faces that lie in it, dice.json.

Called by the browser's walks with a folder and JSON on standard input: how many `dice`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np

from highground.vision.dice.synthetic import plain_style, tray_photo

IVORY = plain_style((225, 235, 240), (20, 20, 20))


def main(folder: Path, dice: int) -> None:
    photo = tray_photo(
        np.random.default_rng(5), dice, (960, 720), die=0.07, tilt_degrees=8, styles=(IVORY,), plain=True
    )
    cv2.imwrite(str(folder / "dice.jpg"), photo.picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
    (folder / "dice.json").write_text(json.dumps([die.value for die in photo.dice]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), **json.load(sys.stdin))
