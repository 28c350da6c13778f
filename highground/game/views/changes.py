"""What leads from one state of a game to the next."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from highground.game.views.values import Json


class Operation(TypedDict):
    """An operation of a JSON Patch (RFC 6902); one that removes has no value."""

    op: Literal["replace", "add", "remove"]
    path: str
    value: NotRequired[Json]


Step = TypedDict("Step", {"from": str, "version": str, "changes": list[Operation] | None})
"""What leads from one version of a seat's state to another; null where that would be too long."""


class Changes(Step):
    """What has changed since the state that the caller named by `Highground-Known`."""

    number: int
