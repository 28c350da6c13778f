"""Paths, refusals, and units finding their places."""

from __future__ import annotations

from math import acos, cos, dist, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from highground.engine.base import round_base
from highground.engine.errors import Refusal
from highground.engine.model import Point
from highground.engine.table.bases import on_wall, wholly_within
from highground.engine.table.coherency import coherent
from highground.engine.table.contact import CONTACT, charge_to, pile_in
from highground.engine.table.distance import TOLERANCE, centre, discs, gap, unit_gap, within
from highground.engine.table.flat import flat_discs
from highground.engine.table.formation import arrive, deploy, form_up, translate
from highground.engine.table.ground import Bystanders
from highground.engine.table.moves import Offence, check_move, reach
from highground.engine.table.paths import path
from highground.words import Explained, explain
from highground.words.explaining import inches
from tests.engine.table.boards import BASE, TOWN, WHOLE, R, Unit, bases_of, board, box, crowds, places

EMPTY = board()
WALLED = board(box(20, 10, 30, 20, walls=True))  # walls along the top (y 10) and the right (x 30)


def test_a_free_path_is_straight() -> None:
    way = path(EMPTY, (10.0, 10.0), (13.0, 14.0), R)
    assert way is not None
    assert way.points == ((10.0, 10.0), (13.0, 14.0))
    assert way.length == pytest.approx(5.0)


def test_the_way_round_an_enemy_is_little_longer_than_the_taut_one() -> None:
    way = path(EMPTY, (10.0, 10.0), (20.0, 10.0), R, flat_discs([(15.0, 10.0, R)]))
    assert way is not None
    grown = 2 * R  # tangents to the grown disc, and the arc between them
    tangent = (25 - grown**2) ** 0.5
    turn = pi - 2 * acos(grown / 5)
    taut = 2 * tangent + grown * turn
    assert taut - 1e-6 <= way.length <= taut * 1.02


def test_the_way_round_a_wall_passes_its_end() -> None:
    way = path(WALLED, (19.0, 12.0), (21.0, 8.0), R)
    assert way is not None
    assert way.length > dist((19.0, 12.0), (21.0, 8.0))
    assert min(x for x, _ in way.points) < 20.0 - R + 0.01
    assert path(WALLED, (25.0, 12.0), (25.0, 8.0), R, limit=6.0) is None
    longer = path(WALLED, (25.0, 12.0), (25.0, 8.0), R, limit=14.0)
    assert longer is not None
    assert 11.0 < longer.length < 14.0


def test_no_path_ends_on_a_base_on_a_wall_or_off_the_board() -> None:
    assert path(EMPTY, (10.0, 10.0), (15.0, 10.0), R, flat_discs([(15.5, 10.0, R)])) is None
    assert path(WALLED, (25.0, 8.0), (25.0, 9.5), R) is None
    assert path(EMPTY, (2.0, 2.0), (0.5, 2.0), R) is None


def test_a_base_in_contact_may_move_away_but_not_through() -> None:
    enemy = flat_discs([(10.0, 10.0, R)])
    assert path(EMPTY, (11.259, 10.0), (15.0, 10.0), R, enemy, 6.0) is not None  # overlaps by a thousandth
    assert path(EMPTY, (11.26, 10.0), (8.74, 10.0), R, enemy, 2.6) is None


def test_a_gap_lets_only_small_bases_through() -> None:
    free = 11.0  # with 2.74 inches about it
    row = flat_discs([(15.0, y, R) for y in (1.0, 3.0, 5.0, 7.0, 9.0, 13.0, 15.0, 17.0)])
    assert path(EMPTY, (10.0, free), (20.0, free), 1.36, row, 10.0) is not None
    assert path(EMPTY, (10.0, free), (20.0, free), 1.38, row, 10.0) is None


@given(places, places, st.lists(places, max_size=6))
@settings(max_examples=150)
def test_paths_are_no_shorter_than_straight_and_meet_nothing(start: Point, end: Point, spots: list[Point]) -> None:
    enemies = [(x, y, R) for x, y in spots if dist((x, y), start) > 2 * R]
    way = path(TOWN, start, end, R, flat_discs(enemies))
    if way is None:
        return
    legs = list(zip(way.points, way.points[1:], strict=False))
    assert way.points[0] == start
    assert way.points[-1] == end
    assert way.length == pytest.approx(sum(dist(a, b) for a, b in legs))
    assert way.length >= dist(start, end) - TOLERANCE
    for a, b in legs:
        for step in range(21):
            x, y = a[0] + (b[0] - a[0]) * step / 20, a[1] + (b[1] - a[1]) * step / 20
            assert all(dist((x, y), (u, v)) >= R + r - 1e-5 for u, v, r in enemies)
            if not on_wall(start, BASE, TOWN.wall_rows):
                assert not on_wall((x, y), round_base(R - 1e-5), TOWN.wall_rows)


