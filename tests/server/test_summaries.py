"""What lists tell of a game, and the rematch of one that is over."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.tables import fought, joined
from tests.server.test_play import Table, begun, made, seated

Json = dict[str, Any]


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture(scope="module")
def ben(server: Running) -> Somebody:
    return registered(server.client, "Ben")


def row(table: Table, person: Somebody | None = None) -> Json:
    """The game's row in the list of its owner, or of somebody else."""
    headers = (person or table.person).headers
    games: list[Json] = table.client.get("/api/user/games", headers=headers).json()["games"]
    return next(each for each in games if each["game_id"] == table.game_id)


def again(table: Table, person: Somebody | None = None) -> httpx2.Response:
    headers = (person or table.person).headers
    return table.client.post(f"/api/game/{table.game_id}/rematch", headers=headers)


def test_the_list_shows_where_a_game_is(client: httpx2.Client, ada: Somebody) -> None:
    table = made(client, ada)
    assert row(table)["summary"] is None
    table.chosen(1, "fen-1000")
    chosen = row(table)["summary"]
    assert (chosen["begun"], chosen["armies"][0], chosen["round"], chosen["score"]) == (False, "", None, None)
    assert chosen["armies"][1]
    table.chosen(0, "vow-1000", controller="ai")
    table.post("start")
    summary = row(table)["summary"]
    assert (summary["begun"], summary["computer"], summary["round"]) == (True, [True, False], 1)
    assert (summary["phase"], summary["score"], summary["winner"]) == ("deployment", [0, 0], None)
    assert summary["armies"][1] == chosen["armies"][1]
    assert summary["due"] in {0, 1}
    assert client.get(f"/api/game/{table.game_id}", headers=ada.headers).json()["summary"] == summary


@pytest.mark.parametrize("simulation", [True, False])
def test_the_list_shows_how_a_game_is_played(server: Running, simulation: bool) -> None:
    """As its set-up has it, and not as it was made; a server that reads the battle again knows it too."""
    client, ada = server.client, registered(server.client)
    table = made(client, ada, simulation=simulation)
    table.chosen(0, "vow-1000")
    table.chosen(1, "fen-1000")
    assert row(table)["summary"]["mode"] == ("simulation" if simulation else "digital")
    begun_as = "digital" if simulation else "simulation"
    wanted = {"game": table.get("setup").json()["chosen"] | {"mode": begun_as}}
    client.patch(f"/api/game/{table.game_id}/setup", json=wanted, headers=ada.headers).raise_for_status()
    assert row(table)["summary"]["mode"] == begun_as
    table.post("start")
    assert row(table)["summary"]["mode"] == begun_as
    server.matches.forget()
    table.did("roll")
    assert (row(table)["summary"]["mode"], row(table)["simulation"]) == (begun_as, simulation)
    table.did("resign", side=0)
    assert row(Table(client, ada, again(table).json()["game_id"]))["summary"]["mode"] == begun_as


def test_every_choice_is_reported_and_so_is_the_end(client: httpx2.Client, ada: Somebody) -> None:
    table = begun(client, ada)
    before = row(table)
    table.did("roll")
    assert row(table)["updated"] > before["updated"]
    table.did("resign", side=0)
    over = row(table)
    assert (over["status"], over["summary"]["winner"], over["summary"]["due"]) == ("Completed", 1, None)


