"""Where to move: places about a unit, scored by what the unit could do from there and what it would suffer."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from highground.ai.appraisal import Floats
from highground.ai.personality import Personality
from highground.ai.view import CHARGE_ODDS, Foes
from highground.engine.model import Layout, Point
from highground.engine.scene import Figures, Scene
from highground.engine.state import Unit
from highground.engine.table.objectives import OBJECTIVE_REACH
from highground.engine.table.sight import visible

Booleans = npt.NDArray[np.bool_]

POINTS_OF_AN_OBJECTIVE = 70.0
"""Worth, in points of army, of holding an objective for a turn."""
ADVANCE = 3.5
FAR = 0.3
"""Share of its worth that a chance out of reach keeps, before it fades with the turns that lie between."""
FADE = 0.7
UNSEEN = 0.7
"""Share of a shot's worth that is lost where none of the nearest enemies can be seen."""
TERMS = ("shooting", "melee", "danger", "objectives")
_FULL = [(cos(k * pi / 8), sin(k * pi / 8)) for k in range(16)]
_HALF = [(0.5 * cos(k * pi / 4), 0.5 * sin(k * pi / 4)) for k in range(8)]
_RINGS = np.array([*_FULL, *_HALF])
_OUTER = np.array(_FULL)


class Candidate(NamedTuple):
    """A place for the unit's centre, whether it takes an advance, its score and the terms of it (`TERMS`)."""

    number: int
    anchor: Point
    advance: bool
    score: float
    terms: tuple[float, ...]


class Places:
    """All candidate places of one unit, scored at once."""

    def __init__(self, scene: Scene, unit: Unit, personality: Personality, limit: float, advancing: bool) -> None:
        self.scene, self.unit, self.personality = scene, unit, personality
        self.foes = Foes.of(scene, unit.side)
        self.gaps: Floats = np.zeros((0, 0))
        self.figures = scene.figures(unit.index)
        appraisal = self.foes.appraisal
        self.guns = appraisal.guns[unit.index]
        self.speed = max(1.0, float(appraisal.speed[unit.index]))
        self.wounds = float(sum(unit.wounds))
        self.share = self.wounds / float(appraisal.wounds[unit.index])
        self.anchors, self.advances = self._candidates(limit, advancing)

    def _candidates(self, limit: float, advancing: bool) -> tuple[Floats, Booleans]:
        """Here, two rings, the ways to objectives and to the nearest enemies; and a ring that takes an advance."""
        here = np.array(self.figures.centre)
        way = self._goals(here) - here
        length = np.maximum(np.sqrt((way * way).sum(axis=1)), 1e-9)
        rings, flags = _steps(limit, advancing, len(way))
        shares = [np.minimum(1.0, limit / length)]
        if advancing:
            shares.append(np.minimum(1.0, (limit + ADVANCE) / length))
        goals = [way * share[:, None] for share in shares]
        return _on_board(here + np.concatenate([rings, *goals])), flags

    def _goals(self, here: Floats) -> Floats:
        objectives = _objectives_of(self.scene.setup.layout)
        if not len(self.foes):
            return objectives
        order = np.argsort(((self.foes.places - here) ** 2).sum(axis=1))[:3]
        return np.vstack([objectives, self.foes.places[order]])

    def ranked(self, most: int, fighting: bool = True) -> list[Candidate]:
        """The best candidates, best first. `fighting` False: the unit neither shoots nor charges after this move."""
        gaps = self.gaps = self.foes.gaps(self.anchors, self.figures.reach)
        foes, weights = len(self.foes) > 0, self.personality
        columns = np.zeros((4, len(self.anchors)))
        if foes and fighting:
            columns[0] = self._shooting(gaps) * weights.shooting
            columns[1] = self._melee(gaps) * weights.melee
        if foes:
            columns[2] = self._danger(gaps) * -weights.danger
        columns[3] = self._objectives() * weights.objectives
        scores = columns.sum(axis=0)
        order = np.argsort(-scores, kind="stable")[:most]
        rows = zip(order.tolist(), self.anchors[order].tolist(), columns[:, order].T.tolist(), strict=True)
        return [
            Candidate(i, (round(x, 3), round(y, 3)), bool(self.advances[i]), float(scores[i]), tuple(terms))
            for i, (x, y), terms in rows
        ]

    def _shooting(self, gaps: Floats) -> Floats:
        """Points that the best target loses to the unit's fire from each candidate."""
        guns, foes = self.guns, self.foes
        if not len(guns.reach):
            return np.zeros(len(gaps))
        harm = guns.harm[:, foes.index] * self.share
        fires = np.where(self.advances[:, None], guns.assault[None, :], 1.0)
        reached = (gaps[:, None, :] <= guns.reach[None, :, None]) * fires[:, :, None]
        points = np.minimum(np.einsum("caf,af->cf", reached, harm), foes.wounds) * foes.worth
        most = np.minimum(harm.sum(axis=0), foes.wounds) * foes.worth
        turns = np.maximum(0.0, gaps - guns.reach.max()) / self.speed
        return np.asarray(np.maximum(points, FAR * most * FADE**turns).max(axis=1))

    def _melee(self, gaps: Floats) -> Floats:
        """Points that the best target of a charge loses, by the odds of reaching it."""
        foes = self.foes
        harm = foes.appraisal.melee[self.unit.index, foes.index] * self.share
        points = np.minimum(harm, foes.wounds) * foes.worth
        odds = CHARGE_ODDS[np.clip(np.ceil(gaps - 1.0), 0, 13).astype(int)]
        odds = np.where(np.logical_or(self.advances[:, None], gaps > 12.0), 0.0, odds)
        turns = np.maximum(0.0, gaps - 8.0) / self.speed
        later = FAR * self.personality.forward * FADE**turns
        return np.asarray((points * np.maximum(odds, later)).max(axis=1))

    def _danger(self, gaps: Floats) -> Floats:
        """Points that the unit stands to lose to enemies that reach it in their next turn."""
        foes, me = self.foes, self.unit.index
        appraisal = foes.appraisal
        fire = appraisal.shooting[foes.index, me] * foes.share
        blows = appraisal.melee[foes.index, me] * foes.share
        left = np.maximum(0.0, gaps - foes.speed)
        odds = CHARGE_ODDS[np.clip(np.ceil(left - 1.0), 0, 13).astype(int)]
        shot = (left <= appraisal.longest[foes.index]) * fire
        harm = np.maximum(shot, odds * blows).sum(axis=1)
        return np.asarray(np.minimum(harm, self.wounds) * float(appraisal.worth[me]))

    def _objectives(self) -> Floats:
        """Worth of the ground that the unit holds, wins or approaches."""
        value, places = _wanted(self.scene, self.unit, float(self.foes.appraisal.control[self.unit.index]) * self.share)
        apart = self.anchors[:, None, :] - places[None, :, :]
        length = np.sqrt((apart**2).sum(axis=2)) - 0.5 * self.figures.reach
        turns = np.maximum(0.0, length - OBJECTIVE_REACH + 0.5) / self.speed
        return np.asarray((value * np.where(turns > 0.0, 0.6 * FADE**turns, 1.0)).max(axis=1, initial=0.0))

    def sighted(self, candidates: list[Candidate], most: int) -> list[Candidate]:
        """The best few again, those first from where the unit sees somebody worth shooting at."""
        if not len(self.guns.reach) or not len(self.foes):
            return candidates[:most]
        checked = [self._seen(candidate) for candidate in candidates[:most]]
        return sorted(checked, key=lambda candidate: -candidate.score)

    def _seen(self, candidate: Candidate) -> Candidate:
        if candidate.terms[0] <= 0.0:
            return candidate
        gaps = self.gaps[candidate.number]
        longest = float(self.guns.reach.max())
        for k in np.argsort(gaps)[:3].tolist():
            place = (float(self.foes.places[k, 0]), float(self.foes.places[k, 1]))
            if gaps[k] > longest:
                break
            if visible(self.scene.board, candidate.anchor, 0.6, place, 0.6):
                return candidate
        lost = candidate.terms[0] * UNSEEN
        terms = (candidate.terms[0] - lost, *candidate.terms[1:])
        return candidate._replace(score=candidate.score - lost, terms=terms)


