"""Candidate places of several units at once, and what each could do from there and would suffer."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import numpy as np

from highground.ai.appraisal import Floats
from highground.ai.personality import Personality
from highground.ai.prospects import BLOWS, SPAN, Entries, Prospects, entries
from highground.ai.view import Foes
from highground.engine.scene import Scene

ADVANCE = 3.5
NEAREST = 3
"""Enemies that a unit may go straight for, and that it looks for from a place."""
_FULL = [(cos(k * pi / 8), sin(k * pi / 8)) for k in range(16)]
_HALF = [(0.5 * cos(k * pi / 4), 0.5 * sin(k * pi / 4)) for k in range(8)]
_NEAR = np.array([(0.0, 0.0), *_FULL, *_HALF]).T[:, None, :]
_OUTER = np.array(_FULL).T[:, None, :]
_FIRST, _LAST = np.array((0.7, 0.7))[:, None, None], np.array((59.3, 43.3))[:, None, None]
"""The corners between which a unit's centre is looked for."""


_NOTHING = np.zeros((1, 1))


class Outlook:
    """C candidates for each of U units of a side that may move `limits` inches: first those of a usual move, `usual` in
    number, then those that take an advance.

    `anchors` (2, U, C) are places of the units' centres, `gaps` (U, F + K, C) rough inches from the unit's circle there
    to the circles of the F enemies and to the K objectives. `fire`, `blows` and `danger` (U, C) are in points of army,
    unweighted, and left out where there is nobody to fight or the units do not fight after this move (`fighting`);
    `ground` (U, K, C) is the share of each objective's worth. `hindered` says whether an advance keeps the units from
    (shooting, charging) as it usually does.
    """

    def __init__(
        self,
        scene: Scene,
        units: Sequence[int],
        limits: Sequence[float],
        personality: Personality,
        advancing: bool,
        fighting: bool = True,
        hindered: tuple[bool, bool] = (True, True),
    ) -> None:
        states = [scene.state.units[unit] for unit in units]
        self.figures = [scene.figures(unit) for unit in units]
        self.foes = Foes.of(scene, states[0].side)
        self.hindered, self.forward = hindered, personality.forward
        appraisal = self.foes.appraisal
        self._tables = Prospects.of(appraisal, states[0].side)
        self._units = np.array(units, dtype=np.intp)
        self._wounds = np.array([float(sum(state.wounds)) for state in states])
        self._share = self._wounds / appraisal.wounds[self._units]
        self._first = (self._units - int(appraisal.armies[states[0].side][0]))[:, None, None]
        here = np.array([figures.centre for figures in self.figures]).T[:, :, None]
        self.anchors, self.usual = self._candidates(here, np.array(limits)[:, None], advancing)
        self.fighting = fighting and len(self.foes) > 0
        self.gaps = self._distances()
        self._score(fighting)

    def _candidates(self, here: Floats, limits: Floats, advancing: bool) -> tuple[Floats, int]:
        """Here, two rings, the ways to objectives and to the nearest enemies; and again by an advance."""
        way = self._goals(here) - here
        length = np.maximum(np.hypot(way[0], way[1]), 1e-9)
        steps = [limits * _NEAR, way * np.minimum(1.0, limits / length)]
        if advancing:
            far = limits + ADVANCE
            steps += [far * _OUTER, way * np.minimum(1.0, far / length)]
        anchors = np.concatenate(steps, axis=2)
        anchors += here
        np.maximum(anchors, _FIRST, out=anchors)
        np.minimum(anchors, _LAST, out=anchors)
        return anchors, _NEAR.shape[2] + way.shape[2]

    def _goals(self, here: Floats) -> Floats:
        """(2, U, K + at most `NEAREST`)."""
        foes, spots = len(self.foes), self.foes.spots
        objectives = np.broadcast_to(spots[:, None, foes:], (2, here.shape[1], spots.shape[1] - foes))
        if not foes:
            return objectives
        away = spots[:, None, :foes] - here
        away *= away
        order = (away[0] + away[1]).argsort(axis=1)[:, :NEAREST]
        return np.concatenate([objectives, spots[:, order]], axis=2)

    def _distances(self) -> Floats:
        foes, reach = self.foes, np.array([figures.reach for figures in self.figures])[:, None]
        gaps = foes.spots[0][:, None] - self.anchors[0][:, None, :]
        across = foes.spots[1][:, None] - self.anchors[1][:, None, :]
        gaps *= gaps
        across *= across
        gaps += across
        np.sqrt(gaps, out=gaps)
        gaps[:, : len(foes)] -= ((foes.reach + reach) * 0.8)[:, :, None]
        gaps[:, len(foes) :] -= 0.5 * reach[:, :, None]
        return np.asarray(np.maximum(gaps, 0.0, out=gaps))

    def _score(self, fighting: bool) -> None:
        number, tables = len(self.foes), self._tables
        entry = entries(self.gaps)
        flat = entry[:, :number] + self.foes.columns
        flat += self._first * (tables.fire.shape[1] * SPAN)
        entry += self._first * SPAN
        self.ground = tables.ground.take(entry[:, number:])
        self.fire = self.blows = self.danger = _NOTHING
        if number:
            self.danger = self._danger(flat)
            if fighting:
                self.fire = self._fire(entry[:, :number], flat)
                self.blows = self._blows(entry[:, :number])

    def at_length(self, row: int, length: float, usual: float) -> tuple[Floats, Floats]:
        """One unit's anchors (2, C) with the longest of an advance at another length, and `ground` (K, C) there.

        `usual` inches are what the unit may move without an advance.
        """
        figures, number = self.figures[row], len(self.foes)
        here = np.array(figures.centre)[:, None]
        steps = self.anchors[:, row] - here
        far = np.hypot(steps[0], steps[1])
        anchors = here + steps * np.where(far < usual + ADVANCE - 0.01, 1.0, length / np.maximum(far, 1e-9))
        away = self.foes.spots[:, number:, None] - anchors[:, None, :]
        gaps = np.maximum(np.hypot(away[0], away[1]) - 0.5 * figures.reach, 0.0)
        return anchors, self._tables.ground.take(entries(gaps) + int(self._first[row, 0, 0]) * SPAN)

    def _fire(self, entry: Entries, flat: Entries) -> Floats:
        """Points that the best target loses to each unit's fire from each candidate."""
        foes, tables, usual = self.foes, self._tables, self.usual
        points = tables.fire.take(flat)
        if self.hindered[0] and usual < flat.shape[2]:
            points[:, :, usual:] = tables.assault.take(flat[:, :, usual:])
        scale = self._share[:, None] * foes.worth
        points *= scale[:, :, None]
        np.minimum(points, foes.points[:, None], out=points)
        most = foes.appraisal.shooting[self._units[:, None], foes.index]
        later = tables.later.take(entry)
        later *= np.minimum(most * scale, foes.points)[:, :, None]
        return _best(np.maximum(points, later, out=points))

    def _blows(self, entry: Entries) -> Floats:
        """Points that the best target of a charge loses, by the odds of reaching it."""
        foes, usual = self.foes, self.usual
        later = self._tables.nearer * self.forward
        odds = np.maximum(BLOWS, later).take(entry)
        if self.hindered[1] and usual < entry.shape[2]:
            odds[:, :, usual:] = later.take(entry[:, :, usual:])
        harm = foes.appraisal.melee[self._units[:, None], foes.index] * (self._share[:, None] * foes.worth)
        odds *= np.minimum(harm, foes.points)[:, :, None]
        return _best(odds)

    def _danger(self, flat: Entries) -> Floats:
        """Points that each unit stands to lose to enemies that reach it in their next turn."""
        harm = np.minimum(self.foes.share @ self._tables.danger.take(flat), self._wounds[:, None])
        return np.asarray(harm * self.foes.appraisal.worth[self._units][:, None])


def _best(worth: Floats) -> Floats:
    """The most among the enemies."""
    return np.asarray(np.maximum.reduce(worth, axis=1))
