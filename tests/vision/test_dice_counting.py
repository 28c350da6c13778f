"""What a reading of dice says where it is known how many were thrown."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from highground.vision.dice.counting import counted, without_aside
from highground.vision.dice.reading import ASKED, DiceFound, PossibleDie, read_dice
from highground.vision.dice.synthetic import plain_style, tray_photo

IVORY = (plain_style((225, 235, 240), (20, 20, 20)),)


def reading(certainties: list[float], spare: int = 0, others: int = 0) -> DiceFound:
    """Dice in a row, of these certainties, and spare things below them, of which the last are of another kind."""
    boxes = [[10.0 * number, 0.0, 10.0 * number + 8, 8.0] for number in range(len(certainties))]
    faint = [PossibleDie([10.0 * n, 20.0, 10.0 * n + 8, 28.0], 0.5 - n / 100, 1 + n % 6, 6, 0.1) for n in range(spare)]
    return DiceFound(
        boxes,
        [0.9] * len(boxes),
        [1 + number % 6 for number in range(len(boxes))],
        certainties,
        [6] * len(boxes),
        [certain < ASKED for certain in certainties],
        [die.box for die in faint[spare - others :]],
        5.0,
        [-1] * len(boxes),
        faint,
    )


def asked(found: DiceFound) -> list[int]:
    """The numbers of the dice that a person is asked about."""
    return [number for number, each in enumerate(found.doubtful) if each and not found.aside[number]]


def test_doubtful_things_beyond_the_roll_are_left_aside_and_the_likeliest_are_asked_about() -> None:
    found = reading([0.99, 0.3, 0.98, 0.6, 0.1])
    assert asked(counted(found, 2)) == []
    assert counted(found, 2).aside == [False, True, False, True, True]
    assert asked(counted(found, 3)) == [3]
    assert asked(counted(found, 5)) == [1, 3, 4]


def test_missing_dice_are_looked_for_among_the_spare_things() -> None:
    found = counted(reading([0.99, 0.5], spare=4, others=2), 5)
    assert asked(found) == [1, 2, 3, 4]
    assert found.joined == 3
    assert len(found.spare) == 1
    assert [box for box in found.other_boxes if box in found.detection_boxes] == []
    assert len(found.other_boxes) == 1


def test_of_too_many_sure_dice_the_least_sure_are_asked_about_unless_all_are_quite_sure() -> None:
    assert asked(counted(reading([0.99, 0.9, 0.95, 0.98]), 3)) == [1]
    assert asked(counted(reading([0.99, 0.9, 0.95, 0.98]), 1)) == [1, 2]
    assert asked(counted(reading([0.99, 0.98, 0.99]), 1)) == []


@given(
    st.lists(st.floats(0, 1), max_size=12),
    st.integers(0, 12).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    st.integers(1, 30),
)
def test_no_die_is_lost_or_counted_twice(certainties: list[float], spare: tuple[int, int], thrown: int) -> None:
    found = reading(certainties, *spare)
    more = counted(found, thrown)
    boxes = [tuple(box) for box in more.detection_boxes + [die.box for die in more.spare]]
    assert len(boxes) == len(set(boxes)) == len(certainties) + spare[0]
    assert more.detection_boxes[: len(certainties)] == found.detection_boxes
    left = without_aside(more)
    sure = found.doubtful.count(False)
    assert len(left.detection_boxes) == max(sure, min(thrown, len(boxes)))
    assert [certain for certain in found.detection_certainties if certain >= ASKED] == [
        certain for certain in left.detection_certainties if certain >= ASKED
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_die_blurred_until_its_pips_run_together_is_asked_about(seed: int) -> None:
    photo = tray_photo(np.random.default_rng(seed), 8, (960, 720), die=0.07, tilt_degrees=8, styles=IVORY, plain=True)
    picture = photo.picture.copy()
    left, top, right, bottom = (round(value) for value in photo.dice[0].box)
    picture[top:bottom, left:right] = cv2.GaussianBlur(picture[top:bottom, left:right], (0, 0), 12)
    found = counted(read_dice(picture), 8)
    middles = [
        (
            (found.detection_boxes[n][0] + found.detection_boxes[n][2]) / 2,
            (found.detection_boxes[n][1] + found.detection_boxes[n][3]) / 2,
        )
        for n in asked(found)
    ]
    assert [left < x < right and top < y < bottom for x, y in middles] == [True]
