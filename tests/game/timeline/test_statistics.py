"""Figures of a battle, by hand for the short one and by their sums for random ones."""

from __future__ import annotations

import pytest

from highground.engine.attack.exact import distribution
from highground.engine.log import log_of
from highground.game.parts.cast import Cast
from highground.game.timeline.figures.statistics import statistics
from highground.game.timeline.whole_log import timeline
from tests.game.timeline.small import BITES, SHOTS, log
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
