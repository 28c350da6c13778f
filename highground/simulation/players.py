"""Who answers for the two armies, in a form that travels to another process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from msgspec.structs import replace

from highground.engine.battle import Battle
from highground.engine.choices import Choice
from highground.engine.kept import Once
from highground.engine.model import Setup
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


def with_missions(setup: Setup, players: Players) -> Setup:
    """The setup with what the players settle on for a side whose secondary missions are open."""
    a, b = (each or _missions(players[side], setup, side) for side, each in enumerate(setup.fixed))
    if (a, b) == setup.fixed:
        return setup
    known = _CHOSEN.of(setup)
    found = known.get((a, b))
    if found is None:
        found = known[(a, b)] = replace(setup, fixed=(a, b))
    return found


def _missions(player: Player, setup: Setup, side: int) -> tuple[str, ...]:
    choose = getattr(player, "missions", None)
    return () if choose is None else tuple(choose(setup, side))


_CHOSEN: Once[dict[tuple[tuple[str, ...], tuple[str, ...]], Setup]] = Once("_chosen_missions", lambda setup: {})


def name_of(player: Player) -> str:
    """What logs call the player: its own name, or its personality's."""
    return str(getattr(getattr(player, "personality", player), "name", type(player).__name__))
