"""How a battle stands: the margin in victory points that it is headed for, and the chance to win."""

from __future__ import annotations

from math import dist, erf, sqrt

from highground.ai import choosing
from highground.ai.aims import scorings
from highground.ai.appraisal import Appraisal
from highground.ai.value_weights import SPREAD, WEIGHTS
from highground.engine.kept import Once
from highground.engine.scene import Scene
from highground.engine.state import ROUNDS
from highground.engine.steps import objectives
from highground.engine.steps.secondaries import TOTAL_CAP
from highground.engine.table.objectives import OBJECTIVE_REACH

FEATURES = (
    "points",
    "held",
    "within reach",
    "army",
    "control",
    "units",
    "command points",
    "secondaries left",
    "shooting",
    "melee",
    "charges",
    "ground to score",
    "missions to score",
    "turn",
)
"""What is looked at, each as the side's own less the enemy's; `turn` is 1. A head start is not among the points.

What both armies can do to each other (`Might`) is compared as a share of its sum, from -1 to 1.
"""
FADE = 0.6
"""Share of a unit's control that counts for an objective a turn's move away."""
CHARGE = 7.0
"""Inches of a charge that may be hoped for."""


def features(scene: Scene, side: int) -> list[float]:
    """How the side stands against the enemy, by `FEATURES`."""
    state = scene.state
    own, foe = state.armies[side], state.armies[1 - side]
    army, units, control = strength(scene, side)
    their_army, their_units, their_control = strength(scene, 1 - side)
    might, theirs = Might(scene, side), Might(scene, 1 - side)
    return [
        float((own.vp - own.head_start) - (foe.vp - foe.head_start)),
        float(_held(scene, side)),
        _reached(scene, side),
        (army - their_army) / 100.0,
        (control - their_control) / 10.0,
        float(units - their_units),
        float(own.cp - foe.cp),
        (own.secondary - foe.secondary) / 10.0,
        _compared(might.shooting, theirs.shooting),
        _compared(might.melee, theirs.melee),
        _compared(might.charges, theirs.charges),
        (_to_score(scene, side) - _to_score(scene, 1 - side)) / 10.0,
        (_from_missions(scene, side) - _from_missions(scene, 1 - side)) / 10.0,
        1.0,
    ]


def _compared(mine: float, theirs: float) -> float:
    return (mine - theirs) / (mine + theirs) if mine + theirs > 0.0 else 0.0


def _to_score(scene: Scene, side: int) -> float:
    """Victory points that the objectives held would bring the side if it held them to the end."""
    held = [k for k, marker in enumerate(scene.state.markers) if marker.held_by == side]
    return float(sum([objectives.worth(scene, side, k) for k in held])) * scorings(scene, side)


_EXPECTED: Once[tuple[float, float]] = Once(
    "_expected_of_missions", lambda setup: (choosing.expected(setup, 0), choosing.expected(setup, 1))
)


def _from_missions(scene: Scene, side: int) -> float:
    """Victory points that the side's secondary missions, fixed or to be drawn, may be expected to bring yet."""
    state = scene.state
    turns = ROUNDS - state.round + (1 if side in {state.active, 1 - state.first} else 0)
    return min(float(TOTAL_CAP - state.armies[side].secondary), _EXPECTED.of(scene.setup)[side] * turns)


