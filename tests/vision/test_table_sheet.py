"""The page with the worst photos of tables: what became of each miniature, why, and how it is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from highground.vision.board import View
from highground.vision.evaluation import NEAR
from highground.vision.found import KINDS, Analysis, Assignment, Placed, Problem, Spot, Thing, ThingKind
from highground.vision.markers.marks import MarkKind, board_places, marks
from highground.vision.pose import Pose, pose_of
from highground.vision.rendering.battles import TrueStanding, TrueTerrain
from highground.vision.rendering.evaluating import MODES, Tally
from highground.vision.rendering.outcomes import TableResult, result_of
from highground.vision.rendering.picture import FINER, HandHeld, to_pixels
from highground.vision.rendering.reasons import Mistake, mistakes_of
from highground.vision.rendering.sheet import worst_of, write_table_sheet
from highground.vision.synthetic import SyntheticCamera, SyntheticScene
from highground.vision.synthetic_armies import SyntheticTable, take_pair

ONE, TWO = "transponder-01", "transponder-02"
WALL = TrueTerrain(((24.0, 16.0), (32.0, 16.0), (32.0, 22.0), (24.0, 22.0)), (((24.0, 22.0), (32.0, 22.0)),), 5.0)
SIZE = (1200, 880)


def standing(place: Spot, unit: str = ONE, shows: float = 1.0, diameter: float = 1.26) -> TrueStanding:
    return TrueStanding(unit, place, 0.0, diameter, 2.0, shows)


def analysis(
    things: list[Spot | Thing],
    owners: list[str],
    cards: tuple[str, ...] = (ONE, TWO),
    problems: tuple[Problem, ...] = (),
) -> Analysis:
    """What was read: things, and the transponder that each was given to, '' for none."""
    models = [each if isinstance(each, Thing) else Thing((0, 0, 9, 9), 0.8, each, 1.26) for each in things]
    objects: dict[ThingKind, tuple[Thing, ...]] = dict.fromkeys(KINDS, ())
    objects |= {"model": tuple(models), "transponder": tuple(Thing((0, 0, 9, 9), 1.0, name=name) for name in cards)}
    given = []
    for name in sorted(set(owners) - {""}):
        mine = [number for number, owner in enumerate(owners) if owner == name]
        placed = tuple(Placed(each, models[each].location or (0.0, 0.0), 1.0) for each in mine)
        given.append(Assignment(name, name, name, placed))
    return Analysis(objects, {}, tuple(given), problems, SIZE, 0.01, "markers", 900.0)


def result(those: list[TrueStanding], read: Analysis, photo: str = "000-first.jpg") -> TableResult:
    return result_of(photo, those, (WALL,), read)


@pytest.fixture(scope="module")
def pose() -> Pose:
    """A camera that leans in over the lower edge."""
    camera = HandHeld(SIZE, (30.0, 62.0, 56.0), (30.0, 22.0), 0.0, 0.75 * SIZE[0])
    corners = np.array([(0, 0), (60, 0), (60, 44), (0, 44)], dtype=np.float64)
    pixels = to_pixels(camera, np.column_stack([corners, np.zeros(4)]))[0] / FINER
    homography, _ = cv2.findHomography(pixels, corners, 0)
    return pose_of(View(np.asarray(homography, dtype=np.float64), 0.0, (600.0, 440.0), 744.0, 0.0, ()), SIZE)


def mistakes(those: list[TrueStanding], read: Analysis, pose: Pose) -> list[Mistake]:
    return mistakes_of(result(those, read), pose)


def test_all_that_is_read_right_is_no_mistake(pose: Pose) -> None:
    near = (10.0 + 0.9 * NEAR * 0.63, 10.0)
    assert mistakes([standing((10.0, 10.0))], analysis([near], [ONE]), pose) == []


@pytest.mark.parametrize(
    ("missed", "cause", "words"),
    [
        (standing((28.0, 20.5), shows=0.1), "hidden by terrain", "T01, 10% shows: hidden by terrain"),
        (standing((50.0, 38.4), shows=0.2), "hidden by another miniature", "hidden by another miniature"),
        (standing((6.0, 6.0), shows=0.0), "hidden by something else, such as an arm", "0% shows"),
        (standing((51.7, 39.0), shows=0.0), "hidden by something else, such as an arm", "0% shows"),
        (standing((28.0, 20.5), shows=0.5), "partly hidden by terrain", "50% shows"),
        (standing((6.0, 6.0)), "in plain view, nothing reported there", "T01, 100% shows: in plain view"),
        (standing((40.9, 10.0)), "under another miniature's outline", "the outline of one of T02 was laid over it"),
    ],
)  # fmt: skip
def test_why_a_miniature_was_missed(missed: TrueStanding, cause: str, words: str, pose: Pose) -> None:
    """A large one stands at the right, another one in front of one that is missed; both are found."""
    others = [standing((50.0, 40.0), TWO, diameter=3.0), standing((40.0, 10.0), TWO, diameter=2.4)]
    large = [Thing((0, 0, 9, 9), 0.8, each.place, each.diameter) for each in others]
    (found,) = mistakes([*others, missed], analysis(list(large), [TWO, TWO]), pose)
    assert (found.kind, found.cause, found.true) == ("missed", cause, 2)
    assert words in found.words


def test_a_place_too_far_off_is_one_missed_and_one_that_is_nobodys(pose: Pose) -> None:
    oval = TrueStanding(ONE, (10.0, 10.0), 0.0, 2.2, 2.0, 1.0, length=3.0, turn=90.0)
    missed, nobodys = mistakes([oval], analysis([(10.7, 10.0)], [""]), pose)
    assert (missed.cause, nobodys.cause) == ("place too far off", "beside one that is missed")
    assert "reported 0.70″ off, 1.26″ wide not 2.20″, as a circle" in missed.words
    assert nobodys.words == "0.70″ from a missed one of T01; given to no unit"


@pytest.mark.parametrize(
    ("place", "cause"),
    [
        ((10.5, 10.0), "a second time on one that is found"),
        ((10.0, 8.6), "on a miniature's body"),
        ((28.0, 17.0), "on terrain"),
        ((50.0, 40.0), "on open ground, or on an arm over it"),
    ],
)
def test_what_is_reported_and_nobodys(place: Spot, cause: str, pose: Pose) -> None:
    (found,) = mistakes([standing((10.0, 10.0))], analysis([(10.0, 10.0), place], [ONE, TWO]), pose)
    assert (found.kind, found.cause, found.model) == ("nobodys", cause, 1)
    assert found.words.endswith("; given to T02")


def test_another_unit_s_miniature_says_whose_and_whether_its_card_is_seen(pose: Pose) -> None:
    note = Problem("units-mixed-up", "They may be mixed up.", units=(ONE, TWO))
    pair = [standing((10.0, 10.0)), standing((14.0, 10.0))]
    taken, left = mistakes(pair, analysis([(10.0, 10.0), (14.0, 10.0)], [TWO, ""], (TWO,), (note,)), pose)
    assert taken.words == "T01, taken for T02; card not seen. A note says that these may be mixed up."
    assert (left.words, left.cause) == (
        "T01, given to no unit; card not seen.",
        "given to no unit, its own card not seen",
    )


def test_the_worst_come_first_and_those_read_right_not_at_all() -> None:
    those = [standing((10.0, 10.0)), standing((14.0, 10.0))]
    read = {count: analysis([each.place for each in those[:count]], [ONE] * count) for count in (0, 1, 2)}
    results = [result(those, read[count], str(count)) for count in (2, 1, 0)]
    assert [each.photo for each in worst_of(results)] == ["0", "1"]
    assert len(worst_of([results[2]] * 12)) == 10


@pytest.fixture(scope="module")
def board() -> np.ndarray:
    """A photo of the board's markers from above."""
    places = {mark: board_places()[mark.code] for mark in marks(MarkKind.BOARD)}
    table = SyntheticTable(SyntheticScene(places, dict.fromkeys(places, 0.0)), [], [], 7)
    return take_pair(table, SyntheticCamera(SIZE, tilt_degrees=3), np.random.default_rng(1)).full


