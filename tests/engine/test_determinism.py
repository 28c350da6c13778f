"""The same seed and the same players make the same battle, in this process and in any other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from highground.ai import player
from highground.engine.battle import Battle
from highground.engine.dice import Dice
from highground.engine.model import Setup
from tests.engine.menagerie import LONG, MENAGERIE
from tests.engine.random_play import play_random
from tests.engine.test_legal_play import sample

REPOSITORY = Path(__file__).resolve().parents[2]
SCRIPT = "from tests.engine.test_determinism import digests; print(*digests())"


def thought_out(setup: Setup, seed: int) -> str:
    """The digest of a battle between two players that look one ply ahead."""
    players = (player("standard"), player("aggressive", 4))
    battle = Battle(setup, seed)
    while (prompt := battle.ask()) is not None:
        battle.answer(players[prompt.side].choose(battle, prompt))
    return battle.digest()


def digests() -> list[str]:
    return [
        play_random(MENAGERIE, 21).digest(),
        play_random(LONG, 23).digest(),
        thought_out(sample("broken-stair"), 22),
    ]


@pytest.fixture(scope="module")
def here() -> list[str]:
    return digests()


@pytest.mark.parametrize("hash_seed", ["1", "424242"])
def test_another_process_with_other_hashes_plays_the_same(here: list[str], hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(REPOSITORY)}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == here


def test_the_same_process_plays_the_same_again(here: list[str]) -> None:
    """What earlier battles left in shared tables changes nothing."""
    assert digests() == here


def test_another_seed_makes_another_battle() -> None:
    assert len({play_random(MENAGERIE, seed).digest() for seed in range(3)}) == 3


def test_one_more_die_in_a_choice_shifts_no_later_choice() -> None:
    few, many = Dice(5, 1), Dice(5, 1)
    few.roll(1, "hit")
    many.roll(40, "hit")
    assert Dice(5, 2).roll(20, "wound") == Dice(5, 2).roll(20, "wound")
    assert many.ledger[0].faces[0] == few.ledger[0].faces[0]
    assert Dice(5, 2).roll(20, "hit") != Dice(5, 1).roll(20, "hit")
    assert Dice(6, 1).roll(20, "hit") != Dice(5, 1).roll(20, "hit")


@pytest.mark.parametrize("sides", [3, 6])
def test_every_face_comes_up_as_often(sides: int) -> None:
    """60,000 dice: each face within four standard deviations of its share."""
    faces = [face for choice in range(60) for face in Dice(9, choice).roll(1000, "hit", sides)]
    share = len(faces) / sides
    deviation = (len(faces) * (1 / sides) * (1 - 1 / sides)) ** 0.5
    for face in range(1, sides + 1):
        assert abs(faces.count(face) - share) < 4 * deviation
    assert set(faces) == set(range(1, sides + 1))
