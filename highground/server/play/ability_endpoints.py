"""The calls about abilities, stratagems and effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Path, Response

from highground.game.commands import answers
from highground.game.commands.commanding import Steps
from highground.game.match.match import Match
from highground.game.state import abilities
from highground.game.views import abilities as views
from highground.game.views import calls
from highground.server.accounts.access import MaybeSignedIn, SignedIn
from highground.server.answers import either
from highground.server.errors import Responses
from highground.server.games.access import Access, GameId
from highground.server.play import schemas
from highground.server.play.calls import CHANGE, READ, Play, done, sent, used

router = APIRouter(prefix="/api/game/{game_id}", tags=["abilities"])

AbilityId = Annotated[str, Path(max_length=64)]
Listed = views.Abilities | views.Stratagems | views.Effects | views.AbilityTargets
NO_ABILITY: Responses = {422: {"model": schemas.Refused, "description": "There is no such ability in this game."}}


async def _read(play: Play, user: MaybeSignedIn, game_id: str, read: Callable[[Match, Access], Listed]) -> Response:
    return sent(await play.look(user, game_id, read))


@router.get("/abilities", operation_id="listAbilities", response_model=views.Abilities, responses=READ)
async def list_abilities(play: Play, user: MaybeSignedIn, game_id: GameId) -> Response:
    """Both armies' abilities, each with what keeps it from working now."""

    def read(match: Match, access: Access) -> views.Abilities:
        state = match.battle.state
        now: views.BattleTime = {
            "round": state.round,
            "turn": state.turn,
            "phase": state.phase,
            "phase_time": state.phase_time,
        }
        return {"abilities": abilities.abilities(match, access.sides), "game_state": now}

    return await _read(play, user, game_id, read)


@router.get("/stratagems", operation_id="listStratagems", response_model=views.Stratagems, responses=READ)
async def list_stratagems(play: Play, user: MaybeSignedIn, game_id: GameId) -> Response:
    """Both armies' stratagems with their prices."""
    return await _read(
        play, user, game_id, lambda match, access: {"stratagems": abilities.stratagems(match, access.sides)}
    )


@router.get("/active-effects", operation_id="listEffects", response_model=views.Effects, responses=READ)
async def list_effects(play: Play, user: MaybeSignedIn, game_id: GameId) -> Response:
    """Effects in force and not, army by army and unit by unit."""
    return await _read(play, user, game_id, lambda match, _access: {"active_effects": abilities.active_effects(match)})


@router.get(
    "/ability/{ability_id}/targets",
    operation_id="listTargets",
    response_model=views.AbilityTargets,
    responses=READ | NO_ABILITY,
)
async def list_targets(play: Play, user: MaybeSignedIn, game_id: GameId, ability_id: AbilityId) -> Response:
    """The units that an ability can be used on, by or at now."""
    return await _read(
        play, user, game_id, lambda match, access: {"targets": abilities.targets(match, ability_id, access.sides)}
    )


@router.post(
    "/process_activated_ability",
    operation_id="activateAbility",
    response_model=either(calls.UsedState, calls.UsedChanges),
    responses=CHANGE,
)
async def activate(play: Play, user: SignedIn, game_id: GameId, call: schemas.ActivatedCall) -> Response:
    """Use an ability or a stratagem: pay for it, and have its effects. `result` is the ability after its use."""
    die = None if call.die is None else (call.die.volley, call.die.die)

    def run(match: Match) -> Steps[views.AbilityState]:
        yield from answers.activate.begin(match, call.ability_id, call.target_uuids, die=die)
        return abilities.one(match, call.ability_id)

    return used(await play.act(user, game_id, run, call.number))


@router.post(
    "/process_selectable_ability",
    operation_id="selectAbility",
    response_model=either(calls.UsedState, calls.UsedChanges),
    responses=CHANGE,
)
async def select(play: Play, user: SignedIn, game_id: GameId, call: schemas.SelectableCall) -> Response:
    """Choose one of an ability's choices. `result` is the ability with what was chosen."""

    def run(match: Match) -> Steps[views.AbilityState]:
        yield from answers.activate.begin(match, call.parent_ability_id, call.target_uuids, call.selected_ability_uuid)
        return abilities.one(match, call.parent_ability_id)

    return used(await play.act(user, game_id, run, call.number))


@router.post(
    "/switch_by_hand",
    operation_id="switchByHand",
    response_model=either(calls.Done, calls.DoneChanges),
    responses=CHANGE,
)
async def switch_by_hand(play: Play, user: SignedIn, game_id: GameId, call: schemas.ByHandCall) -> Response:
    """Switch an ability that its player sees to on, with the effects that it has now, or off; at any moment."""

    def run(match: Match) -> Steps[None]:
        what = (call.effects, call.target_uuid, call.amend, call.miniature_uuids)
        return answers.by_hand.begin(match, call.ability_id, call.on, *what)

    return done(await play.act(user, game_id, run, call.number, "anyone"))
