"""A real browser for the benches that need one, driven by a script of this folder."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent
PLAYWRIGHT = REPOSITORY / "web" / "node_modules" / "@playwright" / "test" / "index.mjs"


def browsed(script: str, *values: object) -> Any:
    """What a script prints as JSON, given Playwright's module and then `values`. RuntimeError with no web app."""
    if not (REPOSITORY / "web" / "dist" / "index.html").is_file() or not PLAYWRIGHT.is_file():
        raise RuntimeError("the web app is not built: run 'make web' first")
    chromium = subprocess.run([REPOSITORY / "scripts" / "find-chromium"], capture_output=True, text=True, check=True)
    done = subprocess.run(
        ["node", REPOSITORY / "benchmarks" / script, PLAYWRIGHT.as_uri(), *map(str, values)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "CHROMIUM_PATH": chromium.stdout.strip()},
    )
    return json.loads(done.stdout)
