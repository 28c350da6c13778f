"""Solids made of triangles, in inches: x to the right and y down on the board, up from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Place = Sequence[float] | Array
"""x, y, and mostly up."""
Colour = tuple[float, float, float]
"""Blue, green and red from 0 to 1, as a screen has them."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Triangles (n, 3 corners, 3 of x, y, up) and the colour of each (n, 3)."""

    corners: Array
    colours: Array


def joined(meshes: Sequence[Mesh]) -> Mesh:
    if not meshes:
        return Mesh(np.zeros((0, 3, 3)), np.zeros((0, 3)))
    return Mesh(np.concatenate([each.corners for each in meshes]), np.concatenate([each.colours for each in meshes]))


def tube(start: Place, end: Place, wide: tuple[float, float], colour: Colour, sides: int) -> Mesh:
    """A cone's part from one place to another, with radii at both, closed at both ends."""
    first, last = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    along = (last - first) / max(1e-9, float(np.linalg.norm(last - first)))
    aside = np.cross(along, (1.0, 0.0, 0.0) if abs(along[0]) < 0.7 else (0.0, 1.0, 0.0))
    aside /= np.linalg.norm(aside)
    other = np.cross(along, aside)
    turn = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    round_ = np.outer(np.cos(turn), aside) + np.outer(np.sin(turn), other)
    low, high = first + wide[0] * round_, last + wide[1] * round_
    low_next, high_next = np.roll(low, -1, axis=0), np.roll(high, -1, axis=0)
    parts = [_triangles(low, low_next, high), _triangles(high, low_next, high_next)]
    parts += [_triangles(np.broadcast_to(first, low.shape), low, low_next)]
    parts += [_triangles(np.broadcast_to(last, high.shape), high, high_next)]
    return _painted(np.concatenate(parts), colour)


def _triangles(first: Array, second: Array, third: Array) -> Array:
    return np.stack([first, second, third], axis=1)


def _painted(corners: Array, colour: Colour) -> Mesh:
    return Mesh(corners, np.broadcast_to(np.asarray(colour), (len(corners), 3)).copy())


def ball(middle: Place, radius: float, colour: Colour, sides: int = 8) -> Mesh:
    """Tubes one above the other."""
    heights = np.linspace(-np.pi / 2, np.pi / 2, max(4, sides // 2 + 1))
    at = np.asarray(middle, dtype=np.float64)
    rings = [(np.add(at, (0, 0, radius * np.sin(h))), max(0.01, radius * np.cos(h))) for h in heights]
    return joined([tube(a[0], b[0], (a[1], b[1]), colour, sides) for a, b in pairwise(rings)])


def block(outline: npt.ArrayLike, low: float, high: float, colour: Colour, top: Colour | None = None) -> Mesh:
    """A convex outline (n, 2) in inches, pulled up from one height to another."""
    flat = np.asarray(outline, dtype=np.float64)
    foot, roof = np.column_stack([flat, np.full(len(flat), low)]), np.column_stack([flat, np.full(len(flat), high)])
    foot_next, roof_next = np.roll(foot, -1, axis=0), np.roll(roof, -1, axis=0)
    sides = np.concatenate([_triangles(foot, foot_next, roof), _triangles(roof, foot_next, roof_next)])
    middle = np.broadcast_to(roof.mean(axis=0), roof.shape)
    return joined([_painted(sides, colour), _painted(_triangles(middle, roof, roof_next), top or colour)])


def turned_box(middle: Place, size: Place, degrees: float) -> Array:
    """The corners (4, 2) of a rectangle about a place."""
    across, down = np.radians(degrees), np.radians(degrees + 90)
    right = np.array([np.cos(across), np.sin(across)]) * size[0] / 2
    below = np.array([np.cos(down), np.sin(down)]) * size[1] / 2
    at = np.asarray(middle, dtype=np.float64)
    return np.array([at - right - below, at + right - below, at + right + below, at - right + below])


def wall(start: Place, end: Place, thick: float, high: float, colour: Colour) -> Mesh:
    """A wall that stands on the board."""
    first, last = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    middle, along = (first + last) / 2, last - first
    degrees = float(np.degrees(np.arctan2(along[1], along[0])))
    return block(turned_box(middle.tolist(), (float(np.linalg.norm(along)), thick), degrees), 0.0, high, colour)
