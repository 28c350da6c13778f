"""Unit coherency: each miniature within 2 inches of another of its unit (two from seven on), all in one group."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from highground.engine.base import Base
from highground.engine.model import Point
from highground.engine.table.distance import TOLERANCE, close
from highground.engine.table.flat import flat_bases

COHERENCY: Final = 2.0
"""Inches between base edges within which miniatures are neighbours."""
LARGE_UNIT: Final = 7
"""Miniatures from which on each needs two neighbours."""


def neighbours(places: Sequence[Point], bases: Sequence[Base]) -> list[list[int]]:
    """For each miniature the indices of the others within coherency."""
    count = len(places)
    found: list[list[int]] = [[] for _ in range(count)]
    for i in range(count - 1):
        for j in range(i + 1, count):
            if neighbouring(places[i], bases[i], places[j], bases[j]):
                found[i].append(j)
                found[j].append(i)
    return found


def neighbouring(a: Point, base: Base, b: Point, other: Base) -> bool:
    """Whether two miniatures are within coherency of each other."""
    return close(a, base, b, other, COHERENCY + TOLERANCE)


def coherent(places: Sequence[Point], bases: Sequence[Base]) -> bool:
    """Whether the unit's miniatures are in coherency; one alone, or none, always is."""
    count = len(places)
    if count < 2:
        return True
    if any(len(base.parts) for base in bases):
        return connected(neighbours(places, bases), range(count))
    rows = flat_bases(tuple(places), tuple(bases))
    return (count < LARGE_UNIT or _have_two(rows)) and _in_one_group(rows)


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


def connected(found: list[list[int]], some: Sequence[int]) -> bool:
    """Whether some miniatures are in coherency among themselves, `found` being the neighbours of all."""
    count = len(some)
    if count < 2:
        return True
    need, among = 2 if count >= LARGE_UNIT else 1, set(some)
    for i in some:
        beside = 0
        for j in found[i]:
            beside += j in among
        if beside < need:
            return False
    return len(_group(some[0], found, among)) == count


def stragglers(places: Sequence[Point], bases: Sequence[Base], worth: Sequence[int] = ()) -> list[int]:
    """Indices to remove, ascending, so that the rest is coherent; empty when it already is.

    As few as will do, and of equally many those of the least `worth`: the most precious counts first, then the next.
    Without it the earlier are worth more.
    """
    return left_behind(neighbours(places, bases), worth)


def left_behind(beside: list[list[int]], worth: Sequence[int] = ()) -> list[int]:
    """As `stragglers`, of miniatures with these neighbours."""
    return min(ways_to_coherency(beside, worth), key=lambda gone: loss(gone, worth), default=[])


def loss(gone: Sequence[int], worth: Sequence[int]) -> tuple[int, list[int]]:
    """How bad it is to remove them: their number, and what they are worth, the most precious first."""
    return len(gone), sorted([worth[i] if worth else -i for i in gone], reverse=True)


def ways_to_coherency(beside: list[list[int]], worth: Sequence[int] = ()) -> list[list[int]]:
    """For each group that could stay, the fewest that have to go for it.

    All but one of them are of the least worth, where others would do.
    """
    everybody = set(range(len(beside)))
    found = [sorted(everybody - kept) for group in _groups(beside) for kept in _kept(group, beside, worth)]
    return [gone for i, gone in enumerate(found) if gone not in found[:i]]


def _kept(group: set[int], beside: list[list[int]], worth: Sequence[int]) -> list[set[int]]:
    """Who of a group can stay together: all that have two neighbours where those are many, else one few or another."""
    if len(group) < LARGE_UNIT:
        return [group]
    core = set(group)
    while loose := [i for i in core if len(core.intersection(beside[i])) < 2]:
        core.difference_update(loose)
    if len(core) >= LARGE_UNIT:
        return [core]
    by_worth = sorted(group, key=lambda i: worth[i] if worth else -i)
    return [_few(group - {i}, beside, by_worth) for i in by_worth if _holds(group - {i}, beside)]


def _few(left: set[int], beside: list[list[int]], by_worth: list[int]) -> set[int]:
    """As many of a group as need no second neighbour, without those that are worth least."""
    while len(left) >= LARGE_UNIT:
        left = left - {next(i for i in by_worth if i in left and _holds(left - {i}, beside))}
    return left


def _holds(some: set[int], beside: list[list[int]]) -> bool:
    """Whether they are joined through neighbours among themselves."""
    return len(_group(min(some), beside, some)) == len(some)


def _group(first: int, found: list[list[int]], among: set[int] | None = None) -> set[int]:
    """Everything joined to `first` through neighbours, or through those `among` some."""
    group, edge = {first}, [first]
    while edge:
        for j in found[edge.pop()]:
            if j not in group and (among is None or j in among):
                group.add(j)
                edge.append(j)
    return group


def _groups(found: list[list[int]]) -> list[set[int]]:
    """All groups, that of the earliest first."""
    groups, left = list[set[int]](), set(range(len(found)))
    while left:
        group = _group(min(left), found)
        left -= group
        groups.append(group)
    return groups
