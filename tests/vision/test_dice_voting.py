"""Several photos of one throw: joined by place, with a vote on each die."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from highground.vision.dice.reading import DiceFound, read_dice
from highground.vision.dice.synthetic import TrayPhoto, plain_style, tray_photo
from highground.vision.dice.voting import voted
from highground.vision.flat import Picture

IVORY = (plain_style((225, 235, 240), (20, 20, 20)),)
Die = tuple[float, float, int, float]
"""Left and top of a die of ten pixels, its face, and how certain that is."""


def reading(*dice: Die, others: tuple[tuple[float, float], ...] = ()) -> DiceFound:
    return DiceFound(
        [[x, y, x + 10, y + 10] for x, y, _, _ in dice],
        [0.9] * len(dice),
        [face for _, _, face, _ in dice],
        [certain for *_, certain in dice],
        [face % 6 + 1 for _, _, face, _ in dice],
        [certain < 0.8 for *_, certain in dice],
        [[x, y, x + 10, y + 10] for x, y in others],
        5.0,
        [-1] * len(dice),
    )


def said(found: DiceFound) -> list[tuple[int, bool]]:
    return list(zip(found.detection_classes, found.doubtful, strict=True))


ONE, TWO, THREE = (0.0, 0.0, 3, 0.9), (40.0, 0.0, 5, 0.98), (0.0, 60.0, 1, 0.96)


def test_photos_that_agree_are_as_certain_as_each_of_them() -> None:
    found = voted([reading(ONE, TWO), reading(TWO, ONE), reading(ONE, TWO)])
    assert sorted(said(found)) == [(3, False), (5, False)]
    assert found.detection_certainties == [0.9, 0.98]
    assert found.prediction_time_ms == 15


def test_one_photo_says_what_it_says() -> None:
    alone = reading(ONE, TWO, others=((80, 80),))
    assert voted([alone]) == alone


def test_a_die_on_whose_face_they_disagree_is_asked_about_with_what_most_say_first() -> None:
    other = (0.0, 0.0, 2, 0.95)
    found = voted([reading(ONE, TWO), reading(ONE, TWO), reading(other, TWO)])
    assert said(found) == [(3, True), (5, False)]
    assert found.detection_seconds[0] == 2
    assert said(voted([reading(ONE, TWO), reading(other, TWO)]))[0] == (2, True)


def test_a_die_that_not_all_see_is_asked_about_unless_it_was_a_doubtful_thing_of_one() -> None:
    ghost = (0.0, 60.0, 1, 0.4)
    assert (1, True) in said(voted([reading(ONE, TWO), reading(ONE, TWO), reading(ONE, TWO, THREE)]))
    assert said(voted([reading(ONE, TWO, ghost), reading(ONE, TWO), reading(ONE, TWO)])) == [(3, False), (5, False)]
    assert (1, True) in said(voted([reading(ONE, TWO, ghost), reading(ONE, TWO)]))


def test_one_that_two_later_photos_see_is_one_die() -> None:
    found = voted([reading(ONE, TWO), reading(ONE, TWO, THREE), reading(TWO, THREE, ONE)])
    assert sorted(said(found)) == [(1, True), (3, False), (5, False)]


def test_a_photo_that_sees_a_die_twice_has_one_vote_on_it() -> None:
    twice = (ONE[0] + 3, ONE[1] + 4, 4, 0.95)
    for photos in (
        [reading(ONE, TWO), reading(ONE, TWO, twice)],
        [reading(TWO, THREE), reading(TWO, THREE, ONE, twice)],
    ):
        found = voted(photos)
        assert max(found.detection_certainties) <= 1
        assert (3, True) in said(found) or (3, False) in said(found)


def test_a_camera_that_moved_a_little_sees_the_same_dice() -> None:
    moved = reading(*((x + 9.0, y - 7.0, face, certain) for x, y, face, certain in (TWO, ONE, THREE)))
    found = voted([reading(ONE, TWO, THREE), moved])
    assert said(found) == [(3, False), (5, False), (1, False)]
    assert found.detection_boxes[0] == [0, 0, 10, 10]


def test_a_photo_of_another_throw_has_no_vote() -> None:
    another = reading((200, 90, 6, 0.99), (150, 10, 6, 0.99))
    assert said(voted([reading(ONE, TWO), another, reading(ONE, TWO)])) == [(3, False), (5, False)]
    assert said(voted([reading(), another])) == []


def test_what_is_a_die_in_one_and_of_another_kind_in_the_next_is_asked_about() -> None:
    found = voted([reading(ONE, TWO, THREE), reading(ONE, TWO, others=((1, 59),))])
    assert (1, True) in said(found)
    assert voted([reading(ONE, TWO, others=((0, 60),)), reading(ONE, TWO, THREE)]).other_boxes == []


def photographed(photo: TrayPhoto, seed: int) -> Picture:
    """The same throw a moment later: the hand has moved a little, another grain, a little more or less light."""
    rng = np.random.default_rng(seed)
    across, down = rng.integers(-6, 7, 2).tolist()
    moved = cv2.warpAffine(
        photo.picture, np.array([[1.0, 0, across], [0, 1, down]]), (800, 640), borderMode=cv2.BORDER_REPLICATE
    )
    seen = moved.astype(float) * rng.uniform(0.92, 1.05) + rng.normal(0, 5, moved.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("seed", range(3))
def test_drawn_photos_of_a_throw_are_read_together(seed: int) -> None:
    photo = tray_photo(np.random.default_rng(seed), 8, (800, 640), die=0.07, tilt_degrees=8, styles=IVORY, plain=True)
    frames = [photographed(photo, number) for number in range(3)]
    hidden = frames[2].copy()
    left, top, right, bottom = (round(value) for value in photo.dice[0].box)
    hidden[top:bottom, left:right] = hidden[top : top + 1, left : left + 1]  # a hand over a die
    found = voted([read_dice(frame) for frame in (frames[0], frames[1], hidden)])
    assert len(found.detection_boxes) == len(photo.dice)
    faces = sorted(die.value for die in photo.dice)
    wrong = sum(a != b for a, b in zip(sorted(found.detection_classes), faces, strict=True))
    assert wrong <= sum(found.doubtful)
    middle = ((left + right) / 2, (top + bottom) / 2)
    here = [
        n for n, (x0, y0, x1, y1) in enumerate(found.detection_boxes) if x0 < middle[0] < x1 and y0 < middle[1] < y1
    ]
    assert [found.doubtful[number] for number in here] == [True]
