"""The computer's part: one thing at a time, as the buttons ask for it, or all until a person has to answer."""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from highground.ai.levels import LEVELS
from highground.ai.personality import PERSONALITIES, Personality
from highground.ai.player import Decision
from highground.engine import choices as ch
from highground.engine.errors import Refusal
from highground.engine.prompts import EndPrompt
from highground.engine.state import State
from highground.game.commands.answers import declared, record_charges
from highground.game.commands.commanding import Command, Put, Steps
from highground.game.commands.deciding import FAILED, BestUse, Charges, Decide, Plain
from highground.game.commands.describing import Description, describe
from highground.game.commands.rolling import asking, rolled_on
from highground.game.match.match import Match
from highground.game.state import aiming
from highground.game.views.calls import Said
from highground.game.views.rolls import DeclaredAttack

log = logging.getLogger("highground.computer")

MOST_CHOICES = 400
"""Choices of one whole turn; far above what any has needed."""


def _done_by(*kinds: type) -> Callable[[ch.Choice], bool]:
    return lambda choice: isinstance(choice, kinds)


deployed = _done_by(ch.Deploy, ch.Reserve, ch.Embark)


def moved(choice: ch.Choice) -> bool:
    """Whether a unit's move is over: an advance has still to be put down."""
    return isinstance(choice, ch.Place | ch.Arrive | ch.Disembark) or (
        isinstance(choice, ch.Move) and choice.how != "advance"
    )


@Command
def step(match: Match) -> Steps[Description]:
    """Answer what is due, if a computer has to. Raises Refusal if a person has."""
    prompt = match.due()
    decision, why = yield from _decided(match, prompt.side, question_of(match, prompt.side))
    return (yield from _carry_out(match, prompt.side, decision, why))


def question_of(match: Match, side: int) -> Decide:
    """What a side's computer is asked to decide. Raises Refusal where a person commands it."""
    control = match.computer(side)
    level = LEVELS[control.level]
    weights = level.shaded(control.personality, control.intensity)
    thought = match.counsel.thoughts[side]
    return Decide(weights, control.level, control.personality, control.intensity, control.seconds, thought)


def _decided(match: Match, side: int, question: Decide) -> Steps[tuple[Decision, str]]:
    answer = yield question
    if answer.thought is not None:
        match.counsel = match.counsel.with_thought(side, answer.thought)
    (decision,) = answer.decisions
    return decision, answer.why


def _carry_out(match: Match, side: int, decision: Decision, why: str) -> Steps[Description]:
    """Put a decision to the battle, and a plain one where the rules refuse it."""
    before = match.battle.state
    try:
        yield Put(asking(match, decision.choice))
    except Exception as error:
        if why:
            raise
        log.warning("the computer chose %s, which is refused: %r", decision.choice, error)
        answer = yield Plain()
        (decision,), why = answer.decisions, FAILED
        yield Put(decision.choice)
    if isinstance(decision.choice, ch.RollDice):
        yield from rolled_on(match)
    said = describe(match, side, decision, before)
    return msgspec.structs.replace(said, rationale=why) if why else said


@Command
def act(match: Match, phase: str, done: Callable[[ch.Choice], bool]) -> Steps[Description]:
    """The computer's next unit in a phase: steps until one choice is what the button is for."""
    if match.battle.state.phase != phase:
        raise Refusal("other-phase", wanted=phase, phase=match.battle.state.phase)
    return (yield from _until(match, done))


def _until(
    match: Match, done: Callable[[ch.Choice], bool], personality: Personality | None = None
) -> Steps[Description]:
    while True:
        prompt = match.due()
        question = question_of(match, prompt.side) if personality is None else Decide(personality)
        decision, why = yield from _decided(match, prompt.side, question)
        if isinstance(decision.choice, ch.End | ch.Advance):
            raise Refusal("army-done", army=match.cast.armies[prompt.side])
        said = yield from _carry_out(match, prompt.side, decision, why)
        if done(said.choice):
            return said