def refusal(starts: tuple[Point, ...], ends: tuple[Point, ...], **more: object) -> str | None:
    found = check_move(more.pop("on", EMPTY), starts, ends, (BASE,) * len(starts), 6.0, **more)  # type: ignore[arg-type]
    return None if found is None else found.code


def said(offence: Offence) -> Explained:
    """What a player reads of it."""
    return explain(Refusal(offence.code, unit="Ours", **offence.facts))


def test_six_inches_exactly_is_legal_and_a_thousandth_more_is_not() -> None:
    assert refusal(((10.0, 10.0),), ((16.0, 10.0),)) is None
    assert refusal(((10.0, 10.0),), ((13.6, 14.8),)) is None  # 3.6, 4.8: exactly 6
    found = check_move(EMPTY, ((10.0, 10.0),), ((16.001, 10.0),), (BASE,), 6.0)
    assert found is not None
    assert (found.code, said(found).measure, found.miniature) == ("too-far", "6.001 of 6 inches", 0)


def test_too_far_says_how_far_and_what_would_do() -> None:
    found = check_move(EMPTY, ((10.0, 10.0), (11.5, 10.0)), ((14.0, 10.0), (19.8, 10.0)), (BASE, BASE), 6)
    assert found is not None
    assert found.code == "too-far"
    assert said(found).measure == "8.3 of 6 inches"
    assert said(found).remedy == "End 2.3 inches nearer to the start."
    assert found.miniature == 1


@pytest.mark.parametrize(
    ("length", "limit", "text"),
    [(8.3, 6, "8.3 of 6 inches"), (6.02, 6.0, "6.02 of 6 inches"), (7.26, 6.5, "7.3 of 6.5 inches")],
)
def test_inches_show_the_difference(length: float, limit: float, text: str) -> None:
    assert inches(length, limit) == text


def test_each_kind_of_refusal() -> None:
    one = ((10.0, 10.0),)
    assert refusal(((2.0, 2.0),), ((0.5, 2.0),)) == "off-board"
    assert refusal(one, ((14.0, 10.0),), others=[(15.0, 10.0, R)]) == "on-base"
    assert refusal(one, ((14.0, 10.0),), enemies=[(15.0, 10.0, R)]) == "on-base"
    assert refusal(one, ((14.0, 10.0),), enemies=[(16.26, 10.0, R)]) == "in-engagement"  # exactly 1 inch
    assert refusal(one, ((14.0, 10.0),), enemies=[(16.261, 10.0, R)]) is None
    assert refusal(one, ((14.0, 10.0),), enemies=[(16.26, 10.0, R)], keep_from=()) is None
    assert refusal(one, ((15.9, 10.0),), enemies=[(13.0, 10.0, R)]) == "through-enemy"
    assert refusal(one, ((15.9, 10.0),), others=[(13.0, 10.0, R)]) is None  # friends are no obstacle
    assert refusal(((25.0, 8.0),), ((25.0, 12.0),), on=WALLED) == "through-wall"
    assert refusal(((25.0, 8.0),), ((25.0, 10.2),), on=WALLED) == "on-wall"
    pair = ((10.0, 10.0), (12.0, 10.0))
    assert refusal(pair, ((10.0, 10.0), (16.0, 10.0))) == "coherency"
    assert refusal(pair, ((14.0, 10.0), (14.5, 10.0))) == "on-base"


def test_a_longer_way_round_is_measured() -> None:
    found = check_move(EMPTY, ((10.0, 10.0),), ((16.0, 10.0),), (BASE,), 6.0, [(13.0, 10.0, R)])
    assert found is not None
    assert found.code == "through-enemy"
    assert said(found).measure == "7.9 of 6 inches"  # 7.74 for a taut string at an inch and a base about the enemy


