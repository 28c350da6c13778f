"""Who may do what: every call of the API, as everybody who could send it.

A call that is not in the table fails here. Add its row: what does it answer to each kind of caller?
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import cv2
import httpx2
import numpy as np
import orjson
import pytest

from tests.server import description
from tests.server.bodies import smallest
from tests.server.conftest import Running
from tests.server.people import PASSWORD, Somebody, logged_in, registered
from tests.server.tables import invited, joined, made
from tests.server.test_rosters import FILES
from tests.server.timelines import battle

Json = dict[str, Any]

WHO = ("nobody", "owner", "opponent", "stranger", "passer-by", "spectator", "expired")
"""The passer-by and the spectator (who is logged in) come to a game whose report is shared, the others to one that is
not. The expired has a login that is over."""


def everybody(status: int) -> tuple[int, ...]:
    return (status,) * 7


def signed_in(status: int) -> tuple[int, ...]:
    """For everybody who is logged in, about nobody but themselves."""
    return (401, status, status, status, 401, status, 401)


def brought(status: int) -> tuple[int, ...]:
    """For everybody, but not with a login that is over."""
    return (*(status,) * 6, 401)


def owner(status: int) -> tuple[int, ...]:
    return (401, status, 403, 404, 401, 404, 401)


def players(status: int) -> tuple[int, ...]:
    return (401, status, status, 404, 401, 404, 401)


def watchers(status: int) -> tuple[int, ...]:
    return (401, status, status, 404, status, status, 401)


def own(status: int) -> tuple[int, ...]:
    """For a thing that nobody else has a part in."""
    return (401, status, 404, 404, 401, 404, 401)


NOT_BEGUN = 409
TABLE: dict[str, tuple[int, ...]] = {
    "GET /healthz": everybody(200),
    "POST /api/sight": everybody(200),
    "GET /api/downloads/{name}": everybody(200),
    "POST /api/newsletter": everybody(201),
    "POST /api/auth/register": everybody(201),
    "POST /api/auth/login": everybody(401),
    "POST /api/auth/logout": everybody(204),
    "POST /api/auth/forgot": everybody(202),
    "POST /api/auth/reset": everybody(400),
    "GET /api/auth/me": signed_in(200),
    "PATCH /api/user/update_profile": signed_in(200),
    "POST /api/user/password": signed_in(403),
    "DELETE /api/user": signed_in(403),
    "GET /api/user/export": signed_in(200),
    "GET /api/user/games": signed_in(200),
    "GET /api/user/achievements": signed_in(200),
    "GET /api/achievements": everybody(200),
    "POST /api/upload_list": brought(200),
    "GET /api/rosters": signed_in(200),
    "GET /api/rosters/{roster_id}": own(200),
    "PATCH /api/rosters/{roster_id}": own(200),
    "DELETE /api/rosters/{roster_id}": own(204),
    "POST /api/rosters/{roster_id}/sheets": own(200),
    "GET /api/shelf": signed_in(200),
    "DELETE /api/shelf/{sheet_id}": own(204),
    "GET /api/rosters/{roster_id}/rules": own(200),
    "PUT /api/rosters/{roster_id}/rules": own(200),
    "GET /api/rule_sets": signed_in(200),
    "POST /api/rule_sets": signed_in(201),
    "GET /api/rule_sets/{rule_set_id}": own(200),
    "PUT /api/rule_sets/{rule_set_id}": own(200),
    "DELETE /api/rule_sets/{rule_set_id}": own(204),
    "POST /api/rule_sets/{rule_set_id}/link": own(200),
    "DELETE /api/rule_sets/{rule_set_id}/link": own(200),
    "GET /api/shared_rule_sets/{token}": signed_in(200),
    "GET /api/workshop/vocabulary": everybody(200),
    "GET /api/workshop/schema": everybody(200),
    "POST /api/workshop/words": signed_in(200),
    "POST /api/workshop/unit_words": signed_in(200),
    "GET /api/workshop/units/{army}": own(200),
    "POST /api/workshop/trial": signed_in(200),
    "POST /api/logs": brought(201),
    "POST /api/logs/{game_id}/claim": own(404),  # all of these games have an owner
    "GET /api/simulations": signed_in(200),
    "POST /api/simulations": signed_in(202),
    "GET /api/simulations/{job_id}": own(200),
    "GET /api/jobs/{job_id}": own(200),
    "POST /api/jobs/{job_id}/cancel": own(200),
    "POST /api/game/create_new_game": signed_in(201),
    "GET /api/game/{game_id}": players(200),
    "PATCH /api/game/{game_id}": owner(200),
    "DELETE /api/game/{game_id}": owner(204),
    "POST /api/game/{game_id}/invitations": owner(201),
    "DELETE /api/game/{game_id}/seats/{side}": (401, 403, 204, 404, 401, 404, 401),
    "GET /api/invitations/{token}": everybody(200),
    "GET /api/invitations/{token}/rolls": everybody(200),
    "POST /api/invitations/{token}": (401, 409, 409, 200, 401, 200, 401),
    "GET /api/game/{game_id}/logs_json": watchers(200),
    "GET /api/game/shared/{game_id}/json": (404, 404, 404, 404, 200, 200, 404),
    "GET /api/game/shared/{game_id}/brief": (404, 404, 404, 404, 200, 200, 404),
    "GET /api/game/shared/{game_id}/summary": (404, 404, 404, 404, 200, 200, 404),
    "GET /api/layouts": everybody(200),
    "GET /api/options": everybody(200),
    "GET /api/game/{game_id}/setup": players(200),
    "PATCH /api/game/{game_id}/setup": players(200),
    "POST /api/game/{game_id}/setup/agreement": (401, 403, 409, 404, 401, 404, 401),
    "POST /api/game/{game_id}/start": owner(409),
    "POST /api/game/{game_id}/rematch": players(409),
    "GET /api/game/{game_id}/current_phase": watchers(NOT_BEGUN),
    "GET /api/game/{game_id}/deployment_status": watchers(NOT_BEGUN),
    "GET /api/game/{game_id}/possible": watchers(NOT_BEGUN),
    "GET /api/game/{game_id}/{phase}_phase/state": watchers(NOT_BEGUN),
    "GET /api/games/{game_id}/state": watchers(NOT_BEGUN),
    "POST /api/game/{game_id}/advance_phase": players(NOT_BEGUN),
    "POST /api/game/{game_id}/advance_phase_time": players(NOT_BEGUN),
    "POST /api/game/{game_id}/ai_ability": players(NOT_BEGUN),
    "POST /api/game/{game_id}/ai_deployment": players(NOT_BEGUN),
    "POST /api/game/{game_id}/ai_movement": players(NOT_BEGUN),
    "POST /api/game/{game_id}/ai_step": players(NOT_BEGUN),
    "POST /api/game/{game_id}/ai_think": players(NOT_BEGUN),
    "POST /api/game/{game_id}/allocate": players(NOT_BEGUN),
    "POST /api/game/{game_id}/coach": players(NOT_BEGUN),
    "POST /api/game/{game_id}/coach/allow": players(NOT_BEGUN),
    "POST /api/game/{game_id}/answer": players(NOT_BEGUN),
    "GET /api/game/{game_id}/question": players(NOT_BEGUN),
    "GET /api/game/{game_id}/reactions": players(NOT_BEGUN),
    "POST /api/game/{game_id}/reactions": players(NOT_BEGUN),
    "POST /api/game/{game_id}/charge_phase/ai_charge": players(NOT_BEGUN),
    "POST /api/game/{game_id}/charge_phase/process_charge": players(NOT_BEGUN),
    "POST /api/game/{game_id}/charge_phase/record_charges": players(NOT_BEGUN),
    "POST /api/game/{game_id}/combat_phase/ai_combat": players(NOT_BEGUN),
    "POST /api/game/{game_id}/finalize_unit_deployment": players(NOT_BEGUN),
    "POST /api/game/{game_id}/deploy_for_me": players(NOT_BEGUN),
    "POST /api/game/{game_id}/movement_phase/finalize": players(NOT_BEGUN),
    "POST /api/game/{game_id}/odds": players(NOT_BEGUN),
    "POST /api/game/{game_id}/preview": players(NOT_BEGUN),
    "GET /api/game/{game_id}/threat/{army_uuid}": watchers(NOT_BEGUN),
    "POST /api/game/{game_id}/roll": players(NOT_BEGUN),
    "POST /api/game/{game_id}/shooting_phase/ai_shooting": players(NOT_BEGUN),
    "POST /api/game/{game_id}/undo": players(NOT_BEGUN),
    "POST /api/game/{game_id}/undo_request": players(NOT_BEGUN),
    "POST /api/game/{game_id}/undo_answer": players(NOT_BEGUN),
    "POST /api/game/{game_id}/clock": players(NOT_BEGUN),
    "POST /api/game/{game_id}/resign": players(NOT_BEGUN),
    "POST /api/game/{game_id}/draw": players(NOT_BEGUN),
    "POST /api/game/{game_id}/claim": players(NOT_BEGUN),
    "POST /api/game/{game_id}/offer_answer": players(NOT_BEGUN),
    "GET /api/game/{game_id}/battle_log": watchers(NOT_BEGUN),
    "GET /api/game/{game_id}/dice": watchers(NOT_BEGUN),
    "POST /api/game/{game_id}/dice/device": players(NOT_BEGUN),
    "POST /api/game/{game_id}/dice/reveal": players(NOT_BEGUN),
    "POST /api/game/{game_id}/dice/lost": players(NOT_BEGUN),
    "POST /api/game/{game_id}/dice/lost_answer": players(NOT_BEGUN),
    "GET /api/game/{game_id}/abilities": watchers(NOT_BEGUN),
    "GET /api/game/{game_id}/stratagems": watchers(NOT_BEGUN),
    "GET /api/game/{game_id}/active-effects": watchers(NOT_BEGUN),
    "GET /api/game/{game_id}/ability/{ability_id}/targets": watchers(NOT_BEGUN),
    "POST /api/game/{game_id}/process_activated_ability": players(NOT_BEGUN),
    "POST /api/game/{game_id}/process_selectable_ability": players(NOT_BEGUN),
    "POST /api/game/{game_id}/switch_by_hand": players(NOT_BEGUN),
    "POST /api/game/{game_id}/update_deployment": players(NOT_BEGUN),
    "POST /api/game/{game_id}/camera/pairing": players(201),
    "POST /api/camera/join": everybody(404),
    "GET /api/game/{game_id}/camera": players(200),
    "PATCH /api/game/{game_id}/camera": players(200),
    "POST /api/game/{game_id}/camera/calibration": players(404),
    "POST /api/game/{game_id}/photos": players(201),
    "GET /api/game/{game_id}/photos/{photo_id}": (401, 404, 404, 404, 401, 404, 401),
    "GET /api/game/{game_id}/latest_dice_image": players(200),
    "POST /api/game/{game_id}/latest_dice_image": players(404),
    "POST /api/game/{game_id}/dice_symbols": players(404),
    "GET /api/dice_symbols": signed_in(200),
    "DELETE /api/dice_symbols/{symbol_id}": (401, 404, 404, 404, 401, 404, 401),
    "GET /api/game/{game_id}/latest_image": players(200),
    "POST /api/game/{game_id}/process_game_state": players(404),
    "GET /api/game/{game_id}/reconciliation": players(404),
    "POST /api/game/{game_id}/reconciliation": players(404),
    "GET /debug/{file}": (401, 404, 404, 404, 401, 404, 401),
    "POST /api/game/{game_id}/{phase}_phase/process_roll_stage": players(NOT_BEGUN),
    "POST /api/game/{game_id}/{phase}_phase/reset_unit_state": players(NOT_BEGUN),
    "POST /api/game/{game_id}/{phase}_phase/select_targets": players(NOT_BEGUN),
    "POST /api/game/{game_id}/{phase}_phase/select_unit": players(NOT_BEGUN),
}
DESCRIBED: Json = description.document()
CALLS = sorted(f"{verb.upper()} {path}" for path, verbs in DESCRIBED["paths"].items() for verb in verbs)
_numbers = itertools.count()
PHOTO = cv2.imencode(".png", np.full((80, 120, 3), 90, dtype=np.uint8))[1].tobytes()
SIMULATION = {"army_a": "fen-1000", "army_b": "vow-1000", "battles": 1}
RULES = {"name": "River rules", "format": "highground rule set", "version": 1, "faction": "River folk"}
TRIAL = {"army": "fen-1000", "unit": 1, "other_army": "vow-1000", "other_unit": 1, "level": "unit"}
BODIES: dict[str, Callable[[], Json]] = {
    "POST /api/auth/register": lambda: {
        "email": f"new{next(_numbers)}@example.org", "password": PASSWORD, "display_name": "New",
    },
    "POST /api/auth/forgot": lambda: {"email": "nobody-at-all@example.org"},
    "POST /api/auth/reset": lambda: {"token": "never-made", "password": PASSWORD},
    "POST /api/user/password": lambda: {"old_password": "not it", "new_password": PASSWORD},
    "DELETE /api/user": lambda: {"password": "not it"},
    "POST /api/newsletter": lambda: {"email": "reader@example.org"},
    "POST /api/game/{game_id}/invitations": lambda: {"side": 0},
    "POST /api/simulations": lambda: SIMULATION,
    "POST /api/workshop/trial": lambda: TRIAL | {"rule": {"name": "Steady"}},
    "POST /api/game/{game_id}/dice/device": lambda: {"anchor": "0" * 64, "key": "04" + "0" * 128},
    "POST /api/game/{game_id}/dice/reveal": lambda: {
        "roll": 1, "role": "witness", "value": "0" * 64, "seal": "0" * 128,
    },
}  # fmt: skip
"""Requests that the smallest one would not do for."""
UPLOADS = {
    "POST /api/upload_list": FILES["list.ros"],
    "POST /api/logs": orjson.dumps(battle()),
    "POST /api/game/{game_id}/photos": PHOTO,
}


@dataclass
class World:
    """Ada owns two games, one shared; Brook has a seat at both; Cleo is nobody to them; Dora's login is over."""

    server: Running
    people: dict[str, Somebody]
    log: str
    lasting: dict[bool, str] = field(default_factory=dict)
    lasting_job: str = ""

    def game_for(self, path: str, *, shared: bool) -> str:
        """One of its own for what deletes games and changes seats; else they share a private and a shared one."""
        if path in ("/api/game/{game_id}", "/api/game/{game_id}/seats/{side}", "/api/invitations/{token}"):
            return self.game(shared=shared)
        if shared not in self.lasting:
            self.lasting[shared] = self.game(shared=shared)
        return self.lasting[shared]

    def game(self, *, shared: bool) -> str:
        client, ada = self.server.client, self.people["owner"]
        game = made(client, ada)
        joined(client, ada, self.people["opponent"], game)
        if shared:
            client.patch(f"/api/game/{game}", headers=ada.headers, json={"shared": True})
        self.server.write(
            f"INSERT INTO battle_logs (game_id, engine, source, answer, etag, total) "
            f"SELECT '{game}', engine, source, answer, etag, total FROM battle_logs WHERE game_id = '{self.log}'"
        )
        return game

    def job(self) -> str:
        if not self.lasting_job:
            started = self.server.client.post("/api/simulations", headers=self.people["owner"].headers, json=SIMULATION)
            assert started.status_code == 202, started.text
            self.lasting_job = started.json()["job_id"]
        return self.lasting_job

    def ask(self, call: str, who: str) -> httpx2.Response:
        """Send the smallest right request as somebody, about things that are made for it."""
        method, path = call.split(" ")
        client = self.server.client
        person = self.people.get("stranger" if who == "spectator" else who)
        if person is not None and path == "/api/auth/logout":
            person = replace(person, token="over") if who == "expired" else logged_in(client, person.email)
        values = self._things(path, shared=who in ("passer-by", "spectator"))
        operation = DESCRIBED["paths"][path][method.lower()]
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                values.setdefault(parameter["name"], smallest(DESCRIBED, parameter["schema"]))
        for name, value in values.items():
            path = path.replace(f"{{{name}}}", str(value))
        headers = {} if person is None else person.headers
        return client.request(method, path, headers=headers, **_content(call, operation))

    def _things(self, path: str, *, shared: bool) -> Json:
        client, ada = self.server.client, self.people["owner"]
        if "{game_id}" in path:
            return {"game_id": self.game_for(path, shared=shared), "side": 1}
        if "{rule_set_id}" in path or "/shared_rule_sets/" in path:
            kept = client.post("/api/rule_sets", headers=ada.headers, json={"document": RULES}).json()["row"]
            link = client.post(f"/api/rule_sets/{kept['rule_set_id']}/link", headers=ada.headers).json()
            return {"rule_set_id": kept["rule_set_id"], "token": link["token"]}
        if "{token}" in path:
            return {"token": invited(client, ada, self.game_for(path, shared=shared), 0)}
        if "{job_id}" in path:
            return {"job_id": self.job()}
        if "{roster_id}" in path or "{army}" in path:
            files = {"file": ("list.ros", FILES["list.ros"])}
            roster = client.post("/api/upload_list", headers=ada.headers, files=files).json()["roster_id"]
            return {"roster_id": roster, "army": roster}
        return {}


