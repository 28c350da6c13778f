"""Drawn or fixed missions: what a player settles on before the battle."""

from __future__ import annotations

from statistics import fmean
from typing import Any, get_args

import pytest

from highground.ai import player
from highground.ai.aims import Aims
from highground.ai.choosing import missions
from highground.engine.model import Objective, Secondary, SecondaryKind, Setup
from highground.engine.state import Army
from highground.packs import load_pack
from highground.simulation.matchups import measuring
from highground.simulation.players import RANDOM, PlayerNames, with_missions
from tests.engine.field import blade, position, row, setup, unit
from tests.values import replace

NOT_SOUGHT = {"units lost at most", "warlord alive"}
"""Kinds of missions for which the computer does nothing that it would not do anyway."""


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


def aims(kind: SecondaryKind, hand: tuple[str, ...]) -> dict[str, Any]:
    """What blue seeks in its movement: red holds nothing, and a battle-shocked unit of it stands in blue's zone."""
    mission = Secondary("m", "Mission", kind, needed=1, points=5)
    what = setup([unit("Runners", blade(), count=2)], [unit("Foe", blade(), count=2)])
    what = replace(what, layout=load_pack().layout("weir-crossing"), secondaries=(mission,))
    corners = what.layout.zones[0].coordinates
    inside = row(fmean(x for x, _ in corners), fmean(y for _, y in corners), 2)
    battle = position(
        what, {0: row(30, 22, 2), 1: inside}, "movement", units={1: {"shocked": True}},
        armies=(Army(zone=0, hand=hand), Army(zone=1)),
    )  # fmt: skip
    found = Aims(battle.scene, 0)
    return {name: getattr(found, name) for name in ("ground", "places", "kills", "halves", "charge")}


@pytest.mark.parametrize("kind", get_args(SecondaryKind))
def test_the_computer_seeks_every_kind_of_mission_but_those_that_are_named(kind: SecondaryKind) -> None:
    assert (aims(kind, ("m",)) == aims(kind, ())) == (kind in NOT_SOUGHT)
