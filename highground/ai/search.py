"""A player that tries plans for its turn against likely answers, and plays the one that wins most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace
from mypy_extensions import mypyc_attr

from highground.ai.personality import Personality
from highground.ai.player import AiPlayer, Decision
from highground.ai.trial_dice import TrialDice
from highground.ai.value import margin, strength, win_chance
from highground.engine.battle import Battle
from highground.engine.choices import Choice
from highground.engine.model import Setup
from highground.engine.prompts import Prompt

MOST_CHOICES = 1_500
"""Choices after which a trial is ended wherever it stands; two turns have some hundreds."""
PHASES = ("movement", "shooting", "charge")
"""The phases at whose start a plan is made or made again."""
SLIGHT = 0.002
"""What a victory point adds to the chance of winning when plans are compared, so that no lead is thrown away."""
SURELY = 0.005
"""What a plan has to be ahead by of the first one, after the movement."""

TimeLeft = Callable[[int], bool]
"""Whether another trial may be made after so many; also asked within a trial, which then does not count."""
NO_LEANING: Mapping[str, float] = {}


class TurnPlan(msgspec.Struct, frozen=True):
    """What an army cares for in a turn.

    `flatters` is by how much its trials before a movement say a better chance to win than it brings.
    """

    name: str
    weights: Personality
    flatters: float = 0.0


class Tried(msgspec.Struct, frozen=True, array_like=True):
    """What the trials of a plan, or of a choice, have come to: sums over all of them, and the worst chance to win.

    `scored` and `conceded` are victory points from now on, `lost` and `destroyed` points of army.
    """

    plan: str
    trials: int = 0
    chances: float = 0.0
    margins: float = 0.0
    scored: float = 0.0
    conceded: float = 0.0
    lost: float = 0.0
    destroyed: float = 0.0
    worst: float = 1.0

    def mean(self, total: float) -> float:
        return total / (self.trials or 1)

    @property
    def chance(self) -> float:
        """The mean chance to win."""
        return self.chances / (self.trials or 1)

    @property
    def margin(self) -> float:
        """The mean margin in victory points at the end of the battle."""
        return self.margins / (self.trials or 1)

    @property
    def rank(self) -> float:
        """What plans are compared by; without a trial the lowest."""
        return (self.chances + SLIGHT * self.margins) / self.trials if self.trials else -9.0

    def with_trial(self, end: Tried) -> Tried:
        """The sums with one trial more."""
        return Tried(
            self.plan,
            self.trials + 1,
            self.chances + end.chances,
            self.margins + end.margins,
            self.scored + end.scored,
            self.conceded + end.conceded,
            self.lost + end.lost,
            self.destroyed + end.destroyed,
            min(self.worst, end.worst),
        )


class Thought(msgspec.Struct, frozen=True):
    """A comparison of plans, begun or done: all that is needed to go on with it, in this process or another.

    `when` is the round, the turn and the phase that it is for, `field` the plans still in it and `out` those that were
    dropped, the best of each first; `seconds` is what it has taken, where that is limited.
    """

    when: tuple[int, int, str]
    field: tuple[Tried, ...]
    out: tuple[Tried, ...] = ()
    wanted: int = 0
    """Trials in all, if nothing ends them early."""
    stage: int = 0
    done: bool = False
    seconds: float = 0.0

    @property
    def tried(self) -> tuple[Tried, ...]:
        return (*self.field, *self.out)

    @property
    def trials(self) -> int:
        return sum(each.trials for each in self.tried)


class Recipe(msgspec.Struct, frozen=True):
    """How a searching player thinks: its plans, and how many trials it spends at the start of each phase.

    A trial plays the rest of the turn and the enemy's next turn.
    """

    plans: tuple[TurnPlan, ...]
    answers: tuple[Personality, ...]
    trials: tuple[int, int, int]
    """In movement, shooting and charge."""

    def share(self, phase: str) -> float:
        """The share of a turn's thinking that a phase has."""
        return self.trials[PHASES.index(phase)] / (sum(self.trials) or 1) if phase in PHASES else 0.0

    def added(self, phase: str, leaning: Mapping[str, float]) -> dict[str, float]:
        """What each plan's rank is added in a phase: what a personality likes, less what its trials flatter it by.

        After the movement, where plans hardly differ, one has to be surely ahead of the first to be played.
        """
        moving, found = phase == "movement", {}
        for number, each in enumerate(self.plans):
            less = each.flatters if moving else (SURELY if number else 0.0)
            found[each.name] = leaning.get(each.name, 0.0) - less
        return found

    def scaled(self, factor: float) -> Recipe:
        """The same with more or fewer trials, where there are any."""
        first, second, third = (max(1, round(each * factor)) if each else 0 for each in self.trials)
        return replace(self, trials=(first, second, third))


