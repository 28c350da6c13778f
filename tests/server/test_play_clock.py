"""The chess clock of a game, as both of its players call it."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.tables import joined
from tests.server.test_play import Json, Table, begun, made


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture(scope="module")
def ben(server: Running) -> Somebody:
    return registered(server.client, "Ben")


def refused(table: Table, do: str) -> tuple[int, str]:
    answer = table.post("clock", do=do)
    return answer.status_code, answer.json()["detail"]


def agreed(one: Table, other: Table, **change: Any) -> Json:
    """A change of the clock that one player offers and the other agrees to: nothing happens before."""
    before = one.state()["clock"]
    offered = one.did("clock", **change)
    assert [(each["kind"], each["yours"]) for each in offered["offers"]] == [("clock", True)]
    assert (offered["clock"] is None) == (before is None)
    assert one.post("offer_answer", kind="clock", agree=True).status_code == 422, "not by oneself"
    return other.did("offer_answer", kind="clock", agree=True)


def clock_of(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = table.state()["clock"]
    return found


def test_both_players_see_one_clock_that_runs_for_the_player_who_is_asked(
    server: Running, client: httpx2.Client, ada: Somebody, ben: Somebody
) -> None:
    mine = begun(client, ada)
    joined(client, ada, ben, mine.game_id)
    theirs = Table(client, ben, mine.game_id)
    assert mine.state()["clock"] is None
    assert refused(mine, "pause") == (409, "This game has no clock: start one first.")
    started = agreed(theirs, mine, do="start", minutes=30)
    assert (started["clock"]["seconds"], started["clock"]["paused"]) == (1800, False)
    assert refused(mine, "start") == (409, "This game has a clock already: stop it first.")

    state = mine.state()
    asked = state["request"]["army_uuid"]
    assert (state["clock"]["running_army_uuid"], state["number"]) == (asked, started["number"])
    rolled = (mine if asked == state["game_model"]["armies"][0]["uuid"] else theirs).did("roll", stage="deployment")
    assert rolled["clock"]["running_army_uuid"] == rolled["request"]["army_uuid"]

    paused = agreed(theirs, mine, do="pause")["clock"]
    assert (paused["paused"], paused["running_army_uuid"]) == (True, None)
    server.matches.forget()
    assert clock_of(mine) == clock_of(theirs) == paused
    assert any(each > 0 for each in paused["used"])
    going = agreed(mine, theirs, do="resume")
    assert going["clock"]["running_army_uuid"] == going["request"]["army_uuid"]
    assert agreed(mine, theirs, do="stop")["clock"] is None
    assert theirs.state()["clock"] is None


def test_the_computer_has_all_the_time(client: httpx2.Client, ada: Somebody) -> None:
    table = begun(client, ada, "ai", "ai")
    assert table.did("clock", do="start")["clock"]["running_army_uuid"] is None
    assert table.did("ai_step")["clock"]["used"] == [0.0, 0.0]


def test_it_follows_what_is_taken_back(client: httpx2.Client, ada: Somebody) -> None:
    table = begun(client, ada)
    table.did("clock", do="start")
    rolled = table.did("roll", stage="deployment")
    back = table.did("undo")
    assert back["number"] == rolled["number"] - 1
    assert back["clock"]["running_army_uuid"] == back["request"]["army_uuid"]


def test_who_does_not_play_has_no_hand_on_it(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    table = begun(client, ada)
    assert Table(client, ben, table.game_id).post("clock", do="start").status_code == 404
    early = made(client, ada)
    assert refused(early, "start") == (409, "This game has not begun yet.")
    assert table.post("clock", do="wind").status_code == 422
    assert table.post("clock", do="start", minutes=1).status_code == 422


def test_a_clock_chosen_at_the_set_up_runs_from_the_start(client: httpx2.Client, ada: Somebody) -> None:
    table = made(client, ada)
    game = table.get("setup").json()["chosen"]
    assert game["clock_minutes"] is None

    def choose(minutes: int) -> httpx2.Response:
        body = {"game": {**game, "clock_minutes": minutes}}
        return client.patch(f"/api/game/{table.game_id}/setup", json=body, headers=ada.headers)

    assert choose(4).status_code == 422
    assert choose(75).json()["chosen"]["clock_minutes"] == 75
    for side, army in enumerate(("vow-1000", "fen-1000")):
        table.chosen(side, army)
    assert table.post("start").status_code == 201
    state = table.state()
    assert (state["clock"]["seconds"], state["clock"]["paused"]) == (4500, False)
    assert state["clock"]["running_army_uuid"] == state["request"]["army_uuid"]
