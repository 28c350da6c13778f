"""Dice trays: painted ones read with the weights that ship, and the figures of labelled photos."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from highground.cli import app
from highground.vision.dice.boxes import Boxes, holding
from highground.vision.dice.evaluation import ChosenPhotos, Counts, corrected, count_dice
from highground.vision.dice.intervals import MeasuredShare, share_of
from highground.vision.dice.reading import ASKED, DiceFound, read_dice
from highground.vision.dice.sheet import write_sheet
from highground.vision.dice.synthetic import SyntheticDie, TrayPhoto, plain_style, tray_photo
from highground.vision.dice.synthetic_clutter import clutter
from highground.vision.dice.synthetic_kinds import other_die
from highground.vision.dice.trays import open_tray, read_tray
from highground.vision.photo import Photo, decode

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
        total.results += counted(photo, read_dice(photo.picture)).results
    figures = total.figures()
    assert (figures["photos"], figures["dice"]) == (4, 32)
    assert figures["recall_middle"].share >= 30 / 32
    assert figures["detected"] <= 34
    assert figures["face"].share >= 0.85


@pytest.mark.parametrize(("die", "seed"), [(0.3, 1), (0.24, 2), (0.16, 3), (0.035, 4)])
def test_dice_are_found_however_large_they_are_in_the_photo(die: float, seed: int) -> None:
    """A large die's pips look like small dice, and a coarse look takes small dice for none."""
    photo = tray_photo(np.random.default_rng(seed), 3, (640, 640), die=die, tilt_degrees=8, styles=IVORY, plain=True)
    counts = counted(photo, read_dice(photo.picture))
    figures = counts.figures()
    assert figures["detected"] == figures["dice"] >= 1
    assert figures["recall_middle"].share == 1
    assert all(0.5 < width_of(found) / width_of(label["box"]) < 1.7 for label, found in pairs(counts))


def pairs(counts: Counts) -> list[tuple[dict[str, Any], list[float]]]:
    """Each label with the box that was found for it."""
    return [(each.labels[a], each.found.detection_boxes[b]) for each in counts.results for a, b in each.pairs]


def width_of(box: list[float]) -> float:
    return box[2] - box[0]


TOUCHING = [(0.04, 40), (0.045, 48), (0.045, 51), (0.05, 38), (0.05, 70), (0.05, 87), (0.055, 17)]


@pytest.mark.parametrize(("die", "seed"), TOUCHING)
def test_dice_that_touch_are_two_and_not_one(die: float, seed: int) -> None:
    """A coarse look takes two small dice side by side for one; where a closer look sees both, they count."""
    two = tray_photo(np.random.default_rng(seed), 2, (640, 480), die=die, tilt_degrees=8, styles=IVORY, plain=True)
    photo = side_by_side(two)
    figures = counted(photo, read_dice(photo.picture)).figures()
    assert (figures["recall_middle"].share, figures["precision_middle"].share) == (1, 1)


def side_by_side(photo: TrayPhoto) -> TrayPhoto:
    """The second die moved close to the first, a little lower."""
    first, (left, top, right, bottom) = ([round(value) for value in die.box] for die in photo.dice)
    picture = photo.picture.copy()
    picture[top - 4 : bottom + 4, left - 4 : right + 4] = photo.picture[2, 2]
    wide, high = right - left, bottom - top
    x = first[2] - 2 if first[2] + wide < picture.shape[1] else first[0] - wide + 2
    y = int(first[1] + (first[3] - first[1]) / 2 - high / 4)
    picture[y : y + high, x : x + wide] = photo.picture[top:bottom, left:right]
    beside = SyntheticDie((x, y, x + wide, y + high), photo.dice[1].value)
    return TrayPhoto(picture, (photo.dice[0], beside))


