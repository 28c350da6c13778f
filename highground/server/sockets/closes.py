"""Why a socket is closed. Codes from 4000 on are our own; the sentence (at most 123 bytes) is the close frame's reason.

uvicorn itself closes with 1009 a message beyond its own limit, with 1011 a socket whose pong does not come, and with
1012 all sockets when the server stops.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Close:
    code: int
    reason: str


class Closed(Exception):
    """Ends a socket from within."""

    def __init__(self, close: Close) -> None:
        super().__init__(close.reason)
        self.close = close


FULL = Close(1013, "The server has too many connections. Please try again later.")
ENOUGH = Close(1013, "You have too many connections open. Close other windows, then try again.")
NO_BUS = Close(1013, "The server cannot pass messages on at the moment. Please try again later.")
TOO_LARGE = Close(1009, "The message is too large.")
NOT_JSON = Close(4400, "A message is a JSON object with type and payload.")
UNKNOWN_ROLE = Close(4400, "There is no such role. Use player, spectator, camera or camera_controller.")
LOG_IN = Close(4401, "Please log in to go on.")
NOT_A_PLAYER = Close(4403, "Only a player of this game may use this role.")
NO_GAME = Close(4404, "There is no such game.")
CATCH_UP = Close(4410, "Messages were missed. Load the game again, then connect.")
TOO_MANY = Close(4429, "Too many messages. Please wait a little.")
