"""The camera channel of a game: its phone, and the pages that ask for photos and hear what was read from them.

It is a room of its own beside the game's. What concerns the game is sent there too, under a name that begins with
`camera_`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.db.engine import after_commit
from highground.server.sockets.hub import Hub
from highground.server.sockets.news import HUB

ROLES = ("camera", "camera_controller")
RELAYED = frozenset({"camera_connected", "take_picture", "disconnect"})
"""What clients of the channel send to one another."""
SENT_TO_THE_GAME = frozenset({"camera_connected", "image_captured", "job_completed"})
LONGEST = 80
"""Characters of a device's name."""


def channel(game_id: str) -> str:
    """The room's name. No game has it: ids hold no dot."""
    return f"{game_id}.camera"


def relayed(payload: Mapping[str, Any], game_id: str) -> dict[str, Any]:
    """What is passed on of a client's message: fields that are known, of the types that they have."""
    found: dict[str, Any] = {"game_id": game_id, "dice_tray": payload.get("dice_tray") is True}
    device, selection = payload.get("device_id"), payload.get("selection")
    if isinstance(device, str):
        found["device_id"] = device[:LONGEST]
    if payload.get("phone") is True:
        found["phone"] = True
    if isinstance(selection, dict):
        found["selection"] = {
            str(key)[:LONGEST]: value for key, value in [*selection.items()][:8] if isinstance(value, int | float)
        }
    return found


async def send(hub: Hub, kind: str, game_id: str, payload: Mapping[str, Any]) -> None:
    """Tell the channel, and the game what concerns it."""
    message = {"game_id": game_id, **payload}
    await hub.send(channel(game_id), kind, message)
    if kind in SENT_TO_THE_GAME:
        name = kind if kind.startswith("camera_") else f"camera_{kind}"
        await hub.send(game_id, name, message)


def tell_camera(session: AsyncSession, kind: str, game_id: str, **payload: Any) -> None:
    """The same, after the session's commit."""
    hub: Hub | None = session.info.get(HUB)

    async def publish() -> None:
        if hub is not None:
            await send(hub, kind, game_id, payload)

    after_commit(session, publish)
