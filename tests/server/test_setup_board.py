"""A board of the game's own, and leaders that have joined their units before the first roll."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import httpx2
import pytest

from tests.server.people import registered
from tests.server.test_play import Json, Table, made


@pytest.fixture(scope="module")
def table(server: Any) -> Table:
    return made(server.client, registered(server.client, "Drawer"))


def board_of(client: httpx2.Client) -> Json:
    known = client.get("/api/layouts").json()["layouts"][0]
    return {key: deepcopy(known[key]) for key in ("name", "terrain", "zones", "objectives")}


def change(table: Table, **body: Any) -> httpx2.Response:
    return table.client.patch(f"/api/game/{table.game_id}/setup", json=body, headers=table.person.headers)


def test_a_drawn_board_is_checked_kept_and_fought_on(table: Table) -> None:
    chosen = table.get("setup").json()["chosen"]
    board = board_of(table.client)
    mill = {"name": "Old Mill", "coordinates": [[20, 10], [26, 10], [26, 16]], "obscuring": True, "floors": [3, 6]}
    board["terrain"] = [mill]
    bad = deepcopy(board)
    bad["terrain"][0]["coordinates"][1] = [66, 10]
    refused = change(table, game=chosen | {"board": bad})
    assert (refused.status_code, refused.json()["detail"]) == (422, "A corner of Old Mill is off the board.")
    assert table.get("setup").json()["chosen"]["board"] is None
    kept = change(table, game=chosen | {"board": board, "mode": "physical"}).json()["chosen"]["board"]
    assert kept["terrain"][0] == board["terrain"][0] | {"walls": [], "height": 2.0}

    for side, army in enumerate(("vow-1000", "fen-1000")):
        assert table.chosen(side, army, controller="ai").status_code == 200
    leaders = table.get("setup").json()["armies"][0]["leaders"]
    leader, unit = leaders[0]["leader"], leaders[0]["units"][0]
    assert [each["name"] for each in leaders[0]["units"]][:2] == ["Slatewardens 1", "Slatewardens 2"]
    wrong = table.chosen(0, "vow-1000", joined=[{"leader": unit["unit"], "unit": leader}])
    assert wrong.json()["detail"] == "There is a leader that cannot join that unit: choose another unit for it."
    twice = table.chosen(0, "vow-1000", joined=[{"leader": leader, "unit": unit["unit"]}] * 2)
    assert twice.json()["detail"] == "A leader joins one unit, and no leader that has joined another."
    done = table.chosen(0, "vow-1000", controller="ai", joined=[{"leader": leader, "unit": unit["unit"]}])
    assert done.json()["armies"][0]["joined"] == [{"leader": leader, "unit": unit["unit"]}]

    assert table.post("start").status_code == 201
    state = table.state()
    assert state["game_model"]["digital"] is False
    assert [(piece["name"], piece["floors"]) for piece in state["map_data"]["terrain"]] == [("Old Mill", [3, 6])]
    assert state["map_data"]["terrain"][0]["coordinates"] == [[20, 10], [26, 10], [26, 16]]
    table.did("ai_step")
    names = [each["name"] for each in table.state()["game_model"]["armies"][0]["units"]]
    assert any(leaders[0]["name"] in name and " + " in name for name in names)
    for _ in range(8):
        table.did("ai_step")
    assert change(table, game=chosen).status_code == 409
