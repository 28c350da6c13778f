"""Jobs: from waiting to their end, whatever goes wrong; inside the server, and through Redis with a worker process."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import update

from highground.server import tasks
from highground.server.errors import OUR_FAULT, Refusal
from highground.server.jobs import repository
from highground.server.jobs.service import MOST_ATTEMPTS, MOST_UNFINISHED, cancel
from highground.server.jobs.tables import RUNNING, Job, now
from highground.server.settings import Settings
from tests.rosters.builder import ability, as_xml, gun, line, roster, selection, squad
from tests.server.conftest import Running, serving
from tests.server.databases import PostgreSQL
from tests.server.jobs import TABLES, Bench, Opener, ended, opener_of, started
from tests.server.people import Somebody, registered
from tests.server.sites import Site, until

SECRET = "The unit that holds the ford may sing twice."


@pytest.fixture
def opener(tmp_path: Path, new_database: Callable[[], str]) -> Opener:
    return opener_of(Settings(data=tmp_path, database_url=new_database()))


@pytest.fixture
async def bench(opener: Opener) -> AsyncIterator[Bench]:
    async with opener() as found:
        yield found


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


async def test_a_job_goes_from_waiting_to_its_result(bench: Bench) -> None:
    job = await bench.end(await bench.submit("quick", number=7))
    assert (job.state, job.progress, job.error, job.attempts) == ("done", 1.0, None, 1)
    assert job.result is not None
    result = json.loads(job.result)
    assert result["asked"] == {"number": 7}
    assert result["process"] != os.getpid()
    assert job.started is not None
    assert job.ended is not None
    assert job.created <= job.started <= job.ended


async def test_progress_is_reported_while_it_runs(bench: Bench) -> None:
    job_id = await bench.submit("slow", seconds=3)
    first = await bench.until(job_id, lambda job: job.progress > 0)
    assert (first.state, first.result) == ("running", None)
    assert first.note.endswith("% slept")
    later = await bench.until(job_id, lambda job: job.progress > first.progress)
    assert later.progress <= 1
    assert (await bench.end(job_id)).state == "done"


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("refuse", "The armies are empty."),
        ("fail", OUR_FAULT),
        ("die", "The job's process ended unexpectedly."),
        ("unheard of", "This server does not know how to do this job."),
    ],
)
async def test_a_job_that_fails_says_why(bench: Bench, kind: str, sentence: str) -> None:
    job = await bench.end(await bench.submit(kind))
    assert (job.state, job.error, job.result) == ("failed", sentence, None)


async def test_a_stuck_job_is_ended_with_all_that_it_started(bench: Bench, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    job = await bench.end(await bench.submit("stuck", pids=str(pids)))
    assert (job.state, job.error) == ("failed", "The job was not done after 1.5 seconds and has been ended.")
    both = [int(pid) for pid in pids.read_text().split()]
    assert len(both) == 2
    await asyncio.to_thread(until, lambda: not any(alive(pid) for pid in both), 30)


async def test_a_job_that_hangs_in_compiled_code_is_ended(bench: Bench, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    job = await bench.end(await bench.submit("deaf", pids=str(pids)))
    assert (job.state, job.error) == ("failed", "The job was not done after 1.5 seconds and has been ended.")
    await asyncio.to_thread(until, lambda: not alive(int(pids.read_text())), 30)


ORPHAN = """
import asyncio, json, sys
from highground.server.jobs.process import WorkProcess
from tests.server.work import KINDS

async def main():
    work = await WorkProcess.start(KINDS["deaf"], json.dumps({"pids": sys.argv[1]}).encode())
    await asyncio.sleep(600)

