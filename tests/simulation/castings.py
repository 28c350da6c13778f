"""Players for tests, where worker processes can import them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

from highground.engine.base import round_base
from highground.engine.battle import Battle
from highground.engine.choices import Choice, ChooseZone
from highground.engine.prompts import Prompt
from highground.engine.table.coherency import neighbours
from highground.simulation.players import PlayerNames, Players

AFTER = 12
"""Choices after which these players show what they are."""


class Turncoat:
    """Plays at random until the battle has had some choices, then does something else."""

    name = "turncoat"

    def __init__(self, seed: int, then: Callable[[], Choice]) -> None:
        self._usual = PlayerNames("random", "random")(seed)
        self._then = then

    def choose(self, battle: Battle, prompt: Prompt) -> Choice:
        if len(battle.records) >= AFTER:
            return self._then()
        return self._usual[prompt.side].choose(battle, prompt)


def _both(seed: int, then: Callable[[], Choice]) -> Players:
    player = Turncoat(seed, then)
    return player, player


def raises(seed: int) -> Players:
    """Every third battle comes to its end."""
    if seed % 3 == 0:
        return PlayerNames("random", "random")(seed)
    return _both(seed, _raise)


def _raise() -> Choice:
    raise ZeroDivisionError("the player fell off its chair")


def cheats(seed: int) -> Players:
    return _both(seed, lambda: ChooseZone(5))


def loops(seed: int) -> Players:
    return _both(seed, _loop)


def _loop() -> Choice:
    while True:
        pass


def loops_and_catches(seed: int) -> Players:
    return _both(seed, _loop_and_catch)


def _loop_and_catch() -> Choice:
    while True:
        try:
            _loop()
        except Exception:
            continue


def is_deaf(seed: int) -> Players:
    """Takes no alarm at all, like code that is stuck outside Python."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    return _both(seed, _sleep)


def _sleep() -> Choice:
    time.sleep(3600)
    raise AssertionError


def spins(seed: int) -> Players:
    """Takes hours within one call of the rules, which hears no alarm where it is compiled."""
    return _both(seed, _spin)


def _spin() -> Choice:
    count = 1_000_000
    neighbours([(3.0 * i, 0.0) for i in range(count)], [round_base(0.5)] * count)
    raise AssertionError


def dies(seed: int) -> Players:
    """The process is gone, as if it had been killed for its memory."""
    return PlayerNames("random", "random")(seed) if seed % 3 == 0 else _both(seed, lambda: os._exit(3))


class Stillborn:
    """Breaks whatever process receives it."""

    def __call__(self, seed: int) -> Players:
        raise AssertionError

    def __reduce__(self) -> tuple[Callable[[int], None], tuple[int]]:
        return os._exit, (7,)


def leaves(seed: int) -> Players:
    return _both(seed, _leave)


def _leave() -> Choice:
    raise SystemExit(0)
