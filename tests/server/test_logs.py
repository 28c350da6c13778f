"""Reading logs, over real connections."""

from __future__ import annotations

import gzip
from typing import Any

import httpx2
import orjson
import pytest

from tests.server.conftest import Running
from tests.server.people import registered
from tests.server.timelines import battle


def upload(client: httpx2.Client, document: object, name: str = "battle.json") -> httpx2.Response:
    return client.post("/api/logs", files={"file": (name, orjson.dumps(document), "application/json")})


def uploaded(client: httpx2.Client, document: object) -> str:
    answer = upload(client, document)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game_id"])


@pytest.fixture(scope="module")
def game(server: Running) -> str:
    return uploaded(server.client, battle())


def test_full_logs_are_a_timeline_with_armies(client: httpx2.Client, game: str) -> None:
    """API-13 without since_id, API-14."""
    for path in (f"/api/game/{game}/logs_json", f"/api/game/shared/{game}/json"):
        body = client.get(path).json()
        assert [a_round["round_number"] for a_round in body["logs"]["rounds"]] == [1, 2]
        assert body["army_list"] == battle()["army_list"]
        assert (body["incremental"], body["game_id"], body["total"]) == (False, game, 4)


@pytest.mark.parametrize(("since", "ids"), [(0, [1, 2, 5, 9]), (2, [5, 9]), (3, [5, 9]), (9, []), (1000, [])])
def test_since_id_answers_the_entries_after_it(client: httpx2.Client, game: str, since: int, ids: list[int]) -> None:
    """API-13 with since_id."""
    body = client.get(f"/api/game/{game}/logs_json", params={"since_id": since}).json()
    assert body["incremental"] is True
    assert body["total"] == 4
    assert body["army_list"] == battle()["army_list"]
    assert [entry["id"] for entry in body["logs"]] == ids
    alone = client.get(f"/api/game/{game}/logs_json", params={"since_id": since, "entries": True}).json()
    assert alone == {
        name: value for name, value in body.items() if name not in {"army_list", "awards", "statistics", "boards"}
    }


def test_incremental_entries_know_their_place(client: httpx2.Client, game: str) -> None:
    last = client.get(f"/api/game/{game}/logs_json", params={"since_id": 5}).json()["logs"][0]
    assert (last["round"], last["turn"], last["phase"], last["log_type"]) == (2, 2, "shooting", "combat")


def test_a_shared_report_needs_no_credential_and_ignores_a_wrong_one(client: httpx2.Client, game: str) -> None:
    answer = client.get(f"/api/game/shared/{game}/json", headers={"Authorization": "Bearer nonsense"})
    assert answer.status_code == 200


def test_unknown_games_have_no_logs(client: httpx2.Client) -> None:
    """ERR-11: the sentence the page shows."""
    somebody = registered(client).headers
    for path in ("/api/game/nobody/logs_json", "/api/game/nobody/logs_json?since_id=3", "/api/game/shared/nobody/json"):
        answer = client.get(path, headers=somebody)
        assert (answer.status_code, answer.json()) == (404, {"detail": "No logs found for this game."})


def test_an_unshared_game_is_not_shown(server: Running) -> None:
    """ERR-10: without an account the logs of a private game ask for one; its shared report does not exist."""
    game = uploaded(server.client, battle())
    server.write(f"UPDATE games SET shared = false WHERE id = '{game}'")
    for path in (game, "nobody"):
        private = server.client.get(f"/api/game/{path}/logs_json")
        assert (private.status_code, private.json()) == (401, {"detail": "Authentication required. Please log in."})
    shared = server.client.get(f"/api/game/shared/{game}/json")
    assert (shared.status_code, shared.json()) == (404, {"detail": "No logs found for this game."})


def test_a_wrong_since_id_names_the_field(client: httpx2.Client, game: str) -> None:
    answer = client.get(f"/api/game/{game}/logs_json", params={"since_id": "soon"})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("since_id: ")


def test_an_unchanged_battle_is_not_sent_twice(client: httpx2.Client, game: str) -> None:
    first = client.get(f"/api/game/shared/{game}/json")
    again = client.get(f"/api/game/shared/{game}/json", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_stored_body_is_sent_as_it_lies(server: Running, game: str) -> None:
    stored: Any = server.rows(f"SELECT answer FROM battle_logs WHERE game_id = '{game}'")[0][0]
    with server.client.stream("GET", f"/api/game/shared/{game}/json") as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert raw == stored
    plain = server.client.get(f"/api/game/shared/{game}/json", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == gzip.decompress(stored)


@pytest.mark.parametrize("shape", ["timeline", "answer", "flat answer", "flat"])
def test_every_shape_of_a_timeline_is_taken(client: httpx2.Client, shape: str) -> None:
    flat = [{"log_type": "movement", "message": "one"}, {"log_type": "charge", "message": "two"}]
    document: Any = {
        "timeline": {"rounds": battle()["rounds"]},
        "answer": {"logs": {"rounds": battle()["rounds"]}, "army_list": [], "incremental": False},
        "flat answer": {"logs": flat, "army_list": [], "incremental": True},
        "flat": flat,
    }[shape]
    body = client.get(f"/api/game/shared/{uploaded(client, document)}/json").json()
    if shape.startswith("flat"):
        [a_round] = body["logs"]["rounds"]
        [turn] = a_round["turns"]
        assert (a_round["round_number"], turn["turn_number"], turn["phases"][0]["phase"]) == (1, 1, "movement")
        assert [entry["id"] for entry in turn["phases"][0]["actions"]] == [1, 2]
    else:
        assert body["total"] == 4


def test_awards_that_somebody_wrote_are_not_believed(client: httpx2.Client) -> None:
    forged = {"logs": {"rounds": battle()["rounds"]}, "army_list": [], "awards": [{"award": "Best of All"}]}
    assert client.get(f"/api/game/shared/{uploaded(client, forged)}/json").json()["awards"] == []


# SITE-7
def test_statistics_that_somebody_wrote_are_not_believed(client: httpx2.Client) -> None:
    forged = {"logs": {"rounds": battle()["rounds"]}, "army_list": [], "statistics": {"armies": [], "units": []}}
    game = uploaded(client, forged)
    assert client.get(f"/api/game/shared/{game}/json").json()["statistics"] is None
    assert client.get(f"/api/game/{game}/logs_json", params={"since_id": 0}).json()["statistics"] is None


def test_entries_without_their_own_ids_are_numbered(client: httpx2.Client) -> None:
    twice = battle()
    for entry in twice["rounds"][0]["turns"][0]["phases"][0]["actions"]:
        entry["id"] = 9
    game = uploaded(client, twice)
    body = client.get(f"/api/game/{game}/logs_json", params={"since_id": 0}).json()
    assert [entry["id"] for entry in body["logs"]] == [1, 2, 3, 4]
