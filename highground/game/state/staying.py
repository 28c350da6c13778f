"""What a unit would miss by staying where it is: what the player is asked about before the move is let be."""

from __future__ import annotations

from collections.abc import Iterator

from highground.engine.scene import Scene
from highground.engine.steps import movement, targeting
from highground.engine.table.objectives import OBJECTIVE_REACH, in_range
from highground.game.parts.phrases import could_reach, could_shoot, objective_called


def missed(scene: Scene, unit: int) -> str:
    """What a plain move may bring the unit to, as the crow flies; empty where there is nothing that it would miss."""
    state = scene.state.units[unit]
    if state.moved or not state.on_table or scene.engaged(unit):
        return ""
    if scene.sheets[unit].gait.airborne:
        return ""  # it does not stay
    inches = movement.speed(scene, unit)
    index = next(_objectives(scene, unit, inches), None)
    if index is not None:
        return could_reach(objective_called(index, scene.setup.layout.objectives[index].name))
    foe = _target(scene, unit, inches)
    return "" if foe is None else could_shoot(scene.called(foe))


def _objectives(scene: Scene, unit: int, inches: float) -> Iterator[int]:
    """Objectives in reach that the army neither holds nor is at. A unit that is at one itself has a reason to stay."""
    if scene.at(unit):
        return
    side, figures = scene.state.units[unit].side, scene.figures(unit)
    taken = {index for own in scene.standing(side) for index, _ in scene.at(own)}
    for index, objective in enumerate(scene.setup.layout.objectives):
        if index in taken or scene.state.markers[index].held_by == side:
            continue
        if any(
            in_range(place, base, objective, OBJECTIVE_REACH + inches)
            for place, base in zip(figures.places, figures.bases, strict=True)
        ):
            yield index


def _target(scene: Scene, unit: int, inches: float) -> int | None:
    """The nearest enemy that the unit would come in range of, while it has none in range."""
    arms = targeting.usable(scene, scene.state.units[unit])
    reach = max((float(arm.weapon.range) for arm in arms.values()), default=0.0)
    foes = scene.standing(1 - scene.state.units[unit].side)
    if not reach or not foes:
        return None
    nearest = min(foes, key=lambda foe: scene.gap(unit, foe))
    gap = scene.gap(unit, nearest)
    return nearest if reach < gap <= reach + inches else None
