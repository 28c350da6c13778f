"""Servers of their own processes, two people at a table, and a whole battle whose choices can be made again there.

A server with a battle seed gives every game with the same setup the same battle, so that the choices of one that was
fought here are legal in each of them.
"""

from __future__ import annotations

import gzip
import os
import secrets
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import msgspec

from benchmarks.browsing import REPOSITORY
from highground.engine.battle import Battle
from highground.engine.model import Setup
from highground.server.play.repository import encoded
from highground.simulation.players import PlayerNames

PROGRAM = [sys.executable, "-c", "from highground.cli import app; app()"]
SEED = 11
ARMIES = ("vow-2000", "fen-2000")
PASSWORD = "a long enough password"


@dataclass(frozen=True)
class Served:
    """A running server; `process` is its process id."""

    url: str
    process: int

    def cpu_seconds(self) -> float:
        """What the server's process, with all its threads, has used of the processors so far."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(folder: Path, seed: int | None = SEED, **more: str) -> Iterator[Served]:
    """`highground serve` on a free port, as a site runs it but for limits of rate and the demo battle."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(REPOSITORY),
        "HIGHGROUND_DATA": str(folder),
        "HIGHGROUND_DEMO": "0",
        "HIGHGROUND_RATE_LIMITS": "false",
        "HIGHGROUND_LOG_LEVEL": "ERROR",
        "HIGHGROUND_SOCKETS_EACH": "1000",
        **({} if seed is None else {"HIGHGROUND_BATTLE_SEED": str(seed)}),
        **more,
    }
    port = _free_port()
    with subprocess.Popen(
        [*PROGRAM, "serve", "--port", str(port)], env=environment, stdout=subprocess.DEVNULL
    ) as process:
        try:
            _wait(f"http://127.0.0.1:{port}")
            yield Served(f"http://127.0.0.1:{port}", process.pid)
        finally:
            process.terminate()


@dataclass(frozen=True)
class Pair:
    """The headers of two people who play against each other: the first owns their games."""

    headers: tuple[dict[str, str], dict[str, str]]

    def tokens(self) -> tuple[str, str]:
        first, second = (each["Authorization"].removeprefix("Bearer ") for each in self.headers)
        return first, second


def pair(client: httpx2.Client) -> Pair:
    headers = []
    for name in ("Ada", "Ben"):
        person = {"email": f"{name.lower()}@example.org", "password": PASSWORD}
        client.post("/api/auth/register", json={**person, "display_name": name}).raise_for_status()
        token = client.post("/api/auth/login", json=person).raise_for_status().json()["access_token"]
        headers.append({"Authorization": f"Bearer {token}"})
    return Pair((headers[0], headers[1]))


def game(client: httpx2.Client, people: Pair, armies: tuple[str, str] = ARMIES, controller: str = "human") -> str:
    """A game of both that has begun, before its first roll."""
    ours, theirs = people.headers
    game = {"game_name": "At the weir", "description": "", "simulation": False}
    made = client.post("/api/game/create_new_game", json=game, headers=ours).raise_for_status()
    game_id = str(made.json()["game_id"])
    for side, headers in enumerate(people.headers):
        if side == 1:
            link = client.post(f"/api/game/{game_id}/invitations", json={}, headers=ours).raise_for_status().json()
            token = str(link["url"]).rpartition("/")[2]
            client.post(f"/api/invitations/{token}", headers=theirs).raise_for_status()
        army = {"source": "sample", "id": armies[side], "player": f"Player {side}", "controller": controller}
        client.patch(f"/api/game/{game_id}/setup", json={f"army_{side}": army}, headers=headers).raise_for_status()
    shown = client.get(f"/api/game/{game_id}/setup", headers=theirs).raise_for_status().json()
    if shown["agreed"] is False:
        client.post(f"/api/game/{game_id}/setup/agreement", json={"terms": shown["terms"]}, headers=theirs)
    client.post(f"/api/game/{game_id}/start", headers=ours).raise_for_status()
    return game_id


@dataclass(frozen=True)
class Step:
    """A choice of the battle: whose and when, the body of the call that makes it, and how it is stored."""

    side: int
    round: int
    kinds: tuple[str, ...]
    body: dict[str, Any]
    record: bytes


def fought(setup: Setup, seed: int = SEED) -> list[Step]:
    """Every choice of a battle of that setup, decided by two computers."""
    battle, players, steps = Battle(setup, seed), PlayerNames()(seed), []
    while (request := battle.ask()) is not None:
        choice, number = players[request.side].choose(battle, request), battle.state.round
        battle.answer(choice)
        body = {"answer": msgspec.to_builtins(choice)}
        steps.append(Step(request.side, number, tuple(request.kinds), body, encoded(battle.records[-1])))
    return steps


class File:
    """The server's SQLite file, for what would take too long over its calls."""

    def __init__(self, folder: Path) -> None:
        self._connection = sqlite3.connect(folder / "highground.sqlite3", timeout=20)

    def setup(self, game_id: str) -> Setup:
        (packed,) = self._connection.execute("SELECT setup FROM battles WHERE game_id = ?", (game_id,)).fetchone()
        return msgspec.json.decode(gzip.decompress(packed), type=Setup)

    def copies(self, game_id: str, steps: list[Step], numbers: list[int]) -> list[str]:
        """New games like this one, each with so many of the battle's first choices made."""
        made = [secrets.token_hex(16) for _ in numbers]
        (now,) = self._connection.execute("SELECT began FROM battles WHERE game_id = ?", (game_id,)).fetchone()
        with self._connection:
            for copy, number in zip(made, numbers, strict=True):
                for table, column in (("games", "id"), ("seats", "game_id"), ("battles", "game_id")):
                    self._copy(table, column, game_id, copy)
                rows = [(copy, i, step.record, step.side + 1, now) for i, step in enumerate(steps[:number])]
                self._connection.executemany(
                    "INSERT INTO battle_choices (game_id, number, record, user_id, made) VALUES (?, ?, ?, ?, ?)", rows
                )
                self._connection.execute("UPDATE battles SET choices = ? WHERE game_id = ?", (number, copy))
        return made

    def close(self) -> None:
        self._connection.close()

    def _copy(self, table: str, column: str, game_id: str, copy: str) -> None:
        columns = [row[1] for row in self._connection.execute(f"PRAGMA table_info({table})")]
        values = ", ".join("?" if each == column else each for each in columns)
        self._connection.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE {column} = ?",
            (copy, game_id),
        )


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait(url: str) -> None:
    for _ in range(600):
        try:
            if httpx2.get(f"{url}/readyz", trust_env=False, timeout=10).status_code == 200:
                return
        except httpx2.TransportError:
            pass
        time.sleep(0.1)
    raise RuntimeError("the server does not come up")
