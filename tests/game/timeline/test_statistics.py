"""Figures of a battle, by hand for the short one and by their sums for random ones."""

from __future__ import annotations

import pytest

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.attack.definition import define
from highground.engine.attack.exact import distribution
from highground.engine.attack.sequence import HitDice, Losses
from highground.engine.attack.sequence import Sequence as AttackSequence
from highground.engine.log import Log, log_of
from highground.engine.model import Setup
from highground.engine.record import Record
from highground.game.parts.cast import Cast
from highground.game.timeline.figures.statistics import statistics
from highground.game.timeline.whole_log import timeline
from highground.game.views.log import GameFigures
from tests.engine.attack_helpers import pool_row
from tests.game.timeline.small import BEACON, BITES, FIRST, SHOTS, STILL, led_setup, log, setup
from tests.game.timeline.test_timeline import SEEDS, fought


def test_the_short_battle() -> None:
    found = statistics(log(), "yard")
    lighters, others, hound = found["units"]
    assert (lighters["damage_dealt"], lighters["damage_taken"], lighters["models_lost"]) == (2, 2, 2)
    assert (hound["damage_dealt"], hound["models_slain"], hound["models_remaining"]) == (2, 2, 1)
    assert (hound["charges"], hound["charges_made"], hound["attacks"]) == (1, 0, 2)
    assert (others["attacks"], others["luck"]) == (0, 0.0)
    assert [army["vp"] for army in found["armies"]] == [0, 5]
    assert found["armies"][1]["vp_by_round"] == [5, 0, 0, 0, 0]
    assert found["units"][2]["unit_uuid"] == timeline(log(), "yard")["logs"]["rounds"][0]["turns"][0]["phases"][0][
        "board_state"
    ]["units"][2]["uuid"]  # fmt: skip


def test_luck_is_damage_less_the_exact_mean() -> None:
    red, grey = statistics(log())["armies"]
    assert red["attack_damage_expected"] == round(distribution(SHOTS.attack, SHOTS.target).damage_mean, 2)
    assert grey["luck"] == round(2 - distribution(BITES.attack, BITES.target).damage_mean, 2)


def test_rolls_against_their_chances() -> None:
    """Six dice hit on 2+ (heavy), five wound on 5+; the hound saves two on 5+. A spread is the root of n p (1 - p)."""
    red, grey = statistics(log())["armies"]
    assert red["rolls"]["hit"] == {"dice": 6, "successes": 5, "expected": 5.0, "spread": 0.91}
    assert red["rolls"]["wound"] == {"dice": 5, "successes": 2, "expected": 1.67, "spread": 1.05}
    assert grey["rolls"]["save"] == {"dice": 2, "successes": 1, "expected": 0.67, "spread": 0.67}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_points_of_all_rounds_by_source_are_the_score(seed: int) -> None:
    battle = fought(seed)
    for army in statistics(log_of(battle))["armies"]:
        rounds = army["rounds"]
        assert [row["round"] for row in rounds] == list(range(1, battle.state.round + 1))
        assert [row["primary"] + row["secondary"] for row in rounds] == army["vp_by_round"][: len(rounds)]
        assert sum(row["primary"] for row in rounds) == army["vp_primary"]
        assert sum(row["secondary"] for row in rounds) == army["vp_secondary"]


HIT, SLAIN = HitDice(1, 1, 0, 0, (4,)), Losses((4,), 1, 4)
BLOW = AttackSequence(define(BEACON, 1, STILL, 5), pool_row([4], 5, 5, 6), "complete", HIT, losses=SLAIN)
LED = (ev.LeaderJoined(1, 0), ev.UnitDeployed(0, FIRST), ev.UnitDeployed(2, ((12.0, 36.0),)))


def fought_with(*events: ev.Event, of: Setup | None = None) -> GameFigures:
    return statistics(Log(of or setup(), 1, (Record(ch.Advance(), (), events, 0),), ""))


