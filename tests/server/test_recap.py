"""The log of a turn of the computer, as the web app's recap of it reads it.

`HIGHGROUND_RECORD=1 .venv/bin/pytest tests/server/test_recap.py` writes the recording again.
"""

from __future__ import annotations

import json
import os
from typing import Any

from tests.conftest import REPOSITORY
from tests.server.conftest import Running
from tests.server.people import registered
from tests.server.staged import COMPUTERS, battle, hosted, played
from tests.server.test_recorded_panels import same_each_time

Json = dict[str, Any]
RECORDING = REPOSITORY / "web/src/test/fixtures/turn.json"
TURN = (2, 1)
SEED = 8
"""In that turn units stay where they are, and an attack destroys one."""


def cut(log: Json, when: tuple[int, int]) -> Json:
    """A turn alone, and of its entries what says what happened: neither dice nor ways nor what stood where."""
    rounds = [
        {**each, "turns": [turn for turn in each["turns"] if (each["round_number"], turn["turn_number"]) == when]}
        for each in log["logs"]["rounds"]
    ]
    for phase in (phase for each in rounds for turn in each["turns"] for phase in turn["phases"]):
        for name in [name for name in phase if name not in {"phase_name", "phase", "phase_number", "actions", "army"}]:
            del phase[name]
        for action in phase["actions"]:
            action["timestamp"] = "2026-01-01T00:00:00Z"
            for name in ("paths", "graphics", "instructions"):
                action.pop(name, None)
            for target in action.get("targets", ()):
                target.pop("dice_logs", None)
                target.pop("damage_logs", None)
    return {**log, "logs": {**log["logs"], "rounds": rounds}, "awards": [], "statistics": None}


def test_the_recorded_turn_is_that_of_the_server(server: Running) -> None:
    match = played(battle(SEED), lambda match: (match.battle.state.round, match.battle.state.turn) > TURN)
    table = hosted(server, registered(server.client, "Ada"), match, COMPUTERS)
    log = table.get("logs_json").json()
    text = same_each_time(json.dumps(cut(log, TURN)), table.game_id)
    if os.environ.get("HIGHGROUND_RECORD"):
        RECORDING.write_text(text + "\n")
    assert json.loads(RECORDING.read_text()) == json.loads(text), "record it again, see above"
