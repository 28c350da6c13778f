"""Photographed dice, cut out and laid in heaps: real colours and light in arrangements that nobody photographed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import data
import numpy as np

from highground.vision.dice.synthetic import Real, photographed
from highground.vision.dice.synthetic_heaps import Hull, apart, table

CUT = 96
"""Pixels: the side of a cut-out, 1.5 times the longer side of the die's box."""
SOLID, FILLED = 0.94, {"trays": (0.33, 0.8), "wargame_trays": (0.55, 0.95), "assorted": (0.55, 0.95)}
"""An outline is trusted if it is nearly convex and covers such a part of its box; the boxes of `trays` are wide."""
SEEN, STEPS = 0.5, 90
CLOSE = 0.2
"""Where the dice may be a larger part of the picture, there are few."""
SHARES = {"trays": 0.4, "wargame_trays": 0.25, "assorted": 0.35}
"""How many heaps are made of each folder's dice."""
SLACK = {"trays": np.pi, "wargame_trays": 0.15, "assorted": 0.15}
"""Radians by which a cut-out may be turned: what was seen from the side stays upright."""


@dataclass(frozen=True, slots=True, eq=False)
class CutOut:
    """A die's picture (CUT, CUT, 3), how far each pixel belongs to it (CUT, CUT) 0..1, its outline (n, 2) in pixels."""

    picture: data.Pixels
    cover: Real
    outline: Hull
    value: int
    folder: str


def cut_outs(photos: Path, choosing: bool) -> list[CutOut]:
    """Dice of the photos that may be seen."""
    asides = [data.kept_aside()] + ([data.split_part("validation")] if choosing else [])
    found = []
    for label in data.labels_of(photos):
        folder = label["image"].partition("/")[0]
        if folder not in FILLED or any(data.stem(label["image"]) in aside.get(folder, ()) for aside in asides):
            continue
        picture = cv2.imread(str(photos / label["image"]))
        found += [one for die in label["dice"] if (one := _cut(picture, die["box"], die["value"], folder))]
    return found


