"""What is asked of a side, as that side and as everybody else sees it."""

from __future__ import annotations

from highground.engine.prompts import Prompt, ReactPrompt, RemovePrompt
from highground.engine.steps import coherency_removal, nerve
from highground.game.match.match import Match
from highground.game.parts.phrases import each_named, place
from highground.game.state.ahead import able_units
from highground.game.state.rolls import rerollable_dice
from highground.game.views.state import PromptState, RemovableMiniature, RemovalShown


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
        "needed": _needed(match, prompt),
        "why": prompt.why,
        "dice": list(rerollable_dice(match, prompt)),
        "removals": _removals(match, prompt),
        "removable": _removable(match, prompt),
        "able": able_units(match, prompt),
        "selected_unit_uuid": None,
    }


def _needed(match: Match, prompt: Prompt) -> int | None:
    if prompt.stage != "battle-shock" or prompt.unit is None:
        return None
    return nerve.needed(match.battle.scene, prompt.unit)


def _removals(match: Match, prompt: Prompt) -> list[RemovalShown]:
    """The miniatures that a unit that stands apart may lose."""
    if not isinstance(prompt, RemovePrompt):
        return []
    (unit,) = prompt.units
    scene = match.battle.scene
    line_up, state = scene.sheets[unit].line_up, scene.state.units[unit]
    ways = coherency_removal.ways(scene, unit)
    named = [each_named(line_up[i].name for i in gone) for gone in ways]
    return [
        {
            "miniatures": list(gone),
            "miniature_uuids": [match.miniature_uuid(unit, i) for i in gone],
            "words": f"{words}, {place(state.places[gone[0]])}" if named.count(words) > 1 and gone else words,
            "left": each_named(line_up[i].name for i in state.standing if i not in gone),
        }
        for gone, words in zip(ways, named, strict=True)
    ]


def _removable(match: Match, prompt: Prompt) -> list[RemovableMiniature]:
    """All who live of a unit that stands apart."""
    if not isinstance(prompt, RemovePrompt):
        return []
    (unit,) = prompt.units
    line_up, state = match.battle.scene.sheets[unit].line_up, match.battle.state.units[unit]
    return [
        {
            "miniature": i,
            "miniature_uuid": match.miniature_uuid(unit, i),
            "words": f"{line_up[i].name}, {place(state.places[i])}",
        }
        for i in state.standing
    ]


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
