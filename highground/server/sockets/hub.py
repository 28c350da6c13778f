"""The hub: the sockets of this process, by game, and the way to send to those of every process."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import Any

import structlog

from highground.server import metrics
from highground.server.bus.bus import Bus, BusError, Subscription
from highground.server.sockets import messages
from highground.server.sockets.closes import CATCH_UP, ENOUGH, FULL, Close, Closed

log = structlog.get_logger(__name__)

QUEUE_LIMIT = 256
"""Messages that wait for one socket; one more, and it is dropped."""
SOCKET_LIMIT = 2000
"""Sockets of one process."""


class Line:
    """What waits for one socket. `seats` are those whose messages it may see; its window's calls say its `name`."""

    __slots__ = ("_arrived", "_waiting", "close", "limit", "name", "owner", "seats", "seq")

    def __init__(self, seats: frozenset[int], limit: int = QUEUE_LIMIT, owner: str = "") -> None:
        self.seats = seats
        self.owner = owner
        self.name = secrets.token_urlsafe(9)
        self.seq = 0
        self.close: Close | None = None
        self.limit = limit
        self._waiting: deque[str] = deque()
        self._arrived = asyncio.Event()

    def put(self, text: str) -> None:
        if len(self._waiting) >= self.limit:
            self.drop(CATCH_UP)
        elif self.close is None:
            self._waiting.append(text)
            self._arrived.set()

    def drop(self, close: Close) -> None:
        """Forget what waits; the reader of the line is asked to close."""
        self.close = self.close or close
        self._waiting.clear()
        self._arrived.set()

    async def take(self) -> list[str]:
        """All that waits, as soon as there is something. Raises Closed."""
        await self._arrived.wait()
        if self.close is not None:
            raise Closed(self.close)
        self._arrived.clear()
        taken = list(self._waiting)
        self._waiting.clear()
        return taken


class Room:
    """The sockets of one game in this process. It hears the bus for all of them."""

    def __init__(self) -> None:
        self.lines: set[Line] = set()
        self.subscription: Subscription | None = None
        self.entering = asyncio.Lock()
        self.seq = 0

    def hear(self, seq: int, message: bytes) -> None:
        self.seq = seq
        parcel = messages.decode(message)
        texts: dict[frozenset[int], str] = {}
        for line in self.lines:
            if line.seats not in texts:
                texts[line.seats] = messages.finish(parcel.to(line.seats), seq)
            is_caller = line.name == parcel.answered
            line.put(messages.finish(messages.UNSEEN, seq) if is_caller else texts[line.seats])
            line.seq = seq
        metrics.DELIVERED.inc(len(self.lines))

    def missed(self) -> None:
        for line in self.lines:
            line.drop(CATCH_UP)


class Hub:
    """Sends to the sockets of a game, wherever they are connected."""

    def __init__(self, bus: Bus, limit: int = SOCKET_LIMIT, each: int = SOCKET_LIMIT) -> None:
        self._bus = bus
        self._rooms: dict[str, Room] = {}
        self._limit = limit
        self._each = each
        self._of: Counter[str] = Counter()
        self._count = 0

    async def send(
        self,
        game_id: str,
        kind: str,
        payload: Mapping[str, Any],
        seats: Iterable[int] | None = None,
        own: Mapping[frozenset[int], Mapping[str, Any]] | None = None,
        answered: str = "",
    ) -> None:
        """Send a message to a game's sockets: to all, or to those of `seats` alone; the others get an `unseen` one.

        `own` adds to the payload for the sockets that see the messages of exactly these seats. The socket of the name
        `answered` gets an `unseen` one too: its window has it from the answer to its call. Call it after the commit of
        what it reports. A bus that is out of order is logged, and the sockets of this process are asked to catch up.
        """
        metrics.PUBLISHED.labels(kind).inc()
        try:
            await self._bus.publish(game_id, messages.encode(kind, payload, seats, own, answered))
        except BusError as error:
            log.warning("a message could not be sent", game=game_id, type=kind, error=str(error))
            if game_id in self._rooms:
                self._rooms[game_id].missed()

    async def join(self, game_id: str, seats: frozenset[int], owner: str = "") -> Line:
        """A new line for a socket of the game; its `seq` is the game's number now. Raises Closed, BusError.

        `owner` is whose sockets are counted together.
        """
        if self._count >= self._limit:
            raise Closed(FULL)
        if owner and self._of[owner] >= self._each:
            raise Closed(ENOUGH)
        line = Line(seats, owner=owner)
        self._counted(line, 1)
        try:
            await self._enter(game_id, line)
        except BaseException:
            self._counted(line, -1)
            raise
        return line

    def _counted(self, line: Line, change: int) -> None:
        self._count += change
        if line.owner:
            self._of[line.owner] += change
            if not self._of[line.owner]:
                del self._of[line.owner]

    async def leave(self, game_id: str, line: Line) -> None:
        room = self._rooms.get(game_id)
        if room is None or line not in room.lines:
            return
        self._counted(line, -1)
        room.lines.discard(line)
        async with room.entering:
            await self._close_if_empty(game_id, room)

    async def _enter(self, game_id: str, line: Line) -> None:
        while True:
            room = self._rooms.setdefault(game_id, Room())
            async with room.entering:
                if self._rooms.get(game_id) is not room:
                    continue  # the last one left it while we waited
                try:
                    if room.subscription is None:
                        room.subscription = await self._bus.subscribe(game_id, room)
                        room.seq = max(room.seq, room.subscription.seq)
                    line.seq = room.seq
                    room.lines.add(line)
                    return
                finally:
                    await self._close_if_empty(game_id, room)

    async def _close_if_empty(self, game_id: str, room: Room) -> None:
        if room.lines or self._rooms.get(game_id) is not room:
            return
        del self._rooms[game_id]
        if room.subscription is not None:
            await room.subscription.close()
