"""Who holds the objectives, and the primary score."""

from __future__ import annotations

from math import dist

from highground.engine import events as ev
from highground.engine.abilities import powers
from highground.engine.kept import OnTable
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.scene import Scene
from highground.engine.table.distance import TOLERANCE
from highground.engine.table.shapes import border_distance, edges, in_polygon


def levels(scene: Scene, objective: int) -> tuple[int, int]:
    """Both armies' objective control at an objective; battle-shocked units have none."""
    known = _CONTROL.get(scene.memory, "")
    if known is None:
        known = _CONTROL.put(scene.memory, "", _levels(scene))
    return known[objective]


_CONTROL: OnTable[str, list[tuple[int, int]]] = OnTable()


def near(scene: Scene, unit: int, objective: int) -> bool:
    """Whether a miniature of the unit counts at an objective."""
    return any(index == objective for index, _ in scene.at(unit))


def _levels(scene: Scene) -> list[tuple[int, int]]:
    """Both armies' levels at every objective: each unit adds to those that it is at."""
    totals = [[0, 0] for _ in scene.setup.layout.objectives]
    for side in (0, 1):
        for unit in scene.standing(side):
            at = scene.at(unit)
            if at and not scene.state.units[unit].shocked:
                for objective, there in at:
                    totals[objective][side] += _level_of(scene, unit, there)
    return [(a, b) for a, b in totals]


def _level_of(scene: Scene, unit: int, there: list[int]) -> int:
    """The objective control of these of its living miniatures."""
    indices, line_up = scene.figures(unit).indices, scene.sheets[unit].line_up
    more, fixed = powers.added(scene, unit, "control"), powers.fixed(scene, unit, "control")
    if fixed is not None:
        return max(0, fixed + more) * len(there)
    return sum([max(0, line_up[indices[k]].profile.objective_controlled + more) for k in there])


def update_control(scene: Scene) -> None:
    """Hand objectives over to the side that out-controls the other; a sticky one stays with its holder until then."""
    for index, marker in enumerate(scene.state.markers):
        a, b = levels(scene, index)
        holder = None if a == b else int(b > a)
        if holder is None and marker.sticky:
            holder = marker.held_by
        if holder != marker.held_by:
            scene.emit(ev.ControlChanged(index, holder, (a, b)))


def secure(scene: Scene) -> None:
    """Objectives that the active army holds become sticky where a unit with that ability stands."""
    side = scene.state.active
    able = [unit for unit in scene.standing(side) if powers.holds_objectives(scene, unit)]
    for index, marker in enumerate(scene.state.markers):
        if marker.held_by == side and not marker.sticky and any(near(scene, unit, index) for unit in able):
            scene.emit(ev.ObjectiveSecured(index))


def score_primary(scene: Scene) -> None:
    """The mission's points for the active army, within the caps of a turn and of the battle."""
    state, mission = scene.state, scene.setup.mission
    if state.round < mission.first_round:
        return
    side = state.active
    ground, more, fallen = primary_parts(scene, side)
    points = min(ground + more + fallen, mission.turn_cap, mission.total_cap - state.armies[side].primary)
    if points > 0:
        scene.emit(ev.PrimaryScored(side, points, held_by(scene, side), mission.name))


def held_by(scene: Scene, side: int) -> tuple[int, ...]:
    """The objectives that a side holds."""
    return tuple([i for i, marker in enumerate(scene.state.markers) if marker.held_by == side])


def primary_parts(scene: Scene, side: int) -> tuple[int, int, int]:
    """What the mission is worth to a side now, before its caps: for ground, for more of it, for units that fell."""
    mission, held = scene.setup.mission, held_by(scene, side)
    more = mission.hold_more if len(held) > len(held_by(scene, 1 - side)) else 0
    fallen = mission.per_unit_destroyed * _fallen_since_last(scene, 1 - side)
    return sum([worth(scene, side, i) for i in held]), more, fallen


def worth(scene: Scene, side: int, objective: int) -> int:
    """Points for holding one objective: more if it is empowered, the centre, or on the enemy's half."""
    mission = scene.setup.mission
    points = mission.per_objective + int(scene.state.markers[objective].empowered)
    if mission.per_centre and objective == centre(scene):
        points += mission.per_centre
    if mission.per_far_objective and far(scene, side, objective):
        points += mission.per_far_objective
    return points


def centre(scene: Scene) -> int:
    """The objective nearest to the board's middle."""
    middle = (BOARD_WIDTH / 2, BOARD_HEIGHT / 2)
    objectives = scene.setup.layout.objectives
    return min(range(len(objectives)), key=lambda i: (dist(objectives[i].location, middle), i))


def far(scene: Scene, side: int, objective: int) -> bool:
    """Whether an objective lies nearer to the enemy's deployment zone than to the side's own."""
    place = scene.setup.layout.objectives[objective].location
    own, enemy = (_to_zone(scene, each, place) for each in (side, 1 - side))
    return enemy < own - TOLERANCE


def _to_zone(scene: Scene, side: int, place: Point) -> float:
    index = scene.state.armies[side].zone
    zone = scene.setup.layout.zones[index if index is not None else side].coordinates
    return 0.0 if in_polygon(place, zone) else border_distance(place, edges(zone))


def _fallen_since_last(scene: Scene, side: int) -> int:
    """Units of a side that fell since the other's last command phase was scored, each once however often it fell."""
    state = scene.state
    last = (state.round - 1, state.turn)
    counted = last[0] >= scene.setup.mission.first_round
    fallen = [
        lost.unit
        for lost in state.destroyed
        if state.units[lost.unit].side == side
        and (lost.round, lost.turn) >= last
        and not (counted and (lost.round, lost.turn) == last and lost.phase == "command" and lost.time != "end")
    ]
    return len(set(fallen))
