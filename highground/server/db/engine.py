"""One engine a server, on SQLite or PostgreSQL.

On SQLite: WAL that is on the disk before a commit answers (what was acknowledged survives a power cut), foreign keys,
and writers that say so when they begin. A writer's transaction starts with BEGIN
IMMEDIATE, so that two writers queue instead of failing half-way when a reader turns writer; a reader's starts with a
plain BEGIN and never waits.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import orjson
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from highground.server.db.reader import Answer, DatabaseReader, Probe
from highground.server.db.writer import Writer

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 7_410_251
"""The number of PostgreSQL's advisory lock under which tables change; any that nothing else uses."""
RECYCLE_SECONDS = 1800
AGAIN_SECONDS = 0.01
"""Between two tries to turn a new file over to a write-ahead log."""
AFTER_COMMIT = "after_commit"

Then = Callable[[], Awaitable[None]]


def _json(document: Any) -> str:
    return orjson.dumps(document, option=orjson.OPT_NON_STR_KEYS).decode()


AS_JSON: dict[str, Any] = {"json_serializer": _json, "json_deserializer": orjson.loads}

_transactions: ContextVar[int] = ContextVar("transactions", default=0)


def in_transaction() -> bool:
    """Whether the caller holds a session open: it must not wait for anything that another caller may hold."""
    return _transactions.get() > 0


@contextmanager
def _within() -> Iterator[None]:
    """Not reset by its token: a dependency's session is closed in another context than it was opened in."""
    _transactions.set(_transactions.get() + 1)
    try:
        yield
    finally:
        _transactions.set(max(0, _transactions.get() - 1))


class MigrationError(RuntimeError):
    """A migration has left rows that point nowhere; nothing of it was kept."""


