"""What every bus does.

A room's messages are numbered without a gap, and every listener in every process hears them in that order. A room's
numbers go up for ever: one that nobody has numbered yet starts at the clock's milliseconds, above all it had before.
"""

from __future__ import annotations

import time
from typing import Protocol


class BusError(ConnectionError):
    """The bus cannot be reached; the message was not published, or the room not entered."""


class Listener(Protocol):
    """Hears a room. Both calls must return at once."""

    def hear(self, seq: int, message: bytes) -> None: ...

    def missed(self) -> None:
        """Messages may have been lost: what is known of the room has to be asked for again."""


class Subscription(Protocol):
    """A listener's place in a room; `seq` is the number of the last message before it came in."""

    seq: int

    async def close(self) -> None: ...


class Bus(Protocol):
    async def publish(self, room: str, message: bytes) -> int:
        """The number that the message got. Raises BusError."""
        ...

    async def subscribe(self, room: str, listener: Listener) -> Subscription:
        """Have `listener` hear what is published from now on. Raises BusError."""
        ...

    async def ping(self) -> None:
        """Raises BusError where the bus does not answer."""

    async def close(self) -> None: ...


def first_number() -> int:
    """Where a room's numbers begin. Fits a JavaScript number; rooms with 1,000 messages a second would catch up."""
    return time.time_ns() // 1_000_000
