"""A unit on ovals that a photo shows moved and turned, and that a person turns back.

What the web app's tests take for the server's answers is what the server answers.

`HIGHGROUND_RECORD=1 .venv/bin/pytest tests/server/test_recorded_turning.py` writes the recording again.
"""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np
import pytest

from highground.game.match.match import Match
from tests.conftest import REPOSITORY
from tests.server.conftest import Running
from tests.server.people import registered
from tests.server.staged import battle, hosted, played
from tests.server.test_camera import calibrated, jpeg, photographed, read, sent
from tests.server.test_play import Table
from tests.server.test_recorded_panels import same_each_time

RECORDING = REPOSITORY / "web/src/test/fixtures/turned-photo.json"
RIDERS, MARKER = "Kestrel Riders", "transponder-06"
TURNED = (40.0, -50.0, 90.0)
"""Degrees by which the three riders have turned at the table."""

Json = dict[str, Any]


def _moves(match: Match) -> bool:
    """The riders' side is asked which unit moves."""
    prompt = match.ask()
    kinds, units = getattr(prompt, "kinds", ()), getattr(prompt, "units", ())
    return "move" in kinds and RIDERS in [match.cast.units[each] for each in units]


def _riders(state: Json) -> Json:
    units = [unit for army in state["game_model"]["armies"] for unit in army["units"]]
    return dict(next(unit for unit in units if unit["name"] == RIDERS))


def _photo_of(table: Table, state: Json) -> str:
    """The number of a photo that shows the riders three inches on and turned, and nobody else."""
    model, riders = state["game_model"]["armies"], _riders(state)
    ahead = 3.0 if riders["army_uuid"] == model[0]["uuid"] else -3.0
    there = [(x + ahead, y) for x, y in (each["location"] for each in riders["miniatures"])]
    turns = [each["facing"] + by for each, by in zip(riders["miniatures"], TURNED, strict=True)]
    base = riders["miniatures"][0]
    wide = float(np.sqrt(base["length"] * 2 * base["radius"]))
    pair = photographed({MARKER: there}, wide, base["length"], turns)
    calibrated(table, pair)
    return str(sent(table, jpeg(pair.full)).json()["image_id"])


def _seen(result: Json) -> list[Json]:
    """The riders in the photo, as far as the web app looks at them."""
    (given,) = [each for each in result["assignments"] if each["unit_name"] == RIDERS]
    models = [result["objects"]["model"][each["model"]] for each in given["assignments"]]
    return [{name: each[name] for name in ("location", "turn", "length", "diameter")} for each in models]


def _cut(state: Json) -> Json:
    """The riders alone, without the terrain."""
    for army in state["game_model"]["armies"]:
        army["units"] = [unit for unit in army["units"] if unit["name"] == RIDERS]
    state["units"] = [unit for unit in state["units"] if unit["name"] == RIDERS]
    state["map_data"]["terrain"] = []
    state["version"] = "recorded"
    return state


def _like(recorded: Any, now: Any) -> None:
    """Equal, but for what another machine may read a hair elsewhere in the same photo."""
    for one, other in zip(recorded["models"], now["models"], strict=True):
        assert one["location"] == pytest.approx(other["location"], abs=0.05)
        assert (one["turn"], one["length"]) == (pytest.approx(other["turn"], abs=1), other["length"])
    one, other = recorded["proposal"], now["proposal"]
    assert np.array(one.pop("places")) == pytest.approx(np.array(other.pop("places")), abs=0.05)
    assert one.pop("facings") == pytest.approx(other.pop("facings"), abs=1)
    assert one.pop("moved") == pytest.approx(other.pop("moved"), abs=0.05)
    assert one.pop("message")[:21] == other.pop("message")[:21]
    assert one == other
    assert recorded["state"] == now["state"]


def test_what_a_photo_shows_turned_can_be_turned_back(server: Running) -> None:
    table = hosted(server, registered(server.client, "Ada"), played(battle(), _moves))
    state = table.state()
    image_id = _photo_of(table, state)
    result = read(server, table, {"image_id": image_id})
    proposals = table.get(f"reconciliation?image_id={image_id}").json()["proposals"]
    (proposal,) = [each for each in proposals if each["unit_name"] == RIDERS]
    assert (proposal["kind"], proposal["acceptable"]) == ("moved", True)
    before = [each["facing"] for each in _riders(state)["miniatures"]]
    assert [(a - b + 180) % 360 - 180 for a, b in zip(proposal["facings"], before, strict=True)] == (
        pytest.approx(TURNED, abs=8)
    )
    found = {"state": _cut(state), "proposal": proposal, "models": _seen(result)}
    text = same_each_time(json.dumps(found), table.game_id) + "\n"
    if os.environ.get("HIGHGROUND_RECORD"):
        RECORDING.write_text(text)
    _like(json.loads(RECORDING.read_text()), json.loads(text))

    # the player who corrects it may turn it back
    body = {"image_id": image_id, "unit_uuid": proposal["unit_uuid"], "places": proposal["places"]}
    after = table.did("reconciliation", **body, facings=before)
    assert [each["facing"] for each in _riders(after)["miniatures"]] == before
