"""The dice of trials: none of the battle's own, and the same for every plan wherever it does the same."""

from __future__ import annotations

from typing import get_args

from highground.engine.choices import Choice
from highground.engine.dice import Dice
from highground.engine.state import TURN_PHASES, State

_KINDS = {each.__name__: number for number, each in enumerate(get_args(Choice))}


class TrialDice:
    """The dice of one trial.

    What a unit rolls depends on who it is, what it does and when, not on how many choices came before: two plans that
    differ in one unit's move have the same dice for everything else, so that fewer trials tell them apart.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._acting = 0
        self._times: dict[int, int] = {}

    def of(self, state: State, choice: Choice) -> Dice:
        """Those of the next choice; one that names no unit belongs to the unit that acted last."""
        unit: int | None = getattr(choice, "unit", None)
        if unit is not None:
            self._acting = unit + 1
        turn = 2 * state.round + (0 if state.active == state.first else 1)
        phase = TURN_PHASES.index(state.phase) if state.phase in TURN_PHASES else len(TURN_PHASES)
        key = ((8 * turn + phase) * 64 + _KINDS.get(type(choice).__name__, 0)) * 1_024 + self._acting
        times = self._times[key] = self._times.get(key, 0) + 1
        return Dice(self._seed, 64 * key + times)
