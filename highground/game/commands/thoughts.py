"""What the computer thought, in words and figures."""

from __future__ import annotations

from highground.ai.levels import FLATTERED as FLATTERED_BY
from highground.ai.parts import EVERYBODY, NO_CHARGE, Named, parts_of
from highground.ai.search import Thought
from highground.ai.trials import Tried
from highground.game.match.match import Match
from highground.game.views.counsel import OutcomeState, PlanState, ThoughtState
from highground.words.plans import (
    FEWER_POINTS,
    FEWER_TRIALS,
    FLATTERED,
    LESS_LIKED,
    apart_sentence,
    charges_sentence,
    expected,
    other_plan,
    plan_sentence,
    plan_words,
    share,
    shots_sentence,
)

AS_PLANNED = "as planned"
"""What the shots and charges of the plan under way are called."""
SENTENCES = {"shooting": shots_sentence, "charge": charges_sentence}
"""What is said of phases before which changes are tried upon the plan under way."""


def thought_view(match: Match, thought: Thought | None) -> ThoughtState | None:
    """A comparison of plans, or of single shots or charges, for those who watch; None if there was none to make."""
    if thought is None or not thought.tried:
        return None
    upon_a_plan = thought.when[2] in SENTENCES
    if upon_a_plan and thought.done and not _trials_of_others(thought):
        return None
    plans = _tried(match, thought) if upon_a_plan else [_row(each, plan_words(each.plan)) for each in thought.tried]
    return {
        "phase": thought.when[2],
        "trials": min(thought.trials, thought.wanted),
        "wanted": thought.wanted,
        "done": thought.done,
        "sentence": _changes_said(match, thought) if upon_a_plan else _plans_said(thought),
        "plans": plans,
    }


def outcome_of(tried: Tried) -> OutcomeState:
    return {
        "trials": tried.trials,
        "chance": round(tried.chance, 4),
        "worst": round(tried.worst, 4),
        "scored": round(tried.mean(tried.scored), 2),
        "conceded": round(tried.mean(tried.conceded), 2),
        "lost": round(tried.mean(tried.lost), 1),
        "destroyed": round(tried.mean(tried.destroyed), 1),
    }


def expected_of(tried: Tried) -> str:
    """What trials came to, to follow 'it'."""
    means = (tried.mean(each) for each in (tried.scored, tried.conceded, tried.lost, tried.destroyed))
    return expected(*means)


def _plans_said(thought: Thought) -> str:
    tried = thought.tried
    best, second = tried[0], tried[1] if len(tried) > 1 and tried[1].trials else None
    other = other_plan(second.plan, second.chance, _why_not(best, second)) if second is not None else ""
    compared, trials = [each for each in tried if each.trials], sum(each.trials for each in tried)
    most = not any(_ahead(each, best) for each in compared)
    outcome, count = expected_of(best), len(compared)
    said = plan_sentence(thought.when[2], best.plan, best.chance, outcome, trials, count, other, most=most)
    return f"{said} {apart_sentence(len(parts_of(thought.chosen).plans))}".strip()


def _ahead(plan: Tried, best: Tried) -> bool:
    """Whether a plan won more in its trials than the one that is played, as far as both are shown."""
    return share(plan.chance) != share(best.chance) and plan.chance > best.chance


def _why_not(best: Tried, plan: Tried) -> str:
    """Why a plan is not played that won more in its trials; '' where it did not."""
    if not _ahead(plan, best):
        return ""
    if plan.trials < best.trials:
        return FEWER_TRIALS
    if plan.rank < best.rank:
        return FEWER_POINTS
    return FLATTERED if FLATTERED_BY.get(plan.plan, 0.0) > FLATTERED_BY.get(best.plan, 0.0) else LESS_LIKED


def _changes_said(match: Match, thought: Thought) -> str:
    chosen = _changes(match, thought, thought.chosen) if thought.chosen else []
    return SENTENCES[thought.when[2]](_trials_of_others(thought), chosen)


def _trials_of_others(thought: Thought) -> int:
    """Without those of what was planned anyway."""
    return thought.trials - sum(each.trials for each in thought.field)


def _tried(match: Match, thought: Thought) -> list[PlanState]:
    """What is planned and what else was tried, first what is done."""
    rows = [_row(each, AS_PLANNED) for each in thought.field]
    rows += [_row(each, ", ".join(_changes(match, thought, each.plan))) for each in thought.parts]
    return sorted(rows, key=lambda each: each["name"] != thought.chosen)


def _changes(match: Match, thought: Thought, name: str) -> list[str]:
    """What a plan by this name has units do instead in the phase thought about."""
    named = parts_of(name)
    return _aiming(match, named) if thought.when[2] == "shooting" else _charging(match, named)


def _aiming(match: Match, named: Named) -> list[str]:
    """What units would rather shoot at, as in 'all units prefer to shoot at Lancers'."""
    cast, found = match.cast, list[str]()
    of_all = named.preferred.get(EVERYBODY)
    for unit, target in sorted(named.preferred.items()):
        if unit != EVERYBODY and target == of_all:
            continue
        prefers = "all units prefer" if unit == EVERYBODY else cast.does(unit, "prefer")
        found.append(f"{prefers} to shoot at {cast.units[target]}")
    return found


def _charging(match: Match, named: Named) -> list[str]:
    """What single units do instead, as in 'Hounds do not charge'."""
    cast, found = match.cast, list[str]()
    for unit, target in sorted(named.charges.items()):
        if target == NO_CHARGE:
            found.append(f"{cast.units[unit]} {cast.verb(unit, 'do', 'does')} not charge")
        else:
            found.append(f"{cast.does(unit, 'charge')} {cast.units[target]}")
    return found


def _row(tried: Tried, words: str) -> PlanState:
    return {**outcome_of(tried), "name": tried.plan, "words": words}
