"""Redis goes away and comes back empty: nothing waits for it, and jobs go on by themselves."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from highground.server.bus.breaker import PATIENCE, Breaker
from highground.server.bus.bus import BusError
from highground.server.bus.redis import RedisBus
from highground.server.jobs.queue import Queue
from highground.server.limits import Limiter
from highground.server.settings import Settings
from tests.server import sites
from tests.server.databases import NEEDED, PostgreSQL, answers, free_port
from tests.server.jobs import ended, started
from tests.server.people import registered
from tests.server.sites import until
from tests.server.test_accounts_limits import THREE
from tests.server.test_bus import Heard

SOON = PATIENCE + 4.0
"""What a call may take that waits for Redis, on a busy machine. Sixty that wait each on their own take far longer."""


class OwnRedis:
    """A Redis of our own, which can be killed and started again with nothing in it."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise RuntimeError(NEEDED.format("Redis", self.port, "redis-server"))
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._folder)]
        self._process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
        until(lambda: answers(self.port), 20)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)


@contextmanager
def own_redis(folder: Path) -> Iterator[OwnRedis]:
    redis = OwnRedis(folder)
    redis.start()
    try:
        yield redis
    finally:
        redis.kill()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[OwnRedis]:
    with own_redis(tmp_path) as found:
        yield found


@pytest.mark.parametrize("hangs", [True, False])
async def test_no_call_waits_long_for_a_redis_that_is_away(redis: OwnRedis, hangs: bool) -> None:
    breaker, prefix = Breaker(), f"test-{secrets.token_hex(4)}"

    async def nothing(job_id: str) -> None:
        raise AssertionError(job_id)

    bus = RedisBus(redis.url, prefix, breaker)
    limiter = Limiter(redis.url, prefix=prefix, known=breaker)
    queue = Queue(Settings(redis_url=redis.url, redis_prefix=prefix), nothing, breaker)
    await queue.start()
    heard = Heard()
    await bus.subscribe("game", heard)
    await bus.publish("game", b"before")
    if hangs:
        redis.send(signal.SIGSTOP)
    else:
        redis.kill()
    began = time.monotonic()
    with pytest.raises(BusError):
        await bus.publish("game", b"lost")
    assert time.monotonic() - began < SOON
    began = time.monotonic()
    for _ in range(20):
        with pytest.raises(BusError):
            await bus.publish("game", b"lost")
        await limiter.spend(THREE, f"10.0.0.{_}")
        await queue.put("job")
    assert time.monotonic() - began < SOON
    assert queue.unsent
    if hangs:
        redis.send(signal.SIGCONT)
    else:
        redis.start()
    async with asyncio.timeout(30):
        while not heard.messages or heard.messages[-1][1] != b"after":
            try:
                await bus.publish("game", b"after")
            except BusError:
                await asyncio.sleep(0.1)
            await asyncio.sleep(0.05)
    assert await queue.answers()
    await queue.put("job")
    for each in (bus, limiter, queue):
        await each.close()


def test_workers_and_servers_find_a_redis_again_that_comes_back_empty(
    postgresql: PostgreSQL, redis: OwnRedis, tmp_path: Path
) -> None:
    """The job is asked for while Redis is away, and another one after it."""
    wanted = {"battles": 1, "army_a": "vow-1000", "army_b": "fen-1000"}
    with (
        sites.many(tmp_path / "data", postgresql.new(), redis.url) as site,
        site.client() as client,
        sites.process(site.environment, "worker"),
    ):
        ada = registered(client)
        assert ended(client, ada, started(client, ada, **wanted))["state"] == "done"
        redis.kill()
        began = time.monotonic()
        job = started(client, ada, **wanted)
        assert time.monotonic() - began < 2 * SOON
        redis.start()
        for each in (job, started(client, ada, **wanted)):
            assert ended(client, ada, each, 30)["state"] == "done"
        until(lambda: all(sites.ready(url) for url in site.urls), 30)
