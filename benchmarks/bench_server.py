"""Storing and answering a battle of 5,000 log entries, over a real connection."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import orjson

from benchmarks.serving import served

ENTRIES = 5_000
ROUNDS, TURNS = 5, 2
PHASES = ("command", "movement", "shooting", "charge", "combat")
REPEATS = 15


def main() -> dict[str, Any]:
    body = orjson.dumps(_timeline())
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as client:
        started = time.perf_counter()
        stored = client.post("/api/logs", files={"file": ("battle.json", body)}).raise_for_status().json()
        upload_ms = (time.perf_counter() - started) * 1000
        path = f"/api/game/{stored['game_id']}/logs_json"
        etag = client.get(path).headers["etag"]
        return {
            "entries": stored["total"],
            "timeline_bytes": len(body),
            "upload_ms": round(upload_ms, 1),
            "full_answer_ms": _median(lambda: client.get(path)),
            "unchanged_answer_ms": _median(lambda: client.get(path, headers={"If-None-Match": etag})),
            "ten_new_entries_ms": _median(lambda: client.get(path, params={"since_id": ENTRIES - 10})),
        }


def _median(call: Callable[[], httpx2.Response]) -> float:
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        call()
        times.append((time.perf_counter() - started) * 1000)
    return round(statistics.median(times), 2)


def _timeline() -> dict[str, Any]:
    ids = iter(range(1, ENTRIES + 1))
    each = ENTRIES // (ROUNDS * TURNS * len(PHASES))
    units = [{"uuid": f"u{n}", "army_uuid": "ab"[n % 2], "name": f"Unit {n}", "location": [n, n]} for n in range(24)]
    return {
        "rounds": [
            {
                "round_number": a_round,
                "turns": [
                    {"turn_number": turn, "phases": [_phase(phase, units, each, ids) for phase in PHASES]}
                    for turn in range(1, TURNS + 1)
                ],
            }
            for a_round in range(1, ROUNDS + 1)
        ],
        "army_list": [{"uuid": "a", "name": "A"}, {"uuid": "b", "name": "B"}],
    }


def _phase(phase: str, units: list[dict[str, Any]], count: int, ids: Iterator[int]) -> dict[str, Any]:
    attacks = [{"hit_roll": {"needed": 4, "roll": 3}, "wound_roll": {"needed": 4, "roll": 5}} for _ in range(10)]
    actions = [
        {
            "id": next(ids),
            "log_type": "combat",
            "message": "Unit 3 shoots at Unit 8",
            "timestamp": "2026-01-01T00:00:00Z",
            "targets": [{"unit_name": "Unit 8", "dice_logs": [{"weapon_name": "Carbine", "attacks": attacks}]}],
        }
        for _ in range(count)
    ]
    return {"phase": phase, "actions": actions, "board_state": {"units": units}}
