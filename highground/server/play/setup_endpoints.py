"""The calls that prepare a game and begin it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body

from highground.server.accounts.access import NOT_SIGNED_IN, SignedIn
from highground.server.db.session import OpenDatabase, ReadSession
from highground.server.errors import refusals
from highground.server.games.access import GameId
from highground.server.games.schemas import CreatedGame
from highground.server.play import preparation
from highground.server.play import rematch as rematches
from highground.server.play.schemas import Begun, Boards, Changes, Options, Prepared, SetupSeen
from highground.server.settings import GivenSettings
from highground.server.sockets.news import tell_seats

router = APIRouter(prefix="/api/game/{game_id}", tags=["set-up"])
choices = APIRouter(prefix="/api", tags=["set-up"])

READ = NOT_SIGNED_IN | refusals(_404="There is no such game, or it is none of the caller's.")
CHANGE = READ | refusals(
    _403="It is not the caller's to choose.",
    _409="The game has begun.",
    _422="What was chosen is not there, or cannot be played.",
)


@router.get("/setup", operation_id="getSetup", responses=READ)
async def shown(session: ReadSession, user: SignedIn, game_id: GameId) -> Prepared:
    """What is chosen, what is still missing, and what there is to choose from."""
    return await preparation.shown(session, user, game_id)


@router.patch("/setup", operation_id="changeSetup", responses=CHANGE)
async def change(database: OpenDatabase, user: SignedIn, game_id: GameId, wanted: Changes) -> Prepared:
    """Choose the board, the mission, an army."""
    return await preparation.change(database, user, game_id, wanted)


@router.post("/setup/agreement", operation_id="agreeToSetup", responses=CHANGE)
async def agree(database: OpenDatabase, user: SignedIn, game_id: GameId, seen: SetupSeen) -> Prepared:
    """Agree to the set-up, as a player whose game it is not. It lapses with the next change."""
    return await preparation.agree(database, user, game_id, seen.terms)


@router.post("/start", operation_id="startGame", status_code=201, responses=CHANGE)
async def start(
    database: OpenDatabase,
    user: SignedIn,
    game_id: GameId,
    settings: GivenSettings,
    terms: Annotated[str | None, Body(embed=True, max_length=64)] = None,
) -> Begun:
    """Begin the battle, once everything is ready and the other player agrees.

    With `terms` only if the set-up is still the one that they stand for.
    """
    await preparation.start(database, user, game_id, settings.battle_seed, terms)
    await tell_seats(database, "game_updated", game_id, {})
    return Begun(url=f"/game/{game_id}/view?from_setup=1")


@router.post(
    "/rematch",
    operation_id="rematch",
    status_code=201,
    responses=NOT_SIGNED_IN
    | refusals(
        _403="The caller commands neither army.",
        _404="There is no such game, or it is none of the caller's.",
        _409="The battle is not over, was not fought here, or the seat is taken; or the caller has too many games.",
    ),
)
async def rematch(database: OpenDatabase, user: SignedIn, game_id: GameId) -> CreatedGame:
    """Meet again with the same armies on the same board. Who asks second takes the seat at the other's new game."""
    return CreatedGame(game_id=await rematches.rematch(database, user, game_id))


@choices.get("/options", operation_id="listOptions")
async def options() -> Options:
    """The boards, missions, sample armies and personalities to choose from."""
    return preparation.options()


@choices.get("/layouts", operation_id="listLayouts")
async def boards() -> Boards:
    """The boards to choose from, with what stands on them."""
    return preparation.boards()
