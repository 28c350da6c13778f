"""The command phase: command points, battle-shock, the primary score."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.choices import Choice, RollDice
from highground.engine.events.turns import REGULAR
from highground.engine.prompts import EndPrompt, Prompt, RollPrompt
from highground.engine.scene import Scene
from highground.engine.state import ROUNDS, BattleShock
from highground.engine.steps import moments, nerve, objectives, secondaries, windows
from highground.engine.steps.checks import expect


def ask(scene: Scene) -> Prompt:
    return EndPrompt(scene.state.active, ("end",))


def begin(scene: Scene) -> None:
    """Command points for both armies; shock ends, and units below half strength are tested one by one."""
    for side in (0, 1):
        scene.emit(ev.CommandPointsGained(side, 1, REGULAR))
    moments.command_begins(scene)
    secondaries.draw(scene)
    for unit in scene.state.units:
        if unit.shocked and unit.alive and unit.side == scene.state.active:
            scene.emit(ev.Rallied(unit.index))
    moments.shock_step(scene)
    tested = tuple([unit.index for unit in scene.units_of(scene.state.active) if scene.below_half(unit.index)])
    if tested:
        scene.emit(ev.TestsCalled(tested))
        _before(scene)


def _before(scene: Scene) -> None:
    """The unit's own side may do something about its test."""
    frame = scene.top
    if isinstance(frame, BattleShock):
        windows.open_window(scene, "before shock", scene.state.active, (frame.waiting[0],))


def ask_test(scene: Scene, frame: BattleShock) -> Prompt:
    unit = frame.waiting[0]
    return RollPrompt(scene.state.active, ("roll",), (unit,), unit, stage="battle-shock")


def test(scene: Scene, frame: BattleShock, choice: Choice) -> None:
    expect(choice, RollDice)
    unit = frame.waiting[0]
    moments.shock_tested(scene, unit, nerve.take_test(scene, unit))
    _before(scene)


def finish(scene: Scene) -> None:
    moments.command_ends(scene)
    objectives.update_control(scene)
    objectives.secure(scene)
    moments.command_is_over(scene)
    if not scores_late(scene):
        objectives.score_primary(scene)


def scores_late(scene: Scene) -> bool:
    """Whether the primary score is that of the battle's last turn, which counts at its end."""
    return scene.state.round == ROUNDS and scene.state.turn == 2
