"""Read a dice tray: where its dice are and what they show.

A small network finds middles and sizes in the shrunk photo; a second look brings the dice to the size that it knows
best, since all dice of a tray have nearly one size. Another network reads each die from a crop of the full photo, and
may say that it is no die. It knows dice that stand upright: seen from the side, a die's upper face is the upper one in
the picture. Phones turn photos, so each die is read at all four quarters, and the whole tray says which of them is up.
Both run on the CPU. How the weights were made: training/README.md.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from highground.vision.flat import Picture

Numbers = npt.NDArray[np.float32]

WEIGHTS = Path(__file__).parent / "weights"
FIRST_LOOK = 352
"""Pixels: the photo's longer side when it is first looked at."""
DIE_SIDE = 28.0
"""Pixels that a die has in the second look."""
SECOND_LOOK = (192, 896)
"""Pixels: least and most of the longer side then."""
STRIDE = 4
CROP = 48
"""Pixels: the side of the face reader's square."""
LOOKS = ((-0.13, 1.15), (0.13, 1.3))
"""How a die is seen at each quarter: turned by so many radians more, its square so many times its longer side."""
QUARTERS = 4
FACES = 7
"""What the reader says of a crop: that it is no die, or one to six; and after these, that up is up in it."""
UP_TRUST, UP_FIRST = 0.5, 0.5
"""How far the dice's words for a quarter add up, for they err together; and what is said for the photo as it is."""
HEAT = 0.3
"""Least heat of a middle to look closer; its share in the score is the geometric mean's half."""
SCORE = 0.6
"""Least score of a die that is reported."""
MOST = 120
"""Dice looked at, the hottest first."""
OVERLAP = 0.45
ODD_SIZE = (0.5, 1.9)
"""A box this much smaller or larger than the tray's middle size is no die of this throw."""


class DiceFound(msgspec.Struct, frozen=True):
    """Dice of a photo, the surest first. Boxes x0, y0, x1, y1 in its pixels; scores 0..1; classes 1..6."""

    detection_boxes: list[list[float]]
    detection_scores: list[float]
    detection_classes: list[int]
    prediction_time_ms: float


@dataclass(frozen=True, slots=True, eq=False)
class _Boxes:
    """Boxes (n, 4) in the photo's pixels with their heat (n), 0..1."""

    places: Numbers
    heat: Numbers

    def only(self, which: npt.NDArray[Any]) -> _Boxes:
        return _Boxes(self.places[which], self.heat[which])


def read_dice(picture: Picture) -> DiceFound:
    """Find and read the dice of a photo (height, width, 3 of BGR)."""
    begin = time.perf_counter()
    long = max(picture.shape[:2])
    found = _look(picture, FIRST_LOOK)
    if len(found.heat):
        wanted = _again(found, long)
        if not 0.83 < wanted / FIRST_LOOK < 1.2:
            found = _look(picture, wanted)
    boxes, scores, classes = _read(picture, _one_size(found))
    spent = (time.perf_counter() - begin) * 1000
    return DiceFound(
        [[round(float(value), 1) for value in box] for box in boxes],
        [round(float(score), 4) for score in scores],
        [int(value) for value in classes],
        round(spent, 1),
    )


def _again(found: _Boxes, long: int) -> int:
    """The longer side of the second look."""
    sure = found.heat >= min(0.5, float(found.heat.max()))
    die = float(np.median(_sides(found.places[sure])))
    return int(np.clip(long * DIE_SIDE / max(die, 1.0), *SECOND_LOOK))


def _sides(places: Numbers) -> Numbers:
    return np.asarray(np.maximum(places[:, 2] - places[:, 0], places[:, 3] - places[:, 1]), dtype=np.float32)


def _look(picture: Picture, side: int) -> _Boxes:
    """Where the finder sees dice in the photo shrunk to a longer side."""
    high, wide = picture.shape[:2]
    scale = side / max(high, wide)
    small = _shrunk(picture, scale)
    rows, columns = small.shape[:2]
    fitted = cv2.copyMakeBorder(small, 0, -rows % 32, 0, -columns % 32, cv2.BORDER_REPLICATE)
    out = _run("finder", fitted[None].transpose(0, 3, 1, 2).astype(np.float32))[0]
    heat = 1 / (1 + np.exp(-out[0]))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), dtype=np.uint8))) & (heat > HEAT)
    ys, xs = np.nonzero(peaks)
    order = np.argsort(-heat[ys, xs])[:MOST]
    ys, xs = ys[order], xs[order]
    middle = np.stack([xs + out[1, ys, xs], ys + out[2, ys, xs]], axis=1)
    half = np.exp(np.clip(out[3:5, ys, xs], -2, 6)).T / 2
    places = np.hstack([middle - half, middle + half]) * STRIDE
    places *= np.tile([wide / columns, high / rows], 2)
    places = np.clip(places, 0, [wide, high, wide, high])
    return _apart(_Boxes(places.astype(np.float32), heat[ys, xs].astype(np.float32)))


