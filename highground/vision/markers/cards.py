"""The single markers as they are cut out: the square of cells, its white margin, its label."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import cv2

from highground.vision.markers.drawing import BLACK, GREY, WHITE, Drawing, DrawnBox, DrawnDisc, Lines, Shape
from highground.vision.markers.letters import Line
from highground.vision.markers.marks import CELLS, RANGES, Mark, MarkKind

OBJECTIVE_RADIUS = 20 / 25.4
"""Inches: objectives are discs of 40 mm."""
LAMP = "#e0922f"
SLATE = "#26323c"
FOLD = "#bdbdbd"

CARD = {MarkKind.BOARD: (3.0, 3.0), MarkKind.TRANSPONDER: (1.8, 2.2), MarkKind.OBJECTIVE: (1.8, 1.8)}
"""Width and height of each kind's card in inches. A board card's margins lie flush with the board's edge."""


def card_size(mark: Mark) -> tuple[float, float]:
    """Width and height of a marker's card: of a smaller square a smaller card, with the same margins."""
    less = RANGES[mark.kind][1] - mark.side
    wide, high = CARD[mark.kind]
    return wide - less, high - less


@cache
def cells(code: int) -> tuple[tuple[bool, ...], ...]:
    """Rows of a marker's cells, True where black, the border included."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return tuple(tuple(bool(cell == 0) for cell in row) for row in dictionary.generateImageMarker(code, CELLS))


def square(mark: Mark, left: float, top: float) -> list[Shape]:
    """The marker's own square: black, with its white cells drawn over it in runs."""
    cell = mark.side / CELLS
    shapes: list[Shape] = [DrawnBox(left, top, mark.side, mark.side)]
    for row, line in enumerate(cells(mark.code)):
        edges = [0, *(at for at, (a, b) in enumerate(pairwise(line), start=1) if a != b), CELLS]
        shapes += [
            DrawnBox(left + start * cell, top + row * cell, (stop - start) * cell, cell, WHITE)
            for start, stop in pairwise(edges)
            if not line[start]
        ]
    return shapes


def card(mark: Mark, colour: bool = False) -> Drawing:
    """The card of a marker. `colour` gives an objective's disc its lamplight ring; the others are black on white."""
    drawing = Drawing(*card_size(mark))
    _DRAWN[mark.kind](drawing, mark, colour)
    return drawing


def _transponder(drawing: Drawing, mark: Mark, _colour: bool) -> None:
    margin = (drawing.width - mark.side) / 2
    drawing.shapes += square(mark, margin, margin)
    below = margin + mark.side
    drawing.text(mark.label, margin, below + 0.2, 0.2)
    drawing.shapes.append(Lines((((0.85, below + 0.4), (drawing.width - margin, below + 0.4)),), 0.01, GREY))


def _board(drawing: Drawing, mark: Mark, _colour: bool) -> None:
    margin = (drawing.width - mark.side) / 2
    drawing.shapes += square(mark, margin, margin)
    drawing.centred(mark.label, drawing.width / 2, drawing.height - 0.19, 0.13, GREY)


def _objective(drawing: Drawing, mark: Mark, colour: bool) -> None:
    middle = drawing.width / 2
    ring = LAMP if colour else WHITE
    drawing.shapes += [DrawnDisc(middle, middle, OBJECTIVE_RADIUS, SLATE if colour else BLACK)]
    drawing.shapes += [DrawnDisc(middle, middle, OBJECTIVE_RADIUS - 0.03, ring)]
    half = mark.side / 2
    quiet = half + mark.side / CELLS * 0.75
    drawing.shapes.append(DrawnBox(middle - quiet, middle - quiet, quiet * 2, quiet * 2, WHITE))
    drawing.shapes += square(mark, middle - half, middle - half)
    out = (quiet + OBJECTIVE_RADIUS) / 2
    for x, y in ((0, -out), (0, out)):
        drawing.centred(str(mark.number), middle + x, middle + y - 0.055, 0.11)
    drawing.shapes += [_chevron(middle + side * out, middle, side) for side in (-1, 1)]


def _chevron(x: float, y: float, side: int) -> Lines:
    return Lines((((x - side * 0.03, y - 0.07), (x + side * 0.03, y), (x - side * 0.03, y + 0.07)),), 0.025)


_DRAWN = {MarkKind.TRANSPONDER: _transponder, MarkKind.BOARD: _board, MarkKind.OBJECTIVE: _objective}


def outline(mark: Mark) -> Lines:
    """The line to cut along: the card's edge, or an objective's disc."""
    wide, high = card_size(mark)
    if mark.kind is MarkKind.OBJECTIVE:
        return Lines((_circle(wide / 2, high / 2, OBJECTIVE_RADIUS + 0.01),), 0.007, FOLD)
    return Lines((((0, 0), (wide, 0), (wide, high), (0, high), (0, 0)),), 0.007, FOLD)


def _circle(x: float, y: float, radius: float, steps: int = 72) -> Line:
    turns = (2 * math.pi * step / steps for step in range(steps + 1))
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)
