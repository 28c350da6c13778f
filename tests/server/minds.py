"""Players for tests of the processes that think; `Settings.thinker_player` names one."""

from __future__ import annotations

import os
import zlib

from highground.ai.personality import Personality
from highground.ai.player import AiPlayer, Decision
from highground.engine import choices as ch
from highground.engine.base import round_base
from highground.engine.battle import Battle
from highground.engine.prompts import Prompt
from highground.engine.table.coherency import neighbours

HANGS = "cautious"
"""The personality that shows what these players are; the others decide as usual."""


def spin() -> None:
    """Hours within one call of the rules: compiled, it neither ends nor gives the interpreter to another thread."""
    count = 1_000_000
    neighbours([(3.0 * i, 0.0) for i in range(count)], [round_base(0.5)] * count)


class Stuck(AiPlayer):
    def decide(self, battle: Battle, prompt: Prompt) -> Decision:
        if self.personality.name == HANGS:
            spin()
        return super().decide(battle, prompt)


class Broken(AiPlayer):
    def decide(self, battle: Battle, prompt: Prompt) -> Decision:
        raise LookupError("the player lost its way")


class Cheat(AiPlayer):
    def decide(self, battle: Battle, prompt: Prompt) -> Decision:
        return Decision(ch.ChooseZone(7))


class Deadly(AiPlayer):
    def decide(self, battle: Battle, prompt: Prompt) -> Decision:
        os._exit(3)


class Witness(AiPlayer):
    """Says what it sees, in place of why."""

    def decide(self, battle: Battle, prompt: Prompt) -> Decision:
        return Decision(ch.Advance(), seen(battle, self.personality))


def seen(battle: Battle, personality: Personality) -> dict[str, float]:
    """A battle's state and a personality as numbers."""
    return {
        "events": float(battle.state.events),
        "state": float(zlib.crc32(repr(battle.state).encode())),
        "request": float(zlib.crc32(repr(battle.ask()).encode())),
        "danger": personality.danger,
    }
