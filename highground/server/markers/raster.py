"""A marker as PNG, by signed distances on a grid of pixels; smooth edges and no imaging library."""

from __future__ import annotations

import math
import struct
import zlib
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from highground.server.markers.drawing import CENTRE, INK, RIM, SIZE, TICKS, TOKEN, Marker
from highground.vision.markers.letters import Line

Grid = npt.NDArray[np.float64]
Canvas = npt.NDArray[np.float64]
PIXELS = 192


def png(drawn: Marker, pixels: int = PIXELS) -> bytes:
    """The marker on a transparent square of `pixels` by `pixels`."""
    step = SIZE / pixels
    axis = (np.arange(pixels) + 0.5) * step
    x, y = np.meshgrid(axis, axis)
    canvas = np.zeros((pixels, pixels, 4))
    from_centre = np.hypot(x - CENTRE, y - CENTRE)
    _paint(canvas, from_centre - 49, RIM, step)
    _paint(canvas, from_centre - 47, TOKEN, step)
    for notch in drawn.notches:
        angle = math.radians(360 * notch / TICKS - 90)
        ends = tuple((CENTRE + r * math.cos(angle), CENTRE + r * math.sin(angle)) for r in (41.0, 46.5))
        _paint(canvas, _to_line(x, y, ends) - 1.6, RIM, step)
    _paint(canvas, _to_polygon(x, y, drawn.emblem) - 0.6, RIM, step)
    _paint(canvas, _to_polygon(x, y, drawn.emblem) + 0.6, drawn.emblem_colour, step)
    strokes = np.min([_to_line(x, y, line) for line in drawn.letters], axis=0)
    _paint(canvas, strokes - drawn.stroke / 2, INK, step)
    return _encode(np.rint(canvas * 255).astype(np.uint8))


def _paint(canvas: Canvas, distance: Grid, colour: str, step: float) -> None:
    """Lay a colour over the canvas where `distance` (hundredths, negative inside) says so, one pixel of soft edge."""
    alpha = np.clip(0.5 - distance / step, 0, 1)
    rgb = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    below = canvas[..., 3] * (1 - alpha)
    total = alpha + below
    safe = np.where(total > 0, total, 1)
    canvas[..., :3] = (rgb * alpha[..., None] + canvas[..., :3] * below[..., None]) / safe[..., None]
    canvas[..., 3] = total


def _to_line(x: Grid, y: Grid, line: Line) -> Grid:
    nearest = np.full(x.shape, np.inf)
    for (ax, ay), (bx, by) in pairwise(line):
        dx, dy = bx - ax, by - ay
        along = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
        nearest = np.minimum(nearest, np.hypot(x - ax - along * dx, y - ay - along * dy))
    return nearest


def _to_polygon(x: Grid, y: Grid, corners: Line) -> Grid:
    """Signed distance to a convex polygon given clockwise on a board whose y grows downwards."""
    furthest = np.full(x.shape, -np.inf)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = math.hypot(bx - ax, by - ay)
        furthest = np.maximum(furthest, ((y - ay) * (ax - bx) + (x - ax) * (by - ay)) / length)
    return furthest


def _encode(pixels: npt.NDArray[np.uint8]) -> bytes:
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + width * 4), dtype=np.uint8)
    rows[:, 1:] = pixels.reshape(height, width * 4)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
