"""How far each kind of move may take a unit: what the player who drags it is shown."""

from __future__ import annotations

from highground.engine.abilities import powers
from highground.engine.figures import Ending
from highground.engine.scene import Scene
from highground.engine.steps import flight, movement
from highground.engine.steps.checks import ending_for
from highground.engine.steps.placing import check_path, extra_inches
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


def best_advance(scene: Scene, unit: int) -> float:
    """The inches that a unit advances at most."""
    fixed = powers.fixed_advance(scene, unit)
    most = movement.speed(scene, unit) + (BEST_ADVANCE if fixed is None else fixed)
    return most + powers.added(scene, unit, "advance")


def check_best_advance(scene: Scene, unit: int, end: Ending) -> None:
    """Raises Refusal where not even the best roll would let the unit stand there."""
    state = scene.state.units[unit]
    end = ending_for(scene, state, end.places, end.heights, end.facings)
    check_path(scene, state, end, best_advance(scene, unit), more=extra_inches(scene, unit))
