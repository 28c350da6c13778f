"""At a turn's end: units that stand apart lose miniatures, of their player's choice where there is one."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.choices import Choice, Remove
from highground.engine.errors import Refusal
from highground.engine.prompts import Prompt, RemovePrompt
from highground.engine.scene import Scene
from highground.engine.state import CoherencyRemoval
from highground.engine.steps.armament import allocation_order
from highground.engine.steps.checks import expect
from highground.engine.steps.parting import part
from highground.engine.steps.together import beside, in_coherency, together
from highground.engine.table.coherency import loss, ways_to_coherency


def restore(scene: Scene) -> bool:
    """Whether all units are in coherency: those that were not have lost who had to go, as far as nobody is asked."""
    for index in (*scene.standing(0), *scene.standing(1)):
        figures = scene.figures(index)
        if figures.coherent is None:
            figures.coherent = in_coherency(figures)
        if figures.coherent:
            continue
        found = ways(scene, index)
        if len(found) > 1:
            scene.emit(ev.CoherencyRemovalAsked(index))
            return False
        _remove(scene, index, found[0])
    return True


def ask(scene: Scene, frame: CoherencyRemoval) -> Prompt:
    side = scene.state.units[frame.unit].side
    return RemovePrompt(side, ("remove",), (frame.unit,), frame.unit, why="coherency")


def answer(scene: Scene, frame: CoherencyRemoval, choice: Choice) -> None:
    """Those who were chosen go: the rest is in coherency then, and would not be if one of them stayed."""
    gone = expect(choice, Remove).miniatures or ways(scene, frame.unit)[0]
    figures = scene.figures(frame.unit)
    indices, near = figures.indices, beside(figures)
    name = scene.called(frame.unit)
    if len(set(gone)) != len(gone) or not set(gone) <= set(indices) or len(gone) == len(indices):
        raise Refusal("no-such-miniatures", unit=name)
    left = [i for i, index in enumerate(indices) if index not in gone]
    if not together(near, left):
        raise Refusal("still-apart", unit=name)
    if any(together(near, [*left, i]) for i in range(len(indices)) if i not in left):
        raise Refusal("more-than-needed", unit=name)
    _remove(scene, frame.unit, tuple(sorted(gone)))


def ways(scene: Scene, unit: int) -> list[tuple[int, ...]]:
    """The miniatures whose loss would bring a unit together, the least loss first; one way where none is as good.

    As good are those of as few miniatures, and those that keep a leader which the best would lose.
    """
    figures, worth = scene.figures(unit), _worth(scene, unit)
    found = sorted(ways_to_coherency(beside(figures), worth), key=lambda gone: loss(gone, worth))
    best = found[0]
    body = scene.sheets[unit].body or len(scene.sheets[unit].line_up)
    leaders = [i for i, index in enumerate(figures.indices) if index >= body]
    spent = sum([i in leaders for i in best])
    fit = [gone for gone in found if len(gone) == len(best) or sum([i in leaders for i in gone]) < spent]
    return [tuple([figures.indices[i] for i in gone]) for gone in fit]


def _worth(scene: Scene, unit: int) -> list[int]:
    """What each living miniature is worth to its player: in the order in which they take wounds, but leaders most.

    Then come those of which the unit has few, unless their player wants them to take wounds first or they were added.
    """
    state, sheet = scene.state.units[unit], scene.sheets[unit]
    own = sheet.line_up[: sheet.body or len(sheet.line_up)]
    many = max([each.count for each in own if each.spare is not True], default=0)
    few = [each.spare is not True and each.count < many for each in sheet.line_up]
    order = allocation_order(state.wounds, sheet, state.falls)
    order.sort(key=lambda i: (i >= len(own), i not in state.falls and few[i]))
    return [order.index(i) for i in scene.figures(unit).indices]


def _remove(scene: Scene, unit: int, gone: tuple[int, ...]) -> None:
    scene.emit(ev.MiniaturesRemoved(unit, gone))
    if scene.state.units[unit].leaders:
        part(scene, unit, gone, None)
    if not scene.state.units[unit].alive:
        scene.emit(ev.UnitDestroyed(unit))
