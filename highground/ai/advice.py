"""What else could be answered to a prompt, and what each answer is expected to come to."""

from __future__ import annotations

from itertools import islice
from math import sqrt

import msgspec
from msgspec.structs import replace

from highground.ai.flying import best_flight
from highground.ai.levels import ANSWERS, PLANS
from highground.ai.moving import Places
from highground.ai.parts import alike
from highground.ai.player import AiPlayer, Decision
from highground.ai.trials import PlanPlayer, TimeLeft, Trial, Tried
from highground.engine import choices as ch
from highground.engine import finding, listing
from highground.engine.battle import Battle
from highground.engine.prompts import (
    ChargePrompt,
    DeployPrompt,
    MovePrompt,
    PickPrompt,
    Prompt,
    ReactPrompt,
    ShootPrompt,
)
from highground.engine.steps import movement

MOST_TRIALS = 24
"""Trials of each of the best answers."""
FIRST_TRIALS = 4
"""Trials of every answer, after which the best `ADVISED` go on."""
FEWEST = 6
"""Trials that it takes to estimate the usual error of a difference."""
ADVISED = 3
AGAIN = 2_000
"""The number of the first trial in which a given answer is held against the best once more."""
MOST_LISTED = 6
"""Answers of a reaction that are looked at beyond those that players would make."""
MOST_PLACES = 6
"""Places of a unit that are looked at beyond those of the plans."""


class Advice(msgspec.Struct, frozen=True):
    """An answer, and what its trials came to. `tried.plan` is the plan that it is part of, '' where it is of none.

    `behind` is by how much its chance to win is less than that of the best answer, `error` the usual error of that.
    `surely`: it loses as much as was asked about, on other dice too than those by which that answer came out best.
    """

    decision: Decision
    tried: Tried
    behind: float = 0.0
    error: float = 0.0
    surely: bool = False


def advise(battle: Battle, prompt: Prompt, left: TimeLeft, own: ch.Choice | None = None) -> list[Advice]:
    """The best answers to what is due, the best first; and `own` among them, if given, wherever it comes out."""
    trial, player = Trial(battle, prompt.side, ANSWERS), PlanPlayer(PLANS[0])
    field = [Candidacy(name, each) for name, each in _candidates(battle, prompt, own)]
    if own is not None and len(field) < 2:
        return []
    for number in range(MOST_TRIALS):
        if number == FIRST_TRIALS:
            field.sort(key=lambda each: -each.tried.rank)
            field = field[:ADVISED] + [each for each in field[ADVISED:] if each.decision.choice == own]
        for each in field:
            if not left(number):
                break
            each.take(trial.play(player, number, first=each.decision.choice))
        if len(field) < 2 and number >= FIRST_TRIALS:
            break
    ranked = sorted(field, key=lambda each: -each.tried.rank)
    kept = ranked[:ADVISED] + [each for each in ranked[ADVISED:] if each.decision.choice == own]
    return [each.against(ranked[0]) for each in kept]


def weighed(
    battle: Battle, prompt: Prompt, own: ch.Choice, found: list[Advice], least: float, left: TimeLeft
) -> Advice:
    """A given answer, of the advice that was found: whether it surely loses at least such a share of the chance to win.

    What seems to is held against the best answer once more, on other dice: the best of many owes some of its lead to
    the dice by which it was found to be the best. `behind` is then what it loses on those.
    """
    best, mine = found[0], next(each for each in found if each.decision.choice == own)
    if mine is best or (mine.tried.trials >= FEWEST and mine.behind - mine.error < least):
        return mine
    trial, player = Trial(battle, prompt.side, ANSWERS, left), PlanPlayer(PLANS[0])
    pair = [Candidacy(each.tried.plan, each.decision) for each in (best, mine)]
    for number in range(AGAIN, AGAIN + MOST_TRIALS):
        ends = [trial.play(player, number, first=each.decision.choice) for each in pair]
        if None in ends:
            break
        for each, end in zip(pair, ends, strict=True):
            each.take(end)
    again = pair[1].against(pair[0])
    return replace(mine, behind=again.behind, error=again.error, surely=again.behind >= max(least, again.error))


class Candidacy:
    """An answer with its trials so far."""

    def __init__(self, name: str, decision: Decision) -> None:
        self.decision = decision
        self.tried = Tried(name)
        self.chances: list[float] = []

    def take(self, end: Tried | None) -> None:
        if end is not None:
            self.tried = self.tried.with_trial(end)
            self.chances.append(end.chances)

    def against(self, best: Candidacy) -> Advice:
        """How it compares with the best over the trials with the same dice."""
        pairs = min(len(self.chances), len(best.chances))
        losses = [best.chances[i] - self.chances[i] for i in range(pairs)]
        mean = sum(losses) / (pairs or 1)
        spread = sum([(loss - mean) ** 2 for loss in losses])
        error = sqrt(spread / (pairs * (pairs - 1))) if pairs >= FEWEST else 1.0
        return Advice(self.decision, self.tried, mean, 0.0 if self is best else error)


def _candidates(battle: Battle, prompt: Prompt, own: ch.Choice | None) -> list[tuple[str, Decision]]:
    """Different answers: the given one, those of every plan, and the plain ones."""
    found: list[tuple[str, Decision]] = [] if own is None else [("", Decision(own))]
    for plan in PLANS:
        _add(found, plan.name, AiPlayer(replace(plan.weights, name=plan.name)).decide(battle, prompt))
    for choice in _plain(battle, prompt):
        if battle.allows(choice):
            _add(found, "", Decision(choice))
    return found


def _add(found: list[tuple[str, Decision]], name: str, decision: Decision) -> None:
    if not any(alike(decision.choice, known.choice) for _, known in found):
        found.append((name, decision))


def _plain(battle: Battle, prompt: Prompt) -> list[ch.Choice]:
    """Answers that spend nothing, other places for the unit that moves, and some of what else can be named."""
    found: list[ch.Choice] = []
    if isinstance(prompt, MovePrompt):
        found += _moves(battle, prompt)
    if isinstance(prompt, ShootPrompt):
        found.append(ch.Shoot(prompt.units[0]))
    if isinstance(prompt, DeployPrompt):
        found.append(ch.Reserve(prompt.units[0]))
    if isinstance(prompt, ReactPrompt):
        found.append(ch.Pass())
    if isinstance(prompt, ReactPrompt | ChargePrompt | PickPrompt):
        found += islice(listing.options(battle, prompt), MOST_LISTED)
    if "end" in prompt.kinds:
        found.append(ch.End())
    return found


def _moves(battle: Battle, prompt: Prompt) -> list[ch.Choice]:
    """The best other places that the next unit can go to, and that it stays."""
    units = battle.state.units
    unit = next((u for u in prompt.units if units[u].on_table and not units[u].moved), None)
    if unit is None:
        return []
    if battle.scene.sheets[unit].gait.airborne:
        flown = best_flight(battle.scene, unit, PLANS[0].weights).choice
        return list(dict.fromkeys([flown, ch.Move(unit, "fly_off")]))
    found: list[ch.Choice] = [ch.Move(unit, "stationary")]
    limit = movement.speed(battle.scene, unit)
    if limit and not battle.scene.engaged(unit):
        places = Places(battle.scene, units[unit], PLANS[0].weights, limit, advancing=False)
        for candidate in places.ranked(MOST_PLACES):
            ends = finding.shift(battle.scene, unit, candidate.anchor, limit)
            if ends is not None:
                found.append(ch.Move(unit, "move", ends))
    return found
