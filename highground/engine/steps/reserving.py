"""How much of an army may wait in reserve, and who may join whom there."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine.attached import aircraft, base_sheets, combine
from highground.engine.errors import Refusal
from highground.engine.model import Polygon, UnitSheet
from highground.engine.scene import Scene
from highground.engine.state import Unit
from highground.engine.steps.placing import bases_at_set_up
from highground.engine.table.formation import deploy as deploy_at
from highground.engine.table.zones import grid

RESERVES_SHARE = 2
"""At most one unit in so many, and one point in so many, waits in reserve."""
STRATEGIC_SHARE = 4
"""The same of the points of those that have no way of their own to arrive."""
ROOM_STEP = 4.0
"""Inches between the places on the board where a unit is tried before there is said to be no room for it."""


def zone_of(scene: Scene, side: int) -> Polygon:
    """The side's deployment zone, once it is chosen."""
    index = scene.state.armies[side].zone
    assert index is not None
    return scene.setup.layout.zones[index].coordinates


def reserve_refusal(scene: Scene, unit: Unit) -> Refusal | None:
    """Why the unit may not wait in reserve: too much of the army would. None where there is no room to set it up.

    Aircraft have to, and count against nobody.
    """
    sheets, side, flyers = base_sheets(scene.setup), unit.side, aircraft(scene.setup)
    if unit.index in flyers:
        return None
    army = [each for each in scene.state.units if each.side == side]
    away = [u for u in army if u.index == unit.index or _waits(scene, u) or u.joined == unit.index]
    away = [each for each in away if each.index not in flyers]
    points, total = _points(sheets, away), _points(sheets, army)
    strategic = _points(sheets, [u for u in away if _strategic(scene, u)])
    found: Refusal | None = None
    name = scene.called(unit.index)
    if len(away) * RESERVES_SHARE > len(army):
        found = Refusal("too-many-in-reserve", unit=name, count=len(away), most=len(army) // RESERVES_SHARE)
    elif points * RESERVES_SHARE > total:
        found = Refusal("too-much-in-reserve", unit=name, points=points, most=total // RESERVES_SHARE)
    elif _strategic(scene, unit) and strategic * STRATEGIC_SHARE > total:
        found = Refusal("too-much-strategic", unit=name, points=strategic, most=total // STRATEGIC_SHARE)
    return found if found is not None and _has_room(scene, unit) else None


def join_refusal(scene: Scene, leader: Unit, unit: Unit) -> Refusal | None:
    """Why a leader may not join a unit while both wait: what has no way of its own to arrive then would be too much."""
    if not unit.reserves:
        return None
    sheets, flyers = base_sheets(scene.setup), aircraft(scene.setup)
    parts = (*unit.leaders, leader.index)
    joined = combine(sheets[unit.index], [sheets[each] for each in parts])
    if "deep strike" in joined.rules:
        return None
    army = [each for each in scene.state.units if each.side == unit.side]
    away = [each for each in army if _waits(scene, each) and each.index not in flyers]
    had = [each for each in away if _strategic(scene, each)]
    now = [each for each in away if each in had or each.index in {unit.index, *parts}]
    points, total = _points(sheets, now), _points(sheets, army)
    if points * STRATEGIC_SHARE <= total or points <= _points(sheets, had):
        return None
    return Refusal("too-much-strategic", unit=joined.name, points=points, most=total // STRATEGIC_SHARE)


def _waits(scene: Scene, unit: Unit) -> bool:
    """Whether it is in reserve, alone or with the unit that it has joined."""
    return unit.reserves if unit.joined is None else scene.state.units[unit.joined].reserves


def _strategic(scene: Scene, unit: Unit) -> bool:
    sheet = scene.sheets[unit.index if unit.joined is None else unit.joined]
    return "deep strike" not in sheet.rules


def _points(sheets: Sequence[UnitSheet], units: Sequence[Unit]) -> int:
    return sum(sheets[unit.index].points for unit in units)


def _has_room(scene: Scene, unit: Unit) -> bool:
    """Whether it could be set up in its zone, tried from a grid of places."""
    zone, circles, bases = zone_of(scene, unit.side), scene.circles(), bases_at_set_up(scene, unit.index)
    return any(deploy_at(scene.board, zone, anchor, bases, circles) is not None for anchor in grid(ROOM_STEP))
