"""How a battle comes to its end over the calls, and what it leaves behind."""

from __future__ import annotations

import pytest

from highground.game.match.match import USUAL, Control
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.staged import COMPUTERS, PEOPLE, battle, hosted, played
from tests.server.tables import joined
from tests.server.test_play import Json, Table, heard_of, watching


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


def test_a_finished_battle_is_completed_with_its_report(server: Running, ada: Somebody) -> None:
    """SITE-4, SITE-5, SITE-6, GAMES-8; API-71: who watches a simulation hears how far it is, and its end."""
    client, last = server.client, played(battle(), lambda match: match.now == (5, 2, "combat"))
    table = hosted(server, ada, last, COMPUTERS, simulation=True)
    with watching(client, ada, table.game_id) as socket:
        assert '"connected"' in str(socket.recv(timeout=20))
        assert table.did("ai_step")["ai_action_description"].endswith(".")
        while (answer := table.post("ai_step")).status_code != 409:
            assert answer.status_code == 200, answer.text
        shown = heard_of(socket)
    assert shown[0]["payload"].items() >= {"status": "running", "round": 5, "turn": 2, "phase": "combat"}.items()
    over = shown[-1]["payload"]
    assert (over["status"], over["game_state"]["sides"]) == ("completed", [])
    assert over["game_state"]["game_model"]["status"] == "Completed"
    assert answer.json()["detail"] == "The battle is over."
    state = table.state()
    assert state["game_model"]["status"] == "Completed"
    assert state["request"] is None
    games = client.get("/api/user/games", headers=ada.headers).json()["games"]
    assert next(each for each in games if each["game_id"] == table.game_id)["status"] == "Completed"
    logs = table.get("logs_json").json()
    assert logs["logs"]["rounds"][-1]["round_number"] == 5
    assert logs["awards"]
    assert client.get("/api/user/achievements", headers=ada.headers).json() == []


def test_who_beats_the_computer_earns_achievements(server: Running, ada: Somebody) -> None:
    """SITE-8, SITE-12. The person does the least that the rules ask for; a battle fought to its end earns something.

    Up to the last round nobody asks the server: how a whole battle goes over the calls is shown elsewhere.
    """
    last = played(battle(), lambda match: match.now >= (5, 1, "command"))
    table = hosted(server, ada, last, (Control("ai"), Control()), asking=USUAL)
    state = table.state()
    while state["request"] is not None:
        state = _least(table, state)
    rows = server.client.get("/api/user/achievements", headers=ada.headers).json()
    assert rows
    assert {row["game_id"] for row in rows} == {table.game_id}


def test_a_battle_in_which_the_computer_agreed_to_something_by_hand_earns_nothing(server: Running) -> None:
    """The points that decide it were given by hand; the ability says beforehand what that costs."""
    eve = registered(server.client, "Eve")
    last = played(battle(), lambda match: match.now >= (5, 1, "command"))
    table = hosted(server, eve, last, (Control("ai"), Control()), asking=USUAL)
    army = table.state()["game_model"]["armies"][1]
    listed = [each for each in table.get("abilities").json()["abilities"] if each["name"] == "By hand"]
    (agreed,) = [each for each in listed if each["location"]["army_uuid"] == army["uuid"]]
    assert "earns no achievements" in agreed["description"]
    points = {"amend": "score", "points": 40}
    state = table.did("switch_by_hand", ability_id=agreed["id"], on=True, amend=[points])
    while state["request"] is not None:
        state = _least(table, state)
    assert server.client.get("/api/user/achievements", headers=eve.headers).json() == []
    armies = table.get("logs_json").json()["statistics"]["armies"]
    assert [each["achievements"] for each in armies] == [[], []]


def _least(table: Table, state: Json) -> Json:
    """The computer's step, or the plainest legal answer of a person."""
    request = state["request"]
    if request["controller"] == "ai":
        return table.did("ai_step")
    kind, units = request["kinds"][0], request["units"]
    if kind == "move":
        return table.did("movement_phase/finalize", unit_uuid=units[0], movement_type="stationary")
    if kind == "fight":
        return table.did("combat_phase/select_unit", unit_uuid=units[0])
    if kind == "strike":
        unit = next(each for each in state["units"] if each["uuid"] == request["unit_uuid"])
        weapon = next(each for each in unit["weapons"] if each["targets"])
        aim = {"unit_uuid": unit["uuid"], "weapon_uuid": weapon["weapon_uuid"]}
        aim["target_unit_uuid"] = weapon["targets"][0]["target_unit_uuid"]
        return table.did("combat_phase/select_targets", targets=[aim])
    return table.did("answer", answer={"choice": {"shoot": "end", "charge": "end"}.get(kind, kind)})


def test_who_commanded_both_armies_until_somebody_joined_earns_nothing(server: Running, ada: Somebody) -> None:
    """A friend who takes the second army over for its last turn lets nobody win against himself."""
    client, ben = server.client, registered(server.client, "Ben")
    eve = registered(client, "Eve")
    last = played(battle(), lambda match: match.now >= (5, 1, "command"))
    mine = hosted(server, eve, last, PEOPLE)
    state = mine.state()
    while state["game_model"]["turn"] < 2 or state["game_model"]["phase"] != "shooting":
        state = _least(mine, state)
    joined(client, eve, ben, mine.game_id)
    theirs = Table(client, ben, mine.game_id)
    while (state := mine.state())["request"] is not None:
        table = mine if state["request"]["mine"] else theirs
        _least(table, table.state())
    earned = [client.get("/api/user/achievements", headers=each.headers).json() for each in (eve, ben)]
    assert earned[0] == []
    assert {row["game_id"] for row in earned[1]} == {mine.game_id}
