"""Ending a battle before its last round, and whose a seat and a die are: two people at one table."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import httpx2
import pytest

from tests.server.conftest import Running
from tests.server.people import PASSWORD, Somebody, registered
from tests.server.tables import invited, joined
from tests.server.test_play import Json, Table, begun, deployed, made, seated


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture(scope="module")
def ben(server: Running) -> Somebody:
    return registered(server.client, "Ben")


@pytest.fixture
def two(client: httpx2.Client, ada: Somebody, ben: Somebody) -> tuple[Table, Table]:
    return seated(client, ada, ben)


def entries(table: Table) -> list[Json]:
    rounds = table.get("logs_json").json()["logs"]["rounds"]
    return [each for r in rounds for turn in r["turns"] for phase in turn["phases"] for each in phase["actions"]]


def model(table: Table) -> Json:
    found: Json = table.state()["game_model"]
    return found


def other_acts(seats: tuple[Table, Table]) -> tuple[Table, Table]:
    """The player who waits, and the one who is to act."""
    mine, theirs = seats
    return (mine, theirs) if theirs.state()["request"]["mine"] else (theirs, mine)


def test_who_resigns_has_lost_and_the_log_says_so(two: tuple[Table, Table]) -> None:
    mine, theirs = two
    assert mine.post("resign", side=1).status_code == 403
    ended = theirs.did("resign")
    assert (ended["request"], ended["game_model"]["status"]) == (None, "Completed")
    assert model(mine)["winner_army_uuid"] == model(mine)["armies"][0]["uuid"]
    assert "resign" in entries(mine)[-1]["message"]
    again = theirs.post("resign")
    assert (again.status_code, again.json()["detail"]) == (409, "The battle is over.")


def test_who_commands_both_armies_says_which_one_resigns(client: httpx2.Client, ada: Somebody) -> None:
    table = begun(client, ada)
    assert table.post("resign").status_code == 422
    table.did("resign", side=0)
    assert model(table)["winner_army_uuid"] == model(table)["armies"][1]["uuid"]


def test_a_draw_takes_both(two: tuple[Table, Table]) -> None:
    mine, theirs = two
    mine.did("draw")
    assert [each["kind"] for each in theirs.state()["offers"]] == ["draw"]
    assert mine.post("offer_answer", kind="draw", agree=True).status_code == 422
    theirs.did("offer_answer", kind="draw", agree=False)
    assert mine.state()["offers"] == []
    assert theirs.post("offer_answer", kind="draw", agree=True).status_code == 422
    mine.did("draw")
    ended = theirs.did("offer_answer", kind="draw", agree=True)
    assert (ended["request"], ended["game_model"]["winner_army_uuid"]) == (None, None)
    assert "draw" in entries(mine)[-1]["message"]


def test_an_offer_lapses_with_the_next_choice(two: tuple[Table, Table]) -> None:
    waits, acts = other_acts(two)
    waits.did("draw")
    acts.did("roll", stage="deployment")
    assert acts.state()["offers"] == []
    assert acts.post("offer_answer", kind="draw", agree=True).status_code == 422


def test_a_battle_is_claimed_only_after_the_agreed_absence(server: Running, two: tuple[Table, Table]) -> None:
    waits, acts = other_acts(two)
    assert acts.post("claim").json()["code"] == "not-due", "the claimant himself is to act"
    early = waits.post("claim")
    assert (early.status_code, early.json()["code"]) == (422, "not-absent")
    long_ago = datetime.now(UTC) - timedelta(days=1, minutes=1)
    server.write(
        f"UPDATE attendances SET seen = '{long_ago}' WHERE game_id = '{acts.game_id}' AND user_id = {acts.person.id}"
    )
    server.write(f"UPDATE battles SET began = '{long_ago}' WHERE game_id = '{acts.game_id}'")
    ended = waits.did("claim")
    assert ended["game_model"]["status"] == "Completed"
    (side,) = waits.state()["sides"]
    assert ended["game_model"]["winner_army_uuid"] == ended["game_model"]["armies"][side]["uuid"]
    assert "stayed away for too long" in entries(waits)[-1]["message"]


def test_nobody_is_absent_before_it_is_their_turn(server: Running, two: tuple[Table, Table]) -> None:
    """Who thinks for two days and then makes a choice has not been left waiting by the other player, who had no reason
    to be at the table meanwhile."""
    acts, waits = reversed(other_acts(two))
    game, long_ago = acts.game_id, datetime.now(UTC) - timedelta(days=2)
    army = acts.did("roll", stage="deployment")["deployment_status"]["winner_army_uuid"]
    acts, waits = reversed(other_acts(two))
    acts.did("update_deployment", selecting_army_uuid=army, selected_zone_index=0)
    server.write(f"UPDATE attendances SET seen = '{long_ago}' WHERE game_id = '{game}'")
    server.write(f"UPDATE battles SET began = '{long_ago}' WHERE game_id = '{game}'")
    acts.did("deploy_for_me")
    assert waits.state()["request"]["mine"]
    early = acts.post("claim")
    assert (early.status_code, early.json()["code"]) == (422, "not-absent")
    assert early.json()["measure"] == "1440 minutes left"
    server.write(f"UPDATE battle_choices SET made = '{long_ago}' WHERE game_id = '{game}'")
    assert acts.did("claim")["game_model"]["status"] == "Completed"


def test_a_battle_is_claimed_when_the_others_time_is_up(server: Running, two: tuple[Table, Table]) -> None:
    waits, acts = other_acts(two)
    waits.did("clock", do="start", minutes=5)
    acts.did("offer_answer", kind="clock", agree=True)
    assert waits.post("claim").status_code == 422
    (clock,) = server.rows(f"SELECT clock FROM battles WHERE game_id = '{waits.game_id}'")[0]
    spent = json.loads(str(clock)) | {"used": [301.0, 301.0]}
    server.write(f"UPDATE battles SET clock = '{json.dumps(spent)}' WHERE game_id = '{waits.game_id}'")
    server.matches.forget()
    assert waits.did("claim")["game_model"]["status"] == "Completed"


def test_nobody_loses_a_battle_by_the_other_leaving_or_deleting(two: tuple[Table, Table]) -> None:
    """A seat and a running battle are not the owner's to take away; who leaves resigns first."""
    mine, theirs = two
    client, game = mine.client, mine.game_id
    kicked = client.delete(f"/api/game/{game}/seats/1", headers=mine.person.headers)
    left = client.delete(f"/api/game/{game}/seats/1", headers=theirs.person.headers)
    deleted = client.delete(f"/api/game/{game}", headers=mine.person.headers)
    assert [each.status_code for each in (kicked, left, deleted)] == [403, 409, 409]
    assert all(each.json()["detail"].endswith(".") for each in (kicked, left, deleted))
    assert theirs.state()["request"] is not None
    theirs.did("resign")
    assert client.delete(f"/api/game/{game}", headers=mine.person.headers).status_code == 204
    assert theirs.get("logs_json").status_code == 200, "the opponent keeps the battle"


