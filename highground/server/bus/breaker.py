"""What all calls of a process know together of their Redis: it is there, or it has just not answered.

A call that needs Redis must not make anybody wait: it has 300 ms. After one that failed the others do not ask at all
for a moment, so that a Redis that hangs costs a process 300 ms once in a while and not each request.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import RedisError, ResponseError

log = structlog.get_logger(__name__)

PATIENCE = 0.3
"""Seconds that one call waits for Redis."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 1.0
AWAY = "Redis does not answer"

FAILURES = (RedisError, OSError, TimeoutError)


class Breaker:
    """`async with breaker.call():` around whatever asks Redis. Raises redis' ConnectionError while it is away."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._until = 0.0
        self._pause = FIRST_PAUSE

    @asynccontextmanager
    async def call(self) -> AsyncIterator[None]:
        if time.monotonic() < self._until:
            raise NotConnected(AWAY)
        try:
            async with asyncio.timeout(self._patience):
                yield
        except ResponseError:
            raise  # it has answered
        except FAILURES as error:
            self._fail()
            raise NotConnected(str(error) or AWAY) from error
        self._until, self._pause = 0.0, FIRST_PAUSE

    def _fail(self) -> None:
        """Calls that were under way together count as one failure."""
        if time.monotonic() >= self._until:
            if self._pause == FIRST_PAUSE:
                log.warning("Redis is away")
            self._until = time.monotonic() + self._pause
            self._pause = min(self._pause * 2, LONGEST_PAUSE)


def options(**more: Any) -> dict[str, Any]:
    """How connections to Redis are made. One that was kept may be stale after a restart, so a call is tried twice."""
    return {
        "socket_timeout": PATIENCE,
        "socket_connect_timeout": PATIENCE,
        "retry": Retry(NoBackoff(), 1),
        **more,
    }
