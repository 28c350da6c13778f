"""The computer takes over a battle in which units stand on floors."""

from __future__ import annotations

from random import Random

import pytest

from highground.engine.battle import Battle
from highground.simulation.battles import play_on
from highground.simulation.players import PlayerNames
from tests.engine.menagerie import STACKED
from tests.engine.random_play import answer_somehow


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 5, 6])
def test_it_plays_on_to_the_end_from_anywhere(seed: int) -> None:
    battle, random = Battle(STACKED, seed), Random(seed)
    while not (battle.scene.raised and battle.state.round > 1):
        prompt = battle.ask()
        assert prompt is not None
        answer_somehow(battle, prompt, random)
    play_on(battle, PlayerNames()(seed))
    assert battle.state.completed
