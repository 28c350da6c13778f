"""The calls of a battle: its state, the steps of each phase, undo, and any other answer."""

from __future__ import annotations

from functools import partial
from typing import Literal

from fastapi import APIRouter, Response

from highground.engine.record import Given
from highground.game.commands import answers, taking_back
from highground.game.commands.commanding import Steps, at_once
from highground.game.match.match import Match
from highground.game.parts.refusals import refusal_view
from highground.game.state import odds
from highground.game.state.possible import possible
from highground.game.views import calls
from highground.game.views.calls import MoveResult
from highground.game.views.rolls import AttackOdds, DeclaredAttack
from highground.game.views.state import DeploymentStatus, GameState, Possible
from highground.server.accounts.access import MaybeSignedIn, SignedIn
from highground.server.accounts.tables import User
from highground.server.answers import either
from highground.server.db.engine import Database
from highground.server.db.session import OpenDatabase
from highground.server.dice.own_dice import own_dice
from highground.server.games.access import GameId, Need
from highground.server.play import schemas
from highground.server.play.calls import (
    CHANGE,
    READ,
    STATE,
    Known,
    Play,
    aims,
    charged,
    declared,
    done,
    moved,
    picked,
    rolled,
    sent_unless_known,
    spot,
    spots,
)
from highground.server.play.service import CallResult, Playing

router = APIRouter(prefix="/api", tags=["play"])

PhaseName = Literal["deployment", "command", "movement", "shooting", "charge", "combat"]
FightingPhase = Literal["shooting", "combat"]


@router.get("/game/{game_id}/current_phase", operation_id="getCurrentPhase", responses=READ)
async def current_phase(play: Play, user: MaybeSignedIn, game_id: GameId) -> schemas.Phase:
    """Where the battle is."""

    def read(match: Match, _access: object) -> schemas.Phase:
        state = match.battle.state
        return schemas.Phase(phase=state.phase, phase_time=state.phase_time, round=state.round, turn=state.turn)

    return await play.look(user, game_id, read)


@router.get(
    "/game/{game_id}/{phase}_phase/state", operation_id="getPhaseState", response_model=GameState, responses=STATE
)
async def phase_state(
    play: Play, user: MaybeSignedIn, game_id: GameId, phase: PhaseName, if_none_match: Known = ""
) -> Response:
    """The game as its caller sees it. It is the same for every phase; `game_model.phase` says which one it is in."""
    return sent_unless_known(await play.state(user, game_id), if_none_match)


@router.get("/games/{game_id}/state", operation_id="getGameState", response_model=GameState, responses=STATE)
async def game_state(play: Play, user: MaybeSignedIn, game_id: GameId, if_none_match: Known = "") -> Response:
    """The game as its caller sees it; nothing where `If-None-Match` says that the caller knows it."""
    return sent_unless_known(await play.state(user, game_id), if_none_match)


@router.get("/game/{game_id}/possible", operation_id="getPossible", responses=READ)
async def what_now(play: Play, user: MaybeSignedIn, game_id: GameId) -> Possible:
    """What can be done now, and what keeps a unit from it."""
    return await play.look(user, game_id, lambda match, access: possible(match, access.sides))


@router.get("/game/{game_id}/deployment_status", operation_id="getDeploymentStatus", responses=READ)
async def deployment_status(play: Play, user: MaybeSignedIn, game_id: GameId) -> DeploymentStatus:
    """How far the setting up has come."""
    return (await play.state(user, game_id))["deployment_status"]


@router.post(
    "/game/{game_id}/update_deployment",
    operation_id="chooseZone",
    response_model=either(calls.Done, calls.DoneChanges),
    responses=CHANGE,
)
async def choose_zone(play: Play, user: SignedIn, game_id: GameId, call: schemas.ZoneCall) -> Response:
    """The winner of the roll takes a deployment zone: 0 is blue, 1 is red."""
    army, zone = call.selecting_army_uuid, call.selected_zone_index
    return done(await play.act(user, game_id, lambda match: answers.choose_zone.begin(match, army, zone), call.number))


@router.post(
    "/game/{game_id}/finalize_unit_deployment",
    operation_id="deployUnit",
    response_model=either(calls.Done, calls.DoneChanges),
    responses=CHANGE,
)
async def deploy(play: Play, user: SignedIn, game_id: GameId, call: schemas.DeployCall) -> Response:
    """Set a unit up about a place, miniature by miniature, or keep it in reserve."""

    def run(match: Match) -> Steps[None]:
        if call.transport_uuid is not None:
            return answers.embark.begin(match, call.unit_uuid, call.transport_uuid)
        places, location = spots(call.places), spot(call.location)
        return answers.deploy.begin(match, call.unit_uuid, location, call.in_reserves, places, call.floor, call.facings)

    return done(await play.act(user, game_id, run, call.number))


