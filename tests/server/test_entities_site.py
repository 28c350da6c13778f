"""The entities of the accounts, the logs and the timeline, field by field, as a server answers them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import orjson
import pytest

from highground.engine.log import Log, dump
from tests.server.conftest import Running
from tests.server.people import PASSWORD
from tests.shapes import FACE, NUMBER, SPOT, Shape, check, filled

Json = dict[str, Any]

LOG_TYPES = ("combat", "movement", "charge", "battleshock", "scoring", "snapshot", "action", "unknown")
ENTRY: Shape = {
    "id": int, "timestamp": str, "round": int, "turn": int, "phase": str, "phase_time": ("beginning", "middle", "end"),
    "log_type": str, "action": str, "message": str, "details": dict, "game_id": str, "source_logs": [dict],
    "action_label": str, "description": str,
}  # fmt: skip
ACTIVE: Shape = [{"name": str, "affects": str, "effect": str}]
ROLL: Shape = {"needed": FACE, "roll": FACE, "active_abilities": ACTIVE}
DICE: Shape = {
    "weapon_uuid": str,
    "weapon_name": str,
    "attacks": [{"hit_roll": ROLL, "critical_hit": bool, "critical_wound": bool}],
}
TARGET: Shape = {
    "unit_name": str, "total_damage_taken": int, "models_killed": int, "models_remaining": int, "location": SPOT,
    "dice_logs": [DICE], "damage_logs": [{"message": str}],
}  # fmt: skip
UNIT_NAMED: Shape = {"name": str, "location": (SPOT, None)}
ARROWS: Shape = {"arrows": [{"x": NUMBER, "y": NUMBER, "dx": NUMBER, "dy": NUMBER}]}
BY_TYPE: dict[str, Shape] = {
    "movement": {
        "unit_name": str, "movement_action": str, "starting_position": (SPOT, None), "ending_position": (SPOT, None),
        "instructions": str, "rationale": str,
    },
    "charge": {
        "charging_name": str, "target_name": str, "roll": int, "needed": int, "success": bool, "start_location": SPOT,
        "end_location": SPOT,
    },
    "battleshock": {"unit_name": str, "roll": (int, None), "leadership": (int, None), "passed": bool},
    "combat": {"attacker_unit": str, "location": SPOT, "targets": [TARGET]},
}  # fmt: skip
WEAPON: Shape = {"name": str, "attacks": str, "skill": str, "strength": str, "ap": int, "damage": str}
ATTRIBUTES: Shape = {
    "movement": NUMBER, "toughness": int, "wounds": int, "leadership": str, "save": str, "invuln": (str, None),
    "fnp": (str, None),
}  # fmt: skip
STATS: Shape = {
    "alive_count": int,
    "miniatures": [
        {"attributes": ATTRIBUTES, "ranged_weapons": [WEAPON | {"weapon_range": NUMBER}], "melee_weapons": [WEAPON]}
    ],
    "abilities": [{"name": str, "description": str}],
    "objective_distances": [{"name": str, "distance": NUMBER}],
    "enemy_distances": [{"target_unit_name": str, "distance": NUMBER}],
    "friendly_distances": [{"target_unit_name": str, "distance": NUMBER}],
}
UNIT: Shape = {"uuid": str, "army_uuid": str, "name": str, "location": (SPOT, None), "transponder": str}


@pytest.fixture(scope="module")
def report(server: Running, demo_log: Log) -> Json:
    """A whole battle as the log call answers it."""
    stored = server.client.post("/api/logs", files={"file": ("demo.json", dump(demo_log))})
    assert stored.status_code == 201, stored.text
    found: Json = server.client.get(f"/api/game/{stored.json()['game_id']}/logs_json").json()
    return found


def phases(report: Json) -> Iterator[Json]:
    for a_round in report["logs"]["rounds"]:
        for turn in a_round["turns"]:
            yield from turn["phases"]


def entries(report: Json, log_type: str = "") -> list[Json]:
    return [each for phase in phases(report) for each in phase["actions"] if log_type in {"", each["log_type"]}]


def attacks(report: Json) -> Iterator[Json]:
    for entry in entries(report, "combat"):
        for target in entry["targets"]:
            for dice in target["dice_logs"]:
                yield from dice["attacks"]


# ENT-2, ENT-3, ENT-4, OPEN-83
def test_a_registration_a_login_and_a_user(client: httpx2.Client) -> None:
    """A user's fourth field, the token, is the login's answer; `me` has it where a new one takes its place."""
    body = {"email": "entity@example.org", "password": PASSWORD, "display_name": "Ent"}
    for name in body:
        refused = client.post("/api/auth/register", json={each: body[each] for each in body if each != name})
        assert refused.status_code == 422
        assert refused.json()["detail"].startswith(name)
    person = client.post("/api/auth/register", json=body).json()
    check(person, {"id": int, "email": "entity@example.org", "display_name": "Ent"})
    answer = client.post("/api/auth/login", json={"email": body["email"], "password": PASSWORD}).json()
    check(answer, {"access_token": str})
    me = client.get("/api/auth/me", headers={"Authorization": f"Bearer {answer['access_token']}"}).json()
    check(me, person | {"user": person})


# ENT-8
def test_every_entry_has_its_fields(report: Json) -> None:
    filled(entries(report), [ENTRY])
    times = {each["phase_time"] for each in entries(report)}
    assert {"beginning", "middle"} <= times


# ENT-8, ENT-19, OPEN-101
def test_entries_of_every_type_are_taken_and_answered_as_they_were(client: httpx2.Client) -> None:
    """A flat log: log_type, phase, message, timestamp, details."""
    more = ("deployment", "abilities", "phase_change", "cleanup", "game_end", "other")
    flat = [
        {"log_type": kind, "phase": "shooting", "message": f"{kind}.", "timestamp": "2026-01-01T00:00:00Z",
         "details": {"of": kind}}
        for kind in (*LOG_TYPES, *more)
    ]  # fmt: skip
    stored = client.post("/api/logs", files={"file": ("flat.json", orjson.dumps(flat))}).json()
    answered = entries(client.get(f"/api/game/{stored['game_id']}/logs_json").json())
    assert [{name: each[name] for name in flat[0]} for each in answered] == flat


# ENT-9, ENT-10, ENT-11, ENT-12, ENT-18
@pytest.mark.parametrize("log_type", sorted(BY_TYPE))
def test_an_entry_has_the_fields_of_its_type(report: Json, log_type: str) -> None:
    filled(entries(report, log_type), [BY_TYPE[log_type]], log_type)
    tested = [each for each in entries(report, "battleshock") if each["action"] == "battleshock_test"]
    assert any(isinstance(each["roll"], int) and isinstance(each["leadership"], int) for each in tested)


# ENT-9, ENT-18
def test_small_fields_stand_in_details_too(report: Json) -> None:
    for entry in entries(report, "movement"):
        check(entry["details"], BY_TYPE["movement"])
        check(entry["graphics"], ARROWS)
    assert any(entry["graphics"]["arrows"] for entry in entries(report, "movement"))
    for entry in entries(report, "charge"):
        check(entry, {"charging_unit": UNIT_NAMED, "target_unit": UNIT_NAMED, "graphics": ARROWS})


# ENT-13, ENT-18
def test_dice_are_reported_stage_by_stage(report: Json) -> None:
    found = list(attacks(report))
    for stage in ("wound_roll", "save_roll"):
        filled([each[stage] for each in found if stage in each], [ROLL], stage)
    damage = ROLL | {"final_damage": int}
    filled([each["damage_roll"] for each in found if "damage_roll" in each], [damage], "damage_roll")
    filled([each["fnp_roll"] for each in found if each.get("fnp_roll")], [[ROLL]], "fnp_roll")
    assert any(each["critical_hit"] for each in found)
    assert any(each["critical_wound"] for each in found)
    assert any(each["hit_roll"]["active_abilities"] for each in found)


# ENT-14
def test_a_timeline_is_rounds_of_turns_of_phases_with_their_boards(report: Json) -> None:
    phase: Shape = {"phase": str, "actions": [dict], "board_state": {}}
    filled(report["logs"]["rounds"], [{"round_number": int, "turns": [{"turn_number": int, "phases": [phase]}]}])
    filled(report["army_list"], [{"uuid": str}])
    first = next(phases(report))["board_state"]
    check(first, {"units": [UNIT], "terrain": [dict], "objectives": [dict], "deployment_zones": [dict]})


# ENT-15, ENT-16
def test_a_unit_of_the_board_has_its_stats(report: Json) -> None:
    units = [unit for phase in phases(report) for unit in phase["board_state"].get("units", ())]
    filled(units, [UNIT])
    assert any(unit["location"] for unit in units)
    stats = [unit["unit_stats"] for unit in units if "unit_stats" in unit]
    filled(stats, [STATS])
    for name in ("abilities", "objective_distances", "enemy_distances", "friendly_distances"):
        assert any(each[name] for each in stats), name
    for kind in ("ranged_weapons", "melee_weapons"):
        assert any(group[kind] for each in stats for group in each["miniatures"]), kind
    assert all(
        "weapon_range" not in weapon for each in stats for g in each["miniatures"] for weapon in g["melee_weapons"]
    )


# ENT-17
def test_terrain_has_a_name_and_a_polygon(report: Json) -> None:
    terrain = next(phases(report))["board_state"]["terrain"]
    filled(terrain, [{"name": str, "coordinates": [SPOT]}])
    assert all(len(piece["coordinates"]) >= 3 for piece in terrain)
    assert any("building" in piece["name"].lower() for piece in terrain)
