"""Players that answer a battle's requests. They see what a person at the table sees and use no dice of their own."""

from __future__ import annotations

from highground.ai.levels import LEVELS, Level
from highground.ai.personality import PERSONALITIES, STANDARD_INTENSITY, Personality
from highground.ai.player import AiPlayer, Decision


def player(name: str = "standard", intensity: int = STANDARD_INTENSITY) -> AiPlayer:
    """A player of a level or a personality, by its name; 'regular/aggressive' is a level in a personality's way.

    Raises KeyError with the names there are.
    """
    level, _, way = name.partition("/")
    if level in LEVELS and (way or "standard") in PERSONALITIES:
        return LEVELS[level].player(way or "standard", intensity)
    if name not in PERSONALITIES:
        names = ", ".join([*LEVELS, *sorted(PERSONALITIES)])
        raise KeyError(f"No player of the computer is called '{name}'; there are {names}.")
    return AiPlayer(PERSONALITIES[name].at(intensity))


__all__ = ["LEVELS", "PERSONALITIES", "AiPlayer", "Decision", "Level", "Personality", "player"]
