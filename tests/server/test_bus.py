"""The bus, local and through Redis: numbers without gaps, the same order for all, lost connections reported."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from redis.asyncio import Redis

from highground.server.bus.breaker import Breaker
from highground.server.bus.bus import Bus, BusError
from highground.server.bus.local import LocalBus
from highground.server.bus.redis import RedisBus
from tests.server.databases import free_port

PATIENT = 20.0
"""Seconds a call may take here: the machine that runs all tests at once can be slow, and order is what is tested."""
Opener = Callable[[], Awaitable[Bus]]


class Heard:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.messages: list[tuple[int, bytes]] = []
        self.lost = 0

    def hear(self, seq: int, message: bytes) -> None:
        self.messages.append((seq, message))

    def missed(self) -> None:
        self.lost += 1

    async def wait_for(self, count: int) -> None:
        await until(lambda: len(self.messages) >= count)


async def until(condition: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass"
        await asyncio.sleep(0.005)


@pytest.fixture
async def two(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Bus, Bus]]:
    """The buses of two processes of one site (inside a process that is one and the same)."""
    if request.param == "local":
        only = LocalBus()
        yield only, only
        return
    url, prefix = request.getfixturevalue("redis_url"), f"test-{secrets.token_hex(4)}"
    first, second = (RedisBus(url, prefix, Breaker(PATIENT)) for _ in range(2))
    yield first, second
    await first.close()
    await second.close()


both = pytest.mark.parametrize("two", ["local", "redis"], indirect=True)


@both
async def test_all_hear_one_order_without_gaps(two: tuple[Bus, Bus]) -> None:
    here, there = Heard(), Heard()
    first = await two[0].subscribe("game", here)
    second = await two[1].subscribe("game", there)
    numbers = await asyncio.gather(*(two[n % 2].publish("game", f"{n}".encode()) for n in range(200)))
    await here.wait_for(200)
    await there.wait_for(200)
    assert here.messages == there.messages
    assert first.seq == second.seq
    assert [seq for seq, _ in here.messages] == [first.seq + n for n in range(1, 201)]
    assert dict(here.messages) == {number: f"{n}".encode() for n, number in enumerate(numbers)}


@both
async def test_messages_of_one_publisher_keep_their_order(two: tuple[Bus, Bus]) -> None:
    heard = Heard()
    await two[1].subscribe("game", heard)
    for n in range(50):
        await two[0].publish("game", bytes([n]))
    await heard.wait_for(50)
    assert [message for _, message in heard.messages] == [bytes([n]) for n in range(50)]


@both
async def test_rooms_are_apart_and_end(two: tuple[Bus, Bus]) -> None:
    here, there = Heard(), Heard()
    first = await two[0].subscribe("a", here)
    await two[0].subscribe("b", there)
    await two[1].publish("a", b"to a \x00\n")
    await two[1].publish("b", b"to b")
    await here.wait_for(1)
    await there.wait_for(1)
    assert [m for _, m in here.messages] == [b"to a \x00\n"]
    await first.close()
    await two[1].publish("a", b"to nobody")
    await two[1].publish("b", b"again")
    await there.wait_for(2)
    assert len(here.messages) == 1


@both
async def test_who_comes_later_knows_the_number_before_the_next_message(two: tuple[Bus, Bus]) -> None:
    here, there = Heard(), Heard()
    first = await two[0].subscribe("game", here)
    for _ in range(3):
        await two[0].publish("game", b"early")
    await here.wait_for(3)
    late = await two[1].subscribe("game", there)
    assert late.seq == first.seq + 3
    await two[0].publish("game", b"late")
    await there.wait_for(1)
    assert there.messages == [(late.seq + 1, b"late")]


@both
async def test_a_room_that_was_left_goes_on_above_its_old_numbers(two: tuple[Bus, Bus]) -> None:
    first = await two[0].subscribe("game", Heard())
    last = await two[0].publish("game", b"one")
    await first.close()
    await asyncio.sleep(0.002)
    assert await two[0].publish("game", b"unheard") > last
    assert (await two[1].subscribe("game", Heard())).seq > last


async def test_a_lost_connection_is_opened_again_and_reported(redis_url: str) -> None:
    prefix = f"test-{secrets.token_hex(4)}"
    bus, heard = RedisBus(redis_url, prefix, Breaker(PATIENT)), Heard()
    subscription = await bus.subscribe("game", heard)
    await bus.publish("game", b"before")
    await heard.wait_for(1)
    async with Redis.from_url(redis_url) as other:
        (listening,) = [each for each in await other.client_list() if each["name"] == f"{prefix}-listens"]
        await other.client_kill_filter(_id=listening["id"])
    await until(lambda: heard.lost > 0)
    again = await bus.subscribe("another", Heard())  # waits until the bus is back
    await bus.ping()
    await bus.publish("game", b"after")
    await heard.wait_for(2)
    assert heard.messages == [(subscription.seq + 1, b"before"), (subscription.seq + 2, b"after")]
    await again.close()
    await bus.close()


async def test_a_bus_without_its_redis_says_so() -> None:
    bus = RedisBus(f"redis://127.0.0.1:{free_port()}/0", "test")
    with pytest.raises(BusError):
        await bus.publish("game", b"x")
    with pytest.raises(BusError):
        await bus.ping()
    await bus.close()
