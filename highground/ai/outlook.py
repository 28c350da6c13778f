"""Candidate places of a unit, and what it could do from each of them and would suffer."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64

from highground.ai.aims import Aims
from highground.ai.personality import Personality
from highground.ai.prospects import SPAN, Prospects, entry
from highground.ai.view import Foes
from highground.engine.model import Point
from highground.engine.scene import Scene
from highground.engine.steps.movement import RESERVE_DISTANCE

ADVANCE = 3.5
NEAREST = 3
"""Enemies that a unit may go straight for, and that it looks for from a place."""
_FULL = [(cos(k * pi / 8), sin(k * pi / 8)) for k in range(16)]
_NEAR = [(0.0, 0.0), *_FULL, *[(0.5 * cos(k * pi / 4), 0.5 * sin(k * pi / 4)) for k in range(8)]]
LEAST, WIDEST, DEEPEST = 0.7, 59.3, 43.3
"""Inches between which a unit's centre is looked for."""


class Spots(NamedTuple):
    """Candidates instead of those about the unit; `clear`: enemies are as far from all of them as from an arrival."""

    places: list[Point]
    clear: bool = False


class Manner(NamedTuple):
    """How a unit may move: whether by an advance too, and whether it fights after this move.

    `hindered` says whether an advance keeps it from (shooting, charging) as it usually does. `spots` are candidates
    instead of those about the unit.
    """

    advancing: bool
    fighting: bool = True
    hindered: tuple[bool, bool] = (True, True)
    spots: Spots | None = None


