"""The shelf over HTTP: what uploads teach, lists that are filled in from it, numbers that are typed in."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.rosters.builder import as_xml, roster
from tests.rosters.test_shelf import DATA_FILE, OFFICIAL, captain, wardens
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.test_games import answered
from tests.server.test_holdings import exported
from tests.server.test_rosters import rows, saved, upload

TAUGHT = as_xml(roster(wardens(), captain()))
BOW = {"name": "Reed bow", "range": '18"', "attacks": "2", "skill": "4+", "strength": "3", "ap": "-1", "damage": "D3"}
STATS = {"movement": 6, "toughness": 4, "save": 4, "wounds": 2, "leadership": 7, "objective_controlled": 1}
ROWERS = "Raft (70 points)\n\nRiver folk\n\nRowers (70 points)\n  • 5x Rower\n    • 5x Reed bow\n"


@pytest.fixture
def ada(client: httpx2.Client) -> Somebody:
    return registered(client)


def shelf(client: httpx2.Client, person: Somebody) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/shelf", headers=person.headers).json()["sheets"]
    return found


def typed(client: httpx2.Client, person: Somebody, roster_id: str, *units: dict[str, Any]) -> httpx2.Response:
    return client.post(f"/api/rosters/{roster_id}/sheets", headers=person.headers, json={"units": list(units)})


def test_a_list_that_came_before_its_sheets_fights_once_they_are_there(client: httpx2.Client, ada: Somebody) -> None:
    first = saved(client, ada, OFFICIAL.encode())
    assert not first["roster_dict"]["playable"]
    assert [each["name"] for each in first["missing"]] == ["Ford Captain", "Warden Squad", "Warden Squad"]
    taught = saved(client, ada, TAUGHT)
    assert taught["learned"] == 3
    assert {(row["kind"], row["name"], row["source"]) for row in shelf(client, ada)} == {
        ("unit", "Warden squad", "roster"),
        ("unit", "Ford Captain", "roster"),
        ("enhancement", "Old bell", "roster"),
    }
    again = typed(client, ada, first["roster_id"]).json()
    assert (again["roster_dict"]["playable"], again["missing"]) == (True, [])
    (row,) = (row for row in rows(client, ada) if row["roster_id"] == first["roster_id"])
    assert (row["playable"], row["left_out"], row["models"], row["name"]) == (True, 0, 16, "River guard")
    for sheet in shelf(client, ada):
        assert client.delete(f"/api/shelf/{sheet['id']}", headers=ada.headers).status_code == 204
    assert shelf(client, ada) == []
    kept = client.get(f"/api/rosters/{first['roster_id']}", headers=ada.headers).json()
    assert kept["roster_dict"] == again["roster_dict"]


def test_a_shelf_is_private_and_goes_with_its_account(server: Running, ada: Somebody) -> None:
    client = server.client
    saved(client, ada, TAUGHT)
    brook = registered(client, "Brook")
    sheet = shelf(client, ada)[0]["id"]
    assert shelf(client, brook) == []
    assert not saved(client, brook, OFFICIAL.encode())["roster_dict"]["playable"]
    gone = client.delete(f"/api/shelf/{sheet}", headers=brook.headers)
    assert answered(gone) == (404, {"detail": "There is no such sheet on your shelf."})
    assert client.get("/api/shelf").status_code == 401
    assert upload(client, OFFICIAL.encode()).json()["roster_dict"]["playable"] is False
    assert [name for name in exported(client, ada) if name.startswith("shelf/unit-")]


def test_numbers_that_are_typed_in_make_a_unit_fight(client: httpx2.Client, ada: Somebody) -> None:
    roster_id = saved(client, ada, ROWERS.encode())["roster_id"]
    unit = {"name": "Rowers", "stats": STATS, "weapons": [BOW], "keywords": ["infantry"]}
    found = typed(client, ada, roster_id, unit).json()
    assert (found["roster_dict"]["playable"], found["missing"]) == (True, [])
    (model,) = found["roster_dict"]["units"][0]["models"]
    assert (model["count"], model["save"], model["ranged_weapons"][0]["damage"]) == (5, 4, "D3")
    assert [row["source"] for row in shelf(client, ada)] == ["typed"]
    for wrong in ({"attacks": "many"}, {"range": "far"}, {"skill": "9"}):
        refused = typed(client, ada, roster_id, {**unit, "weapons": [{**BOW, **wrong}]})
        assert refused.status_code == 422


def test_a_data_file_goes_onto_the_shelf_and_is_no_roster(client: httpx2.Client, ada: Somebody) -> None:
    found = saved(client, ada, DATA_FILE.encode())
    assert (found["roster_id"], found["learned"], found["roster_dict"]["playable"]) == (None, 1, False)
    assert rows(client, ada) == []
    assert "Log in to put them on your shelf" in upload(client, DATA_FILE.encode()).json()["detail"]
    text = "A (10 points)\n\nAshen Wardens\n\nWarden squad (10 points)\n  • 5x Warden\n    • 5x Thorn rifle\n"
    assert saved(client, ada, text.encode())["roster_dict"]["playable"]


def test_the_sample_armies_sheets_are_on_every_shelf(client: httpx2.Client) -> None:
    text = "A (80 points)\n\nFenborn Host\n\nMudrunners (80 points)\n  • 10x Mudrunner\n"
    found = upload(client, text.encode()).json()
    assert found["roster_dict"]["playable"], found["report"]
    assert found["roster_dict"]["units"][0]["models"][0]["ranged_weapons"]
