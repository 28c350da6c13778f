"""What the finder takes for dice and is none, for the reader to learn: pips, edges, studs, things drawn and photos.

python training/mine.py PHOTOS CACHE WEIGHTS [--clutter FOLDER] [--others FOLDER]: WEIGHTS is a folder with finder.onnx;
CLUTTER has photos without dice, OTHERS photos of one die each that has no pips.
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

from highground.vision.dice import finding
from highground.vision.dice.boxes import joined
from highground.vision.dice.synthetic_clutter import clutter
from highground.vision.dice.synthetic_kinds import other_die

LOOKS = (*finding.FIRST_LOOKS, 440, 640)
SCENES, DRAWN, SEED = 90, 2500, 8
MOST = 40
"""Crops taken of one picture."""
UNLABELLED = {"mixed", "desk"}
"""Not every die of these photos has a label, or the whole of it: only parts of labelled dice are taken."""
EVERY = {"trays": 2, "mixed": 6, "desk": 3}
"""Of these folders one photo of so many is looked at, since they are alike."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("photos", type=Path)
    parser.add_argument("cache", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--clutter", type=Path)
    parser.add_argument("--others", type=Path)
    args = parser.parse_args()
    rng = np.random.default_rng(SEED)
    found = list(of_photos(rng, args.photos, args.weights)) + list(of_clutter(rng, args.clutter, args.weights))
    grounds = [clutter(rng, 320) for _ in range(60)]
    drawn = [other_die(rng, grounds[n % len(grounds)], data.CROP) for n in range(DRAWN)]
    real = list(of_others(args.others, args.weights)) if args.others else []
    (args.cache / "hard.pkl").write_bytes(pickle.dumps(found))
    (args.cache / "others.pkl").write_bytes(pickle.dumps({"drawn": drawn, "real": real}))
    print(len(found), "taken for dice,", len(drawn), "and", len(real), "dice of other kinds")


def of_photos(rng: np.random.Generator, photos: Path, weights: Path) -> Iterator[dict[str, Any]]:
    aside = data.kept_aside()
    for number, label in enumerate(data.labels_of(photos)):
        name = label["image"]
        if number % EVERY.get(name.partition("/")[0], 1):
            continue
        if data.stem(name) in aside.get(name.partition("/")[0], set()):
            continue
        picture = _read(photos / name)
        scale = picture.shape[1] / label["width"]
        dice = np.array([die["box"] for die in label["dice"]], dtype=float).reshape(-1, 4) * scale
        yield from _wrong(rng, name, picture, dice, weights)


def of_clutter(rng: np.random.Generator, folder: Path | None, weights: Path) -> Iterator[dict[str, Any]]:
    for number in range(SCENES):
        yield from _wrong(rng, f"drawn/{number}", clutter(rng), np.zeros((0, 4)), weights)
    for path in sorted(folder.rglob("*.*")) if folder else ():
        yield from _wrong(rng, f"clutter/{path.name}", _read(path), np.zeros((0, 4)), weights)


def of_others(folder: Path, weights: Path) -> Iterator[data.Pixels]:
    """The die of each photo: what is hottest of what has the middle half of the picture."""
    for path in sorted(folder.rglob("*.jpg")):
        picture = _read(path)
        seen = joined([finding.look(picture, side, weights) for side in LOOKS[:4]])
        large = seen.sides > 0.16 * max(picture.shape[:2])
        if large.any():
            yield data.crop(picture, seen.only(large).places[0])


def _read(path: Path) -> data.Pixels:
    picture = cv2.imread(str(path))
    if picture is None:
        raise FileNotFoundError(f"{path} is no picture")
    shrink = min(1.0, 1024 / max(picture.shape[:2]))
    return cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else picture


def _wrong(
    rng: np.random.Generator, name: str, picture: data.Pixels, dice: data.Floats, weights: Path
) -> Iterator[dict[str, Any]]:
    """What was found and is no die: away from every die, or of a quite different size than the one that it lies in."""
    seen = joined([finding.look(picture, side, weights) for side in LOOKS])
    whole = name.partition("/")[0] not in UNLABELLED
    taken = [box for box, side in zip(seen.places, seen.sides, strict=True) if _is_none(box, float(side), dice, whole)]
    for number in rng.permutation(len(taken))[:MOST]:
        yield {"name": name, "crop": data.crop(picture, taken[number])}


def _is_none(box: data.Floats, side: float, dice: data.Floats, whole: bool) -> bool:
    middle, sides = (box[:2] + box[2:]) / 2, (dice[:, 2:] - dice[:, :2]).max(axis=1)
    inside = np.flatnonzero(((dice[:, :2] <= middle) & (middle <= dice[:, 2:])).all(axis=1))
    if len(inside):
        ratio = side / sides[inside[0]]
        return bool(ratio < 0.5 or (ratio > 2.0 and whole))
    near = np.abs((dice[:, :2] + dice[:, 2:]) / 2 - middle).max(axis=1) < sides * 0.75
    return whole and not near.any()


if __name__ == "__main__":
    main()
