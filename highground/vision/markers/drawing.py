"""Drawings in inches: a list of simple shapes that becomes a picture of 300 dots an inch or an SVG of the same size."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

from highground.vision.markers.letters import Line, strokes, width

DPI = 300
BLACK = "#000000"
GREY = "#8c8c8c"
WHITE = "#ffffff"
_SHIFT = 6

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A filled rectangle."""

    left: float
    top: float
    width: float
    height: float
    ink: str = BLACK


@dataclass(frozen=True, slots=True)
class DrawnDisc:
    """A filled circle."""

    x: float
    y: float
    radius: float
    ink: str = BLACK


@dataclass(frozen=True, slots=True)
class Lines:
    """Strokes of one width with round ends."""

    lines: tuple[Line, ...]
    width: float
    ink: str = BLACK


Shape = DrawnBox | DrawnDisc | Lines


@dataclass(slots=True)
class Drawing:
    """A white sheet of `width` by `height` inches and what is drawn on it, in order."""

    width: float
    height: float
    shapes: list[Shape] = field(default_factory=list)

    def text(self, text: str, left: float, top: float, height: float, ink: str = BLACK) -> None:
        """Write capitals of `height` inches from the upper left corner."""
        self.shapes.append(Lines(strokes(text, left, top, height), height * 0.13, ink))

    def centred(self, text: str, x: float, top: float, height: float, ink: str = BLACK) -> None:
        """Write capitals around `x`."""
        self.text(text, x - width(text, height) / 2, top, height, ink)

    def add(self, shapes: Iterable[Shape], left: float = 0.0, top: float = 0.0) -> None:
        """Draw shapes moved by `left` and `top`."""
        self.shapes += [_moved(shape, left, top) for shape in shapes]


def _moved(shape: Shape, left: float, top: float) -> Shape:
    match shape:
        case DrawnBox():
            return DrawnBox(shape.left + left, shape.top + top, shape.width, shape.height, shape.ink)
        case DrawnDisc():
            return DrawnDisc(shape.x + left, shape.y + top, shape.radius, shape.ink)
        case Lines():
            lines = tuple(tuple((x + left, y + top) for x, y in line) for line in shape.lines)
            return Lines(lines, shape.width, shape.ink)


def pixels(drawing: Drawing, dpi: int = DPI) -> Pixels:
    """The drawing as an array (height, width, 3) of RGB, `dpi` dots an inch."""
    canvas = np.full((round(drawing.height * dpi), round(drawing.width * dpi), 3), 255, dtype=np.uint8)
    for shape in drawing.shapes:
        _paint(canvas, shape, dpi)
    return canvas


def png(drawing: Drawing, dpi: int = DPI) -> bytes:
    """The drawing as a PNG that says its own scale, so that it prints true at 100 per cent."""
    canvas = pixels(drawing, dpi)
    grey = bool(np.all(canvas[..., 0] == canvas[..., 1]) and np.all(canvas[..., 0] == canvas[..., 2]))
    picture = Image.fromarray(canvas[..., 0] if grey else canvas)
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(dpi, dpi), optimize=True)
    return out.getvalue()


def svg(drawing: Drawing, title: str) -> str:
    """The drawing as an SVG of true size; its user unit is one inch."""
    body = "".join(_element(shape) for shape in drawing.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{drawing.width:g}in" height="{drawing.height:g}in" '
        f'viewBox="0 0 {drawing.width:g} {drawing.height:g}" role="img" aria-label="{title}">'
        f'<rect width="{drawing.width:g}" height="{drawing.height:g}" fill="{WHITE}"/>{body}</svg>'
    )


def _paint(canvas: npt.NDArray[np.uint8], shape: Shape, dpi: int) -> None:
    colour = tuple(int(shape.ink[at : at + 2], 16) for at in (1, 3, 5))
    match shape:
        case DrawnBox(left, top, wide, high):
            rows = slice(round(top * dpi), round((top + high) * dpi))
            canvas[rows, round(left * dpi) : round((left + wide) * dpi)] = colour
        case DrawnDisc(x, y, radius):
            centre = (_fixed(x, dpi), _fixed(y, dpi))
            cv2.circle(canvas, centre, round(radius * dpi * (1 << _SHIFT)), colour, -1, cv2.LINE_AA, _SHIFT)
        case Lines(lines, wide):
            for line in lines:
                points = np.array([[_fixed(x, dpi), _fixed(y, dpi)] for x, y in line], dtype=np.int32)
                cv2.polylines(canvas, [points], False, colour, max(1, round(wide * dpi)), cv2.LINE_AA, _SHIFT)


def _fixed(inches: float, dpi: int) -> int:
    """A place in OpenCV's fixed point numbers, whose whole numbers are the middles of pixels."""
    return round((inches * dpi - 0.5) * (1 << _SHIFT))


def _element(shape: Shape) -> str:
    match shape:
        case DrawnBox(left, top, wide, high, ink):
            return f'<rect x="{left:.5g}" y="{top:.5g}" width="{wide:.5g}" height="{high:.5g}" fill="{ink}"/>'
        case DrawnDisc(x, y, radius, ink):
            return f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{radius:.5g}" fill="{ink}"/>'
        case Lines(lines, wide, ink):
            path = "".join("M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in line) for line in lines)
            return (
                f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{wide:.5g}" '
                'stroke-linecap="round" stroke-linejoin="round"/>'
            )
