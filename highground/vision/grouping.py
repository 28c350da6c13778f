"""Sharing out what was found among the units that should be there, at the least cost.

Every unit is a tree: its card, the miniature beside it, and from one to the next all others. What the trees cost, and
the miniatures that are nobody's, is added up; the cheapest sharing is looked for by letting one unit after another
start over among a neighbour's miniatures, with both of them grown again from there, so that two that were taken for
each other change as wholes (ruin and recreate: G. Schrimpf and others, 2000).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

PASSES = 6
REFINED = 3
"""How often single miniatures of units that were grown again are gone through, at most."""
NEIGHBOURS, BESIDE = 6, 4.0
"""Miniatures with which one may change places, and the inches within which they stand."""
WORSE = 10.0
"""Cost by which units that were grown again may be worse than before for single miniatures still to put it right."""
CROWD = 3.0
"""Cost up to which a unit that starts over takes miniatures before the others do."""
FARTHEST = 9.0
"""Cost beyond which a miniature does not join a unit."""
SPARE = 2.0
"""Cost up to which a unit that lacks some takes in the end what is left over, however faint."""
BEGINS = 20.0
"""Cost up to which a unit may begin at a miniature."""
ALONE = 2.0
"""Inches beyond which what is left over is another heap."""
HEAPS = 4
LIKELY = 1.0
"""Cost of leaving a miniature over from which on a unit may begin there without a card."""

Matrix = npt.NDArray[np.float64]
INTERCHANGEABLE = 10.0
"""Two units are interchangeable if exchanging all their miniatures would cost less than this."""

Owners = npt.NDArray[np.int64]
"""The unit of each base, -1 for nobody's."""


@dataclass(frozen=True, slots=True, eq=False)
class Costs:
    """What counts against a sharing, in inches: that two bases of one unit are neighbours (`links`, bases by bases),
    that a unit begins at a base (`cards`, units by bases), that a base is a unit's at all (`odd`, units by bases), that
    a base is nobody's (`left`), that two bases of one unit look unlike (`scatter`, bases by bases). `gaps` and `away`
    are the plain inches between bases, and from each unit's card.

    `room`: how many each unit has; `carded`: whether its card is seen; `placed`: whether it is known where it stood, so
    that what is given to it is held against its looks afterwards, and may be faint.
    """

    gaps: Matrix
    away: Matrix
    links: Matrix
    cards: Matrix
    odd: Matrix
    left: Matrix
    scatter: Matrix
    room: Sequence[int]
    carded: Sequence[bool]
    placed: Sequence[bool]


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """Whose each base is; which pairs of units are interchangeable, and which would be if one left a miniature over."""

    owner: Owners
    interchangeable: list[tuple[int, int]]
    nearly: list[tuple[int, int]]


def shared_out(costs: Costs, kept: Owners, before: Owners) -> Shares:
    """The cheapest sharing that is found; a unit keeps its bases in `kept`, and begins with those in `before`."""
    sharing = _Sharing(costs, kept, before)
    for _ in range(PASSES):
        better = sharing.neighbours_change()
        for unit in range(len(costs.room)):
            better = sharing.starts_over(unit) or better
        if not better:
            break
    interchangeable, nearly = sharing.interchangeable(), sharing.nearly_interchangeable()
    units = list(range(len(costs.room)))
    _Growth(costs, sharing.owner, units).fill(units, SPARE)
    placed = [unit for unit in units if costs.placed[unit]]
    plain = replace(costs, links=costs.gaps, cards=costs.away)
    _Growth(plain, sharing.owner, placed).fill(list(range(len(placed))), FARTHEST)
    return Shares(sharing.owner, interchangeable, nearly)


@dataclass(slots=True, eq=False)
class _Growth:
    """Units that grow over what is free: what it costs (`units` by bases) that a base joins."""

    costs: Costs
    owner: Owners
    units: list[int]
    room: list[int] = field(init=False)
    reach: Matrix = field(init=False)

    def __post_init__(self) -> None:
        self.room = [self.costs.room[unit] - int((self.owner == unit).sum()) for unit in self.units]
        self.reach = self.costs.cards[self.units] + self.costs.odd[self.units]
        for row, unit in enumerate(self.units):
            for base in np.flatnonzero(self.owner == unit):
                self.reach[row] = np.minimum(self.reach[row], self.costs.links[base] + self.costs.odd[unit])
        self.reach[:, self.owner >= 0] = np.inf
        self.reach[[room <= 0 for room in self.room]] = np.inf

    def join(self, row: int, base: int) -> None:
        unit = self.units[row]
        begun = bool((self.owner == unit).any())
        self.owner[base] = unit
        self.room[row] -= 1
        links = np.where(self.owner < 0, self.costs.links[base] + self.costs.odd[unit], np.inf)
        self.reach[row] = np.minimum(self.reach[row], links) if begun else links
        self.reach[:, base] = np.inf
        if self.room[row] <= 0:
            self.reach[row] = np.inf

    def fill(self, rows: Sequence[int], most: float) -> None:
        """Again and again the cheapest joins."""
        while rows:
            at, base = divmod(int(np.argmin(self.reach[rows])), len(self.owner))
            if self.reach[rows[at], base] > most:
                return
            self.join(rows[at], base)


