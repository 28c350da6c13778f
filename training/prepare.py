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
HEAPS, TABLES, CLOSE_UPS = 600, 80, 240


def write(path: Path, entries: Iterable[data.Entry]) -> None:
    path.write_bytes(pickle.dumps([vars(each) for each in entries]))


if __name__ == "__main__":
    choosing = "--choosing" in sys.argv
    photos, cache, *more = (Path(name) for name in sys.argv[1:] if name != "--choosing")
    cache.mkdir(parents=True, exist_ok=True)
    write(cache / "real.pkl", [entry for folder in (photos, *more) for entry in data.read_photos(folder)])
    write(cache / "painted.pkl", data.painted(PAINTED, SEED))
    painted = data.painted_heaps(HEAPS, SEED + 1), data.tables(TABLES, SEED + 2), data.close_ups(CLOSE_UPS, SEED + 4)
    write(cache / "heaps.pkl", [entry for part in painted for entry in part])
    cuts = [cut for folder in (photos, *more) for cut in cut_outs(folder, choosing)]
    pasted = heaps(cuts, HEAPS, SEED + 3), heaps(cuts, CLOSE_UPS, SEED + 5, die=(0.16, 0.36))
    write(cache / "pasted.pkl", [entry for part in pasted for entry in part])
