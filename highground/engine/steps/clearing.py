"""What is no obstacle to a unit that moves, because an ability says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from highground.engine.abilities import powers
from highground.engine.attached import aircraft
from highground.engine.scene import Scene
from highground.engine.table.distance import Disc

GIANT = "titanic"


class Clearance(NamedTuple):
    """What the unit passes: `over` other models, those of giants too if `giants`; bulky `friends`; and `walls`."""

    over: bool
    giants: bool
    friends: bool
    walls: bool


def clearance(scene: Scene, unit: int) -> Clearance:
    """What the unit may pass now; its own gait apart."""
    if not powers.asked(scene, unit, "permit"):
        return _NOTHING
    moving = scene.state.phase == "movement"
    every = moving and powers.permits(scene, unit, "pass over models")
    small = moving and powers.permits(scene, unit, "pass over smaller models")
    friends = moving and powers.permits(scene, unit, "pass over friends")
    through = (moving or scene.state.phase == "charge") and powers.permits(scene, unit, "charge through walls")
    walls = through or (moving and powers.permits(scene, unit, "pass through walls"))
    return Clearance(every or small, every, every or small or friends, walls)


_NOTHING = Clearance(over=False, giants=False, friends=False, walls=False)


def passed(scene: Scene, clear: Clearance, friend: int) -> bool:
    """Whether a bulky friend is in nobody's way who passes so much."""
    return clear.friends and (clear.giants or not clear.over or not scene.has_keyword(friend, GIANT))


def giants(scene: Scene, unit: int, span: float, side: int) -> list[Disc]:
    """The bases of a side's giants within so many inches of the unit, but for its own."""
    there = [each for each in scene.standing(side) if each != unit and scene.has_keyword(each, GIANT)]
    return scene.discs_of(scene.about(unit, there, span))


def grounded(scene: Scene, discs: Sequence[Disc]) -> Sequence[Disc]:
    """These bases without those of aircraft, which everybody passes below."""
    flyers = aircraft(scene.setup)
    if not flyers:
        return discs
    above = {disc for each in flyers if scene.on_table(each) for disc in scene.figures(each).discs}
    return [disc for disc in discs if disc not in above]
