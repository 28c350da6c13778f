"""Pack what training on a graphics card needs.

python training/pack.py PHOTOS CACHE OUT [--desk FOLDER] [--more FOLDER]

One file of a few MB: every labelled die as a crop of 86 pixels, squares without a die, and what `mine.py` found (of
CACHE). By the weights that ship it says by how many quarters each photo seen from the side stands turned. DESK and MORE
hold pictures beside labels in text files: class, middle and size in parts of the picture.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import data
import numpy as np

from highground.vision.dice.networks import run

SQUARES = 10
"""Of each photo, where its labels are complete."""
COMPLETE = {"trays", "trays_more", "wargame_trays"}
TURNED = {"wargame_trays", "desk"}
SIZE, ROOM = 48, 1.3


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("photos", type=Path)
    parser.add_argument("cache", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--desk", type=Path)
    parser.add_argument("--more", type=Path)
    args = parser.parse_args()
    rng = np.random.default_rng(5)
    packed = []
    for name, picture, boxes, values in _photos(args.photos, args.desk, args.more):
        folder = name.partition("/")[0]
        aside = {part: data.stem(name) in data.split_part(part).get(folder, set()) for part in PARTS}
        if aside["kept_aside"]:
            continue
        crops = [data.crop(picture, box) for box in boxes]
        squares = list(_squares(rng, picture, np.array(boxes).reshape(-1, 4))) if folder in COMPLETE else []
        quarters = _quarters(crops, values) if folder in TURNED and crops else -1
        packed.append((name, aside["validation"], quarters, values, _webp(crops), _webp(squares)))
    hard = [(each["name"], *_webp([each["crop"]])) for each in pickle.loads((args.cache / "hard.pkl").read_bytes())]
    args.out.write_bytes(pickle.dumps({"photos": packed, "hard": hard}))
    print(len(packed), "photos,", sum(len(each[3]) for each in packed), "dice,", args.out.stat().st_size, "bytes")


PARTS = ("kept_aside", "validation")
Photo = tuple[str, data.Pixels, list[list[float]], list[int]]


def _photos(photos: Path, desk: Path | None, more: Path | None) -> Iterator[Photo]:
    for label in data.labels_of(photos):
        picture = cv2.imread(str(photos / label["image"]))
        yield label["image"], picture, [d["box"] for d in label["dice"]], [int(d["value"]) for d in label["dice"]]
    times = sorted(data.stem(each["image"]) for each in data.labels_of(photos) if each["image"].startswith("trays/"))
    for folder, where in (("desk", desk), ("trays_more", more)):
        for path in sorted(where.rglob("*.txt")) if where else ():
            image = next((p for p in where.rglob(f"{path.stem}.jpg")), None) if where else None
            if image is None or (folder == "trays_more" and not _free(path.stem, times)):
                continue
            picture = cv2.imread(str(image))
            if picture is not None:
                yield (f"{folder}/{image.name}", picture, *_rows(path, picture))


def _rows(path: Path, picture: data.Pixels) -> tuple[list[list[float]], list[int]]:
    high, wide = picture.shape[:2]
    boxes, values = [], []
    for line in path.read_text().splitlines():
        kind, x, y, w, h = (float(part) for part in line.split()[:5])
        boxes.append([(x - w / 2) * wide, (y - h / 2) * high, (x + w / 2) * wide, (y + h / 2) * high])
        values.append(int(kind) + 1)
    return boxes, values


def _free(stem: str, times: list[str]) -> bool:
    """Whether a photo lies between two of the trays that may be seen: neighbours in time show the same dice."""
    aside = {each for part in PARTS for each in data.split_part(part)["trays"]}
    at = int(np.searchsorted(times, stem))
    return stem not in times and not aside & set(times[max(0, at - 1) : at + 1])


def _squares(rng: np.random.Generator, picture: data.Pixels, boxes: data.Floats) -> Iterator[data.Pixels]:
    """Squares in which no die has its middle, many of them at dice's edges."""
    long = float(np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1))) if len(boxes) else picture.shape[0] * 0.08
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    made = 0
    for _ in range(SQUARES * 4):
        size = long * np.exp(rng.normal(0, 0.3))
        place = rng.uniform(0, picture.shape[1::-1])
        if len(boxes) and rng.random() < 0.4:
            place = middles[rng.integers(len(boxes))] + rng.normal(0, 0.8, 2) * long
        if (not len(boxes) or np.min(np.abs(middles - place).max(axis=1)) > 0.6 * max(size, long)) and made < SQUARES:
            made += 1
            yield data.crop(picture, [*(place - size / 2), *(place + size / 2)])


def _quarters(crops: list[data.Pixels], values: list[int]) -> int:
    """By how many quarters the photo stands turned: the turn at which its labels are likeliest."""
    edge, likely = round(data.CROP * (1 - ROOM / data.ROOM) / 2), []
    for quarters in range(4):
        seen = [
            np.rot90(cv2.resize(c[edge:-edge, edge:-edge], (SIZE, SIZE), interpolation=3), -quarters) for c in crops
        ]
        out = run("reader", np.stack(seen).transpose(0, 3, 1, 2).astype(np.float32))
        faces = out[:, :8] - np.logaddexp.reduce(out[:, :8], axis=1, keepdims=True)
        likely.append(float(faces[np.arange(len(out)), values].sum() - np.logaddexp(0, -out[:, 8]).sum()))
    return int(np.argmax(likely))


def _webp(crops: list[data.Pixels]) -> list[Any]:
    return [cv2.imencode(".webp", crop, [cv2.IMWRITE_WEBP_QUALITY, 94])[1].tobytes() for crop in crops]


if __name__ == "__main__":
    main()
