"""What differs between two states of a game, as a JSON Patch (RFC 6902) of `replace`, `add` and `remove`.

Lists of things with a uuid are compared thing by thing, so that a unit that can no longer act is one operation. The
units that can act stand in a state twice: whole in `units`, and in their army. A patch is for the state `slim`, where
`units` has of each only its uuid and what its army does not tell.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, cast

from highground.game.views.changes import Operation
from highground.game.views.state import BattleState
from highground.game.views.values import Json


def slim(state: BattleState, without: Collection[str] = ()) -> dict[str, object]:
    """The state with `units` cut down to what the armies do not have of them, and without the parts that are named."""
    whole = {unit["uuid"]: unit for army in state["game_model"]["armies"] for unit in army["units"]}
    units = [_own(unit, whole.get(unit["uuid"], {})) for unit in state["units"]]
    return {name: value for name, value in state.items() if name not in without} | {"units": units}


def _own(unit: Mapping[str, object], whole: Collection[str]) -> dict[str, object]:
    return {name: value for name, value in unit.items() if name == "uuid" or name not in whole}


def between(before: BattleState, after: BattleState, without: Collection[str] = ()) -> list[Operation]:
    """The operations that lead from one state of a game to another, both as `slim` has them."""
    return changes(slim(before, without), slim(after, without))


def changes(before: object, after: object, path: str = "") -> list[Operation]:
    """The operations that make `after` of `before`, in order; none where they are equal. Both are plain JSON."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        return _of_objects(before, after, path)
    if isinstance(before, list) and isinstance(after, list):
        return _of_lists(before, after, path)
    return [_with("replace", path, after)]


def _with(op: Literal["replace", "add"], path: str, value: object) -> Operation:
    return {"op": op, "path": path, "value": cast("Json", value)}


def _of_objects(before: Mapping[str, object], after: Mapping[str, object], path: str) -> list[Operation]:
    gone = [name for name in before if name not in after]
    found: list[Operation] = [{"op": "remove", "path": f"{path}/{_escaped(name)}"} for name in gone]
    for name, value in after.items():
        there = f"{path}/{_escaped(name)}"
        if name in before:
            found += changes(before[name], value, there)
        else:
            found.append(_with("add", there, value))
    return found


def _of_lists(before: Sequence[object], after: Sequence[object], path: str) -> list[Operation]:
    known, wanted = _names(before), _names(after)
    if known is None or wanted is None:
        if len(before) == len(after):
            pairs = enumerate(zip(before, after, strict=True))
            return [each for i, (one, other) in pairs for each in changes(one, other, f"{path}/{i}")]
        return [_with("replace", path, after)]
    left = [name for name in known if name in set(wanted)]
    if left != [name for name in wanted if name in set(known)]:
        return [_with("replace", path, after)]
    return _of_named(dict(zip(known, before, strict=True)), dict(zip(wanted, after, strict=True)), path)


def _of_named(before: Mapping[str, object], after: Mapping[str, object], path: str) -> list[Operation]:
    """First what is gone, from the end; then what is new and what has changed, from the start."""
    gone = [i for i, name in enumerate(before) if name not in after]
    found: list[Operation] = [{"op": "remove", "path": f"{path}/{i}"} for i in reversed(gone)]
    for i, (name, value) in enumerate(after.items()):
        if name in before:
            found += changes(before[name], value, f"{path}/{i}")
        else:
            found.append(_with("add", f"{path}/{i}", value))
    return found


def _names(things: Sequence[object]) -> list[str] | None:
    """The uuids of a list of things, where each has one of its own; None for any other list."""
    names = [each.get("uuid") for each in things if isinstance(each, dict)]
    if len(names) != len(things) or None in names or len(set(names)) != len(names):
        return None
    return [str(name) for name in names]


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
