"""The landing page in a real browser whose processor is slowed down four times: largest paint, script, layout shift."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2

from benchmarks.browsing import browsed
from benchmarks.serving import served

SLOWDOWN = 4
TIMES = 5
SIZES = {"wide": (1440, 900), "phone": (390, 844)}


def main() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), demo=True) as client:
        await_demo(client)
        return {
            "cpu_slowdown": SLOWDOWN,
            **{name: _figures(str(client.base_url), *size) for name, size in SIZES.items()},
        }


def await_demo(client: httpx2.Client) -> None:
    """The demo battle is fought once, at a server's first start."""
    for _ in range(600):
        if client.get("/api/game/shared/demo/json").status_code == 200:
            return
        time.sleep(0.2)
    raise RuntimeError("the demo battle was not stored within two minutes")


def _figures(url: str, width: int, height: int) -> dict[str, Any]:
    runs = _open(url, width, height)
    paints = [run["paint"] for run in runs]
    return {
        "largest_paint_ms": round(statistics.median(paints)),
        "largest_paint_slowest_ms": round(max(paints)),
        "largest_paint_element": runs[0]["element"],
        "live_board_ms": round(statistics.median(run["board"] for run in runs)),
        "layout_shift": round(max(run["shift"] for run in runs), 4),
        "initial_script_gzip_kb": round(max(run["initial"] for run in runs) / 1000, 1),
        "replay_data_gzip_kb": round(max(run["replay"] for run in runs) / 1000, 1),
        "script_with_board_gzip_kb": round(max(run["all"] for run in runs) / 1000, 1),
    }


def _open(url: str, width: int, height: int) -> list[dict[str, Any]]:
    runs: list[dict[str, Any]] = browsed("landing.mjs", url, TIMES, SLOWDOWN, width, height)
    return runs
