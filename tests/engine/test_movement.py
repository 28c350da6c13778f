"""The movement phase: move, advance, fall back, hold, and what comes in from reserve."""

from __future__ import annotations

import itertools
import math
from typing import Any

import msgspec
import pytest

from highground.engine import events as ev
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import RollAgain
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToAdvance, AllowReroll, FixAdvance
from highground.engine.abilities.model import Ability, Use
from highground.engine.battle import Battle
from highground.engine.choices import Advance, Arrive, Charge, Choice, End, Move, Place, Shoot
from highground.engine.errors import Refusal
from highground.engine.ledger import Rolled
from highground.engine.model import Point, Terrain
from highground.engine.prompts import EndPrompt, MovePrompt, PlacePrompt
from highground.engine.record import Given
from highground.engine.state import Moving, Shot
from tests.engine.field import (
    BLUE,
    RED,
    beside,
    blade,
    miniatures,
    mixed,
    one,
    only,
    position,
    refusal,
    row,
    setup,
    take,
    unit,
    weapon,
)
from tests.values import replace

WALL = Terrain("wall", ((24.0, 21.0), (24.2, 21.0), (24.2, 23.0)), walls=(((24.0, 21.0), (24.0, 23.0)),))


def moving(count: int = 1, gap: float = 20.0, rules: str = "", keywords: str = "infantry", **more: Any) -> Battle:
    """Blue runners (6 inches) at x 20, a red unit so many inches right of them, a blue friend below."""
    blue = [
        unit(
            "Runners",
            weapon("gun"),
            weapon("burst", keywords="assault"),
            blade(),
            count=count,
            rules=rules,
            keywords=keywords,
        ),
        unit("Friends", blade()),
    ]
    what = setup(blue, [unit("Foe", blade())], WALL)
    places = {0: row(20, 22, count), 1: row(20, 40), 2: row(beside(20, gap), 22)}
    return position(what, {**places, **more.pop("places", {})}, "movement", **more)


def test_a_unit_moves_its_movement_and_no_farther() -> None:
    battle = moving(gap=30)
    refused = refusal(battle, Move(0, "move", ((20.0, 28.001),)))
    assert (refused.code, refused.measure) == ("too-far", "6.001 of 6 inches")
    event = one(ev.UnitMoved, take(battle, Move(0, "move", ((20.0, 28.0),))))
    assert event == ev.UnitMoved(0, "moved", ((20.0, 28.0),), 6.0, 6.0)
    assert refusal(battle, Move(0, "stationary")).code == "already-moved"


def test_a_unit_is_as_fast_as_its_slowest_living_miniature() -> None:
    mix = mixed("Mix", miniatures("Fast", 1, blade(), movement=10), miniatures("Slow", 1, blade(), movement=4))
    battle = position(setup([mix], [unit("Foe", blade())]), {0: row(20, 22, 2), 1: row(50, 22)}, "movement")
    assert refusal(battle, Move(0, "move", row(24.5, 22, 2))).measure == "4.5 of 4 inches"
    alone = replace(battle.state.units[0], wounds=(1, 0))
    battle.scene.rewind(replace(battle.state, units=(alone, battle.state.units[1])))
    assert one(ev.UnitMoved, take(battle, Move(0, "move", row(30, 22, 2)))).limit == 10.0
    assert battle.state.units[0].places[1] == (20.0, 23.5), "the dead stay where they fell"


# OPEN-19
@pytest.mark.parametrize(
    ("places", "code", "measure"),
    [
        (row(20.0, 44.0), "off-board", ""),
        (row(20.0, 39.0), "on-base", ""),
        (row(beside(20, 4) - 1.26 - 1.0, 22), "in-engagement", "1.0 inches from an enemy"),
        (row(24.0, 22.0), "on-wall", ""),
        (row(25.0, 22.0), "through-wall", "6.4 of 6 inches"),
        (row(29.26, 22), "too-far", "9.3 of 6 inches"),
        (((20.0, 22.0), (20.0, 26.0)), "wrong-count", "2 of 1"),
    ],
)
def test_where_a_move_may_not_end(places: tuple[Point, ...], code: str, measure: str) -> None:
    friend = {1: row(20, 39.5)} if code == "on-base" else {}
    start = {0: row(20, 40.0)} if code == "off-board" else {0: row(20, 35)} if code == "on-base" else {}
    foe = {} if code == "in-engagement" else {2: row(50, 22)}
    battle = moving(gap=4, places={1: row(5, 5), **friend, **start, **foe}, keywords="mounted")
    refused = refusal(battle, Move(0, "move", places))
    assert refused.code == code
    if measure:
        assert refused.measure == measure


