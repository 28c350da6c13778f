"""A person's turn of six units on a phone: two turns are played by calls, so that the enemy is near."""

from __future__ import annotations

import json
import math
from typing import Any

import httpx2

from benchmarks.tables import new_game, next_step

UNITS = 6
ARMS = {
    "Thorn rifle": ("Ranged Weapons", {"Range": '24"', "A": "2", "BS": "3+", "S": "4", "AP": "-1", "D": "1"}),
    "Trench blade": ("Melee Weapons", {"Range": "Melee", "A": "3", "WS": "3+", "S": "4", "AP": "0", "D": "1"}),
}
STATS = {"M": '6"', "T": "4", "SV": "4+", "W": "2", "LD": "6+", "OC": "1"}


def second_turn(client: httpx2.Client) -> str:
    """A game against the computer whose person is to move six units of five in the second round."""
    game = new_game(client, "Six units")
    roster = client.post("/api/upload_list", files={"file": ("six.json", json.dumps(_roster()).encode())})
    own = {"source": "roster", "id": str(roster.raise_for_status().json()["roster_id"]), "player": "Ada"}
    armies = {"army_0": own, "army_1": {"source": "sample", "id": "vow-1000", "player": "Ada", "controller": "ai"}}
    client.patch(f"/api/game/{game}/setup", json=armies).raise_for_status()
    client.post(f"/api/game/{game}/start").raise_for_status()
    state = client.get(f"/api/games/{game}/state").raise_for_status().json()
    for _ in range(600):
        model, request = state["game_model"], state["request"]
        if request["controller"] == "ai":
            state = client.post(f"/api/game/{game}/ai_step", json={}).raise_for_status().json()
        elif request["kinds"][0] == "deploy":
            state = _deployed(client, f"/api/game/{game}/finalize_unit_deployment", state)
        elif request["kinds"][0] in {"fight", "strike"}:
            state = _fought(client, f"/api/game/{game}/combat_phase", state)
        elif "move" not in request["kinds"]:
            state = next_step(client, f"/api/game/{game}", state)
        elif model["round"] == 2:
            return game
        else:
            state = _forward(client, f"/api/game/{game}/movement_phase/finalize", state)
    raise AssertionError("the battle does not come to the second round")


def _deployed(client: httpx2.Client, path: str, state: dict[str, Any]) -> dict[str, Any]:
    """The next unit as far forward in its zone as it may stand, each in a lane of its own."""
    left = state["deployment_status"]["units_to_deploy"][0]
    lane = (UNITS - len(left) + 0.5) / UNITS
    own = next(each["shape"] for each in state["map_data"]["deployment_zones"] if each["owner_army_index"] == 0)
    far_side = sum(x for x, _ in own) / len(own) > 30
    for depth in range(30, 2, -2):
        x, y = depth, 12 + 29 * lane
        place = [60 - x, 44 - y] if far_side else [x, y]
        answer = client.post(path, json={"unit_uuid": left[0]["uuid"], "location": place})
        if answer.is_success:
            return dict(answer.json())
    raise AssertionError("there is no room to set a unit up")


def _forward(client: httpx2.Client, path: str, state: dict[str, Any]) -> dict[str, Any]:
    """The next unit as far towards the middle of the table as it may go."""
    unit = next(each for each in state["units"] if each["uuid"] == state["request"]["units"][0])
    x, y = unit["location"]
    far = math.hypot(30 - x, 22 - y)
    for inches in (5.8, 4, 2):
        place = [x + (30 - x) * inches / far, y + (22 - y) * inches / far]
        move = {"unit_uuid": unit["uuid"], "movement_type": "move", "new_location": place}
        answer = client.post(path, json=move)
        if answer.is_success:
            return dict(answer.json())
    hold = {"unit_uuid": unit["uuid"], "movement_type": "stationary"}
    return dict(client.post(path, json=hold).raise_for_status().json())


def _fought(client: httpx2.Client, path: str, state: dict[str, Any]) -> dict[str, Any]:
    """A fight that the computer brought about: the first unit with its first weapon."""
    request = state["request"]
    if request["kinds"][0] == "fight":
        call, body = "select_unit", {"unit_uuid": request["units"][0]}
    else:
        unit = next(each for each in state["units"] if each["uuid"] == request["unit_uuid"])
        aims = [
            {"unit_uuid": unit["uuid"], "weapon_uuid": each["weapon_uuid"], "target_unit_uuid": target}
            for each in unit["weapons"]
            for target in [found["target_unit_uuid"] for found in each["targets"]][:1]
        ]
        call, body = "select_targets", {"targets": aims[:1]}
    return dict(client.post(f"{path}/{call}", json=body).raise_for_status().json())


def _values(name: str, kind: str, values: dict[str, str]) -> dict[str, Any]:
    fields = [{"name": key, "$text": value} for key, value in values.items()]
    return {"name": name, "typeName": kind, "hidden": False, "characteristics": fields}


def _roster() -> dict[str, Any]:
    units = [_unit(f"Company {index + 1}") for index in range(UNITS)]
    force = {"name": "Muster", "catalogueName": "Lowlands - River Folk", "selections": units}
    cost = {"name": "pts", "typeId": "p", "value": 1000}
    system = {"gameSystemId": "sys-352e-adc2-7639-d6a9", "gameSystemName": "Some Game", "battleScribeVersion": "2.03"}
    return {"roster": {"id": "r", "name": "Six units", **system, "costs": [cost], "forces": [force]}}


def _unit(name: str) -> dict[str, Any]:
    weapons = [
        {"id": arm, "name": arm, "type": "upgrade", "from": "entry", "number": 5, "profiles": [_values(arm, *values)]}
        for arm, values in ARMS.items()
    ]
    model = {"id": "m", "name": name, "type": "model", "from": "entry", "number": 5, "selections": weapons}
    keywords = [{"name": "Infantry", "primary": True}, {"name": "Faction: River Folk", "primary": False}]
    return {
        "id": name, "name": name, "type": "unit", "from": "entry", "number": 1, "categories": keywords,
        "profiles": [_values(name, "Unit", STATS)], "selections": [model],
        "costs": [{"name": "pts", "typeId": "p", "value": 160}],
    }  # fmt: skip
