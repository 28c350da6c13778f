"""What battles earn, by short ones made by hand: each achievement and award with what just misses it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import pytest

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.attack.definition import define
from highground.engine.attack.roll import roll
from highground.engine.dice import GivenDice
from highground.engine.log import Log, log_of
from highground.engine.model import Objective, Setup, UnitSheet
from highground.engine.record import Record
from highground.game.timeline.figures.awards import ACHIEVEMENTS, UNIT_AWARDS, Awards, awards
from highground.game.timeline.whole_log import timeline
from tests.engine.attack_helpers import pool_row
from tests.game.timeline.small import (
    BEACON,
    BITES,
    CAPTAIN,
    FIRST,
    HOUND,
    LAYOUT,
    LIGHTERS,
    SECOND,
    STILL,
    army,
    led_setup,
    log,
    setup,
    shots,
)
from tests.game.timeline.test_timeline import SEEDS, fought
from tests.values import replace

Events = Sequence[ev.Event]
THREE = replace(LAYOUT, objectives=tuple(Objective(name, (20.0, 22.0)) for name in ("Well", "Gate", "Oven")))
WIN, LOSS, DRAW = ev.BattleEnded(0), ev.BattleEnded(1), ev.BattleEnded(None)
DEPLOYED = (ev.UnitDeployed(0, FIRST), ev.UnitDeployed(2, ((12.0, 36.0),)), ev.UnitDeployed(1, SECOND))


def fight(events: Events, of: Setup | None = None) -> Log:
    return Log(of or setup(), 1, (Record(ch.Advance(), (), tuple(events), 0),), "")


def earned(events: Events, side: int = 0, of: Setup | None = None) -> set[str]:
    return {achievement.code for achievement in awards(fight(events, of)).achievements[side]}


def granted(events: Events, code: str, of: Setup | None = None) -> dict[str, str]:
    """The units that have the award, with the reason."""
    return {award.unit_name: award.reason for award in awards(fight(events, of)).units if award.code == code}


def scored(side: int, points: int) -> ev.PrimaryScored:
    return ev.PrimaryScored(side, points, (0,), "Hold the Yard")


def slain(unit: int, by: int, miniatures: int = 1, wounds: int = 1) -> tuple[ev.Event, ...]:
    """A unit loses so many miniatures of so many wounds, which destroys it."""
    lost = tuple((number, wounds) for number in range(miniatures))
    dead = tuple(range(miniatures))
    return ev.WoundsLost(unit, lost, dead, "a ruse", by=by), ev.UnitDestroyed(unit, by)


HOUND_SLAIN = slain(2, 0, 1, 4)
LIGHTERS_SLAIN = slain(0, 2, 3)
OTHERS_SLAIN = slain(1, 2, 3)


def with_warlord(sheet: UnitSheet, points: int | None = None) -> Setup:
    hound = replace(sheet, warlord=True, points=sheet.points if points is None else points)
    return replace(setup(), armies=(army("Red Lanterns", LIGHTERS, LIGHTERS), army("Grey Tide", hound)))


MISSES = (ev.AttacksMade(0, 2, (0, 1, 2), False, shots([1] * 6), (), ()),)
"""Three stationary lamp guns miss, and more than a wound is to be expected."""


def nerve_tests(*passed: bool) -> tuple[ev.Event, ...]:
    return tuple(ev.BattleShockTested(0, (3, 4), 7, each) for each in passed)


def turns(*gained: tuple[int, int]) -> tuple[ev.Event, ...]:
    """Rounds in which the armies score these points."""
    shown: list[ev.Event] = []
    for number, points in enumerate(gained, 1):
        shown.append(ev.TurnBegan(number, 1, 0))
        shown += [scored(side, each) for side, each in enumerate(points) if each]
        shown.append(ev.TurnEnded(number, 2, 1))
    return tuple(shown)


CHARGED = (ev.ChargeRolled(0, (2,), (5, 6), 9, True, 11.0), ev.ChargeMoved(0, (2,), FIRST))
ALL_HELD = tuple(ev.ControlChanged(number, 0, (3, 0)) for number in range(3))
ARRIVED = (ev.UnitReserved(0), ev.TurnBegan(2, 1, 0), ev.UnitArrived(0, FIRST))
CASES: list[tuple[str, Events, Events, Setup | None]] = [
    ("to_the_end", [DRAW], [], None),
    ("victory", [WIN], [DRAW], None),
    ("first_blood", [*HOUND_SLAIN, LOSS], [*LIGHTERS_SLAIN, *HOUND_SLAIN, WIN], None),
    (
        "every_objective",
        [*ALL_HELD, ev.TurnEnded(1, 1, 0), LOSS],
        [*ALL_HELD[:2], ev.TurnEnded(1, 1, 0), ALL_HELD[2], WIN],
        replace(setup(), layout=THREE),
    ),
    (
        "from_behind",
        [*turns((0, 0), (5, 0), (0, 10), (9, 0)), WIN],
        [*turns((0, 0), (5, 0), (5, 10), (9, 0)), WIN],
        None,
    ),
    (
        "from_behind",
        [*turns((0, 0), (5, 0), (0, 10), (9, 0)), WIN],
        [ev.TurnBegan(3, 1, 1), scored(1, 10), ev.TurnEnded(3, 1, 1), ev.BattleEnded(0, "resigned")],
        None,
    ),
    ("against_the_odds", [*MISSES * 5, WIN], [*MISSES * 5, LOSS], None),
    ("no_unit_lost", [WIN], [*LIGHTERS_SLAIN, WIN], None),
    ("swept", [*HOUND_SLAIN, DRAW], [ev.WoundsLost(2, ((0, 3),), (), "a ruse", by=0), WIN], None),
    ("whisker", [scored(0, 9), scored(1, 6), WIN], [scored(0, 9), scored(1, 5), WIN], None),
    ("landslide", [scored(0, 30), WIN], [scored(0, 29), WIN], None),
    ("headless", [*HOUND_SLAIN, LOSS], [*LIGHTERS_SLAIN, LOSS], with_warlord(HOUND)),
    ("steady_nerves", [*nerve_tests(True, True, True), LOSS], [*nerve_tests(True, True, False, True), WIN], None),
    ("thunder", [*CHARGED * 4, LOSS], [*CHARGED * 3, WIN], None),
    ("ambush", [*ARRIVED, *HOUND_SLAIN, LOSS], [*ARRIVED, ev.TurnEnded(2, 1, 0), *HOUND_SLAIN, WIN], None),
    ("last_standing", [*LIGHTERS_SLAIN, WIN], [*LIGHTERS_SLAIN, LOSS], None),
    ("giant_killer", [*slain(2, 0, 1, 4), LOSS], [*LIGHTERS_SLAIN, LOSS], with_warlord(HOUND, 120)),
    (
        "steady_hand",
        [*turns((0, 0), (5, 0), (5, 0), (5, 0), (5, 0)), LOSS],
        [*turns((5, 0), (5, 0), (5, 0), (0, 0), (5, 0)), WIN],
        None,
    ),
    (
        "own_plans",
        [*[ev.SecondaryScored(0, "wells", "Mind the Wells", 5, 1, True)] * 4, LOSS],
        [*[ev.SecondaryScored(0, "wells", "Mind the Wells", 5, 1, True)] * 3, WIN],
        led_setup(),
    ),
]


@pytest.mark.parametrize(("code", "enough", "too_little", "of"), CASES, ids=[case[0] for case in CASES])
def test_an_achievement_is_earned_and_narrowly_missed(
    code: str, enough: Events, too_little: Events, of: Setup | None
) -> None:
    """SITE-8: achievements come out of the events."""
    assert code in earned([*DEPLOYED, *enough], 0, of)
    assert code not in earned([*DEPLOYED, *too_little], 0, of)


def test_every_achievement_has_a_case() -> None:
    assert {achievement.code for achievement, _ in ACHIEVEMENTS} == {case[0] for case in CASES}
    assert len(CASES) >= 12


Expected = dict[str, str]
UNITS: list[tuple[str, Events, Expected, str | None]] = [
    ("worth", [*LIGHTERS_SLAIN, WIN], {"Tide Hound": "Slew 60 points of the enemy, and costs 45."}, None),
    ("worth", [*HOUND_SLAIN, WIN], {}, None),
    ("first_blood", [*HOUND_SLAIN, *LIGHTERS_SLAIN, WIN],
     {"Lamplighters 1": "Destroyed Tide Hound in round 1, first of all."}, None),
    ("hardest", [*OTHERS_SLAIN, ev.WoundsLost(2, ((0, 2),), (), "a ruse", by=0), WIN],
     {"Tide Hound": "Dealt 3 wounds, the most."}, None),
    ("hardest", [WIN], {}, None),
    ("stone_wall", [*LIGHTERS_SLAIN, ev.WoundsLost(2, ((0, 2),), (), "a ruse", by=1), WIN],
     {"Tide Hound": "Took 2 wounds and still stands."}, None),
    ("last_of_them", [ev.WoundsLost(0, tuple((i, 1) for i in range(4)), (0, 1, 2, 3), "a ruse"), WIN],
     {"Lamplighters": "One of 5 came through."}, "five"),
    ("charged_home", [*CHARGED * 2, WIN], {"Lamplighters 1": "Brought 2 charges home."}, None),
    ("charged_home", [*CHARGED, WIN], {}, None),
    ("unshaken", [*nerve_tests(True, True), WIN], {"Lamplighters 1": "Passed 2 battle-shock tests of 2."}, None),
    ("unshaken", [*nerve_tests(True, True, False), WIN], {}, None),
    ("patched_up", [ev.WoundsLost(2, ((0, 3),), (), "a ruse"), ev.WoundsHealed(2, ((0, 3),), "tide"), WIN],
     {"Tide Hound": "Was given 3 wounds back."}, None),
    ("ambush", [*ARRIVED, *HOUND_SLAIN, WIN],
     {"Lamplighters 1": "Destroyed Tide Hound in round 2, the turn it arrived."}, None),
    ("headhunter", [*HOUND_SLAIN, WIN], {"Lamplighters 1": "Slew the warlord, Tide Hound, in round 1."}, "warlord"),
    ("giant_killer", [*HOUND_SLAIN, WIN],
     {"Lamplighters 1": "Destroyed Tide Hound: 120 points, against 60 of its own."}, "giant"),
    ("long_march", [ev.UnitMoved(2, "moved", ((12.0, 11.0),), 25.0, 25.0), WIN],
     {"Tide Hound": 'Went 25.0", the furthest.'}, None),
    ("long_march", [ev.UnitMoved(2, "moved", ((12.0, 13.0),), 23.0, 25.0), WIN], {}, None),
]  # fmt: skip
FIVE = replace(LIGHTERS, miniatures=(replace(LIGHTERS.miniatures[0], count=5),))
SETUPS: dict[str, Callable[[], Setup]] = {
    "warlord": lambda: with_warlord(HOUND),
    "giant": lambda: with_warlord(HOUND, 120),
    "five": lambda: replace(setup(), armies=(army("Red Lanterns", FIVE, CAPTAIN), army("Grey Tide", HOUND))),
}


@pytest.mark.parametrize(("code", "events", "expected", "of"), UNITS)
def test_a_unit_award_shows_its_number(code: str, events: Events, expected: Expected, of: str | None) -> None:
    """SITE-9."""
    assert granted(events, code, SETUPS[of]() if of else None) == expected


def test_luck_is_measured_against_the_dice() -> None:
    """Two bites at three Lamplighters do more than their mean; five times, more than five wounds more."""
    bite = ev.AttacksMade(2, 0, (0,), True, BITES, ((2, 1), (1, 1)), (2, 1))
    back = ev.WoundsHealed(0, ((2, 1), (1, 1)), "tide", ((2, (0.0, 0.0)), (1, (0.0, 0.0))))
    (reason,) = granted([*DEPLOYED, *(bite, back) * 9, WIN], "fortunate").values()
    assert reason.startswith("Did ")
    assert reason.endswith(" wounds more than its dice were worth.")
    assert granted([*DEPLOYED, bite, WIN], "fortunate") == {}


def test_every_unit_award_has_a_case() -> None:
    assert {code for code, *_ in UNIT_AWARDS} == {code for code, *_ in UNITS} | {"fortunate"}
    assert len(UNIT_AWARDS) >= 8


def test_a_battle_that_is_not_over_earns_nothing() -> None:
    assert awards(fight([*DEPLOYED, *HOUND_SLAIN])) == Awards()


@pytest.mark.parametrize("reason", ["resigned", "absent", "time", "draw"])
def test_a_battle_that_ends_early_is_not_fought_to_its_end(
    reason: Literal["resigned", "absent", "time", "draw"],
) -> None:
    """Whoever wins by it has won all the same."""
    ended = ev.BattleEnded(None if reason == "draw" else 0, reason)
    assert earned([*DEPLOYED, ended]) == ({"victory", "no_unit_lost"} if reason != "draw" else set())
    assert earned([*DEPLOYED, ended], 1) == set()


def test_a_fallen_leader_counts_though_its_unit_fights_on() -> None:
    """The captain is the fourth miniature of the unit it joined; no event reports its end alone."""
    chief = replace(CAPTAIN, warlord=True)
    of = replace(led_setup(), armies=(army("Red Lanterns", LIGHTERS, chief), army("Grey Tide", HOUND)))
    joined = ev.LeaderJoined(1, 0)
    fall = ev.WoundsLost(0, ((3, 4),), (3,), "a ruse", by=2)
    assert "headless" in earned([joined, *DEPLOYED[:2], fall, DRAW], 1, of)
    assert granted([joined, *DEPLOYED[:2], fall, DRAW], "headhunter", of) == {
        "Tide Hound": "Slew the warlord, Wick Captain, in round 1."
    }


def beacon(faces: list[int]) -> ev.AttacksMade:
    """The captain's own shot at the hound, from the unit that it joined."""
    shot = roll(define(BEACON, 1, STILL, 5), pool_row([4], 5, 5, 6), GivenDice(faces))
    return ev.AttacksMade(0, 2, (3,), False, shot, ((0, 4),), (0,))


