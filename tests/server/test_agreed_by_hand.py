"""Changes by hand in a game of two people, one of whom wants to agree to them: each is an offer first."""

from __future__ import annotations

import httpx2
import pytest

from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.test_play import Json, Table, made, rolled_off

BETTER = {"kind": "roll", "stage": "hit", "value": 1, "duration": "phase"}


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture(scope="module")
def ben(server: Running) -> Somebody:
    return registered(server.client, "Ben")


def two(client: httpx2.Client, ada: Somebody, ben: Somebody, *, agreed: bool) -> tuple[Table, Table]:
    """A battle in which the first player is to choose a zone; the second one wants to agree, or nobody."""
    mine = made(client, ada)
    mine.chosen(0, "vow-1000", own_dice=True)
    link = client.post(f"/api/game/{mine.game_id}/invitations", json={}, headers=ada.headers).json()["url"]
    client.post(f"/api/invitations/{link.rsplit('/', 1)[1]}", headers=ben.headers)
    theirs = Table(client, ben, mine.game_id)
    assert theirs.chosen(1, "fen-1000", own_dice=True, hand_agreed=agreed).status_code == 200
    assert mine.get("setup").json()["armies"][1]["hand_agreed"] is agreed
    theirs.agreed()
    assert mine.post("start").status_code == 201
    rolled_off(mine, theirs, 6, 1)
    return mine, theirs


def agreed_on(table: Table, side: int) -> str:
    """The id of what a side brings about by hand."""
    army = table.state()["game_model"]["armies"][side]
    listed: list[Json] = table.get("abilities").json()["abilities"]
    own = [each for each in listed if each["location"]["army_uuid"] == army["uuid"]]
    (ability,) = [each["id"] for each in own if each["name"] == "By hand"]
    return str(ability)


def switched(table: Table, effect: Json = BETTER, on: bool = True, side: int = 0) -> Json:
    return table.did("switch_by_hand", ability_id=agreed_on(table, side), on=on, effects=[effect] if on else [])


def done_by_hand(table: Table) -> list[str]:
    shown = table.get("logs_json?since_id=0").json()
    return [each["message"] for each in shown["logs"] if each["action"] == "by_hand"]


def test_it_is_offered_and_done_once_the_other_agrees(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    mine, theirs = two(client, ada, ben, agreed=True)
    before = mine.state()["number"]
    switched(mine)
    assert mine.state()["number"] == before
    (offer,) = theirs.state()["offers"]
    assert (offer["kind"], offer["yours"], offer["army_name"]) == (
        "by_hand",
        False,
        offer["what"]["words"].split(":")[0],
    )
    assert offer["what"]["words"].endswith(": hit +1 until the phase ends")
    own = mine.post("offer_answer", kind="by_hand", agree=True)
    assert (own.status_code, own.json()["code"]) == (422, "other-side-agrees")
    after = theirs.did("offer_answer", kind="by_hand", agree=True)
    assert (after["number"], after["offers"]) == (before + 1, [])
    assert any("switches an effect on by hand" in each for each in done_by_hand(theirs))


@pytest.mark.parametrize("agree", [True, False])
def test_nobody_answers_an_offer_that_has_just_replaced_the_one_they_saw(
    client: httpx2.Client, ada: Somebody, ben: Somebody, agree: bool
) -> None:
    mine, theirs = two(client, ada, ben, agreed=True)
    before = mine.state()["number"]
    switched(mine)
    (seen,) = theirs.state()["offers"]
    switched(mine, {**BETTER, "duration": "battle"})
    late = theirs.post("offer_answer", kind="by_hand", agree=agree, id=seen["id"])
    assert (late.status_code, late.json()["code"]) == (422, "other-offer")
    assert late.json()["detail"].endswith("has changed its offer. Look at the new one.")
    (now,) = theirs.state()["offers"]
    assert now["what"]["words"].endswith(": hit +1 for the rest of the battle")
    assert mine.state()["number"] == before
    assert theirs.did("offer_answer", kind="by_hand", agree=True, id=now["id"])["number"] == before + 1


def test_it_is_not_done_where_the_other_declines_or_it_is_withdrawn(
    client: httpx2.Client, ada: Somebody, ben: Somebody
) -> None:
    mine, theirs = two(client, ada, ben, agreed=True)
    before = mine.state()["number"]
    switched(mine)
    assert theirs.did("offer_answer", kind="by_hand", agree=False)["offers"] == []
    switched(mine)
    assert mine.did("offer_answer", kind="by_hand", agree=False)["offers"] == []
    assert mine.state()["number"] == before
    assert theirs.post("offer_answer", kind="by_hand", agree=True).json()["code"] == "no-offer"


def test_what_the_rules_refuse_is_not_offered(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    mine, theirs = two(client, ada, ben, agreed=True)
    with pytest.raises(AssertionError, match="effect"):
        switched(mine, {"kind": "move"})
    assert theirs.state()["offers"] == []


def test_it_is_done_at_once_where_nobody_asked_for_that(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    mine, theirs = two(client, ada, ben, agreed=False)
    before = mine.state()["number"]
    switched(mine)
    assert (mine.state()["number"], theirs.state()["offers"]) == (before + 1, [])
    assert len(done_by_hand(theirs)) == 1


def test_who_is_not_asked_does_by_hand_what_is_his_own(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    mine, theirs = two(client, ada, ben, agreed=True)
    before = mine.state()["number"]
    assert mine.state()["request"]["army_uuid"] == mine.state()["game_model"]["armies"][0]["uuid"]
    switched(theirs, side=1)
    (offer,) = mine.state()["offers"]
    assert (offer["yours"], mine.state()["number"]) == (False, before)
    mine.did("offer_answer", kind="by_hand", agree=True)
    assert mine.state()["number"] == before + 1


def test_nobody_does_by_hand_what_is_the_others(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    mine, theirs = two(client, ada, ben, agreed=False)
    for table, side in ((mine, 1), (theirs, 0)):
        body = {"ability_id": agreed_on(table, side), "effects": [BETTER]}
        refused = table.post("switch_by_hand", **body)
        assert (refused.status_code, refused.json()["code"]) == (422, "not-your-switch")
    choice = {"choice": "by_hand", "ability": "by-hand", "effects": [BETTER], "side": 1}
    assert mine.post("answer", answer=choice).json()["code"] == "not-your-switch"
    assert mine.post("answer", answer={**choice, "side": 2}).status_code == 422
