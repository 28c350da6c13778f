"""Registering, logging in and out, and who one is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from highground.server.settings import Settings
from tests.server.conftest import Running, serving
from tests.server.people import PASSWORD, logged_in, registered

ADA = {"email": "ada@example.org", "password": PASSWORD, "display_name": "Ada"}


def register(client: httpx2.Client, **changed: Any) -> httpx2.Response:
    return client.post("/api/auth/register", json=ADA | changed)


# API-4
def test_a_new_account_is_answered_and_a_second_one_refused(client: httpx2.Client) -> None:
    answer = register(client, email=" First.Last@Example.ORG ")
    assert answer.status_code == 201
    assert answer.json() == {"id": answer.json()["id"], "email": "First.Last@example.org", "display_name": "Ada"}
    again = register(client, email="first.last@example.org")
    assert (again.status_code, again.json()) == (
        409,
        {"detail": "There is already an account with this email address."},
    )


# API-4
def test_of_many_who_register_an_address_at_once_one_gets_it(client: httpx2.Client) -> None:
    with ThreadPoolExecutor(4) as together:
        answers = [together.submit(register, client, email="together@example.org") for _ in range(4)]
    assert sorted(answer.result().status_code for answer in answers) == [201, 409, 409, 409]


# OPEN-49
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"email": "nobody"}, "The email address is not valid: An email address must have an @-sign."),
        ({"email": "a@b"}, "The email address is not valid: The part after the @-sign is not valid."),
        ({"password": "seven77"}, "The password must have at least 8 characters."),
        ({"password": "x" * 1025}, "The password may have at most 1,024 characters."),
        ({"display_name": " \t "}, "Please choose a display name."),
        ({"display_name": "\u200d"}, "Please choose a display name."),
        ({"display_name": "n" * 81}, "The display name may have at most 80 characters."),
        ({"display_name": "a\u202eb"}, "The display name holds a character that cannot be shown."),
        ({"display_name": "a\x00b"}, "The display name holds a character that cannot be shown."),
        ({"password": None}, "password: Input should be a valid string."),
    ],
)
def test_what_cannot_be_taken_is_said(client: httpx2.Client, changed: dict[str, Any], sentence: str) -> None:
    answer = register(client, **changed)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(sentence.rstrip("."))


def test_the_longest_and_the_shortest_password_are_taken(client: httpx2.Client) -> None:
    for number, password in enumerate(("x" * 1024, "eight888")):
        assert register(client, email=f"length{number}@example.org", password=password).status_code == 201
        assert logged_in(client, f"length{number}@example.org", password).token


# API-5
def test_a_login_gives_a_token_that_opens_me(client: httpx2.Client) -> None:
    ada = registered(client)
    answer = client.post("/api/auth/login", json={"email": f"  {ada.email.upper()} ", "password": PASSWORD})
    assert answer.status_code == 200
    assert answer.json()["token_type"] == "bearer"
    assert answer.headers["cache-control"] == "no-store"
    found = client.get("/api/auth/me", headers={"Authorization": f"Bearer {answer.json()['access_token']}"})
    assert found.json()["email"] == ada.email


# API-5
@pytest.mark.parametrize("email", ["ada-wrong@example.org", "nobody@example.org", "not an address", ""])
def test_a_wrong_login_does_not_tell_what_is_wrong(client: httpx2.Client, email: str) -> None:
    register(client, email="ada-wrong@example.org")
    answer = client.post("/api/auth/login", json={"email": email, "password": "not the password"})
    assert (answer.status_code, answer.json()) == (401, {"detail": "Wrong email or password."})


@pytest.fixture
def slow_hashing(tmp_path: Path, new_database: Callable[[], str]) -> Iterator[Running]:
    """A server that hashes passwords as a site does."""
    memory = Settings.model_fields["password_memory"].default
    settings = Settings(data=tmp_path, database_url=new_database(), demo=False, password_memory=memory)
    with serving(settings) as running:
        yield running


def test_an_address_without_an_account_takes_as_long(slow_hashing: Running) -> None:
    """Argon2id takes far longer than all the rest of a login, so a skipped one would show at once."""
    client, ada = slow_hashing.client, registered(slow_hashing.client)

    def quickest(email: str) -> float:
        body = {"email": email, "password": "not the password"}
        return min(client.post("/api/auth/login", json=body).elapsed.total_seconds() for _ in range(3))

    assert quickest("nobody-here@example.org") > quickest(ada.email) / 3
    assert "$argon2id$v=19$m=65536,t=3,p=4$" in str(slow_hashing.rows("SELECT * FROM users"))


def test_a_password_typed_with_other_code_points_is_the_same(client: httpx2.Client) -> None:
    register(client, email="umlaut@example.org", password="schöne Würfel")
    assert logged_in(client, "umlaut@example.org", "scho\u0308ne Wu\u0308rfel").token


# AUTH-4 (decided otherwise: the box chooses how long a login lasts)
def test_a_login_that_is_remembered_lasts_longer(client: httpx2.Client) -> None:
    ada = registered(client)
    until = {}
    for remember in (True, False):
        answer = client.post("/api/auth/login", json={"email": ada.email, "password": PASSWORD, "remember": remember})
        until[remember] = datetime.fromisoformat(answer.json()["expires_at"])
    assert until[True] - datetime.now(UTC) > timedelta(days=29)
    assert timedelta(hours=11) < until[False] - datetime.now(UTC) <= timedelta(hours=12)


# API-6
def test_me_shows_who_one_is(client: httpx2.Client) -> None:
    ada = registered(client)
    answer = client.get("/api/auth/me", headers=ada.headers)
    person = {"id": ada.id, "email": ada.email, "display_name": "Ada"}
    assert answer.json() == person | {"user": person, "expires_at": answer.json()["expires_at"]}


# API-6
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer nonsense"}, {"Authorization": "Basic YTpi"}])
def test_me_without_a_login_is_refused(client: httpx2.Client, headers: dict[str, str]) -> None:
    answer = client.get("/api/auth/me", headers=headers)
    assert (answer.status_code, answer.json()) == (401, {"detail": "Please log in to go on."})
    assert answer.headers["www-authenticate"] == "Bearer"


def test_an_expired_login_differs_from_none(server: Running) -> None:
    ada = registered(server.client)
    server.write(f"UPDATE tokens SET expires = '2020-01-01 00:00:00' WHERE user_id = {ada.id}")
    answer = server.client.get("/api/auth/me", headers=ada.headers)
    assert (answer.status_code, answer.json()) == (401, {"detail": "Your login has expired. Please log in again."})
    assert answer.headers["www-authenticate"] == "Bearer"


# API-6
@pytest.mark.parametrize(("remember", "life"), [(True, timedelta(days=30)), (False, timedelta(hours=12))])
def test_a_login_past_its_half_is_replaced(server: Running, remember: bool, life: timedelta) -> None:
    client, email = server.client, registered(server.client).email
    ada = logged_in(client, email, remember=remember)
    assert "access_token" not in client.get("/api/auth/me", headers=ada.headers).json()
    before = datetime.now(UTC) - timedelta(days=60)
    server.write(f"UPDATE tokens SET created = '{before:%Y-%m-%d %H:%M:%S}' WHERE user_id = {ada.id}")
    found = client.get("/api/auth/me", headers=ada.headers).json()
    assert found["access_token"] != ada.token
    left = datetime.fromisoformat(found["expires_at"]) - datetime.now(UTC)
    assert abs(left - life) < timedelta(minutes=1)
    fresh = client.get("/api/auth/me", headers={"Authorization": f"Bearer {found['access_token']}"})
    assert "access_token" not in fresh.json()
    for_other_tabs = client.get("/api/auth/me", headers=ada.headers)
    assert for_other_tabs.status_code == 200
    old = server.rows(f"SELECT MIN(expires) FROM tokens WHERE user_id = {ada.id}")[0][0]
    ends = old if isinstance(old, datetime) else datetime.fromisoformat(str(old)).replace(tzinfo=UTC)
    assert ends - datetime.now(UTC) < timedelta(minutes=5)


# API-3, AUTH-47
def test_logout_ends_this_login_and_no_other(client: httpx2.Client) -> None:
    ada = registered(client)
    other = logged_in(client, ada.email)
    answer = client.post("/api/auth/logout", headers=ada.headers)
    assert (answer.status_code, answer.content) == (204, b"")
    assert client.get("/api/auth/me", headers=ada.headers).status_code == 401
    assert client.get("/api/auth/me", headers=other.headers).status_code == 200


# API-3
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer nonsense"}])
def test_logout_without_a_login_is_fine(client: httpx2.Client, headers: dict[str, str]) -> None:
    assert client.post("/api/auth/logout", headers=headers).status_code == 204


def test_neither_password_nor_token_is_stored(server: Running) -> None:
    ada = registered(server.client)
    stored = str(server.rows("SELECT * FROM users")) + str(server.rows("SELECT * FROM tokens"))
    assert PASSWORD not in stored
    assert ada.token not in stored
    assert "$argon2id$" in stored


def test_the_token_of_somebody_deleted_opens_nothing(server: Running) -> None:
    ada = registered(server.client)
    server.write(f"DELETE FROM tokens WHERE user_id = {ada.id}")
    server.write(f"DELETE FROM users WHERE id = {ada.id}")
    assert server.client.get("/api/auth/me", headers=ada.headers).status_code == 401