@mypyc_attr(allow_interpreted_subclasses=True)
class PlanPlayer(AiPlayer):
    """Plays by a plan."""

    def __init__(self, plan: TurnPlan) -> None:
        super().__init__(plan.weights)
        self.plan = plan


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPlayer(AiPlayer):
    """Thinks at the start of its phases, and plays by the plan that came out best.

    `left` ends the trials early. `leaning` has what the chance to win may be less by for a plan that it likes better.
    `thought` is what it thought last: it goes on from there. Trials have dice of their own.
    """

    def __init__(
        self,
        name: str,
        recipe: Recipe,
        left: TimeLeft | None = None,
        leaning: Mapping[str, float] = NO_LEANING,
        thought: Thought | None = None,
    ) -> None:
        super().__init__(Personality(name))
        self.recipe = recipe
        self.leaning = leaning
        self.thought = thought
        self._left = left
        self._player = PlanPlayer(self._plan())

    @property
    def tried(self) -> tuple[Tried, ...]:
        return () if self.thought is None else self.thought.tried

    def missions(self, setup: Setup, side: int) -> tuple[str, ...]:
        return self._player.missions(setup, side)

    def decide(self, battle: Battle, prompt: Prompt) -> Decision:
        if self.thinks_at(battle, prompt.side):
            self.think(battle, prompt.side, self._left)
            self.finish()
        return self._player.decide(battle, prompt)

    def thinks_at(self, battle: Battle, side: int) -> bool:
        """Whether plans have to be compared before the side answers."""
        state = battle.state
        if state.active != side or state.phase not in PHASES or not state.started:
            return False
        if not self.recipe.trials[PHASES.index(state.phase)]:
            return False
        return self.thought is None or self.thought.when != _when(battle) or not self.thought.done

    def think(self, battle: Battle, side: int, left: TimeLeft | None) -> None:
        """Begin to compare plans, or go on, until that is done or no time is left."""
        when = _when(battle)
        if self.thought is None or self.thought.when != when:
            wanted = self.recipe.trials[PHASES.index(battle.state.phase)]
            self.thought = Thought(when, tuple([Tried(name) for name in self._names(battle)]), wanted=wanted)
        search = Search(battle, side, self.recipe, self.thought, self.leaning, left)
        self.thought = search.run()
        self._player = PlanPlayer(self._plan())

    def finish(self) -> None:
        """Take what has come out best so far."""
        if self.thought is not None and not self.thought.done:
            added = self.recipe.added(self.thought.when[2], self.leaning)
            field = sorted(self.thought.field, key=lambda each: -(each.rank + added[each.plan]))
            self.thought = replace(self.thought, field=tuple(field), done=True)
            self._player = PlanPlayer(self._plan())

    def _names(self, battle: Battle) -> list[str]:
        """The plans to compare; after the movement first the one that is under way."""
        names = [plan.name for plan in self.recipe.plans]
        if battle.state.phase == "movement":
            return names
        current = self._player.plan.name
        return [current, *[name for name in names if name != current]]

    def _plan(self) -> TurnPlan:
        """The plan that it plays by."""
        plans = {plan.name: plan for plan in self.recipe.plans}
        best = self.thought.field[0].plan if self.thought is not None and self.thought.field else ""
        return plans.get(best, self.recipe.plans[0])


def _when(battle: Battle) -> tuple[int, int, str]:
    return battle.state.round, battle.state.turn, battle.state.phase


