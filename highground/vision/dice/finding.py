"""Where the dice of a photo are: every size that they may have is tried, and the one that explains most is taken.

The finder knows dice of about 12 to 50 pixels. A photo is looked at shrunk to several sizes, since pips of large dice
pass for dice as well as dice do. What was seen is glanced at by the reader: dice look like dice from more than one
distance and show one face clearly. Then most of the tray's dice have nearly one size: the size that has most of that.
Clear ones beside them may be smaller.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from highground.vision.dice.boxes import Boxes, holding, joined, shared
from highground.vision.dice.networks import Numbers, run
from highground.vision.flat import Picture

FIRST_LOOKS = (72, 104, 152, 216, 312)
"""Pixels: the photo's longer side when it is first looked at."""
DIE_SIDE = 28.0
"""Pixels that a die has in the closer look."""
CLOSER = (40, 896)
"""Pixels: least and most of the longer side then."""
FAINT, FAR = 0.35, 640
"""Where nothing has so much evidence, the photo is looked at once more, so large."""
KNOWN = (11.0, 50.0)
"""Pixels of a die's side that the finder knows."""
STRIDE = 4
HEAT = 0.3
"""Least heat of a middle to look closer."""
MOST = 90
"""Places looked at, the hottest first."""
CLEAR = 0.75
"""What looks so much like a die with a clear face is one, and no half of another."""
SPREAD = 0.3
"""How far sizes of one tray lie apart, as a deviation of their logarithms."""
LARGER = 0.75
"""The power of its side by which a size gains: a die's pips are more than the die."""
ODD_SIZE = (0.55, 1.9)
"""A box this much smaller or larger than the tray's dice is no die of this throw, unless it is a small one."""
SMALLEST, SEEN, BESIDE = 0.3, 0.1, 0.45
"""A small die has at least such a part of the size of the others and so much evidence, and no more of it lies in
another die, as pips do."""
SMALL_COUNTS = 0.4
"""How much the evidence for a small die counts beside that for a larger one, whose pips look like dice too."""
FURTHER, FURTHER_FOR_SMALL = 1.15, 1.25
"""A closer look has to be so many times as close as those before it, for most dice and for the smallest ones."""
OVERLAP, INSIDE = 0.45, 0.6
"""Of two boxes with so much in common, or one so far inside the other, one is no die."""
SMOOTH = 400
"""Pixels of the shorter side of a picture to which the last step, of less than a half, may be a plain one."""
Glance = Callable[[Numbers], Numbers]
"""From boxes (n, 4) to how much each looks like a die with a clear face, 0..1."""


def find_dice(picture: Picture, glance: Glance, weights: Path) -> Boxes:
    """Boxes about the dice, those with the most evidence first."""
    long = max(picture.shape[:2])
    looks = [look(picture, side, weights) for side in FIRST_LOOKS]
    found, evidence = _seen(looks, glance)
    if evidence.max(initial=0.0) < FAINT:
        looks.append(look(picture, FAR, weights))
        found, evidence = _seen(looks, glance)
    closest = max(FIRST_LOOKS)
    for side_of, further in ((tray_size, FURTHER), (_smallest, FURTHER_FOR_SMALL)):
        side = side_of(found, evidence) if len(found.heat) else long
        closer = int(np.clip(long * DIE_SIDE / side, *CLOSER))
        if closer > closest * further:
            closest = closer
            looks.append(look(picture, closer, weights))
            found, evidence = _seen(looks, glance)
    return _chosen(found, evidence)


def _seen(looks: list[Boxes], glance: Glance) -> tuple[Boxes, Numbers]:
    """What was seen in several looks, each thing once, with what speaks for its being a die."""
    found = joined(_single(looks, glance))
    return found, _evidence(found, glance)


def _single(looks: list[Boxes], glance: Glance) -> list[Boxes]:
    """The looks without boxes about two dice that touch: another look sees each of the two, and clearly."""
    kept = [np.ones(len(each.heat), dtype=bool) for each in looks]
    for coarse, boxes in enumerate(looks):
        for fine, others in enumerate(looks):
            held = holding(boxes, others) if fine != coarse else []
            parts = sorted({part for _, *both in held for part in both})
            if parts:
                clear = dict(zip(parts, glance(others.places[parts]) >= CLEAR, strict=True))
                kept[coarse][[number for number, one, other in held if clear[one] and clear[other]]] = False
    return [each.only(which) for each, which in zip(looks, kept, strict=True)]


