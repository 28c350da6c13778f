"""What the computer thought and what its coach advises, in words and figures."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from msgspec.structs import replace

from highground.ai.advice import Advice
from highground.ai.parts import parts_of
from highground.ai.search import Thought, Tried
from highground.engine import choices as ch
from highground.engine.errors import Refusal
from highground.engine.state import ROUNDS, State
from highground.game.commands.describing import NOTHING_ELSE, describe
from highground.game.match.match import Match
from highground.game.views.counsel import AdviceState, CoachState, OutcomeState, PlanState, ThoughtState, Warned
from highground.words.plans import (
    apart_sentence,
    expected,
    plan_sentence,
    plan_words,
    risk_sentence,
    share,
    warning_sentence,
)

ADVISED = 3


def thought_view(thought: Thought | None) -> ThoughtState | None:
    """A comparison of plans for those who watch."""
    if thought is None or not thought.tried:
        return None
    tried, phase = thought.tried, thought.when[2]
    best, second = tried[0], tried[1] if len(tried) > 1 and tried[1].trials else None
    other = f"{plan_words(second.plan)}, {share(second.chance)}" if second is not None else ""
    outcome = _expected(best)
    compared, trials = len([each for each in tried if each.trials]), sum(each.trials for each in tried)
    said = plan_sentence(phase, best.plan, best.chance, outcome, trials, compared, other)
    return {
        "phase": phase,
        "trials": min(thought.trials, thought.wanted),
        "wanted": thought.wanted,
        "done": thought.done,
        "sentence": f"{said} {apart_sentence(len(parts_of(thought.chosen)[1]))}".strip(),
        "plans": [_plan(each) for each in tried],
    }


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
        **_outcome(tried),
        "kind": str(said.choice.__struct_config__.tag),
        "description": said.description,
        "rationale": f"{rationale} {why}".strip(),
        "expected": f"It {_expected(tried)} on average until {_until(before)}." if tried.trials else "",
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


def warning_of(match: Match, side: int, choice: ch.Choice, advice: Sequence[Advice], percent: int) -> Warned | None:
    """A warning of a choice that loses surely more than so many percent of the chance to win."""
    own = next((each for each in advice if each.decision.choice == choice), None)
    if own is None or own is advice[0] or own.behind - own.error < percent / 100:
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


def _plan(tried: Tried) -> PlanState:
    return {**_outcome(tried), "name": tried.plan, "words": plan_words(tried.plan)}


def _outcome(tried: Tried) -> OutcomeState:
    return {
        "trials": tried.trials,
        "chance": round(tried.chance, 4),
        "worst": round(tried.worst, 4),
        "scored": round(tried.mean(tried.scored), 2),
        "conceded": round(tried.mean(tried.conceded), 2),
        "lost": round(tried.mean(tried.lost), 1),
        "destroyed": round(tried.mean(tried.destroyed), 1),
    }


def _until(state: State) -> str:
    """How far trials go."""
    return "the battle is over" if (state.round, state.turn) == (ROUNDS, 2) else "the enemy's next turn is over"


def _expected(tried: Tried) -> str:
    means = (tried.mean(each) for each in (tried.scored, tried.conceded, tried.lost, tried.destroyed))
    return expected(*means)
