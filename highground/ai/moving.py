"""Where to move: places about a unit, scored by what the unit could do from there and what it would suffer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from highground.ai.aims import Aims
from highground.ai.appraisal import Floats
from highground.ai.outlook import NEAREST, Outlook
from highground.ai.personality import Personality
from highground.ai.view import Foes, control_beside
from highground.engine.abilities import powers
from highground.engine.kept import While
from highground.engine.model import Point
from highground.engine.scene import Scene
from highground.engine.state import Unit
from highground.engine.steps import movement
from highground.engine.table.distance import snap
from highground.engine.table.sight import visible

POINTS_OF_AN_OBJECTIVE = 70.0
"""Worth, in points of army, of holding an objective for a turn."""
UNSEEN = 0.7
"""Share of a shot's worth that is lost where none of the nearest enemies can be seen."""
CONSIDERED = 16
"""Candidates that are kept for a unit."""
TERMS = ("shooting", "melee", "danger", "objectives", "mission")


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
    before the roll.
    """

    def __init__(
        self,
        scene: Scene,
        unit: Unit,
        personality: Personality,
        limit: float,
        advancing: bool,
        fighting: bool = True,
        rolled: float | None = None,
    ) -> None:
        self.scene, self.unit, self.personality = scene, unit, personality
        self.outlook, self.row = _outlook(scene, unit.index, personality, limit, advancing, fighting)
        self.foes, self.anchors = self.outlook.foes, self.outlook.anchors[:, self.row]
        self._advances, self._shares = rolled is None, self.outlook.ground[self.row]
        if rolled is not None:
            self.anchors, self._shares = self.outlook.at_length(self.row, rolled, limit)
        self._rows: list[list[float]] | None = None
        self._columns = self._weighed()
        self._scores = np.add.reduce(self._columns)
        order: list[int] = (-self._scores).argsort(kind="stable").tolist()
        self._order = order if rolled is None else [number for number in order if number >= self.outlook.usual]

    def _weighed(self) -> Floats:
        """The terms of each candidate's score, (4, C), or (5, C) for who looks at the mission."""
        outlook, row, weights = self.outlook, self.row, self.personality
        aims = Aims.of(self.scene, self.unit.side) if weights.mission else None
        columns = np.zeros((4 if aims is None else 5, self.anchors.shape[1]))
        if outlook.fighting:
            np.multiply(outlook.fire[row], weights.shooting, out=columns[0])
            np.multiply(outlook.blows[row], weights.melee, out=columns[1])
        if len(self.foes):
            np.multiply(outlook.danger[row], -weights.danger, out=columns[2])
        if len(self._shares):
            np.multiply(self._ground(aims), weights.objectives, out=columns[3])
        if aims is not None and aims.places:
            np.multiply(aims.at(self.scene, self.unit.index, self.anchors), weights.mission, out=columns[4])
        return columns

    def ranked(self, most: int) -> list[Candidate]:
        """The best candidates, best first."""
        return list(self.after(0, most))

    def after(self, first: int, most: int) -> Iterator[Candidate]:
        """Those from place `first` of the ranking on, up to place `most`, made when their turn comes."""
        top = self._order[: max(most, CONSIDERED)]
        xs, ys, *columns, scores = self._plain(top)
        for k, number in enumerate(top[:most]):
            if k >= first:
                terms = tuple([column[k] for column in columns])
                advance = self._advances and number >= self.outlook.usual
                yield Candidate(number, snap(xs[k], ys[k]), advance, scores[k], terms)

    def _plain(self, top: list[int]) -> list[list[float]]:
        """Anchors, terms and scores of the best candidates as plain numbers, once one of them is asked for."""
        if self._rows is None or len(self._rows[0]) < len(top):
            self._rows = np.concatenate((self.anchors, self._columns, self._scores[None])).take(top, axis=1).tolist()
        return self._rows

    def _ground(self, aims: Aims | None) -> Floats:
        """Worth of the ground that the unit holds, wins or approaches."""
        appraisal, index = self.foes.appraisal, self.unit.index
        control = float(appraisal.control[index]) * sum(self.unit.wounds) / float(appraisal.wounds[index])
        worth = np.array(_wanted(self.scene, self.foes, index, control, aims))[:, None]
        return np.asarray(np.maximum.reduce(self._shares * worth))

    def marked_down(self, candidate: Candidate) -> Candidate:
        """The candidate again, worth less where the unit sees nobody to shoot at."""
        if candidate.terms[0] <= 0.0:
            return candidate
        gaps = self.outlook.gaps[self.row, : len(self.foes), candidate.number].tolist()
        longest = float(self.foes.appraisal.longest[self.unit.index])
        for k in sorted(range(len(gaps)), key=gaps.__getitem__)[:NEAREST]:
            if gaps[k] > longest:
                break
            if visible(self.scene.board, candidate.anchor, 0.6, self.foes.places[k], 0.6):
                return candidate
        lost = candidate.terms[0] * UNSEEN
        terms = (candidate.terms[0] - lost, *candidate.terms[1:])
        return candidate._replace(score=candidate.score - lost, terms=terms)


def _outlook(
    scene: Scene, unit: int, personality: Personality, limit: float, advancing: bool, fighting: bool
) -> tuple[Outlook, int]:
    """The outlook that has the unit, and its row there; that of all units still to move where it holds for this one."""
    hindered = _hindered(scene, unit) if advancing else _USUALLY
    if not advancing or not fighting or hindered != _USUALLY:
        return Outlook(scene, (unit,), (limit,), personality, advancing, fighting, hindered), 0
    side = scene.state.units[unit].side
    known = _OUTLOOKS.last(scene.memory, side)
    if known is not None:
        row = _row(scene, known, unit, personality, limit)
        if row is not None:
            return known[1], row
    waiting = [unit, *(u.index for u in scene.units_of(side) if not u.moved and u.index != unit)]
    speeds = [limit, *(movement.speed(scene, each) for each in waiting[1:])]
    outlook = Outlook(scene, waiting, speeds, personality, True)
    _OUTLOOKS.put(scene.memory, side, (personality.forward, waiting, speeds), outlook)
    return outlook, 0


_OUTLOOKS: While[int, Outlook] = While("outlook")


def _row(scene: Scene, known: tuple[Any, Outlook], unit: int, personality: Personality, limit: float) -> int | None:
    """The unit's row in an outlook that is known, if nothing that it is made of has changed since."""
    (forward, units, limits), outlook = known
    if forward != personality.forward or unit not in units:
        return None
    row: int = units.index(unit)
    same = outlook.figures[row] is scene.figures(unit) and limits[row] == limit
    return row if same and outlook.foes is Foes.of(scene, scene.state.units[unit].side) else None


_USUALLY = (True, True)


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
