"""The living miniatures of a unit as they stand: measured once, and where they end when they move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from librt.vecs import vec

from highground.engine.base import Base
from highground.engine.model import Point, UnitSheet
from highground.engine.state import Unit, shortened
from highground.engine.table.distance import Disc, alike, bounds
from highground.engine.table.flat import discs_of, flat_bases
from highground.engine.table.floors import Raised


class Figures:
    """The living miniatures of a unit: parallel tuples, and a circle around them all."""

    __slots__ = (
        "_discs",
        "at",
        "bases",
        "centre",
        "coherent",
        "even",
        "flat",
        "guns",
        "heights",
        "indices",
        "mark",
        "places",
        "reach",
        "source",
    )
    indices: tuple[int, ...]
    places: tuple[Point, ...]
    bases: tuple[Base, ...]
    """Their bases as they face now."""
    even: bool
    """Whether their bases are round and of one size."""
    _discs: list[Disc] | None
    flat: vec[float]
    """The same as `discs`, for what runs over them all."""
    centre: Point
    reach: float
    heights: tuple[float, ...]
    """How high each stands, in inches; () where all are on the ground."""

    def __init__(self, unit: Unit, sheet: UnitSheet, like: Figures | None = None) -> None:
        """Measured, or taken from figures `like` them, with the same miniatures in the same places."""
        self.source = (unit.places, unit.wounds, unit.heights, unit.facings)
        self.mark: Any = None
        """What the unit is as a target, kept by `steps.armament`."""
        self.coherent: bool | None = None
        """Whether the unit is in coherency, once somebody asked."""
        self.at: tuple[tuple[int, list[int]], ...] | None = None
        """The objectives that they are at, once somebody asked (`Scene.at`)."""
        self.guns: Any = None
        """What those who live can still shoot with, kept by `steps.shooting`."""
        if like is not None:
            self.indices, self.places, self.bases, self.even = like.indices, like.places, like.bases, like.even
            self.flat, self.heights = like.flat, like.heights
            self._discs, self.centre, self.reach = like._discs, like.centre, like.reach
            self.coherent, self.at, self.guns = like.coherent, like.at, like.guns
            return
        spots, bases, wounds = unit.places, bases_of(unit, sheet), unit.wounds
        self.indices, self.places, self.bases = sheet.everyone, spots, bases
        if not all(wounds):
            self.indices = tuple([i for i, left in enumerate(wounds) if left > 0])
            self.places = tuple([spots[i] for i in self.indices])
            self.bases = tuple([bases[i] for i in self.indices])
        self.heights = unit.heights and shortened(tuple([unit.heights[i] for i in self.indices]))
        self.even = len(self.bases) > 0 and alike(self.bases)
        self._discs = None
        self.flat = flat_bases(self.places, self.bases)
        x, y, self.reach = bounds(self.places, self.bases) if self.places else (0.0, 0.0, 0.0)
        self.centre = (x, y)

    @property
    def discs(self) -> list[Disc]:
        """All of which their bases consist: one for each round base, several for a long one."""
        if self._discs is None:
            self._discs = discs_of(self.flat)
        return self._discs

    @property
    def around(self) -> Disc:
        """A disc that holds them all."""
        return (self.centre[0], self.centre[1], self.reach)

    @property
    def raised(self) -> Raised:
        return Raised(self.places, self.bases, self.heights)

    def shows(self, unit: Unit) -> bool:
        places, wounds, heights, facings = self.source
        return places is unit.places and wounds is unit.wounds and heights == unit.heights and facings == unit.facings

    def stands_as(self, other: Figures) -> bool:
        """Whether they are the same miniatures in the same places, facing the same way."""
        return self.places is other.places and self.bases is other.bases

    def holds_for(self, unit: Unit) -> bool:
        """Whether the same miniatures live where they stood, with whatever wounds: all but `mark` holds for them."""
        places, wounds, heights, facings = self.source
        if places is not unit.places or wounds.count(0) != unit.wounds.count(0) or heights != unit.heights:
            return False
        if facings != unit.facings:
            return False
        return all(unit.wounds[i] for i in self.indices)


class Ending(NamedTuple):
    """Where miniatures of a unit end, how high and how they face.

    `heights` are () where all are on the ground, `facings` where each faces as it does now.
    """

    places: tuple[Point, ...]
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()


def bases_of(unit: Unit, sheet: UnitSheet) -> tuple[Base, ...]:
    """The bases of all of a unit's miniatures as they face, the dead included."""
    if not unit.facings:
        return sheet.bases
    return tuple([base.turned(facing) for base, facing in zip(sheet.bases, unit.facings)])


def together(units: Sequence[Figures]) -> Raised:
    """The miniatures of some units, as one row."""
    places = [place for each in units for place in each.places]
    bases = [base for each in units for base in each.bases]
    return Raised(places, bases, [height for each in units for height in each.heights or (0.0,) * len(each.places)])


def spread(figures: Figures, places: tuple[Point, ...], unit: Unit) -> tuple[Point, ...]:
    """Places of the living put back in line with the whole unit; the dead stay where they fell."""
    everyone = list(unit.places)
    for index, place in zip(figures.indices, places):
        everyone[index] = place
    return tuple(everyone)


def facing_so(figures: Figures, facings: tuple[int, ...]) -> tuple[Base, ...]:
    """The bases of the living when they face so; () as they face now."""
    return tuple([base.turned(each) for base, each in zip(figures.bases, facings)]) if facings else figures.bases


def raised_at(figures: Figures, end: Ending) -> Raised:
    """The living of a unit as they stand at the end of a move."""
    return Raised(end.places, facing_so(figures, end.facings), end.heights)


def whole(figures: Figures, ending: Ending, unit: Unit) -> Ending:
    """Where the living end put back in line with the whole unit; the dead stay where they fell, and as they faced."""
    heights: tuple[float, ...] = ()
    facings = unit.facings
    if any(ending.heights):
        every = [0.0] * len(unit.places)
        for index, height in zip(figures.indices, ending.heights):
            every[index] = height
        heights = tuple(every)
    if ending.facings:
        everyone = list(unit.every_facing)
        for index, facing in zip(figures.indices, ending.facings):
            everyone[index] = facing
        facings = shortened(tuple(everyone))
    return Ending(spread(figures, ending.places, unit), heights, facings)
