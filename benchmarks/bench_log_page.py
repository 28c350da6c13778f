"""The log page of a battle of 5,000 entries in a real browser: time until the board stands with its units."""

from __future__ import annotations

import itertools
import statistics
import tempfile
from pathlib import Path
from typing import Any

import orjson

from benchmarks.browsing import browsed
from benchmarks.serving import served
from highground.game.timeline.whole_log import timeline
from highground.simulation.demo import demo_battle

ENTRIES = 5_000
TIMES = 5


def main() -> dict[str, Any]:
    body = orjson.dumps(_long_battle())
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), open_upload_limit=2 * len(body)) as client:
        stored = client.post("/api/logs", files={"file": ("battle.json", body)}).raise_for_status().json()
        times = browsed("log_page.mjs", client.base_url.join(stored["url"]), TIMES)
    return {
        "entries": stored["total"],
        "timeline_bytes": len(body),
        "first_useful_picture_ms": round(statistics.median(times["opened"])),
        "slowest_ms": round(max(times["opened"])),
        "step_ms_median": round(statistics.median(times["stepped"]), 1),
        "step_ms_slowest": round(max(times["stepped"]), 1),
    }


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
