"""What the endpoints of a battle have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeVar

import orjson
from fastapi import Depends, FastAPI, Header, Request, Response
from fastapi.responses import JSONResponse

from highground.game.state.aiming import Aim
from highground.game.views.abilities import AbilityState
from highground.game.views.calls import (
    AttackingResult,
    Charged,
    ChargeLine,
    Charges,
    Declared,
    Moved,
    MoveResult,
    Nothing,
    PhotoTaken,
    Picked,
    Rolled,
    Said,
    SaidResult,
    TakenOver,
    Used,
    WordsResult,
)
from highground.game.views.counsel import Warned
from highground.game.views.rolls import DeclaredAttack
from highground.game.views.state import ChargeResult, GameState
from highground.game.views.units import UnitState
from highground.server.accounts.access import NOT_SIGNED_IN
from highground.server.errors import Responses, refusals
from highground.server.play import schemas
from highground.server.play.calling import NO_CALLER, Caller, CallResult
from highground.server.play.service import NotAllowedError, Playing, StaleError, WarnedError

T = TypeVar("T")

READ: Responses = NOT_SIGNED_IN | refusals(
    _404="There is no such game, or it is none of the caller's.", _409="The game has not begun yet."
)
STATE: Responses = READ | {304: {"description": "The caller knows this state: it has the version of `If-None-Match`."}}
CHANGE: Responses = READ | {
    **refusals(_403="The caller commands neither army, or not the one whose turn it is."),
    409: {
        "model": schemas.Moved,
        "description": "The game has not begun, is over, or the battle moved on since `number`.",
    },
    412: {"model": Warned, "description": "The choice loses more of the chance to win than `Highground-Warn` allows."},
    422: {"model": schemas.Refused, "description": "The rules do not allow it; the sentence says why."},
}


async def _playing(
    request: Request,
    device: Annotated[
        str, Header(alias="Highground-Device", max_length=64, description="The anchor of the device that rolls.")
    ] = "",
    known: Annotated[
        str,
        Header(
            alias="Highground-Known",
            max_length=64,
            description="The version of the state that the caller shows: the answer has only what changed since then.",
        ),
    ] = "",
    socket: Annotated[
        str,
        Header(
            alias="Highground-Socket",
            max_length=64,
            description="The name that the caller's socket was given: it is not sent what stands in the answer.",
        ),
    ] = "",
    log: Annotated[
        int | None,
        Header(
            alias="Highground-Log",
            ge=0,
            description="The last entry of the log that the caller has: the answer has those after it as `log`, and "
            "its socket is not sent that there are more.",
        ),
    ] = None,
    warn: Annotated[
        int,
        Header(
            alias="Highground-Warn",
            ge=0,
            le=100,
            description="A choice that loses more than so many percent of the chance to win is not made (412).",
        ),
    ] = 0,
) -> Playing:
    found: Playing = request.app.state.playing
    caller = Caller(device, known, socket, warn, log)
    return found if caller == NO_CALLER else found.on_behalf(caller)


Play = Annotated[Playing, Depends(_playing)]
Known = Annotated[
    str, Header(alias="If-None-Match", max_length=200, description="The ETag of the state that is known.")
]


def sent(document: Mapping[str, object]) -> Response:
    """A document as JSON, written at once: these answers are large and made for each call."""
    return Response(orjson.dumps(document), media_type="application/json")


def sent_unless_known(state: GameState, known: str) -> Response:
    """A game's state with its version as ETag; 304 without a body for a client that knows that version."""
    etag = f'"{state["version"]}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if etag in known:
        return Response(status_code=304, headers=headers)
    return Response(orjson.dumps(state), media_type="application/json", headers=headers)


Beside = (
    Nothing
    | Moved
    | PhotoTaken
    | Picked
    | Declared
    | Rolled
    | Charged
    | Used
    | SaidResult
    | AttackingResult
    | WordsResult
)


