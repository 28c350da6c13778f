"""Attacks in melee: which miniatures reach which enemies, with which weapons."""

from __future__ import annotations

from collections.abc import Iterable

from highground.engine.abilities import on_attacks, powers
from highground.engine.effects import Circumstances
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import LastBlows, Shot, Unit, Volley
from highground.engine.steps.armament import Arm, arms_of, keywords_at
from highground.engine.steps.checks import foe_of
from highground.engine.steps.declared import Aimed, attack_of, volleys
from highground.engine.steps.targeting import leaders_seen
from highground.engine.table.distance import BASE_CONTACT, ENGAGEMENT, TOLERANCE, between
from highground.engine.table.floors import Raised, level
from highground.engine.weapon import weapon_named

_ENDLESS = 1 << 20
"""More attacks than anybody has: all of a weapon's are given away."""


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
    gone = powers.withheld(scene, unit.index)
    return {
        uid: arm
        for uid, arm in arms_of(scene, unit.index).items()
        if arm.weapon.melee and any(unit.wounds[i] for i in arm.carried)
        if not gone or weapon_named(arm.weapon.name) not in gone
    }


def _touch(unit: Raised, a: int, b: int) -> bool:
    """Whether two miniatures of a unit are in base contact, on one floor."""
    (places, bases, _), one_floor = unit, level(unit.height(a), unit.height(b))
    return one_floor and between(places[a], bases[a], places[b], bases[b]) <= BASE_CONTACT + TOLERANCE


def strikers(scene: Scene, unit: int, target: int) -> tuple[int, ...]:
    """The miniatures that can strike a unit: those in engagement with it, and those that touch one that touches it."""
    figures, lane = scene.figures(unit), scene.lane(unit, target)
    front = [k for k, gap in enumerate(lane.gaps) if gap <= BASE_CONTACT + TOLERANCE]
    mine = figures.raised
    reached = [k for k, near in enumerate(lane.engaged) if near or any(_touch(mine, k, f) for f in front)]
    top = scene.top
    if isinstance(top, LastBlows) and top.unit == unit:
        reached = [k for k in reached if figures.indices[k] in top.miniatures]
    return tuple([figures.indices[k] for k in reached])


def can_strike(scene: Scene, unit: Unit) -> bool:
    """Whether a weapon of the unit reaches anybody."""
    arms = melee_arms(scene, unit).values()
    able = {i for foe in scene.engaged_with(unit.index) for i in strikers(scene, unit.index, foe)}
    return any(not able.isdisjoint(arm.carried) for arm in arms)


def volleys_of(scene: Scene, unit: Unit, shots: Iterable[Shot]) -> list[Volley]:
    """The volleys that declared attacks make. Raises Refusal for the first one that is not allowed."""
    arms = melee_arms(scene, unit)
    used: dict[int, dict[str, int]] = {}
    found: list[Volley] = []
    for shot in shots:
        arm = _arm_of(scene, unit, arms, shot)
        foe_of(scene, shot.target, unit.side)
        bearers = _bearers_of(scene, unit, arm, shot)
        groups: dict[int, list[int]] = {}
        for bearer in bearers:
            share = _use(scene, unit, arm, bearer, shot, used.setdefault(bearer, {}))
            groups.setdefault(share, []).append(bearer)
        for share, group in groups.items():
            found += _blows(scene, unit, arm, group, shot, share)
    return found


def _blows(scene: Scene, unit: Unit, arm: Arm, bearers: list[int], shot: Shot, share: int) -> list[Volley]:
    """One volley, or several where precise attacks see different leaders."""
    what, groups = Circumstances(charged=unit.charged), dict[tuple[int, ...], list[int]]()
    keywords = keywords_at(scene, unit.index, arm, shot.target)
    led = shot.precise and bool(scene.sheets[shot.target].body)
    sharp = led and ("precision" in keywords or on_attacks.seeks(scene, unit.index, shot.target, arm.weapon))
    indices = scene.figures(unit.index).indices
    for bearer in bearers:
        leaders = leaders_seen(scene, unit.index, indices.index(bearer), shot.target) if sharp else ()
        groups.setdefault(leaders, []).append(bearer)
    return [
        each
        for leaders, group in groups.items()
        for each in volleys(scene, unit.index, arm, group, shot.target, what, Aimed((), leaders, share))
    ]


def _arm_of(scene: Scene, unit: Unit, arms: dict[str, Arm], shot: Shot) -> Arm:
    arm = arms.get(shot.weapon)
    if arm is None:
        name = scene.called(unit.index)
        raise Refusal("no-melee-weapon", unit=name, weapon=shot.weapon)
    return arm


def _bearers_of(scene: Scene, unit: Unit, arm: Arm, shot: Shot) -> tuple[int, ...]:
    able = tuple([i for i in strikers(scene, unit.index, shot.target) if i in arm.carried])
    if able and all(i in able for i in shot.bearers):
        return shot.bearers or able
    target = scene.called(shot.target)
    gap = scene.gap(unit.index, shot.target)
    raise Refusal("out-of-reach", target=target, weapon=arm.weapon.name, gap=gap, reach=ENGAGEMENT)


def _use(scene: Scene, unit: Unit, arm: Arm, bearer: int, shot: Shot, used: dict[str, int]) -> int:
    """How many of its attacks a miniature makes with the shot, 0 for all: `used` are those already given away.

    It strikes with one weapon, and besides it with those that give extra attacks.
    """
    uid, extra = arm.weapon.uid, "extra attacks" in arm.keywords
    before = used.get(uid, 0)
    if not extra and not before and "" in used:
        raise Refusal("one-weapon", unit=scene.called(unit.index))
    if not extra:
        used[""] = 1
    if not shot.share and not before:
        used[uid] = _ENDLESS
        return 0
    attack = attack_of(scene, unit.index, arm, 1, shot.target, Circumstances(charged=unit.charged))
    least, most = attack.attack_range
    if least != most and before < _ENDLESS:
        raise Refusal("rolled-attacks", weapon=arm.weapon.name)
    count = most * (arm.carried[bearer] if extra else 1)
    share = shot.share or count - before
    if share <= 0 or before + share > count:
        raise Refusal("used-twice", weapon=arm.weapon.name)
    used[uid] = before + share
    return share