def test_a_box_holds_two_others_that_lie_in_it_side_by_side() -> None:
    def boxes(*places: tuple[float, float, float, float]) -> Boxes:
        some = np.ones(len(places), dtype=np.float32)
        return Boxes(np.array(places, dtype=np.float32).reshape(-1, 4), some, some)

    coarse, left, right = (0, 0, 100, 60), (0, 0, 52, 60), (50, 0, 100, 60)
    assert holding(boxes(coarse), boxes(left, right)) == [(0, 0, 1)]
    assert holding(boxes(coarse), boxes(left, (5, 5, 60, 60))) == []  # one die twice
    assert holding(boxes(coarse), boxes((10, 10, 25, 25), (60, 10, 75, 25))) == []  # pips
    assert holding(boxes(coarse), boxes(left, (90, 0, 150, 60))) == []
    assert holding(boxes(), boxes(left, right)) == holding(boxes(coarse), boxes()) == []


def test_a_blurred_die_is_less_certain_than_a_clear_one_and_is_asked_about() -> None:
    photo = tray(1)
    clear = read_dice(photo.picture)
    assert np.mean(clear.detection_certainties) > 0.8
    worse = read_dice(cv2.GaussianBlur(photo.picture, (0, 0), 6).astype(np.uint8))
    assert np.mean(worse.detection_certainties or [0]) < np.mean(clear.detection_certainties)
    for found in (clear, worse):
        asked = [certain < ASKED for certain in found.detection_certainties]
        assert found.doubtful == asked
        assert all(a != b for a, b in zip(found.detection_classes, found.detection_seconds, strict=True))


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


def test_dice_of_other_kinds_are_named_and_get_no_face() -> None:
    """Twelve dice with numerals or other than six sides, each alone beside two with pips."""
    rng = np.random.default_rng(12)
    named = guessed = pips = 0
    for _ in range(12):
        photo = tray_photo(rng, 2, (480, 320), die=0.11, tilt_degrees=8, styles=IVORY, plain=True)
        side = 81
        cloth = photo.picture[:60, :60]
        x, y = free_place(photo, side)
        photo.picture[y : y + side, x : x + side] = other_die(rng, cloth, side)
        found = read_dice(photo.picture)
        middle = (x + side / 2, y + side / 2)
        named += any(inside(box, middle) for box in found.other_boxes)
        sure = [box for box, asked in zip(found.detection_boxes, found.doubtful, strict=True) if not asked]
        guessed += any(inside(box, middle) for box in sure)
        pips += sum(any(inside(box, centre(die.box)) for box in found.detection_boxes) for die in photo.dice)
    assert named >= 6
    assert guessed == 0
    assert pips >= 23


def test_a_die_of_the_set_with_a_sign_for_pips_is_asked_about() -> None:
    """Where a six or a one has a logo, the die has its set's colour and size, so that it is one to count."""
    asked = 0
    for seed in range(6):
        photo = tray(seed, 6)
        left, top, right, bottom = (round(value) for value in photo.dice[0].box)
        body = photo.picture[top:bottom, left:right]
        body[:] = IVORY[0].colour
        mark = ((right - left) // 4, (bottom - top) * 3 // 4)
        cv2.putText(body, "X", mark, cv2.FONT_HERSHEY_DUPLEX, (right - left) / 40, (20, 20, 20), 3, cv2.LINE_AA)
        found = read_dice(photo.picture)
        middle = centre(photo.dice[0].box)
        here = [doubt for box, doubt in zip(found.detection_boxes, found.doubtful, strict=True) if inside(box, middle)]
        asked += here == [True]
        assert not any(inside(box, middle) for box in found.other_boxes)
    assert asked >= 4


def free_place(photo: TrayPhoto, side: int) -> tuple[int, int]:
    """The place of a square that no die of the photo reaches."""
    high, wide = photo.picture.shape[:2]
    places = [(x, y) for x in range(4, wide - side, 12) for y in range(4, high - side, 12)]
    return max(places, key=lambda place: min(away(die.box, place, side) for die in photo.dice))


def away(box: tuple[float, float, float, float], place: tuple[int, int], side: int) -> float:
    return max(abs((box[axis] + box[axis + 2]) / 2 - place[axis] - side / 2) for axis in (0, 1))


def inside(box: list[float], place: tuple[float, float]) -> bool:
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]


