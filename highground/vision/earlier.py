"""Earlier photos of the same battle: who was seen in them, and who stands there still."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist

from highground.vision.assigning import STILL
from highground.vision.flat import Picture
from highground.vision.found import Analysis, KnownTable, KnownUnit, Spot


@dataclass(frozen=True, slots=True)
class KnownMiniature:
    """Where a miniature stood: its place, its base's width and how high it stood, in inches; its unit's transponder,
    '' if it is nobody's; and the degrees by which an oval base was turned."""

    place: Spot
    diameter: float
    up: float
    transponder: str
    turn: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class KnownPhoto:
    """An earlier photo of the same board (height, width, 3 of BGR), who was seen in it and where the transponders lay.

    `current`: the transponders of units that stand there still, which the photo that is read may hide.
    """

    picture: Picture
    miniatures: tuple[KnownMiniature, ...] = ()
    cards: tuple[Spot, ...] = ()
    current: frozenset[str] = frozenset()


def as_known(picture: Picture, read: Analysis, current: frozenset[str] = frozenset()) -> KnownPhoto:
    """A photo (height, width, 3 of BGR) as one that was read before; its size need not be the one that was read."""
    owners = {placed.model: given.transponder for given in read.assignments for placed in given.assignments}
    miniatures = tuple(
        KnownMiniature(
            each.location, each.diameter, each.up, "" if each.doubtful else owners.get(number, ""), each.turn or 0.0
        )
        for number, each in enumerate(read.objects["model"])
        if each.location is not None and each.diameter is not None and not each.remembered
    )
    cards = tuple(each.location for each in read.objects["transponder"] if each.location is not None)
    return KnownPhoto(picture, miniatures, cards, current)


def unmoved(now: KnownTable, then: KnownTable, read: Analysis) -> frozenset[str]:
    """The transponders of units that a photo still shows where they stand: `read` came of it when `then` was known.

    Either the battle has not moved the unit since, or it has taken over where the photo shows it.
    """
    before = {unit.uuid: unit for unit in then.units}
    shown = {given.unit_uuid: [placed.location for placed in given.assignments] for given in read.assignments}
    return frozenset(
        unit.transponder
        for unit in now.units
        if unit == before.get(unit.uuid) or _stands_so(unit, shown.get(unit.uuid, []))
    )


def _stands_so(unit: KnownUnit, shown: list[Spot]) -> bool:
    """Whether each of a unit's miniatures stands where one was shown."""
    places = [place for place in unit.places if place is not None]
    return bool(places) and all(min((dist(place, spot) for spot in shown), default=STILL) < STILL for place in places)
