"""What a unit's abilities bring about when miniatures of its own are destroyed, after the attacks that did it."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine import events as ev
from highground.engine.abilities.conditions import miniature_named, ready
from highground.engine.abilities.effect import Effect, Moment
from highground.engine.abilities.sources import BoundPower, Powers
from highground.engine.attached import base_sheets
from highground.engine.scene import Scene
from highground.engine.steps import moments
from highground.engine.steps.possible import Looking

FELL: Moment = "miniature destroyed"
_NOTHING: list[BoundPower] = []
_OF_FALLEN = frozenset([ev.AttacksMade, ev.WoundsLost, ev.LastBlowsMade, ev.FallenStood])


def fell(scene: Scene, since: int = 0) -> int:
    """Bring about what follows from the events since then, and from those that this makes; how many there are now.

    A choice carries out all attacks of a unit, so that they are done when it is. Who is taken off for coherency is not
    destroyed. A leader that has joined a unit is not asked: what hangs on its own miniatures ends with them.
    """
    if not _any_fallen(scene.events, since):
        return len(scene.events)
    lost = _slain(scene.events[since:])
    due = _due(scene) if lost else _NOTHING
    while due and lost:
        since = len(scene.events)
        for unit, slain in lost.items():
            _follow(scene, unit, slain, [each for each in due if each.unit == unit])
        lost = _slain(scene.events[since:])
    return len(scene.events)


def _any_fallen(events: list[ev.Event], since: int) -> bool:
    """Whether miniatures may have fallen since then: of most choices none do."""
    return any(type(events[k]) in _OF_FALLEN for k in range(since, len(events)))


def _due(scene: Scene) -> list[BoundPower]:
    """What happens when miniatures are destroyed, of all units."""
    due = Powers.of(scene.setup).moments.get(FELL, _NOTHING)
    return due + moments.begun(scene, FELL) if scene.state.active_effects else due


def _slain(events: Sequence[ev.Event]) -> dict[int, list[int]]:
    """The miniatures of each unit that the events destroy; those that rise for a last blow fall with it."""
    found: dict[int, list[int]] = {}
    for event in events:
        if type(event) not in _OF_FALLEN:
            continue
        if isinstance(event, ev.AttacksMade):
            found.setdefault(event.target, []).extend(event.slain)
        elif isinstance(event, ev.WoundsLost):
            found.setdefault(event.unit, []).extend(event.slain)
        elif isinstance(event, ev.LastBlowsMade):
            found.setdefault(event.unit, []).extend(event.miniatures)
        elif isinstance(event, ev.FallenStood):
            up = set(event.miniatures)
            found[event.unit] = [i for i in found.get(event.unit, ()) if i not in up]
    return found


def _follow(scene: Scene, unit: int, slain: Sequence[int], due: Sequence[BoundPower]) -> None:
    """What a unit has for the fall of its own miniatures, each effect once for each of them."""
    line_up = base_sheets(scene.setup)[unit].line_up
    names = {i: miniature_named(line_up[i].name) for i in slain if i < len(line_up)}
    rolled: dict[str, dict[int, int]] = {}
    for each in due:
        effect = each.power.effect
        those = [i for i in names if (not each.bearers or i in each.bearers) and _called(effect, names[i])]
        if not those or not scene.on_table(unit) or not ready(scene, unit, effect):
            continue
        if not effect.wanted(Looking(scene), unit):
            continue
        shown = _shown(scene, unit, each, those, rolled.setdefault(each.power.name, {}))
        if shown:
            happening = _Fall(scene, each.power.name, scene.state.units[unit].side, unit, unit)
            happening.carry_out(effect, len(shown))


def _called(effect: Effect, name: str) -> bool:
    """Whether the effect is for the fall of a miniature of this name."""
    asked = (each for each in effect.conditions if each.kind == "fallen")
    return all((miniature_named(each.name) == name) != each.negate for each in asked)


def _shown(scene: Scene, unit: int, each: BoundPower, those: Sequence[int], rolled: dict[int, int]) -> Sequence[int]:
    """Those of the fallen whose die shows what the effect asks for; `rolled` has the dice of other effects of it."""
    effect, name = each.power.effect, each.power.name
    if not effect.face_from and not effect.face_to:
        return those
    missing = [i for i in those if i not in rolled]
    if missing:
        faces = scene.dice.roll(len(missing), name)
        rolled.update(zip(missing, faces, strict=True))
        needed = effect.face_from or effect.face_to + 1
        scene.emit(ev.CauseRolled(unit, name, faces, needed, any(face >= needed for face in faces)))
    return [i for i in those if effect.shown(rolled[i])]


class _Fall(moments.Happening):
    """An effect that happens once for each of several miniatures; who comes of it comes all at once."""

    def carry_out(self, effect: Effect, times: int) -> None:
        if effect.lasts and not effect.of_moments:
            self.begin(effect)
            return
        self.coming: dict[str, int] = {}
        for _ in range(times):
            effect.happen(self)
        for name, count in self.coming.items():
            super().add_miniatures(name, count)

    def add_miniatures(self, name: str, count: int) -> None:
        self.coming[name] = self.coming.get(name, 0) + count
