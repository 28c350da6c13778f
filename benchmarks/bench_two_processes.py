"""Choices of one game that go to two servers in turn, on PostgreSQL and Redis, against all of them on one.

Both games have the same battle of 2,000 points a side, from its first choice on; each choice is made in the one and
then in the other. A server that has not made a choice itself takes it in from the database before it makes the next.
"""

from __future__ import annotations

import gzip
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2
import msgspec

from benchmarks.live import SEED, Pair, Step, fought, game, pair
from highground.engine.model import Setup
from tests.server.databases import awaited, execute, postgresql, redis
from tests.server.sites import many

CHOICES, WARM = 200, 20
"""Choices of each game, and those of them that are not counted."""


def main() -> dict[str, Any]:
    load = os.getloadavg()[0]
    with (
        tempfile.TemporaryDirectory() as folder,
        postgresql(Path(folder)) as databases,
        redis(Path(folder)) as messages,
    ):
        url = databases.new(empty=True)
        data = Path(folder) / "data"
        with (
            many(data, url, messages, HIGHGROUND_BATTLE_SEED=str(SEED)) as site,
            site.client(0) as first,
            site.client(1) as second,
        ):
            people = pair(first)
            alternating, single = game(first, people), game(first, people)
            steps = fought(_setup(url, single))[:CHOICES]
            times = _played(steps, people, (first, second), alternating, single)
    return _figures(*times) | {"load_before": round(load, 1)}


def _setup(url: str, game_id: str) -> Setup:
    ((packed,),) = awaited(execute(url, f"SELECT setup FROM battles WHERE game_id = '{game_id}'"))
    assert isinstance(packed, bytes)
    return msgspec.json.decode(gzip.decompress(packed), type=Setup)


def _played(
    steps: list[Step], people: Pair, servers: tuple[httpx2.Client, httpx2.Client], alternating: str, single: str
) -> tuple[list[float], list[float]]:
    """Milliseconds of each choice: in turn, and all on one."""
    both: list[float] = []
    one: list[float] = []
    for number, step in enumerate(steps):
        both.append(_chosen(servers[number % 2], people, alternating, step))
        one.append(_chosen(servers[0], people, single, step))
    return both[WARM:], one[WARM:]


def _chosen(client: httpx2.Client, people: Pair, game_id: str, step: Step) -> float:
    began = time.perf_counter()
    answer = client.post(f"/api/game/{game_id}/answer", json=step.body, headers=people.headers[step.side])
    took = (time.perf_counter() - began) * 1000
    answer.raise_for_status()
    return took


def _figures(both: list[float], one: list[float]) -> dict[str, Any]:
    return {
        "choices": len(both),
        "in_turn_ms_median": round(statistics.median(both), 1),
        "in_turn_ms_p95": round(sorted(both)[int(len(both) * 0.95)], 1),
        "on_one_ms_median": round(statistics.median(one), 1),
        "on_one_ms_p95": round(sorted(one)[int(len(one) * 0.95)], 1),
        "difference_ms_median": round(statistics.median(a - b for a, b in zip(both, one, strict=True)), 1),
    }