def test_enemies_are_gone_round_and_not_through() -> None:
    battle = moving(places={2: row(23.0, 18.0)})
    battle.scene.rewind(replace(battle.state, units=(replace(battle.state.units[0], places=((20.0, 18.0),)),
                                                     *battle.state.units[1:])))  # fmt: skip
    refused = refusal(battle, Move(0, "move", ((26.0, 18.0),)))
    assert refused.code == "through-enemy"
    assert refused.measure.endswith("of 6 inches")


def test_a_unit_keeps_together() -> None:
    battle = moving(3, gap=30)
    refused = refusal(battle, Move(0, "move", ((20.0, 22.0), (20.0, 23.5), (20.0, 28.0))))
    assert (refused.code, refused.measure) == ("coherency", "1 of 3 out of coherency")


def test_an_advance_adds_its_die() -> None:
    battle = moving()
    event = one(ev.AdvanceRolled, take(battle, Move(0, "advance"), 4))
    assert event == ev.AdvanceRolled(0, 4, 10.0)
    assert battle.state.top == Moving(0, 10.0, 4)
    assert battle.ask() == PlacePrompt(BLUE, ("place",), (0,), 0, 10.0, why="advance")
    assert refusal(battle, Place(((20.0, 32.1),))).measure == "10.1 of 10 inches"
    assert refusal(battle, Move(1, "stationary")).code == "wrong-choice"
    moved = one(ev.UnitMoved, take(battle, Place(((20.0, 32.0),))))
    assert (moved.how, moved.distance) == ("advanced", 10.0)
    assert battle.state.stack == ()


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ((), "Advance needs 1 die, not 0."),
        ((4, 2), "Too many dice for the roll: 1 left over."),
        ((7,), "Advance: a die of 6 sides cannot show 7."),
    ],
)
def test_an_advance_takes_one_own_die(faces: tuple[int, ...], sentence: str) -> None:
    refused = refusal(moving(), Move(0, "advance"), Given(faces))
    assert (refused.code, refused.sentence) == ("wrong-dice", sentence)


def test_an_own_die_of_an_advance_is_kept_replayed_and_taken_back() -> None:
    battle = moving()
    begun = Battle(battle.setup, battle.seed, battle.scene.fork())
    battle.answer(Move(0, "advance"), Given((5,), "camera"))
    (record,) = battle.records
    assert record.dice == (Rolled("advance", 6, (5,), "camera"),)
    begun.answer(record.choice, record.given)
    assert (begun.records, begun.digest()) == (battle.records, battle.digest())
    with pytest.raises(Refusal, match="needs-consent"):
        battle.undo()
    battle.undo(consent=True)
    assert (battle.state.units[0].moved, battle.state.stack) == ("", ())


def striding(*effects: AnyEffect) -> Battle:
    """Runners (6 inches) that have these effects, and an ability that rerolls advances."""
    again = Use("activated", phases=("movement",), window="rolled", rolls=("advance",))
    runners = replace(
        unit("Runners", blade()),
        abilities=(
            Ability("Stride", effects=effects),
            Ability("Again", uid="again", effects=(RollAgain(),), use=again),
        ),
    )
    return position(setup([runners], [unit("Foe", blade())]), {0: row(20, 22), 1: row(50, 22)}, "movement")


@pytest.mark.parametrize(
    ("effects", "inches"),
    [
        ((FixAdvance(5),), 5),
        ((FixAdvance(5), AddToAdvance(2)), 7),
        ((FixAdvance(5), AllowReroll("advance")), 5),
        ((FixAdvance(3), FixAdvance(5)), 5),
    ],
)
def test_an_advance_of_fixed_inches_is_not_rolled(effects: tuple[AnyEffect, ...], inches: int) -> None:
    battle = striding(*effects)
    assert battle.answer(Move(0, "advance")) == (ev.AdvanceRolled(0, 0, 6.0 + inches),)
    assert battle.records[-1].dice == ()
    assert battle.ask() == PlacePrompt(BLUE, ("place",), (0,), 0, 6.0 + inches, why="advance")
    moved = one(ev.UnitMoved, take(battle, Place(((20.0, 28.0 + inches),))))
    assert (moved.how, moved.distance) == ("advanced", 6.0 + inches)


