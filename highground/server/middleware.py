"""What surrounds every request: an id, one log line, careful headers, a limit on the body."""

from __future__ import annotations

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

REQUEST_ID = re.compile(r"^[A-Za-z0-9_-]{8,64}$")


class Surroundings:
    """Gives each request its id (the caller's, if it is a tame one), logs it and sets the security headers.

    Pages and files are logged at DEBUG, calls and whatever fails at INFO. `lasting_https`: who came by https may be
    told to come by nothing else.
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
        status = 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request_id
                for name, value in careful_headers(scope, lasting=self.lasting_https).items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, receive, answer)
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


@dataclass
class BodyLimit:
    """Refuses a body of more than `limit` bytes: at once where its length is announced, else when it is passed."""

    app: ASGIApp
    limit: int

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        if announced.isdigit() and int(announced) > self.limit:
            await JSONResponse({"detail": self._sentence()}, status_code=413)(scope, receive, send)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.limit:
                raise HTTPException(413, self._sentence())
            return message

        await self.app(scope, counted, send)

    def _sentence(self) -> str:
        return f"The file is too large: at most {self.limit // 1_000_000} MB are taken."
