"""Whole photos of tables: what stands where, whose it is, and what is said of a photo that is not good."""

from __future__ import annotations

import re
from dataclasses import replace

import cv2
import numpy as np
import pytest

from highground.vision.analysis import analyse
from highground.vision.assigning import assign
from highground.vision.bases import FoundBase
from highground.vision.evaluation import Tally, TrueMiniature, TrueTable
from highground.vision.flat import Picture
from highground.vision.found import Analysis, KnownTable, KnownUnit
from highground.vision.markers.marks import MarkKind
from highground.vision.markers.reading import read_markers
from highground.vision.synthetic import SyntheticCamera, SyntheticScene, project, random_scene, take
from highground.vision.synthetic_armies import Pair, moved, random_table, take_pair

CAMERA = SyntheticCamera(tilt_degrees=6, blur=0.9)


@pytest.fixture(scope="module")
def pair() -> Pair:
    rng = np.random.default_rng(11)
    return take_pair(random_table(rng, 10), CAMERA, rng)


@pytest.fixture(scope="module")
def truth(pair: Pair) -> TrueTable:
    cards = {mark.name: place for mark, place in pair.table.scene.places.items() if mark.kind is MarkKind.TRANSPONDER}
    minis = [TrueMiniature(each.unit.name, each.place, each.diameter, each.place) for each in pair.table.figures]
    return TrueTable("", "", False, cards, tuple(minis))


@pytest.fixture(scope="module")
def read(pair: Pair, truth: TrueTable) -> Analysis:
    return analyse(pair.full, truth.known(remembered=True), pair.empty)


def codes(analysis: Analysis) -> set[str]:
    return {problem.code for problem in analysis.problems}


def test_miniatures_are_found_and_given_to_their_units(read: Analysis, truth: TrueTable) -> None:
    tally = Tally()
    tally.add(truth, read)
    figures = tally.figures()
    assert figures["miniatures"] >= 25
    assert figures["transponders_found"] == 1
    assert figures["transponders_wrong"] == 0
    assert figures["miniatures_precision"] >= 0.95
    assert figures["miniatures_recall"] >= 0.95
    assert figures["miniatures_right_unit"] >= 0.98
    assert figures["miniatures_off_p95_inches"] < 0.25
    assert codes(read) == set()


def test_what_is_counted_is_what_is_listed(read: Analysis, pair: Pair) -> None:
    assert read.analysis_type == "table"
    assert read.size == (1920, 1080)
    assert set(read.objects) == {"model", "transponder", "objective", "terrain", "penny"}
    assert read.detected_objects == {
        "models": len(read.objects["model"]),
        "transponders": len(read.objects["transponder"]),
        "objectives": 0,
        "terrain": 0,
    }
    for thing in (*read.objects["model"], *read.objects["transponder"]):
        left, top, right, bottom = thing.box
        assert 0 <= left < right <= 1920
        assert 0 <= top < bottom <= 1080
        assert 0 < thing.score <= 1
    taken = [each.model for given in read.assignments for each in given.assignments]
    assert len(taken) == len(set(taken))
    assert {given.transponder for given in read.assignments} <= {each.unit.name for each in pair.table.figures}


def test_the_board_s_places_are_reported_in_the_photo(read: Analysis, pair: Pair) -> None:
    """Row by row from the upper left, about five inches apart, so that the photo can be shown under a map."""
    expected = [project(pair.camera, [(x, y) for x in np.linspace(0, 60, 13)]) for y in np.linspace(0, 44, 10)]
    assert np.abs(np.array(read.grid) - np.array(expected)).max() < 3


def test_a_camera_that_moved_since_the_empty_photo_still_finds_them(truth: TrueTable) -> None:
    rng = np.random.default_rng(11)
    table = random_table(rng, 10)
    pair = take_pair(table, CAMERA, rng, moved(CAMERA, rng))
    tally = Tally()
    tally.add(truth, analyse(pair.full, truth.known(remembered=True), pair.empty))
    assert tally.figures()["miniatures_precision"] >= 0.8
    assert tally.figures()["miniatures_recall"] >= 0.8


def test_scenery_that_was_put_down_is_reported(pair: Pair) -> None:
    changed = pair.empty.copy()
    cv2.rectangle(changed, (860, 480), (1010, 590), (40, 200, 230), cv2.FILLED)
    found = analyse(changed, empty=pair.empty)
    assert found.detected_objects["terrain"] == 1
    left, top, right, bottom = found.objects["terrain"][0].box
    assert (left, top, right, bottom) == pytest.approx((860, 480, 1010, 590), abs=6)


