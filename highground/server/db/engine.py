"""One engine a server. On SQLite: WAL, foreign keys, and writers that say so when they begin.

A writer's transaction starts with BEGIN IMMEDIATE, so that two writers queue instead of failing half-way when a reader
turns writer; a reader's starts with a plain BEGIN and never waits.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_TIMEOUT_MS = 10_000


class Database:
    """Sessions on one database. `async with database.write() as session` commits at the end or rolls back."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:"):
            Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
        self.engine: AsyncEngine = create_async_engine(url)
        self._writer = self.engine.execution_options(begin="IMMEDIATE")
        if parsed.get_backend_name() == "sqlite":
            event.listen(self.engine.sync_engine, "connect", _prepare)
            event.listen(self.engine.sync_engine, "begin", _begin)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncSession]:
        async with AsyncSession(self.engine, expire_on_commit=False) as session:
            yield session

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncSession]:
        async with AsyncSession(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    async def migrate(self) -> None:
        """Bring the tables to the newest version."""
        async with self._writer.connect() as connection:
            await connection.run_sync(_upgrade)
            await connection.commit()

    async def close(self) -> None:
        await self.engine.dispose()


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # the driver must not begin transactions of its own
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "foreign_keys=ON",
        f"busy_timeout={BUSY_TIMEOUT_MS}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get('begin', 'DEFERRED')}")


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
