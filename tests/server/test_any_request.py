"""Requests that nobody thought of, made from the API's description and sent to a real server by somebody logged in.

Whatever comes, the answer is one that the description names, and never the server's own fault.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.conftest import Running
from tests.server.description import document
from tests.server.people import Somebody, registered
from tests.server.tables import fought, made
from tests.server.test_rosters import FILES

LONG = os.environ.get("HIGHGROUND_TEST_REQUESTS", "")
"""How many for each call, where `make faults` asks."""
REQUESTS = int(LONG or 4)
"""For each call, while there is time; one in any case."""
SECONDS = 3600 if LONG else 40
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
MEETS_NOTHING = ("DELETE /api/game/{game_id}", "DELETE /api/rosters/{roster_id}", "DELETE /api/user")
"""These would take away what the others are asked about, so they get what there is not."""

DESCRIBED = document()
CALLS = sum(len(methods) for methods in DESCRIBED["paths"].values())
schema = schemathesis.openapi.from_dict(DESCRIBED)
schema.config.phases.coverage.enabled = False
schema.config.phases.examples.enabled = False


@dataclass
class World:
    """Somebody with games and a roster, and how often each status came."""

    server: Running
    person: Somebody
    things: dict[str, list[str]]
    statuses: dict[int, int] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    until: float = field(default_factory=lambda: time.monotonic() + SECONDS)


@pytest.fixture(scope="module")
def world(server: Running) -> World:
    client, ada = server.client, registered(server.client)
    files = {"file": ("list.ros", FILES["list.ros"])}
    roster = client.post("/api/upload_list", headers=ada.headers, files=files).json()["roster_id"]
    return World(server, ada, {"game_id": [made(client, ada), fought(client, ada)], "roster_id": [roster]})


@schema.parametrize()
@settings(
    max_examples=REQUESTS,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_any_request_gets_an_answer_that_is_described(case: Case, world: World) -> None:
    call = f"{case.method.upper()} {case.path}"
    if call in world.asked and time.monotonic() > world.until:
        return
    world.asked.add(call)
    parameters: dict[str, Any] = case.path_parameters
    for name, things in world.things.items():
        if name in parameters and call not in MEETS_NOTHING:
            parameters[name] = things[sum(world.statuses.values()) % len(things)]
    headers = {} if call == "POST /api/auth/logout" else world.person.headers
    response = case.call(base_url=str(world.server.client.base_url), headers=headers)
    world.statuses[response.status_code] = world.statuses.get(response.status_code, 0) + 1
    case.validate_response(response, checks=CHECKS, headers=headers)


def test_the_requests_met_more_than_refusals(world: World) -> None:
    if len(world.asked) < CALLS / 2:
        pytest.skip("another process made most of the requests")
    assert world.statuses.get(200, 0) > 20
    assert world.statuses.get(422, 0) > 20
    if LONG:
        Path(os.environ["HIGHGROUND_TEST_STATUSES"]).write_text(json.dumps(world.statuses))