def test_a_row_shows_which_army_is_the_callers(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    table = made(client, ada)
    assert row(table)["side"] is None
    table.chosen(1, "fen-1000")
    joined(client, ada, ben, table.game_id)
    assert (row(table)["side"], row(table, ben)["side"]) == (0, 1)
    assert row(table)["summary"]["armies"] == ["", ""]


def test_an_uploaded_battle_shows_its_armies_and_score(client: httpx2.Client, ada: Somebody) -> None:
    table = Table(client, ada, fought(client, ada))
    summary = row(table)["summary"]
    assert summary["begun"]
    assert len(summary["armies"]) == 2
    # It is over: there is nothing to set up, and nothing to begin.
    refused = table.chosen(0, "vow-1000")
    assert (refused.status_code, refused.json()["detail"]) == (
        409, "This game has begun; its set-up can no longer be changed.",
    )  # fmt: skip
    assert table.post("start").status_code == 409
    assert again(table).json() == {"detail": "This battle was not fought here, so it cannot be fought again."}


def test_a_battle_that_is_still_fought_has_no_rematch(client: httpx2.Client, ada: Somebody) -> None:
    table = begun(client, ada)
    assert (again(table).status_code, again(table).json()["detail"]) == (409, "This battle is not over yet.")


def test_a_rematch_has_the_same_armies_and_board(client: httpx2.Client, ada: Somebody) -> None:
    table = begun(client, ada, "human", "ai")
    old = table.get("setup").json()
    table.did("resign", side=0)
    made_again = again(table)
    assert made_again.status_code == 201
    second = Table(client, ada, made_again.json()["game_id"])
    new = second.get("setup").json()
    assert (new["chosen"], new["armies"], new["begun"]) == (old["chosen"], old["armies"], False)
    assert new["game_name"] == "Rematch: At the weir"
    assert again(table).json() == {"game_id": second.game_id}
    assert row(table)["rematch_by"] is None, "nobody else is asked"
    assert client.get(f"/api/game/{table.game_id}", headers=ada.headers).json()["rematch"] == {
        "game_id": second.game_id, "by": "Ada", "mine": True,
    }  # fmt: skip
    assert second.post("start").status_code == 201
    second.did("resign", side=0)
    assert again(second).status_code == 201
    third = Table(client, ada, again(second).json()["game_id"])
    assert third.get("setup").json()["game_name"] == "Rematch: At the weir"


@pytest.mark.parametrize("first", [0, 1])
def test_two_players_meet_again_each_with_the_own_army(
    client: httpx2.Client, ada: Somebody, ben: Somebody, first: int
) -> None:
    table = made(client, ada)
    joined(client, ada, ben, table.game_id)
    theirs = Table(client, ben, table.game_id)
    table.chosen(0, "vow-1000", player="Ada")
    theirs.chosen(1, "fen-1000", player="Ben")
    theirs.agreed()
    table.post("start")
    table.did("resign")
    asks, follows = (table, theirs) if first == 0 else (theirs, table)
    game = again(asks).json()["game_id"]
    offered = client.get(f"/api/game/{table.game_id}", headers=follows.person.headers).json()["rematch"]
    assert offered == {"game_id": game, "by": asks.person.display_name, "mine": False}
    assert [row(each)["rematch_by"] for each in (asks, follows)] == [None, asks.person.display_name]
    # Nobody commands the other's army before he has taken his seat.
    alone = Table(client, asks.person, game).get("setup").json()
    assert [army is not None for army in alone["armies"]] == [first == 0, first == 1]
    assert again(follows).json() == {"game_id": game}
    assert again(follows).json() == {"game_id": game}
    assert [row(each)["rematch_by"] for each in (asks, follows)] == [None, None], "it is accepted"
    seats = client.get(f"/api/game/{game}", headers=ben.headers).json()["seats"]
    assert [seat["mine"] for seat in seats] == [False, True]
    ready = Table(client, asks.person, game).get("setup").json()
    assert [army["player"] for army in ready["armies"]] == ["Ada", "Ben"]
    assert row(Table(client, asks.person, game))["summary"]["armies"] == [army["name"] for army in ready["armies"]]
    Table(client, follows.person, game).agreed()
    assert Table(client, asks.person, game).post("start").status_code == 201


def test_who_made_a_rematch_may_invite_somebody_else_to_the_free_seat(
    client: httpx2.Client, ada: Somebody, ben: Somebody
) -> None:
    table, _ = seated(client, ada, ben)
    table.did("resign")
    game = again(table, ben).json()["game_id"]
    cora = registered(client, "Cora")
    assert row(table)["rematch_by"] == "Ben"
    joined(client, ben, cora, game)
    assert row(table)["rematch_by"] is None, "the seat is taken"
    assert row(Table(client, cora, game))["side"] == 0
    assert (again(table).status_code, again(table).json()["detail"]) == (409, "Somebody has taken this seat already.")


def test_a_rematch_that_is_deleted_is_not_asked_for_any_more(
    client: httpx2.Client, ada: Somebody, ben: Somebody
) -> None:
    table, theirs = seated(client, ada, ben)
    table.did("resign")
    game = again(table).json()["game_id"]
    assert row(theirs)["rematch_by"] == "Ada"
    assert client.delete(f"/api/game/{game}", headers=ada.headers).status_code == 204
    assert row(theirs)["rematch_by"] is None


def test_a_stranger_has_no_part_in_it(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    table = begun(client, ada)
    table.did("resign", side=0)
    assert again(table, ben).status_code == 404


def test_the_computer_earns_no_achievements(client: httpx2.Client, ada: Somebody) -> None:
    table = begun(client, ada, "human", "ai")
    table.did("resign", side=0)
    logs = client.get(f"/api/game/{table.game_id}/logs_json", headers=ada.headers).json()
    person, computer = logs["statistics"]["armies"]
    assert (person.get("computer", False), computer["computer"], computer["achievements"]) == (False, True, [])
