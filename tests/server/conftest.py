"""A server on a real socket of the loopback, and its client."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
import uvicorn

from highground.server.app import create_app
from highground.server.db.engine import Database
from highground.server.settings import Settings

INDEX = "<!doctype html><title>Highground</title><div id=root></div>"
UPLOAD_LIMIT = 2_000_000


@dataclass
class Running:
    """A server that listens, with the client that talks to it."""

    client: httpx2.Client
    settings: Settings
    database: Database

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """What the database holds, read past the server."""
        with sqlite3.connect(self.settings.data / "highground.sqlite3") as connection:
            return connection.execute(query).fetchall()

    def write(self, statement: str) -> None:
        with sqlite3.connect(self.settings.data / "highground.sqlite3") as connection:
            connection.execute(statement)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A server with a small upload limit, a web app of two files and no demo battle."""
    folder = tmp_path_factory.mktemp("server")
    dist = folder / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text(INDEX)
    (dist / "assets" / "app-1a2b.js").write_text("export {}\n" * 400)
    return Settings(data=folder / "data", web_dist=dist, upload_limit=UPLOAD_LIMIT, demo=False, log_level="ERROR")


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Running]:
    """Two connections at least: what one request writes, the next must find (an in-process client cannot show that)."""
    application = create_app(settings)
    app = uvicorn.Server(uvicorn.Config(application, port=0, log_level="error", access_log=False))
    thread = threading.Thread(target=app.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not app.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < deadline, "the server took too long to start"
        time.sleep(0.01)
    port = app.servers[0].sockets[0].getsockname()[1]
    limits = httpx2.Limits(max_keepalive_connections=0)
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", limits=limits, timeout=20, trust_env=False) as client:
        yield Running(client, settings, application.state.database)
    app.should_exit = True
    thread.join(10)


@pytest.fixture
def client(server: Running) -> httpx2.Client:
    return server.client


@pytest.fixture
def web_dist(settings: Settings) -> Path:
    return settings.web_dist
