"""Dice that players roll themselves, and type in or have photographed: where they may be used, and whose they are."""

from __future__ import annotations

from msgspec.structs import replace

from highground.engine import choices as ch
from highground.engine.dice import RerollsLast
from highground.engine.errors import DiceError, Refusal
from highground.engine.record import Given
from highground.engine.state import Resolving, RollOff
from highground.engine.steps.declared import stage_dice
from highground.game.commands.commanding import Put
from highground.game.match.match import Match

DEFENDERS = frozenset({"save", "fnp"})
"""The stages of an attack that the defending side rolls."""


def check(match: Match, put: Put) -> None:
    """Refuses own dice in a game where they were not agreed on."""
    if put.given is not None and not (match.physical or match.own_dice):
        raise Refusal("own-dice")


def in_order(match: Match, choice: ch.RollDice, given: Given) -> Given:
    """The dice of a stage of attacks in the order in which it takes them: each weapon's rerolls behind its own dice.

    Players name all dice of the roll first, then all that they rolled again. Where only the roll shows how many dice it
    takes, they are in order already.
    """
    frame, battle = match.battle.state.top, match.battle
    due = stage_dice(battle.scene, frame) if isinstance(frame, Resolving) and choice.stage == frame.stage else None
    if due is None or len(given.faces) <= due:
        return given
    dice = RerollsLast(given.faces, due)
    try:
        battle.clone().answer_with(choice, dice)
    except (DiceError, Refusal):
        return given  # the battle itself says what is wrong with them
    taken = tuple([face for rolled in dice.ledger for face in rolled.faces])
    return replace(given, faces=taken) if len(taken) == len(given.faces) else given


def sides_of(match: Match, choice: ch.Choice, given: Given | None) -> frozenset[int]:
    """The sides whose dice a player brings along with a choice."""
    request = match.ask()
    if given is None or request is None:
        return frozenset()
    top = match.battle.state.top
    if isinstance(top, RollOff) or not match.battle.state.started:
        return frozenset({0, 1})
    if isinstance(top, Resolving) and isinstance(choice, ch.RollDice):
        return _of_stages(top, choice.stage, match.cast.sides[top.unit])
    return frozenset({request.side})


def _of_stages(frame: Resolving, wanted: str, attacker: int) -> frozenset[int]:
    """Of which sides the dice of a stage of an attack are, or of all stages that are left."""
    left = ch.STAGES[ch.STAGES.index(frame.stage) :] if frame.stage in ch.STAGES else ()
    stages = left if wanted == "all" else (wanted,)
    return frozenset(1 - attacker if stage in DEFENDERS else attacker for stage in stages)
