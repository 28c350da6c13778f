"""Where to move: places about a unit, scored by what the unit could do from there and what it would suffer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from librt.vecs import append, vec

from highground.ai.aims import Aims, gap_to
from highground.ai.outlook import Manner, Outlook, Spots
from highground.ai.personality import Personality
from highground.ai.view import Foes, control_beside
from highground.engine.abilities import powers
from highground.engine.base import round_base
from highground.engine.model import Point
from highground.engine.scene import Scene
from highground.engine.state import Unit
from highground.engine.table.distance import FAR, snap
from highground.engine.table.objectives import OBJECTIVE_REACH
from highground.engine.table.sight import visible

POINTS_OF_AN_OBJECTIVE = 70.0
"""Worth, in points of army, of holding an objective for a turn."""
UNSEEN = 0.7
"""Share of a shot's worth that is lost where none of the nearest enemies can be seen."""
CONSIDERED = 16
"""Candidates that are kept for a unit."""
ERRAND = 5.0
"""How much more an objective is worth to the unit that is the one to take it."""
WELL_AT = OBJECTIVE_REACH - 0.1
"""Inches from an objective within which a miniature is surely at it."""
LONE_DANGER = 2.5
"""How much more a character's danger counts that goes alone."""
TERMS = ("shooting", "melee", "danger", "objectives", "mission")

SOMEBODY: Final = round_base(0.6)
"""The base of the point that stands for a unit when sight lines are checked."""


class Candidate(NamedTuple):
    """A place for the unit's centre, whether it takes an advance, its score and the terms of it (`TERMS`)."""

    number: int
    anchor: Point
    advance: bool
    score: float
    terms: tuple[float, ...]


