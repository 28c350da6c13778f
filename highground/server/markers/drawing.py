"""A unit's marker: a dark token, an emblem chosen by the name, its letters, and a ring of notches that is its code.

Everything is described once, as polygons and strokes on a square of 100 by 100, and drawn from that as SVG or as PNG.
Blue and red belong to the armies, so a marker uses neither.
"""

from __future__ import annotations

import hashlib
import math
import re
from dataclasses import dataclass

from highground.vision.markers.letters import ADVANCE, Line, Spot, strokes

SIZE = 100
CENTRE = 50.0
TOKEN = "#1b222c"
RIM = "#aeb7bf"
INK = "#f1ece0"
EMBLEMS = ("#4c5664", "#5b5a4a", "#56504f", "#3f5a5a", "#5c4f63", "#4d5a3f")
TICKS = 24


@dataclass(frozen=True, slots=True)
class Marker:
    """`notches` names those of the 24 places on the rim that are cut; measures are hundredths of the square."""

    label: str
    emblem: Line
    emblem_colour: str
    letters: tuple[Line, ...]
    notches: tuple[int, ...]
    stroke: float


def marker(slug: str) -> Marker:
    """The marker of a unit, always the same for the same slug ('ash-walkers-2')."""
    digest = hashlib.sha256(slug.lower().encode()).digest()
    label = initials(slug)
    scale = 5.2 if len(label) == 2 else 6.6
    return Marker(
        label=label,
        emblem=_emblem(digest[0]),
        emblem_colour=EMBLEMS[digest[1] % len(EMBLEMS)],
        letters=_letters(label, scale),
        notches=tuple(i for i in range(TICKS) if digest[2 + i // 8] >> (i % 8) & 1),
        stroke=scale * 0.95,
    )


def initials(slug: str) -> str:
    """One or two letters: 'ash-walkers' gives AW, 'ravager' R, a trailing number its digit ('ash-walkers-2' A2)."""
    words: list[str] = re.findall(r"[a-z]+|\d+", slug.lower())
    if not words:
        return "U"
    if len(words) == 1:
        return words[0][0].upper()
    last = words[-1]
    return (words[0][0] + (last[-1] if last.isdigit() else words[1][0])).upper()


def svg(drawn: Marker) -> str:
    emblem = _points(drawn.emblem)
    letters = "".join(f'<polyline points="{_points(line)}"/>' for line in drawn.letters)
    ticks = "".join(f"M{_point(_rim(i, 41))}L{_point(_rim(i, 46.5))}" for i in drawn.notches)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" role="img" aria-label="{drawn.label}">'
        f'<circle cx="50" cy="50" r="48" fill="{TOKEN}" stroke="{RIM}" stroke-width="2"/>'
        f'<path d="{ticks}" stroke="{RIM}" stroke-width="3.2" stroke-linecap="round"/>'
        f'<polygon points="{emblem}" fill="{drawn.emblem_colour}" stroke="{RIM}" stroke-width="1.2"/>'
        f'<g fill="none" stroke="{INK}" stroke-width="{drawn.stroke:.1f}" stroke-linecap="round" '
        f'stroke-linejoin="round">{letters}</g></svg>'
    )


def _emblem(choice: int) -> Line:
    corners, turn = ((3, -90), (4, -45), (4, -90), (5, -90), (6, 0), (8, 22.5), (40, 0), (3, 90))[choice % 8]
    radius = 37.0 if corners > 3 else 39.0
    return tuple(_at(turn + 360 * i / corners, radius) for i in range(corners))


def _letters(label: str, scale: float) -> tuple[Line, ...]:
    wide = (ADVANCE * (len(label) - 1) + 4) * scale
    return strokes(label, CENTRE - wide / 2, CENTRE - 3 * scale, 6 * scale)


def _rim(index: int, radius: float) -> Spot:
    return _at(360 * index / TICKS - 90, radius)


def _at(degrees: float, radius: float) -> Spot:
    angle = math.radians(degrees)
    return CENTRE + radius * math.cos(angle), CENTRE + radius * math.sin(angle)


def _point(spot: Spot) -> str:
    return f"{spot[0]:.1f} {spot[1]:.1f}"


def _points(line: Line) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in line)
