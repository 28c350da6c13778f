"""Which of the outlines that were found are bases: these do not overlap, and bodies have outlines of their own.

The surest come first, which does for circles. An oval may be less sure than a circle at its end that fits its rim and
its rider, and each circle of a group less sure than an oval that passes through them. So where there are ovals, sets
that exclude each other are held against each other by how much edge each explains: an oval changes places with what is
upon it wherever more inches of edge, each counted by how sure it is, are then explained.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from highground.vision.bases import FAINT, OVERLAP, FoundBase, are_apart
from highground.vision.belonging import SAME_FLOOR
from highground.vision.board import Points
from highground.vision.hiding import body_shade, shares_hidden
from highground.vision.pose import Pose

EXPLAINED = 0.4
"""By how much less sure one is that lies wholly within a wider one's body."""
GREATER = 1.15
"""How much wider that one must be."""
GREAT = 0.4
"""How sure a wider base must be that something is a part of."""
PARTS = ((0.2, 0.7), (0.3, 0.6))
"""From how far off the wider base's middle, in its widths, and from which share of the circle's score on."""
OVAL_PARTS = ((0.2, 1.0),)
"""The same where the wider base is an oval: turned one way or another, one passes through most groups of circles."""
CHANCE = 0.3
"""How sure an outline may be by chance: its edge counts by how much surer it is."""
EACH = 0.1
"""Inches of edge that one more outline must explain: of sets that explain as much, the smaller is likelier."""
PASSES = 4
"""How often all ovals are tried, at most."""


@dataclass(frozen=True, slots=True, eq=False)
class _Rivals:
    """Outlines by their numbers, and for each: which others cannot be there with it (`upon`), of which wider ones'
    bodies it may be a part, with the share of it, 0 to 1, that lies in there (`within`), the reverse of that (`holds`),
    and how many inches its edge is long (`lengths`)."""

    bases: Sequence[FoundBase]
    upon: list[list[int]]
    within: list[dict[int, float]]
    holds: list[list[int]]
    lengths: list[float]

    def sure(self, number: int, there: Collection[int]) -> float:
        """How sure one is, beside others that are there."""
        shares = (share for other, share in self.within[number].items() if other in there)
        return self.bases[number].score - EXPLAINED * max(shares, default=0.0)

    def concerned(self, numbers: Iterable[int]) -> set[int]:
        """These and all that may be there, or be surer, without them."""
        return {each for number in numbers for each in (number, *self.upon[number], *self.holds[number])}


def chosen(pose: Pose, outlines: Sequence[FoundBase], narrowest: float) -> list[FoundBase]:
    """Those that are bases, the surest first; `narrowest` is how many inches across the smallest base is.

    Where there are ovals, each is as sure as it is beside the others.
    """
    rivals = _rivals(pose, [each for each in outlines if each.score > FAINT], narrowest)
    every = range(len(rivals.bases))
    sure = {number: rivals.sure(number, every) for number in every}
    there: list[int] = []
    for number in sorted(every, key=lambda each: -sure[each]):
        if sure[number] > FAINT and not any(other in rivals.upon[number] for other in there):
            there.append(number)
    if any(each.length for each in rivals.bases):
        kept = _compared(rivals, set(there))
        sure = {number: rivals.sure(number, kept) for number in kept}
        there = sorted(kept, key=lambda each: (-sure[each], each))
    return [replace(rivals.bases[number], score=sure[number]) for number in there]


def _compared(rivals: _Rivals, there: set[int]) -> set[int]:
    """Those that explain the most edge, as far as it is found by trying each oval and doing without it."""
    there = _filled(rivals, there, set(range(len(rivals.bases))))
    ovals = [number for number, each in enumerate(rivals.bases) if each.length]
    for _ in range(PASSES):
        before = there
        for oval in ovals:
            other = _without(rivals, there, oval) if oval in there else _with(rivals, there, oval)
            changed = rivals.concerned(there ^ other)
            if _explained(rivals, other, changed) > _explained(rivals, there, changed) + 1e-6:
                there = other
        if there == before:
            break
    return there


def _with(rivals: _Rivals, there: set[int], oval: int) -> set[int]:
    """What would be there if an oval were."""
    if rivals.sure(oval, there) <= FAINT:
        return there
    joined = (there - set(rivals.upon[oval])) | {oval}
    joined -= _parts(rivals, joined, oval)
    return _filled(rivals, joined, rivals.concerned({oval, *(there - joined)}))


def _without(rivals: _Rivals, there: set[int], oval: int) -> set[int]:
    """What would be there instead of an oval, but no other one."""
    others = {
        each for each in rivals.concerned([oval]) if not (each in rivals.upon[oval] and rivals.bases[each].length)
    }
    return _filled(rivals, there - {oval}, others - {oval})


