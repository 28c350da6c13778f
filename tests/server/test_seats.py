"""Invitations by link, and the seats that they lead to."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest

from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.tables import invited, joined, made
from tests.server.test_games import answered, listed

NOT_VALID = (404, {"detail": "This invitation is not valid, or it has expired. Please ask for a new one."})
USED = (410, {"detail": "This invitation has been used already. Please ask for a new one."})


@pytest.fixture
def ada(client: httpx2.Client) -> Somebody:
    return registered(client)


@pytest.fixture
def brook(client: httpx2.Client) -> Somebody:
    return registered(client, "Brook")


@pytest.fixture
def cleo(client: httpx2.Client) -> Somebody:
    return registered(client, "Cleo")


def accept(client: httpx2.Client, person: Somebody, token: str) -> httpx2.Response:
    return client.post(f"/api/invitations/{token}", headers=person.headers)


def seats(client: httpx2.Client, person: Somebody, game: str) -> list[Any]:
    found = client.get(f"/api/game/{game}", headers=person.headers).json()["seats"]
    return [seat["taken_by"] for seat in found]


def leave(client: httpx2.Client, person: Somebody, game: str, side: int) -> httpx2.Response:
    return client.delete(f"/api/game/{game}/seats/{side}", headers=person.headers)


def test_a_link_shows_what_it_is_for_and_gives_the_seat_once(
    client: httpx2.Client, ada: Somebody, brook: Somebody, cleo: Somebody
) -> None:
    game = made(client, ada, "Duel")
    answer = client.post(f"/api/game/{game}/invitations", headers=ada.headers)
    assert answer.status_code == 201
    expires = datetime.fromisoformat(answer.json()["expires_at"])
    assert abs(expires - datetime.now(UTC) - timedelta(days=7)) < timedelta(minutes=1)
    token = answer.json()["url"].removeprefix("/invitation/")
    shown = client.get(f"/api/invitations/{token}").json()
    fresh = {"begun": False, "rolls": 0, "taken_back": 0, "armies": ["", ""]}
    assert shown == {"game_name": "Duel", "from": "Ada", "side": 1, "expires_at": answer.json()["expires_at"], **fresh}
    assert answered(client.post(f"/api/invitations/{token}"))[0] == 401
    assert answered(accept(client, brook, token)) == (200, {"game_id": game})
    assert answered(accept(client, brook, token)) == (200, {"game_id": game})
    assert answered(accept(client, cleo, token)) == USED
    assert answered(client.get(f"/api/invitations/{token}")) == USED
    assert seats(client, ada, game) == [None, "Brook"]


def test_the_token_itself_is_not_kept(server: Running, ada: Somebody) -> None:
    token = invited(server.client, ada, made(server.client, ada))
    assert server.rows(f"SELECT 1 FROM invitations WHERE token_hash = '{token}'") == []


def test_a_link_expires(server: Running, ada: Somebody, brook: Somebody) -> None:
    game = made(server.client, ada)
    token = invited(server.client, ada, game)
    server.write(f"UPDATE invitations SET expires = '2026-01-01 00:00:00+00:00' WHERE game_id = '{game}'")
    assert answered(server.client.get(f"/api/invitations/{token}")) == NOT_VALID
    assert answered(accept(server.client, brook, token)) == NOT_VALID
    assert answered(accept(server.client, brook, "never-made")) == NOT_VALID


def test_a_new_link_to_a_seat_makes_the_old_one_void(client: httpx2.Client, ada: Somebody, brook: Somebody) -> None:
    game = made(client, ada)
    old, other_side, new = invited(client, ada, game), invited(client, ada, game, 0), invited(client, ada, game)
    assert answered(accept(client, brook, old)) == NOT_VALID
    assert client.get(f"/api/invitations/{other_side}").json()["side"] == 0
    assert accept(client, brook, new).status_code == 200


def test_seats_that_cannot_be_taken(server: Running, ada: Somebody, brook: Somebody, cleo: Somebody) -> None:
    client = server.client
    game = made(client, ada)
    token = invited(client, ada, game)
    own = (409, {"detail": "This is your own game: send the link to your opponent."})
    assert answered(accept(client, ada, token)) == own
    first = invited(client, ada, game, 0)
    assert accept(client, brook, token).status_code == 200
    assert answered(accept(client, brook, first)) == (409, {"detail": "You have a seat at this game already."})
    taken = (409, {"detail": "Somebody has taken this seat already."})
    assert answered(client.post(f"/api/game/{game}/invitations", headers=ada.headers, json={"side": 1})) == taken
    server.write(f"UPDATE seats SET user_id = {cleo.id} WHERE game_id = '{game}' AND side = 0")
    server.write(f"UPDATE seats SET user_id = NULL WHERE game_id = '{game}' AND side = 1")
    assert answered(accept(client, brook, first)) == taken
    wrong = client.post(f"/api/game/{game}/invitations", headers=ada.headers, json={"side": 2})
    assert (wrong.status_code, wrong.json()["detail"][:5]) == (422, "side:")


def test_nobody_joins_a_game_that_is_over(server: Running, ada: Somebody, brook: Somebody) -> None:
    client = server.client
    game = made(client, ada)
    token = invited(client, ada, game)
    server.write(f"UPDATE games SET status = 'Completed' WHERE id = '{game}'")
    over = (409, {"detail": "This game is completed, so nobody can join it any more."})
    assert answered(accept(client, brook, token)) == over
    assert answered(client.post(f"/api/game/{game}/invitations", headers=ada.headers)) == over


def test_only_its_holder_leaves_a_seat(client: httpx2.Client, ada: Somebody, brook: Somebody, cleo: Somebody) -> None:
    game = made(client, ada)
    joined(client, ada, brook, game)
    joined(client, ada, cleo, game, 0)
    others = (403, {"detail": "A seat is its holder's: only they leave it."})
    assert answered(leave(client, brook, game, 0)) == others
    assert answered(leave(client, ada, game, 1)) == others
    assert leave(client, brook, game, 1).status_code == 204
    assert listed(client, brook) == []
    assert answered(client.get(f"/api/game/{game}", headers=brook.headers)) == (
        404,
        {"detail": "There is no such game."},
    )
    assert answered(leave(client, ada, game, 1)) == (404, {"detail": "Nobody has taken this seat."})
    assert leave(client, cleo, game, 0).status_code == 204
    assert seats(client, ada, game) == [None, None]
    joined(client, ada, brook, game)
    assert seats(client, ada, game) == [None, "Brook"]


def test_a_link_that_was_used_does_not_bring_somebody_back(
    client: httpx2.Client, ada: Somebody, brook: Somebody
) -> None:
    game = made(client, ada)
    token = invited(client, ada, game)
    accept(client, brook, token)
    leave(client, brook, game, 1)
    assert answered(accept(client, brook, token)) == USED


async def test_of_two_who_take_a_seat_at_once_one_has_it(server: Running, ada: Somebody) -> None:
    people = [registered(server.client, f"Guest{number}") for number in range(6)]
    game = made(server.client, ada)
    token = invited(server.client, ada, game)
    async with httpx2.AsyncClient(base_url=server.client.base_url, trust_env=False, timeout=20) as client:
        work = (client.post(f"/api/invitations/{token}", headers=person.headers) for person in people)
        statuses = sorted(answer.status_code for answer in await asyncio.gather(*work))
    assert statuses == [200, 410, 410, 410, 410, 410]
