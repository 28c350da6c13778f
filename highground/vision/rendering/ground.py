"""The mat of a drawn battle from right above, with its printed cards."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from highground.vision.flat import Picture
from highground.vision.markers.cards import card, card_size
from highground.vision.markers.drawing import pixels
from highground.vision.markers.marks import Mark, MarkKind

DOTS = 36
"""Pixels an inch."""
AROUND = 10.0
"""Inches of the table beyond the board's edges."""


def mat(rng: np.random.Generator) -> Picture:
    """Earth or grass in several sizes of noise, with roads, craters and tufts."""
    wide, high = round((60 + 2 * AROUND) * DOTS), round((44 + 2 * AROUND) * DOTS)
    field = np.zeros((high, wide), dtype=np.float32)
    for cell, weight in ((240, 1.0), (80, 0.8), (24, 0.7), (8, 0.5), (3, 0.35)):
        coarse = rng.normal(0, weight, (high // cell + 2, wide // cell + 2)).astype(np.float32)
        field += cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_CUBIC)
    first, second = (rng.uniform(55, 140) + rng.uniform(-30, 30, 3) for _ in range(2))
    share = (1 / (1 + np.exp(-1.5 * field)))[..., None]
    canvas = (first * share + (0.5 * first + 0.5 * second) * (1 - share)).astype(np.float32)
    canvas *= 1 + 0.05 * field[..., None]
    picture: Picture = np.clip(canvas, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(1, 3))):
        _road(picture, rng)
    for _ in range(int(rng.integers(4, 12))):
        _crater(picture, rng)
    for _ in range(250):
        spot = tuple(rng.integers((0, 0), (wide, high)).tolist())
        tuft = (first * rng.uniform(0.5, 1.4)).clip(0, 255)
        cv2.circle(picture, spot, int(rng.integers(2, 9)), tuft.tolist(), cv2.FILLED, cv2.LINE_AA)
    return picture


def _road(picture: Picture, rng: np.random.Generator) -> None:
    high, wide = picture.shape[:2]
    x = np.linspace(0, wide, 60)
    y = rng.uniform(0.2, 0.8) * high + rng.uniform(20, 250) * np.sin(x / rng.uniform(250, 900) + rng.uniform(0, 6))
    line = np.column_stack([x, y]).astype(np.int32)
    over = picture.copy()
    cv2.polylines(
        over, [line], isClosed=False, color=rng.uniform(70, 170, 3).tolist(), thickness=int(rng.integers(50, 110))
    )
    cv2.addWeighted(over, 0.55, picture, 0.45, 0, dst=picture)


def _crater(picture: Picture, rng: np.random.Generator) -> None:
    """Round and dark, of a base's size or more: what a finder of circles takes for one."""
    high, wide = picture.shape[:2]
    spot, radius = tuple(rng.integers((0, 0), (wide, high)).tolist()), int(rng.integers(16, 90))
    over = picture.copy()
    cv2.circle(over, spot, radius, rng.uniform(30, 120, 3).tolist(), cv2.FILLED, cv2.LINE_AA)
    soft = cv2.GaussianBlur(over, (0, 0), 5)
    cv2.addWeighted(soft, 0.45, picture, 0.55, 0, dst=picture)


def lay_cards(canvas: Picture, places: Mapping[Mark, tuple[float, float]], rng: np.random.Generator) -> None:
    """Print cards onto the mat, units' and objectives' turned as they fell."""
    for mark, (x, y) in places.items():
        turn = 0.0 if mark.kind is MarkKind.BOARD else float(rng.uniform(0, 360))
        _lay(canvas, mark, (x + AROUND) * DOTS, (y + AROUND) * DOTS, turn)


def _lay(canvas: Picture, mark: Mark, x: float, y: float, turn: float) -> None:
    drawn = cv2.cvtColor(pixels(card(mark, colour=True), 2 * DOTS), cv2.COLOR_RGB2BGR)
    high, wide = drawn.shape[:2]
    margin = (card_size(mark)[0] - mark.side) / 2
    about = (wide / 2, (margin + mark.side / 2) * 2 * DOTS)
    onto = np.asarray(cv2.getRotationMatrix2D(about, turn, 0.5), dtype=np.float64)
    onto[:, 2] += np.array([x, y]) - about
    reach = 3 * DOTS
    left, top = int(x) - reach, int(y) - reach
    onto[:, 2] -= (left, top)
    part = canvas[top : top + 2 * reach, left : left + 2 * reach]
    mask = cv2.warpAffine(np.full((high, wide), 255, np.uint8), onto, part.shape[1::-1], flags=cv2.INTER_AREA)
    warped = cv2.warpAffine(drawn, onto, part.shape[1::-1], flags=cv2.INTER_AREA)
    share = mask[..., None].astype(np.float32) / 255
    part[:] = (warped * share + part * (1 - share)).astype(np.uint8)
