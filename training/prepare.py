"""Make the pictures ready once: python training/prepare.py PHOTOS CACHE (PHOTOS has labels.json, see README.md)."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import data

PAINTED, SEED = 700, 7

if __name__ == "__main__":
    photos, cache = Path(sys.argv[1]), Path(sys.argv[2])
    cache.mkdir(parents=True, exist_ok=True)
    (cache / "real.pkl").write_bytes(pickle.dumps([vars(each) for each in data.read_photos(photos)]))
    (cache / "painted.pkl").write_bytes(pickle.dumps([vars(each) for each in data.painted(PAINTED, SEED)]))
