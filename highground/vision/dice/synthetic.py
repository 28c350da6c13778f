"""Dice trays that never were: painted cubes seen through a tilted camera, to train on and to test by.

Every die is a cube of one size with pips on its faces (opposite faces sum to seven), turned at random, and painted from
its far faces to its near ones. Its label is the upper face and the box round the whole die.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.flat import Picture

Real = npt.NDArray[np.float64]
FaceOutline = tuple[tuple[float, float], ...]
"""Corners of a closed line, across and down in parts of a face."""

FACE = 96
"""Pixels of a painted face's side."""
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.26, 0.26), (0.74, 0.74)),
    3: ((0.24, 0.24), (0.5, 0.5), (0.76, 0.76)),
    4: ((0.26, 0.26), (0.74, 0.26), (0.26, 0.74), (0.74, 0.74)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.28, 0.22), (0.28, 0.5), (0.28, 0.78), (0.72, 0.22), (0.72, 0.5), (0.72, 0.78)),
}
_CORNERS = np.array([[x, y, z] for z in (0, 1) for y in (-0.5, 0.5) for x in (-0.5, 0.5)], dtype=float)
_SIDES = ((0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6))
_TOP = (4, 5, 7, 6)


@dataclass(frozen=True, slots=True)
class SyntheticDie:
    """Box as x0, y0, x1, y1 in pixels, round the whole die; value of its upper face."""

    box: tuple[float, float, float, float]
    value: int


