"""One's own account: its name, its export, its end."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import select
from starlette.datastructures import State

from highground.server.accounts import leaving
from highground.server.accounts.holding import AfterCommit, Held, Holding, Part, as_json
from highground.server.accounts.tables import User
from highground.server.accounts.tokens import now
from highground.server.db.engine import Database
from highground.server.tables import metadata
from tests.server.conftest import Running
from tests.server.people import PASSWORD, Somebody, logged_in, registered


def rename(client: httpx2.Client, somebody: Somebody, name: Any) -> httpx2.Response:
    return client.patch("/api/user/update_profile", json={"display_name": name}, headers=somebody.headers)


# API-12
def test_a_display_name_is_changed(client: httpx2.Client) -> None:
    ada = registered(client)
    answer = rename(client, ada, "  Ada   of the Dyke ")
    assert (answer.status_code, answer.json()) == (200, {"display_name": "Ada of the Dyke"})
    assert client.get("/api/auth/me", headers=ada.headers).json()["display_name"] == "Ada of the Dyke"


# API-12
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Please choose a display name."),
        ("  ", "Please choose a display name."),
        ("n" * 81, "The display name may have at most 80 characters."),
    ],
)
def test_a_display_name_that_cannot_be_is_refused(client: httpx2.Client, name: str, sentence: str) -> None:
    ada = registered(client)
    answer = rename(client, ada, name)
    assert (answer.status_code, answer.json()) == (422, {"detail": sentence})
    assert client.get("/api/auth/me", headers=ada.headers).json()["display_name"] == "Ada"


@pytest.mark.parametrize(
    ("verb", "path", "body"),
    [
        ("PATCH", "/api/user/update_profile", {"display_name": "Eve"}),
        ("DELETE", "/api/user", {"password": PASSWORD}),
        ("GET", "/api/user/export", None),
    ],
)
def test_an_account_is_for_its_user_alone(client: httpx2.Client, verb: str, path: str, body: Any) -> None:
    answer = client.request(verb, path, json=body)
    assert (answer.status_code, answer.json()) == (401, {"detail": "Please log in to go on."})


def delete(client: httpx2.Client, somebody: Somebody, **body: str) -> httpx2.Response:
    return client.request("DELETE", "/api/user", json=body, headers=somebody.headers)


def test_a_deleted_account_is_gone_and_its_tokens_die(server: Running) -> None:
    client = server.client
    ada = registered(client)
    other = logged_in(client, ada.email)
    assert delete(client, ada, password=PASSWORD).status_code == 204
    for login in (ada, other):
        answer = client.get("/api/auth/me", headers=login.headers)
        assert (answer.status_code, answer.json()) == (401, {"detail": "Please log in to go on."})
    assert client.post("/api/auth/login", json={"email": ada.email, "password": PASSWORD}).status_code == 401
    assert server.rows(f"SELECT id FROM users WHERE id = {ada.id}") == []
    assert server.rows(f"SELECT id FROM tokens WHERE user_id = {ada.id}") == []


def columns_of_users() -> list[tuple[str, str]]:
    """Every table and column that refers to a user."""
    return [
        (table.name, key.parent.name)
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table.name == "users"
    ]


def test_nothing_refers_to_a_deleted_user(server: Running) -> None:
    client, ada, eve = server.client, registered(server.client), registered(server.client, "Eve")

    def game_of(owner: Somebody, guest: Somebody) -> str:
        made = client.post("/api/game/create_new_game", json={"game_name": "The Dyke"}, headers=owner.headers)
        game: str = made.json()["game_id"]
        invited = client.post(f"/api/game/{game}/invitations", json={}, headers=owner.headers).json()
        token = invited["url"].rpartition("/")[2]
        assert client.post(f"/api/invitations/{token}", headers=guest.headers).status_code == 200
        return game

    own, other = game_of(ada, eve), game_of(eve, ada)
    assert ("games", "owner_id") in columns_of_users()
    assert delete(client, ada, password=PASSWORD).status_code == 204
    for table, column in columns_of_users():
        assert server.rows(f"SELECT {column} FROM {table} WHERE {column} = {ada.id}") == [], table
    assert client.get(f"/api/game/{own}", headers=eve.headers).status_code == 404
    kept = client.get(f"/api/game/{other}", headers=eve.headers)
    assert (kept.status_code, "Ada" in kept.text) == (200, False)


def test_the_number_of_a_deleted_account_is_never_given_again(client: httpx2.Client) -> None:
    ada = registered(client)
    delete(client, ada, password=PASSWORD)
    assert registered(client).id > ada.id


def test_an_account_is_not_deleted_by_a_wrong_password(client: httpx2.Client) -> None:
    ada = registered(client)
    for body in ({"password": "not the password"}, {"email": ada.email}, {}):
        answer = delete(client, ada, **body)
        assert (answer.status_code, answer.json()) == (403, {"detail": "The password is wrong."})
    assert client.get("/api/auth/me", headers=ada.headers).status_code == 200


def test_an_account_without_a_password_is_deleted_by_its_address(server: Running) -> None:
    ada = registered(server.client)
    server.write(f"UPDATE users SET password_hash = NULL WHERE id = {ada.id}")
    for body in ({"email": "other@example.org"}, {"password": PASSWORD}, {}):
        answer = delete(server.client, ada, **body)
        assert answer.status_code == 403
        assert answer.json()["detail"].startswith("Please type your email address")
    assert delete(server.client, ada, email=f" {ada.email.upper()}").status_code == 204


def test_an_account_without_a_password_says_how_to_get_one(server: Running) -> None:
    ada = registered(server.client)
    server.write(f"UPDATE users SET password_hash = NULL WHERE id = {ada.id}")
    body = {"old_password": "", "new_password": PASSWORD}
    answer = server.client.post("/api/user/password", json=body, headers=ada.headers)
    assert answer.status_code == 409
    assert "Forgot Password?" in answer.json()["detail"]
    assert server.client.post("/api/auth/login", json={"email": ada.email, "password": ""}).status_code == 401


def test_the_export_holds_the_account_and_no_secret(client: httpx2.Client) -> None:
    ada = registered(client)
    answer = client.get("/api/user/export", headers=ada.headers)
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="highground-export.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        account = json.loads(archive.read("account.json"))
        everything = b"".join(archive.read(name) for name in archive.namelist())
    assert (account["id"], account["email"], account["display_name"]) == (ada.id, ada.email, "Ada")
    assert len(account["logins"]) == 1
    for secret in (ada.token, PASSWORD, "$argon2id$"):
        assert secret.encode() not in everything


class Chest:
    """Things of a feature of the tests: what it held, and what of it was removed when."""

    def __init__(self, database: Database, *, fails: bool = False) -> None:
        self.database, self.fails = database, fails
        self.steps: list[str] = []
        self.holding = Holding("chest", self.export, self.remove)

    async def export(self, held: Held) -> AsyncIterator[Part]:
        yield as_json("chest/coins.json", {"of": held.user.display_name, "coins": 3})
        yield "chest/map.png", b"\x89PNG"

    async def remove(self, held: Held) -> AfterCommit:
        self.steps.append(f"removed for {held.user.display_name}")
        if self.fails:
            raise RuntimeError("the lid is stuck")
        return self.after

    async def after(self) -> None:
        async with self.database.read() as session:
            left = (await session.scalars(select(User))).all()
        self.steps.append(f"after commit, {len(left)} users left")
        raise OSError("a file is in use")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    found = Database(f"sqlite+aiosqlite:///{tmp_path / 'test.sqlite3'}")
    await found.migrate()
    yield found
    await found.close()


async def somebody(database: Database) -> User:
    user = User(email="a@example.org", email_key="a@example.org", display_name="Ada", created=now())
    async with database.write() as session:
        session.add(user)
    return user


async def test_features_join_the_export(database: Database) -> None:
    user = await somebody(database)
    async with database.read() as session:
        file = await leaving.archive(session, user, State(), [Chest(database).holding])
    with zipfile.ZipFile(io.BytesIO(b"".join(leaving.chunks(file)))) as archive:
        assert archive.namelist() == ["chest/coins.json", "chest/map.png"]
        assert json.loads(archive.read("chest/coins.json")) == {"of": "Ada", "coins": 3}


async def test_features_remove_what_they_hold_and_files_go_last(database: Database) -> None:
    user = await somebody(database)
    chest = Chest(database)
    await leaving.delete_account(database, user, State(), [chest.holding])
    assert chest.steps == ["removed for Ada", "after commit, 0 users left"]


async def test_a_feature_that_fails_leaves_the_account_whole(database: Database) -> None:
    user = await somebody(database)
    chest = Chest(database, fails=True)
    with pytest.raises(RuntimeError):
        await leaving.delete_account(database, user, State(), [chest.holding])
    assert chest.steps == ["removed for Ada"]
    async with database.read() as session:
        assert await session.get(User, user.id) is not None
