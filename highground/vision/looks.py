"""What the miniatures of a unit look like, learnt from earlier photos of the same battle.

Of a miniature three parts are looked at: the top of its base on the side of the camera, the lower body and the upper
one. Each has a mean colour. A unit is the mean of its miniatures, with how much they vary; another light over the board
is taken out by what the ground says (`flat`).
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

PARTS = ((0.12, 0.12), (0.35, 0.55), (0.65, 0.9))
"""From and to which share of a miniature's height the base's top, the lower and the upper body are."""
VARIES = np.tile((9.0, 4.0, 4.0), len(PARTS))
"""By how much (Lab) a part's mean colour differs at least from miniature to miniature and from side to side."""
FEW_UNITS = 4
"""Units that must be in two photos for the change between these to be known."""
SAMPLES = 24
TALL = 1.25
"""How tall a miniature is, over its base's width, where nobody knows."""


@dataclass(frozen=True, slots=True, eq=False)
class UnitLook:
    """The mean colours of a unit's parts (9,) in Lab and how much they vary; `of` so many miniatures."""

    mean: Points
    spread: Points
    of: int


def look_of(picture: Picture, pose: Pose, base: FoundBase, tall: float, light: Points | None = None) -> Points:
    """The colours (9,) of a miniature's parts in Lab. `light` (3,) is added: from its photo's light to another's."""
    places = _samples(pose, base, tall)
    at = pose.to_pixels(places).astype(np.float32).reshape(len(PARTS), SAMPLES, 2) - 0.5
    colours = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(colours.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    means = np.asarray(lab, dtype=np.float64).mean(axis=1)
    return np.asarray((means if light is None else means + light).ravel())


def _samples(pose: Pose, base: FoundBase, tall: float) -> Points:
    """Places (3 parts x SAMPLES, 3): on the base's near half, and up the body's near side."""
    towards = np.array(pose.eye[:2]) - (base.x, base.y)
    ahead = towards / max(1e-6, float(np.linalg.norm(towards)))
    aside = np.array([-ahead[1], ahead[0]])
    steps = np.linspace(-1, 1, SAMPLES)
    radius, found = base.diameter / 2, []
    for low, high in PARTS:
        wide, near = (0.75, 0.55) if low == high else (0.3, 0.1)
        spread = np.sin(np.pi * 2.7 * steps)
        flat = np.array([base.x, base.y]) + radius * (near * ahead + wide * steps[:, None] * aside)
        flat = flat + (0.2 * radius * spread[:, None] * ahead if low == high else 0)
        up = (
            base.up
            + (0.14 if low == high else 0.0)
            + (0 if low == high else tall * (low + (high - low) * (spread + 1) / 2))
        )
        found.append(np.column_stack([flat, np.broadcast_to(up, (SAMPLES,))]))
    return np.concatenate(found)


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
