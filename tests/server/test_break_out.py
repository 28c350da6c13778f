"""Falling back through a ring of enemies: the risk in the preview, and the dice in the log.

`HIGHGROUND_RECORD=1 .venv/bin/pytest tests/server/test_break_out.py` writes the recording again.
"""

from __future__ import annotations

import json
import os
from math import cos, pi, sin
from typing import Any

from highground.engine.amendments import AmendPlace
from highground.engine.choices import ByHand
from highground.engine.prompts import MovePrompt
from highground.game.match.match import Match
from tests.conftest import REPOSITORY
from tests.server.conftest import Running
from tests.server.people import registered
from tests.server.staged import PEOPLE, battle, hosted, played
from tests.server.test_play import Table
from tests.server.test_recap import cut
from tests.server.test_recorded_panels import same_each_time

Json = dict[str, Any]
RECORDING = REPOSITORY / "web/src/test/fixtures/break-out.json"
TURN = (2, 1)
SEED = 44
"""Three Mudrunners live in that turn, and eight Slatewardens."""
CAUGHT, RING = 10, 2
"""Three Mudrunners, and eight Slatewardens about them."""
MIDDLE = (40.0, 33.0)


def _circle(match: Match, unit: int, radius: float) -> None:
    """Put a unit's living miniatures on a circle, by hand."""
    state = match.battle.state.units[unit]
    places, living = list(state.places), state.standing
    for count, index in enumerate(living):
        turn = 2 * pi * count / len(living)
        places[index] = (round(MIDDLE[0] + radius * cos(turn), 3), round(MIDDLE[1] + radius * sin(turn), 3))
    match.battle.answer(ByHand("by-hand", None, amend=(AmendPlace(tuple(places)),), target=unit))


def _surrounded(server: Running) -> tuple[Table, Match]:
    match = played(battle(SEED), lambda now: now.now[:2] == TURN and isinstance(now.ask(), MovePrompt))
    _circle(match, CAUGHT, 0.95)
    _circle(match, RING, 2.95)
    table = hosted(server, registered(server.client, "Ada"), match)
    return table, Match(match.battle, table.game_id, PEOPLE)


def test_the_preview_shows_the_risk_of_a_break_out_and_the_log_its_dice(server: Running) -> None:
    table, match = _surrounded(server)
    places = [(round(x + 6.5, 3), y) for x, y in match.battle.state.units[CAUGHT].places]
    uuid = match.cast.unit_uuids[CAUGHT]
    seen = table.did("preview", unit_uuid=uuid, places=places)
    assert (seen["how"], seen["escape"]) == ("fall_back", {"tested": 3, "lost_on": 2, "slain": 1.0})
    stays = table.did("preview", unit_uuid=uuid)
    assert (stays["how"], stays["escape"]) == ("stationary", None)
    onto = table.did("preview", unit_uuid=uuid, places=[(x + 2.0, y) for x, y in places], how="fall_back")
    assert onto["escape"] is None, "it may not go there"

    body = {"unit_uuid": uuid, "movement_type": "fall_back", "new_location": places[0], "places": places}
    state = table.did("movement_phase/finalize", **body)
    log = table.get("logs_json").json()
    (entry,) = [each for each in _actions(log) if each["action"] == "break_out"]
    lost = sum(face <= seen["escape"]["lost_on"] for face in entry["dice"])
    assert (len(entry["dice"]), entry["needed"], entry["models_killed"]) == (3, 3, lost)
    assert lost, "the recording has casualties"
    assert entry["message"].endswith(f", {lost} slain: {f'{lost} × ' if lost > 1 else ''}Mudrunner")
    assert _alive(state, uuid) == 3 - lost

    text = same_each_time(json.dumps({"preview": seen, "log": cut(log, TURN)}), table.game_id) + "\n"
    if os.environ.get("HIGHGROUND_RECORD"):
        RECORDING.write_text(text)
    assert json.loads(RECORDING.read_text()) == json.loads(text), "record it again, see above"


def _actions(log: Json) -> list[Json]:
    turns = (turn for each in log["logs"]["rounds"] for turn in each["turns"])
    return [action for turn in turns for phase in turn["phases"] for action in phase["actions"]]


def _alive(state: Json, uuid: str) -> int:
    units = (unit for army in state["game_model"]["armies"] for unit in army["units"])
    return next(int(unit["alive_count"]) for unit in units if unit["uuid"] == uuid)