asyncio.run(main())
"""


def test_a_job_that_hangs_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with subprocess.Popen([sys.executable, "-c", ORPHAN, str(pids)]) as server:
        until(lambda: pids.exists() and pids.read_text() != "")
        pid = int(pids.read_text())
        time.sleep(2)  # until it is where no thread of its own can end it
        assert alive(pid)
        server.kill()
        until(lambda: not alive(pid), 30)


async def test_a_job_is_cancelled_while_it_waits_and_while_it_runs(bench: Bench) -> None:
    running = await bench.submit("slow", seconds=60)
    waiting = await bench.submit("slow", seconds=60)
    await bench.until(running, lambda job: job.state == "running")
    assert (await bench.job(waiting)).state == "waiting"
    for job_id in (waiting, running):
        await bench.cancel(job_id)
    for job_id in (waiting, running):
        job = await bench.until(job_id, lambda job: job.ended is not None)
        assert (job.state, job.error) == ("cancelled", None)
    await bench.cancel(running)
    assert (await bench.job(running)).state == "cancelled"
    assert (await bench.end(await bench.submit("quick"))).state == "done"


async def test_a_job_whose_request_is_rolled_back_never_was(bench: Bench) -> None:
    ids: list[str] = []

    async def half() -> None:
        async with bench.database.write() as session:
            ids.append((await bench.jobs.submit(session, "quick", b"{}", None)).id)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await half()
    async with bench.database.read() as session:
        assert await repository.find(session, ids[0]) is None


async def test_a_server_that_stops_gives_its_job_back_and_the_next_one_ends_it(opener: Opener) -> None:
    async with opener() as first:
        running = await first.submit("slow", seconds=2)
        waiting = await first.submit("quick")
        await first.until(running, lambda job: job.progress > 0)
        stopped = time.monotonic()
    assert time.monotonic() - stopped < 15
    async with opener() as second:
        for job_id in (running, waiting):
            job = await second.end(job_id)
            assert (job.state, job.attempts) == ("done", 1)


async def test_what_a_lost_process_left_is_put_back_but_not_for_ever(opener: Opener) -> None:
    """A process that is killed leaves its job running in the table."""
    async with opener() as first:
        ids = [await first.submit("quick") for _ in range(2)]
        for job_id in ids:
            await first.end(job_id)
        async with first.database.write() as session:
            lost = update(Job).values(state=RUNNING, ended=None, result=None, worker="gone")
            lost = lost.values(seen=now() - timedelta(seconds=1))
            await session.execute(lost.where(Job.id == ids[0]))
            await session.execute(lost.where(Job.id == ids[1]).values(attempts=MOST_ATTEMPTS))
    async with opener() as second:
        again, given_up = [await second.end(job_id) for job_id in ids]
    assert (again.state, again.attempts) == ("done", 2)
    assert (given_up.state, given_up.error) == ("failed", "The job was interrupted 3 times and has been given up.")


async def test_a_second_server_on_one_postgresql_does_not_take_the_first_one_s_jobs(
    postgresql: PostgreSQL, tmp_path: Path
) -> None:
    opener = opener_of(Settings(data=tmp_path, database_url=postgresql.new()))
    async with opener() as first:
        job_id = await first.submit("slow", seconds=2)
        await first.until(job_id, lambda job: job.progress > 0)
        async with opener():
            job = await first.end(job_id)
    assert (job.state, job.attempts) == ("done", 1)


async def test_somebody_has_only_so_many_jobs_at_once(bench: Bench) -> None:
    async with bench.database.write() as session:
        ada = await _user(session)
    ids = [await bench.submit("slow", ada, seconds=60) for _ in range(MOST_UNFINISHED)]
    with pytest.raises(Refusal, match="You already have 3 jobs"):
        await bench.submit("quick", ada)
    async with bench.database.write() as session:
        assert (await cancel(session, ada, ids[-1])).state == "cancelled"
    await bench.submit("quick", ada)


async def _user(session: Any) -> int:
    from highground.server.accounts.tables import User

    user = User(email="a@example.org", email_key="a@example.org", display_name="Ada", created=now())
    session.add(user)
    await session.flush()
    return user.id


@pytest.fixture
def ada(site: Site) -> Somebody:
    with site.client() as client:
        return registered(client)


def test_a_simulation_is_fought_as_a_job(site: Site, ada: Somebody) -> None:
    """Asked for at one server, watched at the other."""
    with site.client(0) as first, site.client(1) as second:
        wanted = {"battles": 3, "seed": 5, "personalities": ["standard", "cautious"], "layout": "long-dyke"}
        job = ended(second, ada, started(first, ada, **wanted))
        assert (job["state"], job["progress"], job["error"], job["kind"]) == ("done", 1.0, None, "simulation")
        result = job["result"]
        assert sum(result["wins"].values()) == 3 == result["battles"]
        assert (result["layout"], result["seed"], result["failed"]) == ("Long Dyke", 5, 0)
        assert 0 <= result["win_rate_a"]["low"] <= result["win_rate_a"]["value"] <= result["win_rate_a"]["high"] <= 1
        assert result["vp"]["a"] >= 0
        assert second.get(f"/api/jobs/{job['job_id']}", headers=ada.headers).json()["result"] == result


def test_a_simulation_is_cancelled_by_its_owner_alone(site: Site, ada: Somebody) -> None:
    with site.client(0) as first, site.client(1) as second:
        brook = registered(first, "Brook")
        job = started(first, ada, battles=200, army_a="vow-2000", army_b="fen-2000")
        for method, path in (("GET", ""), ("POST", "/cancel")):
            for headers, status in ((brook.headers, 404), ({}, 401)):
                assert second.request(method, f"/api/jobs/{job}{path}", headers=headers).status_code == status
        for wanted in (job, "none-like-it", "no number", "x" * 40):
            hidden = second.get(f"/api/simulations/{wanted}", headers=brook.headers)
            assert (hidden.status_code, hidden.json()["detail"].split(":")[0]) == (404, "You have no such simulation")
        assert second.post(f"/api/jobs/{job}/cancel", headers=ada.headers).status_code == 200
        assert ended(first, ada, job, 20)["state"] == "cancelled"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"army_a": "nobody"}, "There is no sample army and no roster of yours called 'nobody'. Sample armies: "),
        ({"layout": "nowhere"}, "There is no layout 'nowhere'. There are: "),
        ({"personalities": ["standard", "sleepy"]}, "There is no personality 'sleepy'. There are: "),
        ({"battles": 10_001}, "battles: "),
        ({"battles": 0}, "battles: "),
        ({"personalities": ["standard"]}, "personalities"),
    ],
)
def test_a_simulation_that_cannot_be_is_refused(client: httpx2.Client, wrong: dict[str, Any], sentence: str) -> None:
    person = registered(client)
    answer = client.post("/api/simulations", headers=person.headers, json=TABLES | wrong)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(sentence)
    assert client.post("/api/simulations", json=TABLES).status_code == 401


def test_a_site_says_how_many_battles_it_fights_at_most(settings: Settings) -> None:
    few = settings.model_copy(update={"simulation_battles": 30})
    with serving(few) as server:
        person = registered(server.client)
        shown = server.client.get("/api/simulations", headers=person.headers).raise_for_status().json()
        assert shown == {"most_battles": 30}
        body = TABLES | {"battles": 31}
        refused = server.client.post("/api/simulations", headers=person.headers, json=body)
        assert refused.status_code == 422
        assert refused.json()["detail"] == "This site fights up to 30 battles for one match-up."


async def test_a_task_ends_even_where_it_loses_a_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "PATIENCE", 0.01)
    lost = 0

    async def listen() -> None:
        nonlocal lost
        while lost < 2:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                lost += 1
        await asyncio.sleep(60)

    async def breaks() -> None:
        raise OSError("Redis is gone")

    listening, broken = asyncio.create_task(listen()), asyncio.create_task(breaks())
    await asyncio.sleep(0)
    await tasks.end(listening)
    assert (lost, listening.cancelled()) == (2, True)
    with pytest.raises(OSError, match="Redis is gone"):
        await tasks.end(broken)


def test_one_s_own_roster_fights_without_its_private_text(server: Running) -> None:
    ada, brook = registered(server.client), registered(server.client, "Brook")
    document = as_xml(
        roster(squad(), selection("Captain", "model", 1, line("Captain"), gun(), ability("Singer", SECRET)))
    )
    kept = server.client.post("/api/upload_list", headers=ada.headers, files={"file": ("list.ros", document)}).json()
    assert SECRET in json.dumps(kept)
    wanted = {"army_a": kept["roster_id"], "battles": 1}
    job = started(server.client, ada, **wanted)
    ((request,),) = server.rows(f"SELECT request FROM jobs WHERE id = '{job}'")
    assert isinstance(request, bytes)
    assert SECRET not in request.decode()
    found = ended(server.client, ada, job)
    assert (found["state"], found["result"]["armies"][0]) == ("done", kept["roster_dict"]["name"])
    refused = server.client.post("/api/simulations", headers=brook.headers, json=TABLES | wanted)
    assert refused.status_code == 422
    assert refused.json()["detail"].startswith("There is no sample army and no roster of yours called ")
