"""What abilities bring about by themselves at a moment of the battle, without anybody's choosing."""

from __future__ import annotations

from highground.engine.abilities.conditions import holds
from highground.engine.abilities.powers import Powers
from highground.engine.scene import Scene
from highground.engine.steps.doing import Doing
from highground.engine.steps.possible import Looking


def command_begins(scene: Scene) -> None:
    _happen(scene, "command start", (scene.state.active,))
    _happen(scene, "each command start", (0, 1))


def command_ends(scene: Scene) -> None:
    _happen(scene, "command end", (scene.state.active,))


def _happen(scene: Scene, moment: str, sides: tuple[int, ...]) -> None:
    """Whatever the units of these sides have for the moment, once for each unit: equal ones do not add up."""
    due = Powers.of(scene.setup).moments.get(moment)
    if not due:
        return
    done: set[tuple[int, int]] = set()
    for each in due:
        unit = scene.bearing(each.unit, each.bearers)
        if unit is None or (unit, id(each.power)) in done:
            continue
        state, (name, effect) = scene.state.units[unit], each.power
        if state.on_table and state.side in sides and holds(scene, unit, effect):
            done.add((unit, id(each.power)))
            if effect.wanted(Looking(scene), unit):
                effect.happen(Doing(scene, name, state.side, unit))
