"""Sight over terrain: worked cases, exact borders, and one answer from every way of asking."""

from __future__ import annotations

from math import cos, dist, hypot, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from highground.engine.base import round_base
from highground.engine.model import Point, Terrain
from highground.engine.table.cover import cover, covered
from highground.engine.table.shapes import border_distance, edges, in_polygon
from highground.engine.table.sight import SightTable, sees, sight_between, visible
from highground.engine.table.wedges import blocked_all_round, outline, wedges
from tests.engine.table.boards import BASE, TOWN, R, Unit, board, box, crowds, places, radii

BLOCK = board(box(20, 10, 30, 20))


@pytest.mark.parametrize(
    ("a", "b", "result"),
    [
        ((10.0, 15.0), (40.0, 15.0), False),  # straight through
        ((10.0, 5.0), (40.0, 5.0), True),  # past it
        ((10.0, 15.0), (21.0, 15.0), True),  # into it
        ((21.0, 15.0), (29.0, 15.0), True),  # inside it
        ((25.0, 15.0), (40.0, 15.0), True),  # out of it
        ((20.0 - R, 15.0), (40.0, 15.0), True),  # the base touches it
        ((20.0 - R - 0.001, 15.0), (40.0, 15.0), False),  # the base stands a thousandth off
        ((10.0, 10.0 - R), (40.0, 10.0 - R), True),  # one base edge grazes the side: its other lines are clear
        ((10.0, 10.0 + R), (40.0, 10.0 + R), True),  # the upper line runs along the side exactly: grazing
        ((10.0, 10.001 + R), (40.0, 10.001 + R), False),  # a thousandth deeper
    ],
)  # fmt: skip
def test_sight_past_a_block(a: Point, b: Point, result: bool) -> None:
    assert visible(BLOCK, a, BASE, b, BASE) is result
    assert visible(BLOCK, b, BASE, a, BASE) is result


def test_points_see_along_a_side_but_not_through_opposite_corners() -> None:
    assert visible(BLOCK, (10.0, 10.0), round_base(0.0), (40.0, 10.0), round_base(0.0))
    assert visible(BLOCK, (15.0, 15.0), round_base(0.0), (25.0, 5.0), round_base(0.0))  # through one corner only
    assert not visible(BLOCK, (10.0, 0.0), round_base(0.0), (40.0, 30.0), round_base(0.0))  # the diagonal


def test_a_notch_is_no_hole() -> None:
    notched = board(
        Terrain(
            "ruin", ((10, 10), (20, 10), (20, 20), (18, 20), (18, 12), (12, 12), (12, 20), (10, 20)), obscuring=True
        )
    )
    assert visible(
        notched, (15.0, 16.0), round_base(0.0), (15.0, 30.0), round_base(0.0)
    )  # from the notch outward, meeting nothing
    assert not visible(notched, (15.0, 16.0), round_base(0.0), (30.0, 16.0), round_base(0.0))
    assert not visible(notched, (5.0, 11.0), round_base(0.0), (30.0, 11.0), round_base(0.0))


# OPEN-51
def test_only_obscuring_terrain_and_buildings_block() -> None:
    corners = ((20.0, 10.0), (30.0, 10.0), (30.0, 20.0), (20.0, 20.0))
    for terrain, result in (
        (Terrain("wood", corners), True),
        (Terrain("wood", corners, obscuring=True), False),
        (Terrain("Old Building", corners), False),
    ):
        assert visible(board(terrain), (10.0, 15.0), BASE, (40.0, 15.0), BASE) is result


def test_sees_answers_for_each_observer() -> None:
    observers = ((10.0, 15.0), (10.0, 3.0), (25.0, 15.0))
    assert sees(BLOCK, observers, (BASE,) * 3, ((40.0, 5.0),), (BASE,)) == (False, True, True)
    assert sees(BLOCK, observers, (BASE,) * 3, (), ()) == (False,) * 3
    assert sees(BLOCK, (), (), observers, (BASE,) * 3) == ()


