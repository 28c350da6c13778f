"""Whose each miniature on a table is: by where units stood, by their cards, by what their miniatures look like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.assigning import LONG, STILL, Assigned, Judged, assign
from highground.vision.backdrop import Backdrop, EarlierPhoto
from highground.vision.bases import FoundBase
from highground.vision.board import Points
from highground.vision.flat import Picture
from highground.vision.found import KnownTable, KnownTerrain, KnownUnit, Spot
from highground.vision.hiding import Mask
from highground.vision.looks import TALL, UnitLook, apart, learn, light_at, look_of, of_units, unlike
from highground.vision.ovals import Shape
from highground.vision.pose import Pose

SAME_SIZE = 0.1
"""Inches of width within which a base has the size that is expected."""
SAME_FLOOR = 0.6
"""Inches by which the heights of one floor may differ."""
NEARLY = 0.65
"""Share of a circle's score that one of the unit's own size must have to be taken for it."""
STRANGER, STRANGER_GUESSED = 0.5, 0.75
"""How sure something must be that belongs to no unit, where the units are known; and where the ground is guessed."""
STRANGER_OVAL = 0.6
"""The same of an oval, at least: one passes through most groups of outlines."""
OTHER_SIZE = 0.19
"""Inches of width by which a base that is not sure may be read wrong; 32 mm are a quarter of an inch more than 25."""
LOOKS = 0.7
"""Inches that one of unlikeness counts when it is asked whose a miniature is."""
UNLIKE = 8.0
"""Unlikeness from which on a miniature that did not stand there before is not taken for the unit's."""
UNSURE, UNLIKE_UNSURE = 0.42, 4.0
"""The same for one that is not surer than this."""
ABOUT = 2 * STILL
"""Inches about where one of a unit stood, within which a faint miniature may still be that one."""
NOT_KNOWN = 0.9
"""Unlikeness of a miniature to a unit of whose looks nothing is known, where those of others are."""
FEW = 3
"""Miniatures of a unit from which its look is learnt in the photo itself, at least."""
FAR = 20.0
"""Inches of way beyond which nothing is made of more."""
WAY = 0.08
"""Inches that one of way counts: a unit is likely near to where it was."""


Outline = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class TableSearch:
    """A photo on the board: its pose, what is known, earlier photos, where `cards` lie on the ground (255), the bases'
    widths in inches, pixels an inch, by how many pixels what is the same may have shifted, and the shapes of ovals."""

    picture: Picture
    pose: Pose
    known: KnownTable
    earlier: Sequence[EarlierPhoto]
    cards: Mask
    widths: Sequence[float]
    dots: float
    tolerance: int
    ovals: Sequence[Shape] = ()

    @property
    def narrowest(self) -> float:
        """Inches across of the smallest base, an oval as a round one of its area."""
        return min([*self.widths, *(wide for wide, _ in self.ovals)])


def whose(
    search: TableSearch,
    bases: list[FoundBase],
    units: Sequence[KnownUnit],
    transponders: dict[str, Spot],
    bare: Backdrop,
    circles: Sequence[FoundBase],
    before: Sequence[str] = (),
) -> tuple[Assigned, Points]:
    """Whose each miniature is, and how unlike (units, bases) each unit it is; `before` as `assign` takes it.

    What a unit looks like is learnt from those of it that stand where they stood, else from earlier photos; of a unit
    of which there is neither, from those that are taken for it.
    """
    looks = [look_of(search.picture, search.pose, base, TALL * base.diameter) for base in bases]
    here = [[look for look, base in zip(looks, bases, strict=True) if stood(unit, base)] for unit in units]
    learnt = of_units(here, [_earlier_looks(search, unit, bare) for unit in units])
    ways, unlikeness = _ways(bases, search.known.units), _unlikeness(looks, learnt)
    odd = LOOKS * unlikeness + WAY * ways
    placed = [any(unit.places) for unit in search.known.units or units]
    foot = _feet(bases, units, transponders, search.known.terrain)
    judged = Judged(
        odd - odd.min(axis=0, initial=np.inf), ways, placed, apart(looks), foot, _misfits(bases, units, circles)
    )
    assigned = assign(bases, units, transponders, judged, before)
    own = [[looks[each] for each in assigned.given[unit.transponder]] for unit in units]
    known = [was or (learn(mine) if len(mine) >= FEW else None) for was, mine in zip(learnt, own, strict=True)]
    return assigned, _unlikeness(looks, known)


