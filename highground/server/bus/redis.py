"""The bus of several processes: Redis numbers and publishes in one step, so the order is the same for all.

Published messages are not kept. After a lost connection every room hears that it may have missed something.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from highground.server.bus import breaker
from highground.server.bus.breaker import FAILURES, Breaker
from highground.server.bus.bus import BusError, Listener, first_number
from highground.server.bus.local import Room
from highground.server.tasks import end

log = structlog.get_logger(__name__)
T = TypeVar("T")

NUMBER_AND_PUBLISH = """
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('SET', KEYS[1], ARGV[1]) end
local seq = redis.call('INCR', KEYS[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('PUBLISH', KEYS[2], string.format('%.0f ', seq) .. ARGV[3])
return seq
"""
REMEMBER_SECONDS = 7 * 24 * 3600
"""How long a quiet room's last number is kept; its next one starts above it all the same."""
PATIENCE = 5.0
"""Seconds that the connection which listens waits for an answer; nobody waits for that connection."""
ENTER_PATIENCE = 1.0
"""Seconds until somebody who opens a socket hears that there is no bus."""
AGAIN_AT_MOST = 1.0
CONNECTIONS = 8
"""How many publish at once. A burst waits for these: to open a connection for each call takes longer than the calls."""


@dataclass
class _SharedRoom(Room):
    """Messages that come before the room's number is known wait in `early`."""

    known: bool = False
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    early: list[tuple[int, bytes]] = field(default_factory=list)

    def take(self, seq: int, message: bytes) -> None:
        if not self.known:
            self.early.append((seq, message))
        elif seq > self.seq:
            self.deliver(seq, message)

    def start(self, seq: int) -> None:
        self.seq, self.known = seq, True
        early, self.early = self.early, []
        for number, message in early:
            self.take(number, message)


class RedisBus:
    """Publishes at once; listens on one connection, which is opened again when it is lost."""

    def __init__(self, url: str, prefix: str, known: Breaker | None = None) -> None:
        self._breaker = known or Breaker()
        self._redis = Redis.from_pool(
            BlockingConnectionPool.from_url(url, max_connections=CONNECTIONS, **breaker.options())
        )
        hearing: dict[str, Any] = {"socket_timeout": PATIENCE, "health_check_interval": 10}
        never_twice = Retry(NoBackoff(), 0)
        self._ear = Redis.from_url(
            url, **breaker.options(retry=never_twice, client_name=f"{prefix}-listens", **hearing)
        )
        self._prefix = prefix
        self._script = self._redis.register_script(NUMBER_AND_PUBLISH)
        self._rooms: dict[str, _SharedRoom] = {}
        self._changing = asyncio.Lock()
        self._pubsub: PubSub | None = None
        self._listening = asyncio.create_task(self._listen())
        self._open = asyncio.Event()

    async def publish(self, room: str, message: bytes) -> int:
        arguments = (first_number(), REMEMBER_SECONDS, message)
        keys = [self._number(room), self._channel(room)]
        return int(await self._reached(lambda: self._script(keys=keys, args=arguments)))

    async def subscribe(self, room: str, listener: Listener) -> RedisSubscription:
        async with self._changing:
            found = self._rooms.get(room)
            if found is None:
                found = await self._enter(room)
            found.listeners.append(listener)
            return RedisSubscription(self, room, listener, found.seq)

    async def ping(self) -> None:
        await self._reached(self._redis.ping)
        if not self._open.is_set():
            raise BusError("the connection that listens is lost")

    async def close(self) -> None:
        await end(self._listening)
        self._rooms.clear()
        await self._forget_connection()
        await self._ear.aclose()
        await self._redis.aclose()

    async def leave(self, room: str, listener: Listener) -> None:
        async with self._changing:
            found = self._rooms.get(room)
            if found is None or listener not in found.listeners:
                return
            found.listeners.remove(listener)
            if not found.listeners:
                del self._rooms[room]
                with suppress(*FAILURES):
                    if self._pubsub is not None:
                        await self._pubsub.unsubscribe(self._channel(room))

    async def _enter(self, room: str) -> _SharedRoom:
        """Listen first, ask for the number then: no message can fall between the two."""
        found = self._rooms[room] = _SharedRoom(0)
        try:
            async with asyncio.timeout(ENTER_PATIENCE):
                await self._open.wait()
                assert self._pubsub is not None
                await self._pubsub.subscribe(self._channel(room))
                await found.heard.wait()
                await self._redis.set(self._number(room), first_number(), ex=REMEMBER_SECONDS, nx=True)
                number = await self._redis.get(self._number(room)) or first_number()
        except BaseException as error:
            self._rooms.pop(room, None)
            if isinstance(error, FAILURES):
                raise BusError(str(error)) from error
            raise
        found.start(int(number))
        return found

    async def _listen(self) -> None:
        pause = 0.05
        while True:
            try:
                await self._connect()
                pause = 0.05
                await self._hear()
            except FAILURES as error:
                log.warning("the bus is lost", error=str(error) or type(error).__name__)
            self._open.clear()
            for room in tuple(self._rooms.values()):
                room.lose()
            await self._forget_connection()
            await asyncio.sleep(pause)
            pause = min(pause * 2, AGAIN_AT_MOST)

    async def _connect(self) -> None:
        self._pubsub = self._ear.pubsub()
        await self._pubsub.subscribe(f"{self._prefix}:listening", *(self._channel(room) for room in self._rooms))
        self._open.set()

    async def _hear(self) -> None:
        assert self._pubsub is not None
        start = len(self._channel(""))
        while True:
            message = await self._pubsub.get_message(timeout=PATIENCE)
            if message is None:
                continue
            room = self._rooms.get(message["channel"].decode()[start:])
            if room is None:
                continue
            if message["type"] == "subscribe":
                room.heard.set()
            elif message["type"] == "message":
                seq, _, body = message["data"].partition(b" ")
                room.take(int(seq), body)

    async def _forget_connection(self) -> None:
        pubsub, self._pubsub = self._pubsub, None
        if pubsub is not None:
            with suppress(*FAILURES):
                await pubsub.aclose()  # type: ignore[no-untyped-call]

    async def _reached(self, call: Callable[[], Awaitable[T]]) -> T:
        try:
            async with self._breaker.call():
                return await call()
        except FAILURES as error:
            raise BusError(str(error)) from error

    def _number(self, room: str) -> str:
        return f"{self._prefix}:{{{room}}}:seq"

    def _channel(self, room: str) -> str:
        return f"{self._prefix}:room:{room}"


@dataclass
class RedisSubscription:
    bus: RedisBus
    room: str
    listener: Listener
    seq: int

    async def close(self) -> None:
        await self.bus.leave(self.room, self.listener)
