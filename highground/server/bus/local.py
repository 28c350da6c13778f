"""The bus of a single process."""

from __future__ import annotations

from dataclasses import dataclass, field

from highground.server.bus.bus import Listener, first_number


@dataclass
class Room:
    """Who listens, and the number of the last message."""

    seq: int
    listeners: list[Listener] = field(default_factory=list)

    def deliver(self, seq: int, message: bytes) -> None:
        self.seq = seq
        for listener in tuple(self.listeners):
            listener.hear(seq, message)

    def lose(self) -> None:
        for listener in tuple(self.listeners):
            listener.missed()


class LocalBus:
    """Rooms live as long as somebody listens."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}

    async def publish(self, room: str, message: bytes) -> int:
        found = self._rooms.get(room)
        if found is None:
            return first_number()
        found.deliver(found.seq + 1, message)
        return found.seq

    async def subscribe(self, room: str, listener: Listener) -> LocalSubscription:
        found = self._rooms.setdefault(room, Room(first_number()))
        found.listeners.append(listener)
        return LocalSubscription(self, room, listener, found.seq)

    async def ping(self) -> None:
        """A bus inside the process always answers."""

    async def close(self) -> None:
        self._rooms.clear()

    def leave(self, room: str, listener: Listener) -> None:
        found = self._rooms.get(room)
        if found is not None and listener in found.listeners:
            found.listeners.remove(listener)
            if not found.listeners:
                del self._rooms[room]


@dataclass
class LocalSubscription:
    bus: LocalBus
    room: str
    listener: Listener
    seq: int

    async def close(self) -> None:
        self.bus.leave(self.room, self.listener)
