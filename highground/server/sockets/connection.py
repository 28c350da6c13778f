"""One socket that was let in: what goes out, what comes in, and the check that it may still be here."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import msgspec
from fastapi import WebSocket, WebSocketDisconnect

from highground.server.sockets import camera
from highground.server.sockets.admission import Admission
from highground.server.sockets.closes import NOT_JSON, TOO_LARGE, TOO_MANY, Closed
from highground.server.sockets.hub import Line
from highground.server.sockets.messages import direct

LARGEST = 16_000
"""Characters of an incoming message."""
BURST = 20
PER_SECOND = 10.0

GONE_SECONDS = 1.0

LONGEST_CHAT = 500
"""Characters of a chat message."""
NOT_A_WRITER = "Only the players of this game write in its chat."
NO_CHAT = f"A chat message has a text of 1 to {LONGEST_CHAT} characters."

Check = Callable[[], Awaitable[frozenset[int]]]
Relay = Callable[[str, dict[str, Any]], Awaitable[None]]
"""Sends a message to all sockets of the game."""


class Incoming(msgspec.Struct):
    type: str
    payload: dict[str, Any] = {}


class Bucket:
    """Lets `BURST` messages through at once and `PER_SECOND` in the long run."""

    def __init__(self) -> None:
        self._left = float(BURST)
        self._at = time.monotonic()

    def take(self) -> None:
        """Raises Closed when it is empty."""
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            raise Closed(TOO_MANY)
        self._left -= 1


class Connection:
    """Runs a socket: one task sends, one receives, one asks `check` every `every` seconds for the seats it may see."""

    def __init__(
        self, websocket: WebSocket, game_id: str, who: Admission, line: Line, check: Check, every: float, relay: Relay
    ) -> None:
        self._websocket = websocket
        self._game_id = game_id
        self._writer = who.writer
        self._role = who.role
        self._line = line
        self._check = check
        self._every = every
        self._relay = relay
        self._bucket = Bucket()
        seats = sorted(line.seats)
        self._tell("connected", {"game_id": game_id, "role": who.role, "seats": seats, "socket": line.name})

    async def run(self) -> int:
        """Until the client goes: its close code. Raises Closed."""
        receiving = asyncio.create_task(self._receive())
        others = [asyncio.create_task(self._send()), asyncio.create_task(self._stay())]
        done, left = await asyncio.wait([receiving, *others], return_when=asyncio.FIRST_COMPLETED)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        if receiving in done:
            return receiving.result()
        for task in done:
            task.result()
        return 1006

    async def _send(self) -> None:
        """Leaves it to the receiving task to end when the client has gone: that one hears its close code."""
        with suppress(WebSocketDisconnect):
            while True:
                for text in await self._line.take():
                    await self._websocket.send_text(text)
        await asyncio.sleep(GONE_SECONDS)

    async def _receive(self) -> int:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return int(message.get("code") or 1005)
            await self._hear(message.get("text"))

    async def _stay(self) -> None:
        """A login ends, sharing is turned off, a seat is given up: none of it reaches the socket by itself."""
        while True:
            await asyncio.sleep(self._every)
            self._line.seats = await self._check()

    async def _hear(self, text: str | None) -> None:
        self._bucket.take()
        if text is None:
            raise Closed(NOT_JSON)
        if len(text) > LARGEST:
            raise Closed(TOO_LARGE)
        try:
            message = msgspec.json.decode(text, type=Incoming)
        except msgspec.DecodeError as error:
            raise Closed(NOT_JSON) from error
        if message.type == "request_game_state":
            self._tell("game_updated", {"game_id": self._game_id, "detail": "Load the game over HTTP."})
        elif self._role in camera.ROLES and message.type in camera.RELAYED:
            await self._relay(message.type, camera.relayed(message.payload, self._game_id))
        elif message.type == "chat":
            await self._chat(message.payload.get("text"))
        else:
            self._tell("error", {"detail": f"The server does not know messages of type {message.type[:40]!r}."})

    async def _chat(self, text: Any) -> None:
        """Pass a player's message on to both players, the writer too: what comes back was sent. Who only watches does
        not hear what they say to each other."""
        said = text.strip() if isinstance(text, str) else ""
        if not self._writer:
            self._tell("error", {"detail": NOT_A_WRITER})
        elif not 1 <= len(said) <= LONGEST_CHAT:
            self._tell("error", {"detail": NO_CHAT})
        else:
            sent = datetime.now(UTC).isoformat(timespec="milliseconds")
            message = {
                "id": secrets.token_hex(8),
                "text": said,
                "type": "user",
                "name": self._writer,
                "timestamp": sent,
            }
            await self._relay("chat", {"game_id": self._game_id, **message})

    def _tell(self, kind: str, payload: dict[str, Any]) -> None:
        self._line.put(direct(kind, payload, self._line.seq))
