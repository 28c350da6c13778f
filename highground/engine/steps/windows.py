"""Timing windows: a side may answer what just happened. One opens only if that side has something to answer with."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.events import UnitDestroyed
from highground.engine.prompts import Prompt, ReactPrompt
from highground.engine.scene import Scene
from highground.engine.state import Window
from highground.engine.steps import moments, offers, struck


def open_window(scene: Scene, kind: str, side: int, about: tuple[int, ...], roll: str = "") -> bool:
    """Open a window if the side has an answer to it; whether it did."""
    if not offers.any_offer(scene, side, kind, about, roll):
        return False
    if kind == "shot" and offers.asks_for_hits(scene.setup, side):
        scene.emit(ev.AfterShotsOpened(side, about, struck.hits(scene, about[0])))
    else:
        scene.emit(ev.WindowOpened(kind, side, about, roll))
    return True


def both(scene: Scene, kind: str) -> None:
    """Open a window of the phase for either side; the active one answers first."""
    active = scene.state.active
    for side in (1 - active, active):
        if offers.used_in(scene.setup, side, kind):
            open_window(scene, kind, side, ())


def after_losses(scene: Scene) -> None:
    """Once a choice is carried out, both sides may answer the destruction of a unit; the side that did it first."""
    if not any(type(event) is UnitDestroyed for event in scene.events):
        return
    fallen: dict[int, list[int]] = {}
    units = scene.state.units
    for event in scene.events:
        if type(event) is not UnitDestroyed:
            continue
        if event.by is not None:
            fallen.setdefault(event.by, []).append(event.unit)
        if event.by is None or units[event.by].side == units[event.unit].side:
            moments.enemy_fell(scene, 1 - units[event.unit].side)
    for by, lost in fallen.items():
        side = units[by].side
        for unit in lost:
            if units[unit].side != side:
                moments.destroyed(scene, by, unit)
                moments.slew(scene, by)
        of_enemy = tuple([unit for unit in lost if units[unit].side != side])
        if of_enemy:
            open_window(scene, "destroyed", 1 - side, (by, *of_enemy))
            open_window(scene, "enemy destroyed", side, (by, *of_enemy))


def ask(scene: Scene, frame: Window) -> Prompt:
    own = tuple([unit for unit in frame.about if scene.state.units[unit].side == frame.side])
    some = offers.any_offer(scene, frame.side, frame.kind, frame.about, frame.roll)
    return ReactPrompt(frame.side, ("pass", "use") if some else ("pass",), own, stage=frame.roll, why=frame.kind)
