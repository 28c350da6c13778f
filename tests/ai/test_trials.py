"""How far trials see, and what they count."""

from __future__ import annotations

import pytest

from highground.ai.levels import ANSWERS, PLANS
from highground.ai.search import SURELY, Thought, agreed
from highground.ai.trials import PlanPlayer, Trial, Tried, depth
from highground.engine.battle import Battle
from highground.engine.state import Phase
from tests.engine.field import position, row, setup, unit, weapon
from tests.values import replace

GUN = weapon("gun", attacks="2", strength=5)


def field(count: int, phase: Phase = "shooting") -> Battle:
    """So many units on each side, thirty inches apart."""
    blue = [unit(f"Blue {i}", GUN, count=3) for i in range(count)]
    red = [unit(f"Red {i}", GUN, count=3) for i in range(count)]
    places = {i: row(15, 4 + 5 * i, 3) for i in range(count)}
    return position(setup(blue, red), places | {count + i: row(39, 4 + 5 * i, 3) for i in range(count)}, phase)


@pytest.mark.parametrize(("count", "turns"), [(1, 3), (3, 3), (4, 2), (6, 2), (7, 1)])
def test_trials_see_farther_where_few_units_are_left(count: int, turns: int) -> None:
    assert depth(field(count)) == turns
    assert depth(field(count, "movement")) == 1


def test_who_has_fallen_does_not_count() -> None:
    battle = field(7)
    fallen = [replace(each, wounds=(0, 0, 0)) if each.index in (0, 8) else each for each in battle.state.units]
    battle.scene.rewind(replace(battle.state, units=tuple(fallen)))
    assert depth(battle) == 2


def test_a_trial_that_sees_farther_counts_up_to_the_end_of_the_enemys_next_turn() -> None:
    battle, own, differ = field(2), PlanPlayer(PLANS[0]), 0
    for number in range(6):
        near, far = Trial(battle, 0, ANSWERS), Trial(battle, 0, ANSWERS, depth=depth(battle))
        shallow, deep = near.play(own, number), far.play(own, number)
        assert shallow is not None
        assert deep is not None
        counted = ("trials", "scored", "conceded", "lost", "destroyed")
        assert [getattr(deep, each) for each in counted] == [getattr(shallow, each) for each in counted]
        differ += deep.chance != shallow.chance
        assert deep.worst == deep.chance
    assert differ >= 4, "what came later changes the chance to win"
    assert not battle.records, "the battle itself stays as it was"


@pytest.mark.parametrize(("ahead", "taken"), [(SURELY / 2, False), (4 * SURELY, True)])
def test_a_change_has_to_be_surely_ahead(ahead: float, taken: bool) -> None:
    parts = (Tried("steady+1!2", 12, 12 * (0.5 + ahead)),)
    thought = Thought((2, 1, "shooting"), (Tried("steady", 12, 6.0),), step=2, parts=parts, baseline=(0.5,) * 12)
    assert agreed(thought) == ("steady+1!2" if taken else "steady")
