"""The player that takes any legal choice: every kind of choice is met, no battle gets stuck."""

from __future__ import annotations

from typing import get_args

import pytest

from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.model import Ability
from highground.simulation.battles import run_battle
from highground.simulation.players import PlayerNames
from highground.simulation.random_player import RandomPlayer
from tests.simulation.setups import sample
from tests.values import replace

CAST = PlayerNames("random", "random")


@pytest.fixture(scope="module")
def battles() -> list[Battle]:
    return [run_battle(sample(2000, seed % 3), seed, CAST(seed)) for seed in range(6)]


def test_every_kind_of_choice_is_taken(battles: list[Battle]) -> None:
    taken = {type(record.choice) for battle in battles for record in battle.records}
    assert taken == set(get_args(ch.Choice)) - {ch.ByHand, ch.EndBattle, ch.Allocate}


def test_what_is_switched_by_hand_is_switched_too() -> None:
    setup = sample(1000, 0)
    song = Ability("Old Song", "It hums.", "army", by_hand=True)
    first, second = setup.armies
    armies = (replace(first, abilities=(*first.abilities, song)), second)
    battle = run_battle(replace(setup, armies=armies), 1, CAST(1))
    assert battle.state.completed
    assert {record.choice.on for record in battle.records if isinstance(record.choice, ch.ByHand)} == {True, False}


def test_choices_vary_within_their_kinds(battles: list[Battle]) -> None:
    choices = [record.choice for battle in battles for record in battle.records]
    assert {c.how for c in choices if isinstance(c, ch.Move)} == {"stationary", "move", "advance", "fall_back"}
    assert {c.stage for c in choices if isinstance(c, ch.RollDice)} >= {"all", "hit", "wound", "save", "damage"}
    assert any(shot.bearers for c in choices if isinstance(c, ch.Shoot) for shot in c.shots)
    assert {len(c.shots) for c in choices if isinstance(c, ch.Shoot)} >= {0, 1, 2}
    assert any(c.places for c in choices if isinstance(c, ch.Place))
    assert any(c.places is None for c in choices if isinstance(c, ch.Place))
    assert any(len(c.targets) == 2 for c in choices if isinstance(c, ch.Charge))


def test_it_never_ends_a_phase_early_if_it_is_reported() -> None:
    def ends(chance: float) -> int:
        players = (RandomPlayer(1, ends=chance), RandomPlayer(2, ends=chance))
        battle = run_battle(sample(), 4, players)
        return sum(isinstance(record.choice, ch.Reserve) for record in battle.records)

    assert ends(0.0) == 0
    assert ends(0.9) > 0
