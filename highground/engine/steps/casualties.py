"""Losses outside the attack sequence: mortal wounds, demises, hazards, stragglers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from highground.engine import events as ev
from highground.engine.dice import total
from highground.engine.model import Amount
from highground.engine.scene import Scene
from highground.engine.steps.armament import allocation_order
from highground.engine.table.coherency import coherent, stragglers

DEMISE_REACH = 6.0
DEMISE_NEEDED = 6
HAZARD_WOUNDS = 3
_BIG = frozenset({"character", "monster", "vehicle"})


def mortal_wounds(scene: Scene, unit: int, wounds: int, cause: str, by: int | None, order: Iterable[int] = ()) -> None:
    """Wounds that no save stops and that spill from miniature to miniature; feel no pain is rolled for each."""
    state, sheet = scene.state.units[unit], scene.sheets[unit]
    left = list(state.wounds)
    queue = list(order) or allocation_order(state, sheet)
    faces: list[int] = []
    while wounds > 0 and queue:
        miniature = queue[0]
        fnp = sheet.line_up[miniature].profile.fnp
        wounds -= 1
        if fnp is not None:
            faces.extend(scene.dice.roll(1, "feel no pain"))
            if faces[-1] >= fnp:
                continue
        left[miniature] -= 1
        if not left[miniature]:
            queue.pop(0)
    lose(scene, unit, left, cause, by, tuple(faces))


def lose(scene: Scene, unit: int, left: list[int], cause: str, by: int | None, fnp: tuple[int, ...] = ()) -> None:
    """Bring a unit's wounds down to `left`, with all that follows from it."""
    before = scene.state.units[unit].wounds
    lost = tuple((i, had - has) for i, (had, has) in enumerate(zip(before, left, strict=True)) if had > has)
    slain = tuple(i for i, _ in lost if not left[i])
    if not lost and not fnp:
        return
    scene.emit(ev.WoundsLost(unit, lost, slain, cause, fnp=fnp, by=by))
    after_losses(scene, unit, slain, by)


def after_losses(scene: Scene, unit: int, slain: tuple[int, ...], by: int | None) -> None:
    """Demises of the slain, and the unit's end if none is left."""
    bury(scene, {unit: slain}, by)


def bury(scene: Scene, fallen: Mapping[int, Sequence[int]], by: int | None) -> None:
    """The same for the slain of several units at once, each unit's end before any demise."""
    for unit, slain in fallen.items():
        if slain and not scene.state.units[unit].alive:
            scene.emit(ev.UnitDestroyed(unit, by))
    for unit, slain in fallen.items():
        if "deadly demise" in scene.sheets[unit].rules:
            for miniature in slain:
                _demise(scene, unit, miniature)


def _demise(scene: Scene, unit: int, miniature: int) -> None:
    """On a 6, every unit within reach of the fallen miniature takes mortal wounds."""
    face = scene.dice.roll(1, "deadly demise")
    scene.emit(ev.CauseRolled(unit, "deadly demise", face, DEMISE_NEEDED, face[0] >= DEMISE_NEEDED))
    if face[0] < DEMISE_NEEDED:
        return
    amount = scene.sheets[unit].rules["deadly demise"].value or Amount(plus=1)
    for other in _units_near(scene, unit, miniature):
        if scene.state.units[other].alive:
            wounds = total(amount.count, amount.sides, amount.plus, scene.dice, "deadly demise wounds")
            mortal_wounds(scene, other, wounds, "deadly demise", unit)


def _units_near(scene: Scene, unit: int, miniature: int) -> list[int]:
    x, y = scene.state.units[unit].places[miniature]
    reach = DEMISE_REACH + scene.sheets[unit].radii[miniature]
    near = []
    for other in scene.state.units:
        figures = scene.figures(other.index) if other.on_table else None
        if figures is not None and any(
            (px - x) ** 2 + (py - y) ** 2 <= (reach + radius) ** 2
            for (px, py), radius in zip(figures.places, figures.radii, strict=True)
        ):
            near.append(other.index)
    return near


def hazards(scene: Scene, unit: int, bearers: Iterable[int]) -> None:
    """A die for each hazardous weapon used: on a 1 its bearer is slain, or takes three mortal wounds if it is big."""
    users = [i for i in bearers if scene.state.units[unit].wounds[i]]
    if not users:
        return
    faces = scene.dice.roll(len(users), "hazardous")
    scene.emit(ev.CauseRolled(unit, "hazardous", faces, 2, 1 in faces))
    for miniature, face in zip(users, faces, strict=True):
        wounds = scene.state.units[unit].wounds
        if face > 1 or not wounds[miniature]:
            continue
        if scene.sheets[unit].keyword_set & _BIG:
            rest = [i for i in allocation_order(scene.state.units[unit], scene.sheets[unit]) if i != miniature]
            mortal_wounds(scene, unit, HAZARD_WOUNDS, "hazardous", unit, [miniature, *rest])
        else:
            left = list(wounds)
            left[miniature] = 0
            lose(scene, unit, left, "hazardous", unit)


def restore_coherency(scene: Scene) -> None:
    """At a turn's end, units that stand apart lose the miniatures that are out of reach of the rest."""
    for unit in scene.state.units:
        if not unit.on_table:
            continue
        figures = scene.figures(unit.index)
        if len(figures.indices) < 2 or coherent(figures.places, figures.radii):
            continue
        gone = tuple(figures.indices[i] for i in stragglers(figures.places, figures.radii))
        scene.emit(ev.MiniaturesRemoved(unit.index, gone))
        if not scene.state.units[unit.index].alive:
            scene.emit(ev.UnitDestroyed(unit.index))