def _cut(picture: data.Pixels, box: list[float], value: int, folder: str) -> CutOut | None:
    seen, mask = data.crop(picture, box, side=CUT, room=1.5), np.full((CUT, CUT), cv2.GC_BGD, np.uint8)
    half = np.array([box[2] - box[0], box[3] - box[1]]) / max(box[2] - box[0], box[3] - box[1]) * CUT / 3
    x0, y0, x1, y1 = np.round([*(CUT / 2 - half), *(CUT / 2 + half)]).astype(int)
    mask[y0:y1, x0:x1] = cv2.GC_PR_FGD
    cv2.circle(mask, (CUT // 2, CUT // 2), int(half.min() * 0.7), cv2.GC_FGD, -1)
    cv2.grabCut(seen, mask, None, np.zeros((1, 65)), np.zeros((1, 65)), 4, cv2.GC_INIT_WITH_MASK)
    outlines, _ = cv2.findContours((mask % 2).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(outlines, key=cv2.contourArea)
    hull = cv2.convexHull(largest)
    filled = cv2.contourArea(hull) / ((x1 - x0) * (y1 - y0))
    if cv2.contourArea(largest) < SOLID * cv2.contourArea(hull) or not FILLED[folder][0] < filled < FILLED[folder][1]:
        return None
    cover = np.zeros((CUT, CUT), np.uint8)
    cv2.fillConvexPoly(cover, hull, 255, cv2.LINE_AA)
    soft = cv2.GaussianBlur(cover, (0, 0), 0.7) / 255.0
    return CutOut(seen, soft, hull.reshape(-1, 2).astype(np.float32), value, folder)


def heaps(cuts: list[CutOut], count: int, seed: int, die: tuple[float, float] = (0.07, 0.17)) -> Iterator[data.Entry]:
    """Heaps, each of the dice of one folder; `die`: from and to which part of the picture the largest ones have."""
    rng = np.random.default_rng(seed)
    by_folder = {folder: [one for one in cuts if one.folder == folder] for folder in FILLED}
    for number in range(count):
        folder = str(rng.choice(list(SHARES), p=list(SHARES.values())))
        yield _heap(rng, by_folder[folder], f"heaps/pasted-{number}", die)


def _heap(rng: np.random.Generator, cuts: list[CutOut], name: str, die: tuple[float, float]) -> data.Entry:
    side = data.HEAP_SIDE
    picture = table(rng, (side, side), int(rng.choice([0, 0, 12])))
    largest, sets = side * rng.uniform(*die), int(rng.integers(1, 5))
    sizes = largest * np.exp(rng.uniform(np.log(0.4), 0, sets))
    middles = [rng.uniform(0.25, 0.75, 2) * side for _ in range(int(rng.integers(1, 4)))]
    owner, laid = np.zeros((side, side), np.int16), []
    light = rng.uniform(0.6, 1.15) * rng.uniform(0.9, 1.1, 3)
    for _ in range(int(rng.integers(3, 28) if die[1] < CLOSE else rng.integers(1, 9))):
        cut, size = cuts[int(rng.integers(len(cuts)))], float(sizes[int(rng.integers(sets))])
        turn = rng.uniform(-1, 1) * SLACK[cut.folder]
        scale = size / float(np.sqrt(cv2.contourArea(cut.outline)))
        spin = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        place = _place(rng, middles[int(rng.integers(len(middles)))], cut, spin, [each[0] for each in laid])
        if place is not None and (size < place).all() and (place < side - size).all():
            shift = place - spin @ [CUT / 2, CUT / 2]
            outline = (cut.outline @ spin.T + shift).astype(np.float32)
            _paste(rng, picture, cut, np.hstack([spin, shift[:, None]]), light)
            cv2.fillConvexPoly(owner, np.round(outline).astype(np.int32), len(laid) + 1)
            laid.append((outline, cut.value))
    shown = np.bincount(owner.ravel(), minlength=len(laid) + 1)[1:]
    clear = [one for one, seen in zip(laid, shown, strict=True) if seen > SEEN * cv2.contourArea(one[0])]
    photo = photographed(rng, picture, rng.uniform(0, 0.35), float(rng.uniform(0.2, 1.0)))
    return data.found_entry(name, photo, [((*one.min(0), *one.max(0)), value) for one, value in clear])


def _place(rng: np.random.Generator, middle: Real, cut: CutOut, spin: Real, others: list[Hull]) -> Real | None:
    """Where the die lies beside the others, moved outwards from the middle; sometimes on top of them."""
    way, loose = rng.uniform(0, 2 * np.pi), rng.uniform(1.0, 1.1)
    step = np.array([np.cos(way), np.sin(way)]) * np.sqrt(np.linalg.det(spin)) * CUT / 22
    shape = (cut.outline - CUT / 2) @ spin.T * loose
    on_top = rng.random() < 0.05
    for number in range(int(rng.integers(0, 12)), STEPS):
        place = middle + step * number
        moved = (shape + place).astype(np.float32)
        if on_top or all(apart(moved, each) for each in others):
            return np.asarray(place)
    return None


def _paste(rng: np.random.Generator, picture: Real, cut: CutOut, warp: Real, light: Real) -> None:
    high, wide = picture.shape[:2]
    scale = float(np.sqrt(np.linalg.det(warp[:, :2])))
    seen = cv2.GaussianBlur(cut.picture, (0, 0), 0.4 / scale) if scale < 0.7 else cut.picture
    colour = cv2.warpAffine(seen, warp, (wide, high), flags=cv2.INTER_LINEAR).astype(float) * light
    cover = cv2.warpAffine(cut.cover, warp, (wide, high), flags=cv2.INTER_LINEAR)[..., None]
    away = rng.normal(0, 0.08, 2) * CUT * scale
    moved = warp + np.hstack([np.zeros((2, 2)), away[:, None]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(cut.cover, moved, (wide, high)), (0, 0), CUT * scale * 0.05 + 0.3)
    picture *= 1 - shadow[..., None] * rng.uniform(0.1, 0.5) * (1 - cover)
    picture[:] = picture * (1 - cover) + colour * cover
