"""Secondary missions: dealt when the battle begins, drawn in the own command phase, scored at the own turn's end."""

from __future__ import annotations

from collections.abc import Callable

from highground.engine import events as ev
from highground.engine.dice import DECK
from highground.engine.kept import Once
from highground.engine.model import Layout, Polygon, Secondary, SecondaryKind
from highground.engine.scene import Scene
from highground.engine.steps import objectives
from highground.engine.table.bases import disc_within, reaches_into
from highground.engine.table.zones import EVERY_SIDE, at_edge, bordering, in_zone, wholly_in_quarter

HAND = 2
TOTAL_CAP = 40
NEAR_EDGE = 6.0


def deal(scene: Scene) -> None:
    """Each side takes its fixed missions, or the deck that it will draw from.

    A card is chosen when it is drawn, so that nobody can know it before.
    """
    deck = scene.setup.secondaries
    if not deck:
        return
    for side in (0, 1):
        fixed = scene.setup.fixed[side]
        drawn = [each.uid for each in deck if each.kind != "warlord alive"]
        scene.emit(ev.SecondariesDealt(side, fixed, () if fixed else tuple(drawn)))


def draw(scene: Scene) -> None:
    """The active army draws two for the turn, unless its missions are fixed; what it did not score goes away."""
    side = scene.state.active
    if scene.setup.fixed[side]:
        return
    for uid in scene.state.armies[side].hand:
        scene.emit(ev.SecondaryDiscarded(side, uid))
    while len(scene.state.armies[side].hand) < HAND and scene.state.armies[side].deck:
        deck = scene.state.armies[side].deck
        card = scene.dice.roll(1, DECK, len(deck))[0] - 1 if len(deck) > 1 else 0
        scene.emit(ev.SecondaryDrawn(side, deck[card]))


def score(scene: Scene, side: int, last: bool = False) -> None:
    """What the side's missions bring at the end of its turn, or (`last`) at the end of the battle."""
    known = {each.uid: each for each in scene.setup.secondaries}
    fixed = scene.setup.fixed[side]
    for uid in scene.state.armies[side].hand:
        mission = known[uid]
        if (mission.kind == "warlord alive") != last:
            continue
        count, points = worth(scene, side, mission)
        if points > 0:
            scene.emit(ev.SecondaryScored(side, uid, mission.name, points, count, bool(fixed)))


def counted(scene: Scene, side: int, mission: Secondary) -> int:
    """How much of what a mission counts the side has now."""
    return _COUNTS[mission.kind](scene, side, mission)


def worth(scene: Scene, side: int, mission: Secondary) -> tuple[int, int]:
    """What counts for a mission of the side as the table stands, and the points that this would bring."""
    count = counted(scene, side, mission)
    return count, max(0, _points(mission, count, scene.state.armies[side].secondary))


def _points(mission: Secondary, count: int, scored: int) -> int:
    if count < mission.needed:
        return 0
    points = min(mission.cap, mission.points + mission.each * (count - mission.needed))
    return min(points, TOTAL_CAP - scored)


def _has(scene: Scene, unit: int, mission: Secondary) -> bool:
    return not mission.keyword or mission.keyword in scene.sheets[unit].keyword_set


def _graves(scene: Scene, side: int, mission: Secondary) -> int:
    """The units of a side that fell in this turn, each once however often it fell."""
    state = scene.state
    fallen = [
        lost.unit
        for lost in state.destroyed
        if (lost.round, lost.turn) == (state.round, state.turn)
        and state.units[lost.unit].side == side
        and _has(scene, lost.unit, mission)
    ]
    return len(set(fallen))


def _held(scene: Scene, side: int) -> list[int]:
    return [i for i, marker in enumerate(scene.state.markers) if marker.held_by == side]


def _taken(scene: Scene, side: int, mission: Secondary) -> int:
    return sum(scene.state.markers[i].before != side for i in _held(scene, side))


def _zone(scene: Scene, side: int) -> tuple[tuple[float, float], ...]:
    index = scene.state.armies[side].zone
    assert index is not None
    return scene.setup.layout.zones[index].coordinates


