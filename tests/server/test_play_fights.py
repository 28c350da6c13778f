"""Fights over the calls: the odds before a shot, and a person who rolls the computer's dice."""

from __future__ import annotations

import httpx2
import pytest

from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.test_play import Json, Table, begun


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


def _shooting(table: Table) -> Json:
    """Play on until the computer has a unit to shoot with that has a target."""
    state = table.did("ai_step")
    while not (_phase(state) == "shooting" and any(_aims(unit) for unit in state["units"])):
        state = table.did("ai_step")
    return state


def _phase(state: Json) -> str:
    model: Json = state["game_model"]
    return str(model["phase"]) if model["phase_time"] == "middle" else ""


def _aims(unit: Json) -> list[Json]:
    """Every weapon of a unit at the first of its targets."""
    return [
        {
            "unit_uuid": unit["uuid"],
            "weapon_uuid": weapon["weapon_uuid"],
            "target_unit_uuid": weapon["targets"][0]["target_unit_uuid"],
        }
        for weapon in unit.get("weapons", [])
        if weapon["targets"]
    ]


# SHOOT-3, SHOOT-35, API-21: the computer declares; the holder of its seat rolls its dice and ends its phase.
def test_a_person_rolls_the_computers_dice(client: httpx2.Client, ada: Somebody) -> None:
    table = begun(client, ada, "ai", "ai")
    state = _shooting(table)
    aims = next(_aims(unit) for unit in state["units"] if _aims(unit))
    shown = table.did("odds", targets=aims[:1])
    assert shown["shots"][0]["target_unit_uuid"] == aims[0]["target_unit_uuid"]
    assert 0.999 < sum(shown["targets"][0]["slain"]["chances"]) < 1.001
    assert table.state()["number"] == state["number"]
    refused = table.post("odds", targets=[{**aims[0], "weapon_uuid": "none"}])
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-weapon")

    shot = table.did("shooting_phase/ai_shooting")
    while shot["request"]["kinds"] != ["roll"]:
        shot = table.did("ai_step" if shot["request"]["kinds"][0] == "pass" else "shooting_phase/ai_shooting")
    assert table.post("shooting_phase/select_targets", targets=[]).status_code == 409
    rolled = table.did("shooting_phase/process_roll_stage", stage="hit")
    assert rolled["game_model"]["latest_roll"]["stage"] in {"hit", "wound"}
    while rolled["request"]["kinds"][0] in {"roll", "pass"}:
        due = rolled["request"]["kinds"][0]
        rolled = table.did("ai_step") if due == "pass" else table.did("shooting_phase/process_roll_stage", stage="all")
    assert "end" in rolled["request"]["kinds"]
    assert table.did("advance_phase_time")["game_model"]["phase_time"] == "end"


def test_who_takes_wounds_first_is_said_for_the_own_unit_alone(client: httpx2.Client, ada: Somebody) -> None:
    """It may be said while the enemy is asked, and is taken back like any other choice."""
    table = begun(client, ada, "human", "ai")
    state = table.state()
    own, theirs = (army["units"][0] for army in state["game_model"]["armies"])
    body = {"unit_uuid": own["uuid"], "miniature_uuids": [own["miniatures"][0]["uuid"]]}
    said = table.did("allocate", **body)
    assert said["game_model"]["armies"][0]["units"][0]["falls"] == body["miniature_uuids"]
    assert said["request"] == state["request"]
    refused = table.post("allocate", unit_uuid=theirs["uuid"], miniature_uuids=[])
    assert refused.status_code == (200 if 1 in state["sides"] else 403)
    wrong = table.post("allocate", unit_uuid=own["uuid"], miniature_uuids=[theirs["miniatures"][0]["uuid"]])
    assert wrong.status_code == 422
