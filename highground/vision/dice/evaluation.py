"""How well labelled photos of dice are read.

A folder of photos has `labels.json`: a list of {image, width, height, dice: [{box: [x0, y0, x1, y1], value: 1..6}]},
boxes in pixels. A value of 0 is a die of another kind, which is named and never read. Sources differ in how they draw
boxes, so a die counts as found both by its box (half of it shared) and by its middle.
"""

from __future__ import annotations

import json
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from highground.vision.dice.counting import counted, without_aside
from highground.vision.dice.intervals import MeasuredShare, share_of
from highground.vision.dice.networks import WEIGHTS
from highground.vision.dice.reading import DiceFound
from highground.vision.dice.symbols import MOST_PATCHES, KnownSymbol
from highground.vision.dice.trays import patches_of, read_tray
from highground.vision.photo import Photo

LABELS = "labels.json"
SHARED = 0.5
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
"""Certainties between which the reliability curve has its points."""
Box = Sequence[float]


@dataclass(frozen=True, slots=True, eq=False)
class PhotoResult:
    """One photo: its labels, what was read, and which label is which die of that.

    `bunch`: the photo that this file is a copy of. `others`: labels of dice of other kinds.
    """

    image: str
    bunch: str
    labels: list[dict[str, Any]]
    found: DiceFound
    pairs: list[tuple[int, int]]
    others: list[dict[str, Any]]

    @property
    def guessed(self) -> int:
        """Dice of other kinds that were given a face without being asked about."""
        pairs = _pairs([each["box"] for each in self.others], self.found.detection_boxes, _by_middle)
        return sum(number not in self.asked for _, number in pairs)

    @property
    def by_box(self) -> int:
        boxes = self.found.detection_boxes
        return sum(_shared(self.labels[a]["box"], boxes[b]) >= SHARED for a, b in self.pairs)

    @property
    def right(self) -> set[int]:
        """The dice that were read right, by their number in the reading."""
        faces = self.found.detection_classes
        return {b for a, b in self.pairs if self.labels[a]["value"] == faces[b]}

    @property
    def asked(self) -> set[int]:
        """The dice that a person would be asked about."""
        return {number for number, each in enumerate(self.found.doubtful) if each}

    @property
    def questions(self) -> int:
        """How many questions a person is asked: one about dice that show the same symbol."""
        symbols = [self.found.detection_symbols[number] for number in self.asked]
        return symbols.count(-1) + len(set(symbols) - {-1})

    @property
    def whole(self) -> bool:
        return len(self.right) == len(self.labels) == len(self.found.detection_boxes)

    @property
    def whole_when_asked(self) -> bool:
        """Whether all is right once the doubtful dice were answered: what is no die is then taken away."""
        detected = set(range(len(self.found.detection_boxes)))
        return len(self.pairs) == len(self.labels) and detected - self.asked <= self.right


@dataclass(slots=True)
class Counts:
    """What adds up over photos."""

    results: list[PhotoResult] = field(default_factory=list)

    def add(self, labels: list[dict[str, Any]], found: DiceFound, image: str = "") -> None:
        dice = [each for each in labels if each["value"]]
        pairs = _pairs([each["box"] for each in dice], found.detection_boxes, _by_middle)
        bunch = stem(image) if image else str(len(self.results))
        others = [each for each in labels if not each["value"]]
        self.results.append(PhotoResult(image, bunch, dice, found, pairs, others))

    def shares(self) -> dict[str, MeasuredShare]:
        """Every share by its name, with its interval."""
        counts: dict[str, Callable[[PhotoResult], tuple[int, int]]] = {
            "precision_box": lambda each: (each.by_box, len(each.found.detection_boxes)),
            "recall_box": lambda each: (each.by_box, len(each.labels)),
            "precision_middle": lambda each: (len(each.pairs), len(each.found.detection_boxes)),
            "recall_middle": lambda each: (len(each.pairs), len(each.labels)),
            "face": lambda each: (len(each.right), len(each.pairs)),
            "whole_photo": lambda each: (int(each.whole), 1),
            "asked": lambda each: (len(each.asked), len(each.found.detection_boxes)),
            "questions": lambda each: (each.questions, len(each.found.detection_boxes)),
            "whole_when_asked": lambda each: (int(each.whole_when_asked), 1),
            "others_guessed": lambda each: (each.guessed, len(each.others)),
        }
        return {name: share_of((e.bunch, *count(e)) for e in self.results) for name, count in counts.items()}

    def figures(self) -> dict[str, Any]:
        """Shares (0..1) with what they are of and their intervals; milliseconds are of finding and reading."""
        spent = [each.found.prediction_time_ms for each in self.results]
        return {
            "photos": len(self.results),
            "scenes": len({each.bunch for each in self.results}),
            "dice": sum(len(each.labels) for each in self.results),
            "detected": sum(len(each.found.detection_boxes) for each in self.results),
            **self.shares(),
            "ms_median": round(statistics.median(spent), 1) if spent else 0.0,
        }

    def reliability(self) -> list[tuple[float, MeasuredShare]]:
        """How sure the reading said to be, on average, and how often it was right, from the unsure to the sure."""
        said = [
            (certainty, number in each.right, each.bunch)
            for each in self.results
            for number, certainty in enumerate(each.found.detection_certainties)
        ]
        points = []
        for low, high in pairwise(BINS):
            here = [each for each in said if low <= each[0] < high or each[0] == high == 1]
            if here:
                share = share_of((bunch, int(right), 1) for _, right, bunch in here)
                points.append((round(statistics.mean(each[0] for each in here), 4), share))
        return points


