"""Whose turn it is to call for something in a game."""

from __future__ import annotations

from typing import Literal

from highground.engine.prompts import AdvancePrompt, EndPrompt, Prompt
from highground.game.match.match import Match
from highground.server.errors import Refusal
from highground.server.games.access import Access

OVER = "The battle is over."
MOST_CHOICES = 10_000
"""Of one battle, those that were taken back included: all of them are kept. A long battle takes a thousand."""
TOO_MANY_CHOICES = (
    "This battle has {:,} choices, counting those taken back: no more fit. Resign it, or agree on a draw."
)

Who = Literal["commander", "holder", "computer", "anyone"]
"""Whose call it is: the commander's of the side that is due, that of the holder of its seat though a computer commands
it (rolling its dice, ending its phase), any player's for a computer's side, or any player's."""


def check_turn(match: Match, access: Access, who: Who) -> None:
    """Refuses who is not at the table, and who has nothing to answer now."""
    if not access.sides:
        raise Refusal(403, "Only the players of this game may do that.")
    prompt = match.ask()
    if prompt is None:
        raise Refusal(409, OVER)
    if who == "anyone" or (who == "computer" and match.is_computer(prompt.side)):
        return
    if who == "computer":
        raise Refusal(409, f"{match.cast.armies[prompt.side]} is commanded by a person.")
    _check_commander(match, access, prompt, who)


def _check_commander(match: Match, access: Access, prompt: Prompt, who: Who) -> None:
    if prompt.side not in access.sides:
        raise Refusal(403, f"It is {match.cast.armies[prompt.side]}'s turn to act, which the other player commands.")
    if who != "holder" and match.is_computer(prompt.side) and not isinstance(prompt, AdvancePrompt | EndPrompt):
        raise Refusal(409, f"{match.cast.armies[prompt.side]} is commanded by the computer: let it act.")


def check_room(match: Match) -> None:
    """Refuses another choice of a battle that has as many as are kept. It can still be ended."""
    if match.number + len(match.battle.undone) >= MOST_CHOICES:
        raise Refusal(409, TOO_MANY_CHOICES.format(MOST_CHOICES))