@lru_cache(maxsize=1024)
def _steps(limit: float, advancing: bool, goals: int) -> tuple[Floats, Booleans]:
    """The rings of places about a unit, as steps, and which of all candidates take an advance."""
    near = np.vstack([np.zeros((1, 2)), limit * _RINGS])
    far = (limit + ADVANCE) * _OUTER if advancing else np.zeros((0, 2))
    beyond = [False] * len(near) + [True] * len(far) + [False] * goals + [True] * (goals if advancing else 0)
    return np.vstack([near, far]), np.array(beyond)


def _on_board(anchors: Floats) -> Floats:
    return np.asarray(np.clip(anchors, (0.7, 0.7), (59.3, 43.3)))


@lru_cache(maxsize=64)
def _objectives_of(layout: Layout) -> Floats:
    return np.array([objective.location for objective in layout.objectives], dtype=float).reshape(-1, 2)


def _wanted(scene: Scene, unit: Unit, control: float) -> tuple[Floats, Floats]:
    """What each objective is worth to the unit, given who else stands there, and where they lie."""
    places = _objectives_of(scene.setup.layout)
    mine = _levels(scene, unit.side, places, unit.index)
    theirs = _levels(scene, 1 - unit.side, places, None)
    contested = np.where(mine + control > theirs, 1.0, 0.35 if control else 0.0)
    return np.where(mine > theirs, 0.12, contested) * POINTS_OF_AN_OBJECTIVE, places


def _levels(scene: Scene, side: int, places: Floats, leave_out: int | None) -> Floats:
    """The side's objective control about each place, roughly: whole units at a time."""
    live = scene.live()
    units = [unit for unit in scene.units_of(side) if not unit.shocked]
    figures = [live[unit.index] for unit in units]
    key = (side, "levels", "")
    known = scene.ready.get(key)
    if known is None or known[0] != figures:
        known = scene.ready[key] = (figures, _control(scene, units, figures, places))
    levels: Floats = known[1]
    keep = [unit.index != leave_out for unit in units]
    return np.asarray(levels @ np.array(keep, dtype=float)) if units else np.zeros(len(places))


def _control(scene: Scene, units: list[Unit], figures: list[Figures], places: Floats) -> Floats:
    """What each unit brings to each place, (places, units)."""
    if not units:
        return np.zeros((len(places), 0))
    spots = np.array([(*each.centre, OBJECTIVE_REACH + each.reach) for each in figures])
    levels = [
        scene.sheets[unit.index].line_up[each.indices[0]].profile.objective_controlled * len(each.indices)
        for unit, each in zip(units, figures, strict=True)
    ]
    apart = spots[None, :, :2] - places[:, None, :]
    near = np.einsum("pux,pux->pu", apart, apart) <= spots[:, 2] ** 2
    return np.asarray(near * np.array(levels, dtype=float))