def test_a_deleted_account_leaves_its_opponent_the_battle(client: httpx2.Client, ben: Somebody) -> None:
    eve = registered(client, "Eve")
    mine, theirs = seated(client, eve, ben)
    mine.did("roll", stage="deployment") if mine.state()["request"]["mine"] else theirs.did("roll", stage="deployment")
    assert client.request("DELETE", "/api/user", headers=eve.headers, json={"password": PASSWORD}).status_code == 204
    assert theirs.state()["number"] == 1
    assert theirs.get("logs_json").status_code == 200
    stranger = registered(client, "Finn")
    claim = client.post(f"/api/logs/{theirs.game_id}/claim", headers=stranger.headers)
    assert claim.status_code == 404, "it is no upload, and nobody else can take it"


def test_an_invitation_into_a_battle_shows_every_die_that_fell(client: httpx2.Client, ada: Somebody) -> None:
    """Those of choices that were taken back too: nobody rolls ahead unseen."""
    table = begun(client, ada)
    table.did("roll", stage="deployment")
    table.did("undo")
    table.did("roll", stage="deployment")
    token = invited(client, ada, table.game_id)
    shown = client.get(f"/api/invitations/{token}").json()
    assert (shown["begun"], shown["rolls"], shown["taken_back"]) == (True, 2, 1)
    rolls = client.get(f"/api/invitations/{token}/rolls").json()["rolls"]
    assert {each["undone"] for each in rolls} == {True, False}
    assert all(1 <= face <= 6 for each in rolls for face in each["faces"])


def test_what_was_taken_back_stays_in_the_log_for_those_who_knew_it(two: tuple[Table, Table]) -> None:
    mine, theirs = two
    mine.did("roll", stage="deployment")
    known = entries(theirs)
    mine.did("undo_request")
    theirs.did("undo_answer", agree=True)
    newer = theirs.client.get(
        f"/api/game/{theirs.game_id}/logs_json",
        headers=theirs.person.headers,
        params={"since_id": max((each["id"] for each in known), default=0)},
    ).json()
    marked = [each["id"] for each in entries(theirs) if each.get("undone")]
    assert marked
    assert newer["undone"] == marked