def centre(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def test_of_things_on_a_table_few_are_taken_for_dice() -> None:
    """Keys, labels, coins, pens, codes, whole keyboards: 14 and more of them in each of 12 pictures, and no die."""
    found = [read_dice(clutter(np.random.default_rng(seed), 480, 14)) for seed in range(12)]
    assert sum(len(each.detection_boxes) for each in found) <= 80
    assert sum(not asked for each in found for asked in each.doubtful) <= 8


def test_beside_sure_dice_a_thing_that_is_not_so_clear_is_none() -> None:
    photo = tray(1)
    alone = read_dice(photo.picture)
    keys = clutter(np.random.default_rng(10), 480, 14)[:, :400]
    beside = np.hstack([photo.picture, cv2.resize(keys, (400, photo.picture.shape[0]))])
    found = read_dice(np.ascontiguousarray(beside))
    dice = [box for box in found.detection_boxes if box[0] < photo.picture.shape[1]]
    assert len(dice) == len(alone.detection_boxes) == 8
    assert len(found.detection_boxes) <= 10


@pytest.mark.parametrize("size", [(64, 64), (900, 64), (64, 900), (333, 517)])
def test_any_shape_of_photo_can_be_read(size: tuple[int, int]) -> None:
    read_dice(np.full((size[1], size[0], 3), 120, dtype=np.uint8))


class TestFigures:
    LABELS = [{"box": [0, 0, 100, 100], "value": 3}, {"box": [200, 0, 300, 100], "value": 6}]  # noqa: RUF012

    def counts(self, boxes: list[list[float]], faces: list[int], doubtful: list[bool] | None = None) -> Counts:
        counts = Counts()
        many = len(boxes)
        asked = doubtful or [False] * many
        certain = [0.4 if each else 0.9 for each in asked]
        counts.add(self.LABELS, DiceFound(boxes, [0.9] * many, faces, certain, [1] * many, asked, [], 5.0, [-1] * many))
        return counts

    def figures(self, boxes: list[list[float]], faces: list[int], doubtful: list[bool] | None = None) -> dict[str, Any]:
        figures = self.counts(boxes, faces, doubtful).figures()
        return {name: value.share if isinstance(value, MeasuredShare) else value for name, value in figures.items()}

    def test_a_wrong_die_that_is_asked_about_is_put_right(self) -> None:
        boxes: list[list[float]] = [[0, 0, 100, 100], [200, 0, 300, 100], [400, 0, 500, 100]]
        figures = self.figures(boxes, [3, 5, 2], [False, True, True])
        assert (figures["whole_photo"], figures["whole_when_asked"]) == (0, 1)
        assert figures["asked"] == pytest.approx(2 / 3, abs=1e-4)
        assert self.figures(boxes, [3, 5, 2], [False, True, False])["whole_when_asked"] == 0
        assert self.figures(boxes[:1], [3], [True])["whole_when_asked"] == 0

    def test_the_reliability_curve_holds_what_was_said_against_what_was_right(self) -> None:
        counts = self.counts([[0, 0, 100, 100], [200, 0, 300, 100]], [3, 5], [False, True])
        assert [(said, share.share, share.of) for said, share in counts.reliability()] == [(0.4, 0, 1), (0.9, 1, 1)]

    def test_the_worst_photos_are_shown_with_the_reason_on_one_page(self, tmp_path: Path) -> None:
        counts = self.counts([[0, 0, 100, 100], [200, 0, 300, 100]], [3, 5])
        page = tmp_path / "worst.html"
        write_sheet(page, {"one <camera>": counts}, lambda _: np.full((120, 400, 3), 90, np.uint8))
        text = page.read_text()
        assert "2 dice: 0 not found, 1 with another face, 0 that are no labelled die" in text
        assert "one &lt;camera&gt;" in text
        assert "data:image/jpeg;base64," in text
        assert "http" not in text

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

    def test_a_die_of_another_kind_is_no_die_to_find_and_a_face_for_it_is_a_guess(self) -> None:
        counts = Counts()
        labels = [self.LABELS[0], {"box": [200, 0, 300, 100], "value": 0}]
        boxes: list[list[float]] = [[0, 0, 100, 100], [200, 0, 300, 100]]
        counts.add(labels, DiceFound(boxes[:1], [0.9], [3], [0.9], [1], [False], boxes[1:], 5.0, [-1]))
        counts.add(labels, DiceFound(boxes, [0.9, 0.9], [3, 4], [0.9, 0.9], [1, 1], [False, False], [], 5.0, [-1, -1]))
        figures = counts.figures()
        assert (figures["dice"], figures["whole_photo"].share) == (2, 0.5)
        assert (figures["others_guessed"].share, figures["others_guessed"].of) == (0.5, 2)

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


class TestShares:
    def test_strangers_have_wilson_s_interval(self) -> None:
        share = share_of((str(number), int(number < 80), 1) for number in range(100))
        assert (share.share, share.of) == (0.8, 100)
        assert (share.low, share.high) == pytest.approx((0.7112, 0.8666), abs=0.002)

    def test_dice_of_few_photos_say_less_than_as_many_strangers(self) -> None:
        bunched = share_of((f"photo {number}", 10 if number < 8 else 0, 10) for number in range(10))
        assert bunched.share == 0.8
        assert bunched.low < 0.55
        assert bunched.high > 0.9

    def test_all_right_is_not_certain_and_nothing_counted_is_no_share(self) -> None:
        assert share_of([("a", 20, 20)]).low == pytest.approx(0.839, abs=0.001)
        assert (share_of([]).of, str(share_of([]))) == (0, "-")


def test_the_command_shows_dice_in_words_and_as_json(folder: Path) -> None:
    done = runner.invoke(app, ["vision", "dice", str(folder / "0.jpg")])
    assert done.exit_code == 0, done.output
    assert " dice, " in done.stdout
    detected = json.loads(runner.invoke(app, ["vision", "dice", str(folder / "0.jpg"), "--json"]).stdout)
    assert set(detected) == set(DiceFound.__struct_fields__)


def test_the_command_measures_a_folder_with_the_sizes_of_its_samples(folder: Path) -> None:
    done = runner.invoke(app, ["vision", "evaluate", str(folder)])
    assert done.exit_code == 0, done.output
    figures = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()}
    assert (figures["scenes"], figures["dice"]) == (["2"], ["16"])
    assert figures["recall_middle"][-2:] == ["of", "16"]
    assert "whole_when_asked" in figures


