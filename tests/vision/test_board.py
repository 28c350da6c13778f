"""The board in a photo: inches from pixels and back, with a tilted camera, a bent lens, hidden and turned markers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from highground.vision.board import BoardNotFound, View, find_board
from highground.vision.markers.marks import Mark, MarkKind, marks
from highground.vision.markers.reading import Sighting, read_markers
from highground.vision.synthetic import (
    SyntheticCamera,
    SyntheticPhoto,
    SyntheticScene,
    random_camera,
    random_scene,
    take,
    view_of,
)

GRID = np.array([(x, y) for x in range(2, 60, 8) for y in range(2, 44, 8)], dtype=np.float64)


def photographed(seed: int = 1, scene: SyntheticScene | None = None, **camera: object) -> SyntheticPhoto:
    rng = np.random.default_rng(seed)
    return take(scene or random_scene(rng, 12, 3), replace(SyntheticCamera(), **camera), rng)  # type: ignore[arg-type]


def found(photo: SyntheticPhoto, hidden: tuple[int, ...] = ()) -> tuple[View, dict[Mark, Sighting]]:
    seen = [each for each in read_markers(photo.picture) if each.mark not in _board(hidden)]
    size = (photo.picture.shape[1], photo.picture.shape[0])
    return find_board(seen, size), {each.mark: each for each in seen}


def _board(numbers: tuple[int, ...]) -> set[Mark]:
    return {mark for mark in marks(MarkKind.BOARD) if mark.number in numbers}


def off(photo: SyntheticPhoto, view: View) -> np.ndarray:
    """Inches by which places all over the board are read wrongly."""
    return np.asarray(np.linalg.norm(view.to_inches(photo.view.to_pixels(GRID)) - GRID, axis=1))


@pytest.mark.parametrize("bend", [-0.06, 0.0, 0.06])
@pytest.mark.parametrize("tilt", [0.0, 12.0])
def test_inches_are_read_all_over_the_board(tilt: float, bend: float) -> None:
    photo = photographed(tilt_degrees=tilt, bend=bend)
    view, _ = found(photo)
    assert len(view.seen) >= 7
    assert off(photo, view).max() < 0.1
    assert view.residual < 0.05


def test_every_marker_is_read_where_it_lies() -> None:
    photo = photographed(3)
    view, seen = found(photo)
    assert seen.keys() == photo.scene.places.keys()
    for mark, sighting in seen.items():
        assert view.to_inches([sighting.centre])[0] == pytest.approx(photo.scene.places[mark], abs=0.15)


def test_four_corners_are_enough_for_a_straight_lens() -> None:
    photo = photographed(5, bend=0.0, tilt_degrees=5.0)
    view, _ = found(photo, hidden=(2, 4, 6, 8))
    assert view.seen == (1, 3, 5, 7)
    assert view.bend == 0.0
    assert off(photo, view).max() < 0.15


def test_two_hidden_markers_still_tell_the_lens() -> None:
    photo = photographed(bend=-0.05)
    view, _ = found(photo, hidden=(1, 4))
    assert view.bend == pytest.approx(-0.05, abs=0.01)
    assert off(photo, view).max() < 0.15


def test_board_cards_may_lie_turned() -> None:
    rng = np.random.default_rng(8)
    scene = random_scene(rng, 0, 0)
    for number, mark in enumerate(marks(MarkKind.BOARD)):
        scene.turns[mark] = 90.0 * number
    photo = take(scene, SyntheticCamera(), rng)
    view, _ = found(photo)
    assert off(photo, view).max() < 0.1


def test_too_few_markers_are_reported_by_name() -> None:
    photo = photographed()
    with pytest.raises(BoardNotFound) as caught:
        found(photo, hidden=(1, 2, 3, 5, 8))
    message = str(caught.value)
    assert message.startswith("3 of the board's markers are seen, and 4 are needed. Not found: B1, B2, B3, B5, B8.")


@settings(max_examples=60)
@given(
    st.floats(-0.1, 0.1),
    st.lists(st.tuples(st.floats(0, 60), st.floats(0, 44)), min_size=1, max_size=20),
)
def test_there_and_back_is_the_same_place(bend: float, places: list[tuple[float, float]]) -> None:
    view = view_of(SyntheticCamera(bend=bend))
    inches = np.array(places)
    assert view.to_inches(view.to_pixels(inches)) == pytest.approx(inches, abs=1e-6)


def test_no_marker_is_taken_for_another_in_bad_light() -> None:
    for seed in range(6):
        rng = np.random.default_rng(100 + seed)
        photo = take(random_scene(rng), random_camera(rng), rng)
        seen = {each.mark for each in read_markers(photo.picture)}
        assert seen <= photo.scene.places.keys()
        large = {mark for mark in photo.scene.places if mark.kind is not MarkKind.OBJECTIVE}
        assert len(seen & large) >= 0.95 * len(large)