def _shrunk(picture: Picture, scale: float) -> Picture:
    if scale >= 1:
        return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _apart(found: _Boxes) -> _Boxes:
    """Of boxes that overlap much, the hottest."""
    kept: list[int] = []
    for number in range(len(found.heat)):
        if all(_shared(found.places[number], found.places[other]) < OVERLAP for other in kept):
            kept.append(number)
    return found.only(np.array(kept, dtype=int))


def _shared(a: Numbers, b: Numbers) -> float:
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    both = wide * high
    return float(both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both))


def _one_size(found: _Boxes) -> _Boxes:
    """Without boxes much smaller or larger than the tray's dice."""
    if len(found.heat) < 4:
        return found
    sides = _sides(found.places)
    ratio = sides / np.median(sides)
    return found.only((ratio > ODD_SIZE[0]) & (ratio < ODD_SIZE[1]))


def _read(picture: Picture, found: _Boxes) -> tuple[Numbers, Numbers, npt.NDArray[np.int64]]:
    """Boxes, scores and faces of what is a die, the surest first."""
    if not len(found.heat):
        return found.places, found.heat, np.zeros(0, dtype=np.int64)
    crops = np.stack([seen for place in found.places for seen in _crops(picture, place)])
    out = _run("reader", crops.transpose(0, 3, 1, 2).astype(np.float32))
    odds = _odds(out.reshape(len(found.heat), QUARTERS, len(LOOKS), -1))
    faces = odds[:, 1:].argmax(axis=1) + 1
    scores = np.sqrt(found.heat * (1 - odds[:, 0]))
    order = np.argsort(-scores)
    order = order[scores[order] >= SCORE]
    return found.places[order], scores[order].astype(np.float32), faces[order]


def _odds(out: Numbers) -> Numbers:
    """The odds of no die and of each face (n, 7), from what the reader said of a tray (n, quarters, looks, 8)."""
    odds = np.exp(out[..., :FACES] - out[..., :FACES].max(axis=-1, keepdims=True))
    odds = (odds / odds.sum(axis=-1, keepdims=True)).mean(axis=2)
    up = -np.logaddexp(0, -out[..., FACES]).mean(axis=2)
    said = UP_TRUST * (up * (1 - odds[..., 0])).sum(axis=0)
    said[0] += UP_FIRST
    weights = np.exp(said - said.max())
    return np.asarray(np.einsum("nqf,q->nf", odds, weights / weights.sum()), dtype=np.float32)


def _crops(picture: Picture, place: Numbers) -> list[Picture]:
    """A die's square at each quarter, in each of the `LOOKS`."""
    x0, y0, x1, y1 = (float(value) for value in place)
    side = max(x1 - x0, y1 - y0, 4.0)
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    reach = side * max(room for _, room in LOOKS) * 0.75  # turned squares reach farther
    left, top = (int(value) for value in np.maximum(middle - reach, 0))
    part = picture[top : int(middle[1] + reach) + 2, left : int(middle[0] + reach) + 2]
    shrink = min(1.0, 1.2 * CROP / side)
    small = _shrunk(part, shrink) if shrink < 1 else part
    across = np.array([small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]])
    centre, pixels = (middle - [left, top]) * across, side * float(across.mean())
    return [
        _square(small, centre, CROP / (pixels * room), quarter * np.pi / 2 + more)
        for quarter in range(QUARTERS)
        for more, room in LOOKS
    ]


def _square(picture: Picture, centre: npt.NDArray[Any], scale: float, turn: float) -> Picture:
    """The square (CROP, CROP, 3) round a place, its pixels scaled, turned clockwise by radians."""
    spin = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    warp = np.hstack([spin, (CROP / 2 - spin @ centre)[:, None]])
    seen = cv2.warpAffine(picture, warp, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8)


def _run(name: str, pictures: Numbers) -> Numbers:
    (out,) = _network(name).run(None, {"pictures": pictures})
    return np.asarray(out, dtype=np.float32)


@cache
def _network(name: str) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # no pool of threads beside OpenCV's
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(WEIGHTS / f"{name}.onnx"), options, providers=["CPUExecutionProvider"])
