"""Which miniature belongs to which unit: the transponder names the unit, coherency holds it together.

First, who stands where his unit last stood stays what he was. All others are shared out at the least cost (`grouping`):
a unit costs the length of its shortest tree (R. C. Prim, "Shortest connection networks", 1957) over its miniatures and
its transponder, where a gap beyond coherency counts many times and neighbours that look unlike stand further apart,
and what is odd about their bases; a miniature that is nobody's costs the more the surer it was seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from highground.vision.bases import FoundBase
from highground.vision.found import KnownUnit, Spot
from highground.vision.grouping import Costs, Matrix, Owners, shared_out

REACH, NO_FARTHER = 9.0, 12.0
"""Inches beyond which a gap costs no more, and beyond which being out of coherency does not."""
STILL = 0.35
"""Inches that a miniature which did not move may be read off its place."""
NARROWER = 0.14
"""Inches by which a base is read too narrow as a rule: its upper edge is seen, and bases taper."""
STRANGE_SIZE, STRANGE_AT_MOST = 3.0, 2.0
"""Inches of distance that an inch of difference between the base seen and the base expected counts as, and at most."""
LONG = 0.4
"""Share of its width by which a base may be read wrong: of a long one a circle shows no more than the shorter side."""
COHERENCY = 2.0
BROKEN = 4.0
"""What an inch of gap beyond coherency counts, against one of those within."""
UNLIKE, UNLIKE_AT_MOST = 0.3, 5.0
"""Inches that it counts that neighbours of one unit look unlike by one, and the most unlikeness that is counted."""
CARD = 0.75
"""Inches from a transponder's middle to its edge."""
CARDLESS, PLACELESS = 3.0, 14.0
"""Inches that it counts that a unit's card is not seen, and of a unit of which no place is known either."""
SURE, NOTHING, LEFT = 40.0, 0.26, (-1.0, 8.0)
"""Inches that leaving a base over costs, by how much surer it is than one that is as likely nothing: from, to."""
NOWHERE = (-1000.0, -1000.0)
UNNAMED = 12
"""Miniatures that a unit may have of which nothing is known."""
MOST, FEW = 0.75, 3
"""Of a unit that neither a card nor a place names, the share that must be seen, and how many at least."""
ALIKE = 0.2
"""Inches of width within which the bases of two units may be taken for each other."""
SCATTER, TYPICAL = 1.0, 1.0
"""Inches that it counts that a unit's miniatures look unlike on the whole, and how unlike those of one unit do."""
MISFIT, MISFIT_AT_MOST = 8.0, 4.0
"""Inches that it counts that a circle of the unit's size does not show at all, and at most."""
LOOSE = 2.0
"""What an inch beyond coherency counts from a unit's card: those beside it may be hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What is known of units and bases besides: inches (units, bases) that it counts that a base does not look like a
    unit's, inches (units, bases) from where one of the unit's last stood, which stand in for a card that is not seen,
    whether a place of the unit is known at all, how unlike each other bases look (bases, bases), and inches (units,
    bases) from a unit's card to the terrain on which a base stands, infinite for those on the ground. `misfit` (units,
    bases) is by which share a circle of the unit's size is less clear than the base."""

    odd: Matrix
    ways: Matrix
    placed: Sequence[bool]
    apart: Matrix
    foot: Matrix
    misfit: Matrix


class Assigned(NamedTuple):
    """Numbers of the bases of each unit, by its transponder's name, and the transponders of pairs of units that are
    interchangeable, or but for one miniature."""

    given: dict[str, list[int]]
    interchangeable: list[tuple[str, str]]


def assign(
    bases: Sequence[FoundBase], units: Sequence[KnownUnit], cards: dict[str, Spot], judged: Judged | None = None,
    before: Sequence[str] = (),
) -> Assigned:  # fmt: skip
    """Which bases are each unit's; `cards` says where the transponders are.

    A unit whose transponder was not seen keeps those that stand where they stood. No base is given to two. `before` is
    whose each base was taken for when some outlines were still thought to be bases, by transponder.
    """
    if not bases or not units:
        return Assigned({unit.transponder: [] for unit in units}, [])
    costs = _costs(bases, units, cards, judged)
    numbers = {unit.transponder: index for index, unit in enumerate(units)}
    begun = np.array([numbers.get(name, -1) for name in before or [""] * len(bases)])
    shares = shared_out(costs, _kept(bases, units, costs.room), begun)
    owner, pairs = shares.owner, shares.interchangeable
    _withdraw(owner, units, ~_placed(units, judged) & ~np.array(costs.carded), pairs)
    given = {unit.transponder: np.flatnonzero(owner == index).tolist() for index, unit in enumerate(units)}
    names = [(units[one].transponder, units[other].transponder) for one, other in pairs + shares.nearly]
    return Assigned(given, names)


