"""Drawn or fixed missions: what a player settles on before the battle."""

from __future__ import annotations

from highground.ai import player
from highground.ai.choosing import missions
from highground.engine.model import Objective, Setup
from highground.simulation.matchups import measuring
from highground.simulation.players import RANDOM, PlayerNames, with_missions
from tests.values import replace


def on(layout: str) -> Setup:
    return next(each.setup for each in measuring(8) if each.setup.layout.uid == layout)


def test_two_missions_are_fixed_where_they_bring_more_than_drawn_ones() -> None:
    setup = on("salt-terraces")
    assert missions(setup, 0) == missions(setup, 1) == ("on-their-doorstep", "four-winds")


def test_missions_are_drawn_where_far_objectives_lie_behind_the_enemy_alone() -> None:
    assert missions(on("sunken-quarter"), 0) == ()


def test_without_any_far_objective_missions_are_drawn() -> None:
    setup = on("salt-terraces")
    middle = replace(setup.layout, objectives=(Objective("Middle", (30.0, 22.0)),))
    assert missions(replace(setup, layout=middle), 0) == ()


def test_a_deck_of_which_nothing_may_be_fixed_is_drawn() -> None:
    setup = on("salt-terraces")
    deck = tuple([replace(each, fixed=False) for each in setup.secondaries])
    assert missions(replace(setup, secondaries=deck), 0) == ()
    assert missions(replace(setup, secondaries=()), 0) == ()


def test_levels_that_look_at_the_mission_choose_and_others_draw() -> None:
    setup = on("salt-terraces")
    for name in ("regular", "strongest", "regular/aggressive"):
        assert player(name).missions(setup, 0) == missions(setup, 0)
    for name in ("recruit", "classic", "aggressive"):
        assert player(name).missions(setup, 0) == ()


def test_a_setup_keeps_what_was_chosen_and_takes_what_players_choose_for_the_rest() -> None:
    setup, chosen = on("salt-terraces"), ("muddy-boots",)
    players = PlayerNames("regular", "classic")(1)
    assert with_missions(setup, players).fixed == (missions(setup, 0), ())
    assert with_missions(setup, players) is with_missions(setup, players)
    assert with_missions(replace(setup, fixed=(chosen, ())), players).fixed == (chosen, ())


def test_a_setup_for_players_that_draw_stays_as_it_is() -> None:
    setup = on("salt-terraces")
    assert with_missions(setup, PlayerNames("classic", RANDOM)(1)) is setup