class Places:
    """All candidate places of one unit: what the outlook has for it, weighed by a personality.

    `fighting` False: the unit neither shoots nor charges after this move. `rolled`: it rolled for an advance and may go
    so many inches now; its places are those of an advance at that length. What it does and suffers there is taken from
    before the roll. `spots` are other candidates than those about the unit.
    """

    def __init__(
        self,
        scene: Scene,
        unit: Unit,
        personality: Personality,
        limit: float,
        advancing: bool,
        fighting: bool = True,
        *,
        rolled: float | None = None,
        spots: Spots | None = None,
    ) -> None:
        self.scene, self.unit, self.personality = scene, unit, personality
        hindered = _hindered(scene, unit.index) if advancing else (True, True)
        aims = Aims.of(scene, unit.side) if personality.mission else None
        manner = Manner(advancing, fighting, hindered, spots)
        self.outlook = Outlook(scene, unit.index, limit, personality, manner, aims)
        self.foes = self.outlook.foes
        self._rolled = rolled is not None
        if rolled is not None:
            self.outlook.at_length(rolled, limit)
        self._columns: list[vec[float]] = self._weighed(aims)
        self._open: vec[float] = self._summed()
        """Scores of the candidates that have not come into the ranking yet."""
        self._order: list[Candidate] = []

    def _weighed(self, aims: Aims | None) -> list[vec[float]]:
        """The terms of each candidate's score: four, or five for who looks at the mission."""
        outlook, weights = self.outlook, self.personality
        columns = [
            _times(outlook.fire, weights.shooting),
            _times(outlook.blows, weights.melee),
            self._danger(-weights.danger),
            self._ground(aims, weights.objectives),
        ]
        if aims is not None:
            columns.append(_times(aims.at(self.scene, self.unit.index, outlook.xs, outlook.ys), weights.mission))
        return columns

    def _danger(self, weight: float) -> vec[float]:
        """What the unit stands to lose to enemies that reach it in their next turn."""
        if self.personality.mission and lone(self.scene, self.unit.index):
            weight *= LONE_DANGER
        wounds, worth = float(sum(self.unit.wounds)), self.foes.appraisal.worth[self.unit.index]
        found = vec[float]()
        for harm in self.outlook.danger:
            found = append(found, min(harm, wounds) * worth * weight)
        return found

    def _ground(self, aims: Aims | None, weight: float) -> vec[float]:
        """Worth of the ground that the unit holds, wins or approaches."""
        appraisal, index = self.foes.appraisal, self.unit.index
        control = appraisal.control[index] * sum(self.unit.wounds) / appraisal.wounds[index]
        worth, found = _wanted(self.scene, self.foes, index, control, aims), vec[float]()
        errand = None if aims is None else aims.errands.get(index)
        arriving = 0.0 if aims is None or errand is None else ERRAND * aims.ground[errand]
        for number in range(len(self.outlook.xs)):
            ground = self.outlook.ground(number, worth)
            if errand is not None and ground < arriving and self._arrives(number, errand):
                ground = arriving
            found = append(found, ground * weight)
        return found

    def _arrives(self, number: int, objective: int) -> bool:
        """Whether the unit, moved to a candidate as it stands, is at the objective, without a roll that is to come."""
        if number >= self.outlook.usual and not self._rolled:
            return False
        figures, spot = self.scene.figures(self.unit.index), self.foes.appraisal.objectives[objective]
        dx, dy = self.outlook.xs[number] - figures.centre[0], self.outlook.ys[number] - figures.centre[1]
        return gap_to(figures, spot, dx, dy) <= WELL_AT

    def _summed(self) -> vec[float]:
        """The scores; of a unit that rolled only those of an advance."""
        total = _times(self._columns[0], 1.0)
        for column in self._columns[1:]:
            for k in range(len(total)):
                total[k] += column[k]
        if self._rolled:
            for k in range(self.outlook.usual):
                total[k] = -FAR
        return total

    def held(self) -> float:
        """What ground and places are worth to the unit where it stands."""
        return sum([column[0] for column in self._columns[3:]], 0.0)

    def ranked(self, most: int) -> list[Candidate]:
        """The best candidates, best first."""
        return list(self.after(0, most))

    def after(self, first: int, most: int) -> Iterator[Candidate]:
        """Those from place `first` of the ranking on, up to place `most`, found when their turn comes."""
        for k in range(first, most):
            while len(self._order) <= k:
                found = self._next()
                if found is None:
                    return
                self._order.append(found)
            yield self._order[k]

    def _next(self) -> Candidate | None:
        """The best of those that are not ranked yet, the first among equals."""
        scores, best, most = self._open, -1, -FAR
        for k in range(len(scores)):
            if scores[k] > most:
                best, most = k, scores[k]
        if best < 0:
            return None
        scores[best] = -FAR
        terms = tuple([column[best] for column in self._columns])
        anchor = snap(self.outlook.xs[best], self.outlook.ys[best])
        return Candidate(best, anchor, not self._rolled and best >= self.outlook.usual, most, terms)

    def marked_down(self, candidate: Candidate) -> Candidate:
        """The candidate again, worth less where the unit sees nobody to shoot at."""
        if candidate.terms[0] <= 0.0:
            return candidate
        longest = self.foes.appraisal.longest[self.unit.index]
        for gap, k in self.outlook.nearest(candidate.number):
            if gap > longest:
                break
            if visible(self.scene.board, candidate.anchor, SOMEBODY, self.foes.places[k], SOMEBODY):
                return candidate
        lost = candidate.terms[0] * UNSEEN
        terms = (candidate.terms[0] - lost, *candidate.terms[1:])
        return candidate._replace(score=candidate.score - lost, terms=terms)


def _times(numbers: vec[float], factor: float) -> vec[float]:
    found = vec[float]()
    for each in numbers:
        found = append(found, each * factor)
    return found


def lone(scene: Scene, unit: int) -> bool:
    """Whether the unit is a character with nobody about it."""
    return len(scene.state.units[unit].wounds) == 1 and "character" in scene.sheets[unit].keyword_set


def _hindered(scene: Scene, unit: int) -> tuple[bool, bool]:
    return (
        not powers.permits(scene, unit, "advance and shoot"),
        not powers.permits(scene, unit, "advance and charge"),
    )


def _wanted(scene: Scene, foes: Foes, unit: int, control: float, aims: Aims | None) -> list[float]:
    """What each objective is worth to the unit, given who else stands there."""
    contested = 0.35 if control else 0.0
    shares = [
        0.12 if own > foe else 1.0 if own + control > foe else contested
        for own, foe in zip(control_beside(scene, unit), foes.control(scene), strict=True)
    ]
    if aims is not None:
        return [share * worth for share, worth in zip(shares, aims.ground, strict=True)]
    return [share * POINTS_OF_AN_OBJECTIVE for share in shares]
