"""A battle in short: its boards and messages without dice, sheets and raw events, a tenth of the whole.

It is what a reader sees first; the whole log comes behind it. The shape is the full answer's, so that a client that
reads one reads the other.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import orjson

Json = dict[str, Any]

KEPT = frozenset(
    {
        "id", "round", "turn", "phase", "phase_time", "log_type", "action", "action_label", "message", "location",
        "unit_uuid", "army_uuid", "starting_position", "ending_position", "start_location", "end_location",
        "attacker_uuid", "melee", "undone",
    }
)  # fmt: skip
"""Fields of an action that stay as they are."""
PLACED = frozenset({"uuid", "name", "location", "unit_name", "unit_uuid"})
"""What is kept of a unit that an action names."""
SHEETS = frozenset({"unit_stats", "transponder"})
SMALLEST = 9


def brief_of(answer: bytes) -> bytes:
    """The gzipped body of the short answer, from that of the full one. Slow: call it off the event loop."""
    whole: Json = orjson.loads(gzip.decompress(answer))
    for a_round in _objects(whole["logs"].get("rounds")):
        for turn in _objects(a_round.get("turns")):
            for phase in _objects(turn.get("phases")):
                _shorten(phase, a_round, turn)
    whole["awards"], whole["statistics"] = [], None
    return gzip.compress(orjson.dumps(whole | {"brief": True}), SMALLEST, mtime=0)


def _shorten(phase: Json, a_round: Json, turn: Json) -> None:
    place = {"round": a_round.get("round_number"), "turn": turn.get("turn_number"), "phase": phase.get("phase")}
    phase["actions"] = [_action(action, place) for action in _objects(phase.get("actions"))]
    board = phase.get("board_state")
    for unit in _objects(board.get("units") if isinstance(board, dict) else None):
        for name in SHEETS & unit.keys():
            del unit[name]


def _action(action: Json, place: Json) -> Json:
    """What its line in the list and its drawing on the board need."""
    kept = {
        name: value
        for name, value in action.items()
        if name in KEPT and value is not None and (name not in place or place[name] != value)
    }
    arrows = action.get("graphics")
    if isinstance(arrows, dict) and arrows.get("arrows"):
        kept["graphics"] = {"arrows": arrows["arrows"]}
        kept.pop("ending_position", None)  # the arrow ends there
    else:
        kept |= {name: action[name] for name in ("attacker_location",) if name in action}
    for name in ("targets", "target_units"):
        if isinstance(action.get(name), list):
            kept[name] = [_named(each) for each in _objects(action[name])]
    for name in ("charging_unit", "target_unit"):
        if isinstance(action.get(name), dict):
            kept[name] = _named(action[name])
    return kept


def _named(unit: Json) -> Json:
    return {name: value for name, value in unit.items() if name in PLACED}


def _objects(value: Any) -> Iterator[Json]:
    return (each for each in value if isinstance(each, dict)) if isinstance(value, list) else iter(())
