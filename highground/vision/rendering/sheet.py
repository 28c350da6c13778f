"""The photos of tables that were read worst, on one page that needs nothing beside it, with what went wrong and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import cv2
import numpy as np

from highground.vision.bases import FoundBase
from highground.vision.board import BoardNotFound, Points
from highground.vision.flat import Picture
from highground.vision.found import KnownTable
from highground.vision.markers.reading import read_markers
from highground.vision.pose import Pose, pose_of
from highground.vision.rendering.evaluating import MODES, Tally
from highground.vision.rendering.outcomes import TableResult, base_of
from highground.vision.rendering.reasons import Mistake, MistakeKind, mistakes_of
from highground.vision.report_page import WORST, figures_table, jpeg_url, page_of
from highground.vision.scale import find_view

SIDE = 1200
"""Pixels of a picture's longer side."""
KINDS: dict[MistakeKind, tuple[str, str]] = {
    "missed": ("×", "Missed: where it stands"),
    "wrong": ("≠", "Found, another unit's or no unit's"),
    "nobodys": ("+", "Reported, and nobody's"),
}
"""The sign of each kind of mistake and its words."""
STYLE = """
.photo{max-width:1200px;margin:0 0 2.5rem}.photo figcaption{font-size:14px}
.wide{overflow-x:auto}.wide svg{display:block;width:100%;min-width:820px;height:auto}
.lists{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:0 2rem}
.lists h4{margin:.6rem 0 .2rem}.lists ul{margin:0;padding:0;list-style:none}
.lists li{padding-left:2.4rem;text-indent:-2.4rem}.lists b{display:inline-block;min-width:2.4rem;text-indent:0}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.5rem;padding:0;list-style:none}
.legend svg{border:0;vertical-align:middle}
.marks polygon,.marks line{fill:none;stroke-width:2}.marks .halo{stroke:#fff;stroke-width:5;stroke-opacity:.75}
.marks .right{stroke:#0b7a33}.marks .missed{stroke:#9a009a;stroke-dasharray:6 3;stroke-width:2.5}
.marks .wrong{stroke:#c4001a;stroke-width:3.5}.marks .nobodys{stroke:#a64b00;stroke-dasharray:2 3;stroke-width:3.5}
.marks line{stroke-dasharray:none!important;stroke-width:1.5!important}
.marks text{font:700 18px system-ui,sans-serif;text-anchor:middle;paint-order:stroke;stroke:#fff!important;
stroke-width:5!important;stroke-dasharray:none!important}
.marks text.missed{fill:#9a009a}.marks text.wrong{fill:#c4001a}.marks text.nobodys{fill:#a64b00}
@media(max-width:700px){body{margin:1rem}td,th{padding:.25rem .4rem}}"""
HEADING = "How photos of tables are read"
LABEL = (42.0, 21.0)
"""Pixels that a number takes on a picture."""


def write_table_sheet(page: Path, tallies: dict[str, Tally], read: Callable[[str], Picture]) -> None:
    """Write the page. `read` gives a photo by its name in the folder."""
    photos = _Photos(read)
    parts = [_section(mode, tally, photos) for mode, tally in tallies.items()]
    page.write_text(page_of("Table photos", HEADING, _legend() + "".join(parts), STYLE))


@dataclass(slots=True)
class _Photos:
    """The photos of a folder, and where the camera was: several ways of reading share a photo."""

    read: Callable[[str], Picture]
    poses: dict[str, Pose | None] = field(default_factory=dict)

    def pose(self, name: str) -> Pose | None:
        if name not in self.poses:
            self.poses[name] = _pose(self.read(name))
        return self.poses[name]


def _pose(picture: Picture) -> Pose | None:
    """None where the board is not found."""
    try:
        view, _ = find_view(picture, read_markers(picture), KnownTable())
    except BoardNotFound:
        return None
    return pose_of(view, (picture.shape[1], picture.shape[0]))


def worst_of(results: Sequence[TableResult]) -> list[TableResult]:
    """Those with the most mistakes; photos read right are not among them."""
    ranked = sorted((each for each in results if each.mistakes), key=lambda each: each.mistakes, reverse=True)
    return ranked[:WORST]


def _section(mode: str, tally: Tally, photos: _Photos) -> str:
    mistakes = {id(each): _mistakes(each, photos) for each in tally.results}
    worst = worst_of(tally.results)
    shown = "".join(_photo(each, mistakes[id(each)], photos) for each in worst)
    return (
        f"<h2>{escape(mode)}: {escape(MODES[mode])}</h2>{figures_table(tally.figures())}"
        f"<h3>What went wrong in all photos</h3>{_causes([each for all_ in mistakes.values() for each in all_])}"
        f"<h3>The worst photos</h3>{shown or '<p>Everything was read right.</p>'}"
    )


def _mistakes(result: TableResult, photos: _Photos) -> list[Mistake]:
    pose = photos.pose(result.photo)
    if pose is not None:
        return mistakes_of(result, pose)
    why = "the board was not found"
    return [Mistake("missed", why, why, true=number) for number in result.missed]


def _causes(mistakes: Sequence[Mistake]) -> str:
    """How often each reason occurs, the most frequent of each kind first."""
    counted = Counter((each.kind, each.cause) for each in mistakes)
    rows = [
        f"<tr><td>{words}</td><td>{escape(cause)}</td><td>{count}</td></tr>"
        for kind, (_, words) in KINDS.items()
        for (of, cause), count in counted.most_common()
        if of == kind
    ]
    return f"<table><tr><th>What</th><th>Why</th><th>How many</th></tr>{''.join(rows)}</table>"


