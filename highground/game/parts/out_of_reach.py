"""The miniatures of a unit that cannot strike, and why."""

from __future__ import annotations

from highground.engine.scene import Scene
from highground.engine.steps import striking
from highground.game.parts.phrases import count, each_named, inches


def unreached_words(scene: Scene, unit: int) -> str:
    """'2 of 5 miniatures (2 × Guard) cannot strike: up to 2.4 inches from the nearest enemy, more than 1'.

    Empty where all that can fight do, or nobody does.
    """
    armed, idle = _armed(scene, unit)
    if not idle or len(idle) == len(armed):
        return ""
    names = each_named(scene.sheets[unit].line_up[i].name for i in idle)
    living = count(len(scene.figures(unit).indices), "miniature")
    return f"{len(idle)} of {living} ({names}) cannot strike: {_too_far(scene, unit, idle)}"


def why_nobody_strikes(scene: Scene, unit: int) -> str:
    """'up to 5.2 inches from the nearest enemy, more than 1' of a unit none of which reaches an enemy; else empty."""
    armed, idle = _armed(scene, unit)
    return _too_far(scene, unit, idle) if idle and len(idle) == len(armed) else ""


def _armed(scene: Scene, unit: int) -> tuple[list[int], list[int]]:
    """The living miniatures that have a melee weapon, and those of them that reach nobody."""
    state = scene.state.units[unit]
    carried = {i for arm in striking.melee_arms(scene, state).values() for i in arm.carried}
    armed = [i for i in scene.figures(unit).indices if i in carried]
    able = {i for foe in scene.engaged_with(unit) for i in striking.strikers(scene, unit, foe)}
    return armed, [i for i in armed if i not in able]


def _too_far(scene: Scene, unit: int, idle: list[int]) -> str:
    lanes = [scene.lane(unit, foe) for foe in scene.standing(1 - scene.state.units[unit].side)]
    if not lanes:
        return "no enemy is left"
    places = [scene.figures(unit).indices.index(i) for i in idle]
    far = max(min(lane.gaps[k] for lane in lanes) for k in places)
    return f"{'up to ' if len(idle) > 1 else ''}{inches(far)} from the nearest enemy, more than 1"
