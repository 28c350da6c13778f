"""How long a call holds SQLite's write lock: from the return of BEGIN IMMEDIATE to that of COMMIT or ROLLBACK.

Choices at the end of a battle of 2,000 points a side and its last one, taking back, photos and a board calibration of
12 megapixels, the largest roster, a log. The server runs in this process, one call after the other; what its jobs write
counts for the call that began them.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
from sqlalchemy import Connection, Engine, event

from benchmarks.bench_rosters import largest
from benchmarks.live import SEED, File, Pair, Step, fought, game, pair
from benchmarks.serving import served
from highground.engine.log import dump
from highground.server.db.engine import Database
from highground.simulation.demo import demo_battle
from highground.vision.evaluation import read_truth, write_tables

CHOICES, TIMES = 60, 3
"""Choices before the battle's end, and how often everything is done."""
JOB_SECONDS = 120.0
STARTING = "starting"
"""Before any call: the tables are made, which takes the longest and holds nobody up."""


class Holds:
    """Milliseconds for which the lock was held, by what was being called."""

    def __init__(self) -> None:
        self.calls: dict[str, list[float]] = {}
        self._now = STARTING
        self._since: dict[int, float] = {}
        self._guard = threading.Lock()

    def during(self, name: str, work: Callable[[], Any]) -> Any:
        self._now = name
        try:
            return work()
        finally:
            self._now = "otherwise"

    def watch(self) -> None:
        """Every database that is opened from now on, for as long as this process runs."""
        prepare, holds = Database._listen, self

        def listen(database: Database, engine: Engine) -> None:
            prepare(database, engine)
            event.listen(engine, "begin", holds._begun)
            dialect: Any = engine.dialect
            for name in ("do_commit", "do_rollback"):
                setattr(dialect, name, holds._ending(getattr(dialect, name)))

        setattr(Database, "_listen", listen)  # noqa: B010 - which the type checker takes for a mistake

    def _begun(self, connection: Connection) -> None:
        if connection.get_execution_options().get("begin") == "IMMEDIATE":
            self._since[id(connection.connection.dbapi_connection)] = time.perf_counter()

    def _ending(self, end: Callable[[Any], None]) -> Callable[[Any], None]:
        def ended(connection: Any) -> None:
            end(connection)
            since = self._since.pop(id(getattr(connection, "dbapi_connection", connection)), None)
            if since is not None:
                with self._guard:
                    self.calls.setdefault(self._now, []).append((time.perf_counter() - since) * 1000)

        return ended


def main() -> dict[str, Any]:
    holds, began = Holds(), os.getloadavg()[0]
    holds.watch()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), rate_limits=False, battle_seed=SEED) as client,
    ):
        people = holds.during("registering", lambda: pair(client))
        first = holds.during("preparing", lambda: game(client, people))
        client.headers.update(people.headers[0])
        _battles(holds, client, people, Path(folder), first)
        _photos(holds, client, first, Path(folder) / "photos")
        _uploads(holds, client)
    return {
        "longest_ms": round(max(each for name, held in holds.calls.items() if name != STARTING for each in held), 1),
        "load_before": round(began, 1),
        "calls": {
            name: {
                "transactions": len(held),
                "median_ms": round(statistics.median(held), 1),
                "longest_ms": round(max(held), 1),
            }
            for name, held in sorted(holds.calls.items())
        },
    }


def _battles(holds: Holds, client: httpx2.Client, people: Pair, folder: Path, first: str) -> None:
    file = File(folder)
    steps = fought(file.setup(first))
    games = file.copies(first, steps, [len(steps) - CHOICES] * TIMES)
    file.close()
    for game_id in games:
        for step in steps[len(steps) - CHOICES : -1]:
            holds.during("choice", lambda: _chosen(client, people, game_id, step))  # noqa: B023
        asked, answered = people.headers if steps[-2].side == 0 else reversed(people.headers)
        url = f"/api/game/{game_id}"
        holds.during("undo_request", lambda: _post(client, f"{url}/undo_request", {}, asked))  # noqa: B023
        holds.during("undo_answer", lambda: _post(client, f"{url}/undo_answer", {"agree": True}, answered))  # noqa: B023
        holds.during("choice", lambda: _chosen(client, people, game_id, steps[-2]))  # noqa: B023
        holds.during("last choice", lambda: _chosen(client, people, game_id, steps[-1]))  # noqa: B023


def _chosen(client: httpx2.Client, people: Pair, game_id: str, step: Step) -> None:
    _post(client, f"/api/game/{game_id}/answer", step.body, people.headers[step.side])


def _photos(holds: Holds, client: httpx2.Client, game_id: str, folder: Path) -> None:
    write_tables(folder, TIMES, SEED, (4000, 3000), camera_moves=False)
    url = f"/api/game/{game_id}"
    for truth in read_truth(folder):
        sent = [("photo.jpg", (folder / name).read_bytes()) for name in (truth.empty, truth.full)]
        empty, full = (
            holds.during("photo", lambda: client.post(f"{url}/photos", files={"file": each})).raise_for_status().json()  # noqa: B023
            for each in sent
        )
        board = {"image_id": empty["image_id"]}
        holds.during("calibration", lambda: _post(client, f"{url}/camera/calibration", board))  # noqa: B023
        table = {"image_id": full["image_id"]}
        holds.during("reading a photo", lambda: _read(client, url, table))  # noqa: B023


def _read(client: httpx2.Client, url: str, photo: dict[str, Any]) -> None:
    """Until the job is over."""
    job, until = _post(client, f"{url}/process_game_state", photo)["job_id"], time.monotonic() + JOB_SECONDS
    while time.monotonic() < until:
        status = client.get(f"/api/jobs/{job}").raise_for_status().json()["state"]
        if status not in {"waiting", "running"}:
            return
        time.sleep(0.2)
    raise RuntimeError("the photo is not read in time")


def _uploads(holds: Holds, client: httpx2.Client) -> None:
    roster, _ = largest()
    log = dump(demo_battle())
    for _ in range(TIMES):
        for name, path, file in (
            ("roster", "/api/upload_list", ("roster.json", roster)),
            ("log", "/api/logs", ("battle.json", log)),
        ):
            holds.during(name, lambda: client.post(path, files={"file": file})).raise_for_status()  # noqa: B023


def _post(
    client: httpx2.Client, path: str, body: dict[str, Any], headers: dict[str, str] | None = None
) -> dict[str, Any]:
    return dict(client.post(path, json=body, headers=headers).raise_for_status().json())