def _unlikeness(looks: Sequence[Points], units: Sequence[UnitLook | None]) -> Points:
    """How unlike (units, looks); the same for all where nothing is known of a unit."""
    found = np.full((len(units), len(looks)), NOT_KNOWN if any(units) else 0.0)
    for row, unit in enumerate(units):
        if unit is not None:
            found[row] = [unlike(each, unit) for each in looks]
    return found


def _earlier_looks(search: TableSearch, unit: KnownUnit, bare: Backdrop) -> list[Points]:
    """The looks of a unit's miniatures in earlier photos, in this photo's light."""
    looks = []
    for photo, light in zip(search.earlier, bare.lights, strict=True):
        for base, owner in zip(photo.bases, photo.owners, strict=False):
            if owner == unit.transponder:
                there = light_at(light, base.x, base.y, search.dots)
                looks.append(look_of(photo.picture, photo.pose, base, TALL * base.diameter, there))
    return looks


def _ways(bases: Sequence[FoundBase], units: Sequence[KnownUnit]) -> Points:
    """Inches (units, bases) from where the nearest of a unit's was last seen."""
    found = np.full((max(1, len(units)), len(bases)), FAR)
    at = np.array([(base.x, base.y) for base in bases]).reshape(-1, 2)
    for row, unit in enumerate(units):
        places = np.array([place for place in unit.places if place is not None]).reshape(-1, 1, 2)
        if len(places):
            found[row] = np.minimum(np.linalg.norm(places - at, axis=2).min(axis=0), FAR)
    return found


def _misfits(bases: Sequence[FoundBase], units: Sequence[KnownUnit], circles: Sequence[FoundBase]) -> Points:
    """By which share (units, bases) circles of a unit's sizes are less clear than the bases about which they are."""
    found = np.zeros((len(units), len(bases)))
    sizes = sorted({wide for unit in units for wide in unit.diameters})
    at = np.array([(each.x, each.y, each.up, each.diameter, each.score) for each in circles]).reshape(-1, 5)
    for column, base in enumerate(bases):
        near = at[(np.hypot(at[:, 0] - base.x, at[:, 1] - base.y) < STILL) & (np.abs(at[:, 2] - base.up) < SAME_FLOOR)]
        clear = {wide: near[np.abs(near[:, 3] - wide) < 0.01, 4].max(initial=0.0) / base.score for wide in sizes}
        for row, unit in enumerate(units):
            found[row, column] = max(0.0, 1 - max((clear[wide] for wide in unit.diameters), default=1.0))
    return found


def _feet(
    bases: Sequence[FoundBase], units: Sequence[KnownUnit], cards: dict[str, Spot], terrain: Sequence[KnownTerrain]
) -> Points:
    """Inches (units, bases) from a unit's card to the terrain on which a base stands: a card lies on the ground."""
    found = np.full((len(units), len(bases)), np.inf)
    outlines = {column: _under(base, terrain) for column, base in enumerate(bases) if base.up > SAME_FLOOR}
    for column, outline in outlines.items():
        for row, unit in enumerate(units):
            if outline is not None and unit.transponder in cards:
                found[row, column] = -cv2.pointPolygonTest(outline, cards[unit.transponder], measureDist=True)
    return found


