"""Writes a photo of a dice tray that never was, dice.jpg, and the faces that lie in it, dice.json.

Called by the browser's walks with a folder and JSON on standard input: how many `dice`; which one is `smudged`, so that
what it shows is hard to see, by what share of its side it is `blurred`; the name of the `symbol` that the dice have in
place of a six; and a `seed`. Of dice of two colours, so many are `blue`: which ones is in blue.json.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np

from highground.vision.dice.synthetic import Style, SyntheticDie, TrayPhoto, plain_style, tray_photo
from highground.vision.dice.synthetic_symbols import with_symbol
from highground.vision.flat import Picture

IVORY = plain_style((225, 235, 240), (20, 20, 20))
BLUE = plain_style((170, 70, 30), (235, 235, 235))


def main(
    folder: Path, dice: int, smudged: int | None = None, blurred: float = 0.125, symbol: str = "", seed: int = 5,
    blue: int = 0,
) -> None:  # fmt: skip
    style = with_symbol(BLUE, symbol, 6) if symbol else IVORY
    styles = (style,) * (dice - blue) + (BLUE,) * blue if blue else (style,)
    photo = painted(dice, styles, seed)
    while blue and sum(are_blue(photo)) != blue:
        seed += 1
        photo = painted(dice, styles, seed)
    (folder / "blue.json").write_text(json.dumps(are_blue(photo)))
    if smudged is not None:
        smudge(photo.picture, photo.dice[smudged], blurred)
    cv2.imwrite(str(folder / "dice.jpg"), photo.picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
    (folder / "dice.json").write_text(json.dumps([die.value for die in photo.dice]))


def painted(dice: int, styles: tuple[Style, ...], seed: int) -> TrayPhoto:
    return tray_photo(
        np.random.default_rng(seed), dice, (960, 720), die=0.07, tilt_degrees=8, styles=styles, plain=True
    )


def are_blue(photo: TrayPhoto) -> list[bool]:
    """Of each die, whether its middle is more blue than red."""
    parts = [
        photo.picture[round(y0) : round(y1), round(x0) : round(x1)] for x0, y0, x1, y1 in (d.box for d in photo.dice)
    ]
    return [bool(part[..., 0].mean() > part[..., 2].mean() + 25) for part in parts]


def smudge(picture: Picture, die: SyntheticDie, share: float = 0.125) -> None:
    left, top, right, bottom = (round(value) for value in die.box)
    part = picture[top:bottom, left:right]
    part[:] = cv2.GaussianBlur(part, (0, 0), (right - left) * share)


if __name__ == "__main__":
    main(Path(sys.argv[1]), **json.load(sys.stdin))
