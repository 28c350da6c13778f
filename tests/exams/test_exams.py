"""Exams are real positions, quick levels pass most of them, and blunders are counted where they are made."""

from __future__ import annotations

from collections import Counter

import pytest
from typer.testing import CliRunner

from highground.ai import player
from highground.cli import app
from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.prompts import MovePrompt
from highground.exams import ALL, Exam, Scenario, Standpoint, sit, take
from highground.exams import troops as t
from highground.exams.blunders import Watch, count
from highground.exams.building import build
from highground.exams.predicates import holds
from tests.engine.invariants import check_state


@pytest.mark.parametrize("exam", ALL, ids=[exam.name for exam in ALL])
def test_an_exam_is_a_position_of_a_battle_that_asks(exam: Exam) -> None:
    battle = build(exam.scenario)
    check_state(battle)
    assert battle.state.phase == exam.scenario.phase
    assert battle.state.round == exam.scenario.round
    again = Battle.restored(battle.setup, battle.seed, battle.records)
    assert again.digest() == battle.digest()
    prompt = battle.ask()
    assert prompt is not None
    assert battle.allows(player("classic").choose(battle, prompt)) or prompt.side == 1


def test_there_are_sixty_exams_of_many_themes_each_with_a_name_and_a_sentence() -> None:
    assert len(ALL) >= 60
    assert len({exam.name for exam in ALL}) == len(ALL)
    assert len(Counter(exam.theme for exam in ALL)) >= 12
    assert all(exam.sensible.endswith(".") and exam.sensible[0].isupper() for exam in ALL)


def test_a_player_that_looks_at_the_mission_passes_more_than_one_that_does_not() -> None:
    regular, classic = take("regular"), take("classic")
    assert regular.rate >= 0.75
    assert regular.passed > classic.passed
    assert sum(asked for _, asked in regular.themes.values()) == regular.exams == len(ALL)
    failed = {each.name for each in regular.results if not each.passed}
    assert {"mission-enemy-zone", "ground-free", "ground-last-turn-gun", "fall-back-from-brutes"}.isdisjoint(failed)


def test_an_exam_can_be_failed() -> None:
    """The same test of two positions: an objective in reach, and one that is not."""
    own, enemy = (Standpoint(t.RIFLES, 16, 22),), (Standpoint(t.RIFLES, 56, 40),)
    near, far = ((24.0, 22.0),), ((50.0, 10.0),)
    results = [
        take("classic", [Exam("one", "two", "Three.", Scenario(own, enemy, objectives=spots), holds(0))]).passed
        for spots in (near, far)
    ]
    assert results == [1, 0]


def test_the_same_exam_gets_the_same_answer() -> None:
    exam = ALL[0]
    assert sit(exam, player("regular")).choices == sit(exam, player("regular")).choices


def test_a_free_objective_in_reach_that_is_left_is_counted() -> None:
    """A squad that stays where it is leaves the objective before it; one that walks there does not."""
    own, enemy = (Standpoint(t.RIFLES, 16, 22),), (Standpoint(t.RIFLES, 56, 40),)
    scenario, missed = Scenario(own, enemy, objectives=((24.0, 22.0),)), []
    for stays in (True, False):
        battle, watch = build(scenario), Watch()
        watch.follow(battle, 0)
        while (prompt := battle.ask()) is not None and battle.state.active == 0:
            choice = player("regular").choose(battle, prompt)
            if stays and isinstance(prompt, MovePrompt):
                choice = ch.Move(0, "stationary")
            watch.before(prompt, choice)
            watch.after(battle.answer(choice))
        missed.append((watch.times["free objectives"], watch.cases["free objectives"]))
    assert missed == [(1, 1), (0, 1)]


def test_blunders_are_counted_over_battles() -> None:
    found = count("regular", "classic", 2)
    assert found.battles == 2
    assert 0 < found.secondary_points <= 40
    assert found.free_objectives_missed.times <= found.free_objectives_missed.of
    assert sum(drawn for drawn, _, _ in found.by_mission.values()) == 20


def test_blunders_are_printed_as_a_table() -> None:
    """What never could have happened has no share."""
    printed = CliRunner().invoke(app, ["blunders", "regular", "--battles", "1"]).stdout
    rows = [line.split() for line in printed.splitlines()]
    assert ["Blunder", "Share", "Times", "Of"] in rows
    assert ["idle", "arrivals", "-", "0", "0"] in rows
    assert not [row for row in rows if row[-2:] == ["0", "0"] and row[-3] != "-"]
