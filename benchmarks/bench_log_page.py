"""The log page of a battle of 5,000 entries in a real browser: time until the board stands with its units."""

from __future__ import annotations

import itertools
import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import orjson

from benchmarks.serving import served
from highground.reports.timeline import timeline
from highground.simulation.demo import demo_battle

ENTRIES = 5_000
TIMES = 5
REPOSITORY = Path(__file__).resolve().parent.parent
PLAYWRIGHT = REPOSITORY / "web" / "node_modules" / "@playwright" / "test" / "index.mjs"


def main() -> dict[str, Any]:
    if not (REPOSITORY / "web" / "dist" / "index.html").is_file() or not PLAYWRIGHT.is_file():
        raise RuntimeError("the web app is not built: run 'make web' first")
    body = orjson.dumps(_long_battle())
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as client:
        stored = client.post("/api/logs", files={"file": ("battle.json", body)}).raise_for_status().json()
        times = _open(str(client.base_url.join(stored["url"])))
    return {
        "entries": stored["total"],
        "timeline_bytes": len(body),
        "first_useful_picture_ms": round(statistics.median(times)),
        "slowest_ms": round(max(times)),
    }


def _open(url: str) -> list[float]:
    chromium = subprocess.run([REPOSITORY / "scripts" / "find-chromium"], capture_output=True, text=True, check=True)
    opened = subprocess.run(
        ["node", REPOSITORY / "benchmarks" / "log_page.mjs", PLAYWRIGHT.as_uri(), url, str(TIMES)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "CHROMIUM_PATH": chromium.stdout.strip()},
    )
    times: list[float] = json.loads(opened.stdout)
    return times


def _long_battle() -> dict[str, Any]:
    """The demo battle with its actions repeated until there are enough."""
    answer = orjson.loads(orjson.dumps(timeline(demo_battle())))
    phases = [phase for a_round in answer["logs"]["rounds"] for turn in a_round["turns"] for phase in turn["phases"]]
    short = [list(phase["actions"]) for phase in phases]
    missing = ENTRIES - sum(map(len, short))
    for phase, actions in itertools.cycle(list(zip(phases, short, strict=True))):
        more = actions[: max(missing, 0)]
        phase["actions"].extend({**action, "id": None} for action in more)
        missing -= len(more)
        if missing <= 0:
            return dict(answer)
    raise AssertionError("the demo battle has no actions")
