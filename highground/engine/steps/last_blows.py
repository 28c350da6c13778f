"""The last blows of those who fell in melee before they had fought."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.choices import Choice, Strike
from highground.engine.errors import Refusal
from highground.engine.prompts import Prompt, StrikePrompt
from highground.engine.scene import Scene
from highground.engine.state import LastBlows
from highground.engine.steps import rising, striking, windows
from highground.engine.steps.checks import expect


def ask(scene: Scene, frame: LastBlows) -> Prompt:
    side = scene.state.units[frame.unit].side
    return StrikePrompt(side, ("strike",), (frame.unit,), frame.unit, why=rising.LAST_BLOWS)


def strike(scene: Scene, frame: LastBlows, choice: Choice) -> None:
    """Their attacks; those who reach nobody are removed without any."""
    made, unit = expect(choice, Strike), scene.state.units[frame.unit]
    volleys = striking.volleys_of(scene, unit, made.shots)
    if not volleys and striking.can_strike(scene, unit):
        raise Refusal("must-strike", unit=scene.called(unit.index))
    if not volleys:
        rising.fall(scene)
        return
    scene.emit(ev.StrikesDeclared(unit.index, tuple(volleys)))
    hit = tuple(dict.fromkeys(each.target for each in volleys))
    windows.open_window(scene, "fight targeted", 1 - unit.side, (*hit, unit.index))
