"""A server on a real socket of the loopback, and its client, on SQLite or on PostgreSQL (see databases.py)."""

from __future__ import annotations

import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
import uvicorn

from highground.server.app import create_app
from highground.server.db.engine import Database
from highground.server.play.match_cache import MatchCache
from highground.server.serving import OPTIONS
from highground.server.settings import Settings
from tests.server import databases, description, sites
from tests.server.databases import ON_POSTGRESQL, PostgreSQL, awaited, execute
from tests.server.sites import Site

EARLY = "window.early = 1"
"""What stands in every page to run before all other scripts."""
INDEX = f"<!doctype html><title>Highground</title><script>{EARLY}</script><div id=root></div>"
UPLOAD_LIMIT = 2_000_000


@dataclass
class Running:
    """A server that listens, with the client that talks to it."""

    client: httpx2.Client
    settings: Settings
    database: Database
    matches: MatchCache

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """What the database holds, read past the server."""
        if ON_POSTGRESQL:
            return awaited(execute(self.settings.database_url, query))
        with sqlite3.connect(self.settings.data / databases.SQLITE) as connection:
            return connection.execute(query).fetchall()

    def write(self, statement: str) -> None:
        self.rows(statement)


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgreSQL]:
    with databases.postgresql(tmp_path_factory.mktemp("postgresql")) as server:
        yield server


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with databases.redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(scope="session")
def new_database(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Makes the `database_url` of a server of its own: none for the SQLite file of its data folder."""
    if not ON_POSTGRESQL:
        return str
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.new


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[], str]) -> Settings:
    """A server with a small upload limit, a web app of two files and no demo battle."""
    folder = tmp_path_factory.mktemp("server")
    dist = folder / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text(INDEX)
    (dist / "assets" / "app-1a2b.js").write_text("export {}\n" * 400)
    return Settings(
        data=folder / "data",
        database_url=new_database(),
        web_dist=dist,
        upload_limit=UPLOAD_LIMIT,
        demo=False,
        rate_limits=False,
        log_level="ERROR",
        socket_check=0.5,
    )


@contextmanager
def serving(settings: Settings) -> Iterator[Running]:
    """A server with these settings on a free port, or on the one of `settings.port` where that is not the default."""
    databases.with_tables(settings)
    application = create_app(settings)
    port = settings.port if "port" in settings.model_fields_set else 0
    app = uvicorn.Server(uvicorn.Config(application, port=port, **OPTIONS | {"log_level": "error"}))
    thread = threading.Thread(target=app.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 60
    while not app.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < deadline, "the server took too long to start"
        time.sleep(0.01)
    port = app.servers[0].sockets[0].getsockname()[1]
    limits = httpx2.Limits(max_keepalive_connections=0)
    url = f"http://127.0.0.1:{port}"
    with description.Client(base_url=url, limits=limits, timeout=20, trust_env=False, verify=False) as client:
        yield Running(client, settings, application.state.database, application.state.matches)
    app.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Running]:
    """Two connections at least: what one request writes, the next must find (an in-process client cannot show that)."""
    with serving(settings) as running:
        yield running


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


@pytest.fixture
def client(server: Running) -> httpx2.Client:
    return server.client


@pytest.fixture
def web_dist(settings: Settings) -> Path:
    return settings.web_dist


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory, postgresql: PostgreSQL, redis_url: str) -> Iterator[Site]:
    """Two servers and a worker. Their start takes ten seconds of a processor, so that all tests share them."""
    folder = tmp_path_factory.mktemp("many")
    with (
        sites.many(folder, postgresql.new(), redis_url, HIGHGROUND_SOCKET_CHECK="0.5") as many,
        sites.process(many.environment, "worker"),
    ):
        yield many


@pytest.fixture(scope="module", params=["one", "many"])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    """A site of one process, and one of two servers with a worker that share PostgreSQL and Redis."""
    if request.param == "one":
        server: Running = request.getfixturevalue("server")
        url = str(server.client.base_url).rstrip("/")
        yield Site((url, url))
        return
    if ON_POSTGRESQL:
        pytest.skip("the run on SQLite shows it: several processes are always on PostgreSQL")
    yield request.getfixturevalue("many")
