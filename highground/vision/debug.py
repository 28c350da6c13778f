"""A photo with what was read from it drawn over it, for finding out why."""

from __future__ import annotations

import cv2
import numpy as np

from highground.vision.flat import Picture
from highground.vision.found import Analysis, Thing, ThingKind

WIDEST = 1600
"""Pixels; a larger photo is drawn smaller."""
COLOURS: dict[ThingKind, tuple[int, int, int]] = {
    "model": (80, 200, 60),
    "transponder": (230, 140, 40),
    "objective": (20, 150, 245),
    "terrain": (200, 60, 160),
    "penny": (50, 50, 230),
}
"""Blue, green, red: of the kinds' boxes as the map has them."""


def draw_things(picture: Picture, analysis: Analysis) -> Picture:
    """Everything that was found, in boxes with their scores."""
    drawn, scale = _small(picture)
    for kind, things in analysis.objects.items():
        for thing in things:
            words = "photo before" if thing.remembered else f"{100 * thing.score:.1f}%"
            _box(drawn, thing, scale, COLOURS[kind], words)
    return drawn


def draw_assignments(picture: Picture, analysis: Analysis) -> Picture:
    """A line from each transponder to the miniatures that were taken for its unit's."""
    drawn, scale = _small(picture)
    cards = {card.name: card for card in analysis.objects["transponder"]}
    for number, given in enumerate(analysis.assignments):
        hue = np.array([[[(47 * number) % 180, 200, 255]]], dtype=np.uint8)
        colour = tuple(int(each) for each in cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0])
        card = cards.get(given.transponder)
        for placed in given.assignments:
            model = analysis.objects["model"][placed.model]
            _box(drawn, model, scale, colour, "")
            if card is not None:
                cv2.line(drawn, _middle(card, scale), _middle(model, scale), colour, 2, cv2.LINE_AA)
        if card is not None:
            _box(drawn, card, scale, colour, f"{given.transponder[-2:]}: {len(given.assignments)}")
    return drawn


def _small(picture: Picture) -> tuple[Picture, float]:
    scale = min(1.0, WIDEST / picture.shape[1])
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8), scale


def _middle(thing: Thing, scale: float) -> tuple[int, int]:
    left, top, right, bottom = thing.box
    return round((left + right) / 2 * scale), round((top + bottom) / 2 * scale)


def _box(drawn: Picture, thing: Thing, scale: float, colour: tuple[int, ...], words: str) -> None:
    left, top, right, bottom = (round(each * scale) for each in thing.box)
    cv2.rectangle(drawn, (left, top), (right, bottom), colour, 2, cv2.LINE_AA)
    if words:
        cv2.putText(drawn, words, (left, top - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, 1, cv2.LINE_AA)
