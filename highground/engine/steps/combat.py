"""The combat phase: picks, pile-in, attacks in melee, consolidation."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.choices import Choice, End, Fight, Place, Request, Strike
from highground.engine.errors import Refusal
from highground.engine.model import Point
from highground.engine.scene import Scene, spread
from highground.engine.state import Fighting, Melee, Unit
from highground.engine.steps import striking, windows
from highground.engine.steps.checks import count_of, expect, on_table, places_for
from highground.engine.steps.placing import check_pile_in, pile_in_places
from highground.engine.table.distance import apart

PILE_IN = 3.0


def begin(scene: Scene) -> None:
    order = _next_pick(scene, True, 1 - scene.state.active)
    if order is not None:
        scene.emit(ev.FightsBegan(*order))
        windows.open_window(scene, "before pick", 1 - order[1], ())


def _next_pick(scene: Scene, first: bool, picker: int) -> tuple[bool, int] | None:
    """The step and the side of the next pick: the one whose turn to pick it is, else the other, else the next step."""
    for step in (True, False) if first else (False,):
        start = picker if step == first else 1 - scene.state.active
        for side in (start, 1 - start):
            if striking.able(scene, side, step):
                return step, side
    return None


def ask(scene: Scene) -> Request:
    """Nobody is left to fight."""
    return Request(scene.state.active, ("end",))


def ask_pick(scene: Scene, frame: Melee) -> Request:
    units = striking.able(scene, frame.picker, frame.first)
    return Request(frame.picker, ("fight",) if striking.able(scene, 1 - frame.picker) else ("fight", "end"), units)


def pick(scene: Scene, frame: Melee, choice: Choice) -> None:
    made = expect(choice, Fight)
    unit = on_table(scene, made.unit, frame.picker)
    name = scene.sheets[unit.index].name
    if unit.fought:
        raise Refusal("already-fought", f"{name} has fought in this phase.")
    if unit.index not in striking.able(scene, frame.picker, frame.first):
        if frame.first and unit.index in striking.able(scene, frame.picker):
            raise Refusal("not-yet", f"{name} fights after the units that strike first.")
        raise Refusal("not-engaged", f"{name} is not engaged.")
    scene.emit(ev.UnitPicked(unit.index))


def check_end(scene: Scene, choice: End) -> None:
    """Nobody may take the other army's fights away."""
    frame = scene.top
    picker = frame.picker if isinstance(frame, Melee) else scene.state.active
    left = striking.able(scene, 1 - picker)
    if left:
        names = ", ".join(scene.sheets[i].name for i in left[:3])
        raise Refusal("units-left", f"The other army still has units to fight with: {names}.", count_of(left))


def ask_fight(scene: Scene, frame: Fighting) -> Request:
    side = scene.state.units[frame.unit].side
    if frame.stage == "attack":
        return Request(side, ("strike",), (frame.unit,), frame.unit)
    return Request(side, ("place",), (frame.unit,), frame.unit, PILE_IN, why=frame.stage)


def fight(scene: Scene, frame: Fighting, choice: Choice) -> None:
    if frame.stage == "attack":
        _strike(scene, frame, expect(choice, Strike))
        return
    made = expect(choice, Place)
    unit = scene.state.units[frame.unit]
    if not unit.alive:
        places, longest = unit.places, 0.0
    else:
        places, longest = _close_in(scene, unit, made)
    if frame.stage == "pile_in":
        scene.emit(ev.UnitPiledIn(unit.index, places, longest))
        return
    scene.emit(ev.UnitConsolidated(unit.index, places, longest))
    pass_pick(scene, unit.side)


def pass_pick(scene: Scene, side: int) -> None:
    """After a fight the other side picks, while it has units of that step."""
    frame = scene.top
    assert isinstance(frame, Melee)
    order = _next_pick(scene, frame.first, 1 - side)
    if order is not None:
        scene.emit(ev.PickPassed(*order))
        windows.open_window(scene, "before pick", 1 - order[1], ())
    else:
        scene.emit(ev.FightsEnded())


def _close_in(scene: Scene, unit: Unit, made: Place) -> tuple[tuple[Point, ...], float]:
    """Where the unit stands after three inches towards the enemy. None takes the engine's own way."""
    figures = scene.figures(unit.index)
    if made.places is None:
        places = pile_in_places(scene, unit.index, PILE_IN)
    else:
        places = places_for(scene, unit, made.places)
        check_pile_in(scene, unit, places, PILE_IN)
    longest = max([apart(a, b) for a, b in zip(figures.places, places)])
    return spread(figures, places, unit), round(longest, 3)


def _strike(scene: Scene, frame: Fighting, choice: Strike) -> None:
    unit = scene.state.units[frame.unit]
    volleys = striking.volleys_of(scene, unit, choice.shots)
    if volleys:
        scene.emit(ev.StrikesDeclared(unit.index, tuple(volleys)))
        hit = tuple(dict.fromkeys(each.target for each in volleys))
        windows.open_window(scene, "fight targeted", 1 - unit.side, (*hit, unit.index))
    else:
        scene.emit(ev.StrikesMade(unit.index))
