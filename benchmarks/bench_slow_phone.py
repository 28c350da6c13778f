"""Public pages on a phone four times as slow as this machine, on a line of 1.6 Mbit/s: largest paint, weight."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.bench_landing import await_demo
from benchmarks.browsing import browsed
from benchmarks.serving import served

SLOWDOWN = 4
LATENCY_MS = 150
BYTES_PER_SECOND = 200_000
TIMES = 5
PAGES = {
    "landing": ("/", "[data-moment] .unit"),
    "shared_report": ("/shared/demo/logs", "svg [aria-label*=' left']"),
}
"""Each page's path, and what stands on it once it can be used."""


def main() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), demo=True) as client:
        await_demo(client)
        replay = client.get("/api/game/shared/demo/brief")
        parts = [part for page in PAGES.values() for part in page]
        url = str(client.base_url).rstrip("/")
        runs = browsed("slow_phone.mjs", url, TIMES, SLOWDOWN, LATENCY_MS, BYTES_PER_SECOND, *parts)
        return {
            "cpu_slowdown": SLOWDOWN,
            "line_mbit_per_second": BYTES_PER_SECOND * 8 / 1e6,
            "line_latency_ms": LATENCY_MS,
            "replay_gzip_kb": round(int(replay.headers["content-length"]) / 1000, 1),
            **{name: _figures(runs[path]) for name, (path, _) in PAGES.items()},
        }


def _figures(runs: list[dict[str, Any]]) -> dict[str, Any]:
    paints = [run["paint"] for run in runs]
    return {
        "largest_paint_ms": round(statistics.median(paints)),
        "largest_paint_slowest_ms": round(max(paints)),
        "largest_paint_element": f"{runs[0]['element']}: {runs[0]['text']}",
        "first_paint_ms": round(statistics.median(run["first"] for run in runs)),
        "board_ms": round(statistics.median(run["usable"] for run in runs)),
        "layout_shift": round(max(run["shift"] for run in runs), 4),
        "weight_kb": round(max(run["total"] for run in runs) / 1000),
        "weights_kb": {kind: round(weight / 1000) for kind, weight in sorted(runs[0]["weights"].items())},
    }
