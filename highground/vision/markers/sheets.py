"""Sheets to print: cards in rows, with a bar that must measure one inch.

A sheet is 7.5 by 10 inches, which prints at 100 per cent on A4 as well as on US Letter.
"""

from __future__ import annotations

import io
import zipfile
from functools import cache
from importlib.resources import files

from highground.vision.markers.cards import card, card_size, outline
from highground.vision.markers.drawing import GREY, Drawing, DrawnBox, Lines, png, svg
from highground.vision.markers.marks import RANGES, Mark, MarkKind, marks, small_transponders

WIDTH, HEIGHT = 7.5, 10.0
HEAD = 1.0
BAR = 1.0
"""Inches of the bar that shows whether the printer kept the scale."""
GRID = {MarkKind.TRANSPONDER: (4, 3), MarkKind.BOARD: (2, 2), MarkKind.OBJECTIVE: (2, 3)}
"""Columns and rows of each kind's sheet."""
SMALL_GRID = (5, 4)
ZIP_TIME = (2024, 1, 1, 0, 0, 0)
"""The files' time in the archive: equal contents are equal bytes."""


def sheet(title: str, cards: tuple[Mark, ...], colour: bool = False) -> Drawing:
    """One sheet of at most as many cards of one kind as its grid has places."""
    columns, rows = _grid(cards[0])
    wide, high = card_size(cards[0])
    drawing = Drawing(WIDTH, HEIGHT)
    _head(drawing, title)
    across, down = WIDTH / columns, (HEIGHT - HEAD) / rows
    for place, mark in enumerate(cards):
        row, column = divmod(place, columns)
        left, top = _dot(column * across + (across - wide) / 2), _dot(HEAD + row * down + (down - high) / 2)
        drawing.add(card(mark, colour).shapes, left, top)
        drawing.add([outline(mark)], left, top)
    return drawing


def _grid(mark: Mark) -> tuple[int, int]:
    return GRID[mark.kind] if mark.side == RANGES[mark.kind][1] else SMALL_GRID


def _dot(inches: float) -> float:
    """Put on a whole dot of 300 an inch, so that no edge of a marker falls between two."""
    return round(inches * 300) / 300


def _head(drawing: Drawing, title: str) -> None:
    drawing.text(title, 0.1, 0.12, 0.2)
    drawing.text("PRINT AT 100 PERCENT, WITHOUT FITTING TO THE PAGE.", 0.1, 0.5, 0.1, GREY)
    drawing.text("HIGHGROUND", 0.1, 0.72, 0.1, GREY)
    left, top = WIDTH - BAR - 0.2, 0.16
    drawing.shapes += [
        DrawnBox(left, top + 0.06, BAR, 0.04),
        DrawnBox(left, top, 0.02, 0.16),
        DrawnBox(left + BAR - 0.02, top, 0.02, 0.16),
    ]
    drawing.centred("ONE INCH", left + BAR / 2, top + 0.24, 0.1)
    drawing.shapes.append(Lines((((0.1, HEAD - 0.06), (WIDTH - 0.1, HEAD - 0.06)),), 0.006, GREY))


@cache
def pages(kind: MarkKind, colour: bool = False) -> tuple[bytes, ...]:
    """PNG pages (300 dots an inch) of all markers of a kind."""
    return _printed(marks(kind), colour)


@cache
def small_pages() -> tuple[bytes, ...]:
    """PNG pages of the small transponders."""
    return _printed(small_transponders())


def _printed(every: tuple[Mark, ...], colour: bool = False) -> tuple[bytes, ...]:
    columns, rows = _grid(every[0])
    each = columns * rows
    groups = [every[start : start + each] for start in range(0, len(every), each)]
    return tuple(png(sheet(_title(group), group, colour)) for group in groups)


def _title(group: tuple[Mark, ...]) -> str:
    names = {MarkKind.TRANSPONDER: "TRANSPONDERS", MarkKind.BOARD: "BOARD MARKERS", MarkKind.OBJECTIVE: "OBJECTIVES"}
    name = names[group[0].kind] if group[0].side == RANGES[group[0].kind][1] else "SMALL TRANSPONDERS"
    return f"{name} {group[0].number} - {group[-1].number}"


@cache
def archive() -> bytes:
    """A zip of every sheet, every single marker as SVG, and the guide that says what to do with them."""
    entries: dict[str, bytes] = {
        "READ-ME.txt": text("printable-markers").encode(),
        "setup-guide.txt": text("setup-guide").encode(),
    }
    for kind in MarkKind:
        for number, page in enumerate(pages(kind), start=1):
            entries[f"sheets/{kind}-{number}.png"] = page
        for mark in marks(kind):
            entries[f"single/{mark.name}.svg"] = svg(card(mark), mark.label).encode()
    for number, page in enumerate(small_pages(), start=1):
        entries[f"sheets/transponder-small-{number}.png"] = page
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in entries.items():
            packed.writestr(zipfile.ZipInfo(f"highground-markers/{name}", ZIP_TIME), content)
    return out.getvalue()


@cache
def text(name: str) -> str:
    """A guide of the package, `printable-markers` or `setup-guide`."""
    return files("highground.vision.markers").joinpath(f"{name}.txt").read_text(encoding="utf-8")