def _under(base: FoundBase, terrain: Sequence[KnownTerrain]) -> Outline | None:
    """The outline of the terrain on whose floor a base stands."""
    outlines = [np.array(piece.outline, dtype=np.float32) for piece in terrain if _has_floor(piece, base.up)]
    on = [each for each in outlines if cv2.pointPolygonTest(each, (base.x, base.y), measureDist=False) > 0]
    return on[0] if on else None


def _has_floor(piece: KnownTerrain, up: float) -> bool:
    return any(abs(floor - up) < SAME_FLOOR for floor in piece.floors)


def resized(
    bases: list[FoundBase], given: dict[str, list[int]], units: Sequence[KnownUnit], circles: Sequence[FoundBase]
) -> list[FoundBase]:
    """The bases with the size that their unit has, where a circle of that size is nearly as clear."""
    found = list(bases)
    for unit in units:
        for each in given[unit.transponder]:
            base = bases[each]
            if any(abs(base.diameter - wide) < SAME_SIZE for wide in unit.diameters):
                continue
            fits = [other for other in circles if _fits_better(base, other, unit)]
            if fits:
                found[each] = max(fits, key=lambda other: other.score)
    return found


def _fits_better(base: FoundBase, other: FoundBase, unit: KnownUnit) -> bool:
    near = np.hypot(base.x - other.x, base.y - other.y) < STILL and abs(base.up - other.up) < SAME_FLOOR
    return bool(
        near
        and other.score > NEARLY * base.score
        and any(abs(other.diameter - wide) < SAME_SIZE for wide in unit.diameters)
    )


def sifted(
    units: Sequence[KnownUnit], bases: list[FoundBase], given: dict[str, list[int]], unlikeness: Points, bare: Backdrop,
    dots: float,
) -> tuple[list[FoundBase], dict[str, list[int]]]:  # fmt: skip
    """Without what is neither a unit's nor sure enough to be a stranger, and what does not look like its unit."""
    rows = {unit.transponder: row for row, unit in enumerate(units)}
    taken = {
        number: name
        for name, mine in given.items()
        for number in mine
        if _may_be(units[rows[name]], bases[number], float(unlikeness[rows[name], number]))
    }
    kept = [number for number, base in enumerate(bases) if number in taken or _is_stranger(base, bare, dots)]
    numbers = {old: new for new, old in enumerate(kept)}
    owned = {name: [numbers[each] for each in mine if taken.get(each) == name] for name, mine in given.items()}
    return [bases[each] for each in kept], owned


def _may_be(unit: KnownUnit, base: FoundBase, unlike_it: float) -> bool:
    """Whether a base may be one of a unit's: it stands where one stood, or has its size and looks like it."""
    if stood(unit, base):
        return True
    if any(unit.places) and base.score <= UNSURE and not stood(unit, base, ABOUT):
        return False  # of a unit that stayed, a faint outline elsewhere is more likely nothing
    off = min((abs(base.diameter - wide) for wide in unit.diameters), default=0.0)
    if base.score > UNSURE:
        return off < LONG * max(unit.diameters, default=1.0) and unlike_it < UNLIKE
    return off < OTHER_SIZE and unlike_it < UNLIKE_UNSURE


def _is_stranger(base: FoundBase, bare: Backdrop, dots: float) -> bool:
    """Whether something that is no unit's is a miniature all the same; where the bare board was never seen, hardly."""
    row = min(round(base.y * dots), bare.seen.shape[0] - 1)
    column = min(round(base.x * dots), bare.seen.shape[1] - 1)
    sure = STRANGER if bare.seen[row, column] else STRANGER_GUESSED
    return base.score > (max(sure, STRANGER_OVAL) if base.length else sure)


def stood(unit: KnownUnit, base: FoundBase, reach: float = STILL) -> bool:
    """Whether one of the unit stood within so many inches of a base."""
    return any(place is not None and np.hypot(base.x - place[0], base.y - place[1]) < reach for place in unit.places)