def test_the_table_of_sights_knows_empty_units_and_itself() -> None:
    table = SightTable(BLOCK)
    groups = ((((10.0, 15.0),), (BASE,)), ((), ()), (((40.0, 15.0), (40.0, 2.0)), (BASE, BASE)))
    assert table.between(groups) == (
        ((True,), (False,), (True,)),
        ((), (), ()),
        ((False, True), (False,) * 2, (True, True)),
    )
    assert table.between(groups) is table.between(groups)
    assert table.sees(*groups[2], *groups[0]) == (False, True)


@given(places, radii, places, radii)
@settings(max_examples=400)
def test_sight_is_symmetric(a: Point, ra: float, b: Point, rb: float) -> None:
    assert visible(TOWN, a, round_base(ra), b, round_base(rb)) is visible(TOWN, b, round_base(rb), a, round_base(ra))


def depths(line: tuple[float, float, float, float], corners: tuple[Point, ...]) -> list[float]:
    """How deep inside a polygon 400 points of a line lie; outside counts as negative."""
    ax, ay, bx, by = line
    sides = edges(corners)
    points = [(ax + (bx - ax) * k / 400, ay + (by - ay) * k / 400) for k in range(1, 400)]
    return [border_distance(p, sides) * (1 if in_polygon(p, corners) else -1) for p in points]


@given(places, radii, places, radii)
@settings(max_examples=120)
def test_sight_agrees_with_points_sampled_along_its_lines(a: Point, ra: float, b: Point, rb: float) -> None:
    """Independent of the crossing formulas: some line has no point deep in a piece, or each has one near or inside."""
    pieces = [each for each in TOWN.blockers if not each.touches_disc(*a, ra) and not each.touches_disc(*b, rb)]
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1.0
    nx, ny = -dy / length, dx / length
    deepest = [
        max(
            (max(depths((a[0] + nx * ra * s, a[1] + ny * ra * s, b[0] + nx * rb * s, b[1] + ny * rb * s), p.polygon))
             for p in pieces),
            default=-9.0,
        )
        for s in (0, 1, -1)
    ]  # fmt: skip
    if visible(TOWN, a, round_base(ra), b, round_base(rb)):
        assert min(deepest) < 1e-3
    else:
        assert min(deepest) > -0.2


@given(places, radii, places, radii, st.integers(-9000, 9000), st.integers(-9000, 9000))
@settings(max_examples=200)
def test_sight_does_not_change_when_everything_shifts(
    a: Point, ra: float, b: Point, rb: float, dx: int, dy: int
) -> None:
    def shift(point: Point) -> Point:
        return (point[0] + dx / 1000, point[1] + dy / 1000)

    moved = board(
        *(Terrain(p.terrain.name, tuple(map(shift, p.terrain.coordinates)), p.terrain.obscuring) for p in TOWN.pieces)
    )
    assert visible(TOWN, a, round_base(ra), b, round_base(rb)) is visible(
        moved, shift(a), round_base(ra), shift(b), round_base(rb)
    )


@given(crowds())
@settings(max_examples=25)
def test_all_ways_of_asking_agree(units: list[Unit]) -> None:
    groups = tuple(units)
    matrix = sight_between(TOWN, groups)
    for i, a in enumerate(groups):
        for j, b in enumerate(groups):
            if i == j:
                assert all(matrix[i][j])
                continue
            single = tuple(
                any(visible(TOWN, p, r, q, s) for q, s in zip(*b, strict=True)) for p, r in zip(*a, strict=True)
            )
            assert matrix[i][j] == single == sees(TOWN, *a, *b)


lattice = st.tuples(st.integers(0, 60).map(float), st.integers(0, 44).map(float))


