"""What the undo button would take back, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from highground.engine import choices as ch
from highground.engine.battle import free_to_undo
from highground.game.match.match import Match
from highground.game.views.state import UndoRequest, UndoState

_MOVES = {"stationary": "{} holding its position", "move": "the move of {}", "advance": "the advance of {}"}
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
    ch.ByHand: lambda match, choice: f"switching {choice.ability} by hand",
}


def last_choice(match: Match, sides: frozenset[int]) -> UndoState | None:
    """What the last choice was, whether one of `sides` made it, whether it may be taken back without the opponent, and
    who asks for that; None before the first."""
    if not match.battle.records:
        return None
    record = match.battle.records[match.last_own - 1]
    name = _NAMES[type(record.choice)]
    return {
        "what": name(match, record.choice),
        "free": all(free_to_undo(each) for each in match.battle.records[match.last_own - 1 :]),
        "yours": _maker(match) in sides,
        "asked": _asked(match, sides),
    }


def _maker(match: Match) -> int | None:
    """The side that made the last choice that was not a pass on a player's behalf."""
    record = match.battle.records[match.last_own - 1]
    if isinstance(record.choice, ch.Allocate):
        return match.cast.sides[record.choice.unit]
    return match.kept.get("maker", (record,), lambda: _side_before(match))


def _side_before(match: Match) -> int | None:
    request = match.battle.branch(match.last_own - 1).ask()
    return None if request is None else request.side


def _asked(match: Match, sides: frozenset[int]) -> UndoRequest | None:
    side = match.undo_asked
    if side is None:
        return None
    return {"army_uuid": match.cast.army_uuids[side], "army_name": match.cast.armies[side], "yours": side in sides}
