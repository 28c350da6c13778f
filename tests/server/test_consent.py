"""Taking back what dice were rolled for: the opponent is asked, and agrees or does not."""

from __future__ import annotations

import httpx2
import pytest

from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.test_play import Json, Table, begun, rolled_off, seated


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture(scope="module")
def ben(server: Running) -> Somebody:
    return registered(server.client, "Ben")


def two(client: httpx2.Client, ada: Somebody, ben: Somebody) -> tuple[Table, Table]:
    """One battle as each of its two players calls it; the dice for the zones have been rolled."""
    mine, theirs = seated(client, ada, ben, own_dice=True)
    rolled_off(mine, theirs, 1, 6)
    return mine, theirs


def undo(state: Json) -> Json:
    found: Json = state["undo"]
    return found


def test_a_rolled_die_is_taken_back_when_the_other_agrees(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    mine, theirs = two(client, ada, ben)
    assert (undo(mine.state())["free"], undo(mine.state())["asked"]) == (False, None)
    refused = mine.post("undo")
    assert (refused.status_code, refused.json()["code"]) == (422, "needs-consent")
    army = mine.state()["game_model"]["armies"][0]
    asked = mine.did("undo_request", number=1)
    assert undo(asked)["asked"] == {"army_uuid": army["uuid"], "army_name": army["name"], "yours": True}
    assert undo(theirs.state())["asked"]["yours"] is False
    own = mine.post("undo_answer", agree=True)
    assert (own.status_code, own.json()["code"]) == (422, "other-side-agrees")
    after = theirs.did("undo_answer", agree=True, number=1)
    assert (after["number"], after["undo"]) == (0, None)
    assert mine.did("roll", stage="deployment")["number"] == 1


def test_it_stays_where_the_other_declines_or_plays_on(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    mine, theirs = two(client, ada, ben)
    mine.did("undo_request")
    assert undo(theirs.did("undo_answer", agree=False))["asked"] is None
    mine.did("undo_request")
    assert undo(mine.did("undo_answer", agree=False))["asked"] is None
    mine.did("undo_request")
    winner = theirs.state()["deployment_status"]["winner_army_uuid"]
    assert undo(theirs.did("update_deployment", selecting_army_uuid=winner, selected_zone_index=0))["asked"] is None
    late = theirs.post("undo_answer", agree=True)
    assert (late.status_code, late.json()["code"]) == (422, "not-asked")
    # The choice of a zone rolled no die: whose it was takes it back alone, the other has to ask.
    assert (undo(theirs.state())["yours"], undo(theirs.state())["free"]) == (True, True)
    assert mine.post("undo").status_code == 403
    mine.did("undo_request")
    assert theirs.did("undo_answer", agree=True)["number"] == 1


def test_nobody_is_asked_who_commands_both_armies(client: httpx2.Client, ada: Somebody) -> None:
    alone = begun(client, ada)
    refused = alone.post("undo_request")
    assert (refused.status_code, refused.json()["detail"]) == (
        409,
        "You command both armies: take it back without asking.",
    )
