"""A battle between two people begins under what both have seen: each sets up an army, one of them starts."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest

from highground.server.play import preparation, terms
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.tables import joined
from tests.server.test_play import Json, Table, made, set_up
from tests.server.test_rosters import saved
from tests.server.test_workshop import keep
from tests.workshop.sets import upload

NOBODY_YET = ["Blue army", "Red army", "Agreement"]


@pytest.fixture
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture
def ben(server: Running) -> Somebody:
    return registered(server.client, "Ben")


@pytest.fixture
def two(client: httpx2.Client, ada: Somebody, ben: Somebody) -> tuple[Table, Table]:
    """Ada's game with Ben's seat; both armies are chosen."""
    return set_up(client, ada, ben)


def setup(table: Table) -> Json:
    found: Json = table.get("setup").json()
    return found


def last(table: Table) -> Json:
    """The row of the readiness list that says who agrees."""
    row: Json = setup(table)["readiness"][-1]
    assert row["what"] == "Agreement"
    return row


def change(table: Table, **game: Any) -> None:
    body = {"game": setup(table)["chosen"] | game}
    address = f"/api/game/{table.game_id}/setup"
    assert table.client.patch(address, json=body, headers=table.person.headers).status_code == 200


def refused(table: Table, path: str, **body: Any) -> tuple[int, str]:
    answer = table.post(path, **body)
    return answer.status_code, answer.json()["detail"]


def test_nothing_begins_before_the_other_player_agrees(two: tuple[Table, Table]) -> None:
    mine, theirs = two
    assert (setup(mine)["agreed"], setup(theirs)["agreed"], setup(mine)["can_start"]) == (None, False, False)
    assert last(mine)["detail"] == "The other player is looking through it."
    assert last(theirs)["detail"] == "Look through the set-up, then agree to it."
    assert refused(mine, "start") == (409, "The game is not ready: Agreement.")
    assert refused(mine, "setup/agreement", terms=setup(mine)["terms"]) == (403, terms.OWNER_STARTS)
    assert theirs.agreed()["agreed"]
    assert last(mine) == last(theirs) == {"what": "Agreement", "ready": True, "detail": "Both players agree."}
    assert mine.post("start", terms=setup(mine)["terms"]).status_code == 201
    assert refused(theirs, "setup/agreement", terms=setup(theirs)["terms"]) == (409, preparation.BEGUN)


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"clock_minutes": 60}, "Chess clock"),
        ({"absence_minutes": 15}, "Longest absence"),
        ({"mode": "physical"}, "Mode"),
        ({"mission": "second"}, "Mission"),
        ({"layout": "second"}, "Board"),
    ],
)
def test_a_change_just_before_the_start_is_agreed_to_first(
    two: tuple[Table, Table], changed: dict[str, Any], part: str
) -> None:
    mine, theirs = two
    seen = theirs.agreed()
    options = {"mission": seen["options"]["missions"][1]["id"], "layout": seen["options"]["layouts"][1]["id"]}
    change(mine, **{name: options.get(name, value) for name, value in changed.items()})
    assert last(theirs) == {
        "what": "Agreement",
        "ready": False,
        "detail": f"The {part.lower()} has changed since you agreed.",
    }
    assert last(mine)["detail"] == f"The {part.lower()} has changed since the other player agreed."
    assert refused(mine, "start") == (409, "The game is not ready: Agreement.")
    assert refused(theirs, "setup/agreement", terms=seen["terms"]) == (409, terms.LOOK_AGAIN), "one not seen yet"
    assert theirs.agreed()["can_start"]
    assert mine.post("start").status_code == 201


def test_an_army_chosen_against_the_other_is_agreed_to_first(two: tuple[Table, Table]) -> None:
    """The owner sees what the other player brings, and so may not bring something else unseen; nor the other one."""
    mine, theirs = two
    theirs.agreed()
    known = setup(mine)["terms"]
    mine.chosen(0, "vow-2000")
    assert last(theirs)["detail"] == "The blue army has changed since you agreed."
    mine.chosen(0, "vow-1000")
    assert last(theirs)["ready"], "it is again as it was"
    theirs.chosen(1, "fen-2000")
    assert last(theirs)["ready"], "the own army is the own player's affair"
    assert refused(mine, "start", terms=known) == (409, terms.LOOK_AGAIN)
    assert mine.post("start", terms=setup(mine)["terms"]).status_code == 201


def test_fixed_missions_stay_hidden_and_are_agreed_to_unseen(two: tuple[Table, Table]) -> None:
    mine, theirs = two
    theirs.agreed()
    mine.chosen(0, "vow-1000", fixed_missions=["muddy-boots", "four-winds"])
    assert last(theirs)["ready"]
    assert mine.post("start").status_code == 201


def test_nobody_agrees_to_what_is_not_chosen_yet(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    mine = made(client, ada)
    joined(client, ada, ben, mine.game_id)
    theirs = Table(client, ben, mine.game_id)
    assert [each["what"] for each in setup(theirs)["readiness"] if not each["ready"]] == NOBODY_YET
    assert last(theirs)["detail"] == "Once everything is chosen."
    early = refused(theirs, "setup/agreement", terms=setup(theirs)["terms"])
    assert early == (409, "The game is not ready: Blue army, Red army.")


def agreed_then_changed(mine: Table, theirs: Table) -> None:
    """The blue army is a roster whose rules change after the other player has agreed to it."""
    roster = saved(mine.client, mine.person, upload())["roster_id"]
    assert mine.chosen(0, roster, source="roster").status_code == 200
    theirs.agreed()
    keep(mine.client, mine.person)


def test_a_roster_whose_rules_change_later_is_shown_and_agreed_to_again(
    client: httpx2.Client, ada: Somebody, two: tuple[Table, Table]
) -> None:
    mine, theirs = two
    agreed_then_changed(mine, theirs)
    assert last(mine)["ready"], "nothing in the set-up itself has changed"
    status, said = refused(mine, "start")
    assert (status, said) == (409, preparation.SINCE_CHOSEN.format("The blue army has changed"))
    assert setup(theirs)["armies"][0]["rules"] == ["Songs of the ford"]
    assert last(theirs)["detail"] == "The blue army has changed since you agreed."
    theirs.agreed()
    assert mine.post("start").status_code == 201


def test_an_army_that_is_chosen_while_the_battle_is_made_ready_stays_chosen(
    client: httpx2.Client, ada: Somebody, two: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs = two
    agreed_then_changed(mine, theirs)
    read = preparation._sheets

    async def slowly(*given: Any) -> Any:
        found = await read(*given)
        assert (await asyncio.to_thread(mine.chosen, 0, "vow-1000")).status_code == 200
        return found

    monkeypatch.setattr(preparation, "_sheets", slowly)
    assert refused(mine, "start") == (409, terms.LOOK_AGAIN)
    assert setup(mine)["armies"][0]["id"] == "vow-1000"


def test_an_army_of_before_fingerprints_were_kept_is_not_said_to_have_changed(
    two: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs = two
    with monkeypatch.context() as before:
        before.setattr(terms, "fingerprint_of", lambda _sheet: None)
        assert mine.chosen(0, "vow-1000").status_code == 200
    theirs.agreed()
    assert mine.post("start").status_code == 201


def test_who_takes_a_seat_later_is_asked_as_well(
    client: httpx2.Client, ada: Somebody, two: tuple[Table, Table]
) -> None:
    mine, theirs = two
    theirs.agreed()
    left = client.delete(f"/api/game/{mine.game_id}/seats/1", headers=theirs.person.headers)
    assert left.status_code == 204
    assert [each["what"] for each in setup(mine)["readiness"]] == ["Board and mission", "Blue army", "Red army"]
    cora = Table(client, registered(client, "Cora"), mine.game_id)
    joined(client, ada, cora.person, mine.game_id)
    cora.chosen(1, "fen-1000")
    assert setup(cora)["agreed"] is False
    cora.agreed()
    assert mine.post("start").status_code == 201


def test_who_plays_alone_is_asked_for_no_agreement(client: httpx2.Client, ada: Somebody) -> None:
    table = made(client, ada)
    for side in (0, 1):
        table.chosen(side, "vow-1000")
    shown = setup(table)
    assert ([each["what"] for each in shown["readiness"]][-1], shown["agreed"]) == ("Red army", None)
    assert table.post("start", terms=shown["terms"]).status_code == 201
