"""What a client does with a `game_state_update`: RFC 6902 as `highground.game.state.changes` writes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from highground.game.state.changes import slim
from highground.game.views.changes import Operation
from highground.game.views.state import BattleState


def moved_on(state: dict[str, Any], operations: Sequence[Operation]) -> dict[str, Any]:
    """The state of a game after the operations of a message."""
    after: dict[str, Any] = folded(slim(cast("BattleState", state)), operations)
    whole = {unit["uuid"]: unit for army in after["game_model"]["armies"] for unit in army["units"]}
    return after | {"units": [whole[unit["uuid"]] | unit for unit in after["units"]]}


def folded(state: Any, operations: Sequence[Operation]) -> Any:
    """The document after the operations; the given one stays as it is."""
    for operation in operations:
        path = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]]
        state = _with(state, path, operation)
    return state


def _with(value: Any, path: list[str], operation: Operation) -> Any:
    if not path:
        return operation["value"]
    if isinstance(value, list):
        return _with_item(value, int(path[0]), path[1:], operation)
    name, rest = path[0], path[1:]
    if rest:
        return value | {name: _with(value[name], rest, operation)}
    if operation["op"] == "remove":
        return {each: held for each, held in value.items() if each != name}
    assert (name in value) == (operation["op"] == "replace")
    return value | {name: operation["value"]}


def _with_item(items: list[Any], at: int, rest: list[str], operation: Operation) -> list[Any]:
    if rest:
        return [*items[:at], _with(items[at], rest, operation), *items[at + 1 :]]
    if operation["op"] == "remove":
        return items[:at] + items[at + 1 :]
    return [*items[:at], operation["value"], *items[at + (operation["op"] == "replace") :]]
