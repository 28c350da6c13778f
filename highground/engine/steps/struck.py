"""What a unit has hit with which weapons, and what it has moved over: later uses may depend on it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from highground.engine import events as ev
from highground.engine.abilities.model import Use
from highground.engine.model import Point
from highground.engine.scene import Scene
from highground.engine.state import Hit, Unit, Window, places_of
from highground.engine.steps.armament import armament
from highground.engine.table.distance import TOLERANCE
from highground.engine.table.shapes import square_to_line
from highground.engine.weapon import weapon_named


def hits(scene: Scene, unit: int) -> tuple[Hit, ...]:
    """What was hit by what as the unit shot: what the window for it says, or what has just happened."""
    frame = scene.top
    if isinstance(frame, Window) and frame.kind == "shot":
        return frame.hits
    made = [event for event in scene.events if isinstance(event, ev.AttacksMade) and event.unit == unit]
    arms = armament(scene.sheets[unit])
    return tuple(
        [
            Hit(weapon_named(arms[each.sequence.attack.weapon].weapon.name), each.bearers, each.target)
            for each in made
            if each.sequence.hit and each.sequence.hit.hits + each.sequence.hit.lethal
            if each.sequence.attack.weapon in arms
        ]
    )


def moved_over(scene: Scene, before: Unit) -> tuple[int, ...]:
    """The enemies over whose bases a unit has just moved, which stood as `before`; its bases are discs on their way."""
    event = next((e for e in reversed(scene.events) if isinstance(e, ev.UnitMoved) and e.unit == before.index), None)
    if event is None:
        return ()
    bends, figures = dict(event.ways), scene.figures(before.index)
    legs: list[tuple[Point, Point, float]] = []
    for i, base in zip(figures.indices, figures.bases, strict=True):
        stops = (before.places[i], *bends.get(i, ()), event.places[i])
        legs += [(a, b, base.radius) for a, b in itertools.pairwise(stops)]
    return tuple([foe for foe in scene.standing(1 - before.side) if _crossed(scene, foe, legs)])


def _crossed(scene: Scene, foe: int, legs: Iterable[tuple[Point, Point, float]]) -> bool:
    discs = scene.figures(foe).discs
    return any(square_to_line(x, y, *a, *b) < (r + wide - TOLERANCE) ** 2 for a, b, wide in legs for x, y, r in discs)


def hit_so(scene: Scene, use: Use, unit: int, own: int | None, target: int) -> bool:
    """Whether the target was hit by the unit and weapon that the use requires, if it requires any."""
    alone = use.of_model and own is not None and own != unit
    if use.window != "shot" or not (use.weapon or alone):
        return True
    mine = _part(scene, unit, own) if alone else range(len(scene.state.units[unit].wounds))
    return any(
        each.target == target and use.weapon in {"", each.weapon} and any(i in mine for i in each.bearers)
        for each in hits(scene, unit)
    )


def carriers_in(scene: Scene, unit: int, own: int | None, carriers: tuple[int, ...]) -> Sequence[int]:
    """The places of those who have the ability among the miniatures of the unit that uses it."""
    part = _part(scene, unit, own)
    return [part[i] for i in carriers if i < len(part)] if carriers else part


def _part(scene: Scene, unit: int, own: int | None) -> range:
    """The miniatures of a leader `own` that has joined the unit; all of the unit's where the ability is its own."""
    state = scene.state.units[unit]
    return range(len(state.wounds)) if own is None or own == unit else places_of(scene.state.units, state, own)
