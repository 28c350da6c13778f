"""A worker's sign of life: a small file in the data folder, for `highground health --worker`.

A worker has no address to be asked at. The file says what it found when it last looked, and when; one that is old says
that the worker hangs or is gone.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import structlog

from highground.server.asking import machine, signs
from highground.server.health import CheckAnswer, asked_all
from highground.server.services import Services

log = structlog.get_logger("highground.worker")

EVERY = 5.0
FORGOTTEN_SECONDS = 24 * 3600.0


async def beat(services: Services, listens: Callable[[], bool]) -> None:
    """Tell every few seconds how the worker is, until cancelled. `listens`: whether it still hears of jobs."""
    file = signs(services.settings.data) / f"{machine()}-{os.getpid()}.json"
    try:
        while True:
            checks = await asked_all(services) | {"listening": "ok" if listens() else "failed"}
            await asyncio.to_thread(_write, file, checks)
            await asyncio.sleep(EVERY)
    finally:
        file.unlink(missing_ok=True)


def _write(file: Path, checks: dict[str, CheckAnswer]) -> None:
    """A worker whose disk is full goes on without: that its file gets old says enough."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        for other in file.parent.glob("*.json"):
            if time.time() - other.stat().st_mtime > FORGOTTEN_SECONDS:
                other.unlink(missing_ok=True)
        new = file.with_suffix(".new")
        new.write_text(json.dumps({"at": time.time(), "checks": checks}))
        new.replace(file)
    except OSError as error:
        log.warning("no sign of life could be given", error=str(error))
