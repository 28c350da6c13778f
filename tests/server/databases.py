"""Databases and servers for tests: SQLite files, or databases of a real PostgreSQL, and a real Redis.

A server that answers on the usual port of the loopback is used; else one is started from Debian's packages in a
temporary folder. `HIGHGROUND_TEST_DATABASE=postgresql` chooses PostgreSQL for the whole server suite.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import asyncpg

from highground.server.db.engine import Database
from highground.server.db.starting import prepare
from highground.server.settings import Settings

T = TypeVar("T")
ON_POSTGRESQL = os.environ.get("HIGHGROUND_TEST_DATABASE", "sqlite") == "postgresql"
SQLITE = "highground.sqlite3"
POSTGRESQL_PORT, REDIS_PORT = 5432, 6379
NEEDED = "{} is needed for these tests, and none answers on port {}: apt-get install {}"
AT_ONCE = 32
"""Databases that are dropped side by side; a server usually allows a hundred connections."""
_numbers = count()


def awaited(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns, for code with or without an event loop of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@cache
def _empty_sqlite() -> bytes:
    with TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder))
        with ThreadPoolExecutor(1) as thread:  # it runs an event loop of its own, also for a test that is in one
            thread.submit(prepare, settings).result()
        return (settings.data / SQLITE).read_bytes()


def with_tables(settings: Settings) -> None:
    """Give a server a new SQLite file that has its tables: creating them would be most of its start."""
    file = settings.data / SQLITE
    if not settings.database_url and not file.exists():
        settings.data.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_empty_sqlite())


class PostgreSQL:
    """Databases on one PostgreSQL server, copied from a template whose tables are made once."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._mine = f"highground_test_{os.getpid()}"
        self._names: list[str] = []
        self._template = f"{self._mine}_template"

    def new(self, *, empty: bool = False) -> str:
        """The URL of a fresh database: with all tables, or `empty`."""
        if not empty and self._template not in self._names:
            self._create(self._template, "template1")
            awaited(_migrate(f"{self.address}/{self._template}"))
        name = f"{self._mine}_{next(_numbers)}"
        self._create(name, "template1" if empty else self._template)
        return f"{self.address}/{name}"

    def close(self) -> None:
        awaited(self._drop(self._names))

    def clear(self) -> None:
        """Drop what runs that were killed have left."""
        rows = awaited(execute(f"{self.address}/postgres", "SELECT datname FROM pg_database"))
        names = [str(name) for (name,) in rows if str(name).startswith("highground_test_")]
        awaited(self._drop([name for name in names if not Path(f"/proc/{name.split('_')[2]}").exists()]))

    async def _drop(self, names: Sequence[str]) -> None:
        """All at once: each waits for a checkpoint, and those that wait together wait for the same one."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def drop(name: str) -> None:
            async with gate:
                await execute(f"{self.address}/postgres", f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

        await asyncio.gather(*[drop(name) for name in names])

    def _create(self, name: str, template: str) -> None:
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        self._names.append(name)

    def _run(self, statement: str) -> None:
        awaited(execute(f"{self.address}/postgres", statement))


async def execute(url: str, statement: str) -> list[tuple[object, ...]]:
    """Run one statement past the server under test."""
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(statement)]
    finally:
        await connection.close()


async def _migrate(url: str) -> None:
    database = Database("postgresql+asyncpg" + url.removeprefix("postgresql"))
    await database.migrate()
    await database.close()


@contextmanager
def postgresql(folder: Path) -> Iterator[PostgreSQL]:
    """A PostgreSQL server; `folder` is where one is made if none answers."""
    if answers(POSTGRESQL_PORT):
        user = os.environ.get("PGUSER") or pwd.getpwuid(os.getuid()).pw_name
        found = PostgreSQL(f"postgresql://{user}@127.0.0.1:{POSTGRESQL_PORT}")
        found.clear()
        try:
            yield found
        finally:
            found.close()
        return
    with _own_postgresql(folder) as port:
        yield PostgreSQL(f"postgresql://postgres@127.0.0.1:{port}")


@contextmanager
def _own_postgresql(folder: Path) -> Iterator[int]:
    programs = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *_folder_of("initdb")]
    if not programs:
        raise RuntimeError(NEEDED.format("PostgreSQL", POSTGRESQL_PORT, "postgresql"))
    user = "postgres" if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
    home, port = folder / "postgresql", free_port()
    home.mkdir()
    if user:
        shutil.chown(home, user)
        for parent in home.parents:
            if parent.stat().st_uid == os.getuid() and parent.is_relative_to("/tmp") and parent != Path("/tmp"):
                parent.chmod(parent.stat().st_mode | 0o011)
    making: list[str | Path] = [programs[0] / "initdb", "-D", home, "-E", "UTF8", "-A", "trust", "-U", "postgres"]
    subprocess.run(making, user=user, check=True, stdout=subprocess.DEVNULL, cwd="/")
    options: list[str | Path] = ["-D", home, "-p", str(port), "-h", "127.0.0.1", "-k", "", "-c", "fsync=off"]
    with _served([programs[0] / "postgres", *options], port, user):
        yield port


def _folder_of(program: str) -> list[Path]:
    found = shutil.which(program)
    return [Path(found).parent] if found else []


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """The URL of a Redis server; tests keep apart by a prefix of their own."""
    if answers(REDIS_PORT):
        yield f"redis://127.0.0.1:{REDIS_PORT}/0"
        return
    program = shutil.which("redis-server")
    if program is None:
        raise RuntimeError(NEEDED.format("Redis", REDIS_PORT, "redis-server"))
    port = free_port()
    with _served([program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)], port):
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def _served(command: list[str | Path], port: int, user: str | None = None) -> Iterator[None]:
    process = subprocess.Popen(command, user=user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
    try:
        deadline = time.monotonic() + 30
        while not answers(port):
            assert process.poll() is None, f"{command[0]} has ended at once"
            assert time.monotonic() < deadline, f"{command[0]} does not answer"
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(20)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
