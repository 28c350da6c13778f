"""How well photos with known contents are read: markers, miniatures, and whose they are.

A folder of tables has `truth.json`: for each table its photos (`full`, `empty`), its transponders with their places,
its miniatures with place, width and transponder. `write_tables` makes such a folder of synthetic photos.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from highground.vision.analysis import analyse
from highground.vision.flat import Picture
from highground.vision.found import Analysis, KnownTable, KnownUnit, Spot
from highground.vision.markers.marks import MarkKind
from highground.vision.synthetic import random_camera
from highground.vision.synthetic_armies import Figure, SyntheticTable, moved, random_table, take_pair

TRUTH = "truth.json"
NEAR = 0.5
"""A miniature is found where a base is reported within so many of its radii."""
MOVED_SHARE = 0.25
"""Share of the units that have moved since they were last read."""
MOVED_BY = 6.0
"""Inches, at most."""
NOISE = 0.1
"""Inches by which the last reading may have been off."""
STEPPED = 0.3
"""Inches by which a moved unit's formation changes."""


class TrueMiniature(msgspec.Struct, frozen=True):
    """A miniature as it stands: inches; `before` is where it was last read, None if it was not."""

    transponder: str
    place: Spot
    diameter: float
    before: Spot | None = None


class TrueTable(msgspec.Struct, frozen=True):
    """A table's photos, by their names in the folder, and what is on it."""

    full: str
    empty: str
    camera_moved: bool
    transponders: dict[str, Spot]
    miniatures: tuple[TrueMiniature, ...]

    def known(self, remembered: bool) -> KnownTable:
        """What a battle would know of it."""
        units = []
        for name in dict.fromkeys(each.transponder for each in self.miniatures):
            mine = [each for each in self.miniatures if each.transponder == name]
            places = tuple(each.before for each in mine) if remembered else ()
            units.append(KnownUnit(name, name, name, tuple(each.diameter for each in mine), places))
        return KnownTable(tuple(units))


