"""What the coach makes of a choice: held against the best answer on dice by which that did not come out best."""

from __future__ import annotations

import pytest

from highground.ai.advice import AGAIN, FEWEST, MOST_TRIALS, Advice, advise, weighed
from highground.ai.levels import ANSWERS, PLANS
from highground.ai.trials import PlanPlayer, Trial
from highground.engine import choices as ch
from highground.engine.battle import Battle
from tests.engine.field import position, row, setup, unit, weapon

GUN = weapon("gun", attacks="4", strength=8)
END = ch.End()


def shooting() -> Battle:
    """One unit on each side, in range of each other."""
    blue, red = unit("Blue", GUN, count=3), unit("Red", GUN, count=5)
    return position(setup([blue], [red]), {0: row(20, 20, 3), 1: row(34, 20, 5)}, "shooting")


def always(_: int) -> bool:
    return True


def never(_: int) -> bool:
    return False


def of(advice: list[Advice], own: ch.Choice) -> Advice:
    return next(each for each in advice if each.decision.choice == own)


def test_what_seems_to_lose_is_held_against_the_best_answer_on_other_dice() -> None:
    battle = shooting()
    prompt = battle.ask()
    assert prompt is not None
    found = advise(battle, prompt, always, END)
    again = weighed(battle, prompt, END, found, 0.05, always)
    trial, player = Trial(battle, 0, ANSWERS), PlanPlayer(PLANS[0])
    losses = []
    for number in range(AGAIN, AGAIN + MOST_TRIALS):
        best = trial.play(player, number, first=found[0].decision.choice)
        own = trial.play(player, number, first=END)
        assert best is not None
        assert own is not None
        losses.append(best.chance - own.chance)
    assert again.behind == pytest.approx(sum(losses) / MOST_TRIALS)
    assert again.behind != pytest.approx(of(found, END).behind)
    assert again.behind > again.error > 0
    assert again.surely, "who gives up all shots loses for certain"


def test_what_loses_less_than_asked_about_is_not_tried_again() -> None:
    battle = shooting()
    prompt = battle.ask()
    assert prompt is not None
    found = advise(battle, prompt, always, END)
    mine = of(found, END)
    assert weighed(battle, prompt, END, found, mine.behind - mine.error / 2, never) == mine
    assert not weighed(battle, prompt, END, found, 2 * mine.behind, always).surely


def test_of_the_best_answer_nothing_is_held_against_itself() -> None:
    battle = shooting()
    prompt = battle.ask()
    assert prompt is not None
    best = advise(battle, prompt, always)[0].decision.choice
    found = advise(battle, prompt, always, best)
    assert weighed(battle, prompt, best, found, 0.0, always) == found[0]
    assert (found[0].behind, found[0].error) == (0.0, 0.0)


def test_without_time_for_that_a_loss_is_not_certain() -> None:
    battle = shooting()
    prompt = battle.ask()
    assert prompt is not None
    found = advise(battle, prompt, always, END)
    assert of(found, END).behind > of(found, END).error
    again = weighed(battle, prompt, END, found, 0.05, never)
    assert (again.error, again.surely) == (1.0, False)


def test_a_few_trials_tell_no_error() -> None:
    battle = shooting()
    prompt = battle.ask()
    assert prompt is not None
    few = advise(battle, prompt, lambda number: number < FEWEST - 1, END)
    assert of(few, END).error == 1.0
    enough = advise(battle, prompt, lambda number: number < FEWEST, END)
    assert 0 < of(enough, END).error < 1
    assert weighed(battle, prompt, END, few, 0.05, always).surely, "on other dice there was time for all of them"
