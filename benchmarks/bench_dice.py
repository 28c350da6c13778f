"""Reading dice: labelled photos that no weights have seen (where ../shared/data/dice is there), and times.

The figures are of the weights that ship; what stands for trays never trained on is in docs/vision.md.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from highground.vision.dice.evaluation import ChosenPhotos, count_dice
from highground.vision.dice.intervals import MeasuredShare
from highground.vision.dice.synthetic import tray_photo
from highground.vision.dice.synthetic_views import TRAYS, write_solid_trays
from highground.vision.dice.trays import open_tray, read_tray
from highground.vision.photo import Photo

ROOT = Path(__file__).resolve().parents[1]
PHOTOS = ROOT.parent / "shared" / "data" / "dice"
TIMED = 10
SLANTING, SEED = 12, 7000


def main() -> dict[str, Any]:
    """Shares are of 1; milliseconds with decoding, wall time."""
    figures: dict[str, Any] = {"kept_aside": "no labelled photos here"}
    if PHOTOS.is_dir():
        split = ROOT / "training" / "split.json"
        figures["kept_aside"] = _figures(ChosenPhotos(split))
        figures["mixed_every_fifth_trained_on"] = _figures(ChosenPhotos(split, "all", "mixed", 5))
    return {**figures, "rendered_from_the_side": _slanting(), **_timed()}


def _slanting() -> dict[str, Any]:
    """Trays rendered in three dimensions by a camera that looks from the side, with none of the training's seeds."""
    with tempfile.TemporaryDirectory() as folder:
        write_solid_trays(Path(folder), SLANTING, SEED)
        return dict(_figures(ChosenPhotos(), Path(folder))[TRAYS])


def _figures(chosen: ChosenPhotos, photos: Path = PHOTOS) -> dict[str, Any]:
    """By camera; a share with what it is of and its interval."""
    counts = count_dice(photos, _read, chosen)
    return {
        name: {
            key: asdict(value) if isinstance(value, MeasuredShare) else value for key, value in each.figures().items()
        }
        for name, each in counts.items()
    }


def _timed() -> dict[str, Any]:
    """A photo of 2736 x 2736 pixels with ten dice, from its bytes to its reading."""
    photo = tray_photo(np.random.default_rng(1), 10, (2736, 2736), die=0.06, plain=True)
    _, packed = cv2.imencode(".jpg", photo.picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
    data, spent = packed.tobytes(), []
    read_tray(open_tray(data))
    for _ in range(TIMED):
        began = time.perf_counter()
        read_tray(open_tray(data))
        spent.append((time.perf_counter() - began) * 1000)
    return {"photo_of_7mp_ms_median": round(float(np.median(spent)), 1), "photo_of_7mp_repeats": TIMED}


def _read(path: Path) -> Photo:
    return open_tray(path.read_bytes())
