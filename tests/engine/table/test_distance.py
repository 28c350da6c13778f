"""Worked distances, and what holds for all of them."""

from __future__ import annotations

from itertools import combinations
from math import dist, hypot, inf, nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from highground.engine.model import Objective
from highground.engine.table.coherency import coherent, stragglers
from highground.engine.table.distance import (
    TOLERANCE,
    bounds,
    centre,
    closest_pair,
    gap,
    near,
    shorten,
    snap,
    toward,
    unit_gap,
    within,
)
from highground.engine.table.objectives import holders, in_range
from tests.engine.table.boards import BASE, R, bases, places, rounded, rounds

units = st.lists(bases, min_size=1, max_size=8).map(
    lambda found: (tuple(p for p, _ in found), tuple(r for _, r in found))
)


@pytest.mark.parametrize(
    ("a", "ra", "b", "rb", "inches"),
    [
        ((0.0, 0.0), 0.5, (3.0, 4.0), 0.5, 4.0),
        ((10.0, 10.0), 1.0, (12.0, 10.0), 1.0, 0.0),  # touching
        ((10.0, 10.0), 1.0, (11.0, 10.0), 1.0, 0.0),  # overlapping is no less than touching
        ((10.0, 10.0), 0.63, (12.26, 10.0), 0.63, 1.0),
    ],
)
def test_gap_runs_from_edge_to_edge(
    a: tuple[float, float], ra: float, b: tuple[float, float], rb: float, inches: float
) -> None:
    assert gap(a, ra, b, rb) == pytest.approx(inches, abs=1e-9)


def test_unit_gap_takes_the_closest_bases_of_mixed_sizes() -> None:
    first = ((10.0, 10.0), (12.0, 10.0)), (0.5, 0.5)
    second = ((18.0, 10.0), (19.0, 10.0)), (0.5, 3.0)
    assert unit_gap(*rounded(first), *rounded(second)) == pytest.approx(3.5)  # 12 to 19, less 0.5 and 3
    i, j, length = closest_pair(*rounded(first), *rounded(second))
    assert (i, j) == (1, 1)
    assert length == pytest.approx(3.5)


def test_an_empty_unit_is_near_nothing() -> None:
    assert unit_gap((), (), ((1.0, 1.0),), (BASE,)) == inf
    assert not within((), (), ((1.0, 1.0),), (BASE,), 100.0)


def test_exactly_one_inch_is_within_one_inch_and_a_thousandth_more_is_not() -> None:
    here = ((10.0, 10.0),), (R,)
    assert within(*rounded(here), ((12.26, 10.0),), (BASE,), 1.0)
    assert not within(*rounded(here), ((12.261, 10.0),), (BASE,), 1.0)
    assert near((10.0, 10.0), BASE, ((12.26, 10.0),), (BASE,), 1.0)
    assert not near((10.0, 10.0), BASE, ((12.261, 10.0),), (BASE,), 1.0)


@given(units, units)
def test_distance_is_symmetric_and_within_agrees_with_it(
    a: tuple[tuple[tuple[float, float], ...], tuple[float, ...]],
    b: tuple[tuple[tuple[float, float], ...], tuple[float, ...]],
) -> None:
    length = unit_gap(*rounded(a), *rounded(b))
    assert length == unit_gap(*rounded(b), *rounded(a))
    assert length == pytest.approx(
        min(gap(p, r, q, s) for p, r in zip(*a, strict=True) for q, s in zip(*b, strict=True))
    )
    assert within(*rounded(a), *rounded(b), length)
    assert length < 0.01 or not within(*rounded(a), *rounded(b), length - 0.001)


