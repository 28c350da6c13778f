"""A player that tries plans for its turn against likely answers, and plays the one that wins most."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from mypy_extensions import mypyc_attr

from highground.ai.personality import Personality
from highground.ai.player import AiPlayer, Decision
from highground.ai.value import margin, win_chance
from highground.engine.battle import Battle
from highground.engine.prompts import Prompt

MOST_CHOICES = 1_500
"""Choices after which a trial is ended wherever it stands; two turns have some hundreds."""
PHASES = ("movement", "shooting", "charge")
"""The phases at whose start a plan is made or made again."""
KEPT = 0.5
"""Share of the plans that go on to the next, longer comparison."""
SLIGHT = 0.002
"""What a victory point adds to the chance of winning when plans are compared, so that no lead is thrown away."""


class TurnPlan(msgspec.Struct, frozen=True):
    """What an army cares for in a turn, and what single units care for instead."""

    name: str
    weights: Personality
    units: dict[int, Personality] = {}


class Tried(msgspec.Struct, frozen=True):
    """A plan, how often it was tried, and what it came to: the mean chance to win, and margin in victory points."""

    plan: TurnPlan
    trials: int
    chance: float
    margin: float


class Recipe(msgspec.Struct, frozen=True):
    """How a searching player thinks: its plans, and how many trials it spends at the start of each phase.

    A trial plays the rest of the turn and the enemy's next turn. `singles` is how many changes of single units it
    tries to improve its plan by.
    """

    plans: tuple[TurnPlan, ...]
    answers: tuple[Personality, ...]
    trials: tuple[int, int, int]
    """In movement, shooting and charge."""
    singles: int = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class PlanPlayer(AiPlayer):
    """Plays by a plan."""

    def __init__(self, plan: TurnPlan) -> None:
        super().__init__(plan.weights)
        self.plan = plan

    def weights(self, unit: int) -> Personality:
        return self.plan.units.get(unit, self.plan.weights)


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPlayer(AiPlayer):
    """Thinks at the start of its phases, and plays by the plan that came out best.

    `left` says how many trials may still be made; without it the recipe's number is. Trials have dice of their own.
    """

    def __init__(self, name: str, recipe: Recipe, left: Callable[[int], bool] | None = None) -> None:
        super().__init__(Personality(name))
        self.recipe = recipe
        self.tried: tuple[Tried, ...] = ()
        self._left = left
        self._when: tuple[int, int, str] | None = None
        self._player = PlanPlayer(recipe.plans[0])

    def decide(self, battle: Battle, prompt: Prompt) -> Decision:
        state = battle.state
        if state.active == prompt.side and state.phase in PHASES and state.started:
            when = (state.round, state.turn, state.phase)
            if when != self._when:
                self._when = when
                self._think(battle, prompt.side)
        return self._player.decide(battle, prompt)

    def _think(self, battle: Battle, side: int) -> None:
        trials = self.recipe.trials[PHASES.index(battle.state.phase)]
        if not trials:
            return
        search = Search(battle, side, self.recipe, trials, self._left)
        current = self._player.plan
        plans = self.recipe.plans
        if battle.state.phase != "movement":
            plans = (current, *(plan for plan in plans if plan.name != current.name))
        self.tried = search.best(plans)
        self._player = PlanPlayer(self.tried[0].plan)


class Sums:
    """What the trials of a plan have come to."""

    def __init__(self, plan: TurnPlan) -> None:
        self.plan = plan
        self.chances: list[float] = []
        self.margins: list[float] = []

    def mean(self) -> float:
        number = len(self.chances) or 1
        return (sum(self.chances) + SLIGHT * sum(self.margins)) / number

    def told(self) -> Tried:
        number = len(self.chances) or 1
        return Tried(self.plan, len(self.chances), sum(self.chances) / number, sum(self.margins) / number)


class Search:
    """Compares plans by trials on forks: all with the same dice, half of them dropped after each round of trials."""

    def __init__(
        self, battle: Battle, side: int, recipe: Recipe, trials: int, left: Callable[[int], bool] | None
    ) -> None:
        self.battle, self.side, self.recipe = battle, side, recipe
        self.trials, self.spent, self._left = trials, 0, left
        self._answers = [PlanPlayer(TurnPlan(each.name, each)) for each in recipe.answers]

    def best(self, plans: Sequence[TurnPlan]) -> tuple[Tried, ...]:
        """The plans, best first."""
        field = [Sums(plan) for plan in plans]
        out: list[Sums] = []
        rounds = max(1, (len(field) - 1).bit_length())
        for number in range(rounds):
            each = max(1, self.trials // (rounds * len(field)))
            for _ in range(each):
                self._go_round(field)
            field.sort(key=lambda sums: -sums.mean())
            kept = max(1, (len(field) + 1) // 2) if number < rounds - 1 else len(field)
            out = field[kept:] + out
            field = field[:kept]
        improved = self._improve(field[0]) if self.recipe.singles else None
        ranked = [*field, *out]
        if improved is not None:
            ranked.insert(0, improved)
        return tuple([sums.told() for sums in ranked])

    def _go_round(self, field: list[Sums]) -> None:
        for sums in field:
            if self._left is not None and sums.chances and not self._left(self.spent):
                return
            self._try(sums, len(sums.chances))

    def _improve(self, best: Sums) -> Sums | None:
        """The best plan with other cares for single units, as far as that pays."""
        return None

    def _try(self, sums: Sums, number: int) -> None:
        """Play the rest of the turn by a plan, and the enemy's next turn; the `number`th dice are the same for all."""
        self.spent += 1
        side, twin = self.side, self.battle.clone()
        twin.seed = _seed(self.battle, number)
        twin.sealed = False
        answer = self._answers[number % len(self._answers)]
        own = PlanPlayer(sums.plan)
        for _ in range(MOST_CHOICES):
            prompt = twin.ask()
            if prompt is None or self._over(twin):
                break
            twin.answer((own if prompt.side == side else answer).choose(twin, prompt))
        sums.chances.append(win_chance(twin.scene, side))
        sums.margins.append(margin(twin.scene, side))

    def _over(self, twin: Battle) -> bool:
        """Whether the side's next turn has begun, and what it held is scored."""
        now, then = twin.state, self.battle.state
        return (now.round, now.turn) != (then.round, then.turn) and now.active == self.side and now.phase != "command"


def _seed(battle: Battle, number: int) -> int:
    """Dice for trials, which are none of the battle's own."""
    return (len(battle.records) * 1_000_003 + number * 7_919 + 0x5EA2C4) & 0x1FFFFFFFFFFFFF