def page_of(photo: np.ndarray, folder: Path) -> str:
    those = [standing((10.0, 10.0)), standing((20.0, 10.0)), standing((20.0, 30.0)), standing((40.0, 30.0))]
    tally = Tally()
    read = analysis(
        [(10.0, 10.0), (20.0, 10.0), (50.0, 20.0)], [ONE, TWO, ""], problems=(Problem("dark", "Too <dark>."),)
    )
    tally.add(replace(result(those, read), photo="a<b>.jpg"))
    page = folder / "worst.html"
    write_table_sheet(page, {"first": tally}, lambda _: photo)
    return page.read_text()


def test_one_page_shows_the_worst_photos_with_signs_reasons_and_figures(board: np.ndarray, tmp_path: Path) -> None:
    text = page_of(board, tmp_path)
    assert text.startswith("<!doctype html>")
    assert "4 miniatures: 2 missed, 1 with a wrong unit or none, 1 reported that are nobody's" in text
    assert f"<h2>first: {MODES['first']}</h2>" in text
    assert "<tr><th>recall</th><td>0.500 [" in text
    assert "<tr><th>off p95 inches</th>" in text
    assert "<td>Missed: where it stands</td><td>in plain view, nothing reported there</td><td>2</td>" in text
    assert "<b>≠3</b>T01, taken for T02; card in view." in text
    assert "Said by the reading: Too &lt;dark&gt;." in text
    assert "a&lt;b&gt;.jpg" in text
    assert "data:image/jpeg;base64," in text
    assert "http" not in text


def test_each_mistake_is_drawn_where_it_is_with_its_sign_and_number(board: np.ndarray, tmp_path: Path) -> None:
    """The board is seen from above, 20 pixels an inch at most."""
    figure = page_of(board, tmp_path).partition("<figure")[2]
    drawn = {name: figure.count(f'<polygon class="{name}"') for name in ("right", "missed", "wrong", "nobodys")}
    assert drawn == {"right": 1, "missed": 2, "wrong": 1, "nobodys": 1}
    assert [sign for sign in ("×1", "×2", "≠3", "+4") if f"</title>{sign}</text>" not in figure] == []
    points = figure.partition('<polygon class="nobodys" points="')[2].partition('"')[0].split()
    x, y = np.mean([[float(part) for part in point.split(",")] for point in points], axis=0)
    assert (x / SIZE[0], y / SIZE[1]) == pytest.approx((50 / 60, 20 / 44), abs=0.05)


def test_a_photo_whose_board_is_not_found_is_shown_without_outlines(tmp_path: Path) -> None:
    text = page_of(np.full((*SIZE[::-1], 3), 90, np.uint8), tmp_path)
    assert "<td>the board was not found</td><td>2</td>" in text
    assert '<polygon class="missed"' not in text.partition("<figure")[2]
