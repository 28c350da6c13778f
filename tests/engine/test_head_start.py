"""A head start in victory points: chosen with the setup, given as the battle begins, in the score and in no round."""

from __future__ import annotations

import msgspec

from highground.ai import player
from highground.ai.value import features, margin, win_chance
from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.log import dump, load, log_of, reopen, replay
from highground.engine.model import Setup
from highground.fair.sealing import setup_print
from highground.fair.verify import verify
from highground.game.timeline.figures.awards import awards
from highground.game.timeline.figures.statistics import statistics
from highground.game.timeline.whole_log import flat, timeline
from tests.ai.test_player import play
from tests.engine.menagerie import SKIRMISH
from tests.fair.devices import play_sealed
from tests.values import replace

AHEAD = replace(SKIRMISH, ahead=(0, 15))


def begun(setup: Setup, seed: int = 4) -> Battle:
    """The battle as its first turn begins."""
    battle, players = Battle(setup, seed), (player("standard"), player("standard"))
    while not battle.state.started and (prompt := battle.ask()) is not None:
        battle.answer(players[prompt.side].choose(battle, prompt))
    return battle


def given(battle: Battle) -> list[ev.HeadStartGiven]:
    return [event for record in battle.records for event in record.events if isinstance(event, ev.HeadStartGiven)]


def test_it_is_given_once_as_the_battle_begins_and_is_no_rounds() -> None:
    battle = begun(AHEAD)
    assert given(battle) == [ev.HeadStartGiven(1, 15)]
    assert [(army.vp, army.head_start, army.vp_by_round) for army in battle.state.armies] == [
        (0, 0, (0, 0, 0, 0, 0)),
        (15, 15, (0, 0, 0, 0, 0)),
    ]
    assert given(begun(SKIRMISH)) == []


def test_it_counts_at_the_end_and_the_battle_is_else_the_same() -> None:
    """Players that don't look at the score fight the same battle, and its end says what the head start made of it."""
    plain, helped = (play(setup, 4, (player("standard"), player("standard"))) for setup in (SKIRMISH, AHEAD))
    scores = [army.vp for army in plain.state.armies]
    assert [army.vp for army in helped.state.armies] == [scores[0], scores[1] + 15]
    a, b = (army.vp for army in helped.state.armies)
    assert helped.state.winner == (None if a == b else int(b > a))


def test_a_log_plays_it_again_and_a_battle_without_one_is_written_as_ever() -> None:
    battle = play(AHEAD, 4, (player("standard"), player("standard")))
    log = load(dump(log_of(battle)))
    assert log.setup.head_start == (0, 15)
    assert replay(log).digest() == battle.digest() == reopen(log).digest()
    assert b'"ahead"' not in msgspec.json.encode(SKIRMISH)
    assert "ahead" not in msgspec.to_builtins(SKIRMISH)
    assert setup_print(AHEAD) != setup_print(SKIRMISH)


def test_a_forged_head_start_in_a_log_is_detected() -> None:
    log = play_sealed(AHEAD, 1).log()
    assert verify(log).fault is None
    for forged in ((0, 20), (15, 0)):
        assert verify(replace(log, setup=replace(log.setup, ahead=forged))).fault is not None


def test_the_computer_knows_that_it_is_ahead_from_the_first_turn_on() -> None:
    """What it expects of the battle is the same, and the head start comes on top of it."""
    even, helped = begun(SKIRMISH).scene, begun(AHEAD).scene
    assert features(helped, 1) == features(even, 1)
    assert margin(helped, 1) - margin(even, 1) == 15
    assert margin(helped, 0) - margin(even, 0) == -15
    assert win_chance(helped, 1) > win_chance(even, 1)
    assert win_chance(helped, 0) + win_chance(helped, 1) == 1.0


def test_the_report_says_so() -> None:
    battle = play(AHEAD, 4, (player("standard"), player("standard")))
    answer = timeline(log_of(battle), "yard")
    assert [army.get("head_start") for army in answer["army_list"]] == [None, 15]
    name = answer["army_list"][1]["name"]
    entry = next(each for each in flat(answer) if each["action"] == "head_start")
    assert entry["message"] == f"{name} begins 15 victory points ahead, as chosen at set-up"
    assert (entry["points"], entry["total"]) == (15, 15)
    last = answer["logs"]["rounds"][-1]["turns"][-1]["phases"][-1]["board_state"]["scores"]
    assert last[1]["vp"] == last[1]["primary"] + last[1]["secondary"] + last[1]["head_start"]
    assert "head_start" not in last[0]
    counted = statistics(log_of(battle), "yard")["armies"]
    assert counted[1]["head_start"] == 15
    assert sum(counted[1]["vp_by_round"]) + 15 == counted[1]["vp"]


def test_a_win_with_a_head_start_earns_no_achievement() -> None:
    """The same battle with the points for either side: a win in spite of them still earns achievements."""
    plain = play(SKIRMISH, 4, (player("standard"), player("standard")))
    winner = plain.state.winner
    assert winner is not None
    won = {"victory", "whisker", "landslide", "no_unit_lost", "last_standing", "from_behind", "against_the_odds"}
    for points, honoured in (((0, 0), True), ((5, 0), winner == 1), ((0, 5), winner == 0)):
        setup = replace(SKIRMISH, ahead=points)
        battle = play(setup, 4, (player("standard"), player("standard")))
        assert battle.state.winner == winner
        codes = {each.code for each in awards(log_of(battle)).achievements[winner]}
        assert ("victory" in codes, bool(codes & won)) == (honoured, honoured)
