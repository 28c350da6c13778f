"""Calls that meet what the other player does in the same moment: late ones, and those that only look late."""

from __future__ import annotations

import httpx2
import pytest

from highground.engine import choices as ch
from highground.engine import log as logs
from highground.fair.verify import verify
from tests.server.conftest import Running
from tests.server.people import registered
from tests.server.staged import PEOPLE, battle, hosted, played
from tests.server.tables import joined
from tests.server.test_play import Json, Table, seated

MOVED_ON = (409, "The battle moved on.")


@pytest.fixture
def two(server: Running) -> tuple[Table, Table]:
    """The player who moves units, and the one who waits."""
    ada, ben = registered(server.client, "Ada"), registered(server.client, "Ben")
    moving = played(battle(), lambda match: match.now >= (2, 1, "movement") and match.due().kinds[0] == "move")
    mine = hosted(server, ada, moving, PEOPLE)
    joined(server.client, ada, ben, mine.game_id)
    theirs = Table(server.client, ben, mine.game_id)
    return (mine, theirs) if mine.state()["request"]["mine"] else (theirs, mine)


def halted(table: Table, unit: str, known: Json) -> httpx2.Response:
    """A unit holds its position, as a window sends it that shows the state `known`."""
    said = {**table.person.headers, "Highground-Known": known["version"]}
    body = {"unit_uuid": unit, "movement_type": "stationary", "number": known["number"]}
    return table.client.post(f"/api/game/{table.game_id}/movement_phase/finalize", json=body, headers=said)


def in_order(table: Table, last: int = 0) -> Json:
    """What a player sends to have a miniature take wounds first."""
    state = table.state()
    units = state["game_model"]["armies"][state["sides"][0]]["units"]
    unit = next(each for each in units if each["location"] and sum(m["alive"] for m in each["miniatures"]) > 2)
    alive = [each["uuid"] for each in unit["miniatures"] if each["alive"]]
    return {"unit_uuid": unit["uuid"], "miniature_uuids": [alive[last]]}


def test_who_takes_wounds_first_makes_no_call_of_the_other_player_late(two: tuple[Table, Table]) -> None:
    acts, waits = two
    known = acts.state()
    for last in (0, 1, 2):
        waits.did("allocate", **in_order(waits, last))
    waits.did("undo")
    first, second, *_ = known["request"]["units"]
    assert halted(acts, first, known).status_code == 200
    late = halted(acts, second, known)
    assert (late.status_code, late.json()["detail"]) == MOVED_ON


def test_what_holds_already_is_no_choice(two: tuple[Table, Table]) -> None:
    acts, waits = two
    order = in_order(waits)
    after = waits.did("allocate", **order)["number"]
    assert waits.did("allocate", **order)["number"] == after == acts.state()["number"]


def test_who_takes_wounds_first_keeps_nobody_from_taking_back(server: Running, two: tuple[Table, Table]) -> None:
    acts, waits = two
    known = acts.state()
    assert halted(acts, known["request"]["units"][0], known).status_code == 200
    order = in_order(waits)
    waits.did("allocate", **order)
    assert acts.state()["undo"]["yours"] is waits.state()["undo"]["yours"] is True
    acts.did("undo_request")
    waits.did("allocate", **in_order(waits, 1))
    assert acts.state()["undo"]["asked"]["yours"]
    after = acts.did("undo")
    assert after["request"]["units"] == known["request"]["units"]
    units = {unit["uuid"]: unit for army in after["game_model"]["armies"] for unit in army["units"]}
    assert units[order["unit_uuid"]]["falls"] == in_order(waits, 1)["miniature_uuids"]
    shown = acts.state()
    server.matches.forget()
    assert acts.state() == shown, "it is kept so"


def test_a_choice_made_in_place_of_another_is_another(two: tuple[Table, Table]) -> None:
    """As many choices as before, but not the same ones: a call against the state before is late."""
    acts, _ = two
    before = acts.state()
    first, second, third, *_ = before["request"]["units"]
    known = halted(acts, first, before).json()
    acts.did("undo")
    other = acts.did("movement_phase/finalize", unit_uuid=second, movement_type="stationary")
    assert other["number"] == known["number"]
    late = halted(acts, third, known)
    assert (late.status_code, late.json()["detail"]) == MOVED_ON
    assert halted(acts, third, acts.state()).status_code == 200


def test_what_is_said_again_after_an_undo_stands_in_the_log_as_it_was_made(server: Running) -> None:
    ada, ben = registered(server.client, "Ada"), registered(server.client, "Ben")
    mine, theirs = seated(server.client, ada, ben)
    army = mine.did("roll", stage="deployment")["deployment_status"]["winner_army_uuid"]
    acts, waits = (mine, theirs) if mine.state()["request"]["mine"] else (theirs, mine)
    acts.did("update_deployment", selecting_army_uuid=army, selected_zone_index=0)
    side = waits.state()["sides"][0]
    units = waits.state()["game_model"]["armies"][side]["units"]
    unit = next(each for each in units if len(each["miniatures"]) > 2)
    waits.did("allocate", unit_uuid=unit["uuid"], miniature_uuids=[unit["miniatures"][1]["uuid"]])
    acts.did("undo")
    acts.did("update_deployment", selecting_army_uuid=army, selected_zone_index=1)
    log = logs.load(acts.get("battle_log").content)
    assert [type(record.choice) for record in log.records] == [ch.RollDice, ch.Allocate, ch.ChooseZone]
    assert (len(log.undone), verify(log).fault) == (2, None)
