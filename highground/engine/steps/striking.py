"""Attacks in melee: which miniatures reach which enemies, with which weapons."""

from __future__ import annotations

from collections.abc import Iterable

from highground.engine import powers
from highground.engine.attack import Circumstances
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import Shot, Unit, Volley
from highground.engine.steps.armament import Arm, arms_of
from highground.engine.steps.checks import foe_of
from highground.engine.steps.declared import volley
from highground.engine.table.distance import ENGAGEMENT, TOLERANCE, apart


def strikes_first(scene: Scene, unit: Unit) -> bool:
    if powers.has(scene, unit.index, "fights_last"):
        return False
    first = unit.charged or "fights first" in scene.sheets[unit.index].rules
    return first or powers.has(scene, unit.index, "fights_first")


def able(scene: Scene, side: int, first: bool | None = None) -> tuple[int, ...]:
    """The side's units that have yet to fight, of one step of the phase if named.

    To the second step belongs whoever has not fought in the first, so that a unit that strikes first and was only
    then drawn into the melee still fights.
    """
    near = [unit for unit in scene.units_of(side) if not unit.fought and (unit.charged or scene.engaged(unit.index))]
    return tuple([unit.index for unit in near if not first or strikes_first(scene, unit)])


SECOND_RANK = 1.0
"""Inches to a miniature of its own unit in engagement within which a miniature can still strike past it."""


def melee_arms(scene: Scene, unit: Unit) -> dict[str, Arm]:
    """The unit's melee weapons that somebody living carries, by uid."""
    return {
        uid: arm
        for uid, arm in arms_of(scene, unit.index).items()
        if arm.weapon.melee and any(unit.wounds[i] for i in arm.carried)
    }


def strikers(scene: Scene, unit: int, target: int) -> tuple[int, ...]:
    """The miniatures that can strike a unit: those in engagement with it, and those right behind them."""
    figures, lane = scene.figures(unit), scene.lane(unit, target)
    near = ENGAGEMENT + TOLERANCE
    front = [k for k, gap in enumerate(lane.gaps) if gap <= near]
    places, radii = figures.places, figures.radii
    reached = [
        k
        for k, gap in enumerate(lane.gaps)
        if gap <= near
        or any(apart(places[k], places[f]) - radii[k] - radii[f] <= SECOND_RANK + TOLERANCE for f in front)
    ]
    return tuple([figures.indices[k] for k in reached])


def volleys_of(scene: Scene, unit: Unit, shots: Iterable[Shot]) -> list[Volley]:
    """The volleys that declared attacks make. Raises Refusal for the first one that is not allowed."""
    arms = melee_arms(scene, unit)
    used: dict[int, set[str]] = {}
    found: list[Volley] = []
    for shot in shots:
        arm = _arm_of(scene, unit, arms, shot)
        foe_of(scene, shot.target, unit.side)
        bearers = _bearers_of(scene, unit, arm, shot)
        for bearer in bearers:
            _use(scene, unit, arm, used.setdefault(bearer, set()))
        found.append(volley(scene, unit.index, arm, bearers, shot.target, Circumstances(charged=unit.charged)))
    return found


def _arm_of(scene: Scene, unit: Unit, arms: dict[str, Arm], shot: Shot) -> Arm:
    arm = arms.get(shot.weapon)
    if arm is None:
        name = scene.sheets[unit.index].name
        raise Refusal("no-such-weapon", f"{name} has no melee weapon '{shot.weapon}' that it could strike with.")
    return arm


def _bearers_of(scene: Scene, unit: Unit, arm: Arm, shot: Shot) -> tuple[int, ...]:
    able = tuple([i for i in strikers(scene, unit.index, shot.target) if i in arm.carried])
    if able and all(i in able for i in shot.bearers):
        return shot.bearers or able
    target = scene.sheets[shot.target].name
    gap = scene.gap(unit.index, shot.target)
    raise Refusal(
        "out-of-reach",
        f"{target} is out of reach of {arm.weapon.name}.",
        f"{gap:.1f} of {ENGAGEMENT:g} inch",
    )


def _use(scene: Scene, unit: Unit, arm: Arm, used: set[str]) -> None:
    """A miniature strikes with one weapon, and besides it with those that give extra attacks."""
    if arm.weapon.uid in used:
        raise Refusal("used-twice", f"{arm.weapon.name} of one miniature can strike only once.")
    if "extra attacks" not in arm.keywords:
        if "" in used:
            raise Refusal("one-weapon", f"A miniature of {scene.sheets[unit.index].name} strikes with one weapon.")
        used.add("")
    used.add(arm.weapon.uid)