def _filled(rivals: _Rivals, there: set[int], among: set[int]) -> set[int]:
    """What is there, and again and again the surest among some that nothing is upon."""
    there = set(there)
    free = {each for each in among - there if there.isdisjoint(rivals.upon[each])}
    while free:
        sure = {each: rivals.sure(each, there) for each in free}
        best = max(free, key=lambda each: (sure[each], -each))
        if sure[best] <= FAINT:
            break
        there.add(best)
        there -= _parts(rivals, there, best)
        free -= {best, *rivals.upon[best]}
    return there


def _parts(rivals: _Rivals, there: set[int], number: int) -> set[int]:
    """Those that are no more than parts of one that came to be there."""
    return {each for each in rivals.holds[number] if each in there and rivals.sure(each, there) <= FAINT}


def _explained(rivals: _Rivals, there: set[int], numbers: Iterable[int]) -> float:
    """Inches of edge, by how sure each is, that those of some numbers explain which are there."""
    kept = [each for each in numbers if each in there]
    return sum(rivals.lengths[each] * max(0.0, rivals.sure(each, there) - CHANCE) - EACH for each in kept)


def _rivals(pose: Pose, bases: Sequence[FoundBase], narrowest: float) -> _Rivals:
    within = _within(pose, bases, narrowest)
    holds: list[list[int]] = [[] for _ in bases]
    for number, wider in enumerate(within):
        for other in wider:
            holds[other].append(number)
    return _Rivals(bases, _upon(pose, bases), within, holds, [_round(each) for each in bases])


def _round(base: FoundBase) -> float:
    """Inches round a base (S. Ramanujan's approximation for ovals, 1914)."""
    far, near = (base.length / 2, base.diameter**2 / base.length / 2) if base.length else (base.diameter / 2,) * 2
    return float(np.pi * (3 * (far + near) - np.sqrt((3 * far + near) * (far + 3 * near))))


def _upon(pose: Pose, bases: Sequence[FoundBase]) -> list[list[int]]:
    """Which cannot both be there: one within the other, or seen where the other is, on another floor."""
    places = np.array([(each.x, each.y) for each in bases]).reshape(-1, 2)
    at = pose.projected(places, np.array([each.up for each in bases]))
    reach = np.array([max(each.length, each.diameter) / 2 for each in bases])
    upon: list[list[int]] = [[] for _ in bases]
    for one, (x, y) in enumerate(at.tolist()):
        across, down = x - at[one + 1 :, 0], y - at[one + 1 :, 1]
        near = np.flatnonzero(np.hypot(across, down) <= OVERLAP * (reach[one] + reach[one + 1 :]))
        for off in near.tolist():
            other = one + 1 + off
            if not are_apart(bases[one], bases[other], float(across[off]), float(down[off])):
                upon[one].append(other)
                upon[other].append(one)
    return upon


def _within(pose: Pose, bases: Sequence[FoundBase], narrowest: float) -> list[dict[int, float]]:
    """For each, the wider ones whose bodies hide a share of it."""
    at = np.array([(each.x, each.y) for each in bases]).reshape(-1, 2)
    wide, score, up = (np.array([getattr(each, name) for each in bases]) for name in ("diameter", "score", "up"))
    found: list[dict[int, float]] = [{} for _ in bases]
    for number in np.flatnonzero((score > GREAT) & (wide > narrowest * GREATER)).tolist():
        other = bases[number]
        near = np.flatnonzero((other.diameter >= GREATER * wide) & (np.abs(other.up - up) <= SAME_FLOOR))
        aside = np.linalg.norm(at[near] - (other.x, other.y), axis=1) / other.diameter
        near = near[_are_parts(aside, other.score / score[near], OVAL_PARTS if other.length else PARTS)]
        shares = shares_hidden(at[near], wide[near], shade(pose, other))
        for part, share in zip(near.tolist(), shares.tolist(), strict=True):
            if share:
                found[part][number] = share
    return found


def shade(pose: Pose, base: FoundBase) -> Points:
    """The outline of what the body on a base hides."""
    return body_shade(pose, (base.x, base.y), base.diameter, 1.4 * base.diameter, base.up)


def _are_parts(aside: Points, clearer: Points, parts: Sequence[tuple[float, float]]) -> npt.NDArray[np.bool_]:
    """Which circles may be a turret or the like on a wider base: off its middle, and not much clearer than it.

    `aside` says how far off the middle each is, in widths of that base, and `clearer` how many times as clear that is.
    """
    shown = [(aside > far) & (clearer > clear) for far, clear in parts]
    return np.asarray((aside < 2.5) & np.any(shown, axis=0))
