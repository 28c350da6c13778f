"""Reactions: what a player wants to be asked about, and the question that he is asked now."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from highground.game.commands import answers
from highground.game.commands.commanding import Steps
from highground.game.match.match import Match
from highground.game.match.stops import Stop
from highground.game.state.reactions import ask_closing, choose_stops, question, reactions
from highground.game.views import calls
from highground.game.views.questions import AllReactions, QuestionAsked
from highground.server.accounts.access import SignedIn
from highground.server.answers import either
from highground.server.errors import Refusal
from highground.server.games.access import Access, GameId, Need
from highground.server.play import schemas
from highground.server.play.calls import CHANGE, READ, Play, done, sent
from highground.server.play.service import Do
from highground.server.play.turns import check_room

router = APIRouter(prefix="/api/game/{game_id}", tags=["reactions"])

MOST_CHOSEN = 400


class StopsCall(BaseModel):
    """When the caller's army is asked about some reactions, by their keys. `rest` is for all others, from now on.

    `closing`: whether he is asked where units go that charge, pile in and consolidate.
    """

    army_uuid: str = Field(max_length=64)
    stops: dict[str, Stop] = Field(default_factory=dict, max_length=MOST_CHOSEN)
    rest: Literal["always", "worth", "never", "usual"] | None = None
    closing: bool | None = None


@router.get("/reactions", operation_id="listReactions", response_model=AllReactions, responses=READ)
async def list_reactions(play: Play, user: SignedIn, game_id: GameId) -> Response:
    """What the caller's armies may answer with, and when he is asked about it."""

    def read(match: Match, access: Access) -> AllReactions:
        return {"armies": reactions(match, access.sides)}

    return sent(await play.look(user, game_id, read, Need.READ))


@router.post(
    "/reactions", operation_id="setStops", response_model=either(calls.Done, calls.DoneChanges), responses=CHANGE
)
async def set_stops(play: Play, user: SignedIn, game_id: GameId, call: StopsCall) -> Response:
    """Choose when the caller's army is asked. A question that is due and not asked any more is passed."""

    def allowed(match: Match, access: Access) -> Do[None]:
        side = match.army(call.army_uuid)
        if side not in access.sides:
            raise Refusal(403, "You do not command this army.")

        def do(match: Match) -> Steps[None]:
            reset = call.rest is not None
            rest = None if call.rest == "usual" else call.rest
            if call.closing is not None:
                ask_closing(match, side, call.closing)
            choose_stops(match, side, call.stops, rest, reset)
            yield from answers.kept_charge(match)

        return do

    return done(await play.change(user, game_id, None, allowed, user.id))


@router.post(
    "/allocate", operation_id="allocate", response_model=either(calls.Done, calls.DoneChanges), responses=CHANGE
)
async def allocate(play: Play, user: SignedIn, game_id: GameId, call: schemas.AllocateCall) -> Response:
    """Say which miniatures of the caller's unit take wounds first, at any time: between the enemy's rolls too."""

    def allowed(match: Match, access: Access) -> Do[None]:
        if match.cast.sides[match.unit(call.unit_uuid)] not in access.sides:
            raise Refusal(403, "You do not command this army.")
        check_room(match)
        return lambda match: answers.allocate.begin(match, call.unit_uuid, call.miniature_uuids)

    return done(await play.change(user, game_id, call.number, allowed, user.id))


@router.get("/question", operation_id="getQuestion", response_model=QuestionAsked, responses=READ)
async def get_question(play: Play, user: SignedIn, game_id: GameId) -> Response:
    """The question that is asked of the caller now: the dice, what each answer would change, what happens without."""

    def read(match: Match, access: Access) -> QuestionAsked:
        return {"question": question(match, access.sides)}

    return sent(await play.look(user, game_id, read, Need.READ))