def test_an_advance_is_rolled_where_the_inches_do_not_hold() -> None:
    battle = striding(FixAdvance(5, conditions=(Condition("charged"),)))
    rolled = take(battle, Move(0, "advance"), 2)
    assert one(ev.AdvanceRolled, rolled).limit == 8.0
    assert only(ev.WindowOpened, rolled), "there is a roll to reroll"
    assert one(ev.UnitMoved, take(striding(FixAdvance(5)), Move(0, "move", ((20.0, 28.0),)))).limit == 6.0


def test_the_die_of_an_advance_is_rerolled_once() -> None:
    """By the unit's own ability, or else by one that is used after the roll."""
    battle = striding(AllowReroll("advance"))
    assert take(battle, Move(0, "advance"), 2, 1) == (ev.AdvanceRolled(0, 1, 7.0),)
    assert battle.ask() == PlacePrompt(BLUE, ("place",), (0,), 0, 7.0, why="advance")
    kept = take(striding(AllowReroll("advance")), Move(0, "advance"), 4)
    assert only(ev.WindowOpened, kept), "a die that was not rerolled may still be"


def test_fixed_inches_are_read_and_must_be_some() -> None:
    kind: Any = AnyEffect
    found = msgspec.json.decode(b'{"kind": "fixed_advance", "value": 5}', type=kind)
    assert (found, str(found), found.fault()) == (FixAdvance(5), "fixed advance 5", None)
    for value in (0, -2):
        fault = FixAdvance(value).fault()
        assert fault is not None
        assert fault.code == "effect-without-value"
    for wrong in (b'{"kind": "fixed_advance"}', b'{"kind": "fixed_advance", "value": "far"}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=kind)


def test_an_advance_may_end_where_it_began() -> None:
    battle = moving()
    take(battle, Move(0, "advance"), 6)
    take(battle, Place())
    assert battle.state.units[0].places == ((20.0, 22.0),)
    assert battle.state.units[0].moved == "advanced"


def test_who_advanced_shoots_assault_weapons_only_and_does_not_charge() -> None:
    battle = moving(gap=8, units={0: {"moved": "advanced"}})
    battle.scene.rewind(replace(battle.state, phase="shooting"))
    assert refusal(battle, Shoot(0, (Shot("gun", 2),))).code == "weapon-not-now"
    assert len(one(ev.ShotsDeclared, battle.clone().answer(Shoot(0, (Shot("burst", 2),)))).volleys) == 1
    battle.scene.rewind(replace(battle.state, phase="charge"))
    assert refusal(battle, Charge(0, (2,))).code == "advanced"


def test_what_cannot_move_cannot_advance() -> None:
    what = setup([unit("Tower", blade(), movement=0)], [unit("Foe", blade())])
    battle = position(what, {0: row(20, 22), 1: row(50, 22)}, "movement")
    refused = refusal(battle, Move(0, "advance"))
    assert (refused.code, refused.measure) == ("immobile", "0 inches")
    take(battle, Move(0, "stationary"))


def test_who_is_engaged_falls_back_or_stays() -> None:
    battle = moving(gap=0.9)
    for choice in (Move(0, "move", ((15.0, 22.0),)), Move(0, "advance")):
        assert refusal(battle, choice).code == "engaged"
    assert refusal(battle, Move(1, "fall_back", ((20.0, 38.0),))).code == "nothing-to-fall-back-from"
    assert refusal(battle, Move(0, "fall_back", ((20.0, 22.1),))).code == "in-engagement"
    event = one(ev.UnitMoved, take(battle, Move(0, "fall_back", ((14.5, 22.0),))))
    assert (event.how, event.distance) == ("fell_back", 5.5)
    battle.scene.rewind(replace(battle.state, phase="shooting"))
    assert refusal(battle, Shoot(0)).code == "fell-back"
    battle.scene.rewind(replace(battle.state, phase="charge"))
    assert refusal(battle, Charge(0, (2,))).code == "fell-back"


def test_an_engaged_unit_may_hold_its_position() -> None:
    battle = moving(gap=0.5)
    assert one(ev.UnitMoved, take(battle, Move(0, "stationary"))).how == "stationary"


def test_engagement_is_one_inch_to_the_hair() -> None:
    assert moving(gap=1.0).scene.engaged(0)
    assert not moving(gap=1.001).scene.engaged(0)


# OPEN-20
def test_the_phase_ends_when_everybody_has_moved_or_held() -> None:
    battle = moving()
    refused = refusal(battle, End())
    assert (refused.code, refused.measure) == ("units-left", "2 units")
    assert "Runners, Friends" in refused.sentence
    take(battle, Move(0, "stationary"))
    take(battle, Move(1, "stationary"))
    assert battle.ask() == EndPrompt(BLUE, ("end",))
    take(battle, End())
    assert battle.state.phase_time == "end"


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (Move(2, "stationary"), "not-yours"),
        (Move(7, "stationary"), "no-such-unit"),
        (Move(-1, "stationary"), "no-such-unit"),
        (Shoot(0), "wrong-choice"),
        (Place(), "wrong-choice"),
        (Advance(), "wrong-choice"),
    ],
)
def test_moves_that_nobody_can_make(choice: Choice, code: str) -> None:
    assert refusal(moving(), choice).code == code