@Command
def set_up(match: Match) -> Steps[Description]:
    """Set up a unit of the side that is asked, even a person's, as a computer would. Raises Refusal if it has none."""
    prompt = match.due()
    if "deploy" not in prompt.kinds:
        raise Refusal("nothing-to-set-up", army=match.cast.armies[prompt.side])
    return (yield from _until(match, deployed, PERSONALITIES["standard"]))


@Command
def shoot(match: Match) -> Steps[tuple[Description, int]]:
    """Pick a unit and declare its shots; the dice are still to be rolled. Returns what was done and the unit."""
    said = yield from act.begin(match, "shooting", _done_by(ch.Shoot))
    assert isinstance(said.choice, ch.Shoot)
    return said, said.choice.unit


@Command
def fight(match: Match) -> Steps[tuple[Description, int]]:
    """Pick a unit, pile it in and declare its attacks. Returns what was done and the unit."""
    if match.battle.state.phase != "combat":
        raise Refusal("other-phase", wanted="combat", phase=match.battle.state.phase)
    unit, said = None, None
    while said is None or not isinstance(said.choice, ch.Strike):
        prompt = match.due()
        if isinstance(prompt, EndPrompt):
            raise Refusal("army-done", army=match.cast.armies[prompt.side])
        unit = prompt.unit if prompt.unit is not None else unit
        said = yield from step.begin(match)
    assert unit is not None
    return said, unit


@Command
def charge(match: Match) -> Steps[list[Description]]:
    """Register the charges that the computer wants to try, the most promising first."""
    prompt = match.due()
    question = question_of(match, prompt.side)
    if "charge" not in prompt.kinds:
        raise Refusal("no-charger", army=match.cast.armies[prompt.side])
    registered = {unit for unit, _ in match.draft.charges}
    left = tuple(unit for unit in prompt.units if unit not in registered)
    answer = yield Charges(question.personality, left)
    uuids = match.cast.unit_uuids
    for decision in answer.decisions:
        assert isinstance(decision.choice, ch.Charge)
        record_charges(match, {uuids[decision.choice.unit]: [uuids[each] for each in decision.choice.targets]})
    return [describe(match, prompt.side, decision, match.battle.state) for decision in answer.decisions]


@Command
def use_ability(match: Match, side: int | None = None) -> Steps[Description]:
    """Use the ability or stratagem that is worth most now to a side, or to the one that is asked.

    Raises Refusal if none is worth its price.
    """
    side = match.due().side if side is None else side
    match.computer(side)
    prompt = match.due()
    if prompt.side != side or "use" not in prompt.kinds:
        raise Refusal("no-ability-now", army=match.cast.armies[side])
    answer = yield BestUse(side)
    if not answer.decisions:
        raise Refusal("nothing-worth", army=match.cast.armies[side])
    before, (decision,) = match.battle.state, answer.decisions
    yield Put(decision.choice)
    return describe(match, side, decision, before)


@Command
def run(match: Match, stop: Callable[[], bool] = lambda: False, whole_turn: bool = True) -> Steps[list[Description]]:
    """Everything that the computer has to answer, until a person has, its turn is over or `stop` says so."""
    said: list[Description] = []
    turn = _turn(match.battle.state)
    for _ in range(MOST_CHOICES):
        prompt = match.ask()
        if prompt is None or not match.is_computer(prompt.side) or stop():
            break
        if whole_turn and _turn(match.battle.state) != turn:
            break
        said.append((yield from step.begin(match)))
    return said


def _turn(state: State) -> tuple[int, int, bool]:
    return state.round, state.turn, state.started


def declared_rows(match: Match, unit: int) -> list[DeclaredAttack]:
    """The resolution table of attacks that were just declared."""
    return aiming.needed(match, unit, declared(match))


def as_json(said: Description) -> Said:
    """What the calls for the computer's actions answer, and what stands in the chat. `kind` is that of the choice."""
    return {
        "kind": str(said.choice.__struct_config__.tag),
        "ai_action_description": said.description,
        "ai_rationale": said.rationale,
        "ai_instructions": list(said.instructions),
        "terms": said.terms,
        "plan": said.plan,
        "marks": list(said.marks),
    }
