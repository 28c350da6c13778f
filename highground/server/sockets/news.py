"""Telling a game's sockets that something of it has changed, once that is committed.

The news name what to load again and do not hold it: who may see it is decided when it is loaded. Only
`game_state_update` holds what has changed, in other words for each seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.db.engine import Database, after_commit
from highground.server.sockets.hub import Hub

HUB = "hub"

NewsKind = Literal[
    "game_updated",
    "game_state_update",
    "logs_updated",
    "new_log",
    "undo_request",
    "undo_answer",
    "offer_answer",
    "simulation_update",
]


def carry(database: Database, hub: Hub) -> None:
    """Have the database's sessions know where `tell` sends to."""
    database.info[HUB] = hub


async def tell_seats(
    database: Database, kind: NewsKind, game_id: str, own: Mapping[frozenset[int], Mapping[str, Any]], **payload: Any
) -> None:
    """Send `kind` at once, with what is `own` to the commander of exactly these sides. Call it after the commit."""
    hub: Hub | None = database.info.get(HUB)
    if hub is not None:
        await hub.send(game_id, kind, {"game_id": game_id, **payload}, own=own)


def tell(session: AsyncSession, kind: NewsKind, game_id: str, **payload: Any) -> None:
    """After the session's commit, send `kind` with the game's id (and more that everybody may know) to its sockets."""
    hub: Hub | None = session.info.get(HUB)

    async def send() -> None:
        if hub is not None:
            await hub.send(game_id, kind, {"game_id": game_id, **payload})

    after_commit(session, send)