def answered(outcome: CallResult[T], beside: Beside) -> Response:
    """What a call was about, beside the state after it: the whole, or what leads there from what is known."""
    state, about = outcome.changes or outcome.state, beside
    return sent({**state, **about, **outcome.logged})


def done(outcome: CallResult[None]) -> Response:
    """The state after a call that has no result of its own."""
    nothing: Nothing = {"result": outcome.offered}
    return answered(outcome, nothing)


def used(outcome: CallResult[AbilityState]) -> Response:
    about: Used = {"result": outcome.made}
    return answered(outcome, about)


def said(outcome: CallResult[Said]) -> Response:
    """What the computer says of its choice."""
    about: SaidResult = {**outcome.made, "result": outcome.made}
    return answered(outcome, about)


def declared(outcome: CallResult[list[DeclaredAttack]]) -> Response:
    about: Declared = {"needed_values": outcome.made, "result": {"needed_values": outcome.made}}
    return answered(outcome, about)


def charged(outcome: CallResult[list[ChargeResult]]) -> Response:
    lines: list[ChargeLine] = [
        {"message": each["message"], "roll": each["charge_roll"], "needed": each["needed"]}
        for each in outcome.result or ()
    ]
    results: Charges = {"charge_results": outcome.result or [], "charge_logs": lines}
    about: Charged = {"charge_logs": lines, "result": outcome.offered or results}
    return answered(outcome, about)


def taken_over(outcome: CallResult[TakenOver]) -> Response:
    about: PhotoTaken = {"result": outcome.made}
    return answered(outcome, about)


def moved(outcome: CallResult[MoveResult]) -> Response:
    about: Moved = {"result": outcome.made}
    return answered(outcome, about)


def picked(outcome: CallResult[None], uuid: str) -> Response:
    """The state after a unit was picked, with that unit: with its weapons where it can be aimed now."""
    about: Picked = {"unit": _unit(outcome.state, uuid), "result": None}
    return answered(outcome, about)


def _unit(state: GameState, uuid: str) -> UnitState:
    acting = [unit for unit in state["units"] if unit["uuid"] == uuid]
    if acting:
        return acting[0]
    return next(unit for army in state["game_model"]["armies"] for unit in army["units"] if unit["uuid"] == uuid)


def rolled(outcome: CallResult[None]) -> Response:
    """The state after a roll, with the part of it that the roll was about."""
    model = outcome.moment.plain["game_model"]
    about: Rolled = {
        "game_state": {
            "phase": model["phase"],
            "phase_time": model["phase_time"],
            "round": model["round"],
            "turn": model["turn"],
            "latest_roll": model["latest_roll"],
        },
        "result": outcome.offered,
    }
    return answered(outcome, about)


def spot(location: list[float] | None) -> tuple[float, float] | None:
    return None if location is None else (location[0], location[1])


def spots(places: list[list[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in places)


def aims(targets: list[schemas.Target]) -> list[Aim]:
    return [Aim(t.unit_uuid, t.weapon_uuid, t.target_unit_uuid, tuple(t.bearers), t.count, t.precise) for t in targets]


def install(app: FastAPI) -> None:
    """The answers of what a battle refuses."""

    def refused(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, NotAllowedError)
        why = error.said
        body = schemas.Refused(detail=error.detail, code=why.code, measure=why.measure, remedy=why.remedy)
        return JSONResponse(body.model_dump(), status_code=error.status_code)

    def stale(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, StaleError)
        body = schemas.Moved(detail=error.detail, number=error.number, events=error.events)
        return JSONResponse(body.model_dump(), status_code=error.status_code)

    def warned(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, WarnedError)
        return JSONResponse(dict(error.warning), status_code=error.status_code)

    app.add_exception_handler(WarnedError, warned)
    app.add_exception_handler(NotAllowedError, refused)
    app.add_exception_handler(StaleError, stale)
