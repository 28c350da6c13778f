"""Fixtures for all tests."""

from __future__ import annotations

import gc
import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from highground.cli import COLLECT_AFTER
from highground.engine.log import Log
from highground.simulation.demo import demo_battle

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared" / "data"

# As `highground` does it: most of what is made stays, modules above all.
gc.set_threshold(*COLLECT_AFTER)

# Almost every test of the server makes accounts, and hashing a password as dearly as a site does takes 0.2 s.
os.environ.setdefault("HIGHGROUND_PASSWORD_MEMORY", "64")

# The same examples each time, however slow the machine is. `make faults` looks for others: --hypothesis-profile chance.
settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("chance", settings.get_profile("same"), derandomize=False, print_blob=True)
settings.load_profile("same")


@pytest.fixture
def shared_data(request: pytest.FixtureRequest) -> Path:
    """The folder of collected rosters and photos; tests that need it skip where it is absent, each by its name."""
    if not SHARED.is_dir():
        pytest.skip(f"{request.node.name} needs the collected rosters in {SHARED}")
    return SHARED


@pytest.fixture(scope="session")
def caddy() -> str:
    """A real Caddy. Where none can be had its tests fail with the sentence that says how to get one."""
    found = subprocess.run([REPOSITORY / "scripts" / "find-caddy"], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


@pytest.fixture(scope="session")
def demo_log() -> Log:
    """The demo battle, fought once for all tests."""
    return demo_battle()
