"""What the miniatures of a unit look like, learnt from earlier photos of the same battle.

Of a miniature the lower body and the upper one are looked at. Of each the dark, the middle and the light colours
count, since the paints of a unit are the same however its miniatures face. A unit is the middle of its miniatures, with
how much they vary; another light over the board is taken out by what the ground says (`flat`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from highground.vision.bases import FoundBase
from highground.vision.board import Points
from highground.vision.flat import Field, Picture
from highground.vision.pose import Pose

BANDS = ((0.2, 0.65), (0.65, 1.1))
"""From and to which height, in shares of a miniature's, its lower and its upper body are looked at."""
SHARES = (0.15, 0.5, 0.85)
"""Shares of a body's samples below each of its colours."""
BODY = 0.55
"""How wide the part of a body is that is looked at, over its base."""
VARIES = np.tile((4.0, 6.0, 6.0), len(BANDS) * len(SHARES))
"""By how much (Lab) a colour differs from miniature to miniature of one unit, since they face different ways."""
FEW_UNITS = 4
"""Units that must be in two photos for the change between these to be known."""
SAMPLES = 64
"""Places of each part of a body at which its colours are taken."""
TALL = 1.25
"""How tall a miniature is, over its base's width, where nobody knows."""


RIM = 0.14
"""Inches that a base is high: the body stands on it."""


def _scattered() -> Points:
    """Places (len(BANDS) * SAMPLES, 3) spread evenly through a body's parts: across in widths of its base, along a
    spiral of golden angles (H. Vogel, "A better way to construct the sunflower head", 1979), and up in heights."""
    steps = np.arange(SAMPLES) + 0.5
    turn, far = np.pi * (3 - np.sqrt(5)) * steps, BODY / 2 * np.sqrt(steps / SAMPLES)
    up = steps * (np.sqrt(5) - 1) / 2 % 1
    parts = [np.column_stack([far * np.cos(turn), far * np.sin(turn), low + (high - low) * up]) for low, high in BANDS]
    return np.concatenate(parts)


SCATTERED = _scattered()


@dataclass(frozen=True, slots=True, eq=False)
class UnitLook:
    """The middle of the looks (18,) of a unit's miniatures and how much they vary; `of` so many of these."""

    mean: Points
    spread: Points
    of: int


def look_of(picture: Picture, pose: Pose, base: FoundBase, tall: float, light: Points | None = None) -> Points:
    """The colours (18,) of a miniature in Lab: of its lower and its upper body the dark, the middle and the light ones
    of each channel. `light` (3,) is added: from its photo's light to another's."""
    scattered = SCATTERED * (base.diameter, base.diameter, tall) + (base.x, base.y, base.up + RIM)
    at = pose.to_pixels(scattered).astype(np.float32).reshape(len(BANDS), SAMPLES, 2) - 0.5
    colours = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(colours.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    ranked = np.sort(np.asarray(lab, dtype=np.float64), axis=1)[:, [round(share * SAMPLES) for share in SHARES]]
    return np.asarray((ranked if light is None else ranked + light).ravel())


def of_units(here: Sequence[Sequence[Points]], before: Sequence[Sequence[Points]]) -> list[UnitLook | None]:
    """The look of each unit, by those of it that are surely in this photo (`here`), else by earlier photos (`before`).

    Seen from another side and in another light everything looks somewhat different: by how much, the units say that
    are in both.
    """
    now, was = [learn(each) for each in here], [learn(each) for each in before]
    changes = np.array([a.mean - b.mean for a, b in zip(now, was, strict=True) if a is not None and b is not None])
    shift, strewn = np.zeros(len(VARIES)), 1.5 * VARIES
    if len(changes) >= FEW_UNITS:
        shift = np.median(changes, axis=0)
        strewn = np.maximum(VARIES, 1.5 * np.median(np.abs(changes - shift), axis=0))
    carried = [b and UnitLook(b.mean + shift, np.hypot(b.spread, strewn), b.of) for b in was]
    return [a or b for a, b in zip(now, carried, strict=True)]


def learn(looks: Sequence[Points]) -> UnitLook | None:
    """A unit's look from its miniatures'."""
    if not looks:
        return None
    every = np.array(looks)
    middle = np.median(every, axis=0)
    spread = 1.5 * np.median(np.abs(every - middle), axis=0) if len(every) > 2 else np.zeros_like(middle)
    return UnitLook(middle, np.hypot(VARIES, spread), len(every))


def unlike(look: Points, unit: UnitLook) -> float:
    """How much a miniature differs from a unit: about 1 for one of its own, more for another."""
    return float(np.mean(np.minimum(((look - unit.mean) / unit.spread) ** 2, 16.0)))


def apart(looks: Sequence[Points]) -> Points:
    """How unlike each other miniatures look (looks, looks): about 1 for two of a unit, more for others."""
    every = np.array(looks).reshape(-1, len(VARIES))
    differ = ((every[:, None] - every[None]) / VARIES) ** 2
    return np.asarray(np.minimum(differ, 16.0).mean(axis=2) / 2)


def light_at(light: Field, x: float, y: float, dots: float) -> Points:
    """The change of light (height, width, 3) at a place of the board in inches."""
    row = min(max(0, round(y * dots)), light.shape[0] - 1)
    column = min(max(0, round(x * dots)), light.shape[1] - 1)
    return np.asarray(light[row, column], dtype=np.float64)