def test_without_an_empty_photo_the_markers_are_read_and_it_is_said(pair: Pair) -> None:
    found = analyse(pair.full)
    assert found.detected_objects["models"] == 0
    assert found.detected_objects["transponders"] >= 6
    assert "no-empty-photo" in codes(found)


def covered(picture: Picture, *numbers: int) -> Picture:
    """A photo with some of the board's markers under something."""
    hidden = picture.copy()
    for each in read_markers(picture):
        if each.mark.kind is MarkKind.BOARD and each.mark.number in numbers:
            cv2.fillPoly(hidden, [each.corners.astype(np.int32)], (90, 90, 90))
    return hidden


def soft(picture: Picture, pixels: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), pixels), dtype=np.uint8)


def test_a_photo_that_is_not_good_says_what_to_do(pair: Pair) -> None:
    dark = analyse((pair.full * 0.12).astype(np.uint8))
    assert "dark" in codes(dark)
    burnt = pair.full.copy()
    cv2.circle(burnt, (900, 500), 330, (255, 255, 255), cv2.FILLED)
    assert "glare" in codes(analyse(burnt))
    blurred = analyse(soft(pair.full, 3.2))
    assert codes(blurred) & {"blurred", "no-board"}
    assert "blurred" in codes(analyse(soft(pair.full, 2.6)))
    assert "small" in codes(
        analyse(np.asarray(cv2.resize(pair.full, (560, 315), interpolation=cv2.INTER_AREA), dtype=np.uint8))
    )


def test_a_hidden_corner_is_named_and_the_rest_still_read(pair: Pair) -> None:
    found = analyse(covered(pair.full, 1, 3), empty=pair.empty)
    (problem,) = [each for each in found.problems if each.code == "hidden-marker"]
    assert problem.message.startswith("Not seen of the board's markers: B1, B3.")
    assert found.detected_objects["models"] >= 25


def test_a_camera_that_was_moved_since_calibration_is_reported(pair: Pair) -> None:
    seen = [each for each in read_markers(pair.full) if each.mark.kind is MarkKind.BOARD]
    places = {each.mark.number: (each.centre[0] / 1920, each.centre[1] / 1080) for each in seen}
    assert "moved" not in codes(analyse(pair.full, KnownTable(markers=places)))
    aside = {number: (x + 0.03, y) for number, (x, y) in places.items()}
    assert "moved" in codes(analyse(pair.full, KnownTable(markers=aside)))


def test_nothing_on_the_photo_is_reported_and_nothing_fails() -> None:
    lens_cap = analyse(np.full((720, 1280, 3), 90, dtype=np.uint8))
    assert [(each.code, each.fatal) for each in lens_cap.problems] == [("empty", True)]
    rng = np.random.default_rng(5)
    carpet = analyse(rng.integers(40, 200, (720, 1280, 3)).astype(np.uint8))
    (problem,) = [each for each in carpet.problems if each.fatal]
    assert problem.code == "no-board"
    assert problem.message.startswith("0 of the board's markers are seen, and 4 are needed. Not found: B1, B2")
    assert carpet.scale_from == "nothing"


def test_corners_that_were_dragged_stand_in_for_markers(pair: Pair, truth: TrueTable) -> None:
    straight = SyntheticCamera(tilt_degrees=5, bend=0.0)
    photo = take(random_scene(np.random.default_rng(2), 6, 0), straight, np.random.default_rng(3))
    bare = covered(photo.picture, *range(1, 9))
    corners = tuple((float(x), float(y)) for x, y in photo.view.to_pixels([(0, 0), (60, 0), (60, 44), (0, 44)]))
    found = analyse(bare, KnownTable(corners=corners))
    assert found.scale_from == "corners"
    places = {mark.name: place for mark, place in photo.scene.places.items()}
    for card in found.objects["transponder"]:
        assert card.location == pytest.approx(places[card.name or ""], abs=0.3)


def test_a_penny_gives_the_scale_where_nothing_else_does() -> None:
    overhead = SyntheticCamera(tilt_degrees=0, bend=0.0)
    photo = take(SyntheticScene(), overhead, np.random.default_rng(4))
    middle = photo.view.to_pixels([(20.0, 30.0), (20.375, 30.0)])
    radius = float(np.linalg.norm(middle[1] - middle[0]))
    picture = photo.picture.copy()
    cv2.circle(picture, tuple(round(each) for each in middle[0]), round(radius), (38, 82, 150), cv2.FILLED, cv2.LINE_AA)
    found = analyse(picture)
    assert found.scale_from == "penny"
    assert len(found.objects["penny"]) == 1
    assert found.objects["penny"][0].diameter == 0.75
    calibrated = analyse(picture, KnownTable(markers={1: (0.1, 0.1)}))
    assert (calibrated.scale_from, [each.code for each in calibrated.problems]) == ("nothing", ["no-board"])


