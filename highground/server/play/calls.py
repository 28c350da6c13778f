"""What the endpoints of a battle have in common."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import Depends, FastAPI, Header, Request, Response
from fastapi.responses import JSONResponse

from highground.play.answers import Aim
from highground.reports.cast import Json
from highground.server.accounts.access import NOT_SIGNED_IN
from highground.server.errors import Responses, refusals
from highground.server.play import schemas
from highground.server.play.service import Caller, NotAllowedError, Playing, StaleError, Told

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
) -> Playing:
    found: Playing = request.app.state.playing
    return found.on_behalf(Caller(device, known)) if device or known else found


Play = Annotated[Playing, Depends(_playing)]
Known = Annotated[
    str, Header(alias="If-None-Match", max_length=200, description="The ETag of the state that is known.")
]


def sent(document: Any) -> Response:
    """A document as JSON, written at once: these answers are large and made anew for each call."""
    return Response(orjson.dumps(document), media_type="application/json")


def sent_unless_known(state: Json, known: str) -> Response:
    """A game's state with its version as ETag; 304 without a body for whoever knows that version."""
    etag = f'"{state["version"]}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if etag in known:
        return Response(status_code=304, headers=headers)
    return Response(orjson.dumps(state), media_type="application/json", headers=headers)


def answered(told: Told, own: Json) -> Response:
    """A call's result and `own`, beside the state after it: the whole, or what leads there from what is known."""
    state = told.state if told.changes is None else {"number": told.moment.plain["number"], **told.changes}
    return sent({**state, **own, "result": told.result})


def done(told: Told, *named: str) -> Response:
    """A call's result beside the state after it, and those of its parts that have a name of their own in the answer."""
    return answered(told, {name: told.result[name] for name in named})


def picked(told: Told, uuid: str) -> Response:
    """The state after a unit was picked, with that unit: with its weapons where it can be aimed now."""
    state = told.state
    everybody = [unit for army in state["game_model"]["armies"] for unit in army["units"]]
    return answered(told, {"unit": next(each for each in (*state["units"], *everybody) if each["uuid"] == uuid)})


def rolled(told: Told) -> Response:
    """The state after a roll, with the part of it that the roll was about."""
    model = told.moment.plain["game_model"]
    about = {name: model[name] for name in ("phase", "phase_time", "round", "turn", "latest_roll")}
    return answered(told, {"game_state": about})


def spot(location: list[float] | None) -> tuple[float, float] | None:
    return None if location is None else (location[0], location[1])


def spots(places: list[list[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in places)


def aims(targets: list[schemas.Target]) -> list[Aim]:
    return [Aim(each.unit_uuid, each.weapon_uuid, each.target_unit_uuid, tuple(each.bearers)) for each in targets]


def install(app: FastAPI) -> None:
    """The answers of what a battle refuses."""

    def refused(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, NotAllowedError)
        why = error.refusal
        body = schemas.Refused(detail=error.detail, code=why.code, measure=why.measure, remedy=why.remedy)
        return JSONResponse(body.model_dump(), status_code=error.status_code)

    def stale(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, StaleError)
        body = schemas.Moved(detail=error.detail, number=error.number, events=error.events)
        return JSONResponse(body.model_dump(), status_code=error.status_code)

    app.add_exception_handler(NotAllowedError, refused)
    app.add_exception_handler(StaleError, stale)
