"""Floors above the ground: who may stand there, what climbing costs, and what counts up and down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import Charge, Deploy, Fight, Move, Place, Shoot, Strike
from highground.engine.model import Point, Terrain, UnitSheet
from highground.engine.state import Shot
from tests.engine.field import (
    RED,
    beside,
    blade,
    fight,
    mustering,
    one,
    position,
    refusal,
    row,
    setup,
    take,
    unit,
    weapon,
)

MILL = Terrain(
    "Old Mill", ((26.0, 18.0), (34.0, 18.0), (34.0, 26.0), (26.0, 26.0)), obscuring=True, height=9.0, floors=(3.0, 6.0)
)
BARN = Terrain(
    "Barn", ((36.0, 18.0), (42.0, 18.0), (42.0, 26.0), (36.0, 26.0)), obscuring=True, height=4.0, floors=(3.0,)
)


def fields(**heights: tuple[float, ...]) -> dict[int, dict[str, Any]]:
    """`u0=(3.0,)`: how high the miniatures of unit 0 stand."""
    return {int(name[1:]): {"heights": each} for name, each in heights.items()}


def near_mill(
    places: Mapping[int, Sequence[Point]],
    phase: str = "movement",
    blue: Sequence[UnitSheet] = (),
    red: Sequence[UnitSheet] = (),
    **more: Any,
) -> Battle:
    mine = blue or [unit("Runners", weapon("gun"), blade(), count=len(places[0]))]
    theirs = red or [unit("Foe", weapon("gun"), blade(), count=len(places[1]))]
    what = setup(mine, theirs, MILL, BARN)
    return position(what, places, phase, **more)  # type: ignore[arg-type]


def test_a_climb_counts_with_the_way_across() -> None:
    battle = near_mill({0: row(25.0, 22), 1: row(50, 22)})
    moved = one(ev.UnitMoved, take(battle, Move(0, "move", ((28.0, 22.0),), (3.0,))))
    assert (moved.distance, moved.heights) == (6.0, (3.0,))
    assert battle.state.units[0].heights == (3.0,)


@pytest.mark.parametrize(
    ("place", "height", "code", "measure"),
    [
        ((28.001, 22.0), 3.0, "too-far-to-climb", "6.001 of 6 inches"),
        ((27.0, 22.0), 6.0, "too-far-to-climb", "8.0 of 6 inches"),
        ((27.0, 22.0), 4.0, "no-floor", ""),
        ((24.0, 22.0), 3.0, "no-floor", ""),
        ((26.5, 22.0), 3.0, "over-the-edge", ""),
    ],
)
def test_floors_that_a_miniature_cannot_end_on(place: Point, height: float, code: str, measure: str) -> None:
    refused = refusal(near_mill({0: row(25.0, 22), 1: row(50, 22)}), Move(0, "move", (place,), (height,)))
    assert (refused.code, refused.measure) == (code, measure)


@pytest.mark.parametrize(
    ("keywords", "goes"), [("infantry", True), ("beast", True), ("vehicle", False), ("mounted", False)]
)
def test_who_stands_on_upper_floors(keywords: str, goes: bool) -> None:
    battle = near_mill({0: row(25.0, 22), 1: row(50, 22)}, blue=[unit("Runners", keywords=keywords)])
    choice = Move(0, "move", ((27.0, 22.0),), (3.0,))
    if goes:
        take(battle, choice)
    else:
        assert refusal(battle, choice).code == "cannot-climb"


def test_what_flies_goes_straight_through_the_air() -> None:
    battle = near_mill({0: row(23.0, 22), 1: row(50, 22)}, blue=[unit("Wings", keywords="fly, vehicle")])
    moved = one(ev.UnitMoved, take(battle, Move(0, "move", ((28.0, 22.0),), (3.0,))))
    assert moved.distance == pytest.approx((5.0**2 + 3.0**2) ** 0.5, abs=0.001)


def test_from_piece_to_piece_the_way_leads_over_the_ground() -> None:
    battle = near_mill({0: row(33.0, 22), 1: row(50, 22)}, units=fields(u0=(3.0,)))
    refused = refusal(battle, Move(0, "move", ((37.0, 22.0),), (3.0,)))
    assert (refused.code, refused.measure) == ("too-far-to-climb", "10.0 of 6 inches")
    moved = one(ev.UnitMoved, take(battle, Move(0, "move", ((30.0, 22.0),), (6.0,))))
    assert moved.distance == 6.0


def test_who_does_not_say_how_high_goes_to_the_ground() -> None:
    battle = near_mill({0: row(30.0, 22), 1: row(50, 22)}, units=fields(u0=(3.0,)))
    moved = one(ev.UnitMoved, take(battle, Move(0, "move", ((31.0, 22.0),))))
    assert (moved.distance, battle.state.units[0].heights) == (4.0, ())


def test_who_holds_stays_on_the_floor() -> None:
    battle = near_mill({0: row(30.0, 22), 1: row(50, 22)}, units=fields(u0=(3.0,)))
    take(battle, Move(0, "stationary"))
    assert battle.state.units[0].heights == (3.0,)


def test_bases_on_other_floors_are_in_nobodys_way() -> None:
    places = {0: row(25.0, 22), 1: row(50, 22), 2: row(28.0, 22)}
    blue = [unit("Runners"), unit("Friends")]
    battle = near_mill({0: places[0], 2: places[1], 1: places[2]}, blue=blue, units=fields(u1=(3.0,)))
    assert refusal(battle, Move(0, "move", ((28.0, 22.0),), (3.0,))).code == "on-base"
    take(battle, Move(0, "move", ((28.0, 22.0),)))


def test_enemies_on_near_floors_are_kept_from() -> None:
    battle = near_mill({0: row(25.0, 22), 1: row(28, 22)}, units=fields(u1=(3.0,)))
    assert refusal(battle, Move(0, "move", ((28.0, 22.0),))).code == "in-engagement"
    above = near_mill({0: row(25.0, 22), 1: row(28, 22)}, units=fields(u1=(6.0,)))
    take(above, Move(0, "move", ((28.0, 22.0),)))
    assert not above.scene.engaged(0)


def test_units_are_engaged_five_inches_up_and_no_more() -> None:
    for height, engaged in ((3.0, True), (6.0, False)):
        battle = near_mill({0: row(28, 22), 1: row(beside(28, 0.8), 22)}, units=fields(u1=(height,)))
        assert battle.scene.engaged(0) is engaged
        assert battle.scene.gap(0, 1) == pytest.approx((0.8**2 + height**2) ** 0.5)


@pytest.mark.parametrize(("height", "strike"), [(0.0, (0, 1)), (6.0, (0,))])
def test_a_friend_in_contact_on_another_floor_does_not_let_a_miniature_strike(
    height: float, strike: tuple[int, ...]
) -> None:
    """The second miniature stands behind the first, or six inches above the same place."""
    places = {0: ((28.0, 22.0), (26.73, 22.0)), 1: row(beside(28, 0.003), 22)}
    battle = near_mill(places, "combat", active=RED, units=fields(u0=(0.0, height)))
    fight(battle)
    take(battle, Fight(0))
    take(battle, Place())
    assert one(ev.StrikesDeclared, take(battle, Strike((Shot("blade", 1),)))).volleys[0].bearers == strike


def test_an_objective_is_held_from_a_low_floor_alone() -> None:
    for height, level in ((3.0, 1), (6.0, 0)):
        battle = near_mill({0: row(30, 22), 1: row(50, 22)}, units=fields(u0=(height,)))
        assert [len(there) for _, there in battle.scene.at(0)] == [1] * level


def test_ranges_count_height() -> None:
    gun = weapon("gun", reach=12)
    for height, reached in ((0.0, True), (6.0, False)):
        battle = near_mill(
            {0: row(beside(28, -13.2), 22), 1: row(28, 22)},
            "shooting",
            blue=[unit("Guns", gun)],
            units=fields(u1=(height,) if height else ()),
        )
        if reached:
            take(battle, Shoot(0, (Shot("gun", 1),)))
        else:
            assert refusal(battle, Shoot(0, (Shot("gun", 1),))).code == "out-of-weapon-range"


def test_a_unit_on_two_far_floors_is_out_of_coherency() -> None:
    battle = near_mill({0: row(29, 22, 2), 1: row(50, 22)}, units=fields(u0=(3.0, 3.0)))
    assert refusal(battle, Move(0, "move", row(29, 22, 2), (6.0, 0.0))).code == "coherency"
    take(battle, Move(0, "move", row(29, 22, 2), (6.0, 3.0)))


def test_a_charge_ends_below_those_who_stand_low() -> None:
    battle = near_mill({0: row(20, 22), 1: row(28, 22)}, "charge", units=fields(u1=(3.0,)))
    rolled = one(ev.ChargeRolled, take(battle, Charge(0, (1,)), 3, 3))
    assert (rolled.needed, rolled.success) == (6, True)
    take(battle, Place())
    assert battle.scene.engaged_with(0) == [1]
    assert battle.state.units[0].heights == ()


def test_a_charge_climbs_to_those_who_stand_high() -> None:
    low = near_mill({0: row(24, 22), 1: row(30, 22)}, "charge", units=fields(u1=(6.0,)))
    assert not one(ev.ChargeRolled, take(low, Charge(0, (1,)), 4, 4)).success
    high = near_mill({0: row(24, 22), 1: row(30, 22)}, "charge", units=fields(u1=(6.0,)))
    assert one(ev.ChargeRolled, take(high, Charge(0, (1,)), 6, 6)).success
    take(high, Place())
    assert high.state.units[0].heights == (6.0,)
    assert high.scene.engaged_with(0) == [1]


def test_a_charge_is_put_down_by_hand_on_a_floor() -> None:
    battle = near_mill({0: row(24, 22), 1: row(31, 22)}, "charge", units=fields(u1=(6.0,)))
    take(battle, Charge(0, (1,)), 6, 6)
    assert refusal(battle, Place(((28.9, 22.0),), (0.0,))).code == "not-reached"
    take(battle, Place(((28.9, 22.0),), (3.0,)))
    assert battle.state.units[0].heights == (3.0,)


def test_falling_back_from_a_floor() -> None:
    battle = near_mill({0: row(28, 22), 1: row(beside(28, 0.5), 22)}, units=fields(u0=(3.0,), u1=(3.0,)))
    assert refusal(battle, Move(0, "fall_back", ((28.0, 23.0),), (3.0,))).code == "in-engagement"
    moved = one(ev.UnitMoved, take(battle, Move(0, "fall_back", ((25.0, 22.0),))))
    assert (moved.how, moved.distance, battle.state.units[0].heights) == ("fell_back", 6.0, ())


def test_setting_up_on_a_floor() -> None:
    tower = Terrain("Tower", ((4.0, 4.0), (10.0, 4.0), (10.0, 10.0), (4.0, 10.0)), height=6.0, floors=(3.0,))
    what = setup([unit("Runners", count=2)], [unit("Foe")], tower)
    battle = mustering(what, {})
    take(battle, Deploy(0, row(6, 6, 2), (3.0, 3.0)))
    assert battle.state.units[0].heights == (3.0, 3.0)
    other = mustering(what, {})
    assert refusal(other, Deploy(0, row(6, 6, 2), (3.0,))).code == "wrong-count"
    assert refusal(other, Deploy(0, row(6, 6, 2), (5.0, 3.0))).code == "no-floor"
