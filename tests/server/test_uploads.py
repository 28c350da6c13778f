"""Uploads that must be refused, and what they leave behind: nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import orjson
import pytest

from highground.engine.log import Log, dump
from highground.game.timeline.whole_log import timeline
from highground.server.jobs.kinds import JobKind
from highground.server.logs import apart
from tests.server.conftest import UPLOAD_LIMIT, Running
from tests.server.people import registered
from tests.server.test_logs import upload
from tests.server.timelines import battle


def spoiled(*path: str | int, value: Any) -> Any:
    document: Any = battle()
    at = document
    for part in path[:-1]:
        at = at[part]
    at[path[-1]] = value
    return document


BAD = [
    (b"", "The file is empty."),
    (b"  \n", "The file is empty."),
    (b"{'a': 1}", "The file is not JSON: "),
    (b'{"rounds": [', "The file is not JSON: "),
    (b"\x1f\x8b\x08\x00", "The file is not JSON: "),
    (b"[" * 5000 + b"]" * 5000, "The file is not a log: it is nested 5,000 deep, and at most 60 are taken."),
    (b'[{"a":' * 150 + b"1" + b"}]" * 150, "The file is not a log: it is nested 300 deep, "),
    (b"[" + b"," * 1_600_000 + b"]", "The file has 1,600,001 values and names; at most 1,500,000 are taken."),
    (b"3", "The file holds neither a battle log nor a timeline."),
    (b'{"hello": 1}', "The file holds neither a battle log (setup, seed, records) nor a timeline (rounds)."),
    (b'{"logs": {"logs": []}}', "The file holds neither a battle log (setup, seed, records) nor a timeline (rounds)."),
    (b'{"logs": 7}', "The file holds neither a battle log (setup, seed, records) nor a timeline (rounds)."),
    (orjson.dumps({"rounds": 5}), "rounds: a list is missing."),
    (orjson.dumps({"rounds": [5]}), "rounds[0]: an object is expected."),
    (orjson.dumps(spoiled("rounds", 1, "turns", value=None)), "rounds[1].turns: a list is missing."),
    (
        orjson.dumps(spoiled("rounds", 0, "turns", 0, "phases", 1, "actions", value={})),
        "rounds[0].turns[0].phases[1].actions: a list is missing.",
    ),
    (
        orjson.dumps(spoiled("rounds", 0, "turns", 0, "phases", 1, "actions", 0, value="moved")),
        "rounds[0].turns[0].phases[1].actions[0]: an object is expected.",
    ),
    (
        orjson.dumps(spoiled("rounds", 0, "turns", 0, "phases", 1, "board_state", value=[])),
        "rounds[0].turns[0].phases[1].board_state: an object is expected.",
    ),
    (b'["one", "two"]', "rounds[0].turns[0].phases[0].actions[0]: an object is expected."),
]


@pytest.mark.parametrize(("data", "sentence"), BAD, ids=[sentence[:40] for _, sentence in BAD])
def test_a_wrong_file_gets_a_sentence_and_leaves_nothing(server: Running, data: bytes, sentence: str) -> None:
    before = server.rows("SELECT count(*) FROM games")
    answer = server.client.post("/api/logs", files={"file": ("log.json", data)})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(sentence)
    assert server.rows("SELECT count(*) FROM games") == before


def test_a_request_without_a_file_says_so(client: httpx2.Client) -> None:
    answer = client.post("/api/logs", data={"other": "1"})
    assert (answer.status_code, answer.json()["detail"]) == (422, "file: Field required.")


# OPEN-49
def test_a_too_large_file_is_refused_by_its_announced_length(client: httpx2.Client) -> None:
    answer = client.post("/api/logs", files={"file": ("log.json", b" " * (UPLOAD_LIMIT + 100_000))})
    assert answer.status_code == 413
    assert answer.json() == {"detail": "The file is too large: at most 2 MB are taken."}


def test_a_call_without_a_file_is_small(client: httpx2.Client) -> None:
    """What is read as a whole keeps everybody else waiting, which a login does not entitle to."""
    ada = registered(client)
    answer = client.post("/api/game/x/odds", json={"targets": ["x" * 500_000]}, headers=ada.headers)
    assert answer.status_code == 413
    assert answer.json() == {"detail": "The request is too large: at most 500 kB are taken."}


def test_a_too_large_body_without_a_length_is_cut_off(client: httpx2.Client) -> None:
    def body() -> Iterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
        for _ in range(60):
            yield b" " * 50_000
        yield b"\r\n--x--\r\n"

    try:
        answer = client.post("/api/logs", content=body(), headers={"Content-Type": "multipart/form-data; boundary=x"})
    except httpx2.WriteError:
        return  # the server hung up halfway through the body
    assert answer.status_code == 413


def test_a_battle_log_is_played_again_and_its_timeline_stored(server: Running, demo_log: Log) -> None:
    log = orjson.loads(dump(demo_log))
    answer = upload(server.client, log, name="../../etc/The long night.json")
    assert answer.status_code == 201, answer.text
    game, total = answer.json()["game_id"], answer.json()["total"]
    assert answer.json()["url"] == f"/shared/{game}/logs"
    shown = server.client.get(f"/api/game/shared/{game}/json").json()
    whole = timeline(demo_log, game)
    assert (shown["total"], len(shown["awards"])) == (total, len(whole["awards"]))
    assert total == whole["total"] > 100
    assert server.rows(f"SELECT name, status, shared FROM games WHERE id = '{game}'") == [
        ("The long night", "Completed", 1)
    ]
    assert server.rows(f"SELECT engine FROM battle_logs WHERE game_id = '{game}'") == [(log["engine"],)]


@pytest.mark.parametrize(
    ("spoiled", "sentence"),
    [
        ({"records": [{}]}, "This is not a battle log: "),
        ({"seed": "seven"}, "This is not a battle log: "),
        ({"setup": None}, "This is not a battle log: "),
    ],
)
def test_a_battle_log_that_cannot_be_played_is_refused(
    client: httpx2.Client, demo_log: Log, spoiled: dict[str, Any], sentence: str
) -> None:
    answer = upload(client, orjson.loads(dump(demo_log)) | spoiled)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(sentence)
    assert answer.json()["detail"] != apart.BROKEN


def test_a_battle_log_that_takes_too_long_is_ended(
    client: httpx2.Client, demo_log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apart, "KIND", JobKind("tests.server.work:endless", 0.5))
    monkeypatch.setattr(apart, "TOO_LONG", "too long")
    answer = upload(client, orjson.loads(dump(demo_log)))
    assert (answer.status_code, answer.json()) == (422, {"detail": "too long"})


def test_game_ids_are_random(client: httpx2.Client) -> None:
    ids = {upload(client, battle()).json()["game_id"] for _ in range(5)}
    assert len(ids) == 5
    assert all(len(game) >= 12 for game in ids)
