"""Jobs of many parts: any worker takes the next one, and whatever goes wrong the whole comes to one end."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from highground.server.jobs import standby
from highground.server.jobs.process import Result, WorkProcess
from highground.server.jobs.service import MOST_ATTEMPTS
from highground.server.jobs.tables import RUNNING, Job, now
from highground.server.settings import Settings
from highground.simulation.armies import resolve_army, resolve_layout
from highground.simulation.run import Plan, simulate
from tests.server import sites
from tests.server.databases import PostgreSQL
from tests.server.jobs import TABLES, Bench, Opener, ended, opener_of, started
from tests.server.people import registered
from tests.server.sites import until
from tests.server.work import KINDS

BATTLES = 40
PARTS = [range(4), range(4, 8), range(8, 10)]


@pytest.fixture
def opener(tmp_path: Path, new_database: Callable[[], str]) -> Opener:
    return opener_of(Settings(data=tmp_path, database_url=new_database(), jobs_at_once=2))


@pytest.fixture
async def bench(opener: Opener) -> AsyncIterator[Bench]:
    async with opener() as found:
        yield found


async def parts_of(bench: Bench, job_id: str) -> list[Job]:
    async with bench.database.read() as session:
        return list(await session.scalars(select(Job).where(Job.whole_id == job_id).order_by(Job.first)))


async def test_a_whole_is_what_its_parts_are(bench: Bench) -> None:
    job_id = await bench.submit("count", divided=PARTS, seconds=0.3)
    assert [(part.first, part.size) for part in await parts_of(bench, job_id)] == [(0, 4), (4, 4), (8, 2)]
    midway = await bench.until(job_id, lambda job: job.progress > 0)
    assert [part.state for part in await parts_of(bench, job_id)] == ["running", "running", "waiting"]
    assert (midway.state, midway.result) == ("running", None)
    done = round(midway.progress * 10)
    assert midway.note == f"{done} of 10 numbers"
    job = await bench.end(job_id)
    assert (job.state, job.progress, job.note, job.error) == ("done", 1.0, "", None)
    assert job.result is not None
    result = json.loads(job.result)
    assert result["numbers"] == list(range(10))
    assert result["asked"] == {"seconds": 0.3}
    assert result["seconds"] >= 1.2
    assert await parts_of(bench, job_id) == []


async def test_a_part_that_fails_fails_the_whole(bench: Bench) -> None:
    job_id = await bench.submit("count", divided=PARTS, seconds=0.05, refused=5)
    job = await bench.end(job_id)
    assert (job.state, job.error, job.result) == ("failed", "Number 5 cannot be counted.", None)
    assert await parts_of(bench, job_id) == []


async def test_a_whole_is_cancelled_at_once_and_its_workers_are_free_again(bench: Bench) -> None:
    job_id = await bench.submit("count", divided=PARTS, seconds=10)
    await bench.until(job_id, lambda job: job.state == "running")
    await bench.cancel(job_id)
    job = await bench.job(job_id)
    assert (job.state, job.error) == ("cancelled", None)
    assert await parts_of(bench, job_id) == []
    assert (await bench.end(await bench.submit("quick"))).state == "done"
    await bench.cancel(job_id)
    assert (await bench.job(job_id)).ended == job.ended


async def test_others_wait_for_a_part_at_most_not_for_the_whole(bench: Bench) -> None:
    long = await bench.submit("count", divided=[range(n, n + 1) for n in range(40)], seconds=0.3)
    await bench.until(long, lambda job: job.progress > 0)
    other = await bench.submit("count", divided=PARTS, seconds=0)
    assert (await bench.end(await bench.submit("quick"))).state == "done"
    assert (await bench.end(other)).state == "done"
    assert (await bench.job(long)).state == "running"
    await bench.cancel(long)


async def test_a_server_that_stops_gives_parts_back_and_the_next_one_goes_on(opener: Opener) -> None:
    async with opener() as first:
        job_id = await first.submit("count", divided=PARTS, seconds=0.5)
        await first.until(job_id, lambda job: job.progress > 0)
    async with opener() as second:
        job = await second.end(job_id)
        assert (job.state, json.loads(job.result or b"")["numbers"]) == ("done", list(range(10)))


async def test_a_lost_part_is_put_back_and_one_that_is_always_lost_ends_the_whole(opener: Opener) -> None:
    async with opener() as first:
        ids = [await first.submit("count", divided=PARTS, seconds=60) for _ in range(2)]
        for job_id, attempts in zip(ids, (1, MOST_ATTEMPTS), strict=True):
            await first.until(job_id, lambda job: job.state == "running")
            lost = update(Job).where(Job.whole_id == job_id, Job.first == 0)
            lost = lost.values(state=RUNNING, worker="gone", seen=now() - timedelta(seconds=60), attempts=attempts)
            async with first.database.write() as session:
                await session.execute(lost)
                await session.execute(update(Job).where(Job.id == job_id).values(request=b'{"seconds": 0}'))
    async with opener() as second:
        again, given_up = [await second.end(job_id) for job_id in ids]
        assert (again.state, json.loads(again.result or b"")["numbers"]) == ("done", list(range(10)))
        assert (given_up.state, given_up.error) == ("failed", "The job was interrupted 3 times and has been given up.")
        async with second.database.read() as session:
            assert await session.scalar(select(func.count()).where(Job.whole_id.is_not(None))) == 0


async def processes_of(bench: Bench, job_id: str) -> list[int]:
    job = await bench.end(job_id)
    return list(json.loads(job.result or b"")["numbers"])


async def gone(pids: set[int]) -> None:
    """Until nothing is left of them: one that is being killed has its pipes open for a moment."""
    await asyncio.to_thread(until, lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), 30)


async def test_a_process_goes_on_with_the_next_part_and_ends_some_time_after_the_last(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [range(number, number + 1) for number in range(8)]
    first, second = [await processes_of(bench, await bench.submit("where", divided=parts)) for _ in range(2)]
    assert len(first) == len(second) == len(parts)
    assert max(len(set(first)), len(set(second))) <= 2, "one for each job that may run at once"
    assert not set(first) & set(second), "another whole has other processes"
    monkeypatch.setattr(standby, "STAND_BY", 0.1)
    third = await processes_of(bench, await bench.submit("where", divided=parts))
    await gone(set(third))


async def did(process: WorkProcess) -> int:
    """The process that did its part."""
    while (message := await process.message(1)) is None:
        pass
    assert isinstance(message, Result)
    return int(json.loads(message.body)[0])


async def test_a_process_that_dies_while_it_stands_by_is_not_taken() -> None:
    request, waiting = b'{"whole": {}}', standby.Standby()
    process = await WorkProcess.start(KINDS["where"], request)
    for goes_on in (True, False):
        pid = await did(process)
        waiting.keep("whole", process)
        if not goes_on:
            os.kill(pid, signal.SIGKILL)
            await gone({pid})
        assert await waiting.take("another", request) is None
        assert await waiting.take("whole", request) is (process if goes_on else None)
    assert await waiting.take("whole", request) is None
    await waiting.close()


async def test_the_last_two_parts_that_end_at_once_end_the_whole_once(bench: Bench) -> None:
    for _ in range(10):
        ids = [await bench.submit("count", divided=[range(1), range(1, 2)], seconds=0) for _ in range(2)]
        for job in await asyncio.gather(*(bench.end(job_id) for job_id in ids)):
            assert (job.state, json.loads(job.result or b"")["numbers"]) == ("done", [0, 1])


LEASE = "12"
"""Seconds. A worker on a machine that is busy with other tests may well be silent for three."""


@pytest.mark.timeout(300)
def test_workers_that_are_killed_or_stopped_lose_and_double_no_battle(
    postgresql: PostgreSQL, redis_url: str, tmp_path: Path
) -> None:
    """Killed, a worker's part is put back when the lease is over; stopped, it gives the part back itself."""
    with (
        sites.many(tmp_path, postgresql.new(), redis_url, HIGHGROUND_JOB_LEASE=LEASE) as site,
        site.client() as client,
        ExitStack() as workers,
    ):
        killed, stopped = (workers.enter_context(sites.process(site.environment, "worker")) for _ in range(2))
        ada = registered(client)
        job_id = started(client, ada, battles=BATTLES, seed=4)

        def share() -> float:
            return float(client.get(f"/api/jobs/{job_id}", headers=ada.headers).json()["progress"])

        until(lambda: share() > 0.1, 100)
        killed.send_signal(signal.SIGKILL)
        until(lambda: share() > 0.4, 100)
        stopped.send_signal(signal.SIGTERM)
        assert stopped.wait(15) == 0
        workers.enter_context(sites.process(site.environment, "worker"))
        found = ended(client, ada, job_id, 120)
    a, b = (resolve_army(name) for name in TABLES.values())
    here = simulate(a, b, resolve_layout(None), None, Plan(4, BATTLES, jobs=2, failure_dir=tmp_path))
    assert (found["state"], found["error"], found["progress"]) == ("done", None, 1.0)
    assert found["result"]["battles"] == BATTLES
    assert found["result"]["digest"] == here.digest, "a battle was lost, or counted twice"
