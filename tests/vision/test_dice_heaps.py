"""Heaps: dice of several sizes that touch, painted, and read with the weights that ship."""

from __future__ import annotations

import numpy as np
import pytest

from highground.vision.dice.boxes import shared
from highground.vision.dice.evaluation import Counts
from highground.vision.dice.reading import read_dice
from highground.vision.dice.synthetic_heaps import heap_photo


@pytest.mark.parametrize("seed", range(3))
def test_painted_heaps_have_dice_of_several_sizes_that_touch(seed: int) -> None:
    photo = heap_photo(np.random.default_rng(seed), 16, (640, 480), die=0.1, sets=3)
    boxes = np.array([die.box for die in photo.dice])
    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1)
    assert photo.picture.shape == (480, 640, 3)
    assert len(boxes) >= 10
    assert sides.max() > 1.15 * sides.min()
    touching = [shared(box, np.delete(boxes, number, axis=0))[0].max() > 0 for number, box in enumerate(boxes)]
    assert sum(touching) > len(boxes) / 2


def test_dice_in_heaps_are_found_also_the_smaller_ones() -> None:
    total = Counts()
    for seed in range(8):
        rng = np.random.default_rng(100 + seed)
        photo = heap_photo(rng, 14, (960, 720), die=0.1, sets=3, tilt_degrees=5.0 * seed)
        total.add([{"box": list(die.box), "value": die.value} for die in photo.dice], read_dice(photo.picture))
    figures = total.figures()
    assert figures["dice"] >= 80
    assert figures["recall_middle"].share >= 0.95
    assert figures["precision_middle"].share >= 0.95


def test_a_small_clear_die_counts_more_than_a_faint_larger_thing_over_it() -> None:
    total = Counts()
    for seed in (58, 76, 85):  # in each, such a thing once hid small dice
        photo = heap_photo(np.random.default_rng(seed), 12, (640, 640), die=0.16, sets=3, tilt_degrees=20)
        total.add([{"box": list(die.box), "value": die.value} for die in photo.dice], read_dice(photo.picture))
    assert total.figures()["dice"] == 31
    assert total.figures()["recall_middle"].share >= 29 / 31