@router.post(
    "/game/{game_id}/advance_phase",
    operation_id="startBattle",
    response_model=either(calls.Done, calls.DoneChanges),
    responses=CHANGE,
)
async def advance_phase(play: Play, user: SignedIn, game_id: GameId, call: schemas.Nothing | None = None) -> Response:
    """From the deployment into the battle."""
    return await _advance(play, user, game_id, call)


@router.post(
    "/game/{game_id}/advance_phase_time",
    operation_id="advancePhaseTime",
    response_model=either(calls.Done, calls.DoneChanges),
    responses=CHANGE,
)
async def advance_phase_time(
    play: Play, user: SignedIn, game_id: GameId, call: schemas.Nothing | None = None
) -> Response:
    """From the beginning of a phase to its middle, its end, the next phase."""
    return await _advance(play, user, game_id, call)


async def _advance(play: Play, user: SignedIn, game_id: str, call: schemas.Nothing | None) -> Response:
    return done(await play.act(user, game_id, answers.advance.begin, call.number if call else None, who="holder"))


@router.post(
    "/game/{game_id}/roll",
    operation_id="rollDice",
    response_model=either(calls.Done, calls.DoneChanges),
    responses=CHANGE,
)
async def roll(
    database: OpenDatabase, play: Play, user: SignedIn, game_id: GameId, call: schemas.StageCall
) -> Response:
    """Roll the dice that are due: for the deployment zone, a battle-shock test, attacks."""
    return done(await _roll_stage(database, play, user, game_id, call))


async def _roll_stage(
    database: Database, play: Playing, user: User, game_id: str, call: schemas.StageCall
) -> CallResult[None]:
    async with own_dice(database, game_id, call.dice) as own:
        stage = partial(answers.roll_stage.begin, stage=call.stage, given=own)
        return await play.act(user, game_id, stage, call.number, who="holder")


@router.post(
    "/game/{game_id}/movement_phase/finalize",
    operation_id="moveUnit",
    response_model=either(calls.MovedState, calls.MovedChanges),
    responses=CHANGE,
)
async def move(database: OpenDatabase, play: Play, user: SignedIn, game_id: GameId, call: schemas.MoveCall) -> Response:
    """Move a unit: `movement_type` is move, advance, fall_back, stationary or, of aircraft, fly_off.

    An advance rolls first; where it names a place that the roll does not reach, `result.refused` says so, and the next
    call with a place puts the unit down. A unit in reserve arrives.
    """

    def run(own: Given | None, match: Match) -> Steps[MoveResult]:
        if call.transport_uuid is not None:
            yield from answers.embark.begin(match, call.unit_uuid, call.transport_uuid, own)
            return {"refused": None}
        place, places = spot(call.new_location), spots(call.places)
        how, where = call.movement_type, (place, places, call.floor, call.facings)
        refused = yield from answers.move.begin(match, call.unit_uuid, how, *where, given=own)
        return {"refused": refusal_view(refused)}

    async with own_dice(database, game_id, call.dice) as own:
        return moved(await play.act(user, game_id, partial(run, own), call.number))


@router.post(
    "/game/{game_id}/{phase}_phase/select_unit",
    operation_id="selectUnit",
    response_model=either(calls.PickedState, calls.PickedChanges),
    responses=CHANGE,
)
async def select_unit(
    play: Play, user: SignedIn, game_id: GameId, phase: FightingPhase, call: schemas.UnitCall
) -> Response:
    """Pick a unit to shoot or to fight with. One that is to fight piles in."""
    melee, uuid = phase == "combat", call.unit_uuid
    outcome = await play.act(user, game_id, lambda match: answers.select_unit.begin(match, uuid, melee), call.number)
    return picked(outcome, uuid)


@router.post(
    "/game/{game_id}/{phase}_phase/reset_unit_state",
    operation_id="resetUnit",
    response_model=either(calls.Done, calls.DoneChanges),
    responses=CHANGE,
)
async def reset_unit(
    play: Play, user: SignedIn, game_id: GameId, phase: FightingPhase, call: schemas.Nothing | None = None
) -> Response:
    """Let go of the picked unit; free until the first dice of its attacks are rolled."""
    number = call.number if call else None

    def run(match: Match) -> Steps[None]:
        return at_once(lambda: taking_back.reset_unit(match, phase == "combat"))

    return done(await play.act(user, game_id, run, number))


