"""Telling the demo battle (2,000 points a side) as a timeline, and writing it as JSON."""

from __future__ import annotations

import gzip
import statistics
import time
from typing import Any

import orjson

from highground.game.timeline.whole_log import timeline
from highground.simulation.demo import demo_battle

REPEATS = 7


def main() -> dict[str, Any]:
    log = demo_battle()
    made, dumped = [], []
    answer: Any = {}
    body = b""
    for _ in range(REPEATS):
        started = time.perf_counter()
        answer = timeline(log, "bench")
        between = time.perf_counter()
        body = orjson.dumps(answer)
        made.append(between - started)
        dumped.append(time.perf_counter() - between)
    return {
        "entries": answer["total"],
        "timeline_ms": round(statistics.median(made) * 1000, 1),
        "dump_ms": round(statistics.median(dumped) * 1000, 1),
        "megabytes": round(len(body) / 1e6, 2),
        "megabytes_gzip": round(len(gzip.compress(body, 6)) / 1e6, 2),
    }
