"""Games: made, listed, changed, shared, deleted."""

from __future__ import annotations

import time
from typing import Any

import httpx2
import pytest
from sqlalchemy import event

from highground.server.games.schemas import Games, OneGame
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.tables import fought, invited, joined, made

NO_GAME = (404, {"detail": "There is no such game."})
ROW = {
    "game_id", "id", "game_name", "description", "simulation", "status", "created", "updated", "role", "opponent",
    "shared", "side", "summary",
}  # fmt: skip


@pytest.fixture
def ada(client: httpx2.Client) -> Somebody:
    return registered(client)


@pytest.fixture
def brook(client: httpx2.Client) -> Somebody:
    return registered(client, "Brook")


def listed(client: httpx2.Client, person: Somebody, **query: Any) -> list[dict[str, Any]]:
    answer = client.get("/api/user/games", headers=person.headers, params=query)
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()["games"]
    return rows


def answered(answer: httpx2.Response) -> tuple[int, Any]:
    return answer.status_code, answer.json()


# API-8, API-9, ENT-6, GAMES-8, GAMES-13, GAMES-21, OPEN-47
def test_a_new_game_is_listed_for_its_owner_alone(client: httpx2.Client, ada: Somebody, brook: Somebody) -> None:
    game = made(client, ada, "  The long\tnight ", description=" One \n two ", simulation=False)
    (row,) = listed(client, ada, user_id=ada.id)
    assert set(row) == ROW | {"rematch_by"}
    assert (row["game_id"], row["id"], row["game_name"], row["description"]) == (
        game,
        game,
        "The long night",
        "One\ntwo",
    )
    assert (row["simulation"], row["status"], row["role"]) == (False, "In progress", "owner")
    assert (row["opponent"], row["shared"]) == (None, False)
    assert row["created"].endswith("Z")
    assert listed(client, brook) == []


# GAMES-18
def test_a_game_is_a_simulation_by_default(client: httpx2.Client, ada: Somebody) -> None:
    made(client, ada)
    assert listed(client, ada)[0]["simulation"] is True


# GAMES-23
@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"game_name": ""}, "Please give the game a name."),
        ({"game_name": " \u200b\x00 "}, "Please give the game a name."),
        ({"game_name": "n" * 201}, "The name of a game may have at most 200 characters."),
        ({"game_name": "n", "description": "d" * 2001}, "The description may have at most 2,000 characters."),
        ({}, "game_name: Field required."),
        ({"game_name": "n", "simulation": "maybe"}, "simulation: Input should be a valid boolean"),
    ],
)
def test_a_game_that_cannot_be_made_says_why(
    client: httpx2.Client, ada: Somebody, wanted: dict[str, Any], sentence: str
) -> None:
    answer = client.post("/api/game/create_new_game", headers=ada.headers, json=wanted)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(sentence)
    assert listed(client, ada) == []


def test_the_games_of_somebody_else_are_not_listed(client: httpx2.Client, ada: Somebody, brook: Somebody) -> None:
    """OPEN-37."""
    answer = client.get("/api/user/games", headers=ada.headers, params={"user_id": brook.id})
    assert answered(answer) == (403, {"detail": "You can only see what is your own."})


def test_a_game_shows_its_seats(client: httpx2.Client, ada: Somebody, brook: Somebody) -> None:
    game = made(client, ada)
    alone = client.get(f"/api/game/{game}", headers=ada.headers).json()
    assert set(alone) == ROW | {"seats", "fought_here", "rematch"}
    assert alone["seats"] == [
        {"side": 0, "taken_by": None, "mine": True},
        {"side": 1, "taken_by": None, "mine": True},
    ]
    joined(client, ada, brook, game)
    theirs = client.get(f"/api/game/{game}", headers=brook.headers).json()
    assert (theirs["role"], theirs["opponent"]) == ("opponent", "Ada")
    assert theirs["seats"] == [
        {"side": 0, "taken_by": None, "mine": False},
        {"side": 1, "taken_by": "Brook", "mine": True},
    ]
    (row,) = listed(client, brook)
    assert (row["game_id"], row["role"], row["opponent"]) == (game, "opponent", "Ada")
    assert listed(client, ada)[0]["opponent"] == "Brook"