def test_the_dead_and_the_absent_do_not_move() -> None:
    battle = moving(units={0: {"wounds": (0,)}, 1: {"deployed": False, "reserves": True}})
    assert refusal(battle, Move(0, "stationary")).code == "destroyed"
    assert refusal(battle, Move(1, "stationary")).code == "not-on-table"


def reserve(rules: str = "", number: int = 2) -> Battle:
    what = setup([unit("Late", blade(), count=2, rules=rules), unit("Here", blade())], [unit("Foe", blade())])
    units = {0: {"reserves": True}}
    return position(what, {1: row(5, 5), 2: row(30, 10)}, "movement", round=number, units=units)


# OPEN-21
def test_reserves_wait_for_the_second_round() -> None:
    battle = reserve(number=1)
    refused = refusal(battle, Arrive(0, row(0.7, 30, 2)))
    assert (refused.code, refused.measure) == ("too-early", "round 1")
    assert battle.ask() == MovePrompt(BLUE, ("move",), (1,))


def test_reserves_come_into_the_enemys_zone_from_the_third_round() -> None:
    """Red's zone begins at x 48: no part of a base may lie in it, unless the unit comes by a way of its own."""
    assert refusal(reserve(), Arrive(0, row(47.4, 42.0, 1) + row(46.0, 42.0, 1))).code == "in-enemy-zone"
    take(reserve(), Arrive(0, row(47.37, 42.0, 1) + row(46.0, 42.0, 1)))
    take(reserve(number=3), Arrive(0, row(57.0, 30.0, 2)))
    take(reserve("deep strike"), Arrive(0, row(57.0, 30.0, 2)))


# OPEN-21
def test_reserves_arrive_within_six_inches_of_an_edge() -> None:
    battle = reserve()
    assert battle.ask() == MovePrompt(BLUE, ("move", "arrive"), (1, 0))
    assert refusal(battle, Arrive(0, row(5.38, 30, 2))).code == "far-from-edge"
    assert refusal(battle, Arrive(1, row(0.7, 30))).code == "not-in-reserve"
    take(battle, Arrive(0, row(5.37, 30, 2)))
    arrived = battle.state.units[0]
    assert (arrived.deployed, arrived.reserves, arrived.moved) == (True, False, "moved")


def test_reserves_arrive_more_than_nine_inches_from_every_enemy() -> None:
    battle = reserve("deep strike")
    refused = refusal(battle, Arrive(0, row(30.0, 20.26, 2)))
    assert refused.code == "too-close"
    assert "Foe" in refused.sentence
    take(battle, Arrive(0, row(30.0, 20.261, 2)))


def test_only_deep_strikers_arrive_away_from_the_edges() -> None:
    places = row(30.0, 30.0, 2)
    assert refusal(reserve(), Arrive(0, places)).code == "far-from-edge"
    battle = reserve("deep strike")
    take(battle, Arrive(0, places))
    assert battle.state.units[0].places == places


