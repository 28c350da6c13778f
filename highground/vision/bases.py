"""Finding round and oval bases where a table differs from its empty self.

Along the edge of a base two things show: the difference to the empty table falls off outwards, and the picture's own
edge runs round, not across (`edges`). Both are added up along circles of the known sizes, by convolution; along ovals
too where some are known (`ovals`). A body leans out of the picture's middle and hides a part of the edge; it is no
measure of where a miniature stands, the base is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.edges import (
    EDGE,
    Edges,
    Kernels,
    Spectra,
    edges_of,
    kernels_of,
    matched,
    reach_of,
    spectra,
    sureness,
)
from highground.vision.flat import Field, Picture
from highground.vision.ovals import Shape, find_ovals, halved
from highground.vision.rims import Rims, clearer

FAINT = 0.20
"""Share of a base's edge that must show."""
LEAST_OVAL = 0.28
"""The same of an oval: since it may be turned any way, more of what is faint passes for one."""
OVERLAP = 0.88
"""Bases do not overlap; measured middles may be so much nearer than the bases are wide."""

T = TypeVar("T")

Rim = tuple[float, ...]
"""An outline's place, height, width, length and turning: it stands for the outline."""


@dataclass(frozen=True, slots=True)
class FoundBase:
    """A base found: middle, width and how high above the board it stands in inches, and how sure it is, from 0 to 1.

    Of an oval the width is that of a round one of its area; `length` is its longer side in inches, 0 of a round one,
    and `turn` the degrees, clockwise from the right and from 0 to 180, that it is turned.
    """

    x: float
    y: float
    diameter: float
    score: float
    up: float = 0.0
    length: float = 0.0
    turn: float = 0.0

    @property
    def shape(self) -> Shape:
        return self.diameter, self.length

    @property
    def rim(self) -> Rim:
        """What distinguishes its outline from all others, however sure it is."""
        return self.x, self.y, self.up, self.diameter, self.length, self.turn

    def outline(self) -> npt.NDArray[np.float64]:
        """Places (16, 2) round its edge, in inches."""
        round_ = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        spots = np.column_stack([np.cos(round_), np.sin(round_)])
        if not self.length:
            return np.asarray(np.array([self.x, self.y]) + self.diameter / 2 * spots)
        cos, sin = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        sides = np.array([self.length, self.diameter**2 / self.length]) / 2
        return np.asarray(spots * sides @ [[cos, sin], [-sin, cos]] + (self.x, self.y))

    def reach(self, across: float, down: float) -> float:
        """Inches from its middle to its edge in a direction."""
        if not self.length:
            return self.diameter / 2
        off = np.arctan2(down, across) - np.radians(self.turn)
        far, near = self.length / 2, self.diameter**2 / self.length / 2
        return float(far * near / np.hypot(near * np.cos(off), far * np.sin(off)))


def find_outlines(
    board: Picture, difference: Field, dots: float, diameters: Sequence[float], hidden: npt.NDArray[np.uint8],
    least: float, ovals: Sequence[Shape] = (), *, foot: tuple[float, float] | None = None,
) -> list[FoundBase]:  # fmt: skip
    """Bases of so many inches across, and `ovals`, of whose edge at least a share shows: the surest first.

    They may overlap each other.

    `board` and `difference` (`flat.changed`) have `dots` pixels an inch; where `hidden` (0 or 255) is set, nothing is.
    `foot` is the place below the camera, in inches as they are on the board: bodies hide rims that are away from it.
    """
    difference = np.where(hidden > 0, 0, difference).astype(np.float32)
    edges = edges_of(board, difference)
    found: list[FoundBase] = []
    if diameters:
        plane = spectra(edges, reach_of(max(diameters) * dots / 2))
        found = _side_by_side(lambda each: _of_size(plane, each, dots, least), diameters)
    if ovals:
        half = halved(edges)
        found += _side_by_side(lambda each: _of_shape(edges, half, each, dots, max(least, LEAST_OVAL)), ovals)
    if foot is not None and found:
        sure = clearer(edges, hidden, _rims(found, dots), (foot[0] * dots - 0.5, foot[1] * dots - 0.5))
        found = [
            replace(base, score=min(1.0, base.score * more)) for base, more in zip(found, sure.tolist(), strict=True)
        ]
    return sorted(found, key=lambda base: -base.score)