def write_tables(folder: Path, tables: int, seed: int, size: tuple[int, int], camera_moves: bool) -> None:
    """Photograph so many random tables, with and without their miniatures, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    truths = []
    for number in range(tables):
        rng = np.random.default_rng((seed, number))
        table, camera = random_table(rng), random_camera(rng, size)
        pair = take_pair(table, camera, rng, moved(camera, rng) if camera_moves else None)
        truth = _truth(table, number, camera_moves, rng)
        for name, picture in ((truth.full, pair.full), (truth.empty, pair.empty)):
            cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 97])
        truths.append(truth)
    (folder / TRUTH).write_bytes(msgspec.json.encode(truths))


def _truth(table: SyntheticTable, number: int, camera_moved: bool, rng: np.random.Generator) -> TrueTable:
    steps = {each.unit: _step(rng) for each in table.figures}
    return TrueTable(
        f"{number:03d}-full.jpg",
        f"{number:03d}-empty.jpg",
        camera_moved,
        {mark.name: place for mark, place in table.scene.places.items() if mark.kind is MarkKind.TRANSPONDER},
        tuple(_true(each, steps[each.unit], rng) for each in table.figures),
    )


def _step(rng: np.random.Generator) -> Spot | None:
    if rng.uniform() >= MOVED_SHARE:
        return None
    far, turn = rng.uniform(1, MOVED_BY), rng.uniform(0, 2 * np.pi)
    return float(far * np.cos(turn)), float(far * np.sin(turn))


def _true(figure: Figure, step: Spot | None, rng: np.random.Generator) -> TrueMiniature:
    x, y = figure.place
    off_x, off_y = rng.normal(0, NOISE if step is None else STEPPED, 2).tolist()
    ahead = step or (0.0, 0.0)
    before = (x + ahead[0] + off_x, y + ahead[1] + off_y)
    return TrueMiniature(figure.unit.name, figure.place, figure.diameter, before)


@dataclass
class Tally:
    """What was found over some tables."""

    tables: int = 0
    placed: int = 0
    cards: int = 0
    wrong_cards: int = 0
    off: list[float] = field(default_factory=list)
    miniatures: int = 0
    detected: int = 0
    found: int = 0
    owned: int = 0
    apart: list[float] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)

    def add(self, truth: TrueTable, analysis: Analysis) -> None:
        self.tables += 1
        self.spent.append(analysis.milliseconds)
        self._cards(truth, analysis)
        owners = {each.model: given.transponder for given in analysis.assignments for each in given.assignments}
        models = [each.location for each in analysis.objects["model"] if each.location is not None]
        pairs = match(models, truth.miniatures)
        self.miniatures += len(truth.miniatures)
        self.detected += len(models)
        self.found += len(pairs)
        self.owned += sum(owners.get(model) == truth.miniatures[true].transponder for model, true in pairs.items())
        self.apart += [float(np.hypot(*np.subtract(models[a], truth.miniatures[b].place))) for a, b in pairs.items()]

    def _cards(self, truth: TrueTable, analysis: Analysis) -> None:
        self.placed += len(truth.transponders)
        for each in analysis.objects["transponder"]:
            place = truth.transponders.get(each.name or "")
            if place is None:
                self.wrong_cards += 1
                continue
            self.cards += 1
            if each.location is not None:
                self.off.append(float(np.hypot(*np.subtract(each.location, place))))

    def figures(self) -> dict[str, Any]:
        """Shares, inches and milliseconds, with the numbers that they are of."""
        return {
            "tables": self.tables,
            "transponders": self.placed,
            "transponders_found": _share(self.cards, self.placed),
            "transponders_wrong": self.wrong_cards,
            "transponders_off_p95_inches": _percentile(self.off),
            "miniatures": self.miniatures,
            "miniatures_precision": _share(self.found, self.detected),
            "miniatures_recall": _share(self.found, self.miniatures),
            "miniatures_right_unit": _share(self.owned, self.found),
            "miniatures_off_p95_inches": _percentile(self.apart),
            "milliseconds_median": round(float(np.median(self.spent)), 1) if self.spent else None,
        }


def match(models: Sequence[Spot], truth: Sequence[TrueMiniature]) -> dict[int, int]:
    """Which reported base is which miniature, the closest first; each once."""
    near = [
        (far, model, true)
        for model, (x, y) in enumerate(models)
        for true, each in enumerate(truth)
        if (far := float(np.hypot(x - each.place[0], y - each.place[1]))) < NEAR * each.diameter / 2
    ]
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, model, true in sorted(near):
        if model not in found and true not in taken:
            found[model] = true
            taken.add(true)
    return found


def evaluate(folder: Path, read: Callable[[Path], Picture], remembered: bool = True) -> dict[str, Any]:
    """Figures over a folder of tables, those of a camera that had moved apart from the others.

    Raises OSError or ValueError where the folder has no truth that can be read.
    """
    tallies: dict[str, Tally] = {}
    for truth in read_truth(folder):
        analysis = analyse(read(folder / truth.full), truth.known(remembered), read(folder / truth.empty))
        tallies.setdefault("camera_moved" if truth.camera_moved else "camera_fixed", Tally()).add(truth, analysis)
    return {name: tally.figures() for name, tally in tallies.items()}


def read_truth(folder: Path) -> list[TrueTable]:
    """The tables of a folder. Raises OSError, or ValueError saying what is wrong in the file."""
    try:
        return msgspec.json.decode((folder / TRUTH).read_bytes(), type=list[TrueTable])
    except (msgspec.DecodeError, json.JSONDecodeError) as fault:
        raise ValueError(f"{folder / TRUTH}: {fault}") from fault


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _percentile(values: Sequence[float]) -> float | None:
    return round(float(np.percentile(values, 95)), 3) if values else None
