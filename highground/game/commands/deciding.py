"""What the computer is asked while it plays, and how it answers.

The runner of a computer's command (`computer_commands`) has its questions answered: here by `answer`, in this
process and without a limit of time, on a server by `highground.server.thinking`, in another process that can be ended.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from math import inf
from time import monotonic

import msgspec

from highground.ai import LEVELS, targets, using
from highground.ai.advice import Advice, advise, weighed
from highground.ai.personality import Personality
from highground.ai.player import AiPlayer, Decision
from highground.ai.search import Thought
from highground.engine import choices as ch
from highground.engine import finding, listing
from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.prompts import Prompt
from highground.engine.steps.reserving import zone_of
from highground.engine.table.bases import in_polygon

log = logging.getLogger("highground.computer")

STEP = 4.0
"""Inches between two places where a unit is tried to be set up."""
FAILED = "It could not decide; this is the first answer that the rules allow."
TOO_SLOW = "It did not decide in time; this is the first answer that the rules allow."


class Decide(msgspec.Struct, frozen=True, tag=True):
    """What a player of this level answers to what is due: one decision.

    `personality` are the weights of a level that looks one choice ahead; `way` and `intensity` name the personality.
    One that compares plans has `seconds` in a turn (0: as usual), and goes on from its last `thought`.
    """

    personality: Personality
    level: str = "classic"
    way: str = "standard"
    intensity: int = 3
    seconds: float = 0.0
    thought: Thought | None = None

    @property
    def patience(self) -> float:
        """Seconds of thinking that the answer may take by right."""
        return self.seconds or LEVELS[self.level].seconds


class Ponder(msgspec.Struct, frozen=True, tag=True):
    """How far a comparison of plans comes in so many seconds: no decision, but a thought."""

    about: Decide
    slice: float

    @property
    def patience(self) -> float:
        return self.slice


class Plain(msgspec.Struct, frozen=True, tag=True):
    """The first legal answer to what is due: one decision. Raises Refusal where there is none."""


class Charges(msgspec.Struct, frozen=True, tag=True):
    """The charges that these units should try, the most promising first."""

    personality: Personality
    units: tuple[int, ...]


class BestUse(msgspec.Struct, frozen=True, tag=True):
    """The ability or stratagem that is worth most to a side now; none where none is worth its price."""

    side: int


class Advise(msgspec.Struct, frozen=True, tag=True):
    """The best answers to what is due, after so many seconds of trials; and how `own` compares, if it is given.

    Where that seems to lose at least such a share of the chance to win, up to twice as many seconds more go into making
    sure.
    """

    seconds: float
    own: ch.Choice | None = None
    least: float = 0.0

    @property
    def patience(self) -> float:
        return self.seconds if self.own is None else 3 * self.seconds


Question = Decide | Ponder | Advise | Plain | Charges | BestUse


def patience_of(question: Question) -> float:
    """Seconds of thinking that an answer may take by right, before it is waited for."""
    return question.patience if isinstance(question, Decide | Ponder | Advise) else 0.0


class Answer(msgspec.Struct, frozen=True):
    """Decisions, and why they are not the player's own; '' where they are. `thought` is what came before them.

    `advice` is what was asked for in place of decisions.
    """

    decisions: tuple[Decision, ...]
    why: str = ""
    thought: Thought | None = None
    advice: tuple[Advice, ...] = ()


MakePlayer = Callable[[Personality], AiPlayer]


def think(battle: Battle, question: Question, make_player: MakePlayer = AiPlayer) -> Answer:
    """The answer to a question about what is due in `battle`, which may be changed. Raises whatever the player raises.

    The decisions are not checked against the rules: the battle does that when they are put to it.
    """
    if isinstance(question, Charges):
        return Answer(tuple(_charges(battle, question)))
    if isinstance(question, BestUse):
        use = using.best_use(battle.scene, question.side)
        return Answer(() if use is None else (Decision(use),))
    prompt = battle.ask()
    if prompt is None:
        raise Refusal("over")
    if isinstance(question, Plain):
        return Answer((Decision(plain(battle, prompt)),))
    if isinstance(question, Advise):
        return Answer((), advice=tuple(_advised(battle, prompt, question)))
    if isinstance(question, Ponder):
        return _pondered(battle, prompt, question.about, question.slice)
    if LEVELS[question.level].recipe is not None:
        return _pondered(battle, prompt, question)
    return Answer((make_player(question.personality).decide(battle, prompt),))


def _advised(battle: Battle, prompt: Prompt, question: Advise) -> list[Advice]:
    until, own = monotonic() + question.seconds, question.own
    found = advise(battle, prompt, lambda _: monotonic() < until, own)
    if own is None or not found:
        return found
    until = monotonic() + 2 * question.seconds
    mine = weighed(battle, prompt, own, found, question.least, lambda _: monotonic() < until)
    return [mine if each.decision.choice == own else each for each in found]


def _pondered(battle: Battle, prompt: Prompt, question: Decide, part: float | None = None) -> Answer:
    """The decision of a player that compares plans first; only that, for so many seconds, where `part` says so."""
    level, phase = LEVELS[question.level], battle.state.phase
    thought, began = question.thought, monotonic()
    begun = thought is not None and not thought.done and thought.when == (battle.state.round, battle.state.turn, phase)
    spent = thought.seconds if thought is not None and begun else 0.0
    seconds = question.patience
    left = level.budget(phase, seconds) - spent
    until = began + min(left, inf if part is None else part)
    player = level.thinker(question.way, question.intensity, seconds, lambda _: monotonic() < until, thought)
    if player is None:
        return Answer(())
    if player.thinks_at(battle, prompt.side):
        player.think(battle, prompt.side, lambda _: monotonic() < until)
        used = monotonic() - began
        if part is None or used >= left:
            player.finish()
        if player.thought is not None:
            player.thought = msgspec.structs.replace(player.thought, seconds=round(spent + used, 4))
    decisions = () if part is not None else (player.decide(battle, prompt),)
    return Answer(decisions, thought=player.thought)


def answer(battle: Battle, question: Question, make_player: MakePlayer = AiPlayer) -> Answer:
    """The answer, made here; a player that fails is answered for. For tests and tools: nothing limits its time."""
    try:
        return think(battle.clone(), question, make_player)
    except Refusal:
        raise
    except Exception:
        log.exception("the computer could not decide: %s", type(question).__name__)
    instead = in_place_of(question)
    return Answer(() if instead is None else think(battle.clone(), instead).decisions, FAILED)


def in_place_of(question: Question) -> Question | None:
    """What is asked where a question got no answer; None where no decision at all is an answer too."""
    return Plain() if isinstance(question, Decide | Plain) else None


def _charges(battle: Battle, question: Charges) -> Iterator[Decision]:
    left = list(question.units)
    while left:
        best = targets.best_charge(battle.scene, tuple(left), lambda unit: question.personality)
        if best is None:
            return
        worth, unit, target = best
        left.remove(unit)
        yield Decision(ch.Charge(unit, (target,)), {"melee": worth})


def plain(battle: Battle, prompt: Prompt) -> ch.Choice:
    """The first legal answer: one that takes no thought where there is such, else any that there is."""
    for choice in _all(battle, prompt):
        if battle.allows(choice):
            return choice
    raise Refusal("no-answer")


def _all(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    yield from (choice for kind in prompt.kinds for choice in _simple(battle, kind, prompt))
    for kind in prompt.kinds:
        if kind not in {"use", "by_hand"}:
            yield from listing.of_kind(battle, prompt, kind)


def _simple(battle: Battle, kind: str, prompt: Prompt) -> Iterator[ch.Choice]:
    """Answers that do the least: a unit stays where it is, holds its fire, lets things pass."""
    if kind == "move":
        there = [unit for unit in prompt.units if battle.state.units[unit].on_table]
        for unit in there:
            yield ch.Move(unit, "fly_off" if battle.scene.sheets[unit].gait.airborne else "stationary")
    elif kind == "shoot":
        yield from (ch.Shoot(unit) for unit in prompt.units)
    elif kind == "deploy":
        yield from _set_up(battle, prompt)
    elif kind == "strike" and prompt.unit is not None:
        yield from (ch.Strike((shot,)) for shot in listing.single_strikes(battle.scene, prompt.unit))
    elif kind in {"advance", "roll", "place", "pass", "end"}:
        yield {"advance": ch.Advance, "roll": ch.RollDice, "place": ch.Place, "pass": ch.Pass, "end": ch.End}[kind]()


def _set_up(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    """Each unit about places of its side's zone, a grid's step apart."""
    zone = zone_of(battle.scene, prompt.side)
    (left, top), (right, bottom) = map(min, zip(*zone, strict=True)), map(max, zip(*zone, strict=True))
    anchors = [(left + STEP * (i + 0.5), top + STEP * (j + 0.5)) for i in range(15) for j in range(11)]
    inside = [each for each in anchors if each[0] < right and each[1] < bottom and in_polygon(each, zone)]
    for unit in prompt.units:
        for anchor in inside:
            places = finding.set_up(battle.scene, unit, anchor)
            if places is not None:
                yield ch.Deploy(unit, places)
