"""One battle: it ends, the same seed plays it again anywhere, and a log replays it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from highground.engine.errors import Refusal
from highground.engine.log import dump, load, log_of, replay
from highground.simulation.battles import StepLimit, battle_seed, run_battle
from highground.simulation.players import PlayerNames
from tests.conftest import REPOSITORY
from tests.simulation import castings
from tests.simulation.setups import sample

STANDARD, RANDOM = PlayerNames(), PlayerNames("random", "random")


@pytest.mark.parametrize("cast", [STANDARD, RANDOM, PlayerNames("standard", "random")])
def test_a_battle_comes_to_its_end_and_the_seed_is_all_it_takes(cast: PlayerNames) -> None:
    setup = sample()
    battle = run_battle(setup, 5, cast(5))
    assert battle.ask() is None
    assert battle.scene.state.round == 5
    assert battle.scene.state.completed
    assert run_battle(setup, 5, cast(5)).digest() == battle.digest()
    assert run_battle(setup, 6, cast(6)).digest() != battle.digest()


@pytest.mark.parametrize("cast", [STANDARD, RANDOM])
def test_a_log_replays_to_the_same_battle(cast: PlayerNames) -> None:
    battle = run_battle(sample(), 9, cast(9))
    written = dump(log_of(battle, (cast.a, cast.b)))
    log = load(written)
    again = replay(log)
    assert again.digest() == battle.digest() == log.digest
    assert again.scene.state == battle.scene.state
    assert log.players == (cast.a, cast.b)
    assert dump(log) == written


PROBE = """
from highground.simulation.battles import run_battle
from highground.simulation.players import PlayerNames
from tests.simulation.setups import sample
print(run_battle(sample(), 3, PlayerNames({name!r}, {name!r})(3)).digest())
"""


@pytest.mark.parametrize("name", ["standard", "random"])
def test_other_processes_with_other_hash_seeds_play_the_same_battle(name: str) -> None:
    digests = [_in_a_process(PROBE.format(name=name), hash_seed) for hash_seed in ("0", "1", "4711")]
    here = run_battle(sample(), 3, PlayerNames(name, name)(3)).digest()
    assert digests == [here] * 3


def _in_a_process(probe: str, hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    program = [sys.executable, "-c", probe]
    return subprocess.run(
        program, env=environment, cwd=REPOSITORY, capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()


def test_a_battle_that_does_not_end_is_a_step_limit() -> None:
    with pytest.raises(StepLimit, match="after 30 choices"):
        run_battle(sample(), 5, STANDARD(5), step_limit=30)


def test_an_illegal_answer_is_an_error_that_shows_the_answer() -> None:
    with pytest.raises(Refusal) as caught:
        run_battle(sample(), 5, castings.cheats(5))
    assert "ChooseZone(zone=5)" in caught.value.__notes__[0]


def test_an_unknown_player_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match="nobody"):
        PlayerNames("nobody")(1)


def test_seeds_of_a_batch_differ_and_survive_any_json_reader() -> None:
    seeds = {battle_seed(seed, index) for seed in (0, 1, -1, 2**70) for index in range(1000)}
    assert len(seeds) == 4000
    assert all(0 <= seed < 2**53 for seed in seeds)
    assert battle_seed(1, 0) == 338047128587142
