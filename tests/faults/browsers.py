"""What is done without a mouse, and in other browsers than the tests' own. The web app has to be built."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.army_rules import COLLECTED
from highground.rosters import read_roster
from tests.conftest import REPOSITORY
from tests.faults.serving import process
from tests.server import sites
from tests.server.databases import free_port
from tests.server.people import registered

ROUNDS = 5
SEED = "11"
LONGEST = 600
"""Seconds that a walk takes at most."""
SIZES = ("wide", "phone")


def keyboard(folder: Path, count: int, _seed: int) -> dict[str, Any]:
    """`count` battles against the computer, set up and played to their end by keys alone."""
    battles = _spec(folder, "game-keyboard-battle", count, HIGHGROUND_KEYBOARD_ROUNDS=str(ROUNDS))
    assert len(battles) == count, battles
    return {"battles": count, "played": battles}


def lists(folder: Path, count: int, _seed: int) -> dict[str, Any]:
    """Collected lists of `count` factions, each from its upload to the end of a battle, with the rules that it has."""
    chosen = _collected()[:count]
    if not chosen:
        return {"lists": 0, "why": "there are no collected lists"}
    there = folder / "lists"
    there.mkdir()
    for path in chosen:
        shutil.copy(path, there)
    battles = _spec(folder, "lists.spec", 1, HIGHGROUND_LISTS=str(there))
    assert len(battles) == len(chosen), battles
    return {"lists": len(battles), "played": battles}


def _collected() -> list[Path]:
    """Files of lists that can fight, one a faction, the smallest first."""
    found: dict[str, tuple[int, Path]] = {}
    for path in sorted((COLLECTED / "40k-10e").glob("*")):
        army = read_roster(path.read_bytes(), path.stem).army
        size = sum(unit.points for unit in army.units)
        if army.playable and army.detachment and size < found.get(army.faction, (size + 1, path))[0]:
            found[army.faction] = size, path
    return [path for _, path in sorted(found.values())]


def _spec(folder: Path, name: str, count: int, **settings: str) -> list[Any]:
    """Plays a browser test `count` times, and gives what it printed of each battle."""
    wanted = [name, "--project", "wide", "--repeat-each", str(count), "--workers", "1"]
    printed = browser_tests(folder, *wanted, **settings)
    return [json.loads(line) for line in printed.splitlines() if line.startswith("{")]


def browser_tests(folder: Path, *wanted: str, **settings: str) -> str:
    """What the browser tests print that Playwright's arguments choose. AssertionError where one of them fails."""
    chromium = subprocess.run(
        [REPOSITORY / "scripts" / "find-chromium", "--shell"], capture_output=True, text=True, check=True
    )
    more = {
        "CHROMIUM_PATH": chromium.stdout.strip(),
        "HIGHGROUND_LOG_LEVEL": "WARNING",
        "HIGHGROUND_E2E_PORT": str(free_port()),
        "HIGHGROUND_E2E_DATA": str(folder / "data"),
        **settings,
    }
    done = subprocess.run(
        ["npm", "run", "--silent", "e2e", "--", *wanted],
        env=os.environ | more,
        cwd=REPOSITORY / "web",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    return done.stdout


def browsers(folder: Path, count: int, _seed: int) -> dict[str, Any]:
    """Set-up, a turn by direct manipulation and the timeline in Firefox and WebKit, `count` times.

    Once with a mouse, once on a phone's size with a finger.
    """
    settings = {"HIGHGROUND_DEMO": "1", "HIGHGROUND_BATTLE_SEED": SEED}
    with process(folder, free_port(), **settings) as (client, _), _webkit_driver() as driver:
        where = str(client.base_url).rstrip("/"), registered(client).token
        programs = (("firefox", _found("firefox-esr", "firefox"), "-"), ("webkit", _mini_browser(), driver))
        walked = [_walk(*each, *where, size) for _ in range(count) for each in programs for size in SIZES]
    assert not any(each["errors"] for each in walked), walked
    return {"walks": [{"browser": each["browser"], "steps": each["done"]} for each in walked]}


def _found(*names: str) -> str:
    """The first of these programs that is there."""
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, f"{names[0]} was not found: apt-get install firefox-esr webkit2gtk-driver xvfb"
    return found


def _mini_browser() -> str:
    """WebKit's own browser, which its driver drives; Debian keeps it beside the library."""
    places = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    assert places, "MiniBrowser was not found: apt-get install webkit2gtk-driver"
    return str(places[-1])


@contextmanager
def _webkit_driver() -> Iterator[str]:
    """The address of WebKit's driver, on a screen that nobody sees."""
    port = free_port()
    run = [_found("xvfb-run"), "-a", "-s", "-screen 0 1800x1400x24", _found("WebKitWebDriver"), f"--port={port}"]
    with subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as running:
        try:
            sites.until(lambda: _answers(port), 30)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(running.pid, signal.SIGTERM)


def _answers(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def _walk(*values: str) -> dict[str, Any]:
    script = REPOSITORY / "web" / "walk" / "walk.mjs"
    done = subprocess.run(["node", script, *values], capture_output=True, text=True, timeout=LONGEST, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found