def test_a_change_changes_what_it_names(client: httpx2.Client, ada: Somebody) -> None:
    game = made(client, ada, "Before", description="Kept")
    other = made(client, ada, "Later")
    answer = client.patch(f"/api/game/{game}", headers=ada.headers, json={"game_name": "After", "shared": True}).json()
    assert (answer["game_name"], answer["description"], answer["shared"]) == ("After", "Kept", True)
    assert [row["game_id"] for row in listed(client, ada)] == [game, other]
    empty = client.patch(f"/api/game/{game}", headers=ada.headers, json={"game_name": " "})
    assert answered(empty) == (422, {"detail": "Please give the game a name."})
    assert client.get(f"/api/game/{game}", headers=ada.headers).json()["game_name"] == "After"


# API-10, GAMES-26
def test_a_deleted_game_leaves_nothing(server: Running, ada: Somebody, brook: Somebody) -> None:
    client = server.client
    game = fought(client, ada)
    server.write(f"UPDATE games SET status = 'In progress' WHERE id = '{game}'")
    joined(client, ada, brook, game)
    invited(client, ada, game, 0)
    photo, other = (server.settings.data / "files" / "games" / name / "photo.jpg" for name in (game, "other"))
    for file in (photo, other):
        file.parent.mkdir(parents=True)
        file.write_bytes(b"x")
    assert client.delete(f"/api/game/{game}", headers=brook.headers).status_code == 403
    assert photo.exists()
    assert client.delete(f"/api/game/{game}", headers=ada.headers).status_code == 204
    assert not photo.exists()
    assert other.exists()
    assert listed(client, ada) == listed(client, brook) == []
    for table, column in (
        ("games", "id"),
        ("battle_logs", "game_id"),
        ("seats", "game_id"),
        ("invitations", "game_id"),
    ):
        assert server.rows(f"SELECT 1 FROM {table} WHERE {column} = '{game}'") == []
    assert answered(client.delete(f"/api/game/{game}", headers=ada.headers)) == NO_GAME


# OPEN-38, API-14
def test_a_report_is_private_until_it_is_shared(client: httpx2.Client, ada: Somebody, brook: Somebody) -> None:
    game = fought(client, ada)
    report = f"/api/game/shared/{game}/json"
    (row,) = listed(client, ada)
    assert (row["status"], row["shared"], row["game_name"]) == ("Completed", False, "battle")
    for headers in ({}, ada.headers, brook.headers):
        assert answered(client.get(report, headers=headers)) == (404, {"detail": "No logs found for this game."})
    client.patch(f"/api/game/{game}", headers=ada.headers, json={"shared": True})
    assert client.get(report).json()["total"] == 4
    client.patch(f"/api/game/{game}", headers=ada.headers, json={"shared": False})
    assert client.get(report).status_code == 404


# API-13
def test_logs_are_for_those_who_play(server: Running, ada: Somebody, brook: Somebody) -> None:
    client, cleo = server.client, registered(server.client, "Cleo")
    game = fought(client, ada)
    server.write(f"UPDATE games SET status = 'In progress' WHERE id = '{game}'")
    joined(client, ada, brook, game)
    logs = f"/api/game/{game}/logs_json"
    assert [client.get(logs, headers=each.headers).status_code for each in (ada, brook, cleo)] == [200, 200, 404]
    assert client.get(logs).status_code == 401
    client.patch(f"/api/game/{game}", headers=ada.headers, json={"shared": True})
    assert [client.get(logs, headers=headers).status_code for headers in (cleo.headers, {})] == [200, 200]