def test_a_leader_that_strikes_the_last_blow_has_destroyed_the_unit() -> None:
    """The event names the unit that it is with."""
    blow = ev.AttacksMade(0, 2, (3,), False, BLOW, ((0, 4),), (0,))
    found = fought_with(*LED, blow, ev.UnitDestroyed(2, 0), of=led_setup())
    lighters, captain, _ = found["units"]
    assert (captain["damage_dealt"], captain["models_slain"], captain["units_destroyed"]) == (4, 1, 1)
    assert lighters["units_destroyed"] == 0
    assert (found["armies"][0]["units_destroyed"], found["armies"][0]["points_destroyed"]) == (1, 45)


def test_who_stands_up_again_is_destroyed_once_and_lives() -> None:
    slain = (ev.WoundsLost(2, ((0, 4),), (0,), "a ruse", by=0), ev.UnitDestroyed(2, 0))
    up = ev.WoundsHealed(2, ((0, 4),), "stubborn", ((0, (12.0, 36.0)),))
    standing = fought_with(*slain, up)
    assert (standing["units"][2]["destroyed_in_round"], standing["units"][2]["models_remaining"]) == (None, 1)
    again = fought_with(*slain, up, ev.TurnBegan(2, 1, 0), *slain)
    assert again["units"][2]["destroyed_in_round"] == 2
    assert (again["armies"][0]["units_destroyed"], again["armies"][0]["points_destroyed"]) == (1, 45)
    assert again["armies"][0]["models_slain"] == 2


def test_points_given_by_hand_are_a_source_of_their_own() -> None:
    primary = ev.PrimaryScored(0, 5, (0,), "Hold the Yard")
    found = fought_with(ev.PointsAmended(0, 3, "forgotten"), ev.TurnBegan(2, 1, 0), primary)
    red, grey = found["armies"]
    assert (red["vp"], red["vp_primary"], red["by_hand"], red["vp_by_round"][:2]) == (8, 5, 3, [3, 5])
    assert red["rounds"] == [
        {"round": 1, "primary": 0, "secondary": 0, "by_hand": 3},
        {"round": 2, "primary": 5, "secondary": 0},
    ]
    assert "by_hand" not in grey


# SITE-7
def test_a_finished_battle_has_its_statistics() -> None:
    """The timeline's are the same figures, with what its commanders earned and the uuids of its armies."""
    answer = timeline(log(), "yard")
    counted, alone = answer["statistics"], statistics(log(), "yard")
    assert counted["units"] == alone["units"]
    assert [{**army, "achievements": []} for army in counted["armies"]] == [
        {**army, "achievements": []} for army in alone["armies"]
    ]
    assert [army["army_uuid"] for army in counted["armies"]] == [entry["uuid"] for entry in answer["army_list"]]
    earned = [{each["code"] for each in army["achievements"]} for army in counted["armies"]]
    assert earned == [{"to_the_end"}, {"to_the_end", "victory", "no_unit_lost"}]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_lost_is_missing_at_the_end(seed: int) -> None:
    battle = fought(seed)
    found = statistics(log_of(battle))
    cast = Cast(battle.setup, "")
    for unit, sheet, index in zip(found["units"], cast.sheets, range(len(cast.sheets)), strict=True):
        assert unit["models_lost"] + unit["models_remaining"] - unit["models_returned"] == len(sheet.line_up)
        assert (unit["destroyed_in_round"] is None) == any(cast.wounds(battle.state.units, index))
    for army, other in zip(found["armies"], reversed(found["armies"]), strict=True):
        assert army["damage_dealt"] <= other["damage_taken"]
        assert army["attack_damage"] <= army["damage_dealt"]
        own = [unit for unit in found["units"] if unit["army_uuid"] == army["army_uuid"]]
        assert army["units_destroyed"] == sum(unit["units_destroyed"] for unit in own)


def test_over_many_battles_luck_evens_out() -> None:
    """Hits, wounds and saves of all armies stay within four standard deviations of an even die's worst case."""
    dice = successes = 0
    mean = 0.0
    for seed in SEEDS:
        for army in statistics(log_of(fought(seed)))["armies"]:
            for rolls in (army["rolls"]["hit"], army["rolls"]["wound"], army["rolls"]["save"]):
                dice, successes, mean = dice + rolls["dice"], successes + rolls["successes"], mean + rolls["expected"]
    assert dice > 500
    assert abs(successes - mean) < 4 * 0.5 * dice**0.5
