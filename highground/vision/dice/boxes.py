"""Boxes about what may be dice: how much they share, and which of them are one thing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from highground.vision.dice.networks import Numbers

SAME = 0.5
"""Boxes that share so much are about one thing."""
HELD, PART_SIDES, APART = 0.55, (0.35, 0.95), 0.2
"""A box may cover two things where so much of each lies in it, their sides are such parts of its own, and they share
no more than this of both together."""


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """Boxes (n, 4) in the photo's pixels with their heat (n), 0..1, and in how many looks they were seen (n)."""

    places: Numbers
    heat: Numbers
    looks: Numbers

    def only(self, which: npt.NDArray[Any]) -> Boxes:
        return Boxes(self.places[which], self.heat[which], self.looks[which])

    def scaled(self, times: float) -> Boxes:
        """The same in a picture so many times as large."""
        return Boxes(self.places * np.float32(times), self.heat, self.looks)

    @property
    def sides(self) -> Numbers:
        """The longer side of each."""
        return np.asarray((self.places[:, 2:] - self.places[:, :2]).max(axis=1, initial=0), dtype=np.float32)


def joined(parts: Sequence[Boxes]) -> Boxes:
    """Boxes of several looks: of those about one thing the hottest, which knows how many looks saw it."""
    every = Boxes(*(np.concatenate([getattr(each, name) for each in parts]) for name in ("places", "heat", "looks")))
    kept: list[int] = []
    looks: list[float] = []
    for number in np.argsort(-every.heat, kind="stable").tolist():
        same = np.flatnonzero(shared(every.places[number], every.places[kept])[0] > SAME).tolist()
        if same:
            looks[same[0]] += float(every.looks[number])
        else:
            kept.append(number)
            looks.append(float(every.looks[number]))
    found = every.only(np.array(kept, dtype=int))
    return Boxes(found.places, found.heat, np.array(looks, dtype=np.float32))


def holding(boxes: Boxes, others: Boxes) -> list[tuple[int, int, int]]:
    """Which of the boxes may cover two others of one look: its number, and the numbers of the two."""
    found = []
    for number, place in enumerate(boxes.places):
        common = np.minimum(place[2:], others.places[:, 2:]) - np.maximum(place[:2], others.places[:, :2])
        areas = np.prod(others.places[:, 2:] - others.places[:, :2], axis=1)
        inside = np.prod(np.maximum(common, 0), axis=1) / np.maximum(areas, 1e-6)
        ratio = others.sides / max(float(boxes.sides[number]), 1e-6)
        parts = np.flatnonzero((inside > HELD) & (ratio > PART_SIDES[0]) & (ratio < PART_SIDES[1])).tolist()
        for at, one in enumerate(parts):
            apart = shared(others.places[one], others.places[parts[at + 1 :]])[0] < APART
            found += [(number, one, other) for other, is_apart in zip(parts[at + 1 :], apart, strict=True) if is_apart]
    return found


def shared(box: Numbers, others: Numbers) -> tuple[Numbers, Numbers]:
    """What a box has in common with others: in parts of both together, and of the smaller one."""
    low, high = np.maximum(box[:2], others[:, :2]), np.minimum(box[2:], others[:, 2:])
    both = np.prod(np.maximum(high - low, 0), axis=1)
    one, other = np.prod(box[2:] - box[:2]), np.prod(others[:, 2:] - others[:, :2], axis=1)
    return both / np.maximum(one + other - both, 1e-6), both / np.maximum(np.minimum(one, other), 1e-6)
