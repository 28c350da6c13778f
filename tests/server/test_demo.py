"""The demo battle: made once a version, and a server that starts without it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from highground.server.app import create_app
from highground.server.logs import demo, service
from highground.server.settings import Settings
from tests.server.timelines import battle

LOG = {"engine": "1", "setup": {}, "seed": 7, "records": []}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, demo=True, log_level="CRITICAL")


@pytest.fixture
def fights(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts the demo battles that are fought; they are short."""
    counted: list[int] = []

    def fight() -> dict[str, Any]:
        counted.append(1)
        return LOG

    monkeypatch.setattr(demo, "fight", fight)
    monkeypatch.setattr(service, "replay", lambda _log: battle())
    return counted


def shown(client: TestClient) -> int:
    """The status of the demo's shared report, once it is there or two seconds have gone."""
    deadline = time.monotonic() + 2
    while True:
        status = client.get("/api/game/shared/demo/json").status_code
        if status == 200 or time.monotonic() > deadline:
            return status
        time.sleep(0.01)


def test_the_demo_is_made_once_and_again_for_another_version(
    settings: Settings, fights: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        with TestClient(create_app(settings)) as client:
            assert shown(client) == 200
    assert len(fights) == 1
    monkeypatch.setattr(demo, "version", lambda: "another")
    with TestClient(create_app(settings)) as client:
        deadline = time.monotonic() + 5
        while len(fights) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert len(fights) == 2


def test_a_server_starts_without_its_demo(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def fight() -> dict[str, Any]:
        raise RuntimeError("no army")

    monkeypatch.setattr(demo, "fight", fight)
    with TestClient(create_app(settings)) as client:
        assert client.get("/healthz").status_code == 200
        assert client.get("/api/game/shared/demo/json").status_code == 404


def test_the_version_follows_the_code_that_makes_the_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "PACKAGE", tmp_path)
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "battle.py").write_text("one")
    first = demo.version()
    assert demo.version() == first
    (tmp_path / "engine" / "battle.py").write_text("two")
    assert demo.version() != first
