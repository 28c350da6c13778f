"""Which miniature belongs to which unit: the transponder names the unit, coherency holds it together.

First, who stands where his unit last stood stays what he was. Then units grow from their transponders: again and again
the miniature that is closest to a unit joins it, until each has as many as it should. Last, miniatures of neighbouring
units change places where that makes the units shorter, a unit's length being its shortest tree (R. C. Prim, "Shortest
connection networks", 1957) over its miniatures and its transponder, with a gap beyond coherency counting many times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from highground.vision.bases import FoundBase
from highground.vision.found import KnownUnit, Spot

REACH = 9.0
"""Inches from a unit beyond which a miniature is not taken for the unit's."""
STILL = 0.35
"""Inches that a miniature which did not move may be read off its place."""
STRANGE_SIZE = 2.5
"""Inches of distance that an inch of difference between the base seen and the base expected counts as."""
COHERENCY = 2.0
BROKEN = 8.0
"""What an inch of gap beyond coherency counts, against one of those within."""
CARD = 0.75
"""Inches from a transponder's middle to its edge."""
CARDLESS = 3.0
"""Inches that it counts that a unit's card is not seen."""
NOWHERE = (-1000.0, -1000.0)
UNNAMED = 12
"""Miniatures that a unit may have of which nothing is known."""
PASSES = 4
NEIGHBOURS = 6
"""Miniatures of other units with which one may change places."""

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What is known of units and bases besides (units, bases): inches that it counts that a base does not look like a
    unit's, and inches from where one of the unit's last stood, which stand in for a card that is not seen."""

    odd: Matrix
    ways: Matrix


@dataclass(slots=True, eq=False)
class _Table:
    """Gaps between bases, from each unit's transponder to each base, what is odd about each base in each unit, and the
    unit that each base belongs to, -1 for none."""

    gaps: Matrix
    cards: Matrix
    odd: Matrix
    room: list[int]
    owner: npt.NDArray[np.int64]

    def members(self, unit: int) -> list[int]:
        return [int(each) for each in np.flatnonzero(self.owner == unit)]


def assign(
    bases: Sequence[FoundBase], units: Sequence[KnownUnit], cards: dict[str, Spot], judged: Judged | None = None
) -> dict[str, list[int]]:
    """Numbers of the bases of each unit, by its transponder's name; `cards` says where the transponders are.

    A unit whose transponder was not seen keeps those that stand where they stood. No base is given to two.
    """
    if not bases or not units:
        return {unit.transponder: [] for unit in units}
    table = _table(bases, units, cards)
    if judged is not None:
        table.odd += judged.odd
        unseen = np.array([unit.transponder not in cards for unit in units])[:, None]
        table.cards[:] = np.where(unseen, CARDLESS + judged.ways / 2, table.cards)
    _keep(table, bases, units)
    kept = table.owner.copy()
    _grow(table)
    for _ in range(PASSES):
        if not _exchange(table, kept):
            break
    return {unit.transponder: table.members(index) for index, unit in enumerate(units)}


def _table(bases: Sequence[FoundBase], units: Sequence[KnownUnit], cards: dict[str, Spot]) -> _Table:
    places = np.array([(base.x, base.y) for base in bases])
    widths = np.array([base.diameter for base in bases])
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2) - (widths[:, None] + widths[None]) / 2
    middles = np.array([cards.get(unit.transponder, NOWHERE) for unit in units])
    away = np.linalg.norm(middles[:, None] - places[None], axis=2) - widths / 2 - CARD
    return _Table(
        np.maximum(gaps, 0),
        np.maximum(away, 0),
        np.array([_odd(unit, widths) for unit in units]),
        [len(unit.diameters) or UNNAMED for unit in units],
        np.full(len(bases), -1),
    )


def _odd(unit: KnownUnit, widths: Matrix) -> Matrix:
    if not unit.diameters:
        return np.zeros(len(widths))
    expected = np.array(sorted(set(unit.diameters)))
    return np.asarray(STRANGE_SIZE * np.abs(widths[:, None] - expected[None]).min(axis=1))


def _keep(table: _Table, bases: Sequence[FoundBase], units: Sequence[KnownUnit]) -> None:
    """Who stands where one of his unit stood is still of it."""
    found = []
    for index, unit in enumerate(units):
        for place in (each for each in unit.places if each is not None):
            far = [float(np.hypot(base.x - place[0], base.y - place[1])) for base in bases]
            found += [(off, index, base) for base, off in enumerate(far) if off < STILL]
    for _, index, base in sorted(found):
        if table.owner[base] < 0 and table.room[index]:
            table.owner[base] = index
            table.room[index] -= 1


def _grow(table: _Table) -> None:
    costs = table.cards + table.odd
    for kept in np.flatnonzero(table.owner >= 0).tolist():
        _join(table, costs, int(table.owner[kept]), kept)
    while True:
        may = (table.owner < 0)[None, :] & (np.array(table.room) > 0)[:, None]
        unit, base = divmod(int(np.argmin(np.where(may, costs, np.inf))), len(table.owner))
        if not may[unit, base] or costs[unit, base] > REACH:
            return
        table.owner[base] = unit
        table.room[unit] -= 1
        _join(table, costs, unit, base)


def _join(table: _Table, costs: Matrix, unit: int, base: int) -> None:
    costs[unit] = np.minimum(costs[unit], table.gaps[base] + table.odd[unit])


def _exchange(table: _Table, kept: npt.NDArray[np.int64]) -> bool:
    """One pass of changing places; whether any were changed."""
    better = False
    for base in np.flatnonzero(kept < 0):
        for other in np.argsort(table.gaps[base])[1 : NEIGHBOURS + 1]:
            if kept[other] < 0 and table.owner[base] != table.owner[other]:
                better |= _swapped(table, int(base), int(other))
    return better


def _swapped(table: _Table, first: int, second: int) -> bool:
    """Change two bases' owners if the two units get shorter by it; one of the two may belong to nobody."""
    one, two = (int(table.owner[each]) for each in (first, second))
    before = _length(table, one) + _length(table, two)
    table.owner[first], table.owner[second] = two, one
    if _length(table, one) + _length(table, two) < before - 1e-6:
        return True
    table.owner[first], table.owner[second] = one, two
    return False


def _length(table: _Table, unit: int) -> float:
    """The shortest tree over a unit's miniatures and its transponder, and what is odd about them; 0 for nobody's."""
    if unit < 0:
        return 0.0
    members = table.members(unit)
    total = float(table.odd[unit, members].sum())
    reach = table.cards[unit, members].copy()
    out = np.ones(len(members), dtype=bool)
    for step in range(len(members)):
        nearest = int(np.argmin(np.where(out, reach, np.inf)))
        gap = float(reach[nearest])
        total += min(gap, REACH) + BROKEN * max(0.0, gap - COHERENCY)
        out[nearest] = False
        links = table.gaps[members[nearest], members]
        reach = links if step == 0 else np.minimum(reach, links)
    return total