def _content(call: str, operation: Json) -> Json:
    if call in UPLOADS:
        return {"files": {"file": ("file", UPLOADS[call])}}
    if call in BODIES:
        return {"json": BODIES[call]()}
    if "requestBody" not in operation:
        return {}
    return {"json": smallest(DESCRIBED, operation["requestBody"]["content"]["application/json"]["schema"])}


@pytest.fixture(scope="module")
def world(server: Running) -> World:
    names = {"owner": "Ada", "opponent": "Brook", "stranger": "Cleo", "expired": "Dora"}
    people = {who: registered(server.client, name) for who, name in names.items()}
    an_hour_ago = datetime.now(UTC) - timedelta(hours=1)
    server.write(f"UPDATE tokens SET expires = '{an_hour_ago}' WHERE user_id = {people['expired'].id}")
    uploaded = server.client.post("/api/logs", files={"file": ("battle.json", orjson.dumps(battle()))})
    return World(server, people, uploaded.json()["game_id"])


def test_the_table_has_every_call() -> None:
    """A call without its row here is a call of which nobody has said who may send it."""
    assert set(CALLS) == set(TABLE)


# AUTH-51, OPEN-37, OPEN-39, API-2
@pytest.mark.parametrize("call", CALLS)
def test_who_may(world: World, call: str) -> None:
    answers = {who: world.ask(call, who) for who in WHO}
    assert tuple(answer.status_code for answer in answers.values()) == TABLE[call], {
        who: answer.text[:200] for who, answer in answers.items()
    }
    for who, answer in answers.items():
        if answer.status_code >= 400:
            assert answer.json()["detail"], who
        if answer.status_code == 401 and call != "POST /api/auth/login":
            assert answer.headers["www-authenticate"] == "Bearer", who


def test_a_login_that_is_over_differs_from_none(world: World) -> None:
    """OPEN-40."""
    expired = world.ask("GET /api/user/games", "expired").json()["detail"]
    nobody = world.ask("GET /api/user/games", "nobody").json()["detail"]
    assert (expired, nobody) == ("Your login has expired. Please log in again.", "Please log in to go on.")
