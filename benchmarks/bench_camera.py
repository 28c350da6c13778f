"""Reading synthetic photos of tables: markers on 200 at 1080p and 20 at 12 megapixels, small ones on 100 at
1080p, miniatures on 20 and 20.

Both miniature sets come with a photo of the empty board, the one from the same place, the other from a camera that was
moved a little in between (see docs/vision.md). A quarter of the units has moved since it was last read.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from highground.vision.analysis import analyse
from highground.vision.board import find_board
from highground.vision.evaluation import evaluate, read_truth, write_tables
from highground.vision.flat import Picture
from highground.vision.markers.marks import MarkKind
from highground.vision.markers.reading import read_markers
from highground.vision.photo import decode
from highground.vision.synthetic import SyntheticPhoto, random_camera, random_scene, take

SETS = {
    "1080p": ((1920, 1080), 200, False),
    "12mp": ((4000, 3000), 20, False),
    "small_1080p": ((1920, 1080), 100, True),
}
"""Size, photos, and whether the transponders are the small ones of one inch."""
TABLES = 20
SEED = 2026
LARGE = 3
"""Tables of 12 megapixels on which the whole analysis is timed."""


@dataclass
class Tally:
    """What was found in a set of photos; `off` in inches, `spent` in milliseconds."""

    placed: int = 0
    found: int = 0
    wrong: int = 0
    off: list[float] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)

    def add(self, photo: SyntheticPhoto) -> None:
        began = time.process_time()
        seen = read_markers(photo.picture)
        view = find_board(seen, (photo.picture.shape[1], photo.picture.shape[0]))
        self.spent.append((time.process_time() - began) * 1000)
        self.placed += sum(mark.kind is MarkKind.TRANSPONDER for mark in photo.scene.places)
        places = {mark.code: place for mark, place in photo.scene.places.items()}
        for each in seen:
            place = places.get(each.mark.code)
            if place is None:
                self.wrong += 1
            elif each.mark.kind is MarkKind.TRANSPONDER:
                self.found += 1
                there = view.to_inches([each.centre])[0] - place
                self.off.append(float(np.linalg.norm(there)))


def main() -> dict[str, Any]:
    """Shares found (%), wrong ids, location errors (inches), times (milliseconds)."""
    return {**_markers(), **_miniatures(), **_large()}


def _markers() -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for name, (size, photos, small) in SETS.items():
        tally = Tally()
        for seed in range(photos):
            rng = np.random.default_rng(seed)
            tally.add(take(random_scene(rng, small=small), random_camera(rng, size), rng))
        figures |= {
            f"transponders_{name}_photos": photos,
            f"transponders_{name}_found_percent": round(100 * tally.found / tally.placed, 2),
            f"transponders_{name}_of": tally.placed,
            f"transponders_{name}_wrong_ids": tally.wrong,
            f"transponders_{name}_off_inches_median": round(float(np.median(tally.off)), 3),
            f"transponders_{name}_off_inches_p95": round(float(np.percentile(tally.off, 95)), 3),
            f"transponders_{name}_cpu_ms": round(float(np.median(tally.spent)), 1),
        }
    return figures


def _miniatures() -> dict[str, Any]:
    """`first_photo`: without anything remembered of where the units stood."""
    with tempfile.TemporaryDirectory() as folder:
        fixed, touched = Path(folder) / "fixed", Path(folder) / "moved"
        write_tables(fixed, TABLES, SEED, (1920, 1080), camera_moves=False)
        write_tables(touched, TABLES, SEED, (1920, 1080), camera_moves=True)
        return {
            "miniatures_fixed": evaluate(fixed, _read)["camera_fixed"],
            "miniatures_first_photo": evaluate(fixed, _read, remembered=False)["camera_fixed"],
            "miniatures_moved": evaluate(touched, _read)["camera_moved"],
        }


def _large() -> dict[str, Any]:
    """A photo of 12 megapixels from its bytes to its analysis, wall time; the empty board's photo is decoded before."""
    spent = []
    with tempfile.TemporaryDirectory() as folder:
        write_tables(Path(folder), LARGE, SEED, (4000, 3000), camera_moves=False)
        for truth in read_truth(Path(folder)):
            empty, data = _read(Path(folder) / truth.empty), (Path(folder) / truth.full).read_bytes()
            began = time.perf_counter()
            analyse(decode(data).picture, truth.known(remembered=True), empty)
            spent.append((time.perf_counter() - began) * 1000)
    return {"analysis_12mp_ms": round(float(np.median(spent)), 1), "analysis_12mp_of": LARGE}


def _read(path: Path) -> Picture:
    return decode(path.read_bytes()).picture
