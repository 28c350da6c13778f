"""taskiq's broker of Redis streams, for a Redis that goes away and comes back, with its data or without."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress

import structlog
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from taskiq import AckableMessage
from taskiq.abc.broker import AsyncBroker
from taskiq_redis import RedisStreamBroker

from highground.server.bus import breaker
from highground.server.bus.breaker import FAILURES
from highground.server.settings import Settings

log = structlog.get_logger("highground.job")

GROUP = "workers"
LONGEST_QUEUE = 100_000
LISTENS_MS = 1000
"""How long one question for new messages waits for some."""
LISTEN_PATIENCE = 3.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 1.0


class StreamBroker(RedisStreamBroker):
    """Listens until cancelled, whatever becomes of Redis. `found_again` is called after each loss.

    What was lost with Redis is sent again from the jobs' table by every worker that hears of it, so it does not matter
    here.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            settings.redis_url,
            queue_name=f"{settings.redis_prefix}:jobs",
            consumer_group_name=GROUP,
            consumer_id="0",
            xread_count=1,
            xread_block=LISTENS_MS,
            maxlen=LONGEST_QUEUE,
            unacknowledged_lock_timeout=10,
            **breaker.options(socket_timeout=LISTEN_PATIENCE, retry=Retry(NoBackoff(), 0)),
        )
        self.found_again: Callable[[], Awaitable[None]] | None = None

    async def startup(self) -> None:
        """A Redis that is away does not keep a server or worker from starting."""
        await AsyncBroker.startup(self)
        try:
            await self._declare_consumer_group()
        except FAILURES as error:
            log.warning("the workers' queue is away", error=str(error))

    async def listen(self) -> AsyncGenerator[AckableMessage, None]:
        pause = FIRST_PAUSE
        while True:
            try:
                async for message in super().listen():
                    pause = FIRST_PAUSE
                    yield message
            except FAILURES as error:  # also NOGROUP: Redis has come back empty
                log.warning("the workers' queue is lost", error=str(error) or type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
            with suppress(*FAILURES):
                await self._declare_consumer_group()
                log.info("the workers' queue is found again")
                if self.found_again is not None:
                    await self.found_again()

    def _ack_generator(self, id: str, queue_name: str) -> Callable[[], Awaitable[None]]:
        acknowledge = super()._ack_generator(id, queue_name)

        async def acknowledged() -> None:
            """A job is its row: a message that comes twice does no harm."""
            with suppress(*FAILURES):
                await acknowledge()

        return acknowledged