def test_the_command_writes_a_page_and_json(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = runner.invoke(app, ["vision", "evaluate", str(folder), "--json", "--report", str(page)])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)["photos"]
    assert figures["photos"] == 2
    assert set(figures["face"]) == {"share", "of", "low", "high"}
    assert page.read_text().startswith("<!doctype html>")


def test_a_folder_whose_photos_are_not_in_the_split_is_refused(folder: Path) -> None:
    done = runner.invoke(app, ["vision", "evaluate", str(folder), "--split", str(SPLIT)])
    assert done.exit_code != 0
    assert "keeps aside" in done.output


class TestCorrections:
    LABELS = [{"image": "tray/1.jpg", "dice": TestFigures.LABELS}, {"image": "tray/2.jpg", "dice": TestFigures.LABELS}]  # noqa: RUF012

    def faces(self, image: str, middle: tuple[float, float]) -> list[list[int]]:
        fault = {"image": image, "middle": middle, "value": 5}
        labels = corrected(self.LABELS, {"corrections": {"labels": [fault]}})
        return [[die["value"] for die in each["dice"]] for each in labels]

    def test_a_label_shows_the_face_that_the_split_says_and_the_others_their_own(self) -> None:
        assert self.faces("tray/2.jpg", (250, 40)) == [[3, 6], [3, 5]]
        assert [die["value"] for die in TestFigures.LABELS] == [3, 6]
        assert self.faces("tray/3.jpg", (250, 40)) == [[3, 6], [3, 6]]

    def test_one_that_fits_no_die_is_a_fault(self) -> None:
        with pytest.raises(ValueError, match=r"tray/1\.jpg fits 0 labels"):
            self.faces("tray/1.jpg", (150, 40))

    def test_a_die_without_a_label_is_added(self) -> None:
        missing = {"image": "tray/2.jpg", "box": [9, 9, 20, 20], "value": 2}
        labels = corrected(self.LABELS, {"corrections": {"labels": [missing]}})
        assert [[die["value"] for die in each["dice"]] for each in labels] == [[3, 6], [3, 6, 2]]
        assert labels[1]["dice"][2]["box"] == [9, 9, 20, 20]
        assert len(TestFigures.LABELS) == 2

    def test_a_measured_folder_is_read_with_them(self, folder: Path, tmp_path: Path) -> None:
        (first, *_) = json.loads((folder / "labels.json").read_text())[0]["dice"]
        middle = centre(first["box"])
        split = tmp_path / "split.json"
        fault = {"image": "0.jpg", "middle": middle, "value": first["value"] % 6 + 1}
        split.write_text(json.dumps({"corrections": {"labels": [fault]}}))
        labels = ChosenPhotos(split, "all").labels(folder)
        assert labels[0]["dice"][0]["value"] == first["value"] % 6 + 1
        assert labels[0]["dice"][1:] == json.loads((folder / "labels.json").read_text())[0]["dice"][1:]


