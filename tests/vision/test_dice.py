"""Dice trays: painted ones read with the weights that ship, and the figures of labelled photos."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from highground.cli import app
from highground.vision.dice.evaluation import Counts, evaluate_dice, labelled
from highground.vision.dice.reading import DiceFound, read_dice
from highground.vision.dice.synthetic import TrayPhoto, plain_style, tray_photo
from highground.vision.photo import decode

runner = CliRunner()
SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "dice"
SPLIT = Path(__file__).parents[2] / "training" / "split.json"
IVORY = (plain_style((225, 235, 240), (20, 20, 20)),)


def tray(seed: int, dice: int = 8, size: tuple[int, int] = (800, 640)) -> TrayPhoto:
    """Ivory dice with black pips on an even cloth, from nearly above."""
    return tray_photo(np.random.default_rng(seed), dice, size, die=0.07, tilt_degrees=8, styles=IVORY, plain=True)


def counted(photo: TrayPhoto, found: DiceFound) -> Counts:
    counts = Counts()
    counts.add([{"box": list(die.box), "value": die.value} for die in photo.dice], found)
    return counts


def test_clear_dice_of_painted_trays_are_found_and_read() -> None:
    total = Counts()
    for seed in range(4):
        photo = tray(seed)
        each = counted(photo, read_dice(photo.picture))
        total.dice += each.dice
        total.detected += each.detected
        total.by_middle += each.by_middle
        total.faces += each.faces
    assert total.dice == 32
    assert total.by_middle >= 30
    assert total.detected <= 34
    assert total.faces >= 0.85 * total.by_middle


# ENT-33
def test_a_reading_has_a_box_a_score_and_a_face_for_each_die_the_surest_first() -> None:
    photo = tray(1)
    found = read_dice(photo.picture)
    high, wide = photo.picture.shape[:2]
    assert len(found.detection_boxes) == len(found.detection_scores) == len(found.detection_classes) > 0
    assert found.detection_scores == sorted(found.detection_scores, reverse=True)
    assert all(0 < score <= 1 for score in found.detection_scores)
    assert set(found.detection_classes) <= {1, 2, 3, 4, 5, 6}
    assert all(0 <= x0 < x1 <= wide and 0 <= y0 < y1 <= high for x0, y0, x1, y1 in found.detection_boxes)
    assert found.prediction_time_ms > 0


def test_the_same_photo_is_read_the_same_twice() -> None:
    picture = tray(2).picture
    first, second = read_dice(picture), read_dice(picture)
    assert (first.detection_boxes, first.detection_classes) == (second.detection_boxes, second.detection_classes)


@pytest.mark.parametrize("quarters", range(4))
def test_dice_seen_from_the_side_are_read_however_the_phone_was_held(quarters: int) -> None:
    """Each shows two or three faces; the upper one counts, whichever edge of the photo is up."""
    photo = tray_photo(np.random.default_rng(4), 9, (800, 640), die=0.07, tilt_degrees=42, styles=IVORY, plain=True)
    found = read_dice(np.ascontiguousarray(np.rot90(photo.picture, quarters)))
    shown, read = (Counter(faces) for faces in ([die.value for die in photo.dice], found.detection_classes))
    assert (shown & read).total() >= 8


def test_an_empty_tray_has_no_dice() -> None:
    assert read_dice(tray(3, dice=0).picture).detection_boxes == []


@pytest.mark.parametrize("size", [(64, 64), (900, 64), (64, 900), (333, 517)])
def test_any_shape_of_photo_can_be_read(size: tuple[int, int]) -> None:
    read_dice(np.full((size[1], size[0], 3), 120, dtype=np.uint8))


class TestFigures:
    LABELS = [{"box": [0, 0, 100, 100], "value": 3}, {"box": [200, 0, 300, 100], "value": 6}]  # noqa: RUF012

    def figures(self, boxes: list[list[float]], faces: list[int]) -> dict[str, float | int]:
        counts = Counts()
        counts.add(self.LABELS, DiceFound(boxes, [0.9] * len(boxes), faces, 5.0))
        return counts.figures()

    def test_all_right(self) -> None:
        figures = self.figures([[200, 0, 300, 100], [5, 5, 100, 100]], [6, 3])
        assert (figures["precision_box"], figures["recall_box"], figures["face"], figures["whole_photo"]) == (
            1,
            1,
            1,
            1,
        )

    def test_one_die_twice_is_found_once(self) -> None:
        figures = self.figures([[0, 0, 100, 100], [4, 4, 96, 96]], [3, 3])
        assert (figures["precision_middle"], figures["recall_middle"], figures["whole_photo"]) == (0.5, 0.5, 0)

    def test_a_box_of_another_convention_counts_by_its_middle_alone(self) -> None:
        figures = self.figures([[30, 30, 70, 70]], [3])
        assert (figures["recall_box"], figures["recall_middle"]) == (0, 0.5)

    def test_a_wrong_face_is_no_whole_photo(self) -> None:
        figures = self.figures([[0, 0, 100, 100], [200, 0, 300, 100]], [3, 5])
        assert (figures["face"], figures["whole_photo"]) == (0.5, 0)

    def test_nothing_found(self) -> None:
        figures = self.figures([], [])
        assert (figures["precision_box"], figures["recall_box"], figures["detected"]) == (0, 0, 0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dice")
    labels = []
    for seed in range(2):
        photo = tray(seed)
        cv2.imwrite(str(path / f"{seed}.jpg"), photo.picture)
        dice = [{"box": list(die.box), "value": die.value} for die in photo.dice]
        labels.append({"image": f"{seed}.jpg", "width": 800, "height": 640, "dice": dice})
    (path / "labels.json").write_text(json.dumps(labels))
    return path


def test_the_command_shows_dice_in_words_and_as_json(folder: Path) -> None:
    done = runner.invoke(app, ["vision", "dice", str(folder / "0.jpg")])
    assert done.exit_code == 0, done.output
    assert " dice, " in done.stdout
    detected = json.loads(runner.invoke(app, ["vision", "dice", str(folder / "0.jpg"), "--json"]).stdout)
    assert set(detected) == {"detection_boxes", "detection_scores", "detection_classes", "prediction_time_ms"}


def test_the_command_measures_a_folder_with_the_sizes_of_its_samples(folder: Path) -> None:
    done = runner.invoke(app, ["vision", "evaluate", str(folder)])
    assert done.exit_code == 0, done.output
    head, row = (line.split() for line in done.stdout.splitlines())
    assert head[:4] == ["source", "photos", "dice", "detected"]
    assert row[:3] == ["photos", "2", "16"]


def test_a_folder_whose_photos_are_not_in_the_split_is_refused(folder: Path) -> None:
    done = runner.invoke(app, ["vision", "evaluate", str(folder), "--split", str(SPLIT)])
    assert done.exit_code != 0
    assert "keeps aside" in done.output


@pytest.mark.skipif(not SHARED.is_dir(), reason="the labelled photos are not here")
def test_real_photos_kept_aside_are_read() -> None:
    labels = [each for each in labelled(SHARED, SPLIT) if each["image"].startswith("trays/")][::10]
    figures = evaluate_dice(SHARED, lambda path: decode(path.read_bytes()).picture, labels)["trays"]
    assert figures["photos"] == 5
    assert figures["recall_middle"] >= 0.9
    assert figures["face"] >= 0.85


def test_the_split_never_parts_copies_of_one_photo() -> None:
    kept = json.loads(SPLIT.read_text())["kept_aside"]
    assert set(kept) == {"trays", "wargame_trays"}
    for part in kept.values():
        assert part["reason"]
        assert len(part["stems"]) == len(set(part["stems"]))
        assert not any(".rf." in stem for stem in part["stems"])
