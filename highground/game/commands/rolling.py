"""Attacks that are rolled all at once: the defender's answers are his in any case."""

from __future__ import annotations

from highground.engine import choices as ch
from highground.engine.record import Given
from highground.engine.state import Resolving
from highground.game.commands.commanding import Put, Steps
from highground.game.match.match import Match


def rolled(match: Match, stage: str, given: Given | None) -> Steps[None]:
    """Dice that a player brings for all stages are both players', and they have agreed to them."""
    choice = ch.RollDice(stage)
    yield Put(choice if given is not None else asking(match, choice), given)
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
