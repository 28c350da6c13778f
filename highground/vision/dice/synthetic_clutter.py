"""What lies on tables and is no die, drawn: keys, plugs, labels, pens, coins, cloths with dots, text, rings, codes.

To train on, so that such things are not taken for dice.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.flat import Picture

Rng = np.random.Generator
Thing = npt.NDArray[np.uint8]
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#%&@?!+=<>"
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


def clutter(rng: Rng, side: int = 640, things: int = 26) -> Picture:
    """A picture (side, side, 3) of a table full of things."""
    picture = ground(rng, side)
    for _ in range(things):
        draw = THINGS[int(rng.integers(len(THINGS)))]
        size = int(np.exp(rng.uniform(np.log(0.04), np.log(0.2))) * side)
        paste(rng, picture, draw(rng, size))
    lit = picture.astype(np.float32) * (1 + rng.uniform(-0.3, 0.3) * np.linspace(-1, 1, side)[:, None, None])
    lit = cv2.GaussianBlur(lit, (0, 0), float(rng.uniform(0.4, 1.6))) + rng.normal(0, rng.uniform(1, 6), lit.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


def ground(rng: Rng, side: int) -> Picture:
    """Cloth with dots or stripes, wood, paper with text, a keyboard, or one colour."""
    colour, ink = _colour(rng), _colour(rng)
    picture = np.empty((side, side, 3), np.uint8)
    picture[:] = colour
    kind, step = int(rng.integers(6)), int(rng.integers(14, 60))
    if kind == 1:
        reach = max(1, int(step * rng.uniform(0.08, 0.3)))
        for row, y in enumerate(range(0, side, step)):
            for x in range((row % 2) * step // 2, side, step):
                cv2.circle(picture, (x, y), reach, ink, -1, cv2.LINE_AA)
    elif kind == 2:
        for y in range(-side, 2 * side, step):
            far = int(side * rng.uniform(0.2, 0.25))
            cv2.line(picture, (0, y), (side, y + far), ink, max(1, step // 3), cv2.LINE_AA)
    elif kind == 3:
        grain = cv2.resize(rng.normal(0, 25, (side // 3, 6)), (side, side), interpolation=cv2.INTER_CUBIC)
        picture = np.clip(picture + grain[..., None], 0, 255).astype(np.uint8)
    elif kind == 4:
        for y in range(step, side, max(10, step // 2)):
            words = "".join(rng.choice(list(SIGNS + "      "), 60))
            cv2.putText(picture, words, (0, y), _font(rng), step / 90, ink, 1, cv2.LINE_AA)
    elif kind == 5:
        _keyboard(rng, picture, step + 10)
    return picture


def _keyboard(rng: Rng, picture: Picture, step: int) -> None:
    """Rows of keys over the whole picture, each with its sign."""
    seed, wide = int(rng.integers(1 << 30)), step - max(2, int(step * rng.uniform(0.05, 0.25)))
    for y in range(2, picture.shape[0] - step, step):
        for x in range(2 + int(rng.integers(step)), picture.shape[1] - step, step):
            alike = np.random.default_rng(seed)  # the colours of one keyboard
            colour, ink = _colour(alike), _colour(alike)
            part = picture[y : y + wide, x : x + wide]
            part[:] = np.clip(np.array(colour) * 0.6, 0, 255)
            part[1 : int(wide * 0.85), int(wide * 0.1) : int(wide * 0.9)] = colour
            words = "".join(rng.choice(list(SIGNS), int(rng.choice([1, 1, 1, 2, 3]))))
            place = (int(wide * rng.uniform(0.12, 0.35)), int(wide * rng.uniform(0.4, 0.7)))
            cv2.putText(part, words, place, FONTS[0], wide / 70 + 0.15, ink, max(1, wide // 18), cv2.LINE_AA)


def paste(rng: Rng, picture: Picture, thing: Thing) -> None:
    """Paste a thing (size, size, 4 of BGR and cover) somewhere, turned and a little slanted, over its shadow."""
    size, side = thing.shape[0], picture.shape[0]
    turn, flat = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1)
    spin = np.array([[1, 0], [0, flat]]) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    place = rng.uniform(0, side, 2)
    warp = np.hstack([spin, (place - spin @ [size / 2, size / 2])[:, None]])
    warped = cv2.warpAffine(thing, warp, (side, side), flags=cv2.INTER_AREA).astype(np.float32)
    cover = warped[..., 3:] / 255
    fallen = np.roll(cover[..., 0], (int(size * 0.06), int(size * rng.uniform(-0.1, 0.1))), (0, 1))
    shadow = cv2.GaussianBlur(fallen, (0, 0), size * 0.05 + 0.3)[..., None] * rng.uniform(0, 0.6)
    picture[:] = (picture * (1 - shadow * (1 - cover)) * (1 - cover) + warped[..., :3] * cover).astype(np.uint8)


def _colour(rng: Rng) -> tuple[int, ...]:
    grey = rng.uniform(0, 255)
    return tuple(int(part) for part in np.clip(grey + rng.normal(0, rng.choice([4.0, 70.0]), 3), 0, 255))


def _font(rng: Rng) -> int:
    return FONTS[int(rng.integers(len(FONTS)))]


def _sheet(size: int) -> Thing:
    return np.zeros((size, size, 4), np.uint8)


def _slab(thing: Thing, low: tuple[float, float], high: tuple[float, float], colour: tuple[int, ...], r: float) -> None:
    """A filled rectangle with round corners, from and to parts of the size."""
    size = thing.shape[0]
    x0, y0, x1, y1, around = (round(size * part) for part in (*low, *high, r))
    paint = (*colour, 255)
    cv2.rectangle(thing, (x0 + around, y0), (x1 - around, y1), paint, -1)
    cv2.rectangle(thing, (x0, y0 + around), (x1, y1 - around), paint, -1)
    for x in (x0 + around, x1 - around):
        for y in (y0 + around, y1 - around):
            cv2.circle(thing, (x, y), around, paint, -1, cv2.LINE_AA)


def write(rng: Rng, thing: Thing, words: str, height: float, at: tuple[float, float] = (0.5, 0.5)) -> None:
    size, font, thick = thing.shape[0], _font(rng), max(1, int(thing.shape[0] * rng.uniform(0.02, 0.07)))
    scale = size * height / 22
    (wide, high), _ = cv2.getTextSize(words, font, scale, thick)
    place = (int(size * at[0] - wide / 2), int(size * at[1] + high / 2))
    cv2.putText(thing, words, place, font, scale, (*_colour(rng), 255), thick, cv2.LINE_AA)


def key(rng: Rng, size: int) -> Thing:
    """A key of a keyboard, or a button with a sign."""
    thing, colour = _sheet(size), _colour(rng)
    _slab(thing, (0.06, 0.06), (0.94, 0.94), tuple(int(part * 0.6) for part in colour), 0.1)
    edge = rng.uniform(0.1, 0.2)
    _slab(thing, (edge, edge * 0.7), (1 - edge, 1 - edge * 1.2), colour, 0.08)
    words = "".join(rng.choice(list(SIGNS), int(rng.integers(1, 4))))
    write(rng, thing, words, float(rng.uniform(0.2, 0.6)), tuple(rng.uniform(0.35, 0.65, 2)))
    return thing


def plug(rng: Rng, size: int) -> Thing:
    """The metal end of a cable, with a hole or two, square or oblong."""
    thing, colour, rows = _sheet(size), _colour(rng), float(rng.uniform(0.2, 0.45))
    _slab(thing, (0.1, 0.5 - rows), (0.9, 0.5 + rows), colour, 0.04)
    hole = tuple(int(part * 0.3) for part in colour)
    wide = rng.uniform(0.08, 0.14)
    for y in (0.5,) if rng.random() < 0.2 else (0.5 - rows / 2, 0.5 + rows / 2):
        _slab(thing, (0.5 - wide, y - wide), (0.5 + wide, y + wide), hole, 0.01)
    return thing


def windows(rng: Rng, size: int) -> Thing:
    """Squares side by side, as on a maker's label."""
    thing, colour = _sheet(size), _colour(rng)
    if rng.random() < 0.5:
        _slab(thing, (0.0, 0.0), (1.0, 1.0), _colour(rng), 0.02)
    count = int(rng.integers(2, 4))
    gap = float(rng.uniform(0.02, 0.08))
    for x in range(count):
        for y in range(int(rng.integers(1, 4))):
            low = (0.1 + x * 0.8 / count + gap, 0.1 + y * 0.8 / count + gap)
            _slab(thing, low, (low[0] + 0.8 / count - gap, low[1] + 0.8 / count - gap), colour, 0.02)
    return thing