def test_an_open_reach_is_a_circle_and_walls_dent_it() -> None:
    outline = reach(EMPTY, (30.0, 22.0), BASE, 6.0)
    assert len(outline) == 72
    assert all(5.98 <= dist(corner, (30.0, 22.0)) <= 6.0 for corner in outline)
    dented = reach(WALLED, (25.0, 8.0), BASE, 6.0)
    assert dented[18][1] <= 10.0 - R + 0.001  # straight down, up to the wall
    assert all(check_move(WALLED, ((25.0, 8.0),), (corner,), (BASE,), 6.0) is None for corner in dented)


def test_form_up_translates_a_formation_that_has_room() -> None:
    starts = tuple((10.0 + 1.5 * i, 10.0) for i in range(5))
    assert form_up(EMPTY, (17.0, 14.0), starts, (BASE,) * 5, 6.0) == translate(starts, 4.0, 4.0)
    assert form_up(EMPTY, (30.0, 14.0), starts, (BASE,) * 5, 6.0) is None
    assert form_up(EMPTY, (30.0, 14.0), starts, (BASE,) * 5, None) == translate(starts, 17.0, 4.0)


def test_form_up_ends_more_than_an_inch_from_enemies_by_the_thousandth() -> None:
    for x, near in ((16.26, True), (16.261, False)):
        found = form_up(EMPTY, (14.0, 10.0), ((10.0, 10.0),), (BASE,), 6.0, Bystanders([(x, 10.0, R)]))
        assert found is not None
        assert (found != ((14.0, 10.0),)) is near
        assert gap(found[0], R, (x, 10.0), R) > 1.0


def test_form_up_finds_room_beside_other_bases() -> None:
    starts = tuple((10.0 + 1.5 * i, 10.0) for i in range(5))
    blocked = [(14.5, 14.0, R)]
    found = form_up(EMPTY, (14.0, 14.0), starts, (BASE,) * 5, 6.0, Bystanders(friends=blocked))
    assert found is not None
    assert found != translate(starts, 1.0, 4.0)
    assert check_move(EMPTY, starts, found, (BASE,) * 5, 6.0, (), blocked) is None


@given(crowds(10), st.integers(0, 359), st.floats(0, 6))
@settings(max_examples=40)
def test_form_up_is_always_legal_and_repeats(units: list[Unit], bearing: int, length: float) -> None:
    for i, (starts, bases) in enumerate(units):
        enemies = bases_of(units[:i][::2] + units[i + 1 :][::2])
        friends = [disc for disc in bases_of(units[:i] + units[i + 1 :]) if disc not in enemies]
        middle = centre(starts)
        anchor = (middle[0] + length * cos(bearing * pi / 180), middle[1] + length * sin(bearing * pi / 180))
        found = form_up(TOWN, anchor, starts, bases, 6.0, Bystanders(enemies, friends))
        if found is not None:
            assert check_move(TOWN, starts, found, bases, 6.0, enemies, friends) is None
            assert found == form_up(TOWN, anchor, starts, bases, 6.0, Bystanders(enemies, friends))
            assert all(place == (round(place[0], 3), round(place[1], 3)) for place in found)


def test_deploy_stays_in_its_zone_and_gives_up_when_it_is_full() -> None:
    zone = ((0.0, 0.0), (9.0, 0.0), (9.0, 10.0), (0.0, 10.0))
    standing: list[tuple[float, float, float]] = []
    for _ in range(30):
        found = deploy(EMPTY, zone, (4.5, 5.0), (BASE,) * 5, standing)
        if found is None:
            break
        assert coherent(found, (BASE,) * 5)
        assert all(wholly_within(place, BASE, zone) for place in found)
        assert check_move(EMPTY, found, found, (BASE,) * 5, None, (), standing) is None
        standing += discs(found, (BASE,) * 5)
    assert 25 <= len(standing) <= 50  # 90 square inches hold at most 56 such bases side by side
    assert found is None


def test_arrive_keeps_its_distance() -> None:
    enemies = [(30.0, 22.0, R)]
    found = arrive(EMPTY, (40.0, 22.0), (BASE,) * 5, [], enemies, 9.0)
    assert found is not None
    assert not within(found, (BASE,) * 5, ((30.0, 22.0),), (BASE,), 9.0)
    assert arrive(EMPTY, (32.0, 22.0), (BASE,) * 5, [], enemies, 9.0) is None


