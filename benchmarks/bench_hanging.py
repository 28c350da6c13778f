"""Another game's answers while the computer's decision in one game hangs within one call of the rules.

A server of its own process with the usual limit of time; its player (`Hanging`) never comes back for one personality.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

from benchmarks.browsing import REPOSITORY
from benchmarks.tables import signed_in
from highground.ai.player import AiPlayer, Decision
from highground.engine.base import round_base
from highground.engine.battle import Battle
from highground.engine.prompts import Prompt
from highground.engine.table.coherency import neighbours

HANGS = "cautious"
SECONDS = 10.0
CALLS = 60
"""Rounds of calls without a decision that hangs, to compare with."""
PROGRAM = [sys.executable, "-c", "from highground.cli import app; app()"]


class Hanging(AiPlayer):
    """Hours within one compiled call, which does not give the interpreter to another thread."""

    def decide(self, battle: Battle, prompt: Prompt) -> Decision:
        if self.personality.name == HANGS:
            neighbours([(3.0 * i, 0.0) for i in range(1_000_000)], [round_base(0.5)] * 1_000_000)
        return super().decide(battle, prompt)


def main() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, _serving(Path(folder)) as client:
        signed_in(client)
        other = _Moving(client, _game(client, "human", "standard"))
        hanging = _game(client, "ai", HANGS)
        usual = [took for _ in range(CALLS) for took in other.round()]
        answered: list[dict[str, Any]] = []
        asking = threading.Thread(target=lambda: answered.append(_timed(lambda: _post(client, hanging, "ai_step"))))
        asking.start()
        time.sleep(0.5)
        meanwhile: list[float] = []
        while asking.is_alive():
            meanwhile += other.round()
        return {
            "others_while_hanging_ms": _figures(meanwhile),
            "others_otherwise_ms": _figures(usual),
            "hanging_answered_after_s": round(answered[0]["seconds"], 2),
            "hanging_rationale": answered[0]["result"]["ai_rationale"],
        }


class _Moving:
    """A game of people in a movement phase: a unit holds its position, that is looked at, and taken back."""

    def __init__(self, client: httpx2.Client, game: str) -> None:
        self._client, self._game = client, game
        state = client.get(f"/api/games/{game}/state").raise_for_status().json()
        while state["request"]["kinds"][0] != "move":
            state = self._next(state)
        self._unit = next(unit["uuid"] for unit in state["units"] if self._holds(unit["uuid"]))

    def round(self) -> list[float]:
        """Milliseconds of each call."""
        held = {"unit_uuid": self._unit, "movement_type": "stationary"}
        calls: list[Callable[[], Any]] = [
            lambda: _post(self._client, self._game, "movement_phase/finalize", held),
            lambda: self._client.get(f"/api/games/{self._game}/state").raise_for_status(),
            lambda: _post(self._client, self._game, "undo"),
        ]
        return [_timed(call)["seconds"] * 1000 for call in calls]

    def _holds(self, unit: str) -> bool:
        """Whether the unit may hold its position: it stands on the table."""
        held = {"unit_uuid": unit, "movement_type": "stationary"}
        if self._client.post(f"/api/game/{self._game}/movement_phase/finalize", json=held).status_code != 200:
            return False
        _post(self._client, self._game, "undo")
        return True

    def _next(self, state: dict[str, Any]) -> dict[str, Any]:
        kind = state["request"]["kinds"][0]
        if kind == "roll":
            return _post(self._client, self._game, "roll", {"stage": "all"})
        if kind == "zone":
            chosen = {"selecting_army_uuid": state["request"]["army_uuid"], "selected_zone_index": 0}
            return _post(self._client, self._game, "update_deployment", chosen)
        if kind in {"pass", "place"}:
            return _post(self._client, self._game, "answer", {"answer": {"choice": kind}})
        return _post(self._client, self._game, "deploy_for_me" if kind == "deploy" else "advance_phase_time")


def _timed(call: Callable[[], Any]) -> dict[str, Any]:
    began = time.perf_counter()
    result = call()
    return {"seconds": time.perf_counter() - began, "result": result}


def _post(client: httpx2.Client, game: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    return dict(client.post(f"/api/game/{game}/{path}", json=body or {}).raise_for_status().json())


def _game(client: httpx2.Client, controller: str, personality: str) -> str:
    wanted = {"game_name": controller, "description": "", "simulation": False}
    game = str(client.post("/api/game/create_new_game", json=wanted).raise_for_status().json()["game_id"])
    who = {"player": "Ada", "controller": controller, "personality": personality}
    armies = {
        f"army_{side}": {"source": "sample", "id": name, **who} for side, name in enumerate(("vow-2000", "fen-2000"))
    }
    client.patch(f"/api/game/{game}/setup", json=armies).raise_for_status()
    client.post(f"/api/game/{game}/start").raise_for_status()
    return game


def _figures(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "p50": round(statistics.median(ordered), 1),
        "p95": round(ordered[int(len(ordered) * 0.95)], 1),
        "max": round(ordered[-1], 1),
        "calls": len(ordered),
    }


@contextmanager
def _serving(folder: Path) -> Iterator[httpx2.Client]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(REPOSITORY),
        "HIGHGROUND_DATA": str(folder),
        "HIGHGROUND_DEMO": "false",
        "HIGHGROUND_RATE_LIMITS": "false",
        "HIGHGROUND_THINKING_SECONDS": str(SECONDS),
        "HIGHGROUND_THINKER_PLAYER": "benchmarks.bench_hanging:Hanging",
        "HIGHGROUND_LOG_LEVEL": "ERROR",
    }
    port = _free_port()
    url = f"http://127.0.0.1:{port}"
    with subprocess.Popen([*PROGRAM, "serve", "--port", str(port)], env=environment) as server:
        try:
            with httpx2.Client(base_url=url, timeout=60, trust_env=False) as client:
                _wait(client)
                yield client
        finally:
            server.terminate()


def _free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait(client: httpx2.Client) -> None:
    for _ in range(600):
        try:
            if client.get("/readyz").status_code == 200:
                return
        except httpx2.TransportError:
            pass
        time.sleep(0.1)
    raise RuntimeError("the server does not come up")