def _side_by_side(search: Callable[[T], Iterable[FoundBase]], shapes: Sequence[T]) -> list[FoundBase]:
    """What is found of one shape after the other, searched for on as many threads as OpenCV may use."""
    threads = min(cv2.getNumThreads(), len(shapes))
    if threads < 2:
        return [base for each in shapes for base in search(each)]
    with ThreadPoolExecutor(threads) as pool:
        return [base for found in pool.map(search, shapes) for base in found]


def _rims(bases: Sequence[FoundBase], dots: float) -> Rims:
    middles = np.array([(base.x, base.y) for base in bases]) * dots - 0.5
    sides = [(base.length or base.diameter, base.diameter**2 / (base.length or base.diameter)) for base in bases]
    turns, sure = np.radians([base.turn for base in bases]), np.array([base.score for base in bases])
    return Rims(middles, np.array(sides) * dots / 2, turns, sure)


def _of_size(plane: Spectra, diameter: float, dots: float, least: float) -> list[FoundBase]:
    """Circles of one size: every place whose edge shows, better than those beside it."""
    radius = diameter * dots / 2
    score = sureness(*matched(plane, _kernels(radius)), least)
    best = cv2.dilate(score, np.ones((2 * max(2, round(radius / 2)) + 1,) * 2, dtype=np.uint8))
    rows, columns = np.nonzero((score > 0) & (score >= best))
    return [_settled(score, int(row), int(column), diameter, dots) for row, column in zip(rows, columns, strict=True)]


def _of_shape(edges: Edges, half: Edges, shape: Shape, dots: float, least: float) -> list[FoundBase]:
    return [
        FoundBase((x + 0.5) / dots, (y + 0.5) / dots, shape[0], min(1.0, score), 0.0, shape[1], turn)
        for x, y, turn, score in find_ovals(edges, half, shape, dots, least)
    ]


def _kernels(radius: float) -> Kernels:
    """Those of a circle of so many pixels.

    A fall of 1 across an edge that is as blurred as the ring is wide adds up to 1 all round.
    """
    reach = reach_of(radius)
    x, y = np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1))
    far = np.hypot(x, y)
    ring = np.exp(-0.5 * ((far - radius) / EDGE) ** 2) * np.sqrt(2) / (2 * np.pi * radius)
    inside = np.clip(radius - 0.5 - far, 0, 1)
    steady = np.maximum(far, 1e-6)
    return kernels_of(ring, x / steady, y / steady, inside)


def _settled(score: Field, row: int, column: int, diameter: float, dots: float) -> FoundBase:
    """The peak of a parabola through the best place and its neighbours, as inches."""
    high, wide = score.shape
    x, y = float(column), float(row)
    if 0 < column < wide - 1:
        x += _peak(score[row, column - 1 : column + 2])
    if 0 < row < high - 1:
        y += _peak(score[row - 1 : row + 2, column])
    return FoundBase((x + 0.5) / dots, (y + 0.5) / dots, diameter, min(1.0, float(score[row, column])))


def _peak(three: Field) -> float:
    before, here, after = (float(each) for each in three)
    bow = before - 2 * here + after
    return 0.0 if bow >= 0 else float(np.clip((before - after) / (2 * bow), -0.5, 0.5))


def are_apart(one: FoundBase, other: FoundBase, across: float, down: float) -> bool:
    """Whether neither of two is upon the other, whose middles lie so many inches apart."""
    return bool(np.hypot(across, down) > OVERLAP * (one.reach(across, down) + other.reach(across, down)))
