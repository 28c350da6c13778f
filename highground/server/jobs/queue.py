"""The way of jobs' ids to their runner: taskiq, inside the process or through Redis."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError
from taskiq import AsyncBroker, InMemoryBroker
from taskiq.exceptions import TaskiqError
from taskiq_redis import RedisStreamBroker

from highground.server.settings import Settings

log = structlog.get_logger("highground.job")

TASK = "run_job"
LONGEST_QUEUE = 100_000
FAILURES = (RedisError, TaskiqError, OSError)


class Queue:
    """`run` is called with the ids, in a process that listens; the broker inside a process always does."""

    def __init__(self, settings: Settings, run: Callable[[str], Awaitable[object]]) -> None:
        self.broker: AsyncBroker = _broker(settings)

        async def run_job(job_id: str) -> None:
            await run(job_id)

        self._task = self.broker.register_task(run_job, task_name=TASK)

    async def start(self) -> None:
        await self.broker.startup()

    async def put(self, job_id: str) -> None:
        """Send a job on its way. Where that fails it waits in the table, and is sent again later."""
        try:
            await self._task.kiq(job_id)
        except FAILURES as error:
            log.warning("the job could not be sent to the workers yet", job=job_id, error=str(error))

    async def ping(self) -> None:
        """Raises RedisError where the broker does not answer."""
        if isinstance(self.broker, RedisStreamBroker):
            async with Redis(connection_pool=self.broker.connection_pool) as redis:
                await redis.ping()

    async def close(self) -> None:
        """Wait for what runs inside the process (the broker's own shutdown does not), then close."""
        if isinstance(self.broker, InMemoryBroker):
            await self.broker.wait_all()
        await self.broker.shutdown()


def _broker(settings: Settings) -> AsyncBroker:
    if not settings.jobs_in_workers:
        return InMemoryBroker()
    return RedisStreamBroker(
        settings.redis_url,
        queue_name=f"{settings.redis_prefix}:jobs",
        consumer_group_name="workers",
        consumer_id="0",
        xread_count=1,
        xread_block=1000,
        maxlen=LONGEST_QUEUE,
        unacknowledged_lock_timeout=10,
    )
