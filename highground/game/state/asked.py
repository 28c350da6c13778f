"""What is asked of a side, as that side and as everybody else sees it."""

from __future__ import annotations

from highground.engine.prompts import Prompt, ReactPrompt
from highground.game.match.match import Match
from highground.game.state.rolls import rerollable_dice
from highground.game.views.state import PromptState


def request_view(match: Match, prompt: Prompt) -> PromptState:
    """What is asked, of which side, and what fits."""
    cast = match.cast
    return {
        "army_uuid": cast.army_uuids[prompt.side],
        "army_name": cast.armies[prompt.side],
        "controller": match.control[prompt.side].controller,
        "mine": False,
        "kinds": list(prompt.kinds),
        "units": [cast.unit_uuids[unit] for unit in prompt.units],
        "unit_uuid": None if prompt.unit is None else cast.unit_uuids[prompt.unit],
        "limit": prompt.limit,
        "stage": prompt.stage,
        "why": prompt.why,
        "dice": list(rerollable_dice(match, prompt)),
        "selected_unit_uuid": None,
    }


def shown_to_all(match: Match, prompt: Prompt | None) -> PromptState | None:
    """What everybody sees of it; None once the battle is over.

    That a side is asked for a reaction is seen, but not which: it would tell the enemy what to expect.
    """
    if prompt is None:
        return None
    view = request_view(match, prompt)
    if not isinstance(prompt, ReactPrompt):
        return view
    return {**view, "kinds": ["pass"], "units": [], "stage": "", "why": "", "dice": []}
