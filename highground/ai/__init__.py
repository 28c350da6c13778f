"""Players that answer a battle's requests. They see what a person at the table sees and use no dice of their own."""

from __future__ import annotations

from highground.ai.personality import PERSONALITIES, Personality
from highground.ai.player import AiPlayer, Decision


def player(name: str = "standard", intensity: int = 3) -> AiPlayer:
    """A player of a named personality. Raises KeyError with the names there are."""
    if name not in PERSONALITIES:
        raise KeyError(f"no personality is called '{name}'; there are {', '.join(sorted(PERSONALITIES))}")
    return AiPlayer(PERSONALITIES[name].at(intensity))


__all__ = ["PERSONALITIES", "AiPlayer", "Decision", "Personality", "player"]