def _evidence(found: Boxes, glance: Glance) -> Numbers:
    """How much speaks for each being a die: heat, a clear face, and that it was seen from more than one distance."""
    if not len(found.heat):
        return found.heat
    hottest = np.argsort(-found.heat)[:MOST]
    seen = np.zeros_like(found.heat)
    seen[hottest] = glance(found.places[hottest])
    return np.asarray(found.heat * seen * (1 - np.exp(-found.looks / 2)), dtype=np.float32)


def tray_size(found: Boxes, evidence: Numbers) -> float:
    """The side that most of what is seen has."""
    sides = found.sides
    logs = np.log(np.maximum(sides, 1.0))
    alike = np.exp(-(((logs[:, None] - logs[None]) / SPREAD) ** 2) / 2)
    return float(sides[np.argmax((alike * evidence).sum(axis=1) * sides**LARGER)])


def _smallest(found: Boxes, evidence: Numbers) -> float:
    """The side of the smallest die that is seen."""
    return float(_chosen(found, evidence).sides.min(initial=tray_size(found, evidence)))


def _chosen(found: Boxes, evidence: Numbers) -> Boxes:
    """Those of the tray's size, smaller ones that are clear, and of such as lie upon each other the one with the most
    evidence."""
    if not len(found.heat):
        return found
    ratio = found.sides / tray_size(found, evidence)
    usual = (ratio > ODD_SIZE[0]) & (ratio < ODD_SIZE[1]) & (evidence > 0)
    smaller = (ratio <= ODD_SIZE[0]) & (ratio > SMALLEST) & (evidence > SEEN)
    kept: list[int] = []
    for number in np.argsort(-np.where(smaller, evidence * SMALL_COUNTS, evidence), kind="stable").tolist():
        if not (usual[number] or smaller[number]):
            continue
        common, inside = shared(found.places[number], found.places[kept])
        if not kept or (common.max() < OVERLAP and inside.max() < (BESIDE if smaller[number] else INSIDE)):
            kept.append(number)
    return found.only(np.array(sorted(kept, key=lambda number: -evidence[number]), dtype=int))


def look(picture: Picture, side: int, weights: Path) -> Boxes:
    """Where the finder sees dice of a size that it knows, in the photo shrunk to a longer side."""
    high, wide = picture.shape[:2]
    scale = side / max(high, wide)
    small = shrunk(picture, scale)
    rows, columns = small.shape[:2]
    fitted = cv2.copyMakeBorder(small, 0, -rows % 32, 0, -columns % 32, cv2.BORDER_REPLICATE)
    out = run("finder", fitted[None].transpose(0, 3, 1, 2).astype(np.float32), weights)[0]
    heat = 1 / (1 + np.exp(-out[0]))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), dtype=np.uint8))) & (heat > HEAT)
    ys, xs = np.nonzero(peaks)
    middle = np.stack([xs + out[1, ys, xs], ys + out[2, ys, xs]], axis=1)
    half = np.exp(np.clip(out[3:5, ys, xs], -2, 6)).T / 2
    sides = half.max(axis=1, initial=0) * 2 * STRIDE
    known = (sides > KNOWN[0]) & (sides < KNOWN[1])
    places = np.hstack([middle - half, middle + half])[known] * STRIDE
    places *= np.tile([wide / columns, high / rows], 2)
    places = np.clip(places, 0, [wide, high, wide, high]).astype(np.float32)
    return Boxes(places, heat[ys, xs][known].astype(np.float32), np.ones(len(places), dtype=np.float32))


def shrunk(picture: Picture, scale: float) -> Picture:
    """The picture `scale` times as large. It is halved as often as that goes, which costs a tenth of one step."""
    high, wide = (max(1, round(side * scale)) for side in picture.shape[:2])
    while picture.shape[0] >= 2 * high and picture.shape[1] >= 2 * wide:
        halved = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(cv2.resize(picture, halved, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    way = cv2.INTER_LINEAR if scale >= 1 or min(high, wide) > SMOOTH else cv2.INTER_AREA
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=way), dtype=np.uint8)
