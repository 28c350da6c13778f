"""A player that tries plans for its turn against likely answers, and plays the one that wins most."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace
from mypy_extensions import mypyc_attr

from highground.ai.deploying import USUAL, Deployment
from highground.ai.parts import aimed, changes, charges, parts_of, together
from highground.ai.personality import Personality
from highground.ai.player import AiPlayer, Decision
from highground.ai.trials import FRESH, PlanPlayer, TimeLeft, Trial, Tried, TurnPlan, depth
from highground.engine.battle import Battle
from highground.engine.model import Setup
from highground.engine.prompts import ChargePrompt, DeployPrompt, Prompt, ShootPrompt

SETTING_UP = "deployment"
"""The phase in which ways to set up are compared, before the first unit is placed."""
PHASES = ("movement", "shooting", "charge")
"""The phases at whose start a plan is made or made again."""
SINGLE_FIRST = ("shooting", "charge")
"""Those of them in which single units are thought about alone, once one of them may act."""
SURELY = 0.005
"""What a plan has to be ahead by of the first one, after the movement, and a change of a single unit in any case."""

LEAST_TRIALS = 3
"""Trials that a unit's change needs to be taken on."""
DOUBT = 12.0
"""Trials after which half of what a unit's change promises is luck: the square of one trial's usual error over that
of how far such changes are apart."""
TOGETHER_WORTH = 0.5
"""Share of the best change's gain that all good changes together have to bring."""

NO_LEANING: Mapping[str, float] = {}


class Thought(msgspec.Struct, frozen=True):
    """A comparison of plans, begun or done: all that is needed to go on with it, in this process or another.

    `when` is the round, the turn and the phase that it is for, `field` the plans still in it and `out` those that were
    dropped, the best of each first; `seconds` is what it has taken, where that is limited. Once the best plan is known
    single units are tried with another plan or charge: `parts` are such changes, by names of `parts.named`, `baseline`
    is what each trial of the plan as it is came to (`Tried.rank`), and `chosen` the name of what is played.
    """

    when: tuple[int, int, str]
    field: tuple[Tried, ...]
    out: tuple[Tried, ...] = ()
    wanted: int = 0
    """Trials in all, if nothing ends them early."""
    stage: int = 0
    done: bool = False
    seconds: float = 0.0
    step: int = 0
    """0 while plans are compared, 1 with all changes of single units, 2 with the better half, 3 with them together."""
    parts: tuple[Tried, ...] = ()
    baseline: tuple[float, ...] = ()
    goal: int = 0
    """Trials of each change by the end of the step."""
    dropped: int = 0
    """Trials of changes that were dropped."""
    chosen: str = ""

    @property
    def tried(self) -> tuple[Tried, ...]:
        return (*self.field, *self.out)

    @property
    def trials(self) -> int:
        return sum(each.trials for each in (*self.tried, *self.parts)) + self.dropped

    def gain(self, part: Tried) -> float:
        """How far a change of a single unit is ahead of the plan as it is, on the same dice, its luck taken out."""
        number = part.trials
        if number < LEAST_TRIALS:
            return 0.0
        return (part.rank - sum(self.baseline[:number]) / number) * number / (number + DOUBT)


def agreed(thought: Thought) -> str:
    """The best plan with all changes that are surely ahead of it, or as much of that as trials of them together say."""
    base, single = thought.field[0].plan, list[Tried]()
    usual = parts_of(base).changes
    ranked = sorted([(-thought.gain(each), i) for i, each in enumerate(thought.parts) if thought.gain(each) >= SURELY])
    for _, i in ranked:
        part = thought.parts[i]
        if parts_of(part.plan).changes == usual + 1:
            single.append(part)
    if not single:
        return base
    found = together(base, [each.plan for each in single])
    both = [each for each in thought.parts if each.plan == found and each.trials >= LEAST_TRIALS]
    if both and thought.gain(both[0]) < TOGETHER_WORTH * thought.gain(single[0]):
        return single[0].plan
    return found