def label(rng: Rng, size: int) -> Thing:
    """Printed words, on paper of another colour or on nothing."""
    thing = _sheet(size)
    if rng.random() < 0.5:
        _slab(thing, (0.0, 0.2), (1.0, 0.8), _colour(rng), 0.02)
    for y in np.linspace(0.3, 0.7, int(rng.integers(1, 4))):
        words = "".join(rng.choice(list(SIGNS), int(rng.integers(2, 7))))
        write(rng, thing, words, float(rng.uniform(0.1, 0.4)), (0.5, float(y)))
    return thing


def disc(rng: Rng, size: int) -> Thing:
    """A coin, token, base, cap or screw: rings, a sign, a slot or a cross."""
    thing, half = _sheet(size), size // 2
    for part in sorted(rng.uniform(0.1, 1, int(rng.integers(1, 5))))[::-1]:
        cv2.circle(thing, (half, half), max(1, int(half * part)), (*_colour(rng), 255), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        write(rng, thing, str(rng.choice(list(SIGNS))), float(rng.uniform(0.2, 0.7)))
    elif rng.random() < 0.5:
        cv2.line(thing, (half // 2, half), (half + half // 2, half), (*_colour(rng), 255), max(1, size // 12))
    return thing


def rod(rng: Rng, size: int) -> Thing:
    """A pen's, battery's or finger's end: a bar with shine along it and bands across."""
    thing = _sheet(size)
    wide, top = rng.uniform(0.12, 0.3), rng.uniform(0.05, 0.4)
    _slab(thing, (0.5 - wide, top), (0.5 + wide, 1.0), _colour(rng), float(wide * rng.uniform(0.2, 0.95)))
    for _ in range(int(rng.integers(0, 4))):
        y = rng.uniform(top + 0.2, 0.95)
        _slab(thing, (0.5 - wide, y - 0.04), (0.5 + wide, y + 0.04), _colour(rng), 0.0)
    shine = np.exp(-(((np.arange(size) / size - 0.5 + wide * rng.uniform(-0.7, 0.7)) / (wide * 0.35)) ** 2))
    light = thing[..., :3] * rng.uniform(0.4, 0.9) + 160 * shine[None, :, None]
    thing[..., :3] = np.clip(light, 0, 255).astype(np.uint8)
    return thing


def ring(rng: Rng, size: int) -> Thing:
    """A loop of cable, a key ring, a hole."""
    thing, half = _sheet(size), size // 2
    axes = (int(half * rng.uniform(0.4, 0.9)), int(half * rng.uniform(0.4, 0.9)))
    begin, reach = rng.uniform(0, 360), rng.uniform(150, 360)
    thick = max(1, int(size * rng.uniform(0.03, 0.16)))
    cv2.ellipse(
        thing, (half, half), axes, 0, begin, begin + reach, (*_colour(rng), 255), thick, cv2.LINE_AA
    )  # fmt: skip
    return thing


def code(rng: Rng, size: int) -> Thing:
    """A code of black and white squares, or bars."""
    thing, count = _sheet(size), int(rng.integers(4, 20))
    cells = rng.integers(0, 2, (count, count if rng.random() < 0.7 else 1)) * 255
    thing[..., :3] = cv2.resize(cells.astype(np.uint8), (size, size), interpolation=cv2.INTER_NEAREST)[..., None]
    thing[..., 3] = 255
    return thing


def dots(rng: Rng, size: int) -> Thing:
    """Holes of a board, seeds, studs: rows of round or long dots with no square about them."""
    thing, colour = _sheet(size), (*_colour(rng), 255)
    step, reach, long = rng.uniform(0.1, 0.4), rng.uniform(0.02, 0.1), rng.uniform(1, 2.5)
    for x in np.arange(0.05, 1, step):
        for y in np.arange(0.05, 1, step * rng.uniform(0.9, 1.1)):
            middle = (int((x + rng.normal(0, 0.02)) * size), int((y + rng.normal(0, 0.02)) * size))
            axes = (max(1, int(reach * size)), max(1, int(reach * size * long)))
            cv2.ellipse(thing, middle, axes, float(rng.normal(0, 15)), 0, 360, colour, -1, cv2.LINE_AA)
    return thing


def block(rng: Rng, size: int) -> Thing:
    """A box with two sides and no pips, or a smear for each."""
    thing, colour, deep = _sheet(size), _colour(rng), float(rng.uniform(0.05, 0.3))
    _slab(thing, (0.1, 0.1), (0.9, 0.9), tuple(int(part * 0.6) for part in colour), float(rng.uniform(0.02, 0.2)))
    _slab(thing, (0.1, 0.1), (0.9, 0.9 - deep), colour, float(rng.uniform(0.02, 0.2)))
    return thing


THINGS: tuple[Callable[[Rng, int], Thing], ...] = (
    key, key, plug, windows, label, label, disc, disc, rod, ring, code, dots, block,
)  # fmt: skip
