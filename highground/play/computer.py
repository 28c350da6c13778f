"""The computer's part: one thing at a time, as the buttons ask for it, or all until a person has to answer."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from highground.ai import targets, using
from highground.ai.personality import PERSONALITIES
from highground.ai.player import Decision, Player
from highground.engine import choices as ch
from highground.engine.errors import Refusal
from highground.engine.state import State
from highground.play import aiming
from highground.play.answers import declared, record_charges
from highground.play.deciding import decide
from highground.play.match import Match
from highground.play.words import Told, told
from highground.reports.cast import Json

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


def step(match: Match) -> Told:
    """Answer what is due, if a computer has to. Raises Refusal if a person has."""
    request = match.due()
    return _carry_out(match, request.side, *decide(match, request))


def _carry_out(match: Match, side: int, decision: Decision, why: str) -> Told:
    before = match.battle.state
    match.answer(decision.choice)
    said = told(match, side, decision, before)
    return msgspec.structs.replace(said, rationale=why) if why else said


def act(match: Match, phase: str, done: Callable[[ch.Choice], bool]) -> Told:
    """The computer's next unit in a phase: steps until one choice is what the button is for."""
    if match.battle.state.phase != phase:
        raise Refusal("wrong-phase", f"This is for the {phase} phase.", match.battle.state.phase)
    return _until(match, done)


def _until(match: Match, done: Callable[[ch.Choice], bool], player: Player | None = None) -> Told:
    while True:
        request = match.due()
        decision, why = decide(match, request, player=player)
        if isinstance(decision.choice, ch.End | ch.Advance):
            raise Refusal("nothing-left", f"{match.cast.armies[request.side]} has nothing left to do in this phase.")
        said = _carry_out(match, request.side, decision, why)
        if done(said.choice):
            return said


def set_up(match: Match) -> Told:
    """Set up a unit of whoever is asked, even a person, as a computer would. Raises Refusal if there is none."""
    request = match.due()
    if "deploy" not in request.kinds:
        raise Refusal("not-now", f"{match.cast.armies[request.side]} has no unit to set up now.")
    return _until(match, deployed, Player(PERSONALITIES["standard"]))


def shoot(match: Match) -> tuple[Told, int]:
    """Pick a unit and declare its shots; the rolls are left to be thrown. Returns what was done and the unit."""
    said = act(match, "shooting", _done_by(ch.Shoot))
    assert isinstance(said.choice, ch.Shoot)
    return said, said.choice.unit


def fight(match: Match) -> tuple[Told, int]:
    """Pick a unit, pile it in and declare its attacks. Returns what was done and the unit."""
    if match.battle.state.phase != "combat":
        raise Refusal("wrong-phase", "This is for the combat phase.", match.battle.state.phase)
    unit, said = None, None
    while said is None or not isinstance(said.choice, ch.Strike):
        request = match.due()
        if request.kinds[0] == "end":
            raise Refusal("nothing-left", f"{match.cast.armies[request.side]} has nothing left to do in this phase.")
        unit = request.unit if request.unit is not None else unit
        said = step(match)
    assert unit is not None
    return said, unit


def charge(match: Match) -> list[Told]:
    """Register the charges that the computer wants to try, the most promising first."""
    request = match.due()
    player, scene = match.computer(request.side), match.battle.scene
    if "charge" not in request.kinds:
        raise Refusal("nothing-left", f"{match.cast.armies[request.side]} has no unit that could charge.")
    left, found = list(request.units), []
    registered = dict(match.draft.charges)
    while left:
        best = targets.best_charge(scene, tuple(u for u in left if u not in registered), player.personality)
        if best is None:
            break
        worth, unit, target = best
        record_charges(match, {match.cast.unit_uuids[unit]: [match.cast.unit_uuids[target]]})
        registered[unit] = (target,)
        left.remove(unit)
        decision = Decision(ch.Charge(unit, (target,)), {"melee": worth})
        found.append(told(match, request.side, decision, match.battle.state))
    return found


def use_ability(match: Match, side: int) -> Told:
    """Use the ability or stratagem that is worth most now. Raises Refusal if none is worth its price."""
    match.computer(side)
    request = match.due()
    if request.side != side or "use" not in request.kinds:
        raise Refusal("not-now", f"{match.cast.armies[side]} has no ability to use now.")
    choice = using.best_use(match.battle.scene, side)
    if choice is None:
        raise Refusal("nothing-worth", f"{match.cast.armies[side]} finds no ability worth its price now.")
    before = match.battle.state
    match.answer(choice)
    return told(match, side, Decision(choice), before)


def run(match: Match, stop: Callable[[], bool] = lambda: False, whole_turn: bool = True) -> list[Told]:
    """Everything that the computer has to answer, until a person has, its turn is over or `stop` says so."""
    said: list[Told] = []
    turn = _turn(match.battle.state)
    for _ in range(MOST_CHOICES):
        request = match.ask()
        if request is None or not match.is_computer(request.side) or stop():
            break
        if whole_turn and _turn(match.battle.state) != turn:
            break
        said.append(step(match))
    return said


def _turn(state: State) -> tuple[int, int, bool]:
    return state.round, state.turn, state.started


def declared_rows(match: Match, unit: int) -> list[Json]:
    """The resolution table of attacks that were just declared."""
    return aiming.needed(match, unit, declared(match))


def as_json(said: Told) -> Json:
    """What the calls for the computer's actions answer, and what stands in the chat. `kind` is that of the choice."""
    return {
        "kind": said.choice.__struct_config__.tag,
        "ai_action_description": said.description,
        "ai_rationale": said.rationale,
        "ai_instructions": said.instructions,
        "terms": msgspec.to_builtins(said.terms),
    }
