"""What the undo button would take back, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from highground.engine import choices as ch
from highground.engine.battle import free_to_undo
from highground.game.match.match import Match
from highground.game.views.state import UndoRequest, UndoState

_MOVES = {
    "stationary": "{} holding its position",
    "move": "the move of {}",
    "advance": "the advance of {}",
    "fly_off": "{} flying off the table",
}
_NAMES: dict[type, Callable[[Match, Any], str]] = {
    ch.Advance: lambda _match, _choice: "going on to the next step",
    ch.End: lambda _match, _choice: "ending the phase's actions",
    ch.Pass: lambda _match, _choice: "letting it pass",
    ch.RollDice: lambda _match, _choice: "the roll of the dice",
    ch.ChooseZone: lambda _match, _choice: "the choice of the deployment zone",
    ch.Deploy: lambda match, choice: f"setting up {match.cast.units[choice.unit]}",
    ch.Reserve: lambda match, choice: f"keeping {match.cast.units[choice.unit]} in reserve",
    ch.Arrive: lambda match, choice: f"the arrival of {match.cast.units[choice.unit]}",
    ch.Move: lambda match, choice: _MOVES.get(choice.how, "{} falling back").format(match.cast.units[choice.unit]),
    ch.Place: lambda _match, _choice: "putting the unit down",
    ch.Embark: lambda match, choice: f"{match.cast.units[choice.unit]} getting in",
    ch.Disembark: lambda match, choice: f"{match.cast.units[choice.unit]} getting out",
    ch.Shoot: lambda match, choice: f"the shots of {match.cast.units[choice.unit]}",
    ch.Charge: lambda match, choice: f"the charge of {match.cast.units[choice.unit]}",
    ch.Fight: lambda match, choice: f"picking {match.cast.units[choice.unit]} to fight",
    ch.Strike: lambda _match, _choice: "the attacks in melee",
    ch.Use: lambda _match, _choice: "the use of an ability",
    ch.EndBattle: lambda _match, _choice: "the end of the battle",
    ch.Allocate: lambda match, choice: f"who of {match.cast.units[choice.unit]} takes wounds first",
    ch.Remove: lambda _match, _choice: "the miniatures that a unit out of coherency loses",
    ch.ByHand: lambda match, choice: f"switching {choice.ability} by hand",
}


def last_choice(match: Match, sides: frozenset[int]) -> UndoState | None:
    """What the last own choice was, whether one of `sides` made it, whether it may be taken back without the opponent,
    and who asks for that; or why none may be at all. None before the first."""
    asked = match.undo_asked
    own = match.last_of(sides if asked is None else {asked})
    if not own:
        return _stays(match) if match.against_computer else None
    choice = match.battle.records[own - 1].choice
    return {
        "what": _NAMES[type(choice)](match, choice),
        "back_to": own - 1,
        "free": all(free_to_undo(each) for each in match.battle.records[own - 1 :]),
        "yours": match.maker(own - 1) in sides,
        "why": "",
        "asked": _asked(match, sides),
    }


def _stays(match: Match) -> UndoState | None:
    """Nothing is taken back over what the computer rolled or drew; None where it did neither."""
    last = next((each for each in reversed(match.battle.records) if not free_to_undo(each)), None)
    if last is None:
        return None
    why = "The computer has rolled dice since" if last.dice else "The computer has drawn cards since"
    return {"what": "", "back_to": match.number, "free": False, "yours": False, "why": why, "asked": None}


def _asked(match: Match, sides: frozenset[int]) -> UndoRequest | None:
    side = match.undo_asked
    if side is None:
        return None
    return {"army_uuid": match.cast.army_uuids[side], "army_name": match.cast.armies[side], "yours": side in sides}
