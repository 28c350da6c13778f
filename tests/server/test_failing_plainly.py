"""A database or disk that fails is reported in one sentence, and loses nothing: at the start and while serving."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import sqlite3
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer
from urllib.parse import urlsplit

import httpx2
import pytest
from typer.testing import CliRunner
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from highground.cli import app
from highground.server.db import starting
from highground.server.db.faults import AWAY, BUSY, FULL
from tests.conftest import REPOSITORY
from tests.server import sites
from tests.server.databases import PostgreSQL, free_port
from tests.server.gate import gate
from tests.server.people import Somebody, registered
from tests.server.sites import PROGRAM, Site
from tests.server.tables import made
from tests.server.test_operations import command
from tests.server.test_play import made as prepared

FILE = "highground.sqlite3"


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _garbage(file: Path) -> None:
    file.write_bytes(b"not a database at all" * 500)


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _scratched(file: Path) -> None:
    data = bytearray(file.read_bytes())
    for at in range(4096, len(data), 4096):
        data[at : at + 60] = os.urandom(60)
    file.write_bytes(bytes(data))


def _foreign(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")


def _newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as ours, ours:
        ours.execute("UPDATE alembic_version SET version_num = '9999'")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A good database of ours."""
    folder = tmp_path_factory.mktemp("whole")
    assert CliRunner().invoke(app, ["migrate", "--data", str(folder)]).exit_code == 0
    with closing(sqlite3.connect(folder / FILE)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    return (folder / FILE).read_bytes()


@pytest.mark.parametrize(
    ("spoil", "words", "serve"),
    [
        (_empty, "is empty: it holds no database.", True),
        (_garbage, "is damaged.", True),
        (_cut, "is damaged.", False),
        (_scratched, "is damaged.", False),
        (_foreign, "belongs to another program.", False),
        (_newer, "was written by a newer version", False),
    ],
)
def test_a_database_that_cannot_be_used_is_reported_at_the_start_and_left_alone(
    whole: bytes, tmp_path: Path, spoil: Callable[[Path], None], words: str, serve: bool
) -> None:
    (tmp_path / FILE).write_bytes(whole)
    spoil(tmp_path / FILE)
    before = (tmp_path / FILE).read_bytes()
    if serve:
        result = command("serve", "--port", str(free_port()), "--data", str(tmp_path))
        status, said = result.returncode, result.stderr
    else:  # within this process, which costs a hundredth of a new one
        asked = CliRunner().invoke(app, ["migrate", "--data", str(tmp_path)])
        status, said = asked.exit_code, asked.stderr
    assert status == 1
    assert words in said
    assert len(said.splitlines()) == 1
    assert (tmp_path / FILE).read_bytes() == before


def test_a_locked_database_is_reported_at_the_start(whole: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(whole)
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        result = command("migrate", "--data", str(tmp_path), HIGHGROUND_DATABASE_WAIT="0.2")
    assert (result.returncode, result.stderr) == (1, starting.LOCKED.format(tmp_path / FILE) + "\n")


@pytest.mark.parametrize("there", [False, True])
def test_a_full_disk_is_reported_at_the_start(whole: bytes, tmp_path: Path, there: bool) -> None:
    """A file that is not whole is not left behind: it would be taken for a database."""
    if there:
        (tmp_path / FILE).write_bytes(whole)
    variables = {"PATH": os.environ["PATH"], "HIGHGROUND_DATA": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    run = ["bash", "-c", f'ulimit -f {0 if there else 8}; exec "$@"', "limited", *PROGRAM, "migrate"]
    result = subprocess.run(run, capture_output=True, text=True, env=variables, cwd=REPOSITORY, check=False)
    assert (result.returncode, result.stderr) == (1, FULL + "\n")
    assert (tmp_path / FILE).exists() == there
    if there:
        assert (tmp_path / FILE).read_bytes() == whole


@contextmanager
def served(folder: Path, **environment: str) -> Iterator[tuple[httpx2.Client, int]]:
    """A server that is a process of its own, and its number."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    variables = {
        "HIGHGROUND_DATA": str(folder),
        "HIGHGROUND_DEMO": "0",
        "HIGHGROUND_RATE_LIMITS": "false",
        "HIGHGROUND_LOG_LEVEL": "CRITICAL",
        **environment,
    }
    with sites.process(variables, "serve", "--port", str(port)) as process:
        sites.until(lambda: sites.ready(url), 60)
        with httpx2.Client(base_url=url, timeout=20, trust_env=False) as client:
            yield client, process.pid


def refused(client: httpx2.Client, ada: Somebody) -> tuple[int, str]:
    answer = client.post("/api/game/create_new_game", headers=ada.headers, json={"game_name": "lost"})
    return answer.status_code, answer.json()["detail"]


def test_a_disk_that_fills_up_and_a_lock_are_reported_while_serving_and_pass(tmp_path: Path) -> None:
    with served(tmp_path, HIGHGROUND_DATABASE_WAIT="0.3") as (client, pid):
        ada = registered(client)
        first = made(client, ada)
        unlimited = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, unlimited[1]))
        assert refused(client, ada) == (503, FULL)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["checks"]["disk"]) == (503, "failed")
        assert "its disk is full" in answer.json()["detail"]
        assert client.get(f"/api/game/{first}", headers=ada.headers).status_code == 200
        resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
        assert client.get("/readyz").status_code == 200
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert refused(client, ada) == (503, BUSY)
        made(client, ada)
        names = [each["game_name"] for each in client.get("/api/user/games", headers=ada.headers).json()["games"]]
        assert names == ["Tuesday", "Tuesday"]
        for path in (tmp_path, *tmp_path.rglob("*")):
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def attended(folder: Path) -> int:
    with closing(sqlite3.connect(folder / FILE)) as database:
        return int(database.execute("SELECT count(*) FROM attendances").fetchone()[0])


async def test_a_socket_stays_where_the_database_is_too_busy_to_note_who_is_there(tmp_path: Path) -> None:
    """At its opening and at each later check. Once the database is free again it is noted."""
    with served(tmp_path, HIGHGROUND_DATABASE_WAIT="0.1", HIGHGROUND_SOCKET_CHECK="0.2") as (client, _):
        ada = registered(client)
        game = made(client, ada)
        address = f"ws://127.0.0.1:{client.base_url.port}/ws/game/{game}?role=player"
        protocols = [Subprotocol("highground"), Subprotocol(f"bearer.{ada.token}")]
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            async with connect(address, subprotocols=protocols, proxy=None) as socket:
                assert json.loads(await asyncio.wait_for(socket.recv(), 10))["type"] == "connected"
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(socket.recv(), 1.5)
                assert attended(tmp_path) == 0
                other.execute("ROLLBACK")
                await socket.send(json.dumps({"type": "chat", "payload": {"text": "Still here"}}))
                assert json.loads(await asyncio.wait_for(socket.recv(), 10))["payload"]["text"] == "Still here"
                await asyncio.to_thread(sites.until, lambda: attended(tmp_path) == 1, 10)


def test_a_postgresql_that_goes_and_comes_back_is_reported(postgresql: PostgreSQL, tmp_path: Path) -> None:
    address = urlsplit(postgresql.new())
    with gate(address.port or 5432) as way:
        url = address._replace(netloc=f"{address.username}@127.0.0.1:{way.port}").geturl()
        with served(tmp_path, HIGHGROUND_DATABASE_URL=url) as (client, _):
            ada = registered(client)
            first = made(client, ada)
            way.shut()
            assert refused(client, ada) == (503, AWAY)
            answer = client.get("/readyz")
            assert (answer.status_code, answer.json()["checks"]["database"]) == (503, "failed")
            way.open()
            sites.until(lambda: client.get("/readyz").status_code == 200, 30)
            assert client.get(f"/api/game/{first}", headers=ada.headers).status_code == 200
            made(client, ada)


def test_health_is_asked_by_a_command(tmp_path: Path) -> None:
    port = str(free_port())
    nobody = command("health", HIGHGROUND_PORT=port, HIGHGROUND_DATA=str(tmp_path))
    assert (nobody.returncode, nobody.stderr.startswith("No server answers at http://127.0.0.1:")) == (1, True)
    with served(tmp_path) as (client, _):
        variables = {"HIGHGROUND_PORT": str(client.base_url.port), "HIGHGROUND_DATA": str(tmp_path)}
        assert command("health", **variables).stderr == "All is well.\n"
        missing = command("health", "--worker", **variables)
        assert (missing.returncode, "No worker of this machine" in missing.stderr) == (1, True)


def test_a_worker_gives_a_sign_of_life(postgresql: PostgreSQL, redis_url: str, tmp_path: Path) -> None:
    variables = {"HIGHGROUND_DATA": str(tmp_path), "HIGHGROUND_REDIS_PREFIX": f"test-{tmp_path.name}-{os.getpid()}"}
    site = Site(("", ""), variables | {"HIGHGROUND_DATABASE_URL": postgresql.new(), "HIGHGROUND_REDIS_URL": redis_url})
    with sites.process(site.environment, "worker"):
        sites.until(lambda: any((tmp_path / "workers").glob("*.json")), 30)
        assert command("health", "--worker", **site.environment).returncode == 0
    assert command("health", "--worker", **site.environment).returncode == 1


def test_a_call_that_a_server_which_stops_cannot_wait_for_is_told_so(tmp_path: Path) -> None:
    """The computer thinks for longer than the server may take to stop. Nothing of its choice is kept."""
    port = free_port()
    environment = {"HIGHGROUND_DATA": str(tmp_path), "HIGHGROUND_DEMO": "0", "HIGHGROUND_LOG_LEVEL": "WARNING"}
    with (
        sites.process(environment, "serve", "--port", str(port)) as server,
        httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as client,
    ):
        sites.until(lambda: sites.ready(f"http://127.0.0.1:{port}"))
        table = prepared(client, registered(client))
        for side, army in enumerate(("vow-1000", "fen-1000")):
            table.chosen(side, army, controller="ai", level="strongest", seconds=60)
        assert table.post("start").status_code == 201
        while "deploy" not in table.state()["request"]["kinds"]:
            table.did("ai_step")
        Timer(1.0, server.send_signal, (signal.SIGTERM,)).start()
        answer = table.post("ai_step")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answer.json() == {"detail": "The server is restarting. Please try again in a moment."}
