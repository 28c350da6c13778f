"""Symbols of our own for painted dice that have one in place of a face: closed outlines in parts of the face."""

from __future__ import annotations

import math
from dataclasses import replace

from highground.vision.dice.synthetic import FaceOutline, Style


def _star(points: int, outer: float, inner: float) -> FaceOutline:
    turns = (math.pi * step / points for step in range(2 * points))
    radii = (outer if step % 2 == 0 else inner for step in range(2 * points))
    return tuple(
        (0.5 + radius * math.sin(turn), 0.5 - radius * math.cos(turn))
        for turn, radius in zip(turns, radii, strict=True)
    )


SYMBOLS: dict[str, tuple[FaceOutline, ...]] = {
    "star": (_star(5, 0.34, 0.14),),
    "bolt": (((0.58, 0.14), (0.3, 0.56), (0.48, 0.56), (0.4, 0.86), (0.7, 0.42), (0.52, 0.42)),),
    "sword": (
        ((0.5, 0.1), (0.56, 0.2), (0.56, 0.6), (0.74, 0.6), (0.74, 0.68), (0.56, 0.68), (0.56, 0.88), (0.44, 0.88),
         (0.44, 0.68), (0.26, 0.68), (0.26, 0.6), (0.44, 0.6), (0.44, 0.2)),
    ),
    "fangs": (
        ((0.18, 0.24), (0.82, 0.24), (0.76, 0.5), (0.66, 0.82), (0.58, 0.46), (0.42, 0.46), (0.34, 0.82), (0.24, 0.5)),
    ),
    "wings": (
        ((0.48, 0.3), (0.1, 0.24), (0.16, 0.4), (0.24, 0.42), (0.28, 0.54), (0.38, 0.54), (0.46, 0.72)),
        ((0.52, 0.3), (0.9, 0.24), (0.84, 0.4), (0.76, 0.42), (0.72, 0.54), (0.62, 0.54), (0.54, 0.72)),
    ),
}  # fmt: skip


def with_symbol(style: Style, name: str, face: int) -> Style:
    """A set of dice that shows a symbol in place of a face."""
    return replace(style, symbol=SYMBOLS[name], symbol_for=face)
