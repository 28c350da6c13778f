"""`make faults`: what can go wrong, made to go wrong often, and the figures of it as one JSON object.

    python -m tests.faults.run [NAME[=COUNT] ...] [seed=NUMBER]

Without names all of them, which takes an hour or more. Exit status 1 where one of them failed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.conftest import REPOSITORY
from tests.faults import batches, browsers, files, fought, serving

Fault = Callable[[Path, int, int], dict[str, Any]]


def requests(folder: Path, count: int, _seed: int) -> dict[str, Any]:
    """`count` requests of each call, made from the API's description, by somebody whose login stays valid."""
    shown = folder / "statuses.json"
    more = {"HIGHGROUND_TEST_REQUESTS": str(count), "HIGHGROUND_TEST_STATUSES": str(shown)}
    run = [sys.executable, "-m", "pytest", "tests/server/test_any_request.py", "--timeout", "3600", "-x"]
    done = subprocess.run(run, env=os.environ | more, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    statuses: dict[str, int] = json.loads(shown.read_text())
    return {"requests": sum(statuses.values()), "statuses": dict(sorted(statuses.items()))}


def examples(_folder: Path, count: int, seed: int) -> dict[str, Any]:
    """Every test of examples that are made up, `count` times with others."""
    for number in range(count):
        chance = ["--hypothesis-profile", "chance", "--hypothesis-seed", str(seed + number)]
        run = [sys.executable, "-m", "pytest", "-m", "hypothesis", "--timeout", "3600", "-x", *chance]
        done = subprocess.run(
            [*run, "--ignore", "tests/server"], cwd=REPOSITORY, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-3000:]
    return {"runs": count}


def slow(folder: Path, count: int, _seed: int) -> dict[str, Any]:
    """The tests that `make test` leaves out since they take long, in Python and in a browser, `count` times."""
    python = [sys.executable, "-m", "pytest", "-m", "slow", "--timeout", "3600"]
    for _ in range(count):
        done = subprocess.run(python, cwd=REPOSITORY, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:]
        browsers.browser_tests(folder, "--grep", "@slow")
    return {"runs": count}


FAULTS: dict[str, tuple[Fault, int]] = {
    "kill": (serving.kill, 300),
    "disk": (serving.disk, 100),
    "redis": (serving.redis, 20),
    "postgresql": (serving.postgresql, 50),
    "workers": (batches.workers, 1_000),
    "cluster": (batches.cluster, 1_000),
    "requests": (requests, 50),
    "examples": (examples, 20),
    "battles": (fought.battles, 2_000),
    "rosters": (files.rosters, 20_000),
    "rule_sets": (files.rule_sets, 10_000),
    "photos": (files.photos, 2_000),
    "logs": (files.logs, 5_000),
    "keyboard": (browsers.keyboard, 1),
    "lists": (browsers.lists, 3),
    "browsers": (browsers.browsers, 1),
    "slow": (slow, 1),
}
"""Each with how often it happens."""


def chosen(arguments: list[str]) -> dict[str, int]:
    counts = {
        name: int(count) if count else FAULTS[name][1] for name, _, count in (each.partition("=") for each in arguments)
    }
    return counts or {name: count for name, (_, count) in FAULTS.items()}


def main(arguments: list[str]) -> int:
    names = [each for each in arguments if not each.startswith("seed=")]
    seed = int(next((each for each in arguments if each.startswith("seed=")), "seed=1").removeprefix("seed="))
    unknown = {each.partition("=")[0] for each in names} - FAULTS.keys()
    if unknown:
        sys.exit(f"No fault named {', '.join(sorted(unknown))}; there are: {', '.join(FAULTS)}")
    report: dict[str, Any] = {"seed": seed}
    failed: dict[str, str] = {}
    for name, count in chosen(names).items():
        sys.stderr.write(f"{name} {count} ...\n")
        began = time.monotonic()
        with TemporaryDirectory(prefix="highground-faults-") as folder:
            try:
                figures = FAULTS[name][0](Path(folder), count, seed)
                report[name] = {**figures, "seconds": round(time.monotonic() - began)}
            except Exception as error:
                traceback.print_exc()
                failed[name] = f"{type(error).__name__}: {error}"
    if failed:
        report["failed"] = failed
    sys.stdout.write(json.dumps(report, indent=2) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
