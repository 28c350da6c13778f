"""What the web app's tests take for the server's answers is what the server answers.

`HIGHGROUND_RECORD=1 .venv/bin/pytest tests/server/test_recorded_panels.py` writes the recording again.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any

from highground.engine.battle import Battle
from highground.game.match.match import Match
from highground.packs import load_pack
from tests.conftest import REPOSITORY
from tests.server.conftest import Running
from tests.server.people import registered
from tests.server.staged import COMPUTERS, hosted, played
from tests.server.test_play import Table

RECORDING = REPOSITORY / "web/src/test/fixtures/game-panels.json"
SEED = 6
GAME = "recorded"
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ZEROS = "00000000-0000-0000-0000-"
KEPT = {
    "Slatewardens 2 + Ash Chanter", "Longshadow", "Slatewardens 1 + Vowkeeper",
    "Mudrunners 1 + Pack Matron", "Mudrunners 2 + Ebb Singer", "Reed Archers",
}  # fmt: skip
"""A few units of each army: the panels need no more."""
STRATAGEMS = {"Second Throw", "Cut In", "Stand Firm"}

Json = dict[str, Any]


def _moment(match: Match) -> bool:
    """The end of the first shooting phase of the army that is second."""
    state = match.battle.state
    return (state.round, state.turn, state.phase, state.phase_time) == (1, 2, "shooting", "end")


def _answers(table: Table) -> Json:
    return {
        "state": table.state(),
        "abilities": table.get("abilities").json()["abilities"],
        "stratagems": table.get("stratagems").json()["stratagems"],
        "active_effects": table.get("active-effects").json()["active_effects"],
    }


def _cut(found: Json) -> Json:
    """Without most of the units, and without the terrain."""
    state, model = found["state"], found["state"]["game_model"]
    for army in model["armies"]:
        army["units"] = [unit for unit in army["units"] if unit["name"] in KEPT]
    ids = {unit["uuid"] for army in model["armies"] for unit in army["units"]}
    among = _among(ids)
    state["units"] = [unit for unit in state["units"] if unit["uuid"] in ids]
    state["map_data"]["terrain"] = []
    state["version"] = GAME  # it names the game, and the moment of its last change
    found["stratagems"] = [each for each in found["stratagems"] if each["name"] in STRATAGEMS]
    found["abilities"] = [each for each in found["abilities"] if among(each["location"])]
    for army in found["active_effects"]:
        army["units"] = [unit for unit in army["units"] if among(unit)]
    return found


def _among(ids: set[str]) -> Callable[[Json], bool]:
    return lambda each: each["unit_uuid"] is None or each["unit_uuid"] in ids


def same_each_time(text: str, game_id: str) -> str:
    """The game's id is another one each time, and everything in it is named by it."""
    numbers: dict[str, int] = {}
    named = UUID.sub(lambda found: f"{ZEROS}{numbers.setdefault(found[0], len(numbers) + 1):012}", text)
    return named.replace(game_id, GAME)


def test_the_recorded_answers_are_those_of_the_server(server: Running) -> None:
    pack = load_pack()
    battle = Battle(pack.setup(pack.army("vow-2000"), pack.army("fen-2000")), SEED)
    match = played(Match(battle, "recorded", COMPUTERS), _moment)
    table = hosted(server, registered(server.client, "Ada"), match, COMPUTERS)
    text = same_each_time(json.dumps(_cut(_answers(table)), separators=(",", ":")), table.game_id) + "\n"
    if os.environ.get("HIGHGROUND_RECORD"):
        RECORDING.write_text(text)
    assert json.loads(RECORDING.read_text()) == json.loads(text), "record it again, see above"