LED = (ev.LeaderJoined(1, 0), *DEPLOYED[:2])


def test_a_leader_that_arrived_with_its_unit_comes_out_of_nowhere() -> None:
    arrived = (ev.UnitReserved(0), ev.TurnBegan(2, 1, 0), ev.UnitArrived(0, (*FIRST, (14.5, 8.0))))
    events = [*LED, *arrived, beacon([4, 5, 1, 1, 1]), ev.UnitDestroyed(2, 0), WIN]
    assert "ambush" in earned(events, 0, led_setup())
    assert granted(events, "ambush", led_setup()) == {
        "Wick Captain": "Destroyed Tide Hound in round 2, the turn it arrived."
    }


def test_a_leader_marches_as_far_as_its_unit() -> None:
    """First with it, then alone; the unit fell after its first move."""
    fall = ev.WoundsLost(0, tuple((i, 1) for i in range(3)), (0, 1, 2), "a ruse", by=2)
    events = [
        *LED,
        ev.UnitMoved(0, "moved", (*FIRST, (14.5, 8.0)), 15.0, 15.0),
        fall,
        ev.LeaderLeft(1, 0),
        ev.UnitDestroyed(0, 2),
        ev.UnitMoved(1, "moved", ((14.5, 18.0),), 10.0, 10.0),
        ev.UnitMoved(2, "moved", ((12.0, 12.0),), 24.0, 24.0),
        WIN,
    ]
    assert granted(events, "long_march", led_setup()) == {"Wick Captain": 'Went 25.0", the furthest.'}


