"""Units out of coherency at the end of a turn: what their player is asked, and their casualties in the log.

`HIGHGROUND_RECORD=1 .venv/bin/pytest tests/server/test_coherency.py` writes the recordings again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from highground.engine.battle import Battle
from highground.engine.prompts import RemovePrompt
from highground.game.match.match import Match
from highground.packs import load_pack
from tests.conftest import REPOSITORY
from tests.server.conftest import Running
from tests.server.people import registered
from tests.server.staged import COMPUTERS, hosted, played
from tests.server.test_play import Table
from tests.server.test_recap import cut
from tests.server.test_recorded_panels import same_each_time

Json = dict[str, Any]
RECORDING = REPOSITORY / "web/src/test/fixtures/coherency.json"
ASKED = REPOSITORY / "web/src/test/fixtures/coherency-asked.json"
TURN = (2, 1)
SEED = 163
"""In that turn a unit is shot apart."""
SEED_LED = 165
"""A warden captain stands apart from the leader of his unit."""


def _fought(seed: int) -> Match:
    pack = load_pack()
    return Match(Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), seed), "here", COMPUTERS)


def _recorded(path: Path, found: Json, game_id: str) -> None:
    text = same_each_time(json.dumps(found), game_id) + "\n"
    if os.environ.get("HIGHGROUND_RECORD"):
        path.write_text(text)
    assert json.loads(path.read_text()) == json.loads(text), "record it again, see above"


def test_its_player_is_asked_which_miniatures_it_loses(server: Running) -> None:
    match = played(_fought(SEED_LED), lambda now: isinstance(now.ask(), RemovePrompt))
    table = hosted(server, registered(server.client, "Ada"), match)
    state = table.state()
    request = state["request"]
    assert (request["kinds"][0], request["why"], request["mine"]) == ("remove", "coherency", True)
    proposed = [(each["words"], each["left"]) for each in request["removals"]]
    assert proposed == [("Warden Captain", "Vowkeeper"), ("Vowkeeper", "Warden Captain")]
    units = [unit for army in state["game_model"]["armies"] for unit in army["units"]]
    (unit,) = [each for each in units if each["uuid"] == request["unit_uuid"]]
    _recorded(ASKED, {"request": request, "unit": unit}, table.game_id)

    other = table.did("answer", answer={"choice": "remove", "miniatures": request["removals"][1]["miniatures"]})
    assert other["game_model"]["phase"] == "command"
    (entry,) = _removals(table)[-1:]
    assert entry["message"].endswith("1 miniature out of coherency is removed (Vowkeeper)")


def _removals(table: Table) -> list[Json]:
    turns = [turn for each in table.get("logs_json").json()["logs"]["rounds"] for turn in each["turns"]]
    return [a for turn in turns for phase in turn["phases"] for a in phase["actions"] if a["action"] == "coherency"]


def test_who_was_out_of_coherency_is_named(server: Running) -> None:
    match = played(_fought(SEED), lambda now: now.now[:2] > TURN)
    table = hosted(server, registered(server.client, "Ada"), match, COMPUTERS)
    assert [(each["unit_name"], each["removed"], each["message"].rsplit("(", 1)[1]) for each in _removals(table)] == [
        ("Mudrunners 1 + Pack Matron", 2, "2 × Mudrunner)"),
    ]
    _recorded(RECORDING, cut(table.get("logs_json").json(), TURN), table.game_id)
