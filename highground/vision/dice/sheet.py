"""The photos that were read worst, on one page that needs nothing beside it: figures, a reliability curve, pictures."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

import cv2

from highground.vision.dice.evaluation import Counts, PhotoResult
from highground.vision.dice.finding import shrunk
from highground.vision.dice.intervals import MeasuredShare
from highground.vision.flat import Picture
from highground.vision.report_page import WORST, figures_table, jpeg_url, page_of

SIDE = 560
"""Pixels of a picture's longer side."""
RIGHT, WRONG, MISSED, NONE = (80, 200, 60), (40, 40, 230), (230, 60, 200), (0, 170, 255)
"""Colours (BGR) of a die read right, read wrong, missed, and of what is no die."""
LEGEND = (
    "Green: read right. Red: found, another face. Violet: a label that was not found. Orange: no label there. "
    "?: asked about."
)


def write_sheet(page: Path, counts: dict[str, Counts], read: Callable[[str], Picture]) -> None:
    """Write the page. `read` gives a photo by its name in the labels."""
    parts = [_section(name, each, read) for name, each in counts.items()]
    page.write_text(page_of("Dice photos", "How photos of dice are read", f"<p>{LEGEND}</p>{''.join(parts)}"))


def _section(name: str, counts: Counts, read: Callable[[str], Picture]) -> str:
    figures = {
        key: f"{value} of {value.of}" if isinstance(value, MeasuredShare) else value
        for key, value in counts.figures().items()
    }
    worst = "".join(_worst(each, read) for each in worst_of(counts))
    return (
        f"<h2>{escape(name)}</h2>{figures_table(figures)}<h3>Said certainty (across) and share read right (up)</h3>"
        f'{_curve(counts.reliability())}<h3>The worst photos</h3><div class="worst">{worst}</div>'
    )


def worst_of(counts: Counts) -> list[PhotoResult]:
    """Those with the most mistakes, one of each scene; photos read right are not among them."""
    by_scene: dict[str, PhotoResult] = {}
    for each in counts.results:
        if each.bunch not in by_scene or mistakes(each) > mistakes(by_scene[each.bunch]):
            by_scene[each.bunch] = each
    ranked = sorted((each for each in by_scene.values() if not each.whole), key=mistakes, reverse=True)
    return ranked[:WORST]


def mistakes(result: PhotoResult) -> int:
    missed = len(result.labels) - len(result.pairs)
    return missed + len(result.found.detection_boxes) - len(result.right)


def _worst(result: PhotoResult, read: Callable[[str], Picture]) -> str:
    address = jpeg_url(drawn(result, read(result.image)))
    missed = len(result.labels) - len(result.pairs)
    none = len(result.found.detection_boxes) - len(result.pairs)
    wrong = len(result.pairs) - len(result.right)
    why = f"{len(result.labels)} dice: {missed} not found, {wrong} with another face, {none} that are no labelled die"
    name = escape(result.image)
    return f'<figure><img alt="" src="{address}"><figcaption>{name}<br>{why}</figcaption></figure>'


def drawn(result: PhotoResult, picture: Picture) -> Picture:
    """The photo, small, with a box about everything that was labelled or read."""
    scale = SIDE / max(picture.shape[:2])
    canvas = shrunk(picture, scale)
    labels = {b: result.labels[a] for a, b in result.pairs}
    missed = set(range(len(result.labels))) - {a for a, _ in result.pairs}
    for number in missed:
        _box(canvas, result.labels[number]["box"], scale, MISSED, str(result.labels[number]["value"]))
    for number, (box, face) in enumerate(
        zip(result.found.detection_boxes, result.found.detection_classes, strict=True)
    ):
        label = labels.get(number)
        said = f"{face}{'?' if number in result.asked else ''}"
        if label is None:
            _box(canvas, box, scale, NONE, said)
        elif number in result.right:
            _box(canvas, box, scale, RIGHT, said)
        else:
            _box(canvas, box, scale, WRONG, f"{said} is {label['value']}")
    return canvas


def _box(canvas: Picture, box: list[float], scale: float, colour: tuple[int, int, int], text: str) -> None:
    x0, y0, x1, y1 = (round(value * scale) for value in box)
    cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, 2)
    cv2.putText(canvas, text, (x0, max(12, y0 - 3)), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 2, cv2.LINE_AA)


def _curve(points: list[tuple[float, MeasuredShare]]) -> str:
    """The reliability curve as SVG, 0 to 1 on both sides, with intervals."""
    size = 260
    marks = []
    for said, share in points:
        x, (low, y, high) = said * size, ((1 - value) * size for value in (share.low, share.share, share.high))
        caption = f"said {said:.3f}, right {share} of {share.of}"
        marks.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="#888"/>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#0a58ca"><title>{caption}</title></circle>'
        )
    line = f'<line x1="0" y1="{size}" x2="{size}" y2="0" stroke="#bbb"/>'
    words = "".join(f"<li>said {said:.3f}: right {share} of {share.of}</li>" for said, share in points)
    curve = f'<svg width="{size}" height="{size}" role="img" aria-label="Reliability">{line}{"".join(marks)}</svg>'
    return f"{curve}<ul>{words}</ul>"
