"""Labelled photos, the split, and pictures made ready once. See training/README.md."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from highground.vision.dice.evaluation import corrected  # noqa: E402
from highground.vision.dice.synthetic import TrayPhoto, tray_photo  # noqa: E402
from highground.vision.dice.synthetic_clutter import clutter  # noqa: E402
from highground.vision.dice.synthetic_heaps import heap_photo  # noqa: E402

Pixels = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

SIDE = 400
"""Pixels: the side that pictures are kept at for the detector."""
HEAP_SIDE = 480
"""Pixels: the side of pictures of heaps."""
CROP = 86
"""Pixels: the side that dice are kept at for the face reader, ROOM times the die round its middle."""
ROOM = 2.0
"""More than the reader sees, which is turned and moved about in it."""


def stem(image: str) -> str:
    """The name of the photo a file was made from: copies of one photo stand under several names."""
    return re.split(r"_jpe?g\.rf|\.rf\.|\.jpe?g", image.split("/", 1)[1])[0]


def split_part(name: str) -> dict[str, set[str]]:
    """A part of the committed split, 'kept_aside' or 'validation': its stems by folder."""
    return {folder: set(part["stems"]) for folder, part in _split()[name].items()}


def labels_of(folder: Path) -> list[dict[str, Any]]:
    """The labels of a folder of photos, put right by the split's corrections."""
    return corrected(json.loads((folder / "labels.json").read_text()), _split())


def _split() -> dict[str, Any]:
    split: dict[str, Any] = json.loads((HERE / "split.json").read_text())
    return split


def kept_aside() -> dict[str, set[str]]:
    """What no weights may see."""
    return split_part("kept_aside")


class Entry:
    """One photo: picture (400, 400, 3), boxes (n, 4) in parts of the side, values (n), crops (n, 86, 86, 3).

    `lean`: degrees of the camera away from straight down where they are known, as in what was painted, else None.
    """

    def __init__(
        self, name: str, picture: Pixels, boxes: Floats, values: Integers, crops: Pixels, lean: float | None = None
    ) -> None:
        self.name, self.picture, self.boxes, self.values, self.crops = name, picture, boxes, values, crops
        self.lean = lean
        self.folder = name.partition("/")[0]