@given(st.lists(lattice, min_size=2, max_size=12, unique=True))
@settings(max_examples=100)
def test_all_ways_of_asking_agree_on_lines_through_corners(points: list[Point]) -> None:
    groups = tuple([((point,), (round_base(0.0),)) for point in points])
    matrix = sight_between(TOWN, groups)
    for i, a in enumerate(points):
        for j, b in enumerate(points):
            assert matrix[i][j] == (visible(TOWN, a, round_base(0.0), b, round_base(0.0)),)


def convex_town() -> list[Terrain]:
    return [piece.terrain for piece in TOWN.pieces if piece.convex]


CONVEX = board(*convex_town())


@given(places, st.integers(0, 143), st.floats(0.01, 30.0))
@settings(max_examples=300)
def test_wedges_end_where_points_stop_being_visible(origin: Point, ray: int, length: float) -> None:
    clear = wedges(CONVEX, origin, 0.0, 30.0)[ray]
    turn = 2 * pi * ray / 144
    target = (origin[0] + length * cos(turn), origin[1] + length * sin(turn))
    if abs(length - clear) > 1e-4:
        assert visible(CONVEX, origin, round_base(0.0), target, round_base(0.0)) is (length <= clear)


@given(places, radii, st.integers(0, 143), st.floats(0.01, 1.0))
@settings(max_examples=200)
def test_a_base_in_a_wedge_is_visible(origin: Point, radius: float, ray: int, share: float) -> None:
    clear = wedges(TOWN, origin, radius, 24.0)[ray]
    turn, length = 2 * pi * ray / 144, (clear - 1e-4) * share
    target = (origin[0] + length * cos(turn), origin[1] + length * sin(turn))
    assert visible(TOWN, origin, round_base(radius), target, BASE)


def test_wedges_start_on_plus_x_and_turn_downward() -> None:
    lengths = wedges(board(box(20, 20, 22, 24), box(8, 30, 12, 33)), (10.0, 22.0), R, 40.0)
    assert len(lengths) == 144
    assert lengths[0] == pytest.approx(12.0)  # to the far side of the first box
    assert lengths[36] == pytest.approx(11.0)  # down the page, to the far side of the second
    assert lengths[72] == lengths[108] == 40.0
    assert not blocked_all_round(lengths, 40.0)


def test_wedges_in_a_ring_of_buildings_are_blocked_all_round() -> None:
    ring = board(box(10, 10, 30, 11), box(10, 29, 30, 30), box(10, 10, 11, 30), box(29, 10, 30, 30))
    assert blocked_all_round(wedges(ring, (20.0, 20.0), R, 24.0), 24.0)


def test_the_outline_has_72_corners_on_the_grid() -> None:
    corners = outline(BLOCK, (10.0, 15.0), R, 24.0)
    assert len(corners) == 72
    assert corners[0] == (30.0, 15.0)
    assert all(dist(corner, (10.0, 15.0)) <= 24.001 for corner in corners)


@pytest.mark.parametrize(
    ("shooter", "target", "result"),
    [
        ((10.0, 15.0), (20.0 - R, 15.0), True),  # touches the footprint
        ((10.0, 15.0), (19.999 - R, 15.0), False),
        ((10.0, 12.0), (40.0, 12.0), True),  # the line crosses the piece
        ((10.0, 5.0), (40.0, 5.0), False),
        ((25.0, 15.0), (40.0, 15.0), False),  # shooting out of it
    ],
)
def test_cover(shooter: Point, target: Point, result: bool) -> None:
    assert cover(BLOCK, shooter, target, BASE) is result
    assert covered(BLOCK, shooter, (target, (25.0, 15.0)), (BASE, BASE)) == (result, True)


def test_flat_terrain_covers_only_those_on_it() -> None:
    crater = board(Terrain("crater", ((20.0, 10.0), (30.0, 10.0), (30.0, 20.0), (20.0, 20.0))))
    assert cover(crater, (10.0, 15.0), (25.0, 15.0), BASE)
    assert not cover(crater, (10.0, 15.0), (40.0, 15.0), BASE)
