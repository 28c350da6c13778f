"""Work for jobs in tests. Each request is JSON."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from highground.server.jobs.kinds import JobError, JobKind, ReportProgress
from tests.server.minds import spin


def quick(request: bytes, report: ReportProgress) -> dict[str, Any]:
    report(0.5, "half of it")
    return {"asked": json.loads(request), "process": os.getpid()}


def slow(request: bytes, report: ReportProgress) -> str:
    """Takes `seconds`, telling how far it is."""
    seconds, started = json.loads(request)["seconds"], time.monotonic()
    while (share := (time.monotonic() - started) / seconds) < 1:
        report(share, f"{share:.0%} slept")
        time.sleep(0.02)
    return "slept"


def stuck(request: bytes, report: ReportProgress) -> None:
    """Never ends and never says a word; its own process and a child's are named in the file `pids`."""
    child = subprocess.Popen(["sleep", "600"])
    Path(json.loads(request)["pids"]).write_text(f"{os.getpid()} {child.pid}")
    while True:
        pass


def deaf(request: bytes, report: ReportProgress) -> None:
    """Hours within one call of the rules; compiled, it lets no other thread of its process run."""
    Path(json.loads(request)["pids"]).write_text(str(os.getpid()))
    spin()


def endless(request: bytes, report: ReportProgress) -> None:
    spin()


def refuse(request: bytes, report: ReportProgress) -> None:
    raise JobError("The armies are empty.")


def fail(request: bytes, report: ReportProgress) -> None:
    raise ValueError("the secret of the house")


def die(request: bytes, report: ReportProgress) -> None:
    os._exit(3)


def count(request: bytes, report: ReportProgress) -> list[int]:
    """A part: its numbers, for each of which it takes `seconds`; `refused` is one that it cannot do."""
    part = json.loads(request)
    for done, number in enumerate(range(part["first"], part["first"] + part["size"])):
        if number == part["whole"].get("refused"):
            raise JobError(f"Number {number} cannot be counted.")
        report(done / part["size"], "")
        time.sleep(part["whole"]["seconds"])
    return list(range(part["first"], part["first"] + part["size"]))


def where(request: bytes, report: ReportProgress) -> list[int]:
    """A part: the process that does it."""
    time.sleep(json.loads(request)["whole"].get("seconds", 0))
    return [os.getpid()]


def counted(request: bytes, parts: Sequence[bytes], seconds: float) -> dict[str, Any]:
    """All parts' numbers."""
    numbers = [number for part in parts for number in json.loads(part)]
    return {"asked": json.loads(request), "numbers": numbers, "seconds": seconds}


KINDS = {name: JobKind(f"{__name__}:{name}", 60) for name in ("quick", "slow", "refuse", "fail", "die")}
KINDS["stuck"] = JobKind(f"{__name__}:stuck", 1.5)
KINDS["deaf"] = JobKind(f"{__name__}:deaf", 1.5)
for name in ("count", "where"):
    KINDS[name] = JobKind(f"{__name__}:{name}", 60, gather=f"{__name__}:counted", unit="numbers")