def _intruders(scene: Scene, side: int) -> int:
    """The side's units that stand in the other's deployment zone, if only in part."""
    zone = _zone(scene, 1 - side)
    return sum(intrudes(scene, unit, zone) for unit in scene.standing(side))


def intrudes(scene: Scene, unit: int, zone: Polygon) -> bool:
    """Whether any part of a base of the unit is in a zone."""
    figures = scene.figures(unit)
    return any(reaches_into(place, base, zone) for place, base in zip(figures.places, figures.bases, strict=True))


def _in_enemy_zone(scene: Scene, side: int, mission: Secondary) -> int:
    zone = _zone(scene, 1 - side)
    figures = [scene.figures(unit) for unit in scene.standing(side)]
    return sum(in_zone(each.places, each.bases, zone) for each in figures)


def _quarters(scene: Scene, side: int, mission: Secondary) -> int:
    figures = [scene.figures(unit) for unit in scene.standing(side)]
    return len({wholly_in_quarter(each.places, each.bases) for each in figures} - {None})


def _near_enemy_edge(scene: Scene, side: int, mission: Secondary) -> int:
    """Own units in the enemy's zone wholly within six inches of a board edge behind it, and out of their own zone."""
    zone, own, sides = _zone(scene, 1 - side), _zone(scene, side), behind_enemy(scene, side)
    figures = [scene.figures(unit) for unit in scene.standing(side)]
    return sum(
        all(at_edge(place, base, NEAR_EDGE, sides) for place, base in zip(each.places, each.bases, strict=True))
        and not in_zone(each.places, each.bases, own)
        and any(disc_within(place, 0.0, zone) for place in each.places)
        for each in figures
    )


def behind_enemy(scene: Scene, side: int) -> tuple[int, ...]:
    """The board edges behind the enemy: those along which its zone lies, and the side's own does not."""
    index = scene.state.armies[1 - side].zone
    return _BEHIND.of(scene.setup.layout)[1 - side if index is None else index]


def _behind(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The board edges behind each zone; where both lie along the same ones all of these, or all that there are."""
    a, b = [bordering(zone.coordinates) for zone in layout.zones]
    return tuple(sorted(a - b or a)) or EVERY_SIDE, tuple(sorted(b - a or b)) or EVERY_SIDE


_BEHIND: Once[tuple[tuple[int, ...], tuple[int, ...]]] = Once("_behind", _behind)


def _warlord(scene: Scene, side: int, mission: Secondary) -> int:
    """Whether the side's warlord lives, alone or with a unit that it leads."""
    for unit in scene.state.units:
        if unit.side == side and scene.sheets[unit.index].warlord:
            return int(scene.bearing(unit.index, ()) is not None)
    return 0


Count = Callable[[Scene, int, Secondary], int]
_COUNTS: dict[SecondaryKind, Count] = {
    "units destroyed": lambda scene, side, mission: _graves(scene, 1 - side, mission),
    "wounded units": lambda scene, side, mission: sum(
        scene.below_half(unit) and _has(scene, unit, mission) for unit in scene.standing(1 - side)
    ),
    "units shocked": lambda scene, side, mission: sum(
        unit.shocked and _has(scene, unit.index, mission) for unit in scene.units_of(1 - side)
    ),
    "objectives held": lambda scene, side, mission: len(_held(scene, side)),
    "objectives taken": _taken,
    "centre held": lambda scene, side, mission: int(objectives.centre(scene) in _held(scene, side)),
    "far objective held": lambda scene, side, mission: sum(objectives.far(scene, side, i) for i in _held(scene, side)),
    "own zone clear": lambda scene, side, mission: int(not _intruders(scene, 1 - side)),
    "in enemy zone": _in_enemy_zone,
    "quarters": _quarters,
    "near enemy edge": _near_enemy_edge,
    "charges": lambda scene, side, mission: sum(unit.charged for unit in scene.units_of(side)),
    "units lost at most": lambda scene, side, mission: int(_graves(scene, side, mission) == 0),
    "warlord alive": _warlord,
}
