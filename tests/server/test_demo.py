"""The demo battle: made once a version, and a server that starts without it."""

from __future__ import annotations

import time
from pathlib import Path

import orjson
import pytest
from fastapi.testclient import TestClient

from highground.engine.log import Log, dump
from highground.game.timeline.figures.statistics import statistics
from highground.server.app import create_app
from highground.server.logs import demo
from highground.server.settings import Settings
from tests.server.description import fits, validator


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, demo=True, log_level="CRITICAL")


@pytest.fixture
def battle(demo_log: Log) -> Log:
    return demo_log


@pytest.fixture
def fights(monkeypatch: pytest.MonkeyPatch, battle: Log) -> list[int]:
    """Counts how often the demo battle is fought."""
    counted: list[int] = []

    def fight() -> Log:
        counted.append(1)
        return battle

    monkeypatch.setattr(demo, "fight", fight)
    return counted


def shown(client: TestClient) -> int:
    """The status of the demo's shared report, once it is there or a minute has gone."""
    deadline = time.monotonic() + 60
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
        deadline = time.monotonic() + 30
        while len(fights) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert len(fights) == 2


def test_a_server_starts_without_its_demo(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def fight() -> Log:
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


def test_the_demo_is_answered_as_the_api_describes_it(settings: Settings, fights: list[int]) -> None:
    with TestClient(create_app(settings)) as client:
        assert shown(client) == 200
        body = client.get("/api/game/shared/demo/json").json()
    fits(validator("WholeLog"), body, "the demo")
    assert (body["game_id"], len(body["army_list"]), len(body["logs"]["rounds"])) == ("demo", 2, 5)
    turns = [turn for a_round in body["logs"]["rounds"] for turn in a_round["turns"]]
    assert body["total"] == sum(len(phase["actions"]) for turn in turns for phase in turn["phases"]) > 200
    assert "first_blood" in {award["code"] for award in body["awards"]}
    units = {unit["unit_uuid"] for unit in body["statistics"]["units"]}
    assert {award["unit_uuid"] for award in body["awards"]} <= units
    assert len(fights) == 1


def test_the_demo_log_can_be_uploaded_and_shows_the_same_battle(settings: Settings, battle: Log) -> None:
    with TestClient(create_app(settings.model_copy(update={"demo": False}))) as client:
        stored = client.post("/api/logs", files={"file": ("demo.json", dump(battle))})
        assert stored.status_code == 201, stored.text
        received = client.get(f"/api/game/{stored.json()['game_id']}/logs_json").json()
    assert len(received["logs"]["rounds"]) == 5


# SITE-7, OPEN-43
def test_an_uploaded_battle_log_has_the_statistics_that_it_plays_to(settings: Settings, battle: Log) -> None:
    """They are small beside the battle, and the answer of what is new has them too."""
    with TestClient(create_app(settings.model_copy(update={"demo": False}))) as client:
        stored = client.post("/api/logs", files={"file": ("demo.json", dump(battle))})
        assert stored.status_code == 201, stored.text
        path = f"/api/game/{stored.json()['game_id']}/logs_json"
        whole, newer = client.get(path), client.get(path, params={"since_id": 0})
    received, counted = whole.json()["statistics"], statistics(battle)
    assert [army["vp"] for army in received["armies"]] == [army["vp"] for army in counted["armies"]]
    assert [unit["damage_dealt"] for unit in received["units"]] == [unit["damage_dealt"] for unit in counted["units"]]
    assert all(army["achievements"] for army in received["armies"])
    assert len(orjson.dumps(received)) < len(whole.content) / 100
    assert (newer.json()["statistics"], newer.json()["awards"]) == (received, whole.json()["awards"])


def test_a_battle_log_that_plays_otherwise_is_refused(settings: Settings, battle: Log) -> None:
    forged = dump(battle).replace(b'"seed":', b'"seed":9', 1)
    with TestClient(create_app(settings.model_copy(update={"demo": False}))) as client:
        answer = client.post("/api/logs", files={"file": ("demo.json", forged)})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("This battle log cannot be played again. ")