def test_own_dice_are_marked_in_the_log_and_counted(client: httpx2.Client, ada: Somebody) -> None:
    table = begun(client, ada, own_dice=True)
    table.did("roll", stage="deployment", dice={"faces": [6, 1], "source": "typed"})
    table.did(
        "update_deployment",
        selecting_army_uuid=table.state()["deployment_status"]["winner_army_uuid"],
        selected_zone_index=0,
    )
    assert any(each.get("dice_marks") == ["typed"] for each in entries(table))
    assert table.get("logs_json").json()["statistics"]["dice"]["own"] == 2


def test_an_advance_is_rolled_with_an_own_die_where_that_was_agreed(client: httpx2.Client, ada: Somebody) -> None:
    for agreed, wrong in ((False, "own-dice"), (True, "wrong-dice")):
        game = begun(client, ada, own_dice=agreed)
        state = deployed(game, upto="movement")
        state = game.did("advance_phase_time")
        marches = {each["uuid"]: each.get("marches", []) for each in state["units"]}
        unit, far = next(
            (unit, march["limit"])
            for unit, each in marches.items()
            for march in each
            if march["how"] == "advance" and march["sure"] < march["limit"]
        )
        call = {"unit_uuid": unit, "movement_type": "advance"}
        refused = game.post("movement_phase/finalize", **call, dice={"faces": [4, 4]})
        assert (refused.status_code, refused.json()["code"]) == (422, wrong)
        assert game.post("movement_phase/finalize", **call, dice={"faces": [7]}).status_code == 422
        if agreed:
            state = game.did("movement_phase/finalize", **call, dice={"faces": [4]})
            assert (state["request"]["kinds"], state["request"]["limit"]) == (["place"], far - 6 + 4)
            assert state["dice"]["last"]["own"] == "typed"
            game.did("answer", answer={"choice": "place"})
            assert entries(game)[-1]["dice_marks"] == ["typed"]
            assert "(rolled 4" in entries(game)[-1]["message"]
            game.did("undo")
            back = game.did("undo")
            assert next(each for each in back["units"] if each["uuid"] == unit)["movement_action_type"] == ""


def test_dice_of_ones_own_take_both_players(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    """Refused where they were not agreed on; where they were, dice that are the other's too wait for his consent."""
    plain, _ = seated(client, ada, ben)
    given = {"faces": [6, 1], "source": "typed"}
    refused = plain.post("roll", stage="deployment", dice=given)
    assert (refused.status_code, refused.json()["code"]) == (422, "own-dice")
    mine, theirs = seated(client, ada, ben, own_dice=True)
    offered = mine.did("roll", stage="deployment", dice=given)
    assert (offered["number"], [each["kind"] for each in offered["offers"]]) == (0, ["dice"])
    agreed = theirs.did("offer_answer", kind="dice", agree=True)
    assert (agreed["number"], agreed["dice"]["last"]["own"]) == (1, "typed")


def test_a_computer_neither_resigns_nor_takes_a_draw(client: httpx2.Client, ada: Somebody) -> None:
    """Nobody wins against it, or ends the battle as a draw, by a single call."""
    table = begun(client, ada, "ai", "human")
    refused = [table.post("resign", side=0), table.post("draw")]
    assert [(each.status_code, each.json()["detail"]) for each in refused] == [
        (409, "The computer never gives up: you can only resign for your own army."),
        (409, "The computer plays on: it takes no draw."),
    ]
    table.did("resign")
    assert model(table)["winner_army_uuid"] == model(table)["armies"][0]["uuid"]


def test_a_battle_between_computers_is_ended_for_either(client: httpx2.Client, ada: Somebody) -> None:
    table = begun(client, ada, "ai", "ai")
    assert table.post("resign").status_code == 422
    table.did("resign", side=1)
    assert model(table)["status"] == "Completed"


def test_who_lets_the_computer_play_his_own_army_may_resign_it(
    client: httpx2.Client, ada: Somebody, ben: Somebody
) -> None:
    mine = made(client, ada)
    joined(client, ada, ben, mine.game_id)
    theirs = Table(client, ben, mine.game_id)
    assert mine.chosen(0, "vow-1000").status_code == theirs.chosen(1, "fen-1000", controller="ai").status_code == 200
    theirs.agreed()
    assert mine.post("start").status_code == 201
    assert mine.post("draw").json()["detail"] == "The computer plays on: it takes no draw."
    theirs.did("resign")
    assert model(mine)["winner_army_uuid"] == model(mine)["armies"][0]["uuid"]


def test_a_lapsed_offer_does_not_stand_again_when_the_choice_is_taken_back(two: tuple[Table, Table]) -> None:
    waits, acts = other_acts(two)
    waits.did("draw")
    acts.did("roll", stage="deployment")
    acts.did("undo_request")
    waits.did("undo_answer", agree=True)
    assert (acts.state()["number"], acts.state()["offers"]) == (0, [])
    assert acts.post("offer_answer", kind="draw", agree=True).status_code == 422
    assert acts.state()["request"] is not None
