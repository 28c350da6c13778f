"""Reading an uploaded document: a battle log to replay, or a timeline in any of the shapes that answers have had."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from highground.server.games.summary import of_timeline
from highground.server.logs.measuring import DEEPEST, MOST_PARTS, measured

Json = dict[str, Any]
MOST_ENTRIES = 200_000
COMPRESSION = 6
LOG_FIELDS = {"setup", "seed", "records"}
"""What distinguishes a battle log from a timeline."""


class NotALog(ValueError):
    """The document is neither a battle log nor a timeline; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class PreparedLog:
    """A log ready to be stored. `answer` is the gzipped body of the full answer."""

    answer: bytes
    etag: str
    total: int
    source: bytes | None
    engine: str
    summary: Json | None = None
    """What lists tell of its game."""


def parse(data: bytes) -> Json | list[Any]:
    """Read JSON; a gzipped file is not taken, and one of too many parts is refused before any of them is made."""
    if not data.strip():
        raise NotALog("The file is empty.")
    measure = measured(data)
    if measure.parts > MOST_PARTS:
        raise NotALog(f"The file has {measure.parts:,} values and names; at most {MOST_PARTS:,} are taken.")
    if measure.depth > DEEPEST:
        raise NotALog(f"The file is not a log: it is nested {measure.depth:,} deep, and at most {DEEPEST} are taken.")
    try:
        document = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise NotALog(f"The file is not JSON: {error}.") from error
    if not isinstance(document, dict | list):
        raise NotALog("The file holds neither a battle log nor a timeline.")
    return document


def is_battle_log(document: Json | list[Any]) -> bool:
    return isinstance(document, dict) and document.keys() >= LOG_FIELDS


def prepare(document: Json | list[Any], game_id: str, source: bytes | None = None, engine: str = "") -> PreparedLog:
    """What is stored for a game with this timeline. `source` is the battle log that it was made from, written by
    `engine`.

    Awards and statistics are taken from a timeline that was made from its battle log, never from one that somebody
    wrote. Slow (a compression): call it off the event loop. Raises NotALog.
    """
    made = document if source is not None and isinstance(document, dict) else {}
    worked_out = {"awards": made.get("awards", []), "statistics": made.get("statistics")}
    timeline = as_timeline(document)
    army_list = timeline.pop("army_list", [])
    total = complete_entries(timeline)
    whole = {"logs": timeline, "army_list": army_list, **worked_out}
    answer = orjson.dumps({**whole, "incremental": False, "game_id": game_id, "total": total})
    return PreparedLog(
        answer=gzip.compress(answer, COMPRESSION, mtime=0),
        etag=hashlib.sha256(answer).hexdigest()[:24],
        total=total,
        source=gzip.compress(source, COMPRESSION, mtime=0) if source is not None else None,
        engine=engine,
        summary=of_timeline(timeline["rounds"], army_list if isinstance(army_list, list) else []),
    )


def as_timeline(document: Json | list[Any]) -> Json:
    """A timeline from `{"rounds": ...}`, from a whole answer `{"logs": ..., "army_list": ...}` or from a flat array.

    A flat array becomes round 1, turn 1, a movement phase. Raises NotALog with the place that is wrong.
    """
    army_list: Any = []
    if isinstance(document, dict) and "rounds" not in document and "logs" in document:
        army_list = document.get("army_list", [])
        document = document["logs"]
    if isinstance(document, list):
        document = {"rounds": [_flat_round(document)]}
    if not isinstance(document, dict) or "rounds" not in document:
        raise NotALog("The file holds neither a battle log (setup, seed, records) nor a timeline (rounds).")
    _check(document)
    return {"army_list": army_list, **document}


def complete_entries(timeline: Json) -> int:
    """Give every entry its place in the battle where it has none, and its id where not each has its own; how many."""
    actions = list(_placed(timeline))
    if len(actions) > MOST_ENTRIES:
        raise NotALog(f"The timeline has {len(actions)} entries; at most {MOST_ENTRIES} are taken.")
    ids = [action.get("id") for action in actions]
    whole = [value for value in ids if isinstance(value, int) and not isinstance(value, bool)]
    if len(set(whole)) < len(actions):
        for number, action in enumerate(actions, 1):
            action["id"] = number
    return len(actions)


def _placed(timeline: Json) -> Iterator[Json]:
    for number, a_round in enumerate(timeline["rounds"], 1):
        for turn_number, turn in enumerate(a_round["turns"], 1):
            for phase in turn["phases"]:
                for action in phase["actions"]:
                    action.setdefault("round", a_round.get("round_number", number))
                    action.setdefault("turn", turn.get("turn_number", turn_number))
                    action.setdefault("phase", phase.get("phase", "unknown"))
                    yield action


def _flat_round(logs: list[Any]) -> Json:
    phase = {"phase": "movement", "actions": logs, "board_state": {}}
    return {"round_number": 1, "turns": [{"turn_number": 1, "phases": [phase]}]}


def _check(timeline: Json) -> None:
    for i, a_round in enumerate(_list(timeline, "rounds", "")):
        at = f"rounds[{i}]"
        for j, turn in enumerate(_list(a_round, "turns", at)):
            at_turn = f"{at}.turns[{j}]"
            for k, phase in enumerate(_list(turn, "phases", at_turn)):
                at_phase = f"{at_turn}.phases[{k}]"
                for number, action in enumerate(_list(phase, "actions", at_phase)):
                    _object(action, f"{at_phase}.actions[{number}]")
                _object(phase.setdefault("board_state", {}), f"{at_phase}.board_state")


def _list(holder: Any, name: str, at: str) -> list[Any]:
    found = _object(holder, at or "the timeline").get(name)
    where = f"{at}.{name}" if at else name
    if not isinstance(found, list):
        raise NotALog(f"{where}: a list is missing.")
    return found


def _object(value: Any, at: str) -> Json:
    if not isinstance(value, dict):
        raise NotALog(f"{at}: an object is expected.")
    return value
