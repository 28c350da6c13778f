"""How well labelled photos of dice are read.

A folder of photos has `labels.json`: a list of {image, width, height, dice: [{box: [x0, y0, x1, y1], value: 1..6}]},
boxes in pixels.
Sources differ in how they draw boxes, so a die counts as found both by its box (half of it shared) and by its middle.
"""

from __future__ import annotations

import json
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from highground.vision.dice.reading import DiceFound, read_dice
from highground.vision.flat import Picture

LABELS = "labels.json"
SHARED = 0.5
Box = Sequence[float]


@dataclass(slots=True)
class Counts:
    """What adds up over photos."""

    photos: int = 0
    dice: int = 0
    detected: int = 0
    by_box: int = 0
    by_middle: int = 0
    faces: int = 0
    whole: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def add(self, labels: list[dict[str, Any]], found: DiceFound) -> None:
        boxes = [each["box"] for each in labels]
        middles = _pairs(boxes, found.detection_boxes, _by_middle)
        right = sum(labels[a]["value"] == found.detection_classes[b] for a, b in middles)
        self.photos += 1
        self.dice += len(labels)
        self.detected += len(found.detection_boxes)
        self.by_box += sum(_shared(boxes[a], found.detection_boxes[b]) >= SHARED for a, b in middles)
        self.by_middle += len(middles)
        self.faces += right
        self.whole += right == len(labels) == len(found.detection_boxes)
        self.milliseconds.append(found.prediction_time_ms)

    def figures(self) -> dict[str, float | int]:
        """Shares (0..1) with the numbers that each is of; milliseconds are of finding and reading, without decoding."""
        return {
            "photos": self.photos,
            "dice": self.dice,
            "detected": self.detected,
            "precision_box": _share(self.by_box, self.detected),
            "recall_box": _share(self.by_box, self.dice),
            "precision_middle": _share(self.by_middle, self.detected),
            "recall_middle": _share(self.by_middle, self.dice),
            "face": _share(self.faces, self.by_middle),
            "whole_photo": _share(self.whole, self.photos),
            "ms_median": round(statistics.median(self.milliseconds), 1) if self.milliseconds else 0.0,
        }


def is_dice_folder(folder: Path) -> bool:
    return (folder / LABELS).is_file()


def stem(image: str) -> str:
    """The name of the photo a file was made from: copies of one photo stand under several names."""
    return re.split(r"_jpe?g\.rf|\.rf\.|\.jpe?g", image.rsplit("/", 1)[-1])[0]


def labelled(folder: Path, split: Path | None = None) -> list[dict[str, Any]]:
    """The labels of a folder; with a split file only of the photos it keeps aside. Raises OSError, ValueError."""
    labels: list[dict[str, Any]] = json.loads((folder / LABELS).read_text())
    if split is None:
        return labels
    aside = {name: set(part["stems"]) for name, part in json.loads(split.read_text())["kept_aside"].items()}
    return [each for each in labels if stem(each["image"]) in aside.get(_source(each["image"]), ())]


def _source(image: str) -> str:
    return image.rpartition("/")[0]


def evaluate_dice(
    folder: Path, open_photo: Callable[[Path], Picture], labels: Iterable[dict[str, Any]]
) -> dict[str, dict[str, float | int]]:
    """Figures by source (the folder that a photo lies in), as `Counts.figures` gives them."""
    counts: dict[str, Counts] = defaultdict(Counts)
    for label in labels:
        counts[_source(label["image"]) or "photos"].add(label["dice"], read_dice(open_photo(folder / label["image"])))
    return {source: each.figures() for source, each in sorted(counts.items())}


def _pairs(labels: Sequence[Box], detected: Sequence[Box], near: Callable[[Box, Box], float]) -> list[tuple[int, int]]:
    """Each label with at most one detected box and the other way round, the nearest pairs first."""
    ranked = sorted(
        ((near(a, b), i, j) for i, a in enumerate(labels) for j, b in enumerate(detected) if near(a, b) > 0),
        reverse=True,
    )
    used_labels: set[int] = set()
    used_detected: set[int] = set()
    pairs = []
    for _, i, j in ranked:
        if i not in used_labels and j not in used_detected:
            used_labels.add(i)
            used_detected.add(j)
            pairs.append((i, j))
    return pairs


def _by_middle(label: Box, detected: Box) -> float:
    """Positive where the detected middle is in the label's box; more for near middles and for a large common part."""
    x, y = (detected[0] + detected[2]) / 2, (detected[1] + detected[3]) / 2
    if not (label[0] <= x <= label[2] and label[1] <= y <= label[3]):
        return 0.0
    return 0.01 + _shared(label, detected)


def _shared(a: Box, b: Box) -> float:
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    both = wide * high
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
