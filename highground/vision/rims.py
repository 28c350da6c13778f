"""What the rim of an outline says where no body hides it.

A miniature's body leans away from the camera, over the far side of its own base's rim: no edge shows there, and that
says nothing against the base. The same holds where terrain or a card lies over the rim. Where it can be seen, it is as
clear as other rims in the photo: a body's own stronger edge along some of an outline makes that no surer. No outline
gets less sure than it is all round: a neighbour's body may stand before its near side.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from highground.vision.board import Points
from highground.vision.edges import EDGE, RUNS_ROUND, Edges

SPOTS = 24
"""Places round a rim at which it is looked at."""
BEHIND = np.radians(40.0)
"""Angle to either side of straight away from the camera within which a body hides the rim: it is two thirds as wide."""
SURE = 0.5
"""How sure an outline must be for its rim to be one of those that tell how clear rims are in a photo."""
CLEAREST, AGAINST = 0.7, -0.2
"""The most that a place of the rim counts where none is as sure, and what counts against it at most."""
MOST = 1.6
"""How many times as sure an outline gets, at most."""
ALL = 0.05
"""How much must show of an edge all round to be compared with."""
ACROSS = np.arange(-2, 3)
"""Pixels across the rim at which its edge is looked at."""
WEIGHTS = np.exp(-0.5 * (ACROSS / EDGE) ** 2)
WHOLE = np.sqrt(2) * EDGE * np.sqrt(2 * np.pi)
"""What the weights along a circle add up to (`bases`), by which a mean along it becomes what they add up to."""


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """Outlines in pixels: their middles (n, 2), half their longer and shorter sides (n, 2), by how many radians they
    are turned (n,), clockwise from the right, and how sure they are (n,), from 0 to 1."""

    middles: Points
    sides: Points
    turns: Points
    sure: Points


def clearer(edges: Edges, hidden: npt.NDArray[np.uint8], rims: Rims, foot: tuple[float, float]) -> Points:
    """How many times as sure each outline (n,) is, by the part of its rim that can be seen.

    `foot` is the place below the camera in pixels of the plane, which may be outside it; where `hidden` (0 or 255) is
    set, nothing can be seen.
    """
    spots, outwards = _spots(rims, foot)
    shown = _shown(edges, spots, outwards)
    away = np.pi - np.abs(np.pi - np.arange(SPOTS) * 2 * np.pi / SPOTS)
    seen = (away <= np.pi - BEHIND) & (_at(hidden, spots) == 0)
    plain = shown[rims.sure > SURE]
    clearest = float(np.median(plain)) if plain.size else CLEAREST
    clear = np.where(seen, np.clip(shown, AGAINST, clearest), 0).sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    return np.asarray(np.clip(clear / np.maximum(shown.mean(axis=1), ALL), 1.0, MOST))


def _spots(rims: Rims, foot: tuple[float, float]) -> tuple[Points, Points]:
    """Places (n, SPOTS, 2) round each, the one nearest to the camera first, and the directions outwards there."""
    off = np.asarray(foot) - rims.middles
    round_ = np.arctan2(off[:, 1], off[:, 0])[:, None] + np.arange(SPOTS) * 2 * np.pi / SPOTS
    far, near = rims.sides[:, :1], rims.sides[:, 1:]
    turn = rims.turns[:, None]
    along, aside = np.cos(round_ - turn), np.sin(round_ - turn)
    reach = far * near / np.hypot(near * along, far * aside)
    spots = rims.middles[:, None] + reach[..., None] * np.stack([np.cos(round_), np.sin(round_)], axis=2)
    slope = np.stack([along / far**2, aside / near**2], axis=2)
    slope /= np.linalg.norm(slope, axis=2, keepdims=True)
    cos, sin = np.cos(turn), np.sin(turn)
    outwards = [slope[..., 0] * cos - slope[..., 1] * sin, slope[..., 0] * sin + slope[..., 1] * cos]
    return spots, np.stack(outwards, axis=2)


def _shown(edges: Edges, spots: Points, outwards: Points) -> Points:
    """How well an edge shows at each spot: the same two signs as `edges.shown` adds up."""
    x, y = outwards[..., 0], outwards[..., 1]
    total = np.zeros_like(x)
    for across, weight in zip(ACROSS.tolist(), WEIGHTS.tolist(), strict=True):
        there = spots + across * outwards
        falls = -_at(edges.across, there) * x - _at(edges.down, there) * y
        xx, xy, yy = (_at(each, there) for each in edges.tensor)
        total += weight * (falls + ((xx - yy) * (x * x - y * y) + 4 * xy * x * y) / RUNS_ROUND) / 2
    return np.asarray(total * WHOLE / WEIGHTS.sum())


def _at(field: npt.NDArray[np.float32] | npt.NDArray[np.uint8], spots: Points) -> Points:
    """The field at the nearest pixels; beyond its border, at the border."""
    high, wide = field.shape
    columns, rows = np.rint(spots[..., 0]).astype(np.intp), np.rint(spots[..., 1]).astype(np.intp)
    return np.asarray(field[np.clip(rows, 0, high - 1), np.clip(columns, 0, wide - 1)], dtype=np.float64)
