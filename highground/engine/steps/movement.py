"""The movement phase: stand, move, advance, fall back, arrive from reserve."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine import powers
from highground.engine.choices import Arrive, Choice, Disembark, Embark, End, Move, Place, Request
from highground.engine.errors import Refusal
from highground.engine.model import Point
from highground.engine.scene import Scene, spread
from highground.engine.state import Moved, Moving, Unit
from highground.engine.steps import transports, windows
from highground.engine.steps.casualties import break_out
from highground.engine.steps.checks import count_of, expect, on_table, places_for, unit_of
from highground.engine.steps.placing import check_escape, check_path, check_standing, keep_distance, longest, ways
from highground.engine.table.moves import Bends
from highground.engine.table.zones import at_edge

RESERVES_FROM_ROUND = 2
POOR_ADVANCE = 3
"""The highest advance that an ability to throw again is used on."""
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
    return scene.state.round >= RESERVES_FROM_ROUND or powers.has(scene, unit, "permission", "arrive early")


def ask(scene: Scene) -> Request:
    units, reserves = waiting(scene), arriving(scene)
    kinds: tuple[str, ...] = ("move",) if units else ("end",)
    if reserves:
        kinds = (*kinds, "arrive")
    getting_out, getting_in = transports.able_to_leave(scene), transports.able_to_board(scene)
    if getting_out:
        kinds = (*kinds, "disembark")
    if getting_in:
        kinds = (*kinds, "embark")
    return Request(scene.state.active, kinds, tuple(dict.fromkeys(units + reserves + getting_out + getting_in)))


def answer(scene: Scene, choice: Choice) -> None:
    if isinstance(choice, (Embark, Disembark)):
        transports.answer(scene, choice)
        return
    made = expect(choice, Move, Arrive)
    if isinstance(made, Arrive):
        _arrive(scene, made)
        return
    unit = on_table(scene, made.unit, scene.state.active)
    if unit.moved:
        raise Refusal("already-moved", f"{scene.sheets[unit.index].name} has moved in this phase.")
    _MOVES[made.how](scene, unit, made)


def check_end(scene: Scene, choice: End) -> None:
    left = waiting(scene)
    if left:
        names = ", ".join(scene.sheets[i].name for i in left[:3])
        raise Refusal("units-left", f"Move these units or let them hold their position first: {names}.", count_of(left))


def _stand(scene: Scene, unit: Unit, choice: Move) -> None:
    scene.emit(ev.UnitMoved(unit.index, "stationary", unit.places, 0.0, speed(scene, unit.index)))


def _move(scene: Scene, unit: Unit, choice: Move) -> None:
    _refuse_engaged(scene, unit)
    _go(scene, unit, choice.places, "moved", speed(scene, unit.index))


def _advance(scene: Scene, unit: Unit, choice: Move) -> None:
    _refuse_engaged(scene, unit)
    inches = speed(scene, unit.index)
    if not inches:
        raise Refusal("immobile", f"{scene.sheets[unit.index].name} cannot move.", "0 inches")
    face = scene.dice.roll(1, "advance")[0]
    if face <= POOR_ADVANCE and powers.has(scene, unit.index, "reroll", "advance"):
        face = scene.dice.reroll(1, "advance")[0]
    more = powers.added(scene, unit.index, "advance")
    scene.emit(ev.AdvanceRolled(unit.index, face, inches + face + more))
    windows.open_window(scene, "rolled", unit.side, (unit.index,), "advance")


def _fall_back(scene: Scene, unit: Unit, choice: Move) -> None:
    if not scene.engaged(unit.index):
        raise Refusal("not-engaged", f"{scene.sheets[unit.index].name} is not engaged: move it instead.")
    places, limit = places_for(scene, unit, choice.places), speed(scene, unit.index)
    bends, trapped = check_escape(scene, unit, places, limit)
    tested = scene.figures(unit.index).indices if unit.shocked else trapped
    _put(scene, unit, places, bends, "fell_back", limit)
    break_out(scene, unit.index, tested)
    windows.open_window(scene, "enemy moved", 1 - unit.side, (unit.index,))


_MOVES = {"stationary": _stand, "move": _move, "advance": _advance, "fall_back": _fall_back}


def _refuse_engaged(scene: Scene, unit: Unit) -> None:
    if scene.engaged(unit.index):
        raise Refusal("engaged", f"{scene.sheets[unit.index].name} is engaged: it can fall back or hold its position.")


def _go(scene: Scene, unit: Unit, wanted: tuple[Point, ...], how: Moved, limit: float) -> None:
    places = places_for(scene, unit, wanted)
    _put(scene, unit, places, check_path(scene, unit, places, limit), how, limit)
    windows.open_window(scene, "enemy moved", 1 - unit.side, (unit.index,))


def _put(scene: Scene, unit: Unit, places: tuple[Point, ...], bends: Bends, how: Moved, limit: float) -> None:
    far, corners = longest(scene, unit.index, places, bends), ways(scene, unit.index, bends)
    ends = spread(scene.figures(unit.index), places, unit)
    scene.emit(ev.UnitMoved(unit.index, how, ends, far, limit, corners))


def ask_place(scene: Scene, frame: Moving) -> Request:
    side = scene.state.units[frame.unit].side
    why = "move" if frame.granted else "advance"
    return Request(side, ("place",), (frame.unit,), frame.unit, frame.limit, why=why)


def place(scene: Scene, frame: Moving, choice: Choice) -> None:
    made = expect(choice, Place)
    unit = scene.state.units[frame.unit]
    how: Moved = "moved" if frame.granted else "advanced"
    if made.places is None:
        scene.emit(ev.UnitMoved(unit.index, how, unit.places, 0.0, frame.limit))
    else:
        _go(scene, unit, made.places, how, frame.limit)


def _arrive(scene: Scene, choice: Arrive) -> None:
    unit = unit_of(scene, choice.unit, scene.state.active)
    name = scene.sheets[unit.index].name
    if not unit.reserves:
        raise Refusal("not-in-reserve", f"{name} is not in reserve.")
    if not _may_arrive(scene, unit.index):
        raise Refusal(
            "too-early", f"Reserves arrive from round {RESERVES_FROM_ROUND} on.", f"round {scene.state.round}"
        )
    places = places_for(scene, unit, choice.places)
    check_standing(scene, unit, places)
    keep_distance(scene, unit, places, RESERVE_DISTANCE)
    if "deep strike" not in scene.sheets[unit.index].rules:
        radii = scene.figures(unit.index).radii
        if not all(at_edge(spot, radius, RESERVE_EDGE) for spot, radius in zip(places, radii, strict=True)):
            raise Refusal("far-from-edge", f"{name} must arrive wholly within {RESERVE_EDGE:g} inches of a board edge.")
    scene.emit(ev.UnitArrived(unit.index, spread(scene.figures(unit.index), places, unit)))
    windows.open_window(scene, "enemy arrived", 1 - unit.side, (unit.index,))
