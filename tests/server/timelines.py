"""A small timeline for the tests."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def action(entry_id: int, message: str, log_type: str = "movement") -> Json:
    return {"id": entry_id, "log_type": log_type, "message": message, "timestamp": f"2026-01-01T00:00:{entry_id:02}Z"}


def phase(name: str, *actions: Json) -> Json:
    board: Json = {"units": [], "terrain": [], "objectives": [], "deployment_zones": []}
    return {"phase": name, "actions": list(actions), "board_state": board}


def battle() -> Json:
    """Two rounds, four entries, ids 1, 2, 5, 9."""
    first = [phase("command", action(1, "one")), phase("movement", action(2, "two"))]
    second = [phase("shooting", action(5, "five", "combat"), action(9, "nine", "combat"))]
    return {
        "rounds": [
            {"round_number": 1, "turns": [{"turn_number": 1, "phases": first}]},
            {"round_number": 2, "turns": [{"turn_number": 2, "phases": second}]},
        ],
        "army_list": [{"uuid": "a", "name": "Gale"}, {"uuid": "b", "name": "Stone"}],
    }
