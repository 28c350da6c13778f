"""Who answers for the two armies, in a form that travels to another process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from highground.engine.battle import Battle
from highground.engine.choices import Choice
from highground.engine.prompts import Prompt
from highground.simulation.random_player import RandomPlayer

RANDOM = "random"


class Player(Protocol):
    """What answers a battle's requests: an AI, a script, a person."""

    def choose(self, battle: Battle, prompt: Prompt) -> Choice:
        """A legal answer. The battle is only to be looked at; what-ifs are played on its clones."""
        ...


Players = tuple[Player, Player]
Casting = Callable[[int], Players]
"""The two players of a battle, from its seed. Pickled for workers: a function of a module, or `PlayerNames`."""


@dataclass(frozen=True)
class PlayerNames:
    """Players by name: 'random', or one that `highground.ai.player` knows."""

    a: str = "standard"
    b: str = "standard"

    def __call__(self, seed: int) -> Players:
        """New players for a battle. Raises LookupError for a name that nobody has."""
        return _player(self.a, seed * 2), _player(self.b, seed * 2 + 1)


def _player(name: str, seed: int) -> Player:
    if name == RANDOM:
        return RandomPlayer(seed)
    from highground.ai import player

    return player(name)


def name_of(player: Player) -> str:
    """What logs call the player: its own name, or its personality's."""
    return str(getattr(getattr(player, "personality", player), "name", type(player).__name__))