@dataclass(frozen=True, slots=True, eq=False)
class TrayPhoto:
    """A picture (height, width, 3 of BGR) and the dice in it."""

    picture: Picture
    dice: tuple[SyntheticDie, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """Colours as BGR. `swirl`: how much of the second colour is mixed in, in `cells` patches along a face.

    `pip`: radius in parts of the face, `one` times as much where there is a single one; `rim`: a ring round each pip,
    in parts of its radius; `hollow`: how far a pip's middle takes the die's own colour; `gloss`: how white light is
    reflected, 0..1. `symbol`: outlines that are filled in place of the pips of the face `symbol_for`.
    """

    colour: tuple[float, ...]
    second: tuple[float, ...]
    ink: tuple[float, ...]
    swirl: float = 0.0
    pip: float = 0.1
    rounding: float = 0.2
    cells: int = 4
    one: float = 1.35
    rim: float = 0.0
    hollow: float = 0.0
    gloss: float = 0.0
    symbol: tuple[FaceOutline, ...] = ()
    symbol_for: int = 0


def plain_style(
    colour: tuple[float, float, float] = (235, 235, 230), ink: tuple[float, float, float] = (25, 25, 25)
) -> Style:
    """One colour, clear pips."""
    return Style(colour, colour, ink)


def random_style(rng: np.random.Generator) -> Style:
    """Light pips on dark dice or dark ones on light, one colour or a marbled two; some with rings, hollows, gloss."""
    while True:
        colour, ink = rng.uniform(0, 255, 3), rng.uniform(0, 255, 3)
        if rng.random() < 0.7:
            ink = rng.choice([rng.uniform(0, 50), rng.uniform(205, 255)]) + rng.normal(0, 8, 3)
        second = np.clip(colour + rng.normal(0, 80, 3), 0, 255)
        swirl = float(rng.choice([0, 0, rng.uniform(0.2, 1)]))
        apart = min(np.abs(colour - ink).mean(), np.abs(colour + (second - colour) * swirl - ink).mean())
        if apart > 50:
            break
    some = rng.random(3) < (0.15, 0.15, 0.5)
    return Style(
        tuple(colour), tuple(second), tuple(np.clip(ink, 0, 255)), swirl,
        pip=float(rng.uniform(0.065, 0.135)), rounding=float(rng.uniform(0.05, 0.4)),
        cells=int(rng.integers(2, 11)), one=float(rng.uniform(1.0, 1.8)),
        rim=float(some[0] * rng.uniform(0.15, 0.5)), hollow=float(some[1] * rng.uniform(0.4, 1)),
        gloss=float(some[2] * rng.uniform(0.1, 0.9)),
    )  # fmt: skip


def tray_photo(
    rng: np.random.Generator,
    dice: int,
    size: tuple[int, int] = (640, 640),
    *,
    die: float = 0.08,
    tilt_degrees: float = 15.0,
    styles: tuple[Style, ...] = (),
    plain: bool = False,
    blur: float = 0.6,
) -> TrayPhoto:
    """Paint a tray. `die`: a die's edge in parts of the picture's width; `plain`: an even cloth, no studs."""
    picture = cloth(rng, size, plain)
    edge = die * size[0]
    found: list[SyntheticDie] = []
    for x, y in _places(rng, dice, size, edge):
        style = styles[int(rng.integers(len(styles)))] if styles else random_style(rng)
        about = edge * rng.uniform(0.96, 1.04)
        flat = corners_of((x, y), about, rng.uniform(0, 2 * np.pi), np.radians(tilt_degrees))
        found.append(SyntheticDie(*paint_die(rng, picture, flat, about, style)))
    return TrayPhoto(photographed(rng, picture, 0.0 if plain else rng.uniform(0, 0.35), blur), tuple(found))


def photographed(rng: np.random.Generator, picture: Real, slope: float, blur: float) -> Picture:
    """What a camera makes of it: light that changes by `slope` from side to side, blur in pixels, noise."""
    high, wide = picture.shape[:2]
    light = 1 + slope * np.linspace(-0.5, 0.5, wide)[None, :, None]
    lit = cv2.GaussianBlur(picture * light, (0, 0), max(blur, 0.2)) + rng.normal(0, 2.5, (high, wide, 1))
    return np.asarray(np.clip(lit, 0, 255), dtype=np.uint8)


def _places(rng: np.random.Generator, dice: int, size: tuple[int, int], edge: float) -> list[tuple[float, float]]:
    """Places at least a die's diagonal apart, the far ones first, so that near dice are painted over them."""
    chosen: list[tuple[float, float]] = []
    for _ in range(dice * 60):
        if len(chosen) == dice:
            break
        x, y = (float(rng.uniform(1.3 * edge, side - 1.3 * edge)) for side in size)
        if all((x - a) ** 2 + (y - b) ** 2 > (1.3 * edge) ** 2 for a, b in chosen):
            chosen.append((x, y))
    return sorted(chosen, key=lambda place: place[1])


def corners_of(middle: tuple[float, float], edge: float, turn: float, tilt: float) -> Real:
    """The eight corners (8, 2) of a die in the picture, the lower four first; angles in radians."""
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    space = (_CORNERS @ spin.T) * edge
    # tilted camera: what lies farther back is foreshortened, what stands higher moves up in the picture
    flat = np.stack([space[:, 0], space[:, 1] * np.cos(tilt) - space[:, 2] * np.sin(tilt)], axis=1) * (
        1 + space[:, 2:] * 0.1 / edge
    )
    flat += (middle[0], middle[1] + edge * np.sin(tilt) / 2)
    return np.asarray(flat)


def paint_die(
    rng: np.random.Generator, picture: Real, flat: Real, edge: float, style: Style
) -> tuple[tuple[float, float, float, float], int]:
    """Paint a die with the given corners (`corners_of`), any face up; its box and its value."""
    value = int(rng.integers(1, 7))
    others = [face for face in range(1, 7) if face not in (value, 7 - value)]
    a = int(rng.choice(others))
    b = int(rng.choice([face for face in others if face not in (a, 7 - a)]))
    _shadow(rng, picture, flat, edge)
    hull = cv2.convexHull(flat.astype(np.float32))
    _fill(picture, hull, style.rounding * edge * 0.4, np.array(style.colour) * 0.62)
    sides = sorted(
        zip(_SIDES, (a, b, 7 - a, 7 - b), strict=True), key=lambda side: float(flat[list(side[0]), 1].mean())
    )
    for corners, face in sides[2:]:
        if _visible(flat[list(corners)]):
            _paint_face(rng, picture, flat[list(corners)], face, style, float(rng.uniform(0.55, 0.9)))
    _paint_face(rng, picture, flat[list(_TOP)], value, style, 1.0)
    low, top = flat.min(axis=0), flat.max(axis=0)
    return (float(low[0]), float(low[1]), float(top[0]), float(top[1])), value


def _visible(quad: Real) -> bool:
    """Whether a face shows more than a line."""
    return abs(float(cv2.contourArea(quad.astype(np.float32)))) > 6


def _shadow(rng: np.random.Generator, picture: Real, flat: Real, edge: float) -> None:
    hull = cv2.convexHull((flat[:4] + rng.normal(0, 0.12, 2) * edge).astype(np.float32))
    _fill(picture, hull, edge * 0.3, np.zeros(3), float(rng.uniform(0.1, 0.6)))


def _around(hull: npt.NDArray[Any], picture: Real, margin: int) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the part of the picture that a shape covers, with a margin."""
    x, y, wide, high = cv2.boundingRect(np.round(hull).astype(np.int32))
    across, down = picture.shape[1], picture.shape[0]
    return max(0, x - margin), max(0, y - margin), min(across, x + wide + margin), min(down, y + high + margin)


def _fill(picture: Real, hull: npt.NDArray[Any], soft: float, colour: Real, strength: float = 1.0) -> None:
    """Fill a shape with one colour, its corners rounded by `soft` pixels."""
    x, y, right, bottom = _around(hull, picture, int(soft * 3) + 2)
    mask = np.zeros((bottom - y, right - x), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32).reshape(-1, 2) - [x, y], 255)
    cover = mask.astype(float)
    if soft > 0.3:
        cover = np.clip((cv2.GaussianBlur(cover, (0, 0), soft) - 90) * 3.5, 0, 255)
    cover = (cover * strength / 255)[..., None]
    picture[y:bottom, x:right] = picture[y:bottom, x:right] * (1 - cover) + colour * cover


def _paint_face(rng: np.random.Generator, picture: Real, quad: Real, value: int, style: Style, light: float) -> None:
    texture = _face(rng, value, style, light)
    x, y, wide, high = _around(quad.astype(np.float32), picture, 2)
    source = np.array([[0, 0], [FACE, 0], [FACE, FACE], [0, FACE]], dtype=np.float32)
    warp = cv2.getPerspectiveTransform(source, (quad - [x, y]).astype(np.float32))
    painted = cv2.warpPerspective(texture, warp, (wide - x, high - y), flags=cv2.INTER_AREA)
    cover = painted[..., 3:]
    picture[y:high, x:wide] = picture[y:high, x:wide] * (1 - cover) + painted[..., :3] * cover


def _face(rng: np.random.Generator, value: int, style: Style, light: float) -> Real:
    """One face (side, side, 4 of BGR and cover)."""
    mix = 0.0
    if style.swirl:
        patches = rng.uniform(0, 1, (style.cells, style.cells))
        wave = cv2.resize(patches, (FACE, FACE), interpolation=cv2.INTER_CUBIC)[..., None]
        mix = np.clip((wave - 0.5) * 4 + 0.5, 0, 1) * style.swirl
    ground = np.array(style.colour) + (np.array(style.second) - np.array(style.colour)) * mix
    face = np.dstack([np.broadcast_to(ground, (FACE, FACE, 3)) * light, np.zeros((FACE, FACE))])
    cover = np.zeros((FACE, FACE), dtype=np.uint8)
    r = int(style.rounding * FACE)
    cv2.rectangle(cover, (r, 0), (FACE - r, FACE), 255, -1)
    cv2.rectangle(cover, (0, r), (FACE, FACE - r), 255, -1)
    for corner in ((r, r), (FACE - r, r), (r, FACE - r), (FACE - r, FACE - r)):
        cv2.circle(cover, corner, r, 255, -1, cv2.LINE_AA)
    face[..., :3] = _inked(face[..., :3], value, style, light)
    if style.gloss:
        face[..., :3] += _gleam(rng) * style.gloss * (235 - face[..., :3])
    face[..., 3] = cover / 255.0
    return face


def _inked(face: Real, value: int, style: Style, light: float) -> Real:
    """A face (side, side, 3 of BGR) with its pips, their rims and hollows, or with its symbol."""
    if value == style.symbol_for:
        drawn = np.zeros((FACE, FACE), dtype=np.uint8)
        for outline in style.symbol:
            corners = np.array(outline) * FACE * 16
            cv2.fillPoly(drawn, [corners.astype(np.int32)], 255, cv2.LINE_AA, shift=4)
        cover = drawn[..., None] / 255.0
        return face * (1 - cover) + np.array(style.ink) * light * cover
    wide = style.pip * (style.one if value == 1 else 1.0)
    dark = np.array(style.colour) * 0.45
    for radius, colour in (
        (wide * (1 + style.rim), dark),
        (wide, np.array(style.ink)),
        (wide * 0.6, np.array(style.ink) + (np.array(style.colour) - np.array(style.ink)) * style.hollow),
    ):
        dots = np.zeros((FACE, FACE), dtype=np.uint8)
        for px, py in PIPS[value]:
            cv2.circle(dots, (round(px * FACE), round(py * FACE)), round(radius * FACE), 255, -1, cv2.LINE_AA)
        cover = dots[..., None] / 255.0
        face = face * (1 - cover) + colour * light * cover
    return face


def _gleam(rng: np.random.Generator) -> Real:
    """Light reflected by a part of a face (side, side, 1), 0..1."""
    middle = rng.uniform(0.1, 0.9, 2) * FACE
    down, across = np.mgrid[:FACE, :FACE] - middle[:, None, None]
    long, narrow = rng.uniform(0.12, 0.5) * FACE, rng.uniform(0.06, 0.25) * FACE
    turn = rng.uniform(0, np.pi)
    along, beside = across * np.cos(turn) + down * np.sin(turn), down * np.cos(turn) - across * np.sin(turn)
    return np.asarray(np.exp(-((along / long) ** 2) - (beside / narrow) ** 2))[..., None]


def cloth(rng: np.random.Generator, size: tuple[int, int], plain: bool) -> Real:
    """What the dice lie on: an even cloth, or one with grain, folds, studs and a tray's edge."""
    wide, high = size
    colour = rng.uniform(0, 255, 3) * rng.uniform(0.3, 1)
    picture = np.broadcast_to(colour, (high, wide, 3)).astype(float).copy()
    if plain:
        return picture
    for cells in (3, 12, wide // 5):
        noise = rng.normal(0, float(rng.choice([2, 6, 22])), (cells, cells, 1 if rng.random() < 0.6 else 3))
        grain = cv2.resize(noise, (wide, high), interpolation=cv2.INTER_CUBIC)
        picture += grain if grain.ndim == 3 else grain[..., None]
    if rng.random() < 0.6:
        corners = int(rng.choice([4, 6, 8]))
        turn = np.linspace(0, 2 * np.pi, corners + 1)[:-1] + rng.uniform(0, 1)
        ring = np.stack([np.cos(turn), np.sin(turn)], axis=1) * [wide * 0.47, high * 0.47] + [wide / 2, high / 2]
        edge = tuple(float(part) for part in rng.uniform(0, 255, 3))
        cv2.polylines(picture, [ring.astype(np.int32)], True, edge, int(rng.integers(2, 22)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 7))):
        spot = tuple(int(rng.uniform(0, side)) for side in size)
        shade = tuple(float(part) for part in rng.uniform(0, 255, 3))
        radius = int(rng.uniform(0.008, 0.04) * wide)
        cv2.circle(picture, spot, radius, shade, -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            cv2.circle(
                picture, spot, radius // 2, tuple(float(part) for part in rng.uniform(0, 255, 3)), -1, cv2.LINE_AA
            )
    return picture
