"""What several views are made of. Places and distances are inches."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from highground.engine.state import Phase, PhaseTime

Place = tuple[float, float]
"""[x, y] from the board's upper left corner."""
PhaseName = Literal[
    "setup",
    "deployment",
    "command",
    "movement",
    "shooting",
    "charge",
    "combat",
    "fight",
    "morale",
    "cleanup",
    "game_end",
]
"""The phases that a game may be in for who shows it: 'setup', 'fight' and 'morale' come from elsewhere."""
Controller = Literal["human", "ai"]
Json = TypeAliasType("Json", "bool | int | float | str | list[Json] | dict[str, Json] | None")
"""Any JSON value."""

__all__ = [
    "Controller",
    "Json",
    "NamedThing",
    "Phase",
    "PhaseName",
    "PhaseTime",
    "Place",
    "SheetText",
    "Text",
    "ValueSource",
]


class NamedThing(TypedDict):
    """A unit or an army, by its uuid."""

    uuid: str
    name: str


class SheetText(TypedDict):
    """An ability as it stands on a sheet. Private text is for the owner of the roster alone."""

    name: str
    description: str


class Text(SheetText):
    """The same where a battle is played; `by_hand`: its players see to it."""

    by_hand: bool


class ValueSource(TypedDict):
    """What changed a number: 'Heavy', affects 'hit', effect '-1'."""

    name: str
    affects: str
    effect: str
