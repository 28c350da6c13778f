"""Oval and rectangular bases: how near their discs come to their outlines, and what is measured from them."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from highground.engine.base import CORNER, MILLIMETRES_PER_INCH, SLACK, Base, base_of, round_base
from highground.engine.model import Objective, Point
from highground.engine.table.bases import off_board, on_wall, overlaps_any, wholly_within
from highground.engine.table.coherency import coherent
from highground.engine.table.contact import CONTACT, charge_to, pile_in
from highground.engine.table.distance import between, bounds, discs, farthest, to_point, unit_gap, within
from highground.engine.table.flat import flat_discs
from highground.engine.table.formation import deploy, form_up
from highground.engine.table.ground import Bystanders
from highground.engine.table.moves import Offence, check_move, walk
from highground.engine.table.objectives import in_range
from highground.engine.table.sight import sees, visible
from highground.engine.table.zones import at_edge, wholly_in_quarter
from tests.engine.table.boards import BASE, TOWN, WHOLE, Unit, board, box, crowds

SIZES = ((42.0, 75.0), (70.0, 105.0), (92.0, 120.0), (35.0, 60.0), (80.0, 115.0), (100.0, 160.0), (25.0, 50.0))
EMPTY = board()
MIDDLE = Objective("middle", (30.0, 22.0))
TANK = base_of(80.0, 115.0, rectangular=True)
BIKE = base_of(42.0, 75.0)
FAR, WIDE = 2.264, 1.575

sizes = st.sampled_from(SIZES)
turns = st.integers(0, 359)


def to_oval(far: float, wide: float, x: float, y: float) -> float:
    """Inches from a point outside an ellipse to its nearest of 20,000 points."""
    return min(hypot(x - far * cos(pi * k / 10000), y - wide * sin(pi * k / 10000)) for k in range(20000))


def to_rectangle(far: float, wide: float, x: float, y: float) -> float:
    """Inches from a point outside a rectangle with rounded corners."""
    corner = min(CORNER, wide)
    dx, dy = max(0.0, abs(x) - far + corner), max(0.0, abs(y) - wide + corner)
    return hypot(dx, dy) - corner


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rectangular", [False, True])
@pytest.mark.parametrize("bearing", range(0, 360, 24))
def test_a_long_base_is_measured_from_its_nearest_edge_to_within_a_millimetre(
    size: tuple[float, float], rectangular: bool, bearing: int
) -> None:
    base = base_of(*size, rectangular)
    wide, far = (each / MILLIMETRES_PER_INCH / 2 for each in size)
    x, y = (far + 1.0) * 1.3 * cos(radians(bearing)), (far + 1.0) * 1.3 * sin(radians(bearing))
    true = to_rectangle(far, wide, x, y) if rectangular else to_oval(far, wide, x, y)
    assert true - 0.002 <= to_point((0.0, 0.0), base, (x, y)) <= true + SLACK


def test_a_base_without_length_is_round() -> None:
    assert base_of(32.0) is round_base(0.63)
    assert base_of(40.0, 40.0) is round_base(0.787), "an oval as long as it is wide"
    assert not base_of(32.0).long
    assert base_of(32.0).turned(90) is base_of(32.0)
    assert base_of(40.0, 40.0, rectangular=True).long


@given(sizes, st.booleans(), turns)
def test_turning_is_undone_by_turning_back(size: tuple[float, float], rectangular: bool, turn: int) -> None:
    base = base_of(*size, rectangular)
    assert base.turned(turn).turned(0) is base
    assert base.turned(turn) is base.turned(turn + 360)
    assert base.turned(turn).reach == pytest.approx(base.reach, abs=2e-4)


@given(sizes, st.booleans(), turns, turns, st.floats(5.0, 12.0))
def test_a_quarter_turn_of_everything_changes_no_distance(
    size: tuple[float, float], rectangular: bool, one: int, other: int, far: float
) -> None:
    a, b = base_of(*size, rectangular), BIKE
    flat = between((20.0, 20.0), a.turned(one), (20.0 + far, 20.0), b.turned(other))
    upright = between((20.0, 20.0), a.turned(one + 90), (20.0, 20.0 + far), b.turned(other + 90))
    assert flat == pytest.approx(upright, abs=5e-4)
    back = between((20.0 + far, 20.0), b.turned(other), (20.0, 20.0), a.turned(one))
    assert flat == pytest.approx(back, abs=1e-9)


def test_edges_are_where_the_base_ends() -> None:
    assert to_point((20.0, 20.0), TANK, (30.0, 20.0)) == pytest.approx(10.0 - FAR, abs=1e-3)
    assert to_point((20.0, 20.0), TANK.turned(90), (30.0, 20.0)) == pytest.approx(10.0 - WIDE, abs=1e-3)
    assert farthest((20.0, 20.0), TANK, (30.0, 20.0)) == pytest.approx(hypot(10 + FAR, WIDE), abs=0.1)
    assert between((20.0, 20.0), TANK, (20.0 + FAR + 2.0 + 0.63, 20.0), BASE) == pytest.approx(2.0, abs=1e-3)
    assert between((20.0, 20.0), TANK, (20.0, 20.0), BASE) < 0.0, "one stands on the other"
    assert bounds(((20.0, 20.0),), (TANK,))[2] == TANK.reach


def test_it_may_stand_where_its_whole_base_has_room() -> None:
    assert not off_board((FAR, 20.0), TANK)
    assert off_board((FAR - 0.01, 20.0), TANK)
    assert not off_board((WIDE, 20.0), TANK.turned(90))
    walled = board(box(20.0, 10.0, 30.0, 20.0, walls=True)).wall_rows
    assert on_wall((25.0, 8.0), TANK.turned(90), walls=walled)
    assert not on_wall((25.0, 8.0), TANK, walls=walled)
    zone = ((10.0, 10.0), (16.0, 10.0), (16.0, 14.0), (10.0, 14.0))
    assert wholly_within((13.0, 12.0), TANK, zone)
    assert not wholly_within((13.0, 12.0), TANK.turned(90), zone)
    assert at_edge((30.0, 3.5), TANK)
    assert not at_edge((30.0, 4.5), TANK.turned(90))
    assert wholly_in_quarter(((27.0, 10.0),), (TANK,)) == 0
    assert wholly_in_quarter(((28.0, 10.0),), (TANK,)) is None
    assert wholly_in_quarter(((28.0, 10.0),), (TANK.turned(90),)) == 0


@pytest.mark.parametrize(("x", "covered"), [(20.0 + FAR + 0.63 - 0.01, True), (20.0 + FAR + 0.63 + 0.01, False)])
def test_a_round_base_may_touch_its_end_and_no_more(x: float, covered: bool) -> None:
    assert overlaps_any((x, 20.0), BASE, flat_discs(TANK.at(20.0, 20.0))) is covered
    assert overlaps_any((20.0, 20.0), TANK, flat_discs([(x, 20.0, 0.63)])) is covered


def test_no_base_fits_between_its_discs() -> None:
    """Whatever lies within the outline is covered, for the smallest base there is."""
    small = round_base(0.3)
    for size in SIZES:
        for rectangular in (False, True):
            base = base_of(*size, rectangular)
            wide, far = (each / MILLIMETRES_PER_INCH / 2 for each in size)
            for i in range(-20, 21):
                for j in range(-20, 21):
                    x, y = far * i / 20, wide * j / 20
                    if rectangular or (x / far) ** 2 + (y / wide) ** 2 <= 1.0:
                        assert overlaps_any((x, y), small, flat_discs(base.at(0.0, 0.0))), (size, rectangular, x, y)


def test_an_objective_is_in_range_of_the_end_that_is_nearer() -> None:
    x, y = MIDDLE.location
    assert in_range((x + 3.787 + FAR - 0.01, y), TANK, MIDDLE)
    assert not in_range((x + 3.787 + FAR - 0.01, y), TANK.turned(90), MIDDLE)


def test_coherency_is_from_edge_to_edge() -> None:
    apart_by = 2 * 75.0 / MILLIMETRES_PER_INCH / 2 + 1.9
    there = ((20.0, 20.0), (20.0 + apart_by, 20.0))
    assert coherent(there, (BIKE, BIKE))
    assert not coherent(there, (BIKE.turned(90), BIKE.turned(90)))
    assert coherent(there, (BIKE, BIKE.turned(90))) is False


def test_a_base_sees_what_its_end_sees() -> None:
    screen = board(box(24.0, 16.0, 25.0, 30.0))
    assert not visible(screen, (20.0, 18.0), BASE, (40.0, 12.0), BASE)
    assert visible(screen, (20.0, 18.0), TANK.turned(90), (40.0, 12.0), BASE)
    assert sees(screen, ((20.0, 20.0), (20.0, 18.0)), (BASE, TANK.turned(90)), ((40.0, 12.0),), (BASE,)) == (
        False,
        True,
    )


def test_on_its_way_it_is_as_wide_as_its_shorter_side() -> None:
    gap = board(box(26.0, 0.0, 28.0, 20.0, walls=True), box(26.0, 23.4, 28.0, 44.0, walls=True))  # 3.4 inches free
    assert check_move(gap, ((22.0, 21.7),), ((32.0, 21.7),), (TANK.turned(90),), 10.0) is None
    narrow = board(box(26.0, 0.0, 28.0, 20.0, walls=True), box(26.0, 23.0, 28.0, 44.0, walls=True))
    found = check_move(narrow, ((22.0, 21.5),), ((32.0, 21.5),), (TANK,), 10.0)
    assert found is not None
    assert found.code in {"no-way-round", "through-wall"}


def test_a_turn_takes_inches_of_the_move() -> None:
    around = Bystanders()
    args = (EMPTY, ((20.0, 20.0),), ((24.0, 20.0),), (TANK.turned(45),), 6.0, around)
    assert walk(*args, turns=(2.0,)) == {}
    far = walk(EMPTY, ((20.0, 20.0),), ((24.1, 20.0),), (TANK.turned(45),), 6.0, around, turns=(2.0,))
    assert isinstance(far, Offence)
    assert (far.code, far.facts["turn"]) == ("too-far-turning", 2.0)
    assert far.facts["length"] == pytest.approx(6.1)
    assert walk(EMPTY, ((20.0, 20.0),), ((20.0, 20.0),), (TANK.turned(45),), 6.0, around, turns=(2.0,)) == {}
    stuck = Bystanders(enemies=(), friends=[(20.0, 22.5, 0.63)])
    there = walk(EMPTY, ((20.0, 20.0),), ((20.0, 20.0),), (TANK.turned(90),), 6.0, stuck, turns=(2.0,))
    assert isinstance(there, Offence)
    assert there.code == "on-base", "who turns where it stands needs the room"


def test_it_keeps_an_inch_from_enemies_along_its_whole_edge() -> None:
    enemy = [(30.0, 22.0, 0.63)]
    end = ((30.0 - 0.63 - 1.0 - FAR - 0.01, 22.0),)
    assert check_move(EMPTY, ((20.0, 22.0),), end, (TANK,), 10.0, enemy) is None
    near = ((end[0][0] + 0.05, 22.0),)
    found = check_move(EMPTY, ((20.0, 22.0),), near, (TANK,), 10.0, enemy)
    assert found is not None
    assert found.code == "in-engagement"
    assert check_move(EMPTY, ((20.0, 22.0),), near, (TANK.turned(90),), 10.0, enemy) is None


@pytest.mark.parametrize("turn", [0, 30, 90, 135])
def test_charges_and_pile_ins_end_in_contact(turn: int) -> None:
    own, target = TANK.turned(turn), (((30.0, 22.0), (31.5, 22.0)), (BASE, BASE))
    ends = charge_to(EMPTY, (((20.0, 20.0),), (own,)), [target], 9.0)
    assert ends is not None
    assert 0.0 <= unit_gap(ends, (own,), *target) <= CONTACT
    back = charge_to(EMPTY, (((20.0, 20.0),), (BASE,)), [(((30.0, 22.0),), (own,))], 9.0)
    assert back is not None
    assert 0.0 <= unit_gap(back, (BASE,), ((30.0, 22.0),), (own,)) <= CONTACT
    start = ((30.0 - own.reach - 2.5, 22.0),)
    piled = pile_in(EMPTY, start, (own,), discs(*target))
    assert 0.0 <= unit_gap(piled, (own,), *target) <= CONTACT


@given(crowds(), turns, st.integers(0, 359), st.floats(1.0, 8.0))
def test_what_forms_up_among_others_is_legal(units: list[Unit], turn: int, bearing: int, length: float) -> None:
    for i, (starts, _) in enumerate(units[:3]):
        others = [disc for unit in units[:i] + units[i + 1 :] for disc in discs(*unit)]
        bases: tuple[Base, ...] = (BIKE.turned(turn),) * min(3, len(starts))
        placed = deploy(TOWN, WHOLE, starts[0], bases, others)
        if placed is None:
            continue
        assert check_move(TOWN, placed, placed, bases, None, (), others) is None
        anchor: Point = (placed[0][0] + length * cos(radians(bearing)), placed[0][1] + length * sin(radians(bearing)))
        found = form_up(TOWN, anchor, placed, bases, 8.0, Bystanders(friends=others))
        if found is not None:
            assert check_move(TOWN, placed, found, bases, 8.0, (), others) is None


def test_the_steps_of_the_corners_leave_the_same_everywhere() -> None:
    """The formula of the discs in a corner, at the two that leave most."""
    large, small = 1.575, (sqrt(1.575) - sqrt(2 * SLACK)) ** 2
    meets = (large - small) ** 2 / (2 * (sqrt(large) + sqrt(small)) ** 2)
    assert meets == pytest.approx(SLACK)


def test_within_takes_round_and_long_together() -> None:
    mixed = (((20.0, 20.0), (20.0, 24.0)), (BASE, TANK))
    assert within(*mixed, ((20.0 + FAR + 0.63 + 3.0, 24.0),), (BASE,), 3.0)
    assert not within(*mixed, ((20.0 + FAR + 0.63 + 3.0, 24.0),), (BASE,), 2.9)
