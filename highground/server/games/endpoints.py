"""Games, their seats, and invitations."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from highground.server.accounts.access import NOT_SIGNED_IN, SignedIn
from highground.server.db.session import OpenDatabase, ReadSession, WriteSession
from highground.server.errors import Responses, refusals
from highground.server.games import seats, service
from highground.server.games.access import GameId, Side
from highground.server.games.files import GivenFiles
from highground.server.games.schemas import (
    ChangedGame,
    CreatedGame,
    Games,
    InvitationShown,
    Invited,
    InvitedSide,
    Joined,
    NewGame,
    OneGame,
)
from highground.server.limits import NEW_GAME, TOO_MANY, Spending

router = APIRouter(prefix="/api", tags=["games"])

Token = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,100}$")]
UserId = Annotated[int | None, Query(ge=1, le=2**31 - 1, description="The caller's own id, or nothing.")]

READ: Responses = NOT_SIGNED_IN | refusals(_404="There is no such game, or it is none of the caller's.")
OWN: Responses = READ | refusals(_403="The caller is the opponent, and only the owner may do that.")


@router.get(
    "/user/games",
    operation_id="listGames",
    response_model=Games,
    responses=NOT_SIGNED_IN | refusals(_403="The user id is somebody else's."),
)
async def games(database: OpenDatabase, user: SignedIn, user_id: UserId = None) -> Response:
    """The caller's games, and those at which the caller has a seat."""
    return Response(await service.listed(database, user, user_id), media_type="application/json")


@router.post(
    "/game/create_new_game",
    operation_id="createGame",
    status_code=201,
    responses=NOT_SIGNED_IN | TOO_MANY | refusals(_409="The caller has as many games as are kept."),
)
async def create(session: WriteSession, user: SignedIn, spend: Spending, wanted: NewGame) -> CreatedGame:
    """Make a game. Its owner commands both armies until somebody takes a seat."""
    await spend(NEW_GAME, f"user {user.id}")
    return CreatedGame(game_id=(await service.create(session, user, wanted)).id)


@router.get("/game/{game_id}", operation_id="getGame", responses=READ)
async def show(session: ReadSession, user: SignedIn, game_id: GameId) -> OneGame:
    """A game with its seats, for its owner and its opponent."""
    return await service.shown(session, user, game_id)


@router.patch("/game/{game_id}", operation_id="updateGame", responses=OWN)
async def change(session: WriteSession, user: SignedIn, game_id: GameId, wanted: ChangedGame) -> OneGame:
    """Rename a game, change its description, or turn sharing of its report on or off."""
    return await service.change(session, user, game_id, wanted)


@router.delete(
    "/game/{game_id}",
    operation_id="deleteGame",
    status_code=204,
    responses=OWN | refusals(_409="The battle with an opponent is still on."),
)
async def remove(session: WriteSession, files: GivenFiles, user: SignedIn, game_id: GameId) -> None:
    """Delete a game with its logs, seats, invitations and files."""
    await service.remove(session, files, user, game_id)


@router.post(
    "/game/{game_id}/invitations",
    operation_id="inviteOpponent",
    status_code=201,
    responses=OWN | refusals(_409="The seat is taken, or the game is over."),
)
async def invite(session: WriteSession, user: SignedIn, game_id: GameId, wanted: InvitedSide | None = None) -> Invited:
    """Make a link by which one person may take a seat within seven days. A link made before for that seat is void."""
    return await seats.invite(session, user, game_id, (wanted or InvitedSide()).side)


@router.delete(
    "/game/{game_id}/seats/{side}",
    operation_id="leaveSeat",
    status_code=204,
    responses=OWN
    | refusals(_404="There is no such game, or nobody has taken the seat.", _409="The battle is still on."),
)
async def leave(session: WriteSession, user: SignedIn, game_id: GameId, side: Side) -> None:
    """Empty a seat: its holder leaves the game. A battle that is on is resigned first."""
    await seats.leave(session, user, game_id, side)


INVITED = refusals(
    _404="There is no such invitation, or it has expired.",
    _410="The invitation has been used.",
)


@router.get("/invitations/{token}", operation_id="getInvitation", responses=INVITED)
async def invitation(session: ReadSession, token: Token) -> InvitationShown:
    """What an invitation is to; everybody who has the link may see it."""
    return await seats.show(session, token)


@router.post(
    "/invitations/{token}",
    operation_id="acceptInvitation",
    responses=NOT_SIGNED_IN
    | INVITED
    | refusals(_409="The game is the caller's own or over, or the seat or the caller is taken already."),
)
async def accept(session: WriteSession, user: SignedIn, token: Token) -> Joined:
    """Take the seat that the invitation is for."""
    return Joined(game_id=await seats.accept(session, user, token))
