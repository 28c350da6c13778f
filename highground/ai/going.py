"""Getting there: of the places that a unit would like best, the first that it can go to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import dist
from typing import NamedTuple

from highground.ai.moving import Candidate
from highground.engine import finding
from highground.engine.model import Point
from highground.engine.scene import Scene
from highground.engine.table.distance import toward

LOOKED_AT = 2
"""How many of them a unit tries to go to as it stands, before it looks for another way to the best."""
ALONE = 12
"""The same for a single miniature, whose straight ways are quickly tried."""
LOOKS = 3
"""How many that can be reached are looked at closely, to see which is worth what it promised."""


Look = Callable[[Candidate], Candidate]


class Goal(NamedTuple):
    """Where the unit goes: a candidate, and the places to end on; None if it stays here or must roll for it first."""

    candidate: Candidate
    ends: tuple[Point, ...] | None


def _as_it_is(candidate: Candidate) -> Candidate:
    return candidate


def goal(scene: Scene, unit: int, limit: float, ranked: Iterable[Candidate], look: Look = _as_it_is) -> Goal | None:
    """The best of the candidates that can be reached in a move of `limit` inches, in formation or out of it.

    `look` marks down a candidate that is worth less than it promised. It is asked for those alone that can be reached
    and would be taken.
    """
    figures, best, found, looks = scene.figures(unit), None, None, 0
    alone = len(figures.places) == 1
    looked_at, ground = (ALONE, finding.about(scene, unit, limit)) if alone else (LOOKED_AT, None)
    for number, candidate in enumerate(ranked):
        if found is not None and (found.candidate.score >= candidate.score or looks == LOOKS):
            return found
        if number == looked_at and found is None and best is not None:
            ends = _another_way(scene, unit, best.anchor, limit)
            if ends is not None:
                return Goal(best, ends)
        best = best or candidate
        ends = None
        if not candidate.advance and candidate.anchor != figures.centre:
            ends = finding.shift(scene, unit, candidate.anchor, limit, ground)
            if ends is None:
                continue
        seen, looks = look(candidate), looks + 1
        if found is None or seen.score > found.candidate.score:
            found = Goal(seen, ends)
    return found


def _another_way(scene: Scene, unit: int, anchor: Point, limit: float) -> tuple[Point, ...] | None:
    """Round obstacles for a miniature alone; for others out of formation, all of the way or half of it."""
    figures = scene.figures(unit)
    if len(figures.places) == 1:
        return finding.form_up(scene, unit, anchor, limit)
    half = toward(figures.centre, anchor, 0.5 * min(limit, dist(figures.centre, anchor)))
    return finding.form_up(scene, unit, anchor, limit, straight=True) or finding.form_up(
        scene, unit, half, limit, straight=True
    )