@given(units, units, st.integers(-20000, 20000), st.integers(-20000, 20000))
def test_distance_does_not_change_when_both_units_shift(
    a: tuple[tuple[tuple[float, float], ...], tuple[float, ...]],
    b: tuple[tuple[tuple[float, float], ...], tuple[float, ...]],
    dx: int,
    dy: int,
) -> None:
    def shift(found: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        return tuple((x + dx / 1000, y + dy / 1000) for x, y in found)

    assert unit_gap(shift(a[0]), rounds(a[1]), shift(b[0]), rounds(b[1])) == pytest.approx(
        unit_gap(*rounded(a), *rounded(b)), abs=1e-9
    )
    assert coherent(shift(a[0]), rounds(a[1])) == coherent(*rounded(a))


@given(units)
def test_bounds_hold_every_base(unit: tuple[tuple[tuple[float, float], ...], tuple[float, ...]]) -> None:
    x, y, reach = bounds(*rounded(unit))
    assert centre(unit[0]) == (x, y)
    assert all(hypot(px - x, py - y) + r <= reach + 1e-9 for (px, py), r in zip(*unit, strict=True))


@given(places, places, st.floats(0, 20))
def test_toward_never_passes_the_limit_and_stays_on_the_grid(
    start: tuple[float, float], end: tuple[float, float], limit: float
) -> None:
    place = toward(start, end, limit)
    assert dist(start, place) <= limit + TOLERANCE
    assert place == (round(place[0], 3), round(place[1], 3))
    assert dist(place, end) <= max(0.003, dist(start, end) - limit + 0.003)


def test_shorten_keeps_steps_that_are_on_the_grid() -> None:
    assert shorten(0.003, -2.5) == (0.003, -2.5)
    assert shorten(1.0009, -1.0009) == (1.0, -1.0)


def test_objective_range_runs_from_base_edge_to_its_markers_edge() -> None:
    objective = Objective("middle", (30.0, 22.0))
    assert in_range((34.417, 22.0), BASE, objective)
    assert not in_range((34.418, 22.0), BASE, objective)
    assert holders(((34.417, 22.0), (40.0, 22.0), (30.0, 22.0)), (BASE, BASE, BASE), objective) == [0, 2]


def row(*xs: float) -> tuple[tuple[float, float], ...]:
    return tuple((x, 10.0) for x in xs)


@pytest.mark.parametrize(
    ("places", "result"),
    [
        ((), True),
        (row(5.0), True),
        (row(5.0, 8.26), True),  # exactly 2 inches between edges
        (row(5.0, 8.261), False),
        (row(5.0, 7.0, 15.0, 17.0), False),  # each has a neighbour, but there are two groups
        (row(*(5.0 + 3.2 * i for i in range(6))), True),  # six in a line
        (row(*(5.0 + 3.2 * i for i in range(7))), False),  # in seven the ends need a second neighbour
        (row(*(5.0 + 1.6 * i for i in range(7))), True),
    ],
)
def test_coherency(places: tuple[tuple[float, float], ...], result: bool) -> None:
    assert coherent(places, (BASE,) * len(places)) is result


def test_stragglers_leave_the_largest_group() -> None:
    assert stragglers(row(5.0, 7.0, 20.0, 22.0, 24.0), (BASE,) * 5) == [0, 1]
    assert stragglers(row(5.0, 7.0), (BASE,) * 2) == []
    assert stragglers(row(5.0, 20.0), (BASE,) * 2) == [1]


def test_stragglers_are_as_few_and_of_as_little_worth_as_will_do() -> None:
    two = row(5.0, 7.0, 20.0, 22.0)
    assert stragglers(two, (BASE,) * 4) == [2, 3]
    assert stragglers(two, (BASE,) * 4, (0, 3, 1, 2)) == [2, 3], "the most precious is kept"
    assert stragglers(two, (BASE,) * 4, (0, 1, 2, 3)) == [0, 1]
    line = row(*(5.0 + 3.2 * i for i in range(8)))
    assert stragglers(line, (BASE,) * 8) == [6, 7], "of two ends the later"
    assert stragglers(line, (BASE,) * 8, (0, 1, 2, 3, 4, 5, 6, 7)) == [0, 1]
    assert stragglers(line, (BASE,) * 8, (0, 2, 3, 4, 5, 6, 7, 1)) == [0, 7], "one of either end"


@given(units, st.permutations(range(8)))
def test_no_fewer_stragglers_would_do(
    unit: tuple[tuple[tuple[float, float], ...], tuple[float, ...]], worth: list[int]
) -> None:
    stand, radii = unit
    gone = stragglers(stand, rounds(radii), worth[: len(stand)])
    for fewer in combinations(range(len(stand)), max(0, len(gone) - 1)):
        kept = [i for i in range(len(stand)) if i not in fewer]
        assert not gone or not coherent([stand[i] for i in kept], rounds([radii[i] for i in kept]))


@given(units)
def test_what_stragglers_leave_is_coherent(unit: tuple[tuple[tuple[float, float], ...], tuple[float, ...]]) -> None:
    gone = stragglers(*rounded(unit))
    kept = [i for i in range(len(unit[0])) if i not in gone]
    assert kept
    assert coherent([unit[0][i] for i in kept], rounds([unit[1][i] for i in kept]))
    assert bool(gone) is not coherent(*rounded(unit))


halves = st.integers(-5_000, 60_000).map(lambda n: (n + 0.5) / 1000)


@given(
    st.one_of(
        st.floats(-10.0, 70.0),
        halves,
        halves.map(lambda x: nextafter(x, inf)),
        halves.map(lambda x: nextafter(x, -inf)),
        st.integers(-200, 2_000).map(lambda n: n / 16),
    )
)
def test_places_snap_to_what_rounding_gives(x: float) -> None:
    """Halfway between two places too, and a hair beside it."""
    assert snap(x, 0.0005) == (round(x, 3), round(0.0005, 3))
    assert snap(1.0, x) == (1.0, round(x, 3))
