"""Writes photos of a table that never was: empty.jpg, full.jpg with some units' miniatures on it, and half.jpg, a part
of that without the first unit.

Called by the browser's walks with a folder and JSON on standard input: `diameter` in inches, `units`, places in inches
by the transponder's label ('T07'), and the photos' `size` in pixels where it matters. With a `length` the bases are
ovals as large as circles of that diameter, turned by `turns` in degrees, those of a unit one after another.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from highground.vision.flat import Picture
from highground.vision.markers.marks import MarkKind, board_places, marks
from highground.vision.synthetic import SyntheticCamera, SyntheticScene
from highground.vision.synthetic_armies import Figure, SyntheticTable, take_pair

FULL_HD = (1920, 1080)
BESIDE = 2.4
"""Inches from a unit's first miniature to its transponder."""


def main(
    folder: Path, units: dict[str, list[list[float]]], diameter: float, size: tuple[int, int] = FULL_HD,
    length: float = 0.0, turns: Sequence[float] = (),
) -> None:  # fmt: skip
    by_label = {mark.label: mark for mark in marks(MarkKind.TRANSPONDER)}
    board = {mark: board_places()[mark.code] for mark in marks(MarkKind.BOARD)}
    cards = {by_label[label]: (spots[0][0], spots[0][1] - BESIDE) for label, spots in units.items()}
    figures = [
        Figure(by_label[label], (spot[0], spot[1]), diameter, diameter, number, length, turns[number] if turns else 0.0)
        for label, spots in units.items()
        for number, spot in enumerate(spots)
    ]
    table = SyntheticTable(SyntheticScene({**board, **cards}, dict.fromkeys([*board, *cards], 0.0)), figures, [], 7)
    overhead = SyntheticCamera((size[0], size[1]), tilt_degrees=3, blur=0.6)
    pair = take_pair(table, overhead, np.random.default_rng(1))
    first = next(iter(units.values()), [[30.0, 22.0]])
    for name, picture in (("empty", pair.empty), ("full", pair.full), ("half", half_of(pair.full, first))):
        cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 85])


def half_of(picture: Picture, away_from: list[list[float]]) -> Picture:
    """A good half of an overhead photo of the board, with five of its markers, in which some places are not."""
    high, wide = (round(0.6 * side) for side in picture.shape[:2])
    x, y = np.mean(away_from, axis=0) / (60.0, 44.0) - 0.5
    if abs(x) > abs(y):
        return picture[:, -wide:] if x < 0 else picture[:, :wide]
    return picture[-high:] if y < 0 else picture[:high]


if __name__ == "__main__":
    main(Path(sys.argv[1]), **json.load(sys.stdin))
