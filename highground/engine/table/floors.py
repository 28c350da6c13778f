"""Floors above the ground: who stands where on them, what a climb costs, and what lies how far away up or down.

A place is x, y and a height in inches; the ground is 0. The upper floors of a piece of terrain cover its whole
footprint, and a base stands wholly on one. Lengths go straight from the nearest edge to the nearest edge, up and down
included. Engagement, coherency and the range of an objective ask for their inches across and for at most `UP_OR_DOWN`
between the floors. Terrain that blocks sight blocks it at any height.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from highground.engine.base import Base
from highground.engine.model import Point
from highground.engine.table.bases import disc_within, wholly_within
from highground.engine.table.board import Board, Piece
from highground.engine.table.coherency import connected, neighbouring
from highground.engine.table.distance import ENGAGEMENT, FAR, TOLERANCE, Disc, between
from highground.engine.table.moves import Offence

UP_OR_DOWN: Final = 5.0
"""Inches between floors within which units are engaged, miniatures in coherency and objectives in range."""


class Raised(NamedTuple):
    """Miniatures with their bases and heights, in line with each other; `heights` () where all are on the ground."""

    places: Sequence[Point]
    bases: Sequence[Base]
    heights: Sequence[float] = ()

    @property
    def every_height(self) -> tuple[float, ...]:
        return tuple(self.heights) or (0.0,) * len(self.places)

    def height(self, i: int) -> float:
        return self.heights[i] if self.heights else 0.0

    def discs(self) -> list[Disc]:
        """Those of all their bases."""
        return [disc for i in range(len(self.places)) for disc in self.discs_of(i)]

    def discs_of(self, i: int) -> list[Disc]:
        return self.bases[i].at(*self.places[i])


NOBODY: Final = Raised((), ())


def level(a: float, b: float) -> bool:
    """Whether two heights are those of one floor."""
    return abs(a - b) <= TOLERANCE


def reachable(a: float, b: float) -> bool:
    """Whether what is near across is near enough up and down too."""
    return abs(a - b) <= UP_OR_DOWN + TOLERANCE


def on_floor(units: Raised, height: float) -> list[Disc]:
    """The bases that stand at a height."""
    there = [i for i in range(len(units.places)) if level(units.height(i), height)]
    return [disc for i in there for disc in units.discs_of(i)]


def in_reach(units: Raised, height: float) -> list[Disc]:
    """The bases that are near enough to a height to be engaged with."""
    there = [i for i in range(len(units.places)) if reachable(units.height(i), height)]
    return [disc for i in there for disc in units.discs_of(i)]


def piece_under(board: Board, place: Point, height: float) -> Piece | None:
    """The piece with a floor at this height where a miniature stands; None on the ground and in the air."""
    if height <= 0.0:
        return None
    x, y = place
    for piece in board.storeys:
        box = piece.box
        inside = box[0] <= x <= box[2] and box[1] <= y <= box[3] and disc_within(place, 0.0, piece.polygon)
        if inside and any(level(each, height) for each in piece.floors):
            return piece
    return None


def check_floor(board: Board, place: Point, base: Base, height: float) -> Offence | None:
    """Why a base may not stand at a height: there is no such floor, or it hangs over the edge."""
    if height <= 0.0:
        return None if height == 0.0 else Offence("no-floor", {"height": height})
    piece = piece_under(board, place, height)
    if piece is None:
        return Offence("no-floor", {"height": height})
    if not wholly_within(place, base, piece.polygon):
        return Offence("over-the-edge", {"terrain": piece.terrain.name})
    return None


def climb(board: Board, start: Point, low: float, end: Point, high: float) -> float:
    """Inches up and down on the way from one height to another: by way of the ground from piece to piece."""
    if not low and not high:
        return 0.0
    if low and high and piece_under(board, start, low) is not piece_under(board, end, high):
        return low + high
    return abs(high - low)


def distance(across: float, rise: float) -> float:
    """Inches between two edges: straight through the air."""
    across = max(across, 0.0)
    return sqrt(across * across + rise * rise)


def gaps(unit: Raised, target: Raised) -> tuple[float, ...]:
    """For each base of a unit the inches to the nearest one of the target."""
    return tuple([nearest(unit, i, target) for i in range(len(unit.places))])


def nearest(unit: Raised, i: int, others: Raised) -> float:
    """Inches from one of a unit's bases to the nearest of others; `FAR` when there are none."""
    least = FAR
    for j in range(len(others.places)):
        least = min(least, gap(unit, i, others, j))
    return least


def gap(unit: Raised, i: int, others: Raised, j: int) -> float:
    """Inches from one of a unit's bases to one of others."""
    return distance(_across(unit, i, others, j), unit.height(i) - others.height(j))


def _across(unit: Raised, i: int, others: Raised, j: int) -> float:
    return between(unit.places[i], unit.bases[i], others.places[j], others.bases[j])


def near(unit: Raised, target: Raised, limit: float = ENGAGEMENT) -> tuple[bool, ...]:
    """For each base of a unit whether one of the target is within `limit` inches across, and in reach up or down."""
    found = []
    for i in range(len(unit.places)):
        height = unit.height(i)
        found.append(
            any(
                reachable(height, target.height(j)) and _across(unit, i, target, j) <= limit + TOLERANCE
                for j in range(len(target.places))
            )
        )
    return tuple(found)


def charge_gap(unit: Raised, target: Raised) -> float:
    """Inches that a charge has to bridge: across alone, where a base is in reach up or down."""
    least = FAR
    for i in range(len(unit.places)):
        for j in range(len(target.places)):
            across, rise = _across(unit, i, target, j), abs(unit.height(i) - target.height(j))
            least = min(least, max(across, 0.0) if rise <= UP_OR_DOWN + TOLERANCE else distance(across, rise))
    return least


def neighbours(unit: Raised) -> list[list[int]]:
    """For each miniature the indices of the others within coherency, across and up or down."""
    places, bases = unit.places, unit.bases
    found: list[list[int]] = [[] for _ in places]
    for i in range(len(places)):
        for j in range(i):
            if reachable(unit.height(i), unit.height(j)) and neighbouring(places[i], bases[i], places[j], bases[j]):
                found[i].append(j)
                found[j].append(i)
    return found


def coherent(unit: Raised) -> bool:
    """As `coherency.coherent`, for a unit that stands on floors."""
    return connected(neighbours(unit), range(len(unit.places)))