@pytest.mark.parametrize(("number", "turn", "lost"), [(2, 2, False), (3, 1, False), (3, 2, True)])
def test_reserves_that_never_came_are_destroyed_after_round_three(number: int, turn: int, *, lost: bool) -> None:
    battle = reserve(number=number)
    battle.scene.rewind(replace(battle.state, phase="combat", phase_time="end", turn=turn, active=RED))
    events = take(battle, Advance())
    assert bool(only(ev.ReservesLost, events)) is lost
    assert battle.state.units[0].alive is not lost
    if lost:
        assert one(ev.UnitDestroyed, events) == ev.UnitDestroyed(0)
        assert not battle.state.units[0].reserves


def test_a_way_round_a_wall_is_kept_with_its_corners_and_its_length() -> None:
    """The wall stands from (24, 21) to (24, 23), 1.37 inches from the middle of the way."""
    battle = moving(gap=30, places={0: row(22, 22)}, keywords="mounted")
    event = one(ev.UnitMoved, take(battle, Move(0, "move", row(26, 22))))
    ((miniature, corners),) = event.ways
    assert miniature == 0
    points = [(22.0, 22.0), *corners, (26.0, 22.0)]
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(points))
    assert event.distance == pytest.approx(length, abs=0.001)
    assert 4.5 < event.distance <= 6.0
    assert all(not 21.0 < y < 23.0 for _, y in corners), "it bends beyond the wall's ends"


def test_a_straight_way_keeps_no_corners() -> None:
    event = one(ev.UnitMoved, take(moving(gap=30), Move(0, "move", row(20, 25))))
    assert (event.ways, event.distance) == ((), 3.0)


def test_a_shocked_unit_that_falls_back_tests_each_miniature() -> None:
    """A two and a one cost a miniature each; which ones does not depend on whose die it was."""
    battle = moving(3, gap=0.5, units={0: {"shocked": True}})
    events = take(battle, Move(0, "fall_back", row(16, 22, 3)), 2, 3, 1)
    rolled = one(ev.CauseRolled, events)
    assert (rolled.cause, rolled.dice, rolled.needed, rolled.happened) == ("break-out", (2, 3, 1), 3, True)
    assert one(ev.WoundsLost, events).slain == (1, 2)
    assert battle.state.units[0].standing == [0]
    assert battle.state.units[0].moved == "fell_back"


def test_its_player_says_who_is_lost_in_breaking_out() -> None:
    """As they choose who takes wounds first; whose die it was does not matter."""
    battle = moving(3, gap=0.5, units={0: {"shocked": True, "falls": (1,)}})
    events = take(battle, Move(0, "fall_back", row(16, 22, 3)), 6, 6, 1)
    assert one(ev.WoundsLost, events).slain == (1,)


def test_a_shocked_unit_may_be_lost_as_a_whole() -> None:
    battle = moving(1, gap=0.5, units={0: {"shocked": True}})
    events = take(battle, Move(0, "fall_back", row(16, 22)), 1)
    assert one(ev.UnitDestroyed, events).unit == 0
    prompt = battle.ask()
    assert prompt is not None
    assert prompt.units == (1,)


def test_who_has_no_way_out_but_through_an_enemy_is_tested() -> None:
    """The foe stands right of the first miniature: its six inches lead through it, those of the second past it."""
    battle = moving(2, gap=0.5, places={0: ((20.0, 26.0), (20.0, 24.5)), 2: row(beside(20, 0.5), 26.0)})
    ends = ((26.0, 26.0), (24.6, 24.5))
    events = take(battle, Move(0, "fall_back", ends), 2)
    assert one(ev.CauseRolled, events).dice == (2,)
    assert one(ev.WoundsLost, events).slain == (1,)
    assert battle.state.units[0].standing == [0]


def test_nobody_is_tested_who_falls_back_freely() -> None:
    assert not only(ev.CauseRolled, take(moving(2, gap=0.5), Move(0, "fall_back", row(15, 22, 2))))


def test_nobody_falls_back_onto_an_enemy_or_into_another_fight() -> None:
    battle = moving(gap=0.5)
    assert refusal(battle, Move(0, "fall_back", row(beside(20, 0.5), 22))).code == "on-base"
    assert refusal(battle, Move(0, "fall_back", row(beside(20, 0.5), 23.9))).code == "in-engagement"
