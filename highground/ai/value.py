"""How a battle stands: the margin in victory points that it is headed for, and the chance to win."""

from __future__ import annotations

from math import dist, erf, sqrt

from highground.ai.appraisal import Appraisal
from highground.ai.value_weights import SPREAD, WEIGHTS
from highground.engine.scene import Scene
from highground.engine.steps import objectives
from highground.engine.table.objectives import OBJECTIVE_REACH

FEATURES = ("points", "held", "within reach", "army", "control", "units", "command points", "secondaries left", "turn")
"""What is looked at, each as the side's own less the enemy's; `turn` is 1. A head start is not among the points."""
FADE = 0.6
"""Share of a unit's control that counts for an objective a turn's move away."""


def features(scene: Scene, side: int) -> list[float]:
    """How the side stands against the enemy, by `FEATURES`."""
    state = scene.state
    own, foe = state.armies[side], state.armies[1 - side]
    army, units, control = strength(scene, side)
    their_army, their_units, their_control = strength(scene, 1 - side)
    return [
        float((own.vp - own.head_start) - (foe.vp - foe.head_start)),
        float(_held(scene, side)),
        _reached(scene, side),
        (army - their_army) / 100.0,
        (control - their_control) / 10.0,
        float(units - their_units),
        float(own.cp - foe.cp),
        (own.secondary - foe.secondary) / 10.0,
        1.0,
    ]


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
