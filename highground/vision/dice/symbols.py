"""Symbols in place of pips: which dice of a tray show the same one, and which symbols a player has explained.

Many dice have a logo instead of the six or the one. No network was trained on a club's own logo, but two photos of it
can be compared: the middle of one die is turned, scaled and shifted over that of another, and the likeness of two dice
is the best correlation of the two, 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from highground.vision.dice.networks import Numbers
from highground.vision.flat import Picture

PATCH = 48
"""Pixels: the side of the grey square that is kept of a die."""
MOST_PATCHES = 6
"""Patches that are kept of a symbol: dice seen at several angles."""
LEAST = 36.0
"""Pixels: dice with a shorter side are too coarse to be told apart by a symbol."""
TOGETHER, KNOWN = 0.65, 0.74
"""From this likeness on, dice of one tray show the same symbol; a die has to be more like one that was explained in
another photo, which may be of another set (docs/vision.md)."""
_SIDE = 24
"""Pixels: the side of the square that is compared."""
_REACH = 0.7
"""How much of the die's side this square covers: about its upper face, seen at an angle."""
_TURNS = 36
"""Turns that are tried, evenly round the circle."""
_SCALES = (0.9, 1.1)
"""How many times as large a die may be shown."""
_SHIFT = 6
"""Pixels of the square: the farthest that two dice's symbols are shifted across and down."""
_FINE, _COARSE = 0.4, 3.0
"""Pixels: grain is blurred away by the first, shading by subtracting a blur with the second."""

Patch = npt.NDArray[np.uint8]


class KnownSymbol(msgspec.Struct, frozen=True):
    """A symbol that a player has explained: the face that it stands for, and patches of dice that showed it."""

    face: int
    patches: list[bytes]


