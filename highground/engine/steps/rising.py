"""Miniatures that fall in melee before they have fought, and may strike before they are removed."""

from __future__ import annotations

from collections.abc import Mapping

from highground.engine import events as ev
from highground.engine.abilities import powers
from highground.engine.scene import Scene
from highground.engine.state import LastBlows, Resolving
from highground.engine.steps.casualties import bury

LAST_BLOWS = "last blows"


def who_may(scene: Scene, frame: Resolving) -> dict[int, int]:
    """The targets of attacks in melee whose fallen may strike, and the face that each of those needs."""
    if not frame.melee or not powers.outlives(scene):
        return {}
    targets = {each.target for each in frame.volleys}
    found = {unit: powers.last_blows(scene, unit) for unit in sorted(targets) if not scene.state.units[unit].fought}
    return {unit: needed for unit, needed in found.items() if needed is not None}


def rise(scene: Scene, by: int, may: Mapping[int, int], fallen: Mapping[int, list[int]]) -> dict[int, list[int]]:
    """Roll for the slain of these units; returns those who are removed at once."""
    left = dict(fallen)
    for unit, needed in may.items():
        slain = fallen.get(unit, [])
        if not slain:
            continue
        up = slain
        if needed > 1:
            faces = scene.dice.roll(len(slain), LAST_BLOWS)
            up = [miniature for miniature, face in zip(slain, faces, strict=True) if face >= needed]
            scene.emit(ev.CauseRolled(unit, LAST_BLOWS, faces, needed, bool(up)))
        if up:
            scene.emit(ev.FallenStood(unit, tuple(up), by))
            left[unit] = [miniature for miniature in slain if miniature not in up]
    return left


def fall(scene: Scene) -> None:
    """Those who have struck their last blows are removed."""
    frame = scene.top
    if isinstance(frame, LastBlows):
        scene.emit(ev.LastBlowsMade(frame.unit, frame.miniatures))
        bury(scene, {frame.unit: frame.miniatures}, frame.by)
