"""Somebody signed in on a bench's server, and a game of two armies of a hundred miniatures each."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx2

UNITS = 5
MINIATURES = 20


def signed_in(client: httpx2.Client) -> str:
    person = {"email": "bench@example.org", "password": "a long enough password"}
    client.post("/api/auth/register", json={**person, "display_name": "Ada"}).raise_for_status()
    token = client.post("/api/auth/login", json=person).raise_for_status().json()["access_token"]
    client.headers["Authorization"] = f"Bearer {token}"
    return str(token)


def late_game(client: httpx2.Client) -> str:
    """A game of the sample armies of 2,000 points that two computers have played into its fifth round."""
    return _between_computers(client, lambda model: model["round"] == 5)


def full_game(client: httpx2.Client) -> str:
    """The same before its first movement: every miniature lives."""
    return _between_computers(client, lambda model: model["phase"] == "movement")


def _between_computers(client: httpx2.Client, there: Callable[[dict[str, Any]], bool]) -> str:
    game = new_game(client, "Between computers")
    armies = {
        f"army_{side}": {"source": "sample", "id": name, "player": "Ada", "controller": "ai"}
        for side, name in enumerate(("vow-2000", "fen-2000"))
    }
    client.patch(f"/api/game/{game}/setup", json=armies).raise_for_status()
    client.post(f"/api/game/{game}/start").raise_for_status()
    for _ in range(3000):
        if there(_post(client, f"/api/game/{game}/ai_step", {})["game_model"]):
            return game
    raise AssertionError("the battle does not come that far")


def new_game(client: httpx2.Client, name: str) -> str:
    game = {"game_name": name, "description": "", "simulation": False}
    made = client.post("/api/game/create_new_game", json=game).raise_for_status()
    return str(made.json()["game_id"])


def against_the_computer(client: httpx2.Client) -> str:
    """A game of the sample armies of 1,000 points that has begun: a person against the computer, not set up yet."""
    game = new_game(client, "Against the computer")
    armies = {
        f"army_{side}": {"source": "sample", "id": name, "player": "Ada", "controller": controller}
        for side, (name, controller) in enumerate((("vow-1000", "human"), ("fen-1000", "ai")))
    }
    client.patch(f"/api/game/{game}/setup", json=armies).raise_for_status()
    client.post(f"/api/game/{game}/start").raise_for_status()
    return game


def crowded_game(client: httpx2.Client) -> str:
    """A game of two armies of a hundred each, at its first movement."""
    game = new_game(client, "Crowded")
    roster = client.post("/api/upload_list", files={"file": ("hundred.json", json.dumps(_roster()).encode())})
    army = {"source": "roster", "id": str(roster.raise_for_status().json()["roster_id"]), "player": "Ada"}
    client.patch(f"/api/game/{game}/setup", json={"army_0": army, "army_1": army}).raise_for_status()
    client.post(f"/api/game/{game}/start").raise_for_status()
    state = client.get(f"/api/games/{game}/state").raise_for_status().json()
    for _ in range(200):
        if state["game_model"]["phase"] == "movement" and "move" in state["request"]["kinds"]:
            return game
        state = next_step(client, f"/api/game/{game}", state)
    raise AssertionError("the battle does not come to its first movement")


def next_step(client: httpx2.Client, game: str, state: dict[str, Any]) -> dict[str, Any]:
    kind = state["request"]["kinds"][0]
    if kind == "roll":
        return _post(client, f"{game}/roll", {"stage": "all"})
    if kind == "zone":
        return _post(
            client,
            f"{game}/update_deployment",
            {"selecting_army_uuid": state["request"]["army_uuid"], "selected_zone_index": 0},
        )
    if kind in {"pass", "place"}:
        return _post(client, f"{game}/answer", {"answer": {"choice": kind}})
    if kind == "deploy":
        return _set_up(client, game, state)
    return _post(client, f"{game}/advance_phase_time", {})


def _set_up(client: httpx2.Client, game: str, state: dict[str, Any]) -> dict[str, Any]:
    status = state["deployment_status"]
    side = [army["uuid"] for army in state["game_model"]["armies"]].index(status["current_army_uuid"])
    unit = status["units_to_deploy"][side][0]["uuid"]
    shape = next(zone["shape"] for zone in state["map_data"]["deployment_zones"] if zone["owner_army_index"] == side)
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*shape, strict=True))
    for step in range(144):
        location = [
            left + (right - left) * (0.5 + step % 12) / 12,
            top + (bottom - top) * (0.5 + step // 12) / 12,
        ]
        answer = client.post(f"{game}/finalize_unit_deployment", json={"unit_uuid": unit, "location": location})
        if answer.status_code == 200:
            return dict(answer.json())
    raise AssertionError("there is no room to set a unit up")


def _post(client: httpx2.Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
    return dict(client.post(path, json=body).raise_for_status().json())


def _values(name: str, kind: str, values: dict[str, str]) -> dict[str, Any]:
    fields = [{"name": key, "$text": value} for key, value in values.items()]
    return {"name": name, "typeName": kind, "hidden": False, "characteristics": fields}


def _roster() -> dict[str, Any]:
    """Five units of twenty with a rifle."""
    force = {"name": "Muster", "catalogueName": "Lowlands - River Folk", "selections": [_unit(i) for i in range(UNITS)]}
    cost = {"name": "pts", "typeId": "p", "value": 500}
    system = {"gameSystemId": "sys-352e-adc2-7639-d6a9", "gameSystemName": "Some Game", "battleScribeVersion": "2.03"}
    return {"roster": {"id": "r", "name": "A hundred", **system, "costs": [cost], "forces": [force]}}


def _unit(index: int) -> dict[str, Any]:
    name = f"Company {index + 1}"
    stats = {"M": '6"', "T": "4", "SV": "4+", "W": "2", "LD": "6+", "OC": "1"}
    gun = {"Range": '24"', "A": "2", "BS": "3+", "S": "4", "AP": "-1", "D": "1", "Keywords": "-"}
    rifle = {
        "id": "rifle", "name": "Thorn rifle", "type": "upgrade", "from": "entry", "number": MINIATURES,
        "profiles": [_values("Thorn rifle", "Ranged Weapons", gun)],
    }  # fmt: skip
    model = {
        "id": "m", "name": name, "type": "model", "from": "entry", "number": MINIATURES, "selections": [rifle],
    }  # fmt: skip
    return {
        "id": f"u{index}", "name": name, "type": "unit", "from": "entry", "number": 1,
        "profiles": [_values(name, "Unit", stats)], "selections": [model],
        "categories": [{"name": "Infantry", "primary": True}, {"name": "Faction: River Folk", "primary": False}],
        "costs": [{"name": "pts", "typeId": "p", "value": 100}],
    }  # fmt: skip
