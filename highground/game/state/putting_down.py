"""Whether a unit could be put down where it is held."""

from __future__ import annotations

from highground.engine import choices as ch
from highground.engine.errors import Refusal
from highground.engine.figures import Ending
from highground.engine.prompts import MovePrompt, PlacePrompt
from highground.game.match.match import Match
from highground.game.state.marching import check_best_advance
from highground.game.views.preview import How


def why_not_there(match: Match, unit: int, how: How, end: Ending) -> Refusal | None:
    """Why the rules would not take a unit's move, or the end of one, there.

    None where they would, and where nothing asks for either. An advance whose die has not been rolled is judged by the
    best roll.
    """
    prompt = match.ask()
    if isinstance(prompt, PlacePrompt):
        return match.battle.refusal_of(ch.Place(*end)) if prompt.unit == unit else None
    if not isinstance(prompt, MovePrompt) or unit not in prompt.units:
        return None
    if match.battle.state.units[unit].reserves:
        return match.battle.refusal_of(ch.Arrive(unit, *end))
    if not match.battle.state.units[unit].on_table:
        return None
    if how == "advance":
        return _why_no_advance(match, unit, end)
    return match.battle.refusal_of(ch.Move(unit, how, *end)) if how in {"move", "fall_back"} else None


def _why_no_advance(match: Match, unit: int, end: Ending) -> Refusal | None:
    refused = match.battle.refusal_of(ch.Move(unit, "advance"))
    if refused is not None:
        return refused
    try:
        check_best_advance(match.battle.scene, unit, end)
    except Refusal as refusal:
        return refusal
    return None