@router.post(
    "/game/{game_id}/{phase}_phase/select_targets",
    operation_id="selectTargets",
    response_model=either(calls.DeclaredState, calls.DeclaredChanges),
    responses=CHANGE,
)
async def select_targets(
    play: Play, user: SignedIn, game_id: GameId, phase: FightingPhase, call: schemas.TargetsCall
) -> Response:
    """Declare a unit's attacks; `needed_values` is what each of them needs. No targets at all hold fire."""

    def run(match: Match) -> Steps[list[DeclaredAttack]]:
        return answers.select_targets.begin(match, aims(call.targets), phase == "combat")

    return declared(await play.act(user, game_id, run, call.number))


@router.post(
    "/game/{game_id}/{phase}_phase/process_roll_stage",
    operation_id="processRollStage",
    response_model=either(calls.RolledState, calls.RolledChanges),
    responses=CHANGE,
)
async def process_roll_stage(
    database: OpenDatabase,
    play: Play,
    user: SignedIn,
    game_id: GameId,
    phase: FightingPhase,
    call: schemas.StageCall,
) -> Response:
    """Roll one stage of the declared attacks, or all that is left; `dice` answers it with dice from outside."""
    return rolled(await _roll_stage(database, play, user, game_id, call))


@router.post("/game/{game_id}/odds", operation_id="getOdds", responses=CHANGE)
async def odds_of_attacks(play: Play, user: SignedIn, game_id: GameId, call: schemas.TargetsCall) -> AttackOdds:
    """What attacks would do that are not declared yet, exactly. Rolls no dice and changes nothing."""

    def read(match: Match, _access: object) -> AttackOdds:
        return odds.attack_odds(match, aims(call.targets))

    return await play.look(user, game_id, read, Need.READ)


@router.post(
    "/game/{game_id}/charge_phase/record_charges",
    operation_id="recordCharges",
    response_model=either(calls.Done, calls.DoneChanges),
    responses=CHANGE,
)
async def record_charges(play: Play, user: SignedIn, game_id: GameId, call: schemas.ChargesCall) -> Response:
    """Register charges: targets by the charging unit. They are rolled one by one."""

    def run(match: Match) -> Steps[None]:
        return at_once(lambda: answers.record_charges(match, dict(call.charges)))

    return done(await play.act(user, game_id, run, call.number))


@router.post(
    "/game/{game_id}/charge_phase/process_charge",
    operation_id="processCharge",
    response_model=either(calls.ChargedState, calls.ChargedChanges),
    responses=CHANGE,
)
async def process_charge(
    database: OpenDatabase, play: Play, user: SignedIn, game_id: GameId, call: schemas.ChargeCall
) -> Response:
    """Roll a registered charge, and move the unit where it reaches."""
    async with own_dice(database, game_id, call.dice) as own:
        charge = partial(answers.process_charge.begin, unit_uuid=call.charging_unit_uuid, given=own)
        return charged(await play.act(user, game_id, charge, call.number, who="holder"))


@router.post(
    "/game/{game_id}/undo", operation_id="undo", response_model=either(calls.Done, calls.DoneChanges), responses=CHANGE
)
async def undo(play: Play, user: SignedIn, game_id: GameId, call: schemas.UndoCall | None = None) -> Response:
    """Take the last choice back. Who commands both armies agrees with himself; else it must have rolled no dice."""
    number, back_to = (call.number, call.back_to) if call else (None, None)
    return done(await play.undo(user, game_id, number, back_to))


@router.post(
    "/game/{game_id}/undo_request",
    operation_id="askUndo",
    response_model=either(calls.Done, calls.DoneChanges),
    responses=CHANGE,
)
async def ask_undo(play: Play, user: SignedIn, game_id: GameId, call: schemas.Nothing | None = None) -> Response:
    """Ask the opponent to agree that the last choice is taken back. The next choice of anybody lets it lapse."""
    return done(await play.ask_undo(user, game_id, call.number if call else None))


@router.post(
    "/game/{game_id}/undo_answer",
    operation_id="answerUndo",
    response_model=either(calls.Done, calls.DoneChanges),
    responses=CHANGE,
)
async def answer_undo(play: Play, user: SignedIn, game_id: GameId, call: schemas.ConsentCall) -> Response:
    """Agree that the last choice is taken back, or decline; who asked withdraws it."""
    return done(await play.answer_undo(user, game_id, call.agree, call.number))


@router.post(
    "/game/{game_id}/answer",
    operation_id="answer",
    response_model=either(calls.Done, calls.DoneChanges),
    responses=CHANGE,
)
async def answer(
    database: OpenDatabase, play: Play, user: SignedIn, game_id: GameId, call: schemas.AnswerCall
) -> Response:
    """Any answer to what is asked, as the rules engine has it: for reactions, single miniatures, transports."""
    async with own_dice(database, game_id, call.dice) as own:
        return done(
            await play.act(user, game_id, lambda match: answers.choose.begin(match, call.answer, own), call.number)
        )
