"""What became of each miniature in one photo: found, missed, taken for another unit's; and what is reported in vain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from highground.vision.bases import FoundBase
from highground.vision.evaluation import TrueMiniature, match
from highground.vision.found import Analysis, Spot
from highground.vision.rendering.battles import TrueStanding, TrueTerrain


@dataclass(frozen=True, slots=True, eq=False)
class TableResult:
    """One photo of a battle: what stood there, what was read, and which of both is which.

    `pairs`: of the miniatures in the analysis that are somebody, by number, who of those standing. `owners`: to whose
    transponder those in the analysis were given.
    """

    photo: str
    standing: Sequence[TrueStanding]
    terrain: Sequence[TrueTerrain]
    analysis: Analysis
    pairs: dict[int, int]
    owners: dict[int, str]

    @property
    def found(self) -> list[FoundBase]:
        """The bases in the analysis, by their numbers there."""
        return [
            FoundBase(
                *_place(each.location), each.diameter or 0.0, each.score, each.up, each.length or 0.0, each.turn or 0.0
            )
            for each in self.analysis.objects["model"]
        ]

    @property
    def missed(self) -> list[int]:
        """Those standing who were not found."""
        found = set(self.pairs.values())
        return [number for number in range(len(self.standing)) if number not in found]

    @property
    def wrong(self) -> list[int]:
        """Those in the analysis who are somebody, and were given to no unit or not to their own."""
        return [
            model for model, true in self.pairs.items() if self.owners.get(model) != self.standing[true].transponder
        ]

    @property
    def nobodys(self) -> list[int]:
        """Those in the analysis who are nobody."""
        return [number for number in range(len(self.analysis.objects["model"])) if number not in self.pairs]

    @property
    def mistakes(self) -> int:
        return len(self.missed) + len(self.wrong) + len(self.nobodys)


def result_of(
    photo: str, standing: Sequence[TrueStanding], terrain: Sequence[TrueTerrain], analysis: Analysis
) -> TableResult:
    """Hold what was read against what stood there: a base within a quarter of its width is that miniature."""
    owners = {each.model: given.transponder for given in analysis.assignments for each in given.assignments}
    truth = [TrueMiniature(each.transponder, each.place, each.diameter) for each in standing]
    pairs = match([_place(each.location) for each in analysis.objects["model"]], truth)
    return TableResult(photo, standing, terrain, analysis, pairs, owners)


def _place(location: Spot | None) -> Spot:
    """The reading places every miniature; a thing without a place is as far off as none is."""
    return location or (float("inf"), float("inf"))


def base_of(each: TrueStanding) -> FoundBase:
    """A standing miniature's base, as if it had been found."""
    return FoundBase(*each.place, each.diameter, 1.0, each.up, each.length, each.turn)


def apart(one: FoundBase, other: FoundBase) -> float:
    """Inches between the middles of two bases."""
    return float(np.hypot(one.x - other.x, one.y - other.y))


def covers(base: FoundBase, other: FoundBase) -> bool:
    """Whether the other's middle lies within a base."""
    across, down = other.x - base.x, other.y - base.y
    return float(np.hypot(across, down)) <= base.reach(across, down)
