"""Attacks in melee: which miniatures reach which enemies, with which weapons."""

from __future__ import annotations

from collections.abc import Iterable

from highground.engine.abilities import powers
from highground.engine.attack import Circumstances
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import Shot, Unit, Volley
from highground.engine.steps.armament import Arm, arms_of
from highground.engine.steps.checks import foe_of
from highground.engine.steps.declared import volleys
from highground.engine.table.distance import BASE_CONTACT, ENGAGEMENT, TOLERANCE, apart


def strikes_first(scene: Scene, unit: Unit) -> bool:
    """Whether a unit fights in the first step: it charged in its own turn, or a rule says so."""
    order = powers.order(scene, unit.index)
    charged = unit.charged and unit.side == scene.state.active
    first = charged or "fights first" in scene.sheets[unit.index].rules
    return order >= 0 and (first or order > 0)


def able(scene: Scene, side: int, first: bool | None = None) -> tuple[int, ...]:
    """The side's units that have yet to fight, of one step of the phase if named.

    To the second step belong all units that have not fought in the first, so that a unit that strikes first and was
    only then drawn into the melee still fights.
    """
    near = [unit for unit in scene.units_of(side) if not unit.fought and (unit.charged or scene.engaged(unit.index))]
    return tuple([unit.index for unit in near if not first or strikes_first(scene, unit)])


def melee_arms(scene: Scene, unit: Unit) -> dict[str, Arm]:
    """The unit's melee weapons that somebody living carries, by uid."""
    return {
        uid: arm
        for uid, arm in arms_of(scene, unit.index).items()
        if arm.weapon.melee and any(unit.wounds[i] for i in arm.carried)
    }


def strikers(scene: Scene, unit: int, target: int) -> tuple[int, ...]:
    """The miniatures that can strike a unit: those in engagement with it, and those that touch one that touches it."""
    figures, lane = scene.figures(unit), scene.lane(unit, target)
    near = ENGAGEMENT + TOLERANCE
    front = [k for k, gap in enumerate(lane.gaps) if gap <= BASE_CONTACT + TOLERANCE]
    places, radii = figures.places, figures.radii
    reached = [
        k
        for k, gap in enumerate(lane.gaps)
        if gap <= near
        or any(apart(places[k], places[f]) - radii[k] - radii[f] <= BASE_CONTACT + TOLERANCE for f in front)
    ]
    return tuple([figures.indices[k] for k in reached])


def can_strike(scene: Scene, unit: Unit) -> bool:
    """Whether a weapon of the unit reaches anybody."""
    arms = melee_arms(scene, unit).values()
    able = {i for foe in scene.engaged_with(unit.index) for i in strikers(scene, unit.index, foe)}
    return any(not able.isdisjoint(arm.carried) for arm in arms)


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
        found += volleys(scene, unit.index, arm, bearers, shot.target, Circumstances(charged=unit.charged))
    return found


def _arm_of(scene: Scene, unit: Unit, arms: dict[str, Arm], shot: Shot) -> Arm:
    arm = arms.get(shot.weapon)
    if arm is None:
        name = scene.sheets[unit.index].name
        raise Refusal("no-melee-weapon", unit=name, weapon=shot.weapon)
    return arm


def _bearers_of(scene: Scene, unit: Unit, arm: Arm, shot: Shot) -> tuple[int, ...]:
    able = tuple([i for i in strikers(scene, unit.index, shot.target) if i in arm.carried])
    if able and all(i in able for i in shot.bearers):
        return shot.bearers or able
    target = scene.sheets[shot.target].name
    gap = scene.gap(unit.index, shot.target)
    raise Refusal("out-of-reach", target=target, weapon=arm.weapon.name, gap=gap, reach=ENGAGEMENT)


def _use(scene: Scene, unit: Unit, arm: Arm, used: set[str]) -> None:
    """A miniature strikes with one weapon, and besides it with those that give extra attacks."""
    if arm.weapon.uid in used:
        raise Refusal("used-twice", weapon=arm.weapon.name)
    if "extra attacks" not in arm.keywords:
        if "" in used:
            raise Refusal("one-weapon", unit=scene.sheets[unit.index].name)
        used.add("")
    used.add(arm.weapon.uid)