def crop(picture: Pixels, box: Sequence[float] | Floats, side: int = CROP, room: float = ROOM) -> Pixels:
    """The square round a box's middle, `room` times its longer side; the picture's edge is repeated."""
    x0, y0, x1, y1 = box
    half = max(x1 - x0, y1 - y0) * room / 2
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    scale = side / (2 * half)
    warp = np.array([[scale, 0, side / 2 - middle[0] * scale], [0, scale, side / 2 - middle[1] * scale]])
    if scale < 0.6:  # shrink by area first, else fine patterns turn to noise
        shrink = max(scale * 1.5, 0.05)
        left, top = max(0, int(middle[0] - half) - 2), max(0, int(middle[1] - half) - 2)
        left, top = min(left, picture.shape[1] - 2), min(top, picture.shape[0] - 2)
        right, bottom = max(int(middle[0] + half) + 3, left + 2), max(int(middle[1] + half) + 3, top + 2)
        part = picture[top:bottom, left:right]
        fewer = (max(1, round(part.shape[1] * shrink)), max(1, round(part.shape[0] * shrink)))
        small = cv2.resize(part, fewer, interpolation=cv2.INTER_AREA)
        warp[:, 2] += warp[:, :2] @ [left, top]
        warp[:, :2] /= [[small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]]] * 2
        picture = small
    return cv2.warpAffine(picture, warp, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _labels(photo: TrayPhoto) -> tuple[list[Sequence[float]], list[int]]:
    return [die.box for die in photo.dice], [die.value for die in photo.dice]


def _entry(
    name: str, picture: Pixels, boxes_of: Sequence[Sequence[float]], values: Sequence[int], side: int = SIDE
) -> Entry:
    high, wide = picture.shape[:2]
    boxes = np.asarray(boxes_of, dtype=float).reshape(-1, 4)
    crops = np.stack([crop(picture, box) for box in boxes]) if len(boxes) else np.zeros((0, CROP, CROP, 3), np.uint8)
    small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    return Entry(name, small, boxes / [wide, high, wide, high], np.asarray(values), crops)


def read_photos(folder: Path) -> list[Entry]:
    """Every labelled photo. Raises FileNotFoundError where one is missing or cannot be read."""
    entries = []
    for label in labels_of(folder):
        picture = cv2.imread(str(folder / label["image"]))
        if picture is None:
            raise FileNotFoundError(f"{label['image']} is no picture")
        boxes, values = [die["box"] for die in label["dice"]], [die["value"] for die in label["dice"]]
        entries.append(_entry(label["image"], picture, boxes, values))
    return entries


def painted(count: int, seed: int) -> list[Entry]:
    """Trays that never were."""
    rng, entries = np.random.default_rng(seed), []
    for number in range(count):
        side, lean = int(rng.choice([400, 640])), float(rng.uniform(0, 60))
        photo = tray_photo(
            rng, int(rng.integers(1, 22)), (side, side), die=float(rng.uniform(0.045, 0.11)),
            tilt_degrees=lean, blur=float(rng.uniform(0.2, 1.3)),
        )  # fmt: skip
        entries.append(_entry(f"painted/{number}", photo.picture, *_labels(photo)))
        entries[-1].lean = lean
    return entries


def painted_heaps(count: int, seed: int) -> list[Entry]:
    """Heaps of dice of up to four sizes, a third of them among other things."""
    rng, entries = np.random.default_rng(seed), []
    for number in range(count):
        lean = float(rng.uniform(0, 55))
        photo = heap_photo(
            rng, int(rng.integers(3, 30)), (HEAP_SIDE, HEAP_SIDE), die=float(rng.uniform(0.07, 0.17)),
            sets=int(rng.integers(1, 5)), tilt_degrees=lean, blur=float(rng.uniform(0.2, 1.3)),
            things=int(rng.choice([0, 0, 12])),
        )  # fmt: skip
        entries.append(_entry(f"heaps/painted-{number}", photo.picture, *_labels(photo), HEAP_SIDE))
        entries[-1].lean = lean
    return entries


def close_ups(count: int, seed: int) -> list[Entry]:
    """A few dice that fill the picture, lying apart or touching."""
    rng, entries = np.random.default_rng(seed), []
    for number in range(count):
        lean, die, blur = float(rng.uniform(0, 50)), float(rng.uniform(0.16, 0.36)), float(rng.uniform(0.5, 3))
        few, size = int(rng.integers(1, 7)), (SIDE, SIDE)
        if number % 2:
            photo = tray_photo(rng, few, size, die=die, tilt_degrees=lean, blur=blur)
        else:
            photo = heap_photo(rng, few, size, die=die, smallest=0.6, sets=2, tilt_degrees=lean, blur=blur)
        entries.append(_entry(f"heaps/close-{number}", photo.picture, *_labels(photo)))
        entries[-1].lean = lean
    return entries


def tables(count: int, seed: int) -> list[Entry]:
    """Tables full of things that are no dice."""
    rng = np.random.default_rng(seed)
    return [found_entry(f"heaps/none-{number}", clutter(rng, HEAP_SIDE), []) for number in range(count)]


def found_entry(name: str, picture: Pixels, dice: Sequence[tuple[Sequence[float], int]]) -> Entry:
    """A square picture to find dice in, boxes in pixels; without crops to read."""
    boxes = np.array([box for box, _ in dice], dtype=float).reshape(-1, 4) / picture.shape[0]
    none = np.zeros((0, CROP, CROP, 3), np.uint8)
    return Entry(name, picture, boxes, np.array([value for _, value in dice], dtype=np.int64), none)


def is_aside(entry: Entry, aside: dict[str, set[str]]) -> bool:
    """Whether an entry belongs to the photos no weights may see."""
    return stem(entry.name) in aside.get(entry.folder, set())
