"""Uploads that must be refused, and what they leave behind: nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import orjson
import pytest

from highground.server.logs import service
from tests.server.conftest import UPLOAD_LIMIT, Running
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
    (b"[" * 5000 + b"]" * 5000, "The file is not JSON: "),
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


def test_a_too_large_body_without_a_length_is_cut_off(client: httpx2.Client) -> None:
    def body() -> Iterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
        for _ in range(60):
            yield b" " * 50_000
        yield b"\r\n--x--\r\n"

    try:
        answer = client.post("/api/logs", content=body(), headers={"Content-Type": "multipart/form-data; boundary=x"})
    except httpx2.WriteError:
        return  # the server hung up in the middle of the body
    assert answer.status_code == 413


def test_a_battle_log_is_played_again_and_its_timeline_stored(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def replay(log: dict[str, Any]) -> dict[str, Any]:
        seen.append(log)
        return battle()

    monkeypatch.setattr(service, "replay", replay)
    answer = upload(
        server.client, {"engine": "1", "setup": {}, "seed": 7, "records": []}, name="../../etc/The long night.json"
    )
    assert answer.status_code == 201
    game = answer.json()["game_id"]
    assert seen == [{"engine": "1", "setup": {}, "seed": 7, "records": []}]
    assert answer.json() == {"game_id": game, "url": f"/shared/{game}/logs", "total": 4}
    assert server.rows(f"SELECT name, status, shared FROM games WHERE id = '{game}'") == [
        ("The long night", "Completed", 1)
    ]
    assert server.rows(f"SELECT engine FROM battle_logs WHERE game_id = '{game}'") == [("1",)]


def test_game_ids_are_random(client: httpx2.Client) -> None:
    ids = {upload(client, battle()).json()["game_id"] for _ in range(5)}
    assert len(ids) == 5
    assert all(len(game) >= 12 for game in ids)