class Recipe(msgspec.Struct, frozen=True):
    """How a searching player thinks: its plans, and how many trials it spends at the start of each phase.

    A trial plays the rest of the turn and the enemy's next turn; one of a deployment `TURNS_AFTER` turns.
    """

    plans: tuple[TurnPlan, ...]
    answers: tuple[Personality, ...]
    trials: tuple[int, int, int]
    """In movement, shooting and charge."""
    singles: int = 0
    """For single units with another plan than their army's, once that is known, before the movement."""
    charges: int = 0
    """For single units that charge another target or do not charge, before the charges."""
    shots: int = 0
    """For other targets to shoot at, before the shooting."""
    deployments: tuple[Deployment, ...] = ()
    """Ways to set up the army, the usual one first."""
    set_up: int = 0
    """Trials before its first unit is set up."""

    def wanted(self, phase: str) -> int:
        """Trials at the start of a phase, or of the deployment."""
        if phase == SETTING_UP:
            return self.set_up
        if phase not in PHASES:
            return 0
        return self.whole(phase) + self.single(phase)

    def whole(self, phase: str) -> int:
        """Those of them for what the whole army does."""
        return self.set_up if phase == SETTING_UP else self.trials[PHASES.index(phase)]

    def single(self, phase: str) -> int:
        """Those of them for changes of single units."""
        return {"movement": self.singles, "shooting": self.shots, "charge": self.charges}.get(phase, 0)

    def share(self, phase: str) -> float:
        """The share of a turn's thinking that a phase has; the deployment takes as long as a turn."""
        if phase == SETTING_UP:
            return 1.0 if self.set_up else 0.0
        return self.wanted(phase) / (sum(map(self.wanted, PHASES)) or 1)

    def names(self, phase: str) -> list[str]:
        """The names of what is compared: ways to set up, or plans."""
        found = self.deployments if phase == SETTING_UP else self.plans
        return [each.name for each in found]

    def added(self, phase: str, leaning: Mapping[str, float]) -> dict[str, float]:
        """What each plan's rank is added in a phase: what a personality likes, less what its trials flatter it by.

        After the movement, where plans hardly differ, one has to be surely ahead of the first to be played.
        """
        if phase == SETTING_UP:
            return dict.fromkeys(self.names(phase), 0.0)
        moving, found = phase == "movement", {}
        for number, each in enumerate(self.plans):
            less = each.flatters if moving else (SURELY if number else 0.0)
            found[each.name] = leaning.get(each.name, 0.0) - less
        return found

    def scaled(self, factor: float) -> Recipe:
        """The same with more or fewer trials, where there are any."""
        first, second, third = (max(1, round(each * factor)) if each else 0 for each in self.trials)
        single = (self.singles, self.charges, self.shots, self.set_up)
        singles, charged, shots, set_up = (round(each * factor) for each in single)
        trials = (first, second, third)
        return replace(self, trials=trials, singles=singles, charges=charged, shots=shots, set_up=set_up)


def plan_player(recipe: Recipe, name: str) -> PlanPlayer:
    """A player of the plan by this name (`parts.named`), or of the first plan, set up in the way by this name."""
    parts = parts_of(name)
    plans = {plan.name: plan for plan in recipe.plans}
    units = {unit: plans[plan].weights for unit, plan in parts.plans.items() if plan in plans}
    deployment = next((each for each in recipe.deployments if each.name == parts.base), USUAL)
    return PlanPlayer(plans.get(parts.base, recipe.plans[0]), units, deployment, parts.charges, parts.preferred)


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
        self._player = self._plan()

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
        if not self.recipe.wanted(state.phase):
            return False
        due = state.active == side if state.started else isinstance(battle.ask(), DeployPrompt)
        if due and state.phase in SINGLE_FIRST and not self.recipe.whole(state.phase):
            due = isinstance(battle.ask(), (ShootPrompt, ChargePrompt))
        return due and self._to_compare(battle)

    def _to_compare(self, battle: Battle) -> bool:
        return self.thought is None or self.thought.when != _when(battle) or not self.thought.done

    def think(self, battle: Battle, side: int, left: TimeLeft | None) -> None:
        """Begin to compare plans, or go on, until that is done or no time is left."""
        when = _when(battle)
        if self.thought is None or self.thought.when != when:
            wanted = self.recipe.wanted(battle.state.phase)
            self.thought = Thought(when, tuple([Tried(name) for name in self._names(battle)]), wanted=wanted)
        search = Search(battle, side, self.recipe, self.thought, self.leaning, left)
        self.thought = search.run()
        self._player = self._plan()

    def finish(self) -> None:
        """Take what has come out best so far."""
        if self.thought is not None and not self.thought.done:
            if not self.thought.step:
                added = self.recipe.added(self.thought.when[2], self.leaning)
                field = sorted(self.thought.field, key=lambda each: -(each.rank + added.get(each.plan, 0.0)))
                self.thought = replace(self.thought, field=tuple(field))
            self.thought = replace(self.thought, chosen=agreed(self.thought), done=True)
            self._player = self._plan()

    def _names(self, battle: Battle) -> list[str]:
        """The plans to compare; after the movement first the one that is under way, if not that alone."""
        phase = battle.state.phase
        names = self.recipe.names(phase)
        if phase in {"movement", SETTING_UP}:
            return names
        if not self.recipe.whole(phase):
            return [self._under_way()]
        current = self._player.plan.name
        return [current, *[name for name in names if name != current]]

    def _plan(self) -> PlanPlayer:
        """Who plays by the plan that came out best."""
        return plan_player(self.recipe, self._under_way())

    def _under_way(self) -> str:
        """The name of the plan that came out best."""
        thought = self.thought
        if thought is None or not thought.field:
            return self.recipe.plans[0].name
        return thought.chosen or thought.field[0].plan


