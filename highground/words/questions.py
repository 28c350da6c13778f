"""What a player who is asked for a reaction is shown: what happens if they do nothing."""

from __future__ import annotations

OTHERWISE = {
    "targeted": "Without an answer the shots are rolled as they are.",
    "fight targeted": "Without an answer the blows are rolled as they are.",
    "enemy moved": "Without an answer the enemy goes on with its turn.",
    "enemy arrived": "Without an answer the enemy goes on with its turn.",
    "before pick": "Without an answer the enemy picks its next unit to fight.",
    "before shock": "Without an answer the unit takes its battle-shock test.",
    "destroyed": "Without an answer the battle goes on.",
    "enemy destroyed": "Without an answer the battle goes on.",
    "charge declared": "Without an answer the enemy rolls its charge.",
    "enemy charged": "Without an answer the enemy goes on with its turn.",
    "wounded": "Without an answer the damage is dealt as it is.",
    "shot": "Without an answer the battle goes on.",
    "battle start": "Without an answer the battle begins without it.",
    "round start": "Without an answer the round begins without it.",
    "phase start": "Without an answer the phase begins without it.",
    "phase end": "Without an answer the battle goes on.",
    "charged": "Without an answer the battle goes on.",
    "enemy stratagem": "Without an answer the stratagem costs what it did.",
}
ROLLED = {
    "attacks": "Without an answer that number of attacks is made.",
    "hit": "Without an answer these hits stand.",
    "wound": "Without an answer these wounds stand.",
    "save": "Without an answer these saves stand.",
    "damage": "Without an answer this damage stands.",
    "advance": "Without an answer this advance stands.",
}
GOES_ON = "Without an answer the battle goes on."


def otherwise(why: str, roll: str, success: bool | None) -> str:
    """What happens if a question is passed. `success`: whether the charge that it is about reached its target."""
    if roll == "charge":
        return "Without an answer the charge is made." if success else "Without an answer the charge fails."
    return (ROLLED.get(roll) if roll else OTHERWISE.get(why)) or GOES_ON
