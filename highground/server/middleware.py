"""What surrounds every request: an id, one log line, careful headers, a limit on the body."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from dataclasses import dataclass

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from highground.server import metrics
from highground.server.headers import careful_headers

log = structlog.get_logger("highground.request")

RESTARTING = "The server is restarting. Please try again in a moment."
"""The answer to a call that takes longer than a server that is shutting down waits for it."""
REQUEST_ID = re.compile(r"^[A-Za-z0-9_-]{8,64}$")


class Surroundings:
    """Gives each request its id (the caller's, if it is a tame one), logs it and sets the security headers.

    Pages and files are logged at DEBUG, calls and whatever fails at INFO. `lasting_https`: who came by https may be
    asked to come by nothing else.
    """

    def __init__(self, app: ASGIApp, lasting_https: bool = True) -> None:
        self.app = app
        self.lasting_https = lasting_https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        request_id = given if REQUEST_ID.match(given) else secrets.token_hex(8)
        structlog.contextvars.bind_contextvars(request_id=request_id)
        started = time.perf_counter()
        status, begun = 500, False

        async def answer(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request_id
                for name, value in careful_headers(scope, lasting=self.lasting_https).items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, receive, answer)
        except asyncio.CancelledError:
            if begun:
                raise
            await JSONResponse({"detail": RESTARTING}, 503, {"Retry-After": "5"})(scope, receive, answer)
        finally:
            seconds = time.perf_counter() - started
            metrics.REQUESTS.labels(scope["method"], _route(scope), status).observe(seconds)
            milliseconds = round(seconds * 1000, 1)
            tell = log.info if scope["path"].startswith("/api/") or status >= 400 else log.debug
            tell("answered", method=scope["method"], path=scope["path"], status=status, ms=milliseconds)
            structlog.contextvars.clear_contextvars()


def _route(scope: Scope) -> str:
    """The address as it is declared, so that ids in it do not each make figures of their own."""
    return str(getattr(scope.get("route"), "path", "none"))


FORM_ROOM = 64_000
"""What a multipart form adds to its file."""
FORM = "multipart/form-data"
CALL_LIMIT = 500_000
"""Bytes of a call that brings no file. The largest that a page sends is a rule set, of less than half of that."""
SILENCE_SECONDS = 10.0
"""How long a body may pause."""
SLOWEST = 10_000
"""Bytes a second that a body must bring on the whole, once it has had `SILENCE_SECONDS`."""
TOO_SLOW = "The request did not arrive in time. Please try again."


@dataclass
class BodyLimit:
    """Refuses a body of more than `limit` bytes: at once where its length is announced, else when it is passed.

    What comes without a login may have `open_limit` bytes, and what is no form with a file `CALL_LIMIT`: it is read as
    a whole, which keeps everybody else waiting. A body that stops on its way, or comes in drops, is ended.
    """

    app: ASGIApp
    limit: int
    open_limit: int

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        limit, sentence = self._limit(headers)
        announced = headers.get("content-length", "0")
        if announced.isdigit() and int(announced) > limit:
            await JSONResponse({"detail": sentence}, status_code=413)(scope, receive, send)
            return
        seen, whole, began = 0, False, time.monotonic()

        async def counted() -> Message:
            nonlocal seen, whole
            if whole:
                return await receive()  # nothing more comes but the client's going away
            left = began + SILENCE_SECONDS + seen / SLOWEST - time.monotonic()
            try:
                async with asyncio.timeout(min(SILENCE_SECONDS, max(0.0, left))):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, TOO_SLOW, {"Connection": "close"}) from None
            seen += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if seen > limit:
                raise HTTPException(413, sentence, {"Connection": "close"})
            return message

        await self.app(scope, counted, send)

    def _limit(self, headers: Headers) -> tuple[int, str]:
        """How many bytes are taken, and what is said of more."""
        if not headers.get("content-type", "").lower().startswith(FORM):
            return CALL_LIMIT, f"The request is too large: at most {CALL_LIMIT // 1000} kB are taken."
        limit = self.limit if "authorization" in headers else min(self.limit, self.open_limit)
        return limit + FORM_ROOM, f"The file is too large: at most {limit // 1_000_000} MB are taken."
