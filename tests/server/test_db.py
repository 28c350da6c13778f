"""The database: migrations, writers that queue, answers that leave after the commit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.db.engine import Database
from highground.server.logs.tables import Game
from highground.server.tables import metadata
from tests.server.conftest import Running
from tests.server.test_logs import uploaded
from tests.server.timelines import battle


def url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'deep' / 'er' / 'test.sqlite3'}"


def game(name: str) -> Game:
    return Game(id=name, name=name, description="", status="Completed", shared=True, created=datetime.now(UTC))


async def test_migrations_make_exactly_the_tables_of_the_code(tmp_path: Path) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    database = Database(url(tmp_path))
    await database.migrate()
    await database.migrate()
    async with database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await database.close()


async def test_sqlite_is_set_up_as_meant(tmp_path: Path) -> None:
    database = Database(url(tmp_path))
    async with database.read() as session:
        assert await session.scalar(text("PRAGMA journal_mode")) == "wal"
        assert await session.scalar(text("PRAGMA foreign_keys")) == 1
    await database.close()


async def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    database = Database(url(tmp_path))
    await database.migrate()

    async def fail() -> None:
        async with database.write() as session:
            session.add(game("half"))
            await session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    async with database.read() as session:
        assert (await session.scalars(select(Game))).all() == []
    await database.close()


async def test_writers_queue_instead_of_failing(tmp_path: Path) -> None:
    """Each reads, waits and writes: with deferred transactions all but one would fail as the database is locked."""
    database = Database(url(tmp_path))
    await database.migrate()

    async def add(number: int) -> None:
        async with database.write() as session:
            seen = len((await session.scalars(select(Game))).all())
            await asyncio.sleep(0.01)
            session.add(game(f"{number}-{seen}"))

    await asyncio.gather(*(add(number) for number in range(8)))
    async with database.read() as session:
        ids = (await session.scalars(select(Game.id))).all()
    assert sorted(one.split("-")[1] for one in ids) == [str(number) for number in range(8)]
    await database.close()


def test_what_an_answer_reports_is_committed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another connection must find an upload the moment its answer has arrived, however long the commit takes."""
    quick = server.database.write

    @asynccontextmanager
    async def slow() -> AsyncIterator[AsyncSession]:
        async with quick() as session:
            yield session
            await asyncio.sleep(0.3)

    monkeypatch.setattr(server.database, "write", slow)
    found = uploaded(server.client, battle())
    with httpx2.Client(base_url=server.client.base_url, trust_env=False) as other:
        assert other.get(f"/api/game/shared/{found}/json").status_code == 200