class _Sharing:
    """The cheapest sharing so far."""

    def __init__(self, costs: Costs, kept: Owners, before: Owners) -> None:
        self.costs, self.owner, self.free = costs, np.where(kept >= 0, kept, before), kept < 0
        for unit, room in enumerate(costs.room):
            if (self.owner == unit).sum() > room:
                self.owner[self.free & (self.owner == unit)] = -1
        self._links, self._cards, self._odd = costs.links.tolist(), costs.cards.tolist(), costs.odd.tolist()
        self._lengths: dict[tuple[int, tuple[int, ...]], float] = {}
        units = list(range(len(costs.room)))
        _Growth(costs, self.owner, units).fill(units, FARTHEST)
        nearest = np.argsort(costs.gaps, axis=1)[:, 1 : NEIGHBOURS + 1].tolist()
        self._near = [[each for each in row if costs.gaps[base, each] < BESIDE] for base, row in enumerate(nearest)]

    def _cost(self, owner: Owners, units: Sequence[int]) -> float:
        """What these units and all that is left over cost."""
        lengths = sum(self._length(unit, tuple(np.flatnonzero(owner == unit).tolist())) for unit in units)
        return lengths + float(self.costs.left[owner < 0].sum())

    def _length(self, unit: int, members: tuple[int, ...]) -> float:
        found = self._lengths.get((unit, members))
        if found is None:
            found = self._lengths[unit, members] = self._tree(unit, members) if members else 0.0
        return found

    def _tree(self, unit: int, members: tuple[int, ...]) -> float:
        """The shortest tree over a unit's miniatures, with its card at one of them. Lists: of ten they are quicker."""
        card, odd = self._cards[unit], self._odd[unit]
        nearest = min(members, key=card.__getitem__)
        total = card[nearest] + sum(odd[each] for each in members)
        reach = {each: self._links[nearest][each] for each in members if each != nearest}
        while reach:
            nearest = min(reach, key=reach.__getitem__)
            total += reach.pop(nearest)
            links = self._links[nearest]
            for each, least in reach.items():
                if links[each] < least:
                    reach[each] = links[each]
        return float(total) + self._scatter(members)

    def _scatter(self, members: tuple[int, ...]) -> float:
        """What it counts that they look unlike: by their squared distances from their mean, which are these sums."""
        return float(self.costs.scatter[np.ix_(members, members)].sum()) / (2 * len(members))

    def starts_over(self, unit: int) -> bool:
        """Let a unit begin elsewhere, its neighbour there grow again with it; whether anything got cheaper."""
        better = False
        for other, base in self._beginnings(unit):
            if self.owner[base] == other:
                better = self._begins_at(unit, base, other) or better
        return better

    def _begins_at(self, unit: int, base: int, other: int) -> bool:
        units = [unit] if other in (-1, unit) else [unit, other]
        thirds = self._beginnings(other) if len(units) == 2 and self.costs.carded[unit] else []
        for first in (True, False):
            if self._grown_again(units, base, first):
                return True
            for third, _ in thirds[:4]:
                if third >= 0 and third not in units and self._grown_again([*units, third], base, first):
                    return True
        return False

    def _beginnings(self, unit: int) -> list[tuple[int, int]]:
        """Owners with the base of each at which a unit would begin at the least cost."""
        if (self.owner[~self.free] == unit).any():
            return []
        begins = np.where(self.free, self.costs.cards[unit] + self.costs.odd[unit], np.inf)
        found: dict[int, int] = {}
        for base in np.argsort(begins).tolist():
            if begins[base] <= BEGINS:
                found.setdefault(int(self.owner[base]), base)
        heaps = [(-1, base) for base in self._heaps(begins)]
        return heaps + [each for each in found.items() if each[0] >= 0 or self.costs.carded[unit]]

    def _heaps(self, begins: Matrix) -> list[int]:
        """One base of each heap of what is left over."""
        found: list[int] = []
        for base in np.flatnonzero((self.owner < 0) & (self.costs.left > LIKELY) & (begins <= BEGINS)).tolist():
            if all(self.costs.gaps[base, other] > ALONE for other in found):
                found.append(base)
        return found[:HEAPS]

    def _grown_again(self, units: list[int], base: int, first: bool) -> bool:
        """Grow units again, the first of them from a base, and before the others if it is `first`. What grew from one
        to the nearest is put right one by one before it is compared with what was: otherwise two units that
        stand among each other would stay mixed up."""
        before, cost = self.owner, self._cost(self.owner, units)
        self.owner = self._grown(units, base, first)
        if cost <= self._cost(self.owner, units) < cost + WORSE:
            self._put_right(units)
        if self._cost(self.owner, units) < cost - 1e-6:
            return True
        self.owner = before
        return False

    def _grown(self, units: list[int], base: int, first: bool) -> Owners:
        owner = np.where(self.free & np.isin(self.owner, units), -1, self.owner)
        growth = _Growth(self.costs, owner, units)
        growth.join(0, base)
        if first:
            growth.fill([0], CROWD)
        growth.fill(list(range(len(units))), FARTHEST)
        return owner

    def _put_right(self, units: list[int]) -> None:
        """Single miniatures of some units change places among these and what is left over."""
        within = {*units, -1}
        bases = np.flatnonzero(self.free & np.isin(self.owner, units)).tolist()
        for _ in range(REFINED):
            changed = [self._neighbours_change(base, within) for base in bases]
            if not any(changed):
                return

    def interchangeable(self) -> list[tuple[int, int]]:
        """Pairs of units that could have each other's miniatures, all of them, at nearly the same cost. A unit that
        nothing names could have another such one's without having any."""
        some, nameless = set(self.owner.tolist()), set(self._nameless())
        free = [unit for unit in range(len(self.costs.room)) if self._moves(unit)]
        pairs = [
            pair for pair in combinations(free, 2) if some >= set(pair) or (some & set(pair) and nameless >= set(pair))
        ]
        return [pair for pair in pairs if self._exchange(*pair) < INTERCHANGEABLE]

    def nearly_interchangeable(self) -> list[tuple[int, int]]:
        """Pairs of units that nothing names, and that only the number of their miniatures keeps apart: one of these may
        be nobody's, or have been missed."""
        some = set(self.owner.tolist())
        pairs = combinations([unit for unit in self._nameless() if unit in some and self._moves(unit)], 2)
        return [pair for pair in pairs if self._excess(*pair) == 1 and self._exchange(*pair, 1) < INTERCHANGEABLE]

    def _nameless(self) -> list[int]:
        """Units with neither a card nor a place that is known."""
        units = range(len(self.costs.room))
        return [unit for unit in units if not self.costs.carded[unit] and not self.costs.placed[unit]]

    def _moves(self, unit: int) -> bool:
        return bool(self.free[self.owner == unit].all())

    def _excess(self, one: int, other: int) -> int:
        """How many miniatures would be too many for a unit, had it those of the other."""
        mine, theirs = int((self.owner == one).sum()), int((self.owner == other).sum())
        return max(mine - self.costs.room[other], theirs - self.costs.room[one])

    def _exchange(self, one: int, other: int, spare: int = 0) -> float:
        """What it would cost to exchange the miniatures of two units, and to leave so many over that are surest
        nobody's; infinite if one still has no room for them."""
        if self._excess(one, other) > spare:
            return np.inf
        exchanged = np.where(self.owner == one, other, np.where(self.owner == other, one, self.owner))
        for unit in (one, other):
            members = np.flatnonzero(exchanged == unit)
            faintest = members[np.argsort(self.costs.left[members])]
            exchanged[faintest[: max(0, len(members) - self.costs.room[unit])]] = -1
        return self._cost(exchanged, [one, other]) - self._cost(self.owner, [one, other])

    def neighbours_change(self) -> bool:
        """Single miniatures change places, go over to a neighbour's unit or are left over, where that is cheaper."""
        better = False
        within = set(range(-1, len(self.costs.room)))
        for base in np.flatnonzero(self.free).tolist():
            better = self._neighbours_change(base, within) or better
            if self.owner[base] >= 0:
                better = self._change({base: -1}) or better
        return better

    def _neighbours_change(self, base: int, within: set[int]) -> bool:
        """One miniature and its neighbours, as far as they are of some units (-1 for nobody's)."""
        better = False
        for other in self._near[base]:
            unit = int(self.owner[other])
            if unit == self.owner[base] or unit not in within:
                continue
            if self.free[other]:
                better = self._change({base: unit, other: int(self.owner[base])}) or better
            unit = int(self.owner[other])
            if unit not in (-1, self.owner[base]) and (self.owner == unit).sum() < self.costs.room[unit]:
                better = self._change({base: unit}) or better
        return better

    def _change(self, to: dict[int, int]) -> bool:
        before = {base: int(self.owner[base]) for base in to}
        units = [unit for unit in {*before.values(), *to.values()} if unit >= 0]
        cost = self._cost(self.owner, units)
        self.owner[list(to)] = list(to.values())
        if self._cost(self.owner, units) < cost - 1e-6:
            return True
        self.owner[list(to)] = list(before.values())
        return False
