"""Dice of other kinds, drawn: four to twenty sides, and cubes with numerals or signs.

To train on and to test by: such a die is known, and never read.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.dice.synthetic import Real, Style, random_style
from highground.vision.dice.synthetic_clutter import write
from highground.vision.flat import Picture

GOLDEN = (1 + 5**0.5) / 2
OVER = 3
"""How many times larger than the picture it is drawn."""
CLEAR = 95.0
"""Least difference of numerals to the die: a die whose marks are hardly seen may as well have pips."""
ROOM = 1.5
"""The picture's side in parts of the die's longer one."""


def _corners() -> dict[str, Real]:
    ones = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    turned = [(0, y, z * GOLDEN) for y in (-1, 1) for z in (-1, 1)]
    short = [(0, y / GOLDEN, z * GOLDEN) for y in (-1, 1) for z in (-1, 1)]
    round_ = [np.roll(corner, by) for corner in turned for by in range(3)]
    twelve = [np.roll(corner, by) for corner in short for by in range(3)]
    belt = [(np.cos(a), np.sin(a), 0.105 * (-1) ** n) for n, a in enumerate(np.linspace(0, 2 * np.pi, 11)[:-1])]
    solids: dict[str, Any] = {
        "4": [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)],
        "6": ones,
        "8": [np.roll((sign, 0, 0), by) for sign in (-1, 1) for by in range(3)],
        "10": [*belt, (0, 0, 1), (0, 0, -1)],
        "12": [*ones, *twelve],
        "20": round_,
    }
    return {name: np.array(part, float) / np.linalg.norm(part[0]) for name, part in solids.items()}


def _faces(corners: Real) -> list[list[int]]:
    """The sides of a convex solid, each with its corners in order round it."""
    faces: dict[tuple[int, ...], list[int]] = {}
    for three in combinations(range(len(corners)), 3):
        a, b, c = corners[list(three)]
        across = np.cross(b - a, c - a)
        length = np.linalg.norm(across)
        if length < 1e-6:
            continue
        away = (corners - a) @ across / length
        if away.max() < 0.02 or away.min() > -0.02:
            on = np.flatnonzero(np.abs(away) < 0.02)
            middle, out = corners[on].mean(0), across * (1 if away.max() < 0.02 else -1) / length
            east = corners[on[0]] - middle
            angles = np.arctan2((corners[on] - middle) @ np.cross(out, east), (corners[on] - middle) @ east)
            faces[tuple(sorted(on))] = on[np.argsort(angles)].tolist()
    return list(faces.values())


SOLIDS = {name: (corners, _faces(corners)) for name, corners in _corners().items()}
ODDS = {"4": 1.0, "6": 2.0, "8": 1.0, "10": 1.5, "12": 1.2, "20": 1.5}


def other_die(rng: np.random.Generator, ground: Picture, side: int = 64) -> Picture:
    """A die of another kind (side, side, 3) on a part of a picture."""
    large = side * OVER
    part = int(rng.integers(40, min(ground.shape[:2]) + 1))
    y, x = (int(rng.integers(0, length - part + 1)) for length in ground.shape[:2])
    picture = cv2.resize(ground[y : y + part, x : x + part], (large, large)).astype(np.float64)
    _draw(rng, picture)
    small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(small + rng.normal(0, 2, small.shape), 0, 255), dtype=np.uint8)


def _draw(rng: np.random.Generator, picture: Real) -> None:
    kind = str(rng.choice(list(ODDS), p=np.array(list(ODDS.values())) / sum(ODDS.values())))
    corners, faces = SOLIDS[kind]
    placed = corners @ _lying(rng, corners, faces).T
    size = picture.shape[0]
    flat = placed[:, :2] * (1 + placed[:, 2:] * 0.08)
    low, high = flat.min(0), flat.max(0)
    scale = size / ROOM / (high - low).max()
    flat = (flat - (low + high) / 2) * scale + size / 2
    style, light = _style(rng), rng.normal(0, 1, 3) * (1, 1, 0.3) + (0, 0, 1.2)
    shadow = cv2.convexHull((flat + rng.normal(0, 0.06, 2) * size).astype(np.float32))
    _cover(picture, shadow, np.zeros(3), rng.uniform(0.1, 0.5), size * 0.03)
    before = picture.copy()
    edge = np.array(style.colour) * rng.uniform(0.5, 1.3) if rng.random() < 0.7 else np.array(style.ink)
    _cover(picture, cv2.convexHull(flat.astype(np.float32)), edge, 1.0, size * 0.01)
    numbers, glass = rng.permutation(len(faces)) + 1, rng.uniform(0, 0.5) * (rng.random() < 0.35)
    for number, face in zip(numbers, faces, strict=True):
        across = np.cross(placed[face[1]] - placed[face[0]], placed[face[2]] - placed[face[1]])
        across *= np.sign(across @ placed[face].mean(0)) / np.linalg.norm(across)
        if across[2] > 0.05:
            shade = float(np.clip(0.75 + 0.35 * across @ light / np.linalg.norm(light), 0.3, 1.15))
            middle = flat[face].mean(0)
            shape = (middle + (flat[face] - middle) * rng.uniform(0.9, 0.99)).astype(np.float32)
            _cover(picture, shape, np.array(style.colour) * shade, 1 - glass, size * 0.006)
            if style.swirl:
                _marble(rng, picture, before, style)
                before = picture.copy()
            _write(rng, picture, (placed[face], flat[face]), _said(rng, kind, int(number)), np.array(style.ink) * shade)


def _marble(rng: np.random.Generator, picture: Real, before: Real, style: Style) -> None:
    """Mix the second colour into what was painted since."""
    size = picture.shape[0]
    wave = cv2.resize(rng.uniform(0, 1, (style.cells * 2,) * 2), (size, size), interpolation=cv2.INTER_CUBIC)
    new = np.clip(np.abs(picture - before).mean(axis=2) / 30, 0, 1)
    mix = (np.clip((wave - 0.5) * 4 + 0.5, 0, 1) * new * style.swirl * 0.8)[..., None]
    picture += (np.array(style.second) - picture) * mix


def _style(rng: np.random.Generator) -> Style:
    """As dice with pips have, and more often white or black, as dice with numerals are."""
    style, plain = random_style(rng), rng.random()
    while np.abs(np.array(style.colour) - np.array(style.ink)).mean() < CLEAR:
        style = random_style(rng)
    if plain < 0.4:
        bright, dark = tuple(rng.uniform(205, 255, 3)), tuple(rng.uniform(5, 60, 3))
        return replace(style, colour=bright if plain < 0.2 else dark, ink=dark if plain < 0.2 else bright)
    return style


def _said(rng: np.random.Generator, kind: str, number: int) -> str:
    if kind == "10":
        return str(number % 10) + ("0" if rng.random() < 0.4 else "")
    if kind == "6" and rng.random() < 0.2:
        return str(rng.choice(["2", "4", "8", "16", "32", "64", "+", "-", "X", "A", "H"]))
    return str(number) + ("." if number in (6, 9) else "")


def _lying(rng: np.random.Generator, corners: Real, faces: list[list[int]]) -> Real:
    """Turned so that it lies on a side, spun, and seen by a leaning camera."""
    face = faces[int(rng.integers(len(faces)))]
    down = np.cross(corners[face[1]] - corners[face[0]], corners[face[2]] - corners[face[1]])
    down *= -np.sign(down @ corners[face].mean(0)) / np.linalg.norm(down)
    side = np.cross(down, (1, 0, 0) if abs(down[0]) < 0.9 else (0, 1, 0))
    side = side / np.linalg.norm(side)
    upright = np.stack([side, np.cross(down, side), down])
    turn, lean = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(0, 55))
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    return np.asarray(tilt @ spin @ upright)


def _cover(picture: Real, shape: npt.NDArray[Any], colour: Real, strength: float, soft: float) -> None:
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(shape).astype(np.int32).reshape(-1, 2)], 255, cv2.LINE_AA)
    over = cv2.GaussianBlur(mask, (0, 0), max(soft, 0.3)).astype(float)[..., None] / 255 * strength
    picture[:] = picture * (1 - over) + colour * over


def _write(rng: np.random.Generator, picture: Real, face: tuple[Real, Real], words: str, ink: Real) -> None:
    """A numeral lying in a side, given by its corners in space and in the picture."""
    space, flat = face
    wide, high = space[1] - space[0], space.mean(0) - (space[0] + space[1]) / 2
    wide, high = wide / np.linalg.norm(wide), high / np.linalg.norm(high)
    reach = float(np.linalg.norm(space.mean(0) - (space[0] + space[1]) / 2)) * rng.uniform(0.5, 0.85)
    warp, _ = cv2.findHomography(space @ np.stack([wide, high], 1), flat) if len(space) > 3 else (None, None)
    if warp is None:
        fitted = cv2.getAffineTransform((space @ np.stack([wide, high], 1)).astype(np.float32), flat.astype(np.float32))
        warp = np.vstack([fitted, [0, 0, 1]])
    sheet = np.zeros((96, 96, 4), np.uint8)
    write(rng, sheet, words, 0.95 if len(words) < 2 else 0.6)
    middle = space.mean(0) @ np.stack([wide, high], 1)
    into = np.array([[reach * 2 / 96, 0, middle[0] - reach], [0, reach * 2 / 96, middle[1] - reach], [0, 0, 1]])
    warped = cv2.warpPerspective(sheet[..., 3], warp @ into, picture.shape[1::-1], flags=cv2.INTER_AREA)
    over = warped[..., None] / 255.0
    picture[:] = picture * (1 - over) + ink * over
