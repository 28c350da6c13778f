"""Trials of a plan or a choice: a battle played on from where it stands, on a fork, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace
from mypy_extensions import mypyc_attr

from highground.ai.deploying import USUAL, Deployment
from highground.ai.parts import EVERYBODY, NO_CHARGE
from highground.ai.personality import Personality
from highground.ai.player import AiPlayer
from highground.ai.targets import NOBODY as NO_TARGET
from highground.ai.targets import charge_worth
from highground.ai.trial_dice import TrialDice
from highground.ai.value import margin, stage, strength, win_chance
from highground.engine.battle import Battle
from highground.engine.choices import Choice
from highground.engine.prompts import MovePrompt
from highground.engine.scene import Scene
from highground.engine.steps import charge

MOST_CHOICES = 1_500
"""Choices after which a trial is ended wherever it stands; two turns have some hundreds."""
MOST_BEFORE = 20
"""Choices between the start of the movement and the first move, at most."""
TURNS_AFTER = 3
"""Turns that a trial of a deployment goes on for; see docs/computer.md."""
FARTHER = ("shooting", "charge")
"""The phases from which trials see farther where few units are left. From a movement on, more turns are more luck."""
FEW, DEEPEST = 12, 3
"""Units left on both sides with which a trial sees two of the enemy's turns instead of one, with half as many three."""
SLIGHT = 0.002
"""What a victory point adds to the chance of winning when plans are compared, so that no lead is thrown away."""
FRESH = 3_000
"""The number of the first trial of single units: other dice than those by which their army's plan came out best."""

TimeLeft = Callable[[int], bool]
"""Whether another trial may be made after so many; also asked within a trial, which then does not count."""
NOBODY: Mapping[int, Personality] = {}
AS_USUAL: Mapping[int, int] = {}


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


@mypyc_attr(allow_interpreted_subclasses=True)
class PlanPlayer(AiPlayer):
    """Plays by a plan, single units by others, and sets up in a certain way.

    `charges` has the target of a unit, which it charges as long as it can, or `NO_CHARGE`; `preferred` the targets that
    units, or `EVERYBODY`, would rather shoot at than others.
    """

    def __init__(
        self,
        plan: TurnPlan,
        units: Mapping[int, Personality] = NOBODY,
        deployment: Deployment = USUAL,
        charges: Mapping[int, int] = AS_USUAL,
        preferred: Mapping[int, int] = AS_USUAL,
    ) -> None:
        super().__init__(plan.weights, deployment)
        self.plan = plan
        self._units = dict(units)
        self._charges = dict(charges)
        self._preferred = dict(preferred)

    def weights(self, unit: int) -> Personality:
        return self._units.get(unit, self.personality)

    def preferred(self, unit: int) -> int:
        return self._preferred.get(unit, self._preferred.get(EVERYBODY, NO_TARGET))

    def best_charge(self, scene: Scene, units: tuple[int, ...]) -> tuple[float, int, int] | None:
        for unit in units:
            target = self._charges.get(unit, NO_CHARGE)
            if target != NO_CHARGE and target in charge.targets(scene, unit):
                return charge_worth(scene, unit, target, self.weights(unit)), unit, target
        return super().best_charge(scene, tuple([unit for unit in units if unit not in self._charges]))


class Trial:
    """Plays on from a battle, on a fork: the rest of the turn, and the enemy's next turn, up to what a side then holds.

    With a `depth` of more than 1 it goes on for as many of the enemy's turns. What was scored and lost is counted up to
    the end of the next one in any case.

    The dice (`TrialDice`) depend on the number of the trial, and on nothing that the battle knows of its own.
    """

    def __init__(
        self, battle: Battle, side: int, answers: Sequence[Personality], left: TimeLeft | None = None, depth: int = 1
    ) -> None:
        self.battle, self.side, self._left, self._depth = battle, side, left, depth
        self._answers = [PlanPlayer(TurnPlan(each.name, each)) for each in answers]
        self._before = (strength(battle.scene, side)[0], strength(battle.scene, 1 - side)[0])

    def play(self, own: AiPlayer, number: int, spent: int = 0, first: Choice | None = None) -> Tried | None:
        """How it ended; None where the time was over before. `first` is the choice that is made before any other."""
        side, twin = self.side, self.battle.clone()
        dice = TrialDice(_seed(self.battle, number))
        twin.sealed = False
        if first is not None:
            twin.answer_with(first, dice.of(twin.state, first))
        answer, near, depth = self._answers[number % len(self._answers)], None, 1
        for _ in range(MOST_CHOICES):
            prompt = twin.ask()
            if prompt is None:
                break
            if self._over(twin, depth):
                end = self._sums(twin)
                near, depth = near or end, depth + 1
                if depth > self._depth:
                    return _seen_on(near, end)
            if self._left is not None and not self._left(spent):
                return None
            choice = (own if prompt.side == side else answer).choose(twin, prompt)
            twin.answer_with(choice, dice.of(twin.state, choice))
        end = self._sums(twin)
        return _seen_on(near or end, end)

    def at_first_move(self, own: AiPlayer) -> Battle:
        """A fork where the side is asked for its first move, or as far as it gets before anybody moves."""
        twin, dice = self.battle.clone(), TrialDice(_seed(self.battle, FRESH))
        twin.sealed = False
        for _ in range(MOST_BEFORE):
            prompt = twin.ask()
            if prompt is None or isinstance(prompt, MovePrompt) or twin.state.phase != "movement":
                break
            choice = own.choose(twin, prompt)
            twin.answer_with(choice, dice.of(twin.state, choice))
        return twin

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

    def _over(self, twin: Battle, depth: int) -> bool:
        """Whether so many of the enemy's turns, or enough after a deployment, are over, and what is held scored."""
        now, then = twin.state, self.battle.state
        if not then.started:
            return now.started and stage(twin.scene) >= TURNS_AFTER and now.phase != "command"
        if now.active != self.side or now.phase == "command":
            return False
        return stage(twin.scene) - stage(self.battle.scene) >= 2 * depth - 1


def depth(battle: Battle) -> int:
    """How many of the enemy's turns trials of plans see from here: with few units left one turn decides less, and a
    trial costs less."""
    state = battle.state
    if state.phase not in FARTHER:
        return 1
    left = len([each for each in state.units if any(each.wounds)])
    return min(DEEPEST, 1 + FEW // max(1, left))


def _seen_on(near: Tried, end: Tried) -> Tried:
    """The sums up to the end of the enemy's next turn, with the prospects at the end of the trial."""
    return replace(near, chances=end.chances, margins=end.margins, worst=end.worst)


def _seed(battle: Battle, number: int) -> int:
    """Dice for trials, which are none of the battle's own."""
    return (len(battle.records) * 1_000_003 + number * 7_919 + 0x5EA2C4) & 0x1FFFFFFFFFFFFF
