"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from highground.engine.log import Log
from highground.simulation.demo import demo_battle

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of collected rosters and photos; tests that need it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the shared data folder is not here")
    return SHARED


@pytest.fixture(scope="session")
def demo_log() -> Log:
    """The demo battle, fought once for all tests."""
    return demo_battle()