class Search:
    """Compares plans by trials on forks: all with the same dice, half of them dropped after each round of trials."""

    def __init__(
        self,
        battle: Battle,
        side: int,
        recipe: Recipe,
        thought: Thought,
        leaning: Mapping[str, float],
        left: TimeLeft | None,
    ) -> None:
        self.battle, self.side, self.recipe = battle, side, recipe
        self.thought, self._left = thought, left
        self._added = recipe.added(battle.state.phase, leaning)
        self._plans = {plan.name: PlanPlayer(plan) for plan in recipe.plans}
        self._trial = Trial(battle, side, recipe.answers, left)

    def run(self) -> Thought:
        """Go on until it is done or no time is left."""
        spent = self.thought.trials
        while not self.thought.done:
            index = self._next()
            if index is None:
                self._drop()
                continue
            if self._left is not None and not self._left(spent):
                break
            each = self.thought.field[index]
            end = self._trial.play(self._plans[each.plan], each.trials, spent)
            if end is None:
                break
            spent += 1
            field = list(self.thought.field)
            field[index] = each.with_trial(end)
            self.thought = replace(self.thought, field=tuple(field))
        return self.thought

    def _rounds(self) -> int:
        return max(1, (len(self.thought.tried) - 1).bit_length())

    def _next(self) -> int | None:
        """The plan to try next; None once all in the field were tried as often as this stage asks."""
        field = self.thought.field
        fewest = min(each.trials for each in field)
        if fewest >= self._target():
            return None
        return next(i for i, each in enumerate(field) if each.trials == fewest)

    def _target(self) -> int:
        """Trials of each plan in the field by the end of this stage."""
        total, size, rounds = 0, len(self.thought.tried), self._rounds()
        for _ in range(self.thought.stage + 1):
            total += max(1, self.thought.wanted // (rounds * size))
            size = max(1, (size + 1) // 2)
        return total

    def _drop(self) -> None:
        """The end of a stage: the worse half is dropped, or the comparison done."""
        thought = self.thought
        field = sorted(thought.field, key=lambda each: -(each.rank + self._added[each.plan]))
        last = thought.stage >= self._rounds() - 1
        kept = len(field) if last else max(1, (len(field) + 1) // 2)
        out = (*field[kept:], *thought.out)
        self.thought = replace(
            thought, field=tuple(field[:kept]), out=out, stage=thought.stage + (0 if last else 1), done=last
        )


class Trial:
    """Plays on from a battle, on a fork: the rest of the turn, and the enemy's next turn, up to what a side then holds.

    The dice (`TrialDice`) depend on the number of the trial, and on nothing that the battle knows of its own.
    """

    def __init__(self, battle: Battle, side: int, answers: Sequence[Personality], left: TimeLeft | None = None) -> None:
        self.battle, self.side, self._left = battle, side, left
        self._answers = [PlanPlayer(TurnPlan(each.name, each)) for each in answers]
        self._before = (strength(battle.scene, side)[0], strength(battle.scene, 1 - side)[0])

    def play(self, own: AiPlayer, number: int, spent: int = 0, first: Choice | None = None) -> Tried | None:
        """How it ended; None where the time was over before. `first` is the choice that is made before any other."""
        side, twin = self.side, self.battle.clone()
        dice = TrialDice(_seed(self.battle, number))
        twin.sealed = False
        if first is not None:
            twin.answer_with(first, dice.of(twin.state, first))
        answer = self._answers[number % len(self._answers)]
        for _ in range(MOST_CHOICES):
            prompt = twin.ask()
            if prompt is None or self._over(twin):
                break
            if self._left is not None and not self._left(spent):
                return None
            choice = (own if prompt.side == side else answer).choose(twin, prompt)
            twin.answer_with(choice, dice.of(twin.state, choice))
        return self._sums(twin)

    def _sums(self, twin: Battle) -> Tried:
        side, then, now = self.side, self.battle.state.armies, twin.state.armies
        chance = win_chance(twin.scene, side)
        return Tried(
            "",
            1,
            chance,
            margin(twin.scene, side),
            float(now[side].vp - then[side].vp),
            float(now[1 - side].vp - then[1 - side].vp),
            self._before[0] - strength(twin.scene, side)[0],
            self._before[1] - strength(twin.scene, 1 - side)[0],
            chance,
        )

    def _over(self, twin: Battle) -> bool:
        """Whether the side's next turn has begun, and what it held is scored."""
        now, then = twin.state, self.battle.state
        return (now.round, now.turn) != (then.round, then.turn) and now.active == self.side and now.phase != "command"


def _seed(battle: Battle, number: int) -> int:
    """Dice for trials, which are none of the battle's own."""
    return (len(battle.records) * 1_000_003 + number * 7_919 + 0x5EA2C4) & 0x1FFFFFFFFFFFFF
