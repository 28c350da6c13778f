"""Playing at /game/{id}/view: a choice from click to the new state drawn, the main thread's time for a step of the
computer, opening a late game, the whole state.
"""

from __future__ import annotations

import gzip
import itertools
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2
import orjson

from benchmarks.browsing import browsed
from benchmarks.serving import served
from benchmarks.tables import crowded_game, full_game, late_game, signed_in

SAMPLES = 100
STEPS = 80
OPENINGS = 7
STATES = 50
ENTRIES = 3_000


def main() -> dict[str, Any]:
    files: dict[str, Path] = {}
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), files=files) as client:
        token, base = signed_in(client), str(client.base_url).rstrip("/")
        crowded, late = crowded_game(client), late_game(client)
        choices = sorted(browsed("play.mjs", base, token, "choices", crowded, SAMPLES))
        log = Path(folder) / "log.json"
        steps = browsed("play.mjs", base, token, "steps", full_game(client), STEPS)
        entries = _long_log(client, late, log)
        files[f"/api/game/{late}/logs_json"] = log
        openings = browsed("play.mjs", base, token, "opening", late, OPENINGS)
        files.clear()
        return {
            "choices": len(choices),
            "choice_ms_median": round(statistics.median(choices), 1),
            "choice_ms_p95": round(choices[int(len(choices) * 0.95)], 1),
            **steps,
            "log_entries_opened": entries,
            "opening_ms_median": round(statistics.median(openings)),
            "opening_ms_slowest": max(openings),
            **_whole_state(client, late),
        }


def _long_log(client: httpx2.Client, game: str, file: Path) -> int:
    """The game's own log with its actions repeated until there are enough; how many there are."""
    answer = client.get(f"/api/game/{game}/logs_json").raise_for_status().json()
    phases = [phase for a_round in answer["logs"]["rounds"] for turn in a_round["turns"] for phase in turn["phases"]]
    short = [list(phase["actions"]) for phase in phases]
    total = sum(map(len, short))
    for phase, actions in itertools.cycle(list(zip(phases, short, strict=True))):
        if total >= ENTRIES:
            break
        phase["actions"] += actions
        total += len(actions)
    answer["total"] = total
    file.write_bytes(orjson.dumps(answer))
    return total


def _whole_state(client: httpx2.Client, game: str) -> dict[str, Any]:
    times = []
    for _ in range(STATES):
        began = time.perf_counter()
        answer = client.get(f"/api/games/{game}/state", headers={"Accept-Encoding": "gzip"}).raise_for_status()
        times.append((time.perf_counter() - began) * 1000)
    return {
        "state_kb": round(len(answer.content) / 1000, 1),
        "state_gzip_kb": round(len(gzip.compress(answer.content, 6)) / 1000, 1),
        "state_ms_median": round(statistics.median(times), 1),
        "state_ms_p95": round(sorted(times)[int(STATES * 0.95)], 1),
    }
