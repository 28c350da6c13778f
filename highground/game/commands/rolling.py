"""What a command does beyond the one choice: attacks rolled all at once, and what follows without a choice of anybody.

The defender's answers are his in any case.
"""

from __future__ import annotations

from highground.engine import choices as ch
from highground.engine.prompts import PlacePrompt, StrikePrompt
from highground.engine.record import Given
from highground.engine.state import Fighting, Resolving
from highground.engine.steps.striking import can_strike
from highground.game.commands import own_dice
from highground.game.commands.commanding import Put, Steps
from highground.game.match.match import Match


def rolled(match: Match, stage: str, given: Given | None) -> Steps[None]:
    """Dice that a player brings for all stages are both players', and they have agreed to them."""
    choice = ch.RollDice(stage)
    if given is not None:
        yield Put(choice, own_dice.in_order(match, choice, given))
    else:
        yield Put(asking(match, choice))
    if stage == "all" and given is None:
        yield from rolled_on(match)


def asking(match: Match, choice: ch.Choice) -> ch.Choice:
    """Attacks rolled all at once leave the defender his answers; two computers have agreed not to ask."""
    everything = isinstance(choice, ch.RollDice) and choice.stage == "all"
    attacks = everything and isinstance(match.battle.scene.top, Resolving)
    return ch.RollDice(ch.ASKING) if attacks and not (match.is_computer(0) and match.is_computer(1)) else choice


def rolled_on(match: Match) -> Steps[None]:
    """Attacks rolled all at once go on where the defender could answer and did not want to be asked."""
    while match.passed_last and isinstance(match.battle.scene.top, Resolving):
        yield Put(asking(match, ch.RollDice()))


def put_down(match: Match, why: str) -> Steps[None]:
    """Let the engine find the way of a pile-in, a charge or a consolidation that is due, unless the player wants to."""
    prompt = match.ask()
    if isinstance(prompt, PlacePrompt) and prompt.why == why and not match.closes_by_hand(prompt.side):
        yield Put(ch.Place())


def fought_nobody(match: Match) -> Steps[bool]:
    """A unit that piled in and reaches nobody makes no attacks, without its player being asked. Whether it was so."""
    nobody = _reaches_nobody(match)
    if nobody:
        yield Put(ch.Strike())
    yield from put_down(match, "consolidate")
    return nobody


def _reaches_nobody(match: Match) -> bool:
    prompt, scene = match.ask(), match.battle.scene
    if not isinstance(prompt, StrikePrompt) or not isinstance(scene.top, Fighting):
        return False
    return not can_strike(scene, scene.state.units[scene.top.unit])


def tidied(match: Match) -> Steps[None]:
    """What follows a roll without a choice of anybody: a charge that reaches is moved, a fight's end consolidates."""
    yield from put_down(match, "charge")
    yield from fought_nobody(match)
