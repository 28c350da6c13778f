"""Figures of weights that do not ship: python training/figures.py PHOTOS WEIGHTS_FOLDER PART.

PART is a part of split.json, or a folder of photos that the weights were trained without: of that every sixth photo.
For the project's own environment, as is all that reads photos.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import data

from highground.vision.dice import evaluation, reading
from highground.vision.photo import decode

EVERY = 6


def photos_of(photos: Path, part: str) -> list[dict[str, Any]]:
    labels = json.loads((photos / "labels.json").read_text())
    if part not in ("kept_aside", "validation"):
        return [each for each in labels if each["image"].startswith(f"{part}/")][::EVERY]
    stems = data.split_part(part)
    return [each for each in labels if data.stem(each["image"]) in stems.get(each["image"].partition("/")[0], set())]


def main() -> None:
    photos, weights, part = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    cv2.setNumThreads(1)
    reading.WEIGHTS = weights
    figures = evaluation.evaluate_dice(photos, lambda path: decode(path.read_bytes()).picture, photos_of(photos, part))
    for source, each in figures.items():
        print(source, *(f"{name} {value}" for name, value in each.items()))


if __name__ == "__main__":
    main()