def test_pile_in_brings_the_unit_into_contact() -> None:
    unit = tuple((10.0 + 1.5 * i, 10.0) for i in range(5))
    enemy = tuple((10.0 + 1.5 * i, 13.5) for i in range(5))
    ends = pile_in(EMPTY, unit, (BASE,) * 5, discs(enemy, (BASE,) * 5))
    assert all(0.0 <= unit_gap((end,), (BASE,), enemy, (BASE,)) <= CONTACT for end in ends)
    assert pile_in(EMPTY, ends, (BASE,) * 5, discs(enemy, (BASE,) * 5)) == ends
    assert check_move(EMPTY, unit, ends, (BASE,) * 5, 3.0, discs(enemy, (BASE,) * 5), keep_from=()) is None


def test_a_pile_in_that_reaches_nobody_still_closes_in() -> None:
    ends = pile_in(EMPTY, ((10.0, 10.0),), (BASE,), discs(((10.0, 20.0),), (BASE,)))
    assert ends == ((10.0, 13.0),)


def test_a_charge_ends_in_contact_or_fails() -> None:
    unit = tuple((10.0 + 1.5 * i, 10.0) for i in range(5))
    target = (((13.0, 18.0),), (BASE,))
    assert charge_to(EMPTY, (unit, (BASE,) * 5), [target], 5.0) is None  # 6.74 away, less 1
    ends = charge_to(EMPTY, (unit, (BASE,) * 5), [target], 5.75)
    assert ends is not None
    assert 0.98 < unit_gap(ends, (BASE,) * 5, *target) <= 1.0
    ends = charge_to(EMPTY, (unit, (BASE,) * 5), [target], 7.0)
    assert ends is not None
    assert unit_gap(ends, (BASE,) * 5, *target) <= CONTACT


def test_a_charge_reaches_every_target_and_no_other_enemy() -> None:
    unit = tuple((10.0 + 1.5 * i, 10.0) for i in range(5))
    left, right = (((10.0, 16.0),), (BASE,)), (((16.0, 16.0),), (BASE,))
    both = charge_to(EMPTY, (unit, (BASE,) * 5), [left, right], 7.0)
    assert both is not None
    assert within(both, (BASE,) * 5, *left, 1.0)
    assert within(both, (BASE,) * 5, *right, 1.0)
    alone = charge_to(EMPTY, (unit, (BASE,) * 5), [left], 7.0, (), discs(*right))
    assert alone is not None
    assert within(alone, (BASE,) * 5, *left, 1.0)
    assert not within(alone, (BASE,) * 5, *right, 1.0)


def test_a_charge_ends_short_of_contact_where_only_that_keeps_away_from_other_enemies() -> None:
    target, others = (((20.0, 14.0),), (BASE,)), (((18.5, 13.6), (21.5, 13.6)), (BASE, BASE))
    ends = charge_to(EMPTY, (((20.0, 20.0),), (BASE,)), [target], 6.0, (), discs(*others))
    assert ends is not None
    assert 0.0 < dist(ends[0], (20.0, 14.0)) - 2 * R <= 1.0
    assert min(dist(ends[0], place) for place in others[0]) - 2 * R > 1.0


@given(crowds(10), st.integers(2, 12))
@settings(max_examples=30)
def test_charges_and_pile_ins_are_always_legal(units: list[Unit], limit: int) -> None:
    for i, (starts, bases) in enumerate(units):
        foes = units[1 - i % 2 :: 2]
        friends = bases_of([unit for k, unit in enumerate(units) if k % 2 == i % 2 and k != i])
        if not foes:
            continue
        target = min(foes, key=lambda foe: unit_gap(starts, bases, *foe))
        others = bases_of([foe for foe in foes if foe is not target])
        ends = charge_to(TOWN, (starts, bases), [target], limit, friends, others)
        if ends is not None:
            enemies = [*discs(*target), *others]
            assert check_move(TOWN, starts, ends, bases, limit, enemies, friends, keep_from=others) is None
            assert within(ends, bases, *target, 1.0)
        all_places = tuple(place for foe in foes for place in foe[0])
        all_bases = tuple(base for foe in foes for base in foe[1])
        piled = pile_in(TOWN, starts, bases, discs(all_places, all_bases), 3.0, friends)
        assert check_move(TOWN, starts, piled, bases, 3.0, bases_of(foes), friends, keep_from=()) is None
        for start, end, base in zip(starts, piled, bases, strict=True):
            before = unit_gap((start,), (base,), all_places, all_bases)
            assert start == end or unit_gap((end,), (base,), all_places, all_bases) < before


def test_the_whole_board_is_open_to_a_deployment() -> None:
    assert deploy(EMPTY, WHOLE, (30.0, 22.0), (BASE,) * 10) is not None