@pytest.mark.parametrize("scale", [0.94, 1.3])
def test_a_set_printed_at_the_wrong_size_is_read_and_said_to_be_that(
    monkeypatch: pytest.MonkeyPatch, scale: float
) -> None:
    """What a printer's margins take away is not worth a word."""
    matrix = cv2.getRotationMatrix2D
    monkeypatch.setattr(cv2, "getRotationMatrix2D", lambda middle, turn, size: matrix(middle, turn, size * scale))
    photo = take(random_scene(np.random.default_rng(5)), CAMERA, np.random.default_rng(5))
    cards = {mark.name for mark in photo.scene.places if mark.kind is MarkKind.TRANSPONDER}
    found = analyse(photo.picture)
    assert {each.name for each in found.objects["transponder"]} == cards
    said = [each.message for each in found.problems if each.code == "print-size"]
    assert len(said) == (scale > 1.2)
    assert all(re.match(r"The markers are printed at about 1[23]\d% of their size", each) for each in said)


def test_cards_of_the_right_size_are_read_beside_board_markers_of_a_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = cv2.getRotationMatrix2D
    # Only the board's markers lie straight.
    monkeypatch.setattr(
        cv2, "getRotationMatrix2D", lambda middle, turn, size: matrix(middle, turn, size * (1 if turn else 0.78))
    )
    photo = take(random_scene(np.random.default_rng(5)), CAMERA, np.random.default_rng(5))
    cards = {mark.name for mark in photo.scene.places if mark.kind is MarkKind.TRANSPONDER}
    found = analyse(photo.picture)
    assert "print-size" in codes(found)
    assert {each.name for each in found.objects["transponder"]} == cards


def test_a_wrong_lens_cap_of_corners_is_refused_kindly() -> None:
    line = tuple((float(x), 50.0) for x in (0, 100, 200, 300))
    picture = np.random.default_rng(1).integers(40, 200, (300, 400, 3)).astype(np.uint8)
    assert "no-board" in codes(analyse(picture, KnownTable(corners=line)))


def unit(name: str, count: int, diameter: float = 1.26, places: tuple[tuple[float, float], ...] = ()) -> KnownUnit:
    return KnownUnit(name, name, name, (diameter,) * count, places)


def row(x: float, y: float, count: int, diameter: float = 1.26) -> list[FoundBase]:
    return [FoundBase(x + 1.6 * number, y, diameter, 0.9) for number in range(count)]


def test_a_unit_is_not_torn_apart_by_a_neighbour_s_transponder() -> None:
    """The second unit's card lies beside the first unit's last miniature."""
    bases = [*row(10, 10, 5), *row(10, 13, 5)]
    given = assign(bases, [unit("a", 5), unit("b", 5)], {"a": (8.0, 10.0), "b": (18.5, 13.0)}).given
    assert given == {"a": [0, 1, 2, 3, 4], "b": [5, 6, 7, 8, 9]}


def test_who_stands_where_he_stood_is_who_he_was() -> None:
    bases = [*row(10, 10, 4), *row(16.6, 10, 4)]
    stood = tuple((base.x, base.y) for base in bases)
    cards = {"a": (30.0, 30.0), "b": (9.0, 9.0)}
    given = assign(bases, [unit("a", 4, places=stood[:4]), unit("b", 4, places=stood[4:])], cards).given
    assert given == {"a": [0, 1, 2, 3], "b": [4, 5, 6, 7]}
    lost = assign(bases, [replace_places(unit("a", 4), stood[:4]), unit("b", 4)], {"b": (9.0, 9.0)}).given
    assert lost["a"] == [0, 1, 2, 3]


def replace_places(one: KnownUnit, places: tuple[tuple[float, float], ...]) -> KnownUnit:
    return KnownUnit(one.uuid, one.name, one.transponder, one.diameters, places)


def test_a_unit_takes_no_more_than_it_has_and_the_right_sizes() -> None:
    bases = [*row(10, 10, 6), FoundBase(9.0, 12.0, 2.36, 0.9)]
    given = assign(bases, [unit("a", 3), unit("walker", 1, 2.36)], {"a": (8.5, 10.0), "walker": (11.0, 12.6)}).given
    assert given == {"a": [0, 1, 2], "walker": [6]}


def test_a_synthetic_camera_can_be_moved() -> None:
    again = moved(CAMERA, np.random.default_rng(1))
    assert again != CAMERA
    assert (
        replace(again, tilt_degrees=CAMERA.tilt_degrees, turn_degrees=CAMERA.turn_degrees, fill=CAMERA.fill) == CAMERA
    )
