"""The command phase: command points, battle-shock, the primary score."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine import powers
from highground.engine.choices import Choice, Request, RollDice
from highground.engine.scene import Scene
from highground.engine.state import BattleShock
from highground.engine.steps import moments, objectives, secondaries, windows
from highground.engine.steps.checks import expect


def ask(scene: Scene) -> Request:
    return Request(scene.state.active, ("end",))


def begin(scene: Scene) -> None:
    """Command points for both armies; shock ends, and units below half strength are tested one by one."""
    for side in (0, 1):
        scene.emit(ev.CommandPointsGained(side, 1, "command phase"))
    moments.command_begins(scene)
    secondaries.draw(scene)
    units = scene.units_of(scene.state.active)
    for unit in units:
        if unit.shocked:
            scene.emit(ev.Rallied(unit.index))
    shaken = tuple([unit.index for unit in units if scene.below_half(unit.index)])
    if shaken:
        scene.emit(ev.TestsCalled(shaken))
        _before(scene)


def _before(scene: Scene) -> None:
    """The unit's own side may do something about its test."""
    frame = scene.top
    if isinstance(frame, BattleShock):
        windows.open_window(scene, "before shock", scene.state.active, (frame.waiting[0],))


def ask_test(scene: Scene, frame: BattleShock) -> Request:
    unit = frame.waiting[0]
    return Request(scene.state.active, ("roll",), (unit,), unit, stage="battle-shock")


def test(scene: Scene, frame: BattleShock, choice: Choice) -> None:
    """2D6, or more where an ability says so, against the best leadership among the living."""
    expect(choice, RollDice)
    unit = frame.waiting[0]
    line_up = scene.sheets[unit].line_up
    leadership = min([line_up[i].profile.leadership for i in scene.figures(unit).indices])
    leadership -= powers.added(scene, unit, "leadership")
    steadfast = powers.has(scene, unit, "steadfast")
    count = 2 + powers.most(scene, unit, "shock_dice")
    dice = () if steadfast else scene.dice.roll(count, "battle-shock")
    if not steadfast and sum(dice) < leadership and powers.has(scene, unit, "reroll", "battle-shock"):
        dice = scene.dice.reroll(count, "battle-shock")
    scene.emit(ev.BattleShockTested(unit, dice, leadership, steadfast or sum(dice) >= leadership))
    _before(scene)


def finish(scene: Scene) -> None:
    moments.command_ends(scene)
    objectives.update_control(scene)
    objectives.secure(scene)
    objectives.score_primary(scene)