class Outlook:
    """The candidates of a unit that may move `limit` inches: first those of a usual move, `usual` in number, then those
    that take an advance.

    `xs`, `ys` are places of the unit's centre. `fire`, `blows` and `danger` at each are in points of army, unweighted,
    and 0 where there is nobody to fight or the unit does not fight after this move.

    With `aims` what the mission gives for kills and charges counts too, and of an enemy's harm only the share that it
    is likely to turn on this unit of all that it could.
    """

    __slots__ = (
        "_centre",
        "_least",
        "_row",
        "_tables",
        "blows",
        "danger",
        "fighting",
        "fire",
        "foes",
        "reach",
        "usual",
        "xs",
        "ys",
    )

    def __init__(
        self,
        scene: Scene,
        unit: int,
        limit: float,
        personality: Personality,
        manner: Manner,
        aims: Aims | None = None,
    ) -> None:
        figures, side = scene.figures(unit), scene.state.units[unit].side
        self.foes = foes = Foes.of(scene, side)
        self._tables = Prospects.of(foes.appraisal, side)
        self._centre: Point = figures.centre
        self.reach: float = figures.reach
        self._row: i64 = (unit - self._tables.first) * SPAN
        self.xs = self.ys = vec[float]()
        self._candidates(limit, manner)
        self._least: i64 = entry(RESERVE_DISTANCE + 0.1) if manner.spots is not None and manner.spots.clear else 0
        self.fighting = manner.fighting and bool(foes.index)
        self.fire = self.blows = self.danger = vec[float]()
        against = self._against(unit, float(sum(scene.state.units[unit].wounds)))
        if aims is not None:
            self._tempted(scene, unit, against, aims)
        self._weigh(against, personality.forward, manner.hindered, 0.0 if aims is None else aims.charge)

    def _candidates(self, limit: float, manner: Manner) -> None:
        if manner.spots is not None:
            x, y = self._centre
            for u, v in manner.spots.places:
                self._add(u - x, v - y)
            self.usual = len(self.xs)
            return
        goals = self._goals()
        self._ring(_NEAR, limit)
        self._toward(goals, limit)
        self.usual = len(self.xs)
        if manner.advancing:
            self._ring(_FULL, limit + ADVANCE)
            self._toward(goals, limit + ADVANCE)

    def _tempted(self, scene: Scene, unit: int, foes: list[_Foe], aims: Aims) -> None:
        """What else each enemy could turn on, and what the mission gives for its end."""
        appraisal, tables, side = self.foes.appraisal, self._tables, scene.state.units[unit].side
        others = [other for other in scene.standing(side) if other != unit]
        for k, each in enumerate(foes):
            foe = self.foes.index[k]
            each.body, each.worth = float(sum(scene.state.units[unit].wounds)), appraisal.worth[unit]
            each.aimed = True
            each.end = aims.kills.get(foe, 0.0) + aims.halves.get(foe, 0.0)
            for other in others:
                figures = scene.figures(other)
                dx, dy = each.x - figures.centre[0], each.y - figures.centre[1]
                row: i64 = ((other - tables.first) * tables.enemies + foe - tables.first_enemy) * SPAN
                gap = sqrt(dx * dx + dy * dy) - (self.foes.reach[k] + figures.reach) * 0.8
                harm = each.share * tables.danger[row + entry(gap)]
                left = float(sum(scene.state.units[other].wounds))
                each.tempted = max(each.tempted, min(harm, left) * appraisal.worth[other])

    def _goals(self) -> list[Point]:
        """The objectives, and the nearest enemies."""
        x, y = self._centre
        near = [((u - x) * (u - x) + (v - y) * (v - y), k) for k, (u, v) in enumerate(self.foes.places)]
        near.sort()
        return [*self.foes.appraisal.objectives, *[self.foes.places[k] for _, k in near[:NEAREST]]]

    def _ring(self, ways: list[Point], length: float) -> None:
        for dx, dy in ways:
            self._add(length * dx, length * dy)

    def _toward(self, goals: list[Point], limit: float) -> None:
        """Straight ways to the goals, as far as the unit gets."""
        x, y = self._centre
        for u, v in goals:
            dx, dy = u - x, v - y
            share = limit / max(sqrt(dx * dx + dy * dy), 1e-9)
            share = min(1.0, share)
            self._add(dx * share, dy * share)

    def _add(self, dx: float, dy: float) -> None:
        x, y = self._centre[0] + dx, self._centre[1] + dy
        self.xs = append(self.xs, min(max(x, LEAST), WIDEST))
        self.ys = append(self.ys, min(max(y, LEAST), DEEPEST))

    def _against(self, unit: int, wounds: float) -> list[_Foe]:
        """What counts of each enemy, for this unit."""
        foes, tables, appraisal = self.foes, self._tables, self.foes.appraisal
        mine, found = wounds / appraisal.wounds[unit], []
        shooting, melee = appraisal.shooting[unit], appraisal.melee[unit]
        for k, foe in enumerate(foes.index):
            scale, left = mine * foes.worth[k], foes.points[k]
            row = (unit - tables.first) * tables.enemies + foe - tables.first_enemy
            each = _Foe(foes, k, row * SPAN, (foes.reach[k] + self.reach) * 0.8)
            each.scale, each.most, each.harm = scale, min(shooting[foe] * scale, left), min(melee[foe] * scale, left)
            found.append(each)
        return found

    def _weigh(self, foes: list[_Foe], forward: float, hindered: tuple[bool, bool], charge: float) -> None:
        """Points that the best target loses to fire and to a charge, by its odds, and wounds that the enemies deal."""
        tables, row, fighting = self._tables, self._row, self.fighting
        later, nearer, odds, threat = tables.later, tables.nearer, tables.blows, tables.danger
        fire, blows, danger = vec[float](), vec[float](), vec[float]()
        c: i64 = 0
        usual: i64 = self.usual
        end: i64 = len(self.xs)
        least: i64 = self._least
        while c < end:
            x, y = self.xs[c], self.ys[c]
            guns = tables.assault if c >= usual and hindered[0] else tables.fire
            charges = c < usual or not hindered[1]
            shot, blow, harm = 0.0, 0.0, 0.0
            for foe in foes:
                dx, dy = foe.x - x, foe.y - y
                e = entry(sqrt(dx * dx + dy * dy) - foe.gap)
                if e < least:  # noqa: PLR1730 - `max` is slow
                    e = least
                at = foe.row + e
                dealt = foe.share * threat[at]
                harm += foe.turned(dealt) if foe.aimed else dealt
                if fighting:
                    points = min(guns[at] * foe.scale, foe.left)
                    if foe.end > 0.0 and foe.left > 0.0:
                        points += foe.end * (points / foe.left) * (points / foe.left)
                    shot = max(shot, max(points, later[row + e] * foe.most))  # noqa: PLW3301 - `max` of three is slow
                    chance = nearer[row + e] * forward
                    if charges:
                        chance = max(chance, odds[e])
                    blow = max(blow, chance * foe.harm)
                    if charge > 0.0 and charges:
                        blow = max(blow, odds[e] * (foe.harm + charge))
            fire, blows, danger = append(fire, shot), append(blows, blow), append(danger, harm)
            c += 1
        self.fire, self.blows, self.danger = fire, blows, danger

    def at_length(self, length: float, usual: float) -> None:
        """Move the candidates with the longest of an advance to another length, with what is counted left as it was.

        `usual` inches are what the unit may move without an advance.
        """
        x, y = self._centre
        k: i64 = 0
        end: i64 = len(self.xs)
        while k < end:
            dx, dy = self.xs[k] - x, self.ys[k] - y
            far = sqrt(dx * dx + dy * dy)
            if far >= usual + ADVANCE - 0.01:
                share = length / max(far, 1e-9)
                self.xs[k], self.ys[k] = x + dx * share, y + dy * share
            k += 1

    def ground(self, number: i64, worth: list[float]) -> float:
        """Of what the objectives are worth to the unit, the most that it has from a candidate."""
        x, y, best = self.xs[number], self.ys[number], 0.0
        spots, share, near = self.foes.appraisal.spots, self._tables.ground, 0.5 * self.reach
        k: i64 = 0
        end: i64 = len(spots)
        while k < end:
            dx, dy = spots[k] - x, spots[k + 1] - y
            best = max(best, share[self._row + entry(sqrt(dx * dx + dy * dy) - near)] * worth[k >> 1])
            k += 2
        return best

    def nearest(self, number: i64) -> list[tuple[float, int]]:
        """Rough inches from a candidate to the nearest enemies, with their places in `foes`."""
        x, y = self.xs[number], self.ys[number]
        gaps = []
        for k, (u, v) in enumerate(self.foes.places):
            dx, dy = u - x, v - y
            gaps.append((max(0.0, sqrt(dx * dx + dy * dy) - (self.foes.reach[k] + self.reach) * 0.8), k))
        gaps.sort()
        return gaps[:NEAREST]


class _Foe:
    """An enemy, for one unit: its first entry in tables of both, and its figures in points of army."""

    __slots__ = (
        "aimed",
        "body",
        "end",
        "gap",
        "harm",
        "left",
        "most",
        "row",
        "scale",
        "share",
        "tempted",
        "worth",
        "x",
        "y",
    )

    def __init__(self, foes: Foes, k: int, row: i64, gap: float) -> None:
        self.row, self.gap = row, gap
        self.x, self.y = foes.places[k]
        self.share, self.left = foes.share[k], foes.points[k]
        self.scale = self.most = self.harm = 0.0
        self.end = self.tempted = self.body = self.worth = 0.0
        self.aimed = False

    def turned(self, harm: float) -> float:
        """Of the harm that it could do to the unit the share that it is likely to choose to do."""
        dealt = min(harm, self.body)
        points = dealt * self.worth
        return dealt * points / (points + self.tempted) if points > 0.0 else 0.0