def is_dice_folder(folder: Path) -> bool:
    return (folder / LABELS).is_file()


def stem(image: str) -> str:
    """The name of the photo a file was made from: copies of one photo stand under several names."""
    return re.split(r"_jpe?g\.rf|\.rf\.|\.jpe?g", image.rsplit("/", 1)[-1])[0]


@dataclass(frozen=True, slots=True)
class ChosenPhotos:
    """Which photos of a folder are measured.

    `split`: a file that keeps photos aside, of which `part` is taken, corrects labels, and names the cameras of sources
    that mix them;
    `under`: the source whose photos are taken; `every`: take one of so many; `weights`: a folder of weights to read
    with, where not those that ship; `remembered`: whether the answer about a symbol is remembered for further photos of
    its camera, as the site remembers it for its player; `counted`: whether the number of dice is known, as of a roll.
    """

    split: Path | None = None
    part: str = "kept_aside"
    under: str = ""
    every: int = 1
    weights: Path | None = None
    remembered: bool = True
    counted: bool = False

    def labels(self, folder: Path) -> list[dict[str, Any]]:
        """The labels of the chosen photos. Raises OSError, ValueError, KeyError."""
        labels: list[dict[str, Any]] = json.loads((folder / LABELS).read_text())
        labels = [each for each in labels if not self.under or each["image"].startswith(f"{self.under}/")]
        split = json.loads(self.split.read_text()) if self.split else {}
        labels = corrected(labels, split)
        if split and self.part != "all":
            parts = split[self.part]
            aside = {name: set(part["stems"]) for name, part in parts.items()}
            labels = [each for each in labels if stem(each["image"]) in aside.get(source(each["image"]), ())]
        return labels[:: self.every]

    def cameras(self) -> dict[str, str]:
        """Names of cameras with what the names of their photos look like."""
        return dict(json.loads(self.split.read_text()).get("cameras", {})) if self.split else {}


def corrected(labels: list[dict[str, Any]], split: dict[str, Any]) -> list[dict[str, Any]]:
    """Labels with the faces that the split's `corrections` say, and the dice that it adds, by their boxes.

    Raises ValueError where a correction fits no label.
    """
    faces: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in split.get("corrections", {}).get("labels", ()):
        faces[each["image"]].append(each)
    return [_corrected(each, faces[each["image"]]) if each["image"] in faces else each for each in labels]


def _corrected(label: dict[str, Any], corrections: list[dict[str, Any]]) -> dict[str, Any]:
    dice = [dict(die) for die in label["dice"]]
    for each in corrections:
        if "box" in each:
            dice.append({"box": each["box"], "value": each["value"]})
            continue
        x, y = each["middle"]
        meant = [die for die in dice if die["box"][0] <= x <= die["box"][2] and die["box"][1] <= y <= die["box"][3]]
        if len(meant) != 1:
            raise ValueError(f"a correction of {label['image']} fits {len(meant)} labels, not one")
        meant[0]["value"] = each["value"]
    return {**label, "dice": dice}


def source(image: str) -> str:
    return image.rpartition("/")[0]


def camera_of(image: str, cameras: dict[str, str]) -> str:
    """The camera that a photo is of: the first whose pattern fits its name, else the folder that it lies in."""
    fitting = (name for name, pattern in cameras.items() if re.match(pattern, image))
    return next(fitting, source(image) or "photos")


def count_dice(folder: Path, open_photo: Callable[[Path], Photo], chosen: ChosenPhotos) -> dict[str, Counts]:
    """Read photos and hold them against their labels, by camera. Raises OSError, ValueError, KeyError."""
    counts: dict[str, Counts] = defaultdict(Counts)
    known: dict[str, list[KnownSymbol]] = defaultdict(list)
    cameras = chosen.cameras()
    for label in chosen.labels(folder):
        image = label["image"]
        camera = camera_of(image, cameras)
        photo = open_photo(folder / image)
        found = read_tray(photo, None, chosen.weights or WEIGHTS, known[camera])
        rolled = sum(bool(die["value"]) for die in label["dice"])
        counts[camera].add(label["dice"], without_aside(counted(found, rolled)) if chosen.counted else found, image)
        if chosen.remembered:
            known[camera] += _answered(photo, counts[camera].results[-1])
    return dict(sorted(counts.items()))


def _answered(photo: Photo, result: PhotoResult) -> list[KnownSymbol]:
    """What a person answers about the symbols of a photo: the face by the label of the first die that shows each."""
    faces = {b: int(result.labels[a]["value"]) for a, b in result.pairs}
    dice: dict[int, list[int]] = defaultdict(list)
    for number in sorted(result.asked & set(faces)):
        dice[result.found.detection_symbols[number]].append(number)
    dice.pop(-1, None)
    boxes = result.found.detection_boxes
    return [
        KnownSymbol(faces[numbers[0]], patches_of(photo, [boxes[number] for number in numbers[:MOST_PATCHES]]))
        for numbers in dice.values()
    ]


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
