"""Before a server starts: is the database file one of ours, whole, and can it be brought up to date?

Each thing that is wrong is one sentence, and what was there stays as it was.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from highground.server.db.engine import Database, known_revisions
from highground.server.db.faults import BUSY, NEWER, fault_of
from highground.server.settings import Settings

LARGEST_CHECKED = 500_000_000
"""Bytes up to which a file is read through at each start, at some hundred megabytes a second."""
OURS = {"alembic_version", "games"}
VERSION = "SELECT version_num FROM alembic_version"
EMPTY = "{} is empty: it holds no database. Restore a backup (highground restore), or delete the file to start again."
DAMAGED = "{} is damaged. Restore a backup (highground restore --force); the file was not touched."
FOREIGN = "{} belongs to another program. Choose another folder with --data; the file was not touched."
LOCKED = "{} is in use by another program. Stop that one, then start again."


class StartError(RuntimeError):
    """The database cannot be used. Its text is a sentence."""


def prepare(settings: Settings) -> None:
    """Look at the database and bring it up to date. Raises StartError, SQLAlchemyError, OSError."""
    file = _file(settings)
    if file is not None and file.exists():
        _check(file, settings.database_wait)
    new = file is not None and not file.exists()
    try:
        asyncio.run(_migrate(settings))
    except BaseException as error:
        if file is not None and new:
            for remains in file.parent.glob(f"{file.name}*"):  # half a new database would be taken for an empty one
                remains.unlink(missing_ok=True)
        fault = fault_of(error) if isinstance(error, Exception) else None
        if fault is None:
            raise
        raise StartError(LOCKED.format(file) if fault.sentence == BUSY and file else fault.sentence) from error


def _file(settings: Settings) -> Path | None:
    """The SQLite file, None where the database is another."""
    prefix, _, path = settings.database.partition(":///")
    return Path(path) if prefix.startswith("sqlite") and path and path != ":memory:" else None


async def _migrate(settings: Settings) -> None:
    database = Database(settings.database, wait=settings.database_wait)
    try:
        await database.migrate()
    finally:
        await database.close()


def _check(file: Path, wait: float) -> None:
    """Raises StartError for a file that is none of ours, or not whole."""
    log = file.with_name(f"{file.name}-wal")
    if not file.stat().st_size and not (log.exists() and log.stat().st_size):
        raise StartError(EMPTY.format(file))
    try:
        with closing(sqlite3.connect(file, timeout=wait)) as connection:
            connection.execute("PRAGMA query_only=ON")
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            versions = {each for (each,) in connection.execute(VERSION)} if names >= OURS else set()
            whole = "ok"
            if file.stat().st_size <= LARGEST_CHECKED:
                (whole,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise StartError(LOCKED.format(file)) from error
        raise StartError(f"{file} cannot be opened: {error}.") from error
    except sqlite3.DatabaseError as error:
        raise StartError(DAMAGED.format(file)) from error
    if whole != "ok":
        raise StartError(DAMAGED.format(file))
    if names and not names >= OURS:
        raise StartError(FOREIGN.format(file))
    if versions - known_revisions():
        raise StartError(NEWER)
