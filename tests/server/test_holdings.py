"""An account is taken along and deleted with everything that the site holds about it."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import cv2
import httpx2
import numpy as np
import orjson

from tests.server.conftest import Running
from tests.server.jobs import ended, started
from tests.server.people import PASSWORD, Somebody, registered
from tests.server.tables import fought, invited, joined, made
from tests.server.test_achievements import record
from tests.server.test_rosters import FILES, SECRET, upload

NOTHING = [(0,)]


def exported(client: httpx2.Client, person: Somebody) -> dict[str, bytes]:
    answer = client.get("/api/user/export", headers=person.headers)
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def full_life(server: Running) -> tuple[Somebody, Somebody, dict[str, str]]:
    """Ada with a roster, a game that Brook plays with her, a log, an achievement; a seat at Brook's; the newsletter."""
    client = server.client
    ada, brook = registered(client), registered(client, "Brook")
    roster = upload(client, FILES["list.rosz"], ada, "../odd name.rosz").json()["roster_id"]
    log, game, theirs = fought(client, ada), made(client, ada), made(client, brook)
    joined(client, ada, brook, game)
    invited(client, ada, game, 0)
    joined(client, brook, ada, theirs)
    server.write(f"UPDATE seats SET army = '{{\"secret\": 1}}' WHERE user_id = {ada.id}")
    record(server, ada, game)
    client.post("/api/newsletter", json={"email": ada.email.upper()})
    return ada, brook, {"roster": roster, "log": log, "game": game, "theirs": theirs}


def test_the_export_holds_everything(server: Running) -> None:
    ada, _, ids = full_life(server)
    parts = exported(server.client, ada)
    found: dict[str, Any] = {name: orjson.loads(part) for name, part in parts.items() if name.endswith(".json")}
    assert found[f"games/{ids['game']}/game.json"]["opponent"] == "Brook"
    assert found[f"games/{ids['theirs']}/game.json"]["armies"] == {"1": {"secret": 1}}
    assert found[f"games/{ids['log']}/timeline.json"]["total"] == 4
    assert parts[f"rosters/{ids['roster']}/file/odd name.rosz"] == FILES["list.rosz"]
    assert SECRET in str(found[f"rosters/{ids['roster']}/roster.json"])
    assert [row["code"] for row in found["achievements.json"]] == ["to_the_end"]
    assert found["newsletter.json"]["email"].casefold() == ada.email


def test_the_export_of_an_opponent_holds_nothing_that_is_not_theirs(server: Running) -> None:
    _, brook, ids = full_life(server)
    parts = exported(server.client, brook)
    assert not any(ids["log"] in name or ids["roster"] in name for name in parts)
    assert orjson.loads(parts[f"games/{ids['theirs']}/game.json"])["armies"] == {}
    assert not any(SECRET.encode() in part for part in parts.values())


def test_the_export_has_own_match_ups_with_what_came_of_them(server: Running) -> None:
    ada, brook = registered(server.client), registered(server.client, "Brook")
    job = started(server.client, ada, army_a="vow-1000", army_b="fen-1000", battles=2, seed=7)
    done = ended(server.client, ada, job)
    found = orjson.loads(exported(server.client, ada)[f"simulations/{job}.json"])
    assert (found["state"], found["result"]) == ("done", done["result"])
    assert (found["asked"]["battles"], found["asked"]["seed"]) == (2, 7)
    assert [found["asked"][side]["name"] for side in "ab"] == found["result"]["armies"]
    assert not any("simulations" in part for part in exported(server.client, brook))


def test_the_export_has_the_photos_of_own_games(server: Running) -> None:
    ada, brook, ids = full_life(server)
    picture = cv2.imencode(".jpg", np.full((600, 800, 3), 90, dtype=np.uint8))[1].tobytes()
    for dice_tray in ("false", "true"):
        url, files = f"/api/game/{ids['game']}/photos", {"file": ("photo.jpg", picture)}
        answer = server.client.post(url, headers=ada.headers, files=files, data={"dice_tray": dice_tray})
        assert answer.status_code == 201, answer.text
    folder = f"games/{ids['game']}/photos/"
    found = {name: part for name, part in exported(server.client, ada).items() if name.startswith(folder)}
    assert sorted(name.removeprefix(folder).split("-")[2] for name in found) == ["dice", "table"]
    assert set(found.values()) == {picture}
    assert not any("photos" in name for name in exported(server.client, brook))


def test_a_deleted_account_leaves_nothing(server: Running) -> None:
    ada, brook, ids = full_life(server)
    client = server.client
    photo = server.settings.data / "files" / "games" / ids["game"] / "photo.jpg"
    photo.parent.mkdir(parents=True)
    photo.write_bytes(b"x")
    answer = client.request("DELETE", "/api/user", headers=ada.headers, json={"password": PASSWORD})
    assert answer.status_code == 204, answer.text
    for table, column in (
        ("rosters", "user_id"),
        ("achievements", "user_id"),
        ("games", "owner_id"),
        ("seats", "user_id"),
    ):
        assert server.rows(f"SELECT count(*) FROM {table} WHERE {column} = {ada.id}") == NOTHING, table
    for table in ("battle_logs", "seats", "invitations"):
        assert (
            server.rows(f"SELECT count(*) FROM {table} WHERE game_id IN ('{ids['log']}', '{ids['game']}')") == NOTHING
        )
    assert server.rows(f"SELECT count(*) FROM subscribers WHERE email_key = '{ada.email.casefold()}'") == NOTHING
    assert not photo.exists()
    left = client.get("/api/user/games", headers=brook.headers).json()["games"]
    assert [(row["game_id"], row["opponent"]) for row in left] == [(ids["theirs"], None)]
    assert server.rows(f"SELECT count(*) FROM seats WHERE game_id = '{ids['theirs']}' AND army IS NOT NULL") == NOTHING
