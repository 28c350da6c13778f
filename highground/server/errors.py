"""Refusals: every error answer is JSON with `detail`, one sentence that a player understands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict
from pydantic_core import PydanticCustomError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from highground.server.db.faults import fault_of

log = structlog.get_logger(__name__)

OUR_FAULT = "Something went wrong on the server. Please try again later."
NOT_UNDERSTOOD = "The request could not be understood."
UNREADABLE = "There was an error parsing the body"
"""What FastAPI says, with 400, of a body that is not even text."""
SENTENCE = "sentence"
WORDS = {
    404: "There is nothing at this address.",
    405: "This address does not take that kind of request.",
}


class ErrorAnswer(BaseModel):
    """The body of every error answer."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"detail": "No logs found for this game."}]})

    detail: str


class Refusal(HTTPException):
    """A refusal with its HTTP status, the sentence for the player and headers of the answer."""

    def __init__(self, status: int, detail: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(status_code=status, detail=detail, headers=headers)


def sentence(text: str) -> PydanticCustomError:
    """What a validator raises to have exactly this sentence shown, without the field's name."""
    return PydanticCustomError(SENTENCE, "{text}", {"text": text})


Responses = dict[int | str, dict[str, Any]]


def refusals(**described: str) -> Responses:
    """Describe an endpoint's errors for OpenAPI: `refusals(_404="No such game.")`."""
    return {int(name.strip("_")): {"model": ErrorAnswer, "description": text} for name, text in described.items()}


def invalid(errors: Sequence[Any]) -> str:
    """One sentence for pydantic's list of errors, naming the first wrong field: 'terrain[0].name: Field required.'"""
    if not errors:
        return NOT_UNDERSTOOD
    first = errors[0]
    if first["type"] == SENTENCE:
        return str(first["msg"])
    where = ""
    for part in first["loc"]:
        if part in ("body", "query", "path") and not where:
            continue
        where += f"[{part}]" if isinstance(part, int) else f".{part}"
    sentence = str(first["msg"]).rstrip(".")
    more = f" ({len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"{where.lstrip('.') or 'body'}: {sentence}.{more}"


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if error.detail == UNREADABLE and not request.headers.get("content-type", "").startswith("multipart/"):
        return JSONResponse({"detail": NOT_UNDERSTOOD}, status_code=422)
    plain = error.detail in ("Not Found", "Method Not Allowed")
    detail = WORDS.get(error.status_code, error.detail) if plain else error.detail
    return JSONResponse({"detail": str(detail)}, status_code=error.status_code, headers=error.headers)


async def _validation(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return JSONResponse({"detail": invalid(error.errors())}, status_code=422)


async def _database(request: Request, error: Exception) -> JSONResponse:
    """A database that is locked, full or away is nobody's mistake, and passes: 503."""
    fault = fault_of(error)
    if fault is None:
        return await _unexpected(request, error)
    log.warning("the database failed", path=request.url.path, error=str(error).splitlines()[0])
    headers = None if fault.again is None else {"Retry-After": str(fault.again)}
    return JSONResponse({"detail": fault.sentence}, status_code=503, headers=headers)


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    log.error("request failed", path=request.url.path, exc_info=error)
    return JSONResponse({"detail": OUR_FAULT}, status_code=500)


def install(app: FastAPI) -> None:
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _validation)
    for kind in (SQLAlchemyError, OSError):
        app.add_exception_handler(kind, _database)
    app.add_exception_handler(Exception, _unexpected)