def _costs(
    bases: Sequence[FoundBase], units: Sequence[KnownUnit], cards: dict[str, Spot], judged: Judged | None
) -> Costs:
    places = np.array([(base.x, base.y) for base in bases])
    widths = np.array([base.diameter for base in bases])
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2) - (widths[:, None] + widths[None]) / 2
    middles = np.array([cards.get(unit.transponder, NOWHERE) for unit in units])
    away = np.linalg.norm(middles[:, None] - places[None], axis=2) - widths / 2 - CARD
    if judged is not None:
        away = np.minimum(away, judged.foot - CARD)
    carded = np.array([unit.transponder in cards for unit in units])
    placed = _placed(units, judged)
    unseen = np.where(placed, CARDLESS, PLACELESS)[:, None]
    begin, plain = (
        np.where(carded[:, None], _far(away, LOOSE), unseen),
        np.where(carded[:, None], np.maximum(away, 0), unseen),
    )
    odd, links = np.array([_odd(unit, widths) for unit in units]), _far(gaps)
    if judged is not None:
        way = np.where((placed & ~carded)[:, None], judged.ways / 2, 0)
        begin, plain = begin + way, plain + way
        odd += judged.odd + np.minimum(MISFIT * judged.misfit, MISFIT_AT_MOST)
        unlike = np.minimum(judged.apart, UNLIKE_AT_MOST)
        links += UNLIKE * unlike
        scatter = SCATTER * (unlike - TYPICAL)
        np.fill_diagonal(scatter, 0)
    else:
        scatter = np.zeros_like(links)
    left = np.clip(SURE * (np.array([base.score for base in bases]) - NOTHING), *LEFT)
    room = [len(unit.diameters) or UNNAMED for unit in units]
    return Costs(np.maximum(gaps, 0), plain, links, begin, odd, left, scatter, room, carded.tolist(), placed.tolist())


def _placed(units: Sequence[KnownUnit], judged: Judged | None) -> npt.NDArray[np.bool_]:
    """Of which units it is known where they stood."""
    return np.array([any(unit.places) for unit in units] if judged is None else judged.placed)


def _far(gaps: Matrix, broken: float = BROKEN) -> Matrix:
    """What gaps cost, by their inches, those beyond coherency so much more."""
    within = np.clip(gaps, 0, REACH)
    return np.asarray(within + broken * np.maximum(0, np.clip(gaps, 0, NO_FARTHER) - COHERENCY))


def _odd(unit: KnownUnit, widths: Matrix) -> Matrix:
    if not unit.diameters:
        return np.zeros(len(widths))
    wider = widths[:, None] - np.array(sorted(set(unit.diameters)))[None]
    off = np.where(wider > 0, wider, np.maximum(-wider - NARROWER, 0)).min(axis=1)
    another = np.abs(wider).min(axis=1) > LONG * max(unit.diameters)
    return np.asarray(np.where(another, REACH, np.minimum(STRANGE_SIZE * off, STRANGE_AT_MOST)))


def _kept(bases: Sequence[FoundBase], units: Sequence[KnownUnit], room: Sequence[int]) -> Owners:
    """Who stands where one of his unit stood is still of it."""
    found, owner, left = [], np.full(len(bases), -1), list(room)
    for index, unit in enumerate(units):
        for place in (each for each in unit.places if each is not None):
            far = [float(np.hypot(base.x - place[0], base.y - place[1])) for base in bases]
            found += [(off, index, base) for base, off in enumerate(far) if off < STILL]
    for _, index, base in sorted(found):
        if owner[base] < 0 and left[index]:
            owner[base] = index
            left[index] -= 1
    return owner


def _withdraw(
    owner: Owners, units: Sequence[KnownUnit], nameless: npt.NDArray[np.bool_], pairs: Sequence[tuple[int, int]]
) -> None:
    """A unit that neither a card nor a place names has what is left over only if no other such unit could have it:
    `pairs` of units are interchangeable."""
    for index in np.flatnonzero(nameless).tolist():
        full, mine = len(units[index].diameters), owner == index
        rivals = [one + other - index for one, other in pairs if index in (one, other)]
        doubted = any(nameless[each] and _alike(units[index], units[each]) for each in rivals)
        if mine.sum() < max(FEW, MOST * full) or doubted:
            owner[mine] = -1


def _alike(one: KnownUnit, other: KnownUnit) -> bool:
    return any(abs(mine - wide) < ALIKE for mine in set(one.diameters) for wide in set(other.diameters))
