"""The charge phase: who may declare, what the roll must reach, and where the charger ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import Charge, Choice, End, Place, Shoot
from highground.engine.model import Point, Terrain
from highground.engine.prompts import ChargePrompt, EndPrompt, PlacePrompt
from highground.engine.state import Charging
from highground.engine.steps.charge import needed
from tests.engine.field import BLUE, beside, blade, one, only, position, refusal, row, setup, take, unit

RUBBLE = Terrain("wall", ((23.0, 20.0), (23.2, 20.0), (23.2, 24.0)), walls=(((23.0, 20.0), (23.0, 24.0)),))


def charging(
    gap: float = 7.0,
    count: int = 1,
    others: Mapping[int, Sequence[Point]] | None = None,
    *terrain: Terrain,
    keywords: str = "infantry",
    **more: Any,
) -> Battle:
    """A blue unit at x 20 may charge a red one so many inches right of it; `others` are more red units."""
    others = others or {}
    red = [unit("Target", blade())] + [unit(f"Other {i}", blade()) for i in others]
    what = setup([unit("Chargers", blade(), count=count, keywords=keywords)], red, *terrain)
    return position(what, {0: row(20, 22, count), 1: row(beside(20, gap), 22), **others}, "charge", **more)


@pytest.mark.parametrize(("gap", "least"), [(1.5, 2), (3.0, 2), (3.001, 3), (7.0, 6), (7.001, 7), (8.5, 8), (12.0, 11)])
def test_the_least_roll_brings_the_unit_within_an_inch(gap: float, least: int) -> None:
    assert needed(gap) == least


# OPEN-22
def test_a_roll_that_is_just_enough_reaches() -> None:
    battle = charging(7.0)
    events = take(battle, Charge(0, (1,)), 2, 4)
    assert one(ev.ChargeDeclared, events) == ev.ChargeDeclared(0, (1,), (7.0,))
    assert one(ev.ChargeRolled, events) == ev.ChargeRolled(0, (1,), (2, 4), 6, success=True, limit=6.0)
    assert battle.state.top == Charging(0, (1,), 6.0)
    assert battle.ask() == PlacePrompt(BLUE, ("place",), (0,), 0, 6.0, why="charge")
    take(battle, Place())
    assert battle.scene.gap(0, 1) <= 1.0 + 1e-6
    assert battle.state.units[0].charged
    assert battle.state.stack == ()


# OPEN-22
def test_a_roll_one_short_fails_and_the_unit_stays() -> None:
    battle = charging(7.0)
    rolled = one(ev.ChargeRolled, take(battle, Charge(0, (1,)), 2, 3))
    assert (rolled.success, rolled.needed, rolled.limit) == (False, 6, 5.0)
    unit_ = battle.state.units[0]
    assert (unit_.places, unit_.charged, unit_.charge_tried) == (((20.0, 22.0),), False, True)
    assert battle.state.stack == ()
    assert refusal(battle, Charge(0, (1,))).code == "already-charged"


def test_a_long_roll_brings_bases_into_contact() -> None:
    battle = charging(7.0)
    take(battle, Charge(0, (1,)), 6, 6)
    take(battle, Place())
    assert battle.scene.gap(0, 1) == pytest.approx(0.0, abs=0.003)


@pytest.mark.parametrize(
    ("x", "code", "measure"),
    [
        (26.001, "too-far", "6.001 of 6 inches"),
        (25.9, "not-reached", ""),
        (26.0, "", ""),
    ],
)
def test_places_chosen_for_a_charge_are_checked(x: float, code: str, measure: str) -> None:
    battle = charging(7.0)
    take(battle, Charge(0, (1,)), 3, 3)
    if code:
        refused = refusal(battle, Place(((x, 22.0),)))
        assert (refused.code, refused.measure) == (code, measure)
    else:
        take(battle, Place(((x, 22.0),)))
        assert battle.state.units[0].charged


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (Charge(0, ()), "no-target"),
        (Charge(0, (1, 1)), "target-twice"),
        (Charge(0, (0,)), "own-unit"),
        (Charge(0, (8,)), "no-such-unit"),
        (Charge(1, (0,)), "not-yours"),
        (Charge(-2, (1,)), "no-such-unit"),
        (Shoot(0), "wrong-choice"),
        (Place(), "wrong-choice"),
    ],
)
def test_charges_that_nobody_can_declare(choice: Choice, code: str) -> None:
    assert refusal(charging(), choice).code == code


@pytest.mark.parametrize(("gap", "allowed"), [(12.0, True), (12.1, False)])
def test_targets_stand_within_twelve_inches(gap: float, *, allowed: bool) -> None:
    battle = charging(gap)
    prompt = battle.ask()
    assert prompt is not None
    assert ("charge" in prompt.kinds) is allowed
    if not allowed:
        refused = refusal(battle, Charge(0, (1,)))
        assert (refused.code, refused.measure) == ("out-of-range", "12.1 of 12 inches")


@pytest.mark.parametrize(("moved", "code"), [("advanced", "advanced"), ("fell_back", "fell-back")])
def test_who_advanced_or_fell_back_does_not_charge(moved: str, code: str) -> None:
    assert refusal(charging(units={0: {"moved": moved}}), Charge(0, (1,))).code == code


def test_who_is_engaged_does_not_charge() -> None:
    assert refusal(charging(0.5), Charge(0, (1,))).code == "already-engaged"


def test_the_absent_are_no_targets() -> None:
    battle = charging(units={1: {"deployed": False, "reserves": True}})
    assert refusal(battle, Charge(0, (1,))).code == "not-on-table"


def test_a_charge_at_two_targets_must_reach_both() -> None:
    """The farther target sets the roll; a long enough one engages both."""
    others = {2: row(beside(20, 9.0), 24.0)}
    battle = charging(7.0, 3, others)
    failed = one(ev.ChargeRolled, take(battle.clone(), Charge(0, (1, 2)), 3, 3))
    assert not failed.success
    rolled = one(ev.ChargeRolled, take(battle, Charge(0, (1, 2)), 6, 6))
    assert (rolled.success, rolled.targets) == (True, (1, 2))
    take(battle, Place())
    assert battle.scene.engaged_with(0) == [1, 2]


def test_a_charge_engages_nobody_else() -> None:
    """Another enemy right before the target leaves no place to end, whatever the roll."""
    others = {2: row(beside(20, 5.5), 22.0), 3: row(beside(20, 7.0), 20.0), 4: row(beside(20, 7.0), 24.0)}
    battle = charging(7.0, 1, others)
    rolled = one(ev.ChargeRolled, take(battle, Charge(0, (1,)), 6, 6))
    assert rolled.limit >= rolled.needed
    assert not rolled.success
    easy = charging(7.0, 1, {2: row(beside(20, 7.0), 25.0)})
    take(easy, Charge(0, (1,)), 6, 6)
    assert refusal(easy, Place(((26.6, 23.6),))).code == "in-engagement"
    take(easy, Place())
    assert easy.scene.engaged_with(0) == [1]


def test_walls_lengthen_the_way_of_a_charge() -> None:
    short = one(ev.ChargeRolled, take(charging(4.0, 1, None, RUBBLE, keywords="mounted"), Charge(0, (1,)), 2, 2))
    assert (short.needed, short.success) == (3, False)
    long = one(ev.ChargeRolled, take(charging(4.0, 1, None, RUBBLE, keywords="mounted"), Charge(0, (1,)), 6, 5))
    assert long.success


def test_units_may_decline_to_charge() -> None:
    battle = charging()
    assert battle.ask() == ChargePrompt(BLUE, ("charge", "end"), (0,))
    take(battle, End())
    assert battle.state.phase_time == "end"
    assert only(ev.ChargeRolled, [event for record in battle.records for event in record.events]) == []


def test_every_charger_ends_closer_to_a_target() -> None:
    """The first stands in contact; the second would swing out to the side and end farther away than it began."""
    battle = charging(2.5, 2)
    take(battle, Charge(0, (1,)), 6, 2)
    first = (beside(20, 2.5) - 2 * 0.63 - 0.001, 22.0)
    assert refusal(battle, Place((first, (20.6, 24.6)))).code == "not-closer"
    assert refusal(battle, Place((first, (20.0, 23.5)))).code == "could-touch"


def test_a_charger_that_can_ends_in_base_contact() -> None:
    battle = charging(7.0, 1)
    take(battle, Charge(0, (1,)), 6, 6)
    refused = refusal(battle, Place(((beside(20, 7.0) - 2 * 0.63 - 0.9, 22.0),)))
    assert (refused.code, refused.sentence.count("1 miniature could")) == ("could-touch", 1)
    take(battle, Place(((beside(20, 7.0) - 2 * 0.63 - 0.04, 22.0),)))
    assert battle.scene.gap(0, 1) == pytest.approx(0.04)


def test_a_roll_that_is_just_enough_need_not_end_in_contact() -> None:
    battle = charging(7.0, 1)
    take(battle, Charge(0, (1,)), 4, 2)
    take(battle, Place(((26.0, 22.0),)))
    assert battle.scene.gap(0, 1) == pytest.approx(1.0)


@pytest.mark.parametrize("roll", [(3, 3), (5, 4), (6, 6)])
def test_the_engines_own_way_brings_everybody_as_close_as_it_checks(roll: tuple[int, int]) -> None:
    battle = charging(5.0, 5)
    take(battle, Charge(0, (1,)), *roll)
    found = battle.clone()
    take(found, Place())
    take(battle, Place(tuple(found.state.units[0].places)))
    starts, foe = row(20, 22, 5), battle.state.units[1].places[0]
    ends = found.state.units[0].places
    assert all(dist(end, foe) < dist(start, foe) for start, end in zip(starts, ends, strict=True))


def test_aircraft_neither_charge_nor_are_charged_but_by_those_that_fly() -> None:
    plane = charging(keywords="vehicle, aircraft, fly")
    assert plane.ask() == EndPrompt(BLUE, ("end",))
    assert refusal(plane, Charge(0, (1,))).code == "aircraft"
    for keywords, code in (("infantry", "out-of-the-air"), ("infantry, fly", None)):
        what = setup([unit("Chargers", blade(), keywords=keywords)], [unit("Plane", blade(), keywords="aircraft")])
        battle = position(what, {0: row(20, 22), 1: row(beside(20, 4.0), 22)}, "charge")
        if code:
            assert refusal(battle, Charge(0, (1,))).code == code
            assert battle.ask() == EndPrompt(BLUE, ("end",))
        else:
            assert one(ev.ChargeRolled, take(battle, Charge(0, (1,)), 3, 3)).success
