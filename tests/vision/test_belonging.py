"""Whose each miniature is: what is too faint, too unlike or of another size is not taken for a unit's."""

from __future__ import annotations

import numpy as np

from highground.vision.backdrop import Backdrop
from highground.vision.bases import FoundBase
from highground.vision.belonging import UNSURE, sifted
from highground.vision.found import KnownUnit, Spot

WIDE = 1.26
STOOD = ((20.0, 20.0), (22.0, 20.0), (24.0, 20.0))


def kept(places: tuple[Spot, ...], last: Spot, score: float) -> int:
    """How many of three miniatures of a unit remain its own, the last of which is seen elsewhere and that sure."""
    bases = [FoundBase(x, y, WIDE, 0.8) for x, y in STOOD[:2]] + [FoundBase(*last, WIDE, score)]
    unit = KnownUnit("u", "Wardens", "transponder-01", (WIDE,) * 3, places)
    plane = np.zeros((44, 60, 3), dtype=np.float32)
    bare = Backdrop(plane, np.full((44, 60), 255, dtype=np.uint8), (), plane)
    found, given = sifted([unit], bases, {"transponder-01": [0, 1, 2]}, np.zeros((1, 3)), bare, 1.0)
    assert len(found) == len(given["transponder-01"])
    return len(found)


def test_a_faint_outline_far_from_a_unit_that_stayed_is_none_of_its_miniatures() -> None:
    faint, clear = UNSURE - 0.05, UNSURE + 0.05
    assert kept(STOOD, (28.0, 24.0), faint) == 2, "it would seem to have moved more than five inches alone"
    assert kept(STOOD, (28.0, 24.0), clear) == 3
    assert kept(STOOD, (24.5, 20.0), faint) == 3, "read badly where it stood"
    assert kept((), (28.0, 24.0), faint) == 3, "of a unit that has moved"
