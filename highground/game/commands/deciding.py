"""What the computer is asked while it plays, and how it answers.

The runner of a computer's command (`computer_commands`) has its questions answered: here by `answer`, in this
process and without a limit of time, on a server by `highground.server.thinking`, in another process that can be ended.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import msgspec

from highground.ai import targets, using
from highground.ai.personality import Personality
from highground.ai.player import AiPlayer, Decision
from highground.engine import choices as ch
from highground.engine import finding, listing
from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.prompts import Prompt
from highground.engine.steps.deployment import zone_of
from highground.engine.table.bases import in_polygon

log = logging.getLogger("highground.computer")

STEP = 4.0
"""Inches between two places where a unit is tried to be set up."""
FAILED = "It could not decide; this is the first answer that the rules allow."
TOO_SLOW = "It did not decide in time; this is the first answer that the rules allow."


class Decide(msgspec.Struct, frozen=True, tag=True):
    """What a player of this personality answers to what is due: one decision."""

    personality: Personality


class Plain(msgspec.Struct, frozen=True, tag=True):
    """The first legal answer to what is due: one decision. Raises Refusal where there is none."""


class Charges(msgspec.Struct, frozen=True, tag=True):
    """The charges that these units should try, the most promising first."""

    personality: Personality
    units: tuple[int, ...]


class BestUse(msgspec.Struct, frozen=True, tag=True):
    """The ability or stratagem that is worth most to a side now; none where none is worth its price."""

    side: int


Question = Decide | Plain | Charges | BestUse


class Answer(msgspec.Struct, frozen=True):
    """Decisions, and why they are not the player's own; '' where they are."""

    decisions: tuple[Decision, ...]
    why: str = ""


MakePlayer = Callable[[Personality], AiPlayer]


def think(battle: Battle, question: Question, make_player: MakePlayer = AiPlayer) -> tuple[Decision, ...]:
    """The answer to a question about what is due in `battle`, which may be changed. Raises whatever the player raises.

    The decisions are not checked against the rules: the battle does that when they are put to it.
    """
    if isinstance(question, Charges):
        return tuple(_charges(battle, question))
    if isinstance(question, BestUse):
        use = using.best_use(battle.scene, question.side)
        return () if use is None else (Decision(use),)
    prompt = battle.ask()
    if prompt is None:
        raise Refusal("over")
    if isinstance(question, Plain):
        return (Decision(plain(battle, prompt)),)
    return (make_player(question.personality).decide(battle, prompt),)


def answer(battle: Battle, question: Question, make_player: MakePlayer = AiPlayer) -> Answer:
    """The answer, made here; a player that fails is answered for. For tests and tools: nothing limits its time."""
    try:
        return Answer(think(battle.clone(), question, make_player))
    except Refusal:
        raise
    except Exception:
        log.exception("the computer could not decide: %s", type(question).__name__)
    instead = in_place_of(question)
    return Answer(() if instead is None else think(battle.clone(), instead), FAILED)


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
        yield from (ch.Move(unit, "stationary") for unit in prompt.units if battle.state.units[unit].on_table)
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
