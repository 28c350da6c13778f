"""Whether a unit's miniatures stand together, and which of several fall so that the rest still do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from highground.engine.attack.terms import Target
from highground.engine.figures import Figures
from highground.engine.scene import Scene
from highground.engine.table import floors
from highground.engine.table.coherency import coherent, connected, neighbours


def in_coherency(figures: Figures) -> bool:
    if figures.heights:
        return floors.coherent(figures.raised)
    return coherent(figures.places, figures.bases)


def beside(figures: Figures) -> list[list[int]]:
    """For each living miniature, by its number among them, those within coherency of it."""
    if figures.heights:
        return floors.neighbours(figures.raised)
    return neighbours(figures.places, figures.bases)


def together(found: list[list[int]], some: Sequence[int]) -> bool:
    """Whether these alone are in coherency, `found` being which are beside which."""
    return connected(found, some)


def keeping_together(
    scene: Scene, unit: int, order: tuple[int, ...], lost: Sequence[int], pools: Target, gone: Collection[int] = ()
) -> tuple[int, ...]:
    """The order of a unit's miniatures in which those that attacks slay leave the rest in coherency.

    `lost` are the wounds that they take from each place of the order, `gone` has those that fall before. Miniatures of
    one pool change places, those of one kind first; the order stays where that does not help, or where the player has
    set one.
    """
    ends, slain = _slain(lost, pools)
    if not slain or scene.state.units[unit].falls:
        return order
    if _hold(scene.figures(unit), {order[k] for k in slain}.union(gone)):
        return order
    group = _Group(scene, unit, gone)
    found = list(order)
    for k in slain:
        group.fall(_next(scene, unit, group, found, k, ends[k]))
    return tuple(found) if group.holds_without(()) else order


def _hold(figures: Figures, fallen: Collection[int]) -> bool:
    """Whether those who are left when these have fallen are in coherency."""
    left = [i for i, index in enumerate(figures.indices) if index not in fallen]
    if figures.heights:
        return together(beside(figures), left)
    return coherent([figures.places[i] for i in left], [figures.bases[i] for i in left])


def _slain(lost: Sequence[int], pools: Target) -> tuple[list[int], list[int]]:
    """For each place of the order where its pool ends, and the places of those that lose all their wounds."""
    ends, slain = list[int](), list[int]()
    for pool in pools:
        end = len(ends) + pool.count
        for k in range(len(ends), min(end, len(lost))):
            if lost[k] >= pool.wounds:
                slain.append(k)
        ends += [end] * pool.count
    return ends, slain


def _next(scene: Scene, unit: int, group: _Group, order: list[int], k: int, end: int) -> int:
    """The miniature that falls at a place of the order: the first of a pool without which the rest holds together."""
    sheet, usual = scene.sheets[unit], order[k]
    own, kind = sheet.body or len(sheet.line_up), sheet.line_up[usual]
    pool = [i for i in order[k:end] if (i < own) == (usual < own)]
    like = [i for i in pool if sheet.line_up[i] == kind]
    falls = group.first_spared(like)
    if falls is None and len(like) < len(pool):
        falls = group.first_spared([i for i in pool if sheet.line_up[i] != kind])
    if falls is not None:
        order[order.index(falls)], order[k] = usual, falls
    return order[k]


class _Group:
    """The miniatures of a unit that are left, and which of them are within coherency of each other."""

    def __init__(self, scene: Scene, unit: int, gone: Collection[int]) -> None:
        figures = scene.figures(unit)
        self._indices = figures.indices
        self._beside = beside(figures)
        self._left = [i for i, index in enumerate(figures.indices) if index not in gone]

    def fall(self, miniature: int) -> None:
        self._left.remove(self._indices.index(miniature))

    def first_spared(self, some: Iterable[int]) -> int | None:
        """The first of them without whom the others are in coherency."""
        for i in some:
            if self.holds_without((i,)):
                return i
        return None

    def holds_without(self, fallen: Iterable[int]) -> bool:
        """Whether the others are in coherency once these have fallen."""
        without = frozenset(fallen)
        return together(self._beside, [i for i in self._left if self._indices[i] not in without])