class Database:
    """Sessions on one database. `async with database.write() as session` commits at the end or rolls back.

    `pool` connections are kept (on PostgreSQL), as many again are opened when they are not enough; a request that gets
    none within `wait` seconds fails.
    """

    def __init__(self, url: str, pool: int = 10, wait: float = 10.0) -> None:
        self.url = make_url(url)
        self.info: dict[str, Any] = {}
        """What every session carries along in its `info`."""
        self._wait = wait
        if self._in_a_file:
            Path(str(self.url.database)).parent.mkdir(parents=True, exist_ok=True)
        # A file cannot hang up as a server does, and asking it before each use would cost a fifth of a short request.
        self.engine: AsyncEngine = self._open(
            pool_size=pool,
            max_overflow=pool,
            pool_timeout=wait,
            pool_pre_ping=not self.sqlite,
            pool_recycle=RECYCLE_SECONDS,
        )
        self._writer = self.engine.execution_options(begin="IMMEDIATE")
        self._reader = self._open_reader() if self._in_a_file else None
        self._one_step = self._open_writer() if self._in_a_file else None

    @property
    def sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    @property
    def _in_a_file(self) -> bool:
        return self.sqlite and self.url.database not in (None, "", ":memory:")

    async def ask(
        self, question: Callable[[Session], Answer], key: Hashable = None, probe: Probe | None = None
    ) -> Answer:
        """The answer of a short read, for what is asked all the time: on SQLite in one step of another thread.

        An `AsyncSession` on SQLite goes to its thread and back for each of a dozen steps, longer than they take. With
        a `key`, which stands for the question and all that goes into it, SQLite's answer is kept until something is
        written, with a `probe` until its rows change; nobody may change such an answer.
        """
        if self._reader is not None:
            return await self._reader.ask(question, key, probe)
        async with self.read() as session:
            return await session.run_sync(question)

    async def glance(self, probe: Probe) -> list[Any]:
        """The rows of a statement that takes microseconds, as it finds them by their key."""
        if self._reader is not None:
            with suppress(sqlite3.Error):  # the other way shows what is wrong
                return self._reader.glance(probe)
        async with self.read() as session:
            found = await session.execute(text(probe.statement), probe.values)
            return [tuple(row) for row in found.all()]

    async def do(self, work: Callable[[Session], Answer]) -> Answer:
        """Run a short write as one transaction, without a pause between its statements."""
        if self._one_step is not None:
            return await self._one_step.do(work)
        async with self.write() as session:
            return await session.run_sync(work)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncSession]:
        with _within():
            async with AsyncSession(self.engine, expire_on_commit=False) as session:
                yield session

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncSession]:
        """A transaction. What `after_commit` was given during it runs once it is committed."""
        async with AsyncSession(self._writer, expire_on_commit=False, info=self.info) as session:
            with _within():
                async with session.begin():
                    yield session
            for then in session.info.pop(AFTER_COMMIT, ()):
                await then()

    async def migrate(self) -> None:
        """Bring the tables to the newest version. Of processes that start at once, one does it; the others wait."""
        engine = self._open(poolclass=NullPool).execution_options(begin="IMMEDIATE", migrating=True)
        try:
            async with engine.begin() as connection:
                if not self.sqlite:
                    await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
                await connection.run_sync(_upgrade)
                await connection.run_sync(_check_references)
        finally:
            await engine.dispose()

    async def behind(self) -> bool:
        """Do the tables lack a migration that this program knows?"""
        async with self.engine.connect() as connection:
            return await connection.run_sync(_current) != ScriptDirectory.from_config(_config()).get_current_head()

    async def close(self) -> None:
        await self.engine.dispose()
        if self._reader is not None:
            self._reader.close()
        if self._one_step is not None:
            self._one_step.close()

    def _open(self, **options: Any) -> AsyncEngine:
        engine = create_async_engine(self.url, **AS_JSON, **options)
        if self.sqlite:
            self._listen(engine.sync_engine)
        return engine

    def _open_reader(self) -> DatabaseReader:
        engine = create_engine(self.url.set(drivername="sqlite"), **AS_JSON)
        self._listen(engine)
        event.listen(engine, "connect", _only_read)
        return DatabaseReader(engine)

    def _open_writer(self) -> Writer:
        engine = create_engine(self.url.set(drivername="sqlite"), **AS_JSON)
        self._listen(engine)
        return Writer(engine.execution_options(begin="IMMEDIATE"), self._wait)

    def _listen(self, engine: Engine) -> None:
        """Have an engine's connections on SQLite prepared."""
        event.listen(engine, "connect", self._prepare)
        event.listen(engine, "begin", _begin)

    def _prepare(self, connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver must not begin transactions of its own
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={int(self._wait * 1000)}")
        _write_ahead(cursor, self._wait)
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def _write_ahead(cursor: Any, wait: float) -> None:
    """Keep the file's journal as a write-ahead log; raises what SQLite says if that takes longer than `wait` seconds.

    While another process turns the same new file over, SQLite says that it is locked without minding `busy_timeout`:
    each might wait for the other's lock.
    """
    until = time.monotonic() + wait
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(AGAIN_SECONDS)
        else:
            return


def after_commit(session: AsyncSession, then: Then) -> None:
    """Have `then` called once the session's transaction is committed; not at all if it is rolled back."""
    session.info.setdefault(AFTER_COMMIT, []).append(then)


def _only_read(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA query_only=ON")


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if options.get("migrating"):
        # SQLite alters a table by dropping it, and a drop would take the rows along that refer to it.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
    connection.exec_driver_sql(f"BEGIN {options.get('begin', 'DEFERRED')}")


def known_revisions() -> set[str]:
    """The versions of the tables that this program knows."""
    return {each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions()}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _upgrade(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _current(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _check_references(connection: Connection) -> None:
    if connection.dialect.name != "sqlite":
        return
    lost = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if lost:
        raise MigrationError(f"{len(lost)} rows would refer to nothing, the first in table {lost[0][0]}")
