"""What is done without a mouse, and in other browsers than the tests' own. The web app has to be built."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.conftest import REPOSITORY
from tests.server.databases import free_port

ROUNDS = 5


def keyboard(folder: Path, count: int, _seed: int) -> dict[str, Any]:
    """`count` battles against the computer, set up and played to their end by keys alone."""
    chromium = subprocess.run(
        [REPOSITORY / "scripts" / "find-chromium", "--shell"], capture_output=True, text=True, check=True
    )
    run = ["npm", "run", "--silent", "e2e", "--", "game-keyboard-battle", "--project", "wide"]
    more = {
        "CHROMIUM_PATH": chromium.stdout.strip(),
        "HIGHGROUND_KEYBOARD_ROUNDS": str(ROUNDS),
        "HIGHGROUND_LOG_LEVEL": "WARNING",
        "HIGHGROUND_E2E_PORT": str(free_port()),
        "HIGHGROUND_E2E_DATA": str(folder / "data"),
    }
    done = subprocess.run(
        [*run, "--repeat-each", str(count), "--workers", "1"],
        env=os.environ | more,
        cwd=REPOSITORY / "web",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    battles = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert len(battles) == count, done.stdout[-3000:]
    return {"battles": count, "played": battles}