class Might:
    """What a side's units on the table could do in a turn to the enemy's, in points of army.

    `shooting` and `melee` are means over the enemy's units, by what is left of each, wherever they stand; `charges` is
    the most that each unit could do to one that a move and a charge may reach.
    """

    __slots__ = ("charges", "melee", "shooting")

    def __init__(self, scene: Scene, side: int) -> None:
        appraisal, states = Appraisal.of(scene.setup), scene.state.units
        foes = scene.standing(1 - side)
        left = [float(sum(states[foe].wounds)) * appraisal.worth[foe] for foe in foes]
        where = [scene.figures(foe) for foe in foes]
        self.shooting = self.melee = self.charges = 0.0
        for unit in scene.standing(side):
            share = float(sum(states[unit].wounds)) / appraisal.wounds[unit]
            figures, shots, blows = scene.figures(unit), appraisal.shooting[unit], appraisal.melee[unit]
            far = figures.reach + appraisal.speed[unit] + CHARGE
            (x, y), best, shot, struck = figures.centre, 0.0, 0.0, 0.0
            for i, foe in enumerate(foes):
                points, worth = left[i], appraisal.worth[foe]
                shot += points * min(shots[foe] * worth, points)
                blow = min(blows[foe] * worth, points)
                struck += points * blow
                if blow > best:
                    (u, v), most = where[i].centre, far + where[i].reach
                    if (x - u) * (x - u) + (y - v) * (y - v) <= most * most:
                        best = blow
            self.shooting += share * shot
            self.melee += share * struck
            self.charges += share * best
        total = sum(left, 0.0)
        if total > 0.0:
            self.shooting /= total
            self.melee /= total


def strength(scene: Scene, side: int) -> tuple[float, int, float]:
    """Points of army, units and objective control that the side has left."""
    appraisal, army, units, control = Appraisal.of(scene.setup), 0.0, 0, 0.0
    for index in appraisal.armies[side]:
        wounds = float(sum(scene.state.units[index].wounds))
        if wounds > 0.0:
            units += 1
            army += wounds * appraisal.worth[index]
            control += appraisal.control[index] * wounds / appraisal.wounds[index]
    return army, units, control


def _held(scene: Scene, side: int) -> int:
    """Objectives that would be the side's now, less those that would be the enemy's."""
    found = 0
    for k, marker in enumerate(scene.state.markers):
        a, b = objectives.levels(scene, k)
        mine, theirs = (a, b) if side == 0 else (b, a)
        if mine > theirs:
            found += 1
        elif theirs > mine:
            found -= 1
        elif marker.sticky and marker.held_by is not None:
            found += 1 if marker.held_by == side else -1
    return found


def _reached(scene: Scene, side: int) -> float:
    """For each objective how much more control the side could bring there soon, from -1 to 1."""
    appraisal, total = Appraisal.of(scene.setup), 0.0
    brought = []
    for each in (side, 1 - side):
        rows = []
        for unit in scene.standing(each):
            figures, speed = scene.figures(unit), max(1.0, appraisal.speed[unit])
            share = float(sum(scene.state.units[unit].wounds)) / appraisal.wounds[unit]
            rows.append((figures.centre, figures.reach + OBJECTIVE_REACH, speed, appraisal.control[unit] * share))
        brought.append(rows)
    for spot in appraisal.objectives:
        mine, theirs = (
            sum(
                control * FADE ** (max(0.0, dist(centre, spot) - reach) / speed)
                for centre, reach, speed, control in rows
            )
            for rows in brought
        )
        if mine + theirs > 0.0:
            total += (mine - theirs) / (mine + theirs)
    return total


def stage(scene: Scene) -> int:
    """Which of the ten turns of a battle it is, from 0."""
    return min(9, 2 * (scene.state.round - 1) + (0 if scene.state.active == scene.state.first else 1))


def margin(scene: Scene, side: int) -> float:
    """Victory points by which the side is expected to be ahead at the end, at the start of the active army's turn.

    A head start is added as it is: what is fitted is how battles go on that begin even.
    """
    state = scene.state
    if state.completed:
        return float(state.armies[side].vp - state.armies[1 - side].vp)
    weights = WEIGHTS[stage(scene)]
    active = sum(weight * value for weight, value in zip(weights, features(scene, state.active), strict=True))
    given = scene.setup.head_start
    return (active if side == state.active else -active) + float(given[side] - given[1 - side])


def win_chance(scene: Scene, side: int) -> float:
    """The chance of the side to win, a draw counting half: the expected margin against its usual error (normal)."""
    ahead = margin(scene, side)
    if scene.state.completed:
        return 0.5 if not ahead else float(ahead > 0.0)
    return 0.5 * (1.0 + erf(ahead / (SPREAD[stage(scene)] * sqrt(2.0))))
