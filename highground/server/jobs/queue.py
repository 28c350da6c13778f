"""The way of jobs' ids to their runner: taskiq, inside the process or through Redis."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog
from redis.asyncio import Redis
from taskiq import AsyncBroker, InMemoryBroker
from taskiq.exceptions import TaskiqError

from highground.server.bus.breaker import FAILURES, Breaker
from highground.server.jobs.stream import StreamBroker
from highground.server.settings import Settings

log = structlog.get_logger("highground.job")

TASK = "run_job"


class Queue:
    """`run` is called with the ids, in a process that listens; the broker inside a process always does.

    `unsent`: an id could not be sent, so what waits in the table has to be sent again once `answers`.
    """

    def __init__(
        self, settings: Settings, run: Callable[[str], Awaitable[object]], known: Breaker | None = None
    ) -> None:
        self.broker: AsyncBroker = StreamBroker(settings) if settings.jobs_in_workers else InMemoryBroker()
        self.unsent = False
        self._breaker = known or Breaker()

        async def run_job(job_id: str) -> None:
            await run(job_id)

        self._task = self.broker.register_task(run_job, task_name=TASK)

    async def start(self) -> None:
        await self.broker.startup()

    async def put(self, job_id: str) -> None:
        """Send a job on its way. Where that fails it waits in the table, and is sent again soon."""
        if not isinstance(self.broker, StreamBroker):
            await self._task.kiq(job_id)
            return
        try:
            async with self._breaker.call():
                await _twice(lambda: self._task.kiq(job_id))
        except FAILURES as error:
            self.unsent = True
            log.warning("the job could not be sent to the workers yet", job=job_id, error=str(error))

    async def ping(self) -> None:
        """Raises RedisError where the broker does not answer."""
        if isinstance(self.broker, StreamBroker):
            async with self._breaker.call(), Redis(connection_pool=self.broker.connection_pool) as redis:
                await _twice(redis.ping)

    async def answers(self) -> bool:
        try:
            await self.ping()
        except FAILURES:
            return False
        return True

    async def close(self) -> None:
        """Wait for what runs inside the process (the broker's own shutdown does not), then close."""
        if isinstance(self.broker, InMemoryBroker):
            await self.broker.wait_all()
        await self.broker.shutdown()


async def _twice(call: Callable[[], Awaitable[object]]) -> None:
    """A kept connection may be from before Redis was started again. Raises ConnectionError."""
    for last in (False, True):
        try:
            await call()
            return
        except (*FAILURES, TaskiqError) as error:
            if last:
                raise ConnectionError(str(error.__cause__ or error)) from error