def test_an_upload_with_a_login_becomes_the_callers_own(client: httpx2.Client, ada: Somebody) -> None:
    files = {"file": ("Night.json", b'[{"log_type": "movement"}]')}
    own = client.post("/api/logs", headers=ada.headers, files=files).json()
    assert own["url"] == f"/games/{own['game_id']}/logs"
    assert [row["game_id"] for row in listed(client, ada)] == [own["game_id"]]
    nobodys = client.post("/api/logs", files=files).json()
    assert nobodys["url"] == f"/shared/{nobodys['game_id']}/logs"
    stale = client.post("/api/logs", headers={"Authorization": "Bearer gone"}, files=files)
    assert answered(stale) == (401, {"detail": "Please log in to go on."})
    assert len(listed(client, ada)) == 1


def test_two_hundred_games_are_listed_in_a_few_queries(server: Running, ada: Somebody, brook: Somebody) -> None:
    client = server.client
    for number in range(3):
        joined(client, brook, ada, made(client, brook, f"Theirs {number}"))
    moment = "2026-01-02 03:04:05+00:00"
    rows = ", ".join(
        f"('many-{number}', {ada.id}, 'Game {number}', '', false, 'In progress', false, '{moment}', '{moment}')"
        for number in range(200)
    )
    columns = "id, owner_id, name, description, simulation, status, shared, created, updated"
    server.write(f"INSERT INTO games ({columns}) VALUES {rows}")
    counted: list[str] = []

    def count(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        counted.append(statement)

    event.listen(server.database.engine.sync_engine, "before_cursor_execute", count)
    try:
        started = time.process_time()
        found = listed(client, ada)
        seconds = time.process_time() - started
    finally:
        event.remove(server.database.engine.sync_engine, "before_cursor_execute", count)
    assert len(found) == 203
    assert {row["opponent"] for row in found} == {None, "Brook"}
    assert len([statement for statement in counted if statement.startswith("SELECT")]) <= 3
    assert seconds < 1


def test_a_thousand_games_are_enough(server: Running, ada: Somebody) -> None:
    moment = "2026-01-02 03:04:05+00:00"
    rows = ", ".join(
        f"('full-{number}', {ada.id}, 'Game', '', false, 'Completed', false, '{moment}', '{moment}')"
        for number in range(1000)
    )
    columns = "id, owner_id, name, description, simulation, status, shared, created, updated"
    server.write(f"INSERT INTO games ({columns}) VALUES {rows}")
    sentence = "You have 1,000 games, the most that are kept. Delete one that you no longer need."
    answer = server.client.post("/api/game/create_new_game", headers=ada.headers, json={"game_name": "One more"})
    assert answered(answer) == (409, {"detail": sentence})
    document = {"file": ("a.json", b"[]")}
    assert answered(server.client.post("/api/logs", headers=ada.headers, files=document)) == (409, {"detail": sentence})


def test_the_list_has_its_described_shape(client: httpx2.Client, ada: Somebody, brook: Somebody) -> None:
    """The database writes it as JSON: names with quotes, truth values, moments in UTC, who else sits there."""
    name = 'The "last" stand \\ Übung'
    game = made(client, ada, name, simulation=False)
    joined(client, ada, brook, game)
    text = client.get("/api/user/games", headers=ada.headers).text
    row = next(each for each in Games.model_validate_json(text, strict=True).games if each.game_id == game)
    assert (row.game_name, row.simulation, row.shared, row.role, row.opponent) == (name, False, False, "owner", "Brook")
    shown = OneGame.model_validate(client.get(f"/api/game/{game}", headers=ada.headers).json())
    assert (row.created, row.updated) == (shown.created, shown.updated)
    theirs = Games.model_validate_json(client.get("/api/user/games", headers=brook.headers).text).games
    assert [(each.role, each.opponent) for each in theirs if each.game_id == game] == [("opponent", "Ada")]
