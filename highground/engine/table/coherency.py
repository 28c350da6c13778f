"""Unit coherency: each miniature within 2 inches of another of its unit (two from seven on), all in one group."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from highground.engine.model import Point
from highground.engine.table.distance import TOLERANCE, apart
from highground.engine.table.flat import flat_bases

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
    bases = flat_bases(places, radii)
    return (count < LARGE_UNIT or _have_two(bases)) and _in_one_group(bases)


def _have_two(bases: vec[float]) -> bool:
    """Whether each miniature has two neighbours."""
    i: i64 = 0
    end: i64 = len(bases)
    while i < end:
        beside: i64 = 0
        x, y, own = bases[i], bases[i + 1], COHERENCY + TOLERANCE + bases[i + 2]
        j: i64 = 0
        while j < end:
            dx, dy, reach = x - bases[j], y - bases[j + 1], own + bases[j + 2]
            if dx * dx + dy * dy <= reach * reach:
                beside += 1
            j += 3
        if beside < 3:  # itself is one
            return False
        i += 3
    return True


def _in_one_group(bases: vec[float]) -> bool:
    """Whether all are joined through neighbours; then each has one."""
    end: i64 = len(bases)
    joined = vec[float]([0.0] * len(bases))
    edge = vec[i64]()
    edge = append(edge, 0)
    joined[0] = 1.0
    left: i64 = end // 3 - 1
    while len(edge) and left:
        edge, i = pop(edge)
        x, y, own = bases[i], bases[i + 1], COHERENCY + TOLERANCE + bases[i + 2]
        j: i64 = 3
        while j < end:
            if joined[j] == 0.0:
                dx, dy, reach = x - bases[j], y - bases[j + 1], own + bases[j + 2]
                if sqrt(dx * dx + dy * dy) <= reach:
                    joined[j] = 1.0
                    edge = append(edge, j)
                    left -= 1
            j += 3
    return left == 0


def connected(found: list[list[int]]) -> bool:
    """Whether miniatures with these neighbours are in coherency."""
    count = len(found)
    if count < 2:
        return True
    need = 2 if count >= LARGE_UNIT else 1
    return all(len(of) >= need for of in found) and len(_group(0, found)) == count


def stragglers(places: Sequence[Point], radii: Sequence[float]) -> list[int]:
    """Indices to remove, ascending, so that the rest is coherent; empty when it already is.

    Greedy: all but the largest group go first (the earlier one among equals), then, one by one, the miniature with
    the fewest neighbours (the later one among equals).
    """
    return left_behind(neighbours(places, radii))


def left_behind(beside: list[list[int]]) -> list[int]:
    """As `stragglers`, of miniatures with these neighbours."""
    left = list(range(len(beside)))
    while len(left) > 1:
        number = {each: k for k, each in enumerate(left)}
        found = [[number[j] for j in beside[i] if j in number] for i in left]
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
    return [i for i in range(len(beside)) if i not in kept]


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
