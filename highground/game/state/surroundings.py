"""What a unit stands among: objectives that it would hold or give up, auras that it would have and be in."""

from __future__ import annotations

from collections.abc import Iterator

from highground.engine.abilities.powers import reaches
from highground.engine.abilities.sources import BoundPower, Powers
from highground.engine.scene import Scene
from highground.engine.steps import objectives
from highground.game.match.match import Match
from highground.game.views.preview import AuraPreview, Holder, ObjectivePreview, ReceivedAura
from highground.game.views.values import NamedThing


def objectives_at(match: Match, now: Scene, then: Scene, unit: int) -> list[ObjectivePreview]:
    """The objectives that the unit would be at, and those that its leaving hands over."""
    side, found = then.state.units[unit].side, list[ObjectivePreview]()
    for index, objective in enumerate(then.setup.layout.objectives):
        at = objectives.near(then, unit, index)
        before, after = _holder(now, index, side), _holder(then, index, side)
        if at or before != after:
            levels = objectives.levels(then, index)
            found.append(
                {
                    "objective_uuid": match.cast.uuid("objective", index),
                    "name": objective.name,
                    "at": at,
                    "before": before,
                    "after": after,
                    "contested": min(levels) > 0,
                    "own_level": levels[side],
                    "enemy_level": levels[1 - side],
                }
            )
    return found


def _holder(scene: Scene, objective: int, side: int) -> Holder:
    """Who would hold an objective if control were settled now."""
    own, enemy = (objectives.levels(scene, objective)[each] for each in (side, 1 - side))
    if own != enemy:
        return "own" if own > enemy else "enemy"
    marker = scene.state.markers[objective]
    if not marker.sticky or marker.held_by is None:
        return "nobody"
    return "own" if marker.held_by == side else "enemy"


def auras_of(match: Match, scene: Scene, unit: int) -> list[AuraPreview]:
    """The unit's own auras, each with the units that it would reach."""
    own = scene.state.units[unit].side
    found: dict[tuple[str, float, int], AuraPreview] = {}
    for side in (own, 1 - own):
        for each in _living(scene, side):
            if _source(scene, each) == unit:
                name, reach = each.power.name, each.power.effect.reach
                others = [other for other in scene.standing(side) if other != unit]
                reached = [other for other in others if reaches(scene, each, unit, other)]
                found[name, reach, side] = {
                    "name": name,
                    "reach": reach,
                    "against_enemies": side != own,
                    "units": [_named(match, other) for other in reached],
                }
    return list(found.values())


def auras_on(match: Match, scene: Scene, unit: int) -> list[ReceivedAura]:
    """The auras of others that would reach the unit, each once for every unit that has it."""
    found: dict[tuple[str, int], ReceivedAura] = {}
    for each in _living(scene, scene.state.units[unit].side):
        source = _source(scene, each)
        if source != unit and scene.on_table(source) and reaches(scene, each, source, unit):
            found[each.power.name, source] = {"name": each.power.name, "source": _named(match, source)}
    return list(found.values())


def _living(scene: Scene, side: int) -> Iterator[BoundPower]:
    """The auras that work on a side's units, of the units that still have them."""
    return (each for each in Powers.of(scene.setup).auras[side] if each.lives(scene))


def _source(scene: Scene, aura: BoundPower) -> int:
    """The unit in which the aura's bearer stands now."""
    host = scene.state.units[aura.unit].joined
    return aura.unit if host is None else host


def _named(match: Match, unit: int) -> NamedThing:
    return {"uuid": match.cast.unit_uuids[unit], "name": match.cast.units[unit]}
