"""Make the pictures ready once: python training/prepare.py PHOTOS CACHE [MORE ...] [--choosing].

PHOTOS and MORE have labels.json (README.md). With --choosing, no heap has dice of the split's validation part.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterable
from pathlib import Path

import data
from pasting import cut_outs, heaps

PAINTED, SEED = 700, 7
HEAPS, TABLES = 600, 80


def write(path: Path, entries: Iterable[data.Entry]) -> None:
    path.write_bytes(pickle.dumps([vars(each) for each in entries]))


if __name__ == "__main__":
    choosing = "--choosing" in sys.argv
    photos, cache, *more = (Path(name) for name in sys.argv[1:] if name != "--choosing")
    cache.mkdir(parents=True, exist_ok=True)
    write(cache / "real.pkl", [entry for folder in (photos, *more) for entry in data.read_photos(folder)])
    write(cache / "painted.pkl", data.painted(PAINTED, SEED))
    write(cache / "heaps.pkl", [*data.painted_heaps(HEAPS, SEED + 1), *data.tables(TABLES, SEED + 2)])
    cuts = [cut for folder in (photos, *more) for cut in cut_outs(folder, choosing)]
    write(cache / "pasted.pkl", heaps(cuts, HEAPS, SEED + 3))
