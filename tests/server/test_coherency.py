"""Units that stand apart at a turn's end: what the log says of whom they lost.

`HIGHGROUND_RECORD=1 .venv/bin/pytest tests/server/test_coherency.py` writes the recording again.
"""

from __future__ import annotations

import json
import os
from typing import Any

from highground.engine.battle import Battle
from highground.game.match.match import Match
from highground.packs import load_pack
from tests.conftest import REPOSITORY
from tests.server.conftest import Running
from tests.server.people import registered
from tests.server.staged import COMPUTERS, hosted, played
from tests.server.test_recap import cut
from tests.server.test_recorded_panels import same_each_time

Json = dict[str, Any]
RECORDING = REPOSITORY / "web/src/test/fixtures/coherency.json"
TURN = (2, 1)
SEED = 14
"""In that turn a unit of either army is shot apart."""


def test_who_was_out_of_coherency_is_named(server: Running) -> None:
    pack = load_pack()
    fought = Match(Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), SEED), "here", COMPUTERS)
    match = played(fought, lambda now: now.now[:2] > TURN)
    table = hosted(server, registered(server.client, "Ada"), match, COMPUTERS)
    log = table.get("logs_json").json()
    turns = [turn for each in log["logs"]["rounds"] for turn in each["turns"]]
    told = [a for turn in turns for phase in turn["phases"] for a in phase["actions"] if a["action"] == "coherency"]
    assert [(each["unit_name"], each["removed"], each["message"].rsplit("(", 1)[1]) for each in told] == [
        ("Slatewardens 2", 1, "Warden)"),
        ("Mudrunners 1 + Pack Matron", 1, "Mudrunner)"),
    ]

    text = same_each_time(json.dumps(cut(log, TURN)), table.game_id) + "\n"
    if os.environ.get("HIGHGROUND_RECORD"):
        RECORDING.write_text(text)
    assert json.loads(RECORDING.read_text()) == json.loads(text), "record it again, see above"
