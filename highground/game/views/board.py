"""The board, as the live table and the timeline both show it. Places and distances are inches."""

from __future__ import annotations

from typing_extensions import TypedDict

from highground.game.views.values import Place


class Storeys(TypedDict, total=False):
    """`floors` are how high a piece's upper floors lie, in inches, the lowest first; left out where there are none."""

    floors: list[float]


class TerrainShape(Storeys):
    """A piece as seen from above, with its walls; an `obscuring` one blocks sight through it."""

    name: str
    coordinates: list[Place]
    obscuring: bool
    height: float
    walls: list[tuple[Place, Place]]


class DeploymentZone(TypedDict):
    """`owner_army_index` is the side that has it, or would have it before the zones are chosen."""

    name: str
    owner_army_index: int
    shape: list[Place]


class BoardShape(TypedDict):
    terrain: list[TerrainShape]
    deployment_zones: list[DeploymentZone]


class ObjectiveShown(TypedDict):
    """An objective; `held_by` is an army's uuid. A `sticky` one stays its army's when nobody is near."""

    name: str
    location: Place
    held_by: str | None
    sticky: bool


class BeganAhead(TypedDict, total=False):
    """The victory points that an army begins with; left out where there are none."""

    head_start: int


class GivenByHand(TypedDict, total=False):
    """The victory points that players gave an army by hand, or took from it; left out where there are none."""

    by_hand: int


class ArmyScore(BeganAhead, GivenByHand):
    """Victory points, those of them by the missions of each kind, and command points."""

    vp: int
    cp: int
    primary: int
    secondary: int
