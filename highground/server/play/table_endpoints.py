"""Around the battle: resigning, draws, claims, the chess clock, and the players' devices that make dice."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from highground.game.views import calls
from highground.server.accounts.access import NOT_SIGNED_IN, MaybeSignedIn, SignedIn
from highground.server.answers import either
from highground.server.db.session import OpenDatabase
from highground.server.errors import Responses, refusals
from highground.server.games.access import GameId
from highground.server.games.endpoints import INVITED, Token
from highground.server.games.seats import game_of
from highground.server.play import schemas
from highground.server.play import table_schemas as shapes
from highground.server.play.calls import CHANGE, READ, Play, done
from highground.server.play.table import Table

router = APIRouter(prefix="/api/game/{game_id}", tags=["table"])
invited = APIRouter(prefix="/api/invitations/{token}", tags=["table"])
dice = APIRouter(prefix="/api/game/{game_id}/dice", tags=["dice"])

DEVICE = NOT_SIGNED_IN | refusals(
    _403="The caller commands neither army, or the part of the roll is another's.",
    _404="There is no such game, or it is none of the caller's.",
    _409="The game has not begun, its dice are not sealed, or there is no such roll.",
)
ANY_OBJECT = {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Json"}}
REFUSED: Responses = {
    422: {"model": schemas.Refused, "description": "It is not what the device fixed before the choice."}
}


async def _table(play: Play) -> Table:
    return Table(play)


At = Annotated[Table, Depends(_table)]


@router.post("/resign", operation_id="resign", response_model=either(calls.Done, calls.DoneChanges), responses=CHANGE)
async def resign(table: At, user: SignedIn, game_id: GameId, call: shapes.ResignCall | None = None) -> Response:
    """Give the battle up. Who commands both armies says which one."""
    return done(await table.resign(user, game_id, call.side if call else None))


@router.post("/draw", operation_id="offerDraw", response_model=either(calls.Done, calls.DoneChanges), responses=CHANGE)
async def offer_draw(table: At, user: SignedIn, game_id: GameId) -> Response:
    """Offer the opponent a draw. It lapses with the next choice; who commands both armies has it at once."""
    return done(await table.offer_draw(user, game_id))


@router.post("/claim", operation_id="claim", response_model=either(calls.Done, calls.DoneChanges), responses=CHANGE)
async def claim(table: At, user: SignedIn, game_id: GameId) -> Response:
    """Claim the battle from an opponent who has run out of time, or is to act and has stayed away for too long."""
    return done(await table.claim(user, game_id))


@router.post(
    "/coach/allow", operation_id="allowCoach", response_model=either(calls.Done, calls.DoneChanges), responses=CHANGE
)
async def allow_coach(table: At, user: SignedIn, game_id: GameId, call: shapes.CoachAllowed) -> Response:
    """Let the players ask the coach, or not any more; between two people letting them is an offer."""
    return done(await table.allow_coach(user, game_id, call.on))


@router.post(
    "/offer_answer", operation_id="answerOffer", response_model=either(calls.Done, calls.DoneChanges), responses=CHANGE
)
async def answer_offer(table: At, user: SignedIn, game_id: GameId, call: shapes.OfferCall) -> Response:
    """Agree to what the opponent offers, or decline; who offered it withdraws it."""
    return done(await table.answer(user, game_id, call.kind, call.agree, call.id))


@router.post("/clock", operation_id="setClock", response_model=either(calls.Done, calls.DoneChanges), responses=CHANGE)
async def set_clock(table: At, user: SignedIn, game_id: GameId, call: shapes.ClockCall) -> Response:
    """Start, pause, resume or stop a chess clock; against another person this is an offer to."""
    return done(await table.set_clock(user, game_id, call.do, call.minutes))


@router.get(
    "/battle_log",
    operation_id="getBattleLog",
    responses=READ
    | {
        200: {
            "content": {"application/json": {"schema": ANY_OBJECT}},
            "description": "A file for `highground verify` and /verify.",
        }
    },
    response_class=Response,
)
async def battle_log(table: At, user: MaybeSignedIn, game_id: GameId) -> Response:
    """The battle as a file: every choice, what was taken back, and every die with its proof."""
    name = f'attachment; filename="battle-{game_id}.json"'
    log = await table.battle_log(user, game_id)
    return Response(log, media_type="application/json", headers={"Content-Disposition": name})


@dice.get("", operation_id="getDice", responses=READ)
async def show(table: At, user: MaybeSignedIn, game_id: GameId) -> shapes.DiceState:
    """How the game's dice are made: who takes part, and the roll under way."""
    return shapes.DiceState.model_validate(await table.dice(user, game_id))


@dice.post("/device", operation_id="joinDice", responses=DEVICE | REFUSED)
async def join(table: At, user: SignedIn, game_id: GameId, call: shapes.DeviceCall) -> shapes.DeviceJoined:
    """Have a device of the caller take part in the dice from the next roll on, or take part again."""
    return shapes.DeviceJoined.model_validate(await table.join(user, game_id, call.anchor, call.key))


@dice.post("/reveal", operation_id="revealDice", status_code=204, responses=DEVICE | REFUSED)
async def reveal(table: At, user: SignedIn, game_id: GameId, call: shapes.RevealCall) -> None:
    """Reveal a device's part of a roll whose choice is fixed."""
    await table.reveal(user, game_id, call.roll, call.role, call.value, call.seal)


@dice.post("/lost", operation_id="lostDevice", status_code=204, responses=DEVICE)
async def lost(table: At, user: SignedIn, game_id: GameId) -> None:
    """The caller's device has lost its part of the roll: go on without it, once the opponent agrees."""
    await table.lost(user, game_id)


@dice.post("/lost_answer", operation_id="answerLostDevice", status_code=204, responses=DEVICE | REFUSED)
async def answer_lost(table: At, user: SignedIn, game_id: GameId, call: schemas.ConsentCall) -> None:
    """Agree that a roll goes on without the opponent's device, or not."""
    await table.agree_lost(user, game_id, call.agree)


@invited.get("/rolls", operation_id="getRollsBefore", responses=INVITED)
async def rolls_before(table: At, database: OpenDatabase, token: Token) -> shapes.RollsBefore:
    """All dice that fell in a game before its invitation is taken, those of choices that were taken back included."""
    async with database.read() as session:
        game_id = await game_of(session, token)
    return shapes.RollsBefore(rolls=await table.rolls_before(game_id))
