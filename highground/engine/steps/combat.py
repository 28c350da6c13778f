"""The combat phase: picks, pile-in, attacks in melee, consolidation."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.abilities import powers
from highground.engine.choices import Choice, End, Fight, Place, Strike
from highground.engine.errors import Refusal
from highground.engine.figures import Ending, whole
from highground.engine.prompts import EndPrompt, PickPrompt, PlacePrompt, Prompt, StrikePrompt
from highground.engine.scene import Scene
from highground.engine.state import Fighting, Melee, Unit
from highground.engine.steps import moments, striking, windows
from highground.engine.steps.checks import ending_for, expect, on_table
from highground.engine.steps.placing import check_consolidation, check_pile_in, consolidation_places, pile_in_places
from highground.engine.table.distance import apart

PILE_IN = 3.0


def begin(scene: Scene) -> None:
    moments.combat_begins(scene)
    order = _next_pick(scene, True, 1 - scene.state.active)
    if order is not None:
        scene.emit(ev.FightsBegan(*order))


def _next_pick(scene: Scene, first: bool, picker: int) -> tuple[bool, int] | None:
    """The step and the side of the next pick: the one whose turn to pick it is, else the other, else the next step."""
    for step in (True, False) if first else (False,):
        start = picker if step == first else 1 - scene.state.active
        for side in (start, 1 - start):
            if striking.able(scene, side, step):
                return step, side
    return None


def ask(scene: Scene) -> Prompt:
    """Nobody is left to fight."""
    return EndPrompt(scene.state.active, ("end",))


def ask_pick(scene: Scene, frame: Melee) -> Prompt:
    return PickPrompt(frame.picker, ("fight",), striking.able(scene, frame.picker, frame.first))


def pick(scene: Scene, frame: Melee, choice: Choice) -> None:
    made = expect(choice, Fight)
    unit = on_table(scene, made.unit, frame.picker)
    name = scene.called(unit.index)
    if unit.fought:
        raise Refusal("already-fought", unit=name)
    if unit.index not in striking.able(scene, frame.picker, frame.first):
        if frame.first and unit.index in striking.able(scene, frame.picker):
            raise Refusal("not-yet", unit=name)
        raise Refusal("not-engaged", unit=name)
    scene.emit(ev.UnitPicked(unit.index))


def check_end(scene: Scene, choice: End) -> None:
    """Everybody who can fight does."""
    left = (*striking.able(scene, 0), *striking.able(scene, 1))
    if left:
        names = tuple([scene.called(i) for i in left[:3]])
        raise Refusal("fighters-left", units=names, count=len(left))


def ask_fight(scene: Scene, frame: Fighting) -> Prompt:
    side = scene.state.units[frame.unit].side
    if frame.stage == "attack":
        return StrikePrompt(side, ("strike",), (frame.unit,), frame.unit)
    return PlacePrompt(side, ("place",), (frame.unit,), frame.unit, closing(scene, frame.unit), why=frame.stage)


def closing(scene: Scene, unit: int) -> float:
    """How far a unit piles in and consolidates; aircraft do neither."""
    if scene.sheets[unit].gait.airborne:
        return 0.0
    return float(powers.fixed(scene, unit, "closing") or PILE_IN)


def fight(scene: Scene, frame: Fighting, choice: Choice) -> None:
    if frame.stage == "attack":
        _strike(scene, frame, expect(choice, Strike))
        return
    made = expect(choice, Place)
    unit = scene.state.units[frame.unit]
    if not unit.alive:
        (places, heights, facings), longest = Ending(unit.places, unit.heights, unit.facings), 0.0
    else:
        (places, heights, facings), longest = _close_in(scene, unit, made, frame.stage)
    if frame.stage == "pile_in":
        scene.emit(ev.UnitPiledIn(unit.index, places, longest, heights, facings))
        return
    scene.emit(ev.UnitConsolidated(unit.index, places, longest, heights, facings))
    pass_pick(scene, unit.side)


def pass_pick(scene: Scene, side: int) -> None:
    """After a fight the other side picks, while it has units of that step."""
    frame = scene.top
    assert isinstance(frame, Melee)
    order = _next_pick(scene, frame.first, 1 - side)
    if order is not None:
        scene.emit(ev.PickPassed(*order))
        if order[1] == side:
            windows.open_window(scene, "before pick", 1 - side, ())
    else:
        scene.emit(ev.FightsEnded())


def _close_in(scene: Scene, unit: Unit, made: Place, stage: str) -> tuple[Ending, float]:
    """Where the unit stands after three inches towards the enemy. None takes the engine's own way."""
    figures, piling, limit = scene.figures(unit.index), stage == "pile_in", closing(scene, unit.index)
    if not limit:
        end = Ending(figures.places, figures.heights)
        if made.places is not None and ending_for(scene, unit, made.places, made.heights, made.facings) != end:
            raise Refusal("stays-aloft", unit=scene.called(unit.index))
    elif made.places is None:
        find = pile_in_places if piling else consolidation_places
        end = Ending(find(scene, unit.index, limit), figures.heights)
    else:
        end = ending_for(scene, unit, made.places, made.heights, made.facings)
        check = check_pile_in if piling else check_consolidation
        check(scene, unit, end, limit)
    longest = max([apart(a, b) for a, b in zip(figures.places, end.places)])
    return whole(figures, end, unit), round(longest, 3)


def _strike(scene: Scene, frame: Fighting, choice: Strike) -> None:
    unit = scene.state.units[frame.unit]
    volleys = striking.volleys_of(scene, unit, choice.shots)
    if not volleys and striking.can_strike(scene, unit):
        raise Refusal("must-strike", unit=scene.called(unit.index))
    if volleys:
        scene.emit(ev.StrikesDeclared(unit.index, tuple(volleys)))
        hit = tuple(dict.fromkeys(each.target for each in volleys))
        windows.open_window(scene, "fight targeted", 1 - unit.side, (*hit, unit.index))
    else:
        scene.emit(ev.StrikesMade(unit.index))