def _photo(result: TableResult, mistakes: Sequence[Mistake], photos: _Photos) -> str:
    many = Counter(each.kind for each in mistakes)
    counts = (
        f"{len(result.standing)} miniatures: {many['missed']} missed, {many['wrong']} with a wrong unit or none, "
        f"{many['nobodys']} reported that are nobody's"
    )
    notes = "".join(f"<p>Said by the reading: {escape(each.message)}</p>" for each in result.analysis.problems)
    picture = _picture(result, mistakes, photos, counts)
    return (
        f'<figure class="photo"><div class="wide" tabindex="0">{picture}</div><figcaption>'
        f"<p><strong>{escape(result.photo)}</strong>, {counts}</p>{notes}"
        f'<div class="lists">{"".join(_list(kind, mistakes) for kind in KINDS)}</div></figcaption></figure>'
    )


def _list(kind: MistakeKind, mistakes: Sequence[Mistake]) -> str:
    sign, words = KINDS[kind]
    lines = "".join(
        f"<li><b>{sign}{number}</b>{escape(each.words)}</li>"
        for number, each in enumerate(mistakes, 1)
        if each.kind == kind
    )
    return f"<div><h4>{words}</h4><ul>{lines}</ul></div>" if lines else ""


def _picture(result: TableResult, mistakes: Sequence[Mistake], photos: _Photos, words: str) -> str:
    picture, pose = photos.read(result.photo), photos.pose(result.photo)
    high, wide = picture.shape[:2]
    scale = SIDE / max(high, wide)
    size = (round(wide * scale), round(high * scale))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    marks = "" if pose is None else _marks(result, mistakes, pose, scale)
    return (
        f'<svg class="marks" viewBox="0 0 {size[0]} {size[1]}" role="img" aria-label="{escape(words)}">'
        f'<image href="{jpeg_url(small)}" width="{size[0]}" height="{size[1]}"/>{marks}</svg>'
    )


def _marks(result: TableResult, mistakes: Sequence[Mistake], pose: Pose, scale: float) -> str:
    """Every outline: those read right first, so that the others lie over them, and the numbers on top."""
    found, wrong = result.found, set(result.wrong)
    right = [_outline("right", _rim(found[each], pose, scale)) for each in result.pairs if each not in wrong]
    bases = [
        found[each.model] if each.model is not None else base_of(result.standing[each.true or 0]) for each in mistakes
    ]
    rims = [_rim(base, pose, scale) for base in bases]
    outlines = [_outline(each.kind, rim) for each, rim in zip(mistakes, rims, strict=True)]
    taken = [np.asarray(rim.mean(axis=0)) for rim in rims]
    numbers = [_number(each, count, rims[count - 1], taken) for count, each in enumerate(mistakes, 1)]
    return "".join([*right, *outlines, *numbers])


def _rim(base: FoundBase, pose: Pose, scale: float) -> Points:
    rim = base.outline()
    return pose.to_pixels(np.column_stack([rim, np.full(len(rim), base.up)])) * scale


def _outline(name: str, rim: Points) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in rim)
    halo = f'<polygon class="halo" points="{points}"/>' if name != "right" else ""
    return f'{halo}<polygon class="{name}" points="{points}"/>'


def _number(mistake: Mistake, number: int, rim: Points, taken: list[Points]) -> str:
    """The sign and number of a mistake, where neither a number nor another mistake is yet, and a line to it."""
    middle = rim.mean(axis=0)
    x, y = at = _free_place(middle, float(np.linalg.norm(rim - middle, axis=1).max()), taken)
    taken.append(at)
    text, words = f"{KINDS[mistake.kind][0]}{number}", escape(mistake.words)
    line = f'<line class="{mistake.kind}" x1="{middle[0]:.1f}" y1="{middle[1]:.1f}" x2="{x:.1f}" y2="{y:.1f}"/>'
    return f'{line}<text class="{mistake.kind}" x="{x:.1f}" y="{y + 6:.1f}"><title>{words}</title>{text}</text>'


def _free_place(middle: Points, reach: float, taken: Sequence[Points]) -> Points:
    """Near a base, where a number lies over nothing that is taken; beside the base if there is no such place."""
    for far in np.arange(reach + 16, reach + 150, 8):
        for turn in np.radians(np.arange(-45, 315, 30)):
            at = np.asarray(middle + far * np.array([np.cos(turn), np.sin(turn)]))
            inside = LABEL[0] / 2 < at[0] < SIDE - LABEL[0] / 2 and at[1] > LABEL[1]
            if inside and all((np.abs(at - each) > LABEL).any() for each in taken):
                return at
    return np.asarray(middle + np.array([reach + LABEL[0] / 2, 0.0]))


def _legend() -> str:
    items = [("right", "", "Found, its own unit's"), *((kind, *words) for kind, words in KINDS.items())]
    ring = " ".join(f"{17 + 12 * np.cos(turn):.1f},{17 + 12 * np.sin(turn):.1f}" for turn in np.linspace(0, 6.02, 24))
    drawn = "".join(
        f'<li><svg class="marks" width="74" height="36" aria-hidden="true"><polygon class="{name}" points="{ring}"/>'
        f'<text class="{name}" x="54" y="26">{sign}{"1" if sign else ""}</text></svg>{words}</li>'
        for name, sign, words in items
    )
    return f'<ul class="legend">{drawn}</ul>'
