"""What the processor's cores paint while a graphics card trains: trays, dice of other kinds, tables full of things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np

from highground.vision.dice.synthetic import Style, random_style, tray_photo
from highground.vision.dice.synthetic_clutter import clutter
from highground.vision.dice.synthetic_kinds import other_die

CROP, ROOM, LEANING, ANY = 86, 2.0, 18.0, -1
Part = tuple[Any, Any, Any]


def paint_for_ever(painted: Any, seed: int) -> None:
    """Put parts by their name, each crops, values and quarters, into a queue."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    while True:
        painted.put(once(rng))


def once(rng: np.random.Generator) -> dict[str, Part]:
    trays, ground = [_tray(rng) for _ in range(6)], clutter(rng, 320)
    parts = {
        name: tuple(np.concatenate(part) for part in zip(*(each[name] for each in trays), strict=True))
        for name in ("painted", "clutter")
    }
    others = np.stack([other_die(rng, ground, CROP) for _ in range(8)])
    parts["others"] = (others, np.full(8, 7), np.full(8, ANY))
    things = np.stack(list(_squares(rng, ground, np.zeros((0, 4)), 12)))
    more = parts["clutter"]
    parts["clutter"] = tuple(
        np.concatenate(both) for both in zip(more, (things, np.zeros(12, int), np.full(12, ANY)), strict=True)
    )
    return parts  # type: ignore[return-value]


def _tray(rng: np.random.Generator) -> dict[str, Part]:
    side, lean = int(rng.choice([400, 560])), float(rng.uniform(0, 60))
    styles = tuple(_styles(rng)) if rng.random() < 0.3 else ()
    photo = tray_photo(
        rng, int(rng.integers(4, 18)), (side, side), die=float(rng.uniform(0.06, 0.11)),
        tilt_degrees=lean, blur=float(rng.uniform(0.2, 1.3)), styles=styles,
    )  # fmt: skip
    boxes = np.array([die.box for die in photo.dice])
    crops = np.stack([crop(photo.picture, box) for box in boxes])
    quarters = np.full(len(boxes), 0 if lean >= LEANING else ANY)
    nothing = np.stack(list(_squares(rng, photo.picture, boxes, 2)))
    return {
        "painted": (crops, np.array([die.value for die in photo.dice]), quarters),
        "clutter": (nothing, np.zeros(len(nothing), int), np.full(len(nothing), ANY)),
    }


def _styles(rng: np.random.Generator) -> Iterator[Style]:
    """Dark dice with coloured pips, pale dice with pale pips: what is easily taken for another kind."""
    for _ in range(4):
        style = random_style(rng)
        hue = rng.permutation(rng.choice([0.0, 40.0, 200.0, 255.0], 3)) * rng.uniform(0.6, 1)
        dark = rng.uniform(0, 60, 3)
        if np.abs(hue - dark).mean() < 45:
            hue = hue + 80
        yield Style(
            tuple(dark), tuple(dark + rng.uniform(0, 60, 3)), tuple(np.clip(hue, 0, 255)), style.swirl * 0.5,
            style.pip, style.rounding, style.cells, style.one, style.rim, style.hollow, style.gloss,
        )  # fmt: skip


def crop(picture: Any, box: Any) -> Any:
    """The square round a box's middle, ROOM times its longer side."""
    x0, y0, x1, y1 = (float(part) for part in box)
    scale = CROP / (max(x1 - x0, y1 - y0) * ROOM)
    warp = np.array([[scale, 0, CROP / 2 - (x0 + x1) / 2 * scale], [0, scale, CROP / 2 - (y0 + y1) / 2 * scale]])
    return cv2.warpAffine(picture, warp, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _squares(rng: np.random.Generator, picture: Any, boxes: Any, count: int) -> Iterator[Any]:
    """Squares in which no die has its middle."""
    side = picture.shape[0]
    long = float((boxes[:, 2:] - boxes[:, :2]).max(axis=1).mean()) if len(boxes) else side * 0.1
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    made = 0
    while made < count:
        size, place = long * np.exp(rng.normal(0, 0.35)), rng.uniform(0, side, 2)
        if len(boxes) and rng.random() < 0.4:
            place = middles[rng.integers(len(boxes))] + rng.normal(0, 0.8, 2) * long
        if not len(boxes) or np.abs(middles - place).max(axis=1).min() > 0.6 * max(size, long):
            made += 1
            yield crop(picture, [*(place - size / 2), *(place + size / 2)])
