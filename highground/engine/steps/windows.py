"""Timing windows: a side may answer what just happened. One opens only if that side has something to answer with."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.choices import Choice, Pass, Request, Use
from highground.engine.scene import Scene
from highground.engine.state import Resolving, Window
from highground.engine.steps import declared, uses
from highground.engine.steps.checks import expect


def open_window(scene: Scene, kind: str, side: int, about: tuple[int, ...], roll: str = "") -> bool:
    """Open a window if the side has an answer to it; whether it did."""
    if not uses.any_offer(scene, side, kind, about, roll):
        return False
    scene.emit(ev.WindowOpened(kind, side, about, roll))
    return True


def ask(scene: Scene, frame: Window) -> Request:
    own = tuple(unit for unit in frame.about if scene.state.units[unit].side == frame.side)
    return Request(frame.side, ("pass", "use"), own, why=frame.kind)


def answer(scene: Scene, frame: Window, choice: Choice) -> None:
    """Use something, or pass; either closes the window."""
    made = expect(choice, Pass, Use)
    offer = uses.check(scene, frame.side, made, frame) if isinstance(made, Use) else None
    scene.emit(ev.WindowClosed(frame.kind, frame.side))
    if offer is not None and isinstance(made, Use):
        uses.carry_out(scene, frame.side, offer, made, frame)
        _revise(scene)


def _revise(scene: Scene) -> None:
    """Attacks that are declared but not rolled meet what was used against them."""
    frame = scene.state.top
    if isinstance(frame, Resolving) and frame.stage == "hit":
        scene.emit(ev.VolleysRevised(frame.unit, declared.revised(scene, frame)))
