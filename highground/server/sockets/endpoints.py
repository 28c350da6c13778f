"""The game's socket: /ws/game/{id}?role=..."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from functools import partial
from typing import Annotated, Any

import structlog
from fastapi import APIRouter, Query, WebSocket

from highground.server import metrics
from highground.server.bus.bus import BusError
from highground.server.db.faults import fault_of
from highground.server.games.tables import SIDES
from highground.server.limits import network
from highground.server.play.repository import attend
from highground.server.services import Services
from highground.server.sockets import camera
from highground.server.sockets.admission import PROTOCOL, Admission, admit, role_of, token_of
from highground.server.sockets.closes import NO_BUS, Close, Closed
from highground.server.sockets.connection import Connection

log = structlog.get_logger("highground.socket")
router = APIRouter()

CLOSING_SECONDS = 5.0
"""How long a socket that does not read gets to take its close frame."""


@router.websocket("/ws/game/{game_id}")
async def game_socket(websocket: WebSocket, game_id: str, role: Annotated[str, Query()] = "spectator") -> None:
    """A game's messages, as they are published. Refusals come as a close frame, which a browser can read."""
    structlog.contextvars.bind_contextvars(request_id=secrets.token_hex(8), game=game_id[:32])
    offered: list[str] = websocket.scope["subprotocols"]
    await websocket.accept(PROTOCOL if PROTOCOL in offered else None)
    try:
        code = await _serve(websocket, game_id, role, token_of(offered))
    except Closed as closed:
        code = closed.close.code
        await _close(websocket, closed.close)
    metrics.SOCKETS_ENDED.labels(code).inc()
    log.info("socket ended", code=code)


async def _serve(websocket: WebSocket, game_id: str, wanted: str, token: str | None) -> int:
    """Let the socket in and serve it until its client goes: the close code of the client. Raises Closed."""
    services: Services = websocket.app.state.services
    role = role_of(wanted)

    async def let_in() -> Admission:
        found = await services.database.ask(partial(admit, game_id=game_id, role=role, token=token))
        await attended(found)
        return found

    async def attended(player: Admission) -> None:
        """A database that cannot take it down just now is no reason to lose the socket."""
        if player.role != "player" or player.user_id is None:
            return
        try:
            await services.database.do(partial(attend, game_id=game_id, user=player.user_id))
        except Exception as error:
            if fault_of(error) is None:
                raise
            log.warning("attendance not written", error=str(error))

    async def check() -> frozenset[int]:
        return (await let_in()).seats

    async def relay(kind: str, payload: dict[str, Any]) -> None:
        await services.sockets.send(game_id, kind, payload, seats=SIDES)

    async def relay_to_cameras(kind: str, payload: dict[str, Any]) -> None:
        await camera.send(services.sockets, kind, game_id, payload)

    who = await let_in()
    cameras = role in camera.ROLES
    room = camera.channel(game_id) if cameras else game_id
    try:
        line = await services.sockets.join(room, who.seats, _owner(websocket, who))
    except BusError as error:
        raise Closed(NO_BUS) from error
    metrics.SOCKETS.labels(role).inc()
    log.info("socket opened", role=role)
    try:
        every = services.settings.socket_check
        return await Connection(
            websocket, game_id, who, line, check, every, relay_to_cameras if cameras else relay
        ).run()
    finally:
        metrics.SOCKETS.labels(role).dec()
        await services.sockets.leave(room, line)
        if who.phone:
            await camera.send(services.sockets, "disconnect", game_id, {"phone": True})


def _owner(websocket: WebSocket, who: Admission) -> str:
    """Whose sockets are counted together: a user's, else those of a network address."""
    if who.user_id is not None:
        return f"user {who.user_id}"
    return network(websocket.client.host if websocket.client else "") or "nowhere"


async def _close(websocket: WebSocket, close: Close) -> None:
    with suppress(TimeoutError, RuntimeError):
        async with asyncio.timeout(CLOSING_SECONDS):
            await websocket.close(close.code, close.reason)