@dataclass(frozen=True, slots=True, eq=False)
class TraySymbols:
    """The symbols of a tray's dice: the patch of each (empty where it shows pips or is too small), and the face that
    its symbol stands for, 0 where no player has explained it."""

    patches: list[bytes]
    faces: npt.NDArray[Any]

    def only(self, which: npt.NDArray[np.bool_]) -> TraySymbols:
        kept = [patch for patch, is_kept in zip(self.patches, which, strict=True) if is_kept]
        return TraySymbols(kept, self.faces[which])

    @property
    def groups(self) -> list[int]:
        """The number of each die's symbol; -1 where it has none."""
        shown = [patch for patch in self.patches if patch]
        numbers = iter(grouped(alike(shown, shown)))
        return [next(numbers) if patch else -1 for patch in self.patches]

    def ranked(self, read: npt.NDArray[Any], sure: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
        """Faces (dice, 6), the likeliest first: those that were read, or for a symbol, those that it may stand for."""
        pips = [
            int(face)
            for face, patch, is_sure in zip(read[:, 0], self.patches, sure, strict=True)
            if is_sure and not patch
        ]
        guesses = likely_faces(pips)
        ranked = read.copy()
        for number, patch in enumerate(self.patches):
            if patch:
                said = [int(self.faces[number])] if self.faces[number] else []
                ranked[number] = said + [face for face in guesses if face not in said]
        return ranked


def patch_of(picture: Picture, place: Numbers) -> Patch:
    """The grey square (PATCH, PATCH) about a die's box, from a picture (height, width, 3 of BGR)."""
    middle, side = (place[:2] + place[2:]) / 2, float((place[2:] - place[:2]).max())
    left, top = (int(value) for value in np.maximum(middle - side / 2, 0))
    right, bottom = (int(value) + 1 for value in middle + side / 2)
    part = cv2.cvtColor(picture[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(part, (PATCH, PATCH), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def alike(patches: Sequence[bytes], others: Sequence[bytes]) -> Numbers:
    """The likeness (patches, others) of dice to other dice, 0 to 1."""
    if not patches or not others:
        return np.zeros((len(patches), len(others)), dtype=np.float32)
    places = np.concatenate([_shifted(each) for each in others])
    best = [(_turned(each) @ places.T).max(axis=0).reshape(len(others), -1).max(axis=1) for each in patches]
    return np.asarray(np.stack(best), dtype=np.float32)


def grouped(likeness: Numbers) -> list[int]:
    """The number of the group that each die is in: each is like at least one other of its group."""
    near = np.maximum(likeness, likeness.T) >= TOGETHER
    groups = np.full(len(near), -1)
    for number in range(len(near)):
        if groups[number] < 0:
            reached = np.zeros(len(near), dtype=bool)
            reached[number] = True
            while (more := reached | near[reached].any(axis=0)).sum() > reached.sum():
                reached = more
            groups[reached] = groups.max() + 1
    return [int(group) for group in groups]


def explained(patches: Sequence[bytes], known: Sequence[KnownSymbol]) -> list[int]:
    """The face that each die's symbol stands for; 0 where it was not explained, or in different ways."""
    meant = np.array([symbol.face for symbol in known for _ in symbol.patches])
    likeness = alike(patches, [patch for symbol in known for patch in symbol.patches])
    said = np.stack([(likeness[:, meant == face] >= KNOWN).any(axis=1) for face in range(1, 7)])
    return [int(face) for face in np.where(said.sum(axis=0) == 1, said.argmax(axis=0) + 1, 0)]


def likely_faces(others: Sequence[int]) -> list[int]:
    """The faces that a symbol may stand for, the likeliest first, by the faces that other dice of the tray show.

    A set has it in place of one face, so that no die of it shows this face in pips. It is mostly the six, else the one.
    """
    return sorted(range(1, 7), key=lambda face: (others.count(face), face not in (1, 6), -face))


def _turned(patch: bytes) -> Numbers:
    """A patch at each turn and scale (n, pixels), each of length 1."""
    flat = _flat(patch)
    ways = [(2 * np.pi * turn / _TURNS, scale) for turn in range(_TURNS) for scale in _SCALES]
    return _normal(np.stack([_square(flat, turn, scale, _SIDE) for turn, scale in ways]))


def _shifted(patch: bytes) -> Numbers:
    """A patch as it is, at each shift (n, pixels), each of length 1."""
    wide = _square(_flat(patch), 0.0, 1.0, _SIDE + 2 * _SHIFT)
    return _normal(np.lib.stride_tricks.sliding_window_view(wide, (_SIDE, _SIDE)))


def _flat(patch: bytes) -> Numbers:
    """A patch without its grain and its shading."""
    grey = np.frombuffer(patch, dtype=np.uint8).reshape(PATCH, PATCH).astype(np.float32)
    pixel = PATCH * _REACH / _SIDE
    smooth = cv2.GaussianBlur(grey, (0, 0), _FINE * pixel)
    return np.asarray(smooth - cv2.GaussianBlur(smooth, (0, 0), _COARSE * pixel), dtype=np.float32)


def _square(flat: Numbers, turn: float, scale: float, side: int) -> Numbers:
    """The middle of a patch (side, side), turned clockwise by radians."""
    factor = _SIDE / (PATCH * _REACH * scale)
    spin = factor * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shift = (side - 1) / 2 - spin @ np.full(2, (PATCH - 1) / 2)
    warp = np.hstack([spin, shift[:, None]])
    seen = cv2.warpAffine(flat, warp, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32)


def _normal(squares: Numbers) -> Numbers:
    """Squares (..., side, side) as rows of length 1, whose weighted mean is 0."""
    rows, mask = squares.reshape(-1, _SIDE * _SIDE), _mask()
    rows = (rows - (rows @ mask / mask.sum())[:, None]) * mask
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), dtype=np.float32)


@cache
def _mask() -> Numbers:
    """The weight of each pixel: a disc with a soft edge, so that a turn brings in no corners."""
    down, across = np.mgrid[:_SIDE, :_SIDE] - (_SIDE - 1) / 2
    mask = np.exp(-((np.hypot(across, down) / (_SIDE / 2 * 0.95)) ** 6)).ravel()
    return np.asarray(mask, dtype=np.float32)
