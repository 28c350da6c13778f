"""How a battle went: the chance to win from turn to turn, and the turn that changed it most."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from highground.ai import player
from highground.ai.value import win_chance
from highground.engine.battle import Battle
from highground.engine.choices import EndBattle
from highground.engine.log import log_of
from highground.engine.state import State
from highground.game.parts.cast import Cast
from highground.game.timeline.figures.course import Forecast, course
from highground.game.timeline.pages import PlainShelf
from highground.game.timeline.running import RunningTimeline
from highground.game.timeline.whole_log import timeline
from tests.engine.menagerie import SKIRMISH
from tests.values import replace

Json = dict[str, Any]
CAST = Cast(SKIRMISH, "yard")
BLUE, RED = CAST.army_uuids


@cache
def fought() -> tuple[Battle, tuple[float, ...]]:
    """A whole battle, and the first army's chance as the movement of each turn began, asked of the battle itself."""
    battle, players = Battle(SKIRMISH, 4), (player("standard"), player("standard"))
    seen: dict[tuple[int, int], float] = {}
    while (prompt := battle.ask()) is not None:
        state = battle.state
        if state.started and state.phase == "movement":
            seen.setdefault((state.round, state.turn), win_chance(battle.scene, 0))
        battle.answer(players[prompt.side].choose(battle, prompt))
    return battle, tuple(seen.values())


def statistics_of(battle: Battle) -> Json:
    found: Json = dict(timeline(log_of(battle), "yard")["statistics"])
    return found


def test_a_battle_that_is_over_has_a_chance_for_each_turn_and_its_outcome() -> None:
    battle, chances = fought()
    found = statistics_of(battle)["course"]
    assert [(each["round"], each["turn"]) for each in found["turns"]] == [(r, t) for r in range(1, 6) for t in (1, 2)]
    assert [each["chance"] for each in found["turns"]] == pytest.approx(list(chances), abs=0.0005)
    assert {each["army_uuid"] for each in found["turns"]} == {BLUE, RED}
    assert found["end"] == (0.5 if battle.state.winner is None else float(battle.state.winner == 0))


def test_the_turning_point_is_the_turn_with_the_largest_swing() -> None:
    battle, chances = fought()
    found = statistics_of(battle)["course"]
    line = [*chances, found["end"]]
    swings = [abs(after - before) for before, after in pairwise(line)]
    turn = found["turns"][swings.index(max(swings))]
    point = found["turning_point"]
    assert (point["round"], point["turn"], point["army_uuid"]) == (turn["round"], turn["turn"], turn["army_uuid"])
    assert point["after"] - point["before"] == pytest.approx(max(swings), abs=0.002)


def test_the_course_is_hidden_until_the_battle_is_over() -> None:
    battle, _ = fought()
    until = next(i for i, record in enumerate(battle.records) if record.first_event > 0 and i > 60)
    assert "course" not in statistics_of(Battle.restored(SKIRMISH, 4, battle.records[:until]))


def test_what_was_taken_back_leaves_no_chance_behind() -> None:
    """Every twentieth choice is undone and made again: the course is that of the battle that stands."""
    battle, _ = fought()
    running = RunningTimeline(SKIRMISH, "yard", shelf=PlainShelf())
    for number in range(1, len(battle.records) + 1):
        running.extend([battle.records[number - 1]])
        if number % 20 == 0:
            running.cut(number - 7)
            running.extend(battle.records[number - 7 : number])
    assert running.afterwards()["statistics"]["course"] == statistics_of(battle)["course"]


def test_a_battle_that_was_given_up_ends_with_no_chance() -> None:
    battle, players = Battle(SKIRMISH, 4), (player("standard"), player("standard"))
    while battle.state.round < 3 and (prompt := battle.ask()) is not None:
        battle.answer(players[prompt.side].choose(battle, prompt))
    battle.answer(EndBattle(1, "resigned"))
    found = statistics_of(battle)["course"]
    assert found["end"] is None
    assert [each["round"] for each in found["turns"]][-1] == 2


def a_course(*chances: float, winner: int | None = 0, early: bool = False) -> Any:
    forecasts = [Forecast(1 + i // 2, 1 + i % 2, i % 2, chance) for i, chance in enumerate(chances)]
    state: State = replace(Battle(SKIRMISH, 1).state, completed=True, winner=winner)
    return course(forecasts, state, early, CAST)["turning_point"]


def test_who_gains_by_it_is_named_with_its_own_chance() -> None:
    """The second army gains in the first army's turn of round 2."""
    point = a_course(0.5, 0.55, 0.6, 0.2, 0.15, winner=1)
    assert point == {"round": 2, "turn": 1, "army_uuid": BLUE, "gained_by": RED, "before": 0.4, "after": 0.8}


def test_the_end_counts_as_what_the_last_turn_brought_unless_it_came_early() -> None:
    assert (a_course(0.5, 0.5, 0.55)["round"], a_course(0.5, 0.5, 0.55)["after"]) == (2, 1.0)
    assert a_course(0.5, 0.5, 0.55, early=True) is None


def test_a_battle_that_no_turn_changed_much_has_none() -> None:
    assert a_course(0.93, 0.95, 0.97) is None
    assert a_course(early=True) is None
