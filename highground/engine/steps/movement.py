"""The movement phase: stand, move, advance, fall back, arrive from reserve."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine import events as ev
from highground.engine.abilities import powers
from highground.engine.abilities.bans import forbids
from highground.engine.abilities.effect import Moment, Prohibition
from highground.engine.abilities.ground import wholly_beside, wholly_on
from highground.engine.base import Base
from highground.engine.choices import Arrive, Choice, Disembark, Embark, End, Move, Place
from highground.engine.errors import Refusal
from highground.engine.figures import Ending, facing_so, whole
from highground.engine.model import Point
from highground.engine.prompts import EndPrompt, MovePrompt, PlacePrompt, Prompt
from highground.engine.scene import Scene
from highground.engine.state import Moved, Moving, Unit
from highground.engine.steps import flight, moments, offers, transports, windows
from highground.engine.steps.casualties import BREAK_OUT_NEEDED, break_out
from highground.engine.steps.checks import ending_for, expect, on_table, unit_of
from highground.engine.steps.placing import (
    check_escape,
    check_path,
    check_standing,
    extra_inches,
    facings_to_enemy,
    keep_distance,
    longest,
    near_enemies,
    ways,
)
from highground.engine.steps.struck import moved_over
from highground.engine.table.bases import reaches_into
from highground.engine.table.distance import within
from highground.engine.table.moves import Bends
from highground.engine.table.zones import at_edge

RESERVES_FROM_ROUND = 2
POOR_ADVANCE = 3
"""The highest advance that a reroll is used on."""
RESERVE_EDGE = 6.0
RESERVE_DISTANCE = 9.0


def speed(scene: Scene, unit: int) -> float:
    """Inches that the unit may move: those of its slowest living miniature."""
    line_up = scene.sheets[unit].line_up
    slowest = min([line_up[i].profile.movement for i in scene.figures(unit).indices])
    return float(max(0, slowest + powers.added(scene, unit, "move"))) if slowest else 0.0


def waiting(scene: Scene) -> tuple[int, ...]:
    return tuple([unit.index for unit in scene.units_of(scene.state.active) if not unit.moved])


def arriving(scene: Scene) -> tuple[int, ...]:
    state = scene.state
    units = (u.index for u in state.units if u.side == state.active and u.reserves and u.alive)
    return tuple([index for index in units if _may_arrive(scene, index)])


def _may_arrive(scene: Scene, unit: int) -> bool:
    if scene.state.units[unit].moved:
        return False  # it has flown off in this phase
    return scene.state.round >= RESERVES_FROM_ROUND or powers.permits(scene, unit, "arrive early")


def ask(scene: Scene) -> Prompt:
    units, reserves = waiting(scene), arriving(scene)
    kinds: tuple[str, ...] = ("move",) if units else ("end",)
    if reserves:
        kinds = (*kinds, "arrive")
    getting_out, getting_in = transports.able_to_leave(scene), transports.able_to_board(scene)
    if getting_out:
        kinds = (*kinds, "disembark")
    if getting_in:
        kinds = (*kinds, "embark")
    able = tuple(dict.fromkeys(units + reserves + getting_out + getting_in))
    make = MovePrompt if units else EndPrompt
    return make(scene.state.active, kinds, able)


def answer(scene: Scene, choice: Choice) -> None:
    if isinstance(choice, (Embark, Disembark)):
        transports.answer(scene, choice)
        if isinstance(choice, Disembark):
            windows.open_window(scene, "enemy arrived", 1 - scene.state.active, (choice.unit,))
        return
    made = expect(choice, Move, Arrive)
    if isinstance(made, Arrive):
        _arrive(scene, made)
        return
    unit = on_table(scene, made.unit, scene.state.active)
    if unit.moved:
        raise Refusal("already-moved", unit=scene.called(unit.index))
    moves = _FLIGHTS if scene.sheets[unit.index].gait.airborne else _MOVES
    moves[made.how](scene, unit, made)


def check_end(scene: Scene, choice: End) -> None:
    left = waiting(scene)
    if left:
        names = tuple([scene.called(i) for i in left[:3]])
        raise Refusal("units-left", units=names, count=len(left))


def _stand(scene: Scene, unit: Unit, choice: Move) -> None:
    """Who has got out of a transport in this turn has moved, however far it goes on."""
    how: Moved = "moved" if unit.disembarked else "stationary"
    scene.emit(_stays(unit, how, speed(scene, unit.index)))
    moments.moved(scene, unit.index, "moved" if unit.disembarked else "stood still")


def _move(scene: Scene, unit: Unit, choice: Move) -> None:
    _refuse_engaged(scene, unit)
    _go(scene, unit, choice, "moved", speed(scene, unit.index))


def _advance(scene: Scene, unit: Unit, choice: Move) -> None:
    _refuse_engaged(scene, unit)
    inches = speed(scene, unit.index)
    _refuse_forbidden(scene, unit, "advance")
    if not inches:
        raise Refusal("immobile", unit=scene.called(unit.index))
    more = powers.added(scene, unit.index, "advance")
    fixed = powers.fixed_advance(scene, unit.index)
    if fixed is not None:
        scene.emit(ev.AdvanceRolled(unit.index, 0, inches + fixed + more))
        return
    face = scene.dice.roll(1, "advance")[0]
    again = face <= POOR_ADVANCE and powers.rerolls(scene, unit.index, "advance")
    if again:
        face = scene.dice.reroll(1, "advance")[0]
    scene.emit(ev.AdvanceRolled(unit.index, face, inches + face + more))
    if not again:
        windows.open_window(scene, "rolled", unit.side, (unit.index,), "advance")


def _fall_back(scene: Scene, unit: Unit, choice: Move) -> None:
    if not scene.engaged(unit.index):
        raise Refusal("nothing-to-fall-back-from", unit=scene.called(unit.index))
    _refuse_forbidden(scene, unit, "fall back")
    end = ending_for(scene, unit, choice.places, choice.heights, choice.facings)
    bends, tested = breaking_out(scene, unit, end)
    needed = break_out_needed(scene, unit.index)
    _put(scene, unit, end, bends, "fell_back", speed(scene, unit.index))
    break_out(scene, unit.index, tested, needed)
    _ended(scene, unit, "fell back")


def breaking_out(scene: Scene, unit: Unit, end: Ending) -> tuple[Bends, tuple[int, ...]]:
    """The ways by which a unit falls back to these places, and who is tested for breaking out of the fight."""
    bends, trapped = check_escape(scene, unit, end, speed(scene, unit.index))
    pinned = unit.shocked or any(powers.pins(scene, foe, unit.index) for foe in scene.engaged_with(unit.index))
    if powers.permits(scene, unit.index, "break out safely"):
        return bends, ()
    return bends, tuple(scene.figures(unit.index).indices) if pinned else trapped


def break_out_needed(scene: Scene, unit: int) -> int:
    """The face with which miniatures of a unit that falls back now break out of the fight."""
    foes = scene.engaged_with(unit)
    return BREAK_OUT_NEEDED + any(powers.pins(scene, foe, unit, "worsen break-out tests") for foe in foes)


def _no_flight_off(scene: Scene, unit: Unit, choice: Move) -> None:
    raise Refusal("not-aircraft", unit=scene.called(unit.index))


def _fly(scene: Scene, unit: Unit, choice: Move) -> None:
    end = ending_for(scene, unit, choice.places, choice.heights, choice.facings)
    flight.check(scene, unit, end)
    flight.put(scene, unit, end)
    _ended(scene, unit, "moved")


def _fly_off(scene: Scene, unit: Unit, choice: Move) -> None:
    scene.emit(ev.UnitWithdrawn(unit.index, flew=True))


def _no_other_way(scene: Scene, unit: Unit, choice: Move) -> None:
    raise flight.refuse(scene, unit)


_MOVES = {"stationary": _stand, "move": _move, "advance": _advance, "fall_back": _fall_back, "fly_off": _no_flight_off}
_FLIGHTS = {
    "stationary": _no_other_way,
    "move": _fly,
    "advance": _no_other_way,
    "fall_back": _no_other_way,
    "fly_off": _fly_off,
}


def _refuse_engaged(scene: Scene, unit: Unit) -> None:
    if scene.engaged(unit.index):
        raise Refusal("engaged", unit=scene.called(unit.index))


def _refuse_forbidden(scene: Scene, unit: Unit, what: Prohibition) -> None:
    if forbids(scene, unit.index, what):
        raise Refusal("forbidden", unit=scene.called(unit.index), action=what)


def _go(scene: Scene, unit: Unit, wanted: Move | Place, how: Moved, limit: float) -> None:
    end = ending_for(scene, unit, wanted.places or (), wanted.heights, wanted.facings)
    more = () if how == "moved" and isinstance(scene.top, Moving) else extra_inches(scene, unit.index)
    bends = check_path(scene, unit, end, limit, more=more)
    _put(scene, unit, end, bends, how, limit)
    _ended(scene, unit, "advanced" if how == "advanced" else "moved")


def _ended(scene: Scene, unit: Unit, how: Moment) -> None:
    """What follows when a unit has moved: by itself, then for the unit's own side, then for the enemy.

    Leaders may have been left of a unit that broke out of a fight.
    """
    moments.moved(scene, unit.index, how)
    moved = tuple([each for each in (unit.index, *unit.leaders) if scene.on_table(each)])
    if moved:
        windows.open_window(scene, "enemy moved", 1 - unit.side, moved)
    if offers.used_in(scene.setup, unit.side, "moved") and scene.on_table(unit.index):
        over = moved_over(scene, unit) if offers.asks_for_ways(scene.setup, unit.side) else ()
        windows.open_window(scene, "moved", unit.side, (unit.index, *over))


def _put(scene: Scene, unit: Unit, end: Ending, bends: Bends, how: Moved, limit: float) -> None:
    far, corners = longest(scene, unit.index, end.places, bends), ways(scene, unit.index, bends)
    places, heights, facings = whole(scene.figures(unit.index), end, unit)
    scene.emit(ev.UnitMoved(unit.index, how, places, far, limit, corners, heights, facings))


def _stays(unit: Unit, how: Moved, limit: float) -> ev.UnitMoved:
    return ev.UnitMoved(unit.index, how, unit.places, 0.0, limit, heights=unit.heights, facings=unit.facings)


def ask_place(scene: Scene, frame: Moving) -> Prompt:
    side = scene.state.units[frame.unit].side
    why = "move" if frame.granted else "advance"
    return PlacePrompt(side, ("place",), (frame.unit,), frame.unit, frame.limit, why=why)


def place(scene: Scene, frame: Moving, choice: Choice) -> None:
    made = expect(choice, Place)
    unit = scene.state.units[frame.unit]
    how: Moved = "moved" if frame.granted else "advanced"
    if made.places is None:
        scene.emit(_stays(unit, how, frame.limit))
        moments.moved(scene, unit.index, "advanced" if how == "advanced" else "moved")
    else:
        _go(scene, unit, made, how, frame.limit)


def _arrive(scene: Scene, choice: Arrive) -> None:
    unit = unit_of(scene, choice.unit, scene.state.active)
    name = scene.called(unit.index)
    if not unit.reserves:
        raise Refusal("not-in-reserve", unit=name)
    if unit.moved:
        raise Refusal("already-moved", unit=name)
    if not _may_arrive(scene, unit.index):
        raise Refusal("too-early", first=RESERVES_FROM_ROUND, round=scene.state.round)
    end = ending_for(scene, unit, choice.places, choice.heights, choice.facings or facings_to_enemy(scene, unit))
    check_standing(scene, unit, end)
    far = _distance(scene, unit, end)
    least = min(far, least_distance(scene, unit.index))
    keep_distance(scene, unit, end, least, arriving=True)
    beside = arrives_beside(scene, unit.index)
    if beside is not None:
        check_beside(scene, unit, end, beside)
    elif "deep strike" not in scene.sheets[unit.index].rules:
        _check_edge(scene, unit, end)
    last = least < far and near_enemies(scene, unit, end, far)
    scene.emit(ev.UnitArrived(unit.index, *whole(scene.figures(unit.index), end, unit), last=last))
    moments.moved(scene, unit.index, "arrived")
    windows.open_window(scene, "enemy arrived", 1 - unit.side, (unit.index,))


def arrives_beside(scene: Scene, unit: int) -> tuple[int, int] | None:
    """Beside which unit it is set up and within how many inches, where it arrives early so."""
    beside = powers.beside(scene, unit)
    there = beside is not None and scene.on_table(beside[0]) and powers.permits(scene, unit, "arrive early")
    return beside if there else None


def near_enough(scene: Scene, places: Sequence[Point], bases: Sequence[Base], beside: tuple[int, int]) -> bool:
    """Whether a miniature that stands there is within reach of the unit beside which it arrives."""
    host = scene.figures(beside[0])
    return within(places, bases, host.places, host.bases, float(beside[1]))


def check_beside(scene: Scene, unit: Unit, end: Ending, beside: tuple[int, int]) -> None:
    if not near_enough(scene, end.places, facing_so(scene.figures(unit.index), end.facings), beside):
        name, other = scene.called(unit.index), scene.called(beside[0])
        raise Refusal("far-from-unit", unit=name, other=other, distance=beside[1])


def _distance(scene: Scene, unit: Unit, end: Ending) -> float:
    """How far from enemies an arriving unit stays; less where an ability lets it on home ground, or beside friends."""
    deep = "deep strike" in scene.sheets[unit.index].rules
    nearer = powers.arrives_about(scene, unit.index) if deep else []
    if not nearer:
        return RESERVE_DISTANCE
    places, bases = end.places, facing_so(scene.figures(unit.index), end.facings)
    there = [
        float(inches)
        for inches, name, beside in nearer
        if (
            wholly_beside(scene, unit.index, name, beside, places, bases)
            if name
            else wholly_on(scene, unit.side, places, bases)
        )
    ]
    return min([RESERVE_DISTANCE, *there])


def least_distance(scene: Scene, unit: int) -> float:
    """How near to enemies it may arrive wherever it likes, if it gives up its charge for that where it has to."""
    if "deep strike" not in scene.sheets[unit].rules:
        return RESERVE_DISTANCE
    near = powers.arrives_beyond(scene, unit, costly=True)
    return RESERVE_DISTANCE if near is None else min(RESERVE_DISTANCE, float(near))


def _check_edge(scene: Scene, unit: Unit, end: Ending) -> None:
    """Units without a way of their own to arrive come from a board edge, at first not the enemy's."""
    name, bases = scene.called(unit.index), facing_so(scene.figures(unit.index), end.facings)
    if not all(at_edge(spot, base, RESERVE_EDGE) for spot, base in zip(end.places, bases)):
        raise Refusal("far-from-edge", unit=name, distance=RESERVE_EDGE)
    if any(in_barred_zone(scene, unit.side, spot, base) for spot, base in zip(end.places, bases)):
        raise Refusal("in-enemy-zone", unit=name, first=RESERVES_FROM_ROUND + 1)


def in_barred_zone(scene: Scene, side: int, place: Point, base: Base) -> bool:
    """Whether a base would stand in the enemy's deployment zone in a round in which reserves do not arrive there."""
    if scene.state.round > RESERVES_FROM_ROUND:
        return False
    zone = scene.state.armies[1 - side].zone
    return zone is not None and reaches_into(place, base, scene.setup.layout.zones[zone].coordinates)
