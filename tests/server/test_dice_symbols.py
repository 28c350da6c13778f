"""A symbol on dice is explained once: kept for its player, used for the next photo, listed and forgotten."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import cv2
import httpx2
import numpy as np
import orjson
import pytest

from highground.server.dice.symbols import MOST_SYMBOLS
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.tables import joined
from tests.server.test_camera import channel, heard, jpeg, sent
from tests.server.test_play import Table as Played
from tests.server.test_play import begun
from tests.vision.test_symbols import tray

Json = dict[str, Any]


@pytest.fixture
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture
def game(client: httpx2.Client, ada: Somebody) -> Played:
    return begun(client, ada)


def read(server: Running, game: Played, seed: int, name: str = "bolt") -> tuple[str, Json]:
    """Photograph a tray and wait until it is read: the photo and what its dice show."""
    with channel(server, game.game_id, game.person.token) as page:
        kept = sent(game, jpeg(tray(seed, name).picture), dice_tray="true").json()
        heard(page, "job_completed")
    return kept["image_id"], game.get("latest_dice_image").json()["analysis"]["dice_result"]


def explained(game: Played, image_id: str, dice: list[int], face: int) -> httpx2.Response:
    return game.post("dice_symbols", image_id=image_id, dice=dice, face=face)


def symbols_of(result: Json) -> list[int]:
    return [number for number, symbol in enumerate(result["detection_symbols"]) if symbol >= 0]


def mine(client: httpx2.Client, person: Somebody) -> list[Json]:
    answer = client.get("/api/dice_symbols", headers=person.headers)
    assert answer.status_code == 200
    return list(answer.json()["symbols"])


def test_a_symbol_is_asked_about_once_and_read_from_then_on(
    server: Running, client: httpx2.Client, game: Played
) -> None:
    image, first = read(server, game, 2)
    dice = symbols_of(first)
    assert len(dice) == 3
    answer = explained(game, image, dice, 6)
    assert answer.status_code == 201, answer.text
    assert answer.json()["face"] == 6
    _, second = read(server, game, 3)
    shown = symbols_of(second)
    assert len(shown) == 4
    assert {second["detection_classes"][number] for number in shown} == {6}
    assert not any(second["doubtful"])
    (row,) = mine(client, game.person)
    assert str(row["picture"]).startswith("data:image/png;base64,")
    assert client.delete(f"/api/dice_symbols/{row['id']}", headers=game.person.headers).status_code == 204
    assert mine(client, game.person) == []
    assert any(read(server, game, 3)[1]["doubtful"])


def test_what_is_said_of_a_symbol_again_replaces_what_was_said_before(
    server: Running, client: httpx2.Client, game: Played
) -> None:
    image, first = read(server, game, 2)
    explained(game, image, symbols_of(first), 1)
    again, second = read(server, game, 10)  # no die of this tray shows a one
    assert {second["detection_classes"][number] for number in symbols_of(second)} == {1}
    explained(game, again, symbols_of(second)[:1], 6)
    assert [row["face"] for row in mine(client, game.person)] == [6]
    other, third = read(server, game, 4, "sword")
    explained(game, other, symbols_of(third), 1)
    assert [row["face"] for row in mine(client, game.person)] == [1, 6]


def test_both_players_dice_are_known_at_their_table_and_to_nobody_else(
    server: Running, client: httpx2.Client, game: Played
) -> None:
    brook, cleo = registered(client, "Brook"), registered(client, "Cleo")
    own = begun(client, brook)
    image, first = read(server, own, 2)
    explained(own, image, symbols_of(first), 6)
    (row,) = mine(client, brook)
    assert mine(client, cleo) == []
    assert client.delete(f"/api/dice_symbols/{row['id']}", headers=cleo.headers).status_code == 404
    assert any(read(server, game, 3)[1]["doubtful"])
    joined(client, game.person, brook, game.game_id, side=0)
    assert not any(read(server, game, 3)[1]["doubtful"])


def test_what_cannot_be_explained_is_refused_with_the_reason(
    server: Running, client: httpx2.Client, game: Played
) -> None:
    image, first = read(server, game, 2)
    pips = first["detection_symbols"].index(-1)
    for dice, status, said in (([pips], 422, "show no symbol"), ([99], 422, "show no symbol"), ([], 422, "")):
        answer = explained(game, image, dice, 6)
        assert answer.status_code == status
        assert said in str(answer.json()["detail"])
    assert explained(game, "no-photo", [0], 6).status_code == 404
    assert explained(game, image, symbols_of(first), 7).status_code == 422
    table = sent(game, jpeg(np.full((480, 640, 3), 90, np.uint8))).json()["image_id"]
    refused = explained(game, table, [0], 6)
    assert (refused.status_code, refused.json()["detail"]) == (409, "This is no photo of the dice tray.")
    server.write(f"UPDATE jobs SET state = 'failed', error = 'It broke.' WHERE game_id = '{game.game_id}'")
    assert explained(game, image, symbols_of(first), 6).status_code == 409
    assert mine(client, game.person) == []


def test_the_oldest_of_too_many_makes_room(server: Running, client: httpx2.Client, game: Played) -> None:
    image, first = read(server, game, 4, "sword")
    explained(game, image, symbols_of(first), 1)
    (oldest,) = mine(client, game.person)
    for _ in range(MOST_SYMBOLS - 1):
        server.write(
            "INSERT INTO dice_symbols (user_id, face, explained, patches) "
            f"SELECT user_id, face, explained, patches FROM dice_symbols WHERE id = {oldest['id']}"
        )
    image, first = read(server, game, 2)
    assert explained(game, image, symbols_of(first), 6).status_code == 201
    kept = mine(client, game.person)
    assert len(kept) == MOST_SYMBOLS
    assert kept[0]["face"] == 6
    assert oldest["id"] not in [row["id"] for row in kept]


def test_an_account_takes_its_symbols_along(server: Running, client: httpx2.Client, game: Played) -> None:
    image, first = read(server, game, 2)
    explained(game, image, symbols_of(first), 6)
    answer = client.get("/api/user/export", headers=game.person.headers)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = [name for name in archive.namelist() if name.startswith("dice-symbols/")]
        (data,) = (name for name in names if name.endswith(".json"))
        (picture,) = (name for name in names if name.endswith(".png"))
        assert orjson.loads(archive.read(data))["face"] == 6
        seen = cv2.imdecode(np.frombuffer(archive.read(picture), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert seen is not None
    assert seen.shape == (48, 48)
