"""Unit coherency: each miniature within 2 inches of another of its unit (two from seven on), all in one group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from highground.engine.model import Point
from highground.engine.table.distance import TOLERANCE, apart, equal

COHERENCY: Final = 2.0
"""Inches between base edges within which miniatures are neighbours."""
LARGE_UNIT: Final = 7
"""Miniatures from which on each needs two neighbours."""


def neighbours(places: Sequence[Point], radii: Sequence[float]) -> list[list[int]]:
    """For each miniature the indices of the others within coherency."""
    count = len(places)
    found: list[list[int]] = [[] for _ in range(count)]
    for i in range(count - 1):
        here = places[i]
        reach = COHERENCY + TOLERANCE + radii[i]
        for j in range(i + 1, count):
            if apart(here, places[j]) <= reach + radii[j]:
                found[i].append(j)
                found[j].append(i)
    return found


def coherent(places: Sequence[Point], radii: Sequence[float]) -> bool:
    """Whether the unit's miniatures are in coherency; one alone, or none, always is."""
    count = len(places)
    if count < 2:
        return True
    return (count < LARGE_UNIT or _have_two(places, radii)) and _in_one_group(places, radii)


def _have_two(places: Sequence[Point], radii: Sequence[float]) -> bool:
    """Whether each miniature has two neighbours."""
    if not equal(radii):
        return min(map(len, neighbours(places, radii))) >= 2
    reach = COHERENCY + TOLERANCE + radii[0] + radii[0]
    for x, y in places:
        beside = 0
        for u, v in places:
            dx, dy = x - u, y - v
            if dx * dx + dy * dy <= reach * reach:
                beside += 1
        if beside < 3:  # itself is one
            return False
    return True


def _in_one_group(places: Sequence[Point], radii: Sequence[float]) -> bool:
    """Whether all are joined through neighbours; then each has one."""
    left, edge = list(range(1, len(places))), [0]
    while edge and left:
        i = edge.pop()
        here, reach = places[i], COHERENCY + TOLERANCE + radii[i]
        others: list[int] = []
        for j in left:
            (edge if apart(here, places[j]) <= reach + radii[j] else others).append(j)
        left = others
    return not left


def stragglers(places: Sequence[Point], radii: Sequence[float]) -> list[int]:
    """Indices to remove, ascending, so that the rest is coherent; empty when it already is.

    Greedy: all but the largest group go first (the earlier one among equals), then, one by one, the miniature with
    the fewest neighbours (the later one among equals).
    """
    left = list(range(len(places)))
    while len(left) > 1:
        found = neighbours([places[i] for i in left], [radii[i] for i in left])
        group = _largest(found)
        if len(group) < len(left):
            left = [left[i] for i in sorted(group)]
            continue
        need = 2 if len(left) >= LARGE_UNIT else 1
        fewest, last = min([(len(of), -i) for i, of in enumerate(found)])
        if fewest >= need:
            break
        del left[-last]
    kept = set(left)
    return [i for i in range(len(places)) if i not in kept]


def _group(first: int, found: list[list[int]]) -> set[int]:
    """Everything joined to `first` through neighbours."""
    group, edge = {first}, [first]
    while edge:
        for j in found[edge.pop()]:
            if j not in group:
                group.add(j)
                edge.append(j)
    return group


def _largest(found: list[list[int]]) -> set[int]:
    best: set[int] = set()
    left = set(range(len(found)))
    while left:
        group = _group(min(left), found)
        left -= group
        if len(group) > len(best):
            best = group
    return best