def _when(battle: Battle) -> tuple[int, int, str]:
    return battle.state.round, battle.state.turn, battle.state.phase


class Search:
    """Compares plans by trials on forks: all with the same dice, half of them dropped after each round of trials.

    Then, before the movement and before the charges, it tries changes of single units upon the best plan, drops the
    worse half of those too, and takes all that are ahead if together they are.
    """

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
        self._plans = {each.plan: plan_player(recipe, each.plan) for each in thought.tried}
        self._units = min(thought.wanted, recipe.single(battle.state.phase))
        self._wanted = thought.wanted - self._units
        self._trial = Trial(battle, side, recipe.answers, left, depth(battle))

    def run(self) -> Thought:
        """Go on until it is done or no time is left."""
        spent = self.thought.trials
        if self._units and not self._wanted and not self.thought.step:
            self._begin_units()
        while not self.thought.done:
            if self.thought.step:
                if not self._try_part():
                    break
                continue
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
            total += max(1, self._wanted // (rounds * size))
            size = max(1, (size + 1) // 2)
        return total

    def _drop(self) -> None:
        """The end of a stage: the worse half is dropped, or the comparison done."""
        thought = self.thought
        field = sorted(thought.field, key=lambda each: -(each.rank + self._added.get(each.plan, 0.0)))
        last = thought.stage >= self._rounds() - 1
        kept = len(field) if last else max(1, (len(field) + 1) // 2)
        out = (*field[kept:], *thought.out)
        stage, done = thought.stage + (0 if last else 1), last and not self._units
        self.thought = replace(thought, field=tuple(field[:kept]), out=out, stage=stage, done=done)
        if last and self._units:
            self._begin_units()

    def _begin_units(self) -> None:
        """The best plan is known: find the changes of single units that are worth a try."""
        ranked = [(each.plan, self._plans[each.plan]) for each in self.thought.tried]
        best, player = ranked[0]
        if self.battle.state.phase == "charge":
            found = charges(self.battle, best, player)
        elif self.battle.state.phase == "shooting":
            found = aimed(self.battle, best, player)
        else:
            found = changes(self._trial.at_first_move(player), best, ranked)
        changed = tuple([Tried(name) for name in found])
        goal, chosen = self._share(len(found)), "" if found else best
        self.thought = replace(self.thought, step=1, parts=changed, goal=goal, chosen=chosen, done=not found)

    def _share(self, changes: int) -> int:
        """Trials of each of so many changes, and of the plan as it is, that come to half of what there is."""
        return max(LEAST_TRIALS, self._units // (2 * (changes + 1)))

    def _try_part(self) -> bool:
        """The next trial of a change, or of the plan as it is on the same dice; False where no time is left for it."""
        thought, changed = self.thought, list(self.thought.parts)
        index = min(range(len(changed)), key=lambda i: (changed[i].trials, i))
        part = changed[index]
        if part.trials >= thought.goal:
            self._end_step()
            return True
        spent, bare = thought.trials, len(thought.baseline) <= part.trials
        if self._left is not None and not self._left(spent):
            return False
        own = plan_player(self.recipe, thought.field[0].plan if bare else part.plan)
        end = self._trial.play(own, FRESH + part.trials, spent)
        if end is None:
            return False
        if bare:
            field = (thought.field[0].with_trial(end), *thought.field[1:])
            self.thought = replace(thought, field=field, baseline=(*thought.baseline, end.rank))
            return True
        changed[index] = part.with_trial(end)
        self.thought = replace(thought, parts=tuple(changed))
        return True

    def _end_step(self) -> None:
        """Drop the worse half of the changes, try the good ones together, or be done."""
        thought = self.thought
        ranked = sorted(thought.parts, key=lambda each: -thought.gain(each))
        if thought.step == 1 and len(ranked) > 1:
            kept = (len(ranked) + 1) // 2
            dropped = sum(each.trials for each in ranked[kept:])
            goal = thought.goal + self._share(kept)
            self.thought = replace(thought, step=2, parts=tuple(ranked[:kept]), goal=goal, dropped=dropped)
            return
        found = agreed(thought)
        several = parts_of(found).changes > parts_of(thought.field[0].plan).changes + 1
        if thought.step < 3 and several:
            self.thought = replace(thought, step=3, parts=(*ranked, Tried(found)))
            return
        self.thought = replace(thought, chosen=found, done=True)
