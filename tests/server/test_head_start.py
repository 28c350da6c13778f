"""A head start: chosen openly, in the score from the first turn on, in the report."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from highground.server.play import preparation
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.test_play import Table, made, set_up

Json = dict[str, Any]


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


def asked(table: Table, head_start: Json | None) -> httpx2.Response:
    chosen = table.get("setup").json()["chosen"] | {"head_start": head_start}
    body = {"game": chosen}
    return table.client.patch(f"/api/game/{table.game_id}/setup", json=body, headers=table.person.headers)


def uneven(client: httpx2.Client, person: Somebody, opponent: str = "human") -> Table:
    """A game in which the first army, the computer's, begins 10 points ahead."""
    table = made(client, person)
    table.chosen(0, "vow-1000", controller="ai")
    table.chosen(1, "fen-1000", controller=opponent)
    assert asked(table, {"side": 0, "points": 10}).status_code == 200
    assert table.post("start").status_code == 201
    return table


@pytest.mark.parametrize("wrong", [{"side": 0, "points": 7}, {"side": 2, "points": 5}, {"side": 1, "points": -5}])
def test_only_the_steps_that_there_are_can_be_chosen(client: httpx2.Client, ada: Somebody, wrong: Json) -> None:
    table = made(client, ada)
    assert asked(table, wrong).status_code == 422
    assert table.get("setup").json()["chosen"]["head_start"] is None


def test_who_plays_both_armies_begins_with_none_ahead(client: httpx2.Client, ada: Somebody) -> None:
    table = made(client, ada)
    table.chosen(0, "vow-1000")
    table.chosen(1, "fen-1000")
    shown = asked(table, {"side": 0, "points": 10}).json()
    last = shown["readiness"][-1]
    assert (last["what"], last["ready"], shown["can_start"]) == ("Head start", False, False)
    assert last["detail"] == preparation.NOBODY_TO_AGREE
    refused = table.post("start")
    assert (refused.status_code, refused.json()["detail"]) == (409, "The game is not ready: Head start.")
    shown = table.chosen(1, "fen-1000", controller="ai").json()
    assert shown["can_start"]
    assert shown["readiness"][-1]["detail"].endswith("begins 10 victory points ahead.")
    assert asked(table, None).json()["readiness"][-1]["what"] == "Red army"


def test_a_person_begins_ahead_of_another_who_agrees(client: httpx2.Client, ada: Somebody) -> None:
    table, theirs = set_up(client, ada, registered(client, "Ben"))
    theirs.agreed()
    rows = asked(table, {"side": 0, "points": 10}).json()["readiness"]
    assert [(each["what"], each["ready"]) for each in rows[-2:]] == [("Head start", True), ("Agreement", False)]
    asks = theirs.get("setup").json()["readiness"][-1]["detail"]
    assert asks == "The head start has changed since you agreed."
    assert table.post("start").status_code == 409
    theirs.agreed()
    assert table.post("start").status_code == 201
    assert [army.get("head_start") for army in theirs.state()["game_model"]["armies"]] == [10, None]


def test_it_is_shown_before_the_battle_and_in_its_score_and_its_report(client: httpx2.Client, ada: Somebody) -> None:
    table = uneven(client, ada, "ai")
    armies = table.state()["game_model"]["armies"]
    assert [(army["vp"], army.get("head_start")) for army in armies] == [(0, 10), (0, None)]
    while table.state()["game_model"]["phase"] == "deployment":
        table.did("ai_step")
    armies = table.state()["game_model"]["armies"]
    assert [(army["vp"], army.get("head_start")) for army in armies] == [(10, 10), (0, None)]
    listed = client.get(f"/api/game/{table.game_id}", headers=ada.headers).json()
    assert listed["summary"]["score"] == [10, 0]
    log = client.get(f"/api/game/{table.game_id}/logs_json", headers=ada.headers).json()
    name = log["army_list"][0]["name"]
    said = [
        action["message"]
        for turn in log["logs"]["rounds"][0]["turns"]
        for phase in turn["phases"]
        for action in phase["actions"]
        if action["action"] == "head_start"
    ]
    assert said == [f"{name} begins 10 victory points ahead, as chosen at set-up"]
    assert [army.get("head_start") for army in log["statistics"]["armies"]] == [10, None]
    client.patch(f"/api/game/{table.game_id}", json={"shared": True}, headers=ada.headers).raise_for_status()
    heading = client.get(f"/api/game/shared/{table.game_id}/summary", headers=ada.headers).json()
    assert [army["head_start"] for army in heading["armies"]] == [10, 0]
    assert f"{name} begins 10 points ahead." in heading["line"]
    assert heading["headline"].endswith(", 10 : 0")


def test_who_meets_again_does_so_with_the_same_head_start(client: httpx2.Client, ada: Somebody) -> None:
    table = uneven(client, ada)
    table.did("resign", side=1)
    new = client.post(f"/api/game/{table.game_id}/rematch", headers=ada.headers).json()["game_id"]
    again = Table(client, ada, new).get("setup").json()
    assert again["chosen"]["head_start"] == {"side": 0, "points": 10}
    assert again["can_start"]
