"""How far each kind of move may take a unit: what the player who drags it is shown."""

from __future__ import annotations

from highground.engine.abilities import powers
from highground.engine.scene import Scene
from highground.engine.steps import flight, movement
from highground.game.views.units import March

LEAST_ADVANCE, BEST_ADVANCE = 1, 6


def marches(scene: Scene, unit: int) -> list[March]:
    """The moves that a unit on the table has left, the shorter first; none once it has moved."""
    state = scene.state.units[unit]
    if state.moved or not state.on_table:
        return []
    if scene.sheets[unit].gait.airborne:
        return _flights(scene, unit)
    inches = movement.speed(scene, unit)
    if scene.engaged(unit):
        return [{"how": "fall_back", "limit": inches, "sure": inches}]
    found: list[March] = [{"how": "move", "limit": inches, "sure": inches}]
    if inches:
        found.append(_advance(scene, unit, inches))
    return found


def _flights(scene: Scene, unit: int) -> list[March]:
    """Straight ahead, as far as the table goes, if that is far enough."""
    room = round(flight.room_of(scene, unit), 3)
    return [{"how": "move", "limit": room, "sure": room, "least": flight.LEAST}] if room >= flight.LEAST else []


def flies_off(scene: Scene, unit: int) -> bool:
    """Whether it may leave the table by its move, as aircraft do."""
    state = scene.state.units[unit]
    return state.on_table and not state.moved and scene.sheets[unit].gait.airborne


def _advance(scene: Scene, unit: int, inches: float) -> March:
    fixed = powers.fixed_advance(scene, unit)
    least, most = (LEAST_ADVANCE, BEST_ADVANCE) if fixed is None else (fixed, fixed)
    inches += powers.added(scene, unit, "advance")
    return {"how": "advance", "limit": inches + most, "sure": inches + least}
