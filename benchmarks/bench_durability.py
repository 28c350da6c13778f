"""What it costs that a commit is on the disk before it is acknowledged (SQLite's synchronous=FULL): short writes."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.orm import Session

from highground.server.db.engine import Database

WRITES = 300
ROW = "x" * 2000
"""About as much as a choice with its events."""


def main() -> dict[str, Any]:
    return asyncio.run(_measured())


async def _measured() -> dict[str, Any]:
    """The two take turns, write by write, so that both meet the same machine."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        databases = {how: _opened(Path(folder) / f"{how}.sqlite3", how) for how in ("full", "normal")}
        times: dict[str, list[float]] = {how: [] for how in databases}
        for database in databases.values():
            await database.do(_make)
        for _ in range(WRITES):
            for how, database in databases.items():
                began = time.perf_counter()
                await database.do(_write)
                times[how].append((time.perf_counter() - began) * 1000)
        for database in databases.values():
            await database.close()
    full, normal = times["full"], times["normal"]
    paired = [one - other for one, other in zip(full, normal, strict=True)]
    return {
        "writes": WRITES,
        "full_ms_median": round(statistics.median(full), 2),
        "full_ms_p95": round(sorted(full)[int(WRITES * 0.95)], 2),
        "normal_ms_median": round(statistics.median(normal), 2),
        "normal_ms_p95": round(sorted(normal)[int(WRITES * 0.95)], 2),
        "paired_difference_ms_median": round(statistics.median(paired), 2),
    }


def _opened(file: Path, how: str) -> Database:
    database = Database(f"sqlite+aiosqlite:///{file}")
    if how == "normal":
        assert database._one_step is not None
        event.listen(database._one_step._engine, "connect", _normal)
    return database


def _normal(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA synchronous=NORMAL")


def _make(session: Session) -> None:
    session.execute(text("CREATE TABLE choices (number INTEGER PRIMARY KEY, events TEXT)"))


def _write(session: Session) -> None:
    session.execute(text("INSERT INTO choices (events) VALUES (:events)"), {"events": ROW})
