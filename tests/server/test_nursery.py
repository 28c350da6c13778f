"""Processes of the nursery are processes of the command line: by what they have, say and end with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.server import nursery
from tests.server.sites import PROGRAM

VARIABLES = {"HIGHGROUND_PORT": "1", "PYTHONFAULTHANDLER": "1"}


def show() -> None:
    """What such a process finds around it."""
    handler = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    found = [dict(os.environ), sys.argv[1:], os.getcwd(), os.getppid(), os.getpgrp(), handler, threads()]
    sys.stdout.write(json.dumps(found))
    sys.exit(7)


def linger() -> None:
    while True:
        signal.pause()


def threads() -> int:
    return len(os.listdir("/proc/self/task"))


def test_it_says_and_ends_with_what_a_fresh_process_does() -> None:
    command = [*PROGRAM, "health"]
    fresh = subprocess.run(command, capture_output=True, text=True, env=VARIABLES, cwd=REPOSITORY, check=False)
    forked = nursery.run(VARIABLES, "health")
    assert fresh.stderr.startswith("No server answers at http://127.0.0.1:1")
    assert (forked.returncode, forked.stdout, forked.stderr) == (fresh.returncode, fresh.stdout, fresh.stderr)


def test_it_has_its_own_environment_and_arguments(tmp_path: Path) -> None:
    with (tmp_path / "said").open("w") as said:
        program = f"{__name__}:show"
        child = nursery.start(VARIABLES, "--port", "1", program=program, stdout=said.fileno())
        assert child.wait(30) == 7
    environment, arguments, folder, parent, group, interrupts, number = json.loads((tmp_path / "said").read_text())
    assert (environment, arguments, folder) == (VARIABLES, ["--port", "1"], str(REPOSITORY))
    assert (parent != os.getpid(), group, interrupts, number) == (True, os.getpgrp(), True, 1)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_it_is_ended_by_signals(number: signal.Signals) -> None:
    child = nursery.start(VARIABLES, program=f"{__name__}:linger")
    assert child.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(0.1)
    child.send_signal(number)
    assert child.wait(30) == -number
    assert child.poll() == -number
    assert not Path(f"/proc/{child.pid}").exists()


def test_a_signal_for_a_process_that_ends_at_the_same_moment_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    child = nursery.start(VARIABLES, "health")
    assert child.wait(30) == 1
    monkeypatch.setattr(child, "poll", lambda: None)  # as it was the moment before
    child.kill()
