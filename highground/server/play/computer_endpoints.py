"""The computer's buttons."""

from __future__ import annotations

from fastapi import APIRouter, Response

from highground.game.commands import computer
from highground.game.commands.advising import check_coach, coach_view
from highground.game.commands.commanding import Steps
from highground.game.commands.computer import as_json, declared_rows
from highground.game.commands.deciding import Advise, Answer, Ponder, Question
from highground.game.commands.describing import Description
from highground.game.commands.thoughts import thought_view
from highground.game.match.match import Match
from highground.game.views import calls
from highground.game.views.calls import Attacking, Said, Words
from highground.game.views.counsel import CoachState, PonderState
from highground.server.accounts.access import SignedIn
from highground.server.answers import either
from highground.server.games.access import Access, GameId
from highground.server.play import schemas
from highground.server.play.calls import CHANGE, Play, answered, said, sent
from highground.server.play.service import Do
from highground.server.play.turns import check_turn

router = APIRouter(prefix="/api/game/{game_id}", tags=["computer"])

SLICE = 0.4
"""Seconds that the computer thinks for one call, between which a window can show progress or end it."""


async def _let(play: Play, user: SignedIn, game_id: str, do: Do[Said], number: int | None = None) -> Response:
    """Let the computer act: its words stand beside the state after it."""
    return said(await play.act(user, game_id, do, number, who="computer"))


async def _let_attack(play: Play, user: SignedIn, game_id: str, do: Do[Attacking]) -> Response:
    outcome = await play.act(user, game_id, do, who="computer")
    about: calls.AttackingResult = {**outcome.made, "result": outcome.made}
    return answered(outcome, about)


def _said(steps: Steps[Description]) -> Steps[Said]:
    """What the computer says of what it does."""
    return as_json((yield from steps))


@router.post(
    "/ai_deployment",
    operation_id="aiDeployment",
    response_model=either(calls.SaidState, calls.SaidChanges),
    responses=CHANGE,
)
async def ai_deployment(play: Play, user: SignedIn, game_id: GameId) -> Response:
    """The computer sets up its next unit."""
    return await _let(
        play, user, game_id, lambda match: _said(computer.act.begin(match, "deployment", computer.deployed))
    )


@router.post(
    "/deploy_for_me",
    operation_id="deployForMe",
    response_model=either(calls.SaidState, calls.SaidChanges),
    responses=CHANGE,
)
async def deploy_for_me(play: Play, user: SignedIn, game_id: GameId, call: schemas.Nothing | None = None) -> Response:
    """The next unit of the caller's own army is set up where the computer would set it up."""
    number = call.number if call else None
    return said(await play.act(user, game_id, lambda match: _said(computer.set_up.begin(match)), number))


@router.post(
    "/ai_movement",
    operation_id="aiMovement",
    response_model=either(calls.SaidState, calls.SaidChanges),
    responses=CHANGE,
)
async def ai_movement(play: Play, user: SignedIn, game_id: GameId) -> Response:
    """The computer moves its next unit."""
    return await _let(play, user, game_id, lambda match: _said(computer.act.begin(match, "movement", computer.moved)))


def _attack(match: Match, act: Steps[tuple[Description, int]]) -> Steps[Attacking]:
    words, unit = yield from act
    return {
        "status": "ok",
        "selected_unit": {"uuid": match.cast.unit_uuids[unit], "name": match.cast.units[unit]},
        "needed_values": declared_rows(match, unit),
        **as_json(words),
    }


@router.post(
    "/shooting_phase/ai_shooting",
    operation_id="aiShooting",
    response_model=either(calls.AttackingState, calls.AttackingChanges),
    responses=CHANGE,
)
async def ai_shooting(play: Play, user: SignedIn, game_id: GameId) -> Response:
    """The computer picks a unit and its targets; the dice are still to be rolled."""
    return await _let_attack(play, user, game_id, lambda match: _attack(match, computer.shoot.begin(match)))


