"""The shooting phase: who may shoot what with which weapon."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.abilities.bans import forbids
from highground.engine.choices import Choice, Shoot
from highground.engine.errors import Refusal
from highground.engine.prompts import EndPrompt, Prompt, ShootPrompt
from highground.engine.scene import Scene
from highground.engine.state import Unit
from highground.engine.steps import targeting, windows
from highground.engine.steps.checks import expect, on_table


def ask(scene: Scene) -> Prompt:
    able = tuple([unit.index for unit in scene.units_of(scene.state.active) if targeting.may_shoot(scene, unit)])
    if not able:
        return EndPrompt(scene.state.active, ("end",))
    return ShootPrompt(scene.state.active, ("shoot", "end"), able)


def answer(scene: Scene, choice: Choice) -> None:
    made = expect(choice, Shoot)
    unit = on_table(scene, made.unit, scene.state.active)
    arms = targeting.usable(scene, unit)
    if not arms:
        raise _no_shooting(scene, unit)
    if not made.shots:
        scene.emit(ev.UnitShot(unit.index, True))
        return
    volleys = tuple(targeting.volleys_of(scene, unit, arms, made.shots))
    scene.emit(ev.ShotsDeclared(unit.index, volleys))
    hit = tuple(dict.fromkeys(each.target for each in volleys))
    windows.open_window(scene, "targeted", 1 - unit.side, (*hit, unit.index))


def _no_shooting(scene: Scene, unit: Unit) -> Refusal:
    name = scene.called(unit.index)
    if unit.shot:
        return Refusal("already-shot", unit=name)
    if forbids(scene, unit.index, "shoot"):
        return Refusal("forbidden", unit=name, action="shoot")
    if unit.moved == "fell_back":
        return Refusal("fell-back", unit=name, action="shoot")
    if unit.moved == "advanced":
        return Refusal("no-assault-weapon", unit=name)
    return Refusal("no-weapon", unit=name)
