"""Dragging a unit of twenty among two hundred miniatures looking ahead as it goes, in a browser slowed four times.

The budget is fifty frames a second and no frame above fifty milliseconds.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.browsing import browsed
from benchmarks.serving import served
from benchmarks.tables import crowded_game, signed_in

SLOWDOWN = 4


def main() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as client:
        token = signed_in(client)
        game = crowded_game(client)
        seen = browsed("drag.mjs", str(client.base_url).rstrip("/"), game, token, SLOWDOWN)
    frames = sorted(seen["frames"])
    return {
        "slowdown": SLOWDOWN,
        "miniatures": seen["miniatures"],
        "pointer_moves": seen["moves"],
        "frames_per_second": round(1000 / statistics.mean(frames), 1),
        "median_frame_ms": round(statistics.median(frames), 1),
        "main_thread_ms_per_frame": round(seen["busy_ms"] / len(frames), 1),
        "slowest_frame_ms": round(frames[-1], 1),
        "frames_above_50_ms": sum(frame > 50 for frame in frames),
    }
