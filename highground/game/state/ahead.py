"""Who could still do something in this phase or in a later one of the turn, and what: what going on would pass over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from highground.engine import listing
from highground.engine.prompts import (
    AdvancePrompt,
    ChargePrompt,
    EndPrompt,
    MovePrompt,
    PickPrompt,
    Prompt,
    ShootPrompt,
)
from highground.engine.scene import Scene
from highground.engine.steps import charge, movement, striking, targeting, transports
from highground.game.match.match import Match
from highground.game.parts import could as words
from highground.game.views.state import AbleUnit

GOING_ON = (AdvancePrompt, ChargePrompt, EndPrompt, MovePrompt, PickPrompt, ShootPrompt)
"""Prompts at which a player may go on, and pass over who could still act."""
AHEAD = {
    "movement": ("movement",),
    "shooting": ("shooting", "charge", "combat"),
    "charge": ("charge", "combat"),
    "combat": ("combat",),
}
"""Phases of which something is known. While units have yet to move, nothing is said of what their moves will allow."""

UnitOptions = Iterator[tuple[int, str]]
"""Units, each with what it could do in words."""


def able_units(match: Match, prompt: Prompt) -> list[AbleUnit]:
    """Phase by phase from this one on, as units stand now."""
    if not isinstance(prompt, GOING_ON):
        return []
    return match.kept.get("able", (match.battle.state,), lambda: list(_shown(match)))


def _shown(match: Match) -> Iterator[AbleUnit]:
    cast = match.cast
    for phase, unit, could in ahead(match.battle.scene):
        yield {
            "unit_uuid": cast.unit_uuids[unit],
            "unit_name": cast.units[unit],
            "army_uuid": cast.army_uuids[cast.sides[unit]],
            "phase": phase,
            "could": could,
        }


def ahead(scene: Scene) -> list[tuple[str, int, str]]:
    """Phase, unit, and what it could do there in words; of this phase nothing once it is at its end."""
    phases = AHEAD.get(scene.state.phase, ())[scene.state.phase_time == "end" :]
    return [(phase, unit, could) for phase in phases for unit, could in _ABLE[phase](scene)]


def _move(scene: Scene) -> UnitOptions:
    yield from ((unit, words.MOVE) for unit in movement.waiting(scene))
    yield from ((unit, words.ARRIVE) for unit in movement.arriving(scene))
    yield from ((unit, words.GET_OUT) for unit in transports.able_to_leave(scene))
    yield from ((unit, words.GET_IN) for unit in transports.able_to_board(scene))


def _shoot(scene: Scene) -> UnitOptions:
    for unit in scene.standing(scene.state.active):
        if targeting.may_shoot(scene, scene.state.units[unit]):
            foes = _nearest_first(scene, unit, {shot.target for shot in listing.single_shots(scene, unit)})
            if foes:
                yield unit, words.shoot(foes)


def _charge(scene: Scene) -> UnitOptions:
    for unit in scene.units_of(scene.state.active):
        foes = charge.targets(scene, unit.index) if charge.why_not(scene, unit) is None else ()
        if foes:
            yield unit.index, words.charge(_nearest_first(scene, unit.index, foes))


def _fight(scene: Scene) -> UnitOptions:
    for unit in (*striking.able(scene, 0), *striking.able(scene, 1)):
        yield unit, words.fight(_nearest_first(scene, unit, scene.engaged_with(unit)))


def _nearest_first(scene: Scene, unit: int, foes: Iterable[int]) -> list[str]:
    return [scene.called(foe) for foe in sorted(foes, key=lambda foe: (scene.gap(unit, foe), foe))]


_ABLE: dict[str, Callable[[Scene], UnitOptions]] = {
    "movement": _move,
    "shooting": _shoot,
    "charge": _charge,
    "combat": _fight,
}