def test_a_charge_round_a_corner_is_as_long_as_its_way() -> None:
    charge = ev.ChargeMoved(2, (0,), ((12.0, 24.0),), ((0, ((24.0, 36.0), (24.0, 24.0))),))
    assert granted([*DEPLOYED, charge, WIN], "long_march") == {"Tide Hound": 'Went 36.0", the furthest.'}


def test_the_small_battle() -> None:
    """The hound wins by 5 points, having slain two Lamplighters of 20 points each; it is what took the most wounds."""
    found = awards(log(), "yard")
    assert {achievement.code for achievement in found.achievements[0]} == {"to_the_end"}
    assert {achievement.code for achievement in found.achievements[1]} == {"to_the_end", "victory", "no_unit_lost"}
    assert {(award.code, award.unit_name) for award in found.units} == {
        ("hardest", "Lamplighters 1"), ("hardest", "Tide Hound"),
        ("stone_wall", "Lamplighters 1"), ("stone_wall", "Tide Hound"),
    }  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_what_must_hold_of_every_battle(seed: int) -> None:
    battle = log_of(fought(seed))
    found = awards(battle, "yard")
    assert awards(battle, "yard") == found
    codes = [{achievement.code for achievement in side} for side in found.achievements]
    assert all("to_the_end" in side for side in codes)
    for once in ("victory", "first_blood", "whisker", "landslide", "swept"):
        assert sum(once in side for side in codes) <= 1
    assert len({(award.code, award.unit_uuid) for award in found.units}) == len(found.units)
    answer = timeline(battle, "yard")
    armies = {entry["uuid"] for entry in answer["army_list"]}
    assert [award["reason"] for award in answer["awards"]] == [award.reason for award in found.units]
    assert {award["army_uuid"] for award in answer["awards"]} <= armies
