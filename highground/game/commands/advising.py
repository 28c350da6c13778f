"""What the computer's coach advises, in words and figures."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from msgspec.structs import replace

from highground.ai.advice import Advice
from highground.engine import choices as ch
from highground.engine.errors import Refusal
from highground.engine.state import ROUNDS, State
from highground.game.commands.describing import NOTHING_ELSE, describe
from highground.game.commands.thoughts import expected_of, outcome_of
from highground.game.match.match import Match
from highground.game.views.counsel import AdviceState, CoachState, Warned
from highground.words.plans import (
    plan_words,
    risk_sentence,
    warning_sentence,
)

ADVISED = 3


def coach_view(match: Match, side: int, advice: Sequence[Advice]) -> CoachState:
    """The best answers of those that were tried; the first where there was no time to try any."""
    best = [each for each in advice if each.tried.trials][:ADVISED] or advice[:1]
    prompt = match.ask()
    asked = "" if prompt is None else prompt.kinds[0]
    return {"number": match.number, "asked": asked, "advice": [advice_view(match, side, each) for each in best]}


def advice_view(match: Match, side: int, advice: Advice) -> AdviceState:
    """An advised choice as it would look: nothing of it happens in the battle."""
    twin, before = copy(match), match.battle.state
    twin.battle = match.battle.clone()
    twin.battle.sealed = False
    twin.battle.answer(advice.decision.choice)
    said, tried = describe(twin, side, advice.decision, before), advice.tried
    why = f"It is part of a plan to {plan_words(tried.plan)}." if tried.plan else ""
    rationale = said.rationale if said.rationale != NOTHING_ELSE or not why else ""
    return {
        **outcome_of(tried),
        "kind": str(said.choice.__struct_config__.tag),
        "description": said.description,
        "rationale": f"{rationale} {why}".strip(),
        "expected": f"It {expected_of(tried)} on average until {_until(before)}." if tried.trials else "",
        "risk": risk_sentence(tried.chance, tried.worst, tried.trials),
        "instructions": list(said.instructions),
        "marks": list(said.marks),
    }


WEIGHED = (
    ch.Deploy,
    ch.Reserve,
    ch.Move,
    ch.Arrive,
    ch.Disembark,
    ch.Shoot,
    ch.Charge,
    ch.Fight,
    ch.Strike,
    ch.Use,
    ch.Pass,
    ch.End,
)
"""Choices that a player may want to be warned of; dice and what has to be done anyway are not among them."""


def worth_weighing(choice: ch.Choice) -> bool:
    return isinstance(choice, WEIGHED)


def warning_of(match: Match, side: int, choice: ch.Choice, advice: Sequence[Advice]) -> Warned | None:
    """A warning of a choice that surely loses as much of the chance to win as was asked about."""
    own = next((each for each in advice if each.decision.choice == choice), None)
    if own is None or not own.surely:
        return None
    better = advice_view(match, side, advice[0])
    return {"detail": warning_sentence(own.behind, better["description"]), "loss": own.behind, "better": better}


def check_coach(match: Match) -> None:
    """Raises Refusal in a game between two people who have not agreed that the coach may be asked."""
    if not match.coached:
        raise Refusal("no-coach")


def let_coach(match: Match, on: bool) -> None:
    """Let the coach be asked, or not any more."""
    match.counsel = replace(match.counsel, coach=on)


def _until(state: State) -> str:
    """How far trials go."""
    return "the battle is over" if (state.round, state.turn) == (ROUNDS, 2) else "the enemy's next turn is over"
