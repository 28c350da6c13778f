"""Rendered views of dice for the reader: python training/solids.py CACHE (highground/vision/dice/synthetic_views.py).

Writes CACHE/solids.pkl, entries without pictures, and CACHE/solid_others.pkl, crops of dice of other kinds.
"""

from __future__ import annotations

import multiprocessing
import pickle
import sys
from pathlib import Path

import cv2
import data
import numpy as np
from reader import LEANING

from highground.vision.dice.reading import OTHER
from highground.vision.dice.synthetic_views import DieView, die_view

PARTS = ((201, 5500, 0.18), (202, 5500, 0.18))
"""Of each process: seed, number of views, share of other kinds."""


def views(part: tuple[int, int, float]) -> list[DieView]:
    seed, count, others = part
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    return [die_view(rng, data.CROP, data.ROOM, others) for _ in range(count)]


def entry(name: str, shown: list[DieView], lean: float) -> data.Entry:
    crops = np.stack([view.picture for view in shown])
    values = np.array([view.value for view in shown])
    none = np.zeros((data.SIDE, data.SIDE, 3), np.uint8)
    return data.Entry(f"solids/{name}", none, np.zeros((0, 4)), values, crops, lean)


if __name__ == "__main__":
    cache = Path(sys.argv[1])
    with multiprocessing.Pool() as pool:
        seen = [view for part in pool.map(views, PARTS) for view in part]
    dice = [view for view in seen if view.value != OTHER]
    above = entry("above", [view for view in dice if view.lean < LEANING], 0.0)
    slanting = entry("slanting", [view for view in dice if view.lean >= LEANING], LEANING)
    (cache / "solids.pkl").write_bytes(pickle.dumps([vars(each) for each in (above, slanting)]))
    others = [view.picture for view in seen if view.value == OTHER]
    (cache / "solid_others.pkl").write_bytes(pickle.dumps(others))
    print(len(dice), "dice,", len(others), "of other kinds")
