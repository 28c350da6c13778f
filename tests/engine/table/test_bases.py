"""Bases on the board, in zones and across walls, with the exact borders."""

from __future__ import annotations

import pytest

from highground.engine.base import round_base
from highground.engine.table.bases import in_polygon, off_board, on_wall, overlaps_any, wholly_within
from highground.engine.table.distance import within
from highground.engine.table.flat import flat_discs
from highground.engine.table.zones import ARRIVAL_DISTANCE, at_edge, in_zone, quarter, wholly_in_quarter
from tests.engine.table.boards import BASE, R, board, box, rounded

ELL = ((0.0, 0.0), (10.0, 0.0), (10.0, 4.0), (4.0, 4.0), (4.0, 10.0), (0.0, 10.0))


@pytest.mark.parametrize(
    ("point", "inside"),
    [((2.0, 2.0), True), ((9.0, 3.0), True), ((3.0, 9.0), True), ((6.0, 6.0), False), ((-1.0, 2.0), False)],
)
def test_in_polygon_of_an_ell(point: tuple[float, float], inside: bool) -> None:
    assert in_polygon(point, ELL) is inside


def test_a_base_may_touch_the_border_of_a_zone_from_inside() -> None:
    assert wholly_within((R, 2.0), BASE, ELL)
    assert not wholly_within((R - 0.001, 2.0), BASE, ELL)
    assert not wholly_within((6.0, 6.0), BASE, ELL)
    assert wholly_within((4.0 - 0.445, 4.0 - 0.445), round_base(0.629), ELL)  # 0.6293 from the inner corner
    assert not wholly_within((4.0 - 0.445, 4.0 - 0.445), round_base(0.63), ELL)
    assert in_zone(((2.0, 2.0), (3.0, 3.0)), (BASE, BASE), ELL)
    assert not in_zone(((2.0, 2.0), (6.0, 6.0)), (BASE, BASE), ELL)


def test_bases_may_touch_but_not_overlap() -> None:
    assert not overlaps_any((10.0, 10.0), BASE, flat_discs([(11.26, 10.0, R)]))
    assert overlaps_any((10.0, 10.0), BASE, flat_discs([(30.0, 10.0, R), (11.259, 10.0, R)]))


@pytest.mark.parametrize(
    ("place", "off"),
    [((R, R), False), ((R - 0.001, 5.0), True), ((60.0 - R, 44.0 - R), False), ((5.0, 44.0 - R + 0.001), True)],
)
def test_off_board(place: tuple[float, float], off: bool) -> None:
    assert off_board(place, BASE) is off


def test_a_base_may_touch_a_wall_but_not_stand_across_it() -> None:
    walls = board(box(10, 10, 20, 15, walls=True)).wall_rows
    assert not on_wall((15.0, 10.0 - R), BASE, walls)
    assert on_wall((15.0, 10.0 - R + 0.001), BASE, walls)
    assert on_wall((15.0, 10.0), BASE, walls)
    assert not on_wall((15.0, 15.0), BASE, walls)  # that side has no wall


def test_reserves_arrive_wholly_within_six_inches_of_an_edge() -> None:
    assert at_edge((30.0, 6.0 - R), BASE)
    assert not at_edge((30.0, 6.0 - R + 0.001), BASE)
    assert at_edge((54.0 + R, 22.0), BASE)
    assert not at_edge((0.3, 22.0), BASE)  # off the board
    assert at_edge((2.0, 40.0), BASE)
    assert not at_edge((20.0, 20.0), BASE)


def test_nine_inches_exactly_is_too_near_to_arrive() -> None:
    enemy = ((10.0, 10.0),), (R,)
    assert within(((19.0 + 2 * R, 10.0),), (BASE,), *rounded(enemy), ARRIVAL_DISTANCE)
    assert not within(((19.001 + 2 * R, 10.0),), (BASE,), *rounded(enemy), ARRIVAL_DISTANCE)


def test_quarters() -> None:
    assert [quarter(p) for p in ((1.0, 1.0), (59.0, 1.0), (1.0, 43.0), (59.0, 43.0))] == [0, 1, 2, 3]
    assert wholly_in_quarter(((5.0, 5.0), (30.0 - R, 5.0)), (BASE, BASE)) == 0
    assert wholly_in_quarter(((30.0 - R + 0.001, 5.0),), (BASE,)) is None
    assert wholly_in_quarter(((5.0, 5.0), (50.0, 5.0)), (BASE, BASE)) is None
    assert wholly_in_quarter((), ()) is None
