"""The command phase: command points, battle-shock, the primary score."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine import powers
from highground.engine.choices import Request
from highground.engine.scene import Scene
from highground.engine.steps import objectives


def ask(scene: Scene) -> Request:
    return Request(scene.state.active, ("end",))


def begin(scene: Scene) -> None:
    for side in (0, 1):
        scene.emit(ev.CommandPointsGained(side, 1, "command phase"))
    for unit in scene.units_of(scene.state.active):
        if scene.below_half(unit.index):
            _test(scene, unit.index)
        elif unit.shocked:
            scene.emit(ev.Rallied(unit.index))


def _test(scene: Scene, unit: int) -> None:
    """2D6 against the best leadership among the living."""
    line_up = scene.sheets[unit].line_up
    leadership = min(line_up[i].profile.leadership for i in scene.figures(unit).indices)
    leadership -= powers.added(scene, unit, "leadership")
    if powers.has(scene, unit, "steadfast"):
        return
    dice = scene.dice.roll(2, "battle-shock")
    scene.emit(ev.BattleShockTested(unit, dice, leadership, sum(dice) >= leadership))


def finish(scene: Scene) -> None:
    objectives.update_control(scene)
    objectives.score_primary(scene)
