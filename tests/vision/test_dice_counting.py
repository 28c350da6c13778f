"""What a reading of dice says where it is known how many were rolled."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from highground.cli import app
from highground.vision.dice.counting import counted, without_aside
from highground.vision.dice.reading import ASKED, DiceFound, PossibleDie, read_dice
from highground.vision.dice.synthetic import TrayPhoto, plain_style, tray_photo

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
    assert found.added == 3
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
def test_no_die_is_lost_or_counted_twice(certainties: list[float], spare: tuple[int, int], rolled: int) -> None:
    found = reading(certainties, *spare)
    more = counted(found, rolled)
    boxes = [tuple(box) for box in more.detection_boxes + [die.box for die in more.spare]]
    assert len(boxes) == len(set(boxes)) == len(certainties) + spare[0]
    assert more.detection_boxes[: len(certainties)] == found.detection_boxes
    left = without_aside(more)
    sure = found.doubtful.count(False)
    assert len(left.detection_boxes) == max(sure, min(rolled, len(boxes)))
    assert [certain for certain in found.detection_certainties if certain >= ASKED] == [
        certain for certain in left.detection_certainties if certain >= ASKED
    ]


def blurred(seed: int) -> TrayPhoto:
    """A tray of eight dice, the first of which is blurred until its pips run together."""
    photo = tray_photo(np.random.default_rng(seed), 8, (960, 720), die=0.07, tilt_degrees=8, styles=IVORY, plain=True)
    left, top, right, bottom = (round(value) for value in photo.dice[0].box)
    part = photo.picture[top:bottom, left:right]
    part[:] = cv2.GaussianBlur(part, (0, 0), 12)
    return photo


@pytest.mark.parametrize("seed", range(4))
def test_a_die_blurred_until_its_pips_run_together_is_asked_about(seed: int) -> None:
    photo = blurred(seed)
    found = counted(read_dice(photo.picture), 8)
    boxes = [found.detection_boxes[number] for number in asked(found)]
    left, top, right, bottom = photo.dice[0].box
    assert [left < (x0 + x1) / 2 < right and top < (y0 + y1) / 2 < bottom for x0, y0, x1, y1 in boxes] == [True]


def test_the_commands_read_and_measure_by_how_many_were_rolled(tmp_path: Path) -> None:
    photo = blurred(0)
    cv2.imwrite(str(tmp_path / "tray.png"), photo.picture)
    dice = [{"box": list(die.box), "value": die.value} for die in photo.dice]
    label = {"image": "tray.png", "width": 960, "height": 720, "dice": dice}
    (tmp_path / "labels.json").write_text(json.dumps([label]))

    def printed(*words: str) -> str:
        done = CliRunner().invoke(app, ["vision", *words])
        assert done.exit_code == 0, done.output
        return done.stdout

    picture, folder = str(tmp_path / "tray.png"), str(tmp_path)
    assert "7 dice, " in printed("dice", picture)
    assert "8 dice, " in printed("dice", picture, "--rolled", "8")
    figures = [json.loads(printed("evaluate", folder, "--json", *more))["photos"] for more in ((), ("--counted",))]
    assert [each["recall_middle"]["share"] for each in figures] == [0.875, 1.0]
    assert [each["whole_when_asked"]["share"] for each in figures] == [0.0, 1.0]