def large_photo(die: float) -> tuple[TrayPhoto, bytes]:
    photo = tray_photo(np.random.default_rng(3), 5, (2400, 1800), die=die, plain=True)
    return photo, cv2.imencode(".jpg", photo.picture)[1].tobytes()


def test_large_dice_are_read_though_the_photo_is_unpacked_at_half_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    photo, data = large_photo(0.08)
    opened = open_tray(data)
    assert (opened.picture.shape[:2], opened.size) == ((900, 1200), (2400, 1800))
    monkeypatch.setattr(Photo, "in_full", lambda _: pytest.fail("large dice need no finer picture"))
    found = read_tray(opened)
    assert counted(photo, found).figures()["recall_box"].share == 1
    assert found.detection_classes == read_dice(decode(data).picture).detection_classes


def test_small_dice_are_read_in_the_whole_photo() -> None:
    photo, data = large_photo(0.02)
    fine, coarse = read_tray(open_tray(data)), read_dice(open_tray(data).picture)
    assert fine.detection_boxes == [pytest.approx([2 * each for each in box], abs=1) for box in coarse.detection_boxes]
    assert counted(photo, fine).figures()["recall_middle"].share == 1
    assert fine.detection_certainties != coarse.detection_certainties


def test_a_tray_s_rectangle_keeps_the_pixels_that_finding_takes() -> None:
    _, data = large_photo(0.08)
    assert open_tray(data, (0.0, 0.0, 0.5, 0.5)).picture.shape[:2] == (1800, 2400)
    assert open_tray(data, (0.0, 0.0, 1.0, 0.9)).picture.shape[:2] == (900, 1200)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the labelled photos are not here")
def test_real_photos_kept_aside_are_read() -> None:
    figures = measured(ChosenPhotos(SPLIT, under="trays", every=10))["trays"]
    assert figures["photos"] == 5
    assert figures["recall_middle"].share >= 0.9
    assert figures["face"].share >= 0.85


@pytest.mark.skipif(not SHARED.is_dir(), reason="the labelled photos are not here")
def test_large_dice_of_small_real_photos_are_read() -> None:
    figures = measured(ChosenPhotos(SPLIT, "all", "mixed", 75))["mixed, round"]
    assert figures["photos"] >= 3
    assert figures["recall_middle"].share >= 0.9
    assert figures["precision_middle"].share >= 0.8
    assert figures["face"].share >= 0.85


def measured(chosen: ChosenPhotos) -> dict[str, dict[str, Any]]:
    counts = count_dice(SHARED, lambda path: open_tray(path.read_bytes()), chosen)
    return {name: each.figures() for name, each in counts.items()}


def test_the_split_never_parts_copies_of_one_photo() -> None:
    kept = json.loads(SPLIT.read_text())["kept_aside"]
    assert set(kept) == {"trays", "wargame_trays"}
    for part in kept.values():
        assert part["reason"]
        assert len(part["stems"]) == len(set(part["stems"]))
        assert not any(".rf." in stem for stem in part["stems"])
