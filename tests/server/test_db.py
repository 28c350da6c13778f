"""The database, SQLite and PostgreSQL: migrations, writers that queue, answers that leave after the commit."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import httpx2
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, delete, make_url, select, text
from sqlalchemy.exc import OperationalError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession
from sqlalchemy.orm import Session

from highground.server.db import engine
from highground.server.db.engine import Database, MigrationError, after_commit
from highground.server.games.tables import Game, Seat
from highground.server.logs.tables import BattleLog
from highground.server.play.tables import HostedBattle
from highground.server.settings import Settings
from highground.server.tables import metadata
from tests.server.conftest import Running
from tests.server.databases import PostgreSQL
from tests.server.migrating import migrate
from tests.server.test_logs import uploaded
from tests.server.timelines import battle


def url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'deep' / 'er' / 'test.sqlite3'}"


def game(name: str) -> Game:
    now = datetime.now(UTC)
    return Game(id=name, name=name, description="", status="Completed", shared=True, created=now, updated=now)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without tables."""
    if request.param == "sqlite":
        return url(tmp_path)
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return Settings(database_url=server.new(empty=True)).database


async def test_migrations_make_exactly_the_tables_of_the_code(empty: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    database = Database(empty)
    assert await database.behind()
    await database.migrate()
    await database.migrate()
    assert not await database.behind()
    async with database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await database.close()


def test_processes_that_start_at_once_do_not_clash(empty: str) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.server.migrating"])
    processes = [context.Process(target=migrate, args=(empty,)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0, 0, 0, 0]


async def test_a_new_file_that_another_process_is_writing_is_waited_for(tmp_path: Path) -> None:
    address = url(tmp_path)
    database = Database(address)
    other = sqlite3.connect(str(make_url(address).database), isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE being_made (id INTEGER)")
    other.execute("BEGIN IMMEDIATE")
    releasing = threading.Timer(0.3, other.rollback)
    releasing.start()
    await database.migrate()
    releasing.join()
    other.close()
    assert not await database.behind()
    await database.close()


async def test_moments_keep_their_zone(empty: str) -> None:
    database = Database(empty)
    await database.migrate()
    noon = datetime(2026, 5, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    first, second = game("g"), game("h")
    first.created, second.created = noon, noon.replace(tzinfo=None)
    async with database.write() as session:
        session.add(first)
    async with database.read() as session:
        found = await session.get_one(Game, "g")
        assert found.created == noon
        assert found.created.utcoffset() == timedelta(0)
    with pytest.raises(StatementError, match="a moment needs its zone"):
        async with database.write() as session:
            session.add(second)
    await database.close()


async def test_a_short_read_sees_what_is_committed_and_nothing_else(empty: str) -> None:
    database = Database(empty)
    await database.migrate()

    def names(session: Session) -> list[str]:
        return list(session.scalars(select(Game.name)))

    async with database.write() as session:
        session.add(game("new"))
        await session.flush()
        assert await database.ask(names) == []
    assert await asyncio.gather(*(database.ask(names) for _ in range(50))) == [["new"]] * 50
    with pytest.raises(ZeroDivisionError):
        await database.ask(lambda _: 1 / 0)
    assert await database.ask(names) == ["new"]
    await database.close()


async def test_on_sqlite_an_answer_is_kept_until_somebody_writes(tmp_path: Path) -> None:
    database, other = Database(url(tmp_path)), Database(url(tmp_path))
    await database.migrate()
    asked = 0

    def names(session: Session) -> list[str]:
        nonlocal asked
        asked += 1
        return sorted(session.scalars(select(Game.name)))

    assert [await database.ask(names, key="names") for _ in range(5)] == [[]] * 5
    assert asked == 1
    for number, writer in enumerate((database, other), 2):
        async with writer.write() as session:
            session.add(game(f"by {number}"))
            await session.flush()
            await database.ask(names, key="names")
            assert asked == number - 1, "nothing is committed yet"
        assert f"by {number}" in await database.ask(names, key="names")
        assert asked == number
    with pytest.raises(ZeroDivisionError):
        await database.ask(lambda _: 1 / 0, key="broken")
    assert await database.ask(lambda _: "whole", key="broken") == "whole"
    await database.close()
    await other.close()


async def test_on_sqlite_an_answer_that_a_change_overtakes_is_not_kept(tmp_path: Path) -> None:
    database = Database(url(tmp_path))
    await database.migrate()
    reading, written = threading.Event(), threading.Event()

    def slow(session: Session) -> list[str]:
        found = list(session.scalars(select(Game.name)))
        reading.set()
        written.wait(10)
        return found

    first = asyncio.create_task(database.ask(slow, key="names"))
    await asyncio.to_thread(reading.wait, 10)
    async with database.write() as session:
        session.add(game("new"))
    written.set()
    assert await first == []
    assert await database.ask(slow, key="names") == ["new"]
    await database.close()


async def test_on_sqlite_a_short_read_can_write_nothing(tmp_path: Path) -> None:
    database = Database(url(tmp_path))
    await database.migrate()
    with pytest.raises(OperationalError, match="readonly"):
        await database.ask(lambda session: session.execute(delete(Game)).rowcount)  # type: ignore[attr-defined]
    await database.close()


async def test_a_migration_of_sqlite_keeps_the_rows_that_refer_to_an_altered_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite alters by dropping the table; with its foreign keys on, the drop would delete all that refers to it."""
    database = Database(url(tmp_path))
    await database.migrate()
    async with database.write() as session:
        session.add(game("kept"))
        await session.flush()
        session.add(BattleLog(game_id="kept", answer=b"x", etag="x", total=1))

    def again(connection: Connection) -> None:
        for statement in (
            "CREATE TABLE other AS SELECT * FROM games",
            "DROP TABLE games",
            "CREATE TABLE games AS SELECT * FROM other",
            "CREATE UNIQUE INDEX by_id ON games(id)",
            "DROP TABLE other",
        ):
            connection.exec_driver_sql(statement)

    monkeypatch.setattr(engine, "_upgrade", again)
    await database.migrate()
    async with database.read() as session:
        assert await session.scalar(select(BattleLog.game_id)) == "kept"
    monkeypatch.setattr(engine, "_upgrade", lambda connection: connection.exec_driver_sql("DELETE FROM games"))
    with pytest.raises(MigrationError, match="1 rows would refer to nothing, the first in table battle_logs"):
        await database.migrate()
    async with database.read() as session:
        assert await session.scalar(select(Game.id)) == "kept"
    await database.close()


async def test_what_waits_for_the_commit_sees_it_and_is_dropped_with_it(empty: str) -> None:
    database = Database(empty)
    await database.migrate()
    seen: list[str | None] = []

    async def look() -> None:
        async with database.read() as other:
            seen.append(await other.scalar(select(Game.id)))

    async with database.write() as session:
        session.add(game("new"))
        after_commit(session, look)
    assert seen == ["new"]

    async def fail() -> None:
        async with database.write() as session:
            after_commit(session, look)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert seen == ["new"]
    await database.close()


async def test_sqlite_is_set_up_as_meant(tmp_path: Path) -> None:
    database = Database(url(tmp_path))
    async with database.read() as session:
        assert await session.scalar(text("PRAGMA journal_mode")) == "wal"
        assert await session.scalar(text("PRAGMA foreign_keys")) == 1
        assert await session.scalar(text("PRAGMA synchronous")) == 2  # FULL: a commit is on the disk when it answers
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


def to(revision: str) -> Callable[[Connection], None]:
    """What brings a database to a revision."""

    def run(connection: Connection) -> None:
        config = engine._config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)

    return run


async def bare_games(connection: AsyncConnection, *names: str) -> None:
    now = "'2026-01-01 00:00:00'"
    for name in names:
        await connection.execute(
            text(
                "INSERT INTO games (id, name, description, simulation, status, shared, created, updated) "
                f"VALUES ('{name}', 'x', '', false, 'In progress', false, {now}, {now})"
            )
        )


async def test_games_from_before_summaries_tell_their_armies(empty: str) -> None:
    database = Database(empty)
    async with database.engine.begin() as connection:
        await connection.run_sync(to("0010"))
        await bare_games(connection, "chosen", "bare")
        army = '{"name": "River guard", "controller": "ai"}'
        seat = text("INSERT INTO seats (game_id, side, army) VALUES ('chosen', 1, :army)")
        await connection.execute(seat, {"army": army})
    await database.migrate()
    async with database.read() as session:
        found = {game.id: game.summary for game in (await session.scalars(select(Game))).all()}
    assert found == {
        "chosen": {"begun": False, "armies": ["", "River guard"], "computer": [False, True]},
        "bare": None,
    }
    await database.close()


async def test_games_against_a_level_that_is_gone_go_on_against_the_one_that_took_its_place(empty: str) -> None:
    database = Database(empty)
    armies: list[dict[str, Any]] = [
        {"name": "The captain's own", "level": "captain", "seconds": 0.5},
        {"name": "Captain", "level": "regular"},
    ]
    async with database.engine.begin() as connection:
        await connection.run_sync(to("0018"))
        await bare_games(connection, "against")
        battle = text(
            "INSERT INTO battles (game_id, setup, seed, control, physical, own_dice, hand_agreed, revision, choices, "
            "undone, began) "
            "VALUES ('against', :setup, '1', :control, false, false, false, 0, 0, 0, '2026-01-01 00:00:00')"
        )
        await connection.execute(battle, {"setup": b"{}", "control": json.dumps(armies)})
        seat = text("INSERT INTO seats (game_id, side, army) VALUES ('against', :side, :army)")
        for side, army in enumerate([*map(json.dumps, armies), None]):
            await connection.execute(seat, {"side": side, "army": army})
    await database.migrate()
    levelled = [{**armies[0], "level": "strongest"}, armies[1]]
    async with database.read() as session:
        (control,) = (await session.scalars(select(HostedBattle.control))).all()
        seats = (await session.scalars(select(Seat.army).order_by(Seat.side))).all()
    assert (control, seats) == (levelled, [*levelled, None])
    await database.close()