@router.post(
    "/combat_phase/ai_combat",
    operation_id="aiCombat",
    response_model=either(calls.AttackingState, calls.AttackingChanges),
    responses=CHANGE,
)
async def ai_combat(play: Play, user: SignedIn, game_id: GameId) -> Response:
    """The computer picks a unit to fight with and its targets; the dice are still to be rolled."""
    return await _let_attack(play, user, game_id, lambda match: _attack(match, computer.fight.begin(match)))


@router.post(
    "/charge_phase/ai_charge",
    operation_id="aiCharge",
    response_model=either(calls.WordsState, calls.WordsChanges),
    responses=CHANGE,
)
async def ai_charge(play: Play, user: SignedIn, game_id: GameId) -> Response:
    """The computer registers the charges that it wants to try."""

    def run(match: Match) -> Steps[Words]:
        words = [as_json(each) for each in (yield from computer.charge.begin(match))]
        return {
            "ai_action_description": " ".join(each["ai_action_description"] for each in words) or "No unit charges.",
            "ai_rationale": " ".join(each["ai_rationale"] for each in words),
            "ai_instructions": [line for each in words for line in each["ai_instructions"]],
        }

    outcome = await play.act(user, game_id, run, who="computer")
    about: calls.WordsResult = {**outcome.made, "result": outcome.made}
    return answered(outcome, about)


@router.post(
    "/ai_ability", operation_id="aiAbility", response_model=either(calls.SaidState, calls.SaidChanges), responses=CHANGE
)
async def ai_ability(play: Play, user: SignedIn, game_id: GameId) -> Response:
    """The computer uses the ability or stratagem that is worth most to it now."""
    return await _let(play, user, game_id, lambda match: _said(computer.use_ability.begin(match)))


@router.post("/ai_think", operation_id="aiThink", response_model=PonderState, responses=CHANGE)
async def ai_think(play: Play, user: SignedIn, game_id: GameId, call: schemas.Nothing | None = None) -> Response:
    """The computer that is due compares its plans for a moment, and says how far it has come. It makes no choice.

    Called until the thought is done, or null, it lets a window show progress and end it; `ai_step` thinks to the end
    by itself where that was not done.
    """

    def ask(match: Match, access: Access) -> Question:
        check_turn(match, access, "computer")
        return Ponder(computer.question_of(match, match.due().side), SLICE)

    def read(match: Match, answer: Answer) -> PonderState:
        if answer.thought is None:
            return {"thought": None}
        match.counsel = match.counsel.with_thought(match.due().side, answer.thought)
        return {"thought": thought_view(match, answer.thought)}

    return sent(await play.consult(user, game_id, call.number if call else None, ask, read, keep=True))


@router.post("/coach", operation_id="askCoach", response_model=CoachState, responses=CHANGE)
async def ask_coach(play: Play, user: SignedIn, game_id: GameId, call: schemas.CoachCall | None = None) -> Response:
    """What the computer would do in the caller's place: the best three choices with reasons, and what they may cost.

    Nothing happens in the battle. Between two people it answers only once both have agreed to it.
    """
    seconds = call.seconds if call else schemas.COACH_SECONDS

    def ask(match: Match, access: Access) -> Question:
        check_turn(match, access, "holder")
        check_coach(match)
        return Advise(seconds)

    def read(match: Match, answer: Answer) -> CoachState:
        return coach_view(match, match.due().side, answer.advice)

    return sent(await play.consult(user, game_id, call.number if call else None, ask, read))


@router.post(
    "/ai_step", operation_id="aiStep", response_model=either(calls.SaidState, calls.SaidChanges), responses=CHANGE
)
async def ai_step(play: Play, user: SignedIn, game_id: GameId, call: schemas.Nothing | None = None) -> Response:
    """The computer answers what is due, whatever it is. Called again and again it plays its whole turn.

    With `number` two windows that both let it play do not make it play twice.
    """
    return await _let(
        play, user, game_id, lambda match: _said(computer.step.begin(match)), call.number if call else None
    )
