"""What the miniatures of a unit carry, and what their unit is as a target."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from highground.engine.attack import Pool, Target
from highground.engine.model import UnitSheet, Weapon
from highground.engine.scene import Figures, Scene
from highground.engine.state import Unit


class Arm(NamedTuple):
    """A weapon of a unit: how many of it each miniature carries, by the miniature's index."""

    weapon: Weapon
    carried: dict[int, int]
    keywords: frozenset[str]


def armament(sheet: UnitSheet) -> dict[str, Arm]:
    """The unit's weapons by uid, worked out once for each sheet."""
    kept = sheet.__dict__
    arms: dict[str, Arm] | None = kept.get("_armament")
    if arms is None:
        arms = kept["_armament"] = _collect(sheet)
    return arms


def _collect(sheet: UnitSheet) -> dict[str, Arm]:
    arms: dict[str, Arm] = {}
    for index, miniature in enumerate(sheet.line_up):
        for carried in miniature.weapons:
            weapon = carried.weapon
            arm = arms.setdefault(weapon.uid, Arm(weapon, {}, frozenset(k.name for k in weapon.keywords)))
            arm.carried[index] = arm.carried.get(index, 0) + carried.count
    return arms


def gunners(sheet: UnitSheet) -> frozenset[int]:
    """The miniatures that carry a ranged weapon, worked out once for each sheet."""
    kept = sheet.__dict__
    found: frozenset[int] | None = kept.get("_gunners")
    if found is None:
        arms = armament(sheet).values()
        found = kept["_gunners"] = frozenset(i for arm in arms if not arm.weapon.melee for i in arm.carried)
    return found


def allocation_order(unit: Unit, sheet: UnitSheet) -> list[int]:
    """Living miniatures in the order in which they take wounds: the wounded first, then as the roster lists them last.

    Rosters list a unit's champion first, so players lose the champion last.
    """
    line_up, body = sheet.line_up, sheet.body or len(sheet.line_up)
    return sorted(unit.standing, key=lambda i: (i >= body, unit.wounds[i] == line_up[i].profile.wounds, -i))


class Mark(NamedTuple):
    """A unit as a target: its miniatures in allocation order, and the toughness that most of them have."""

    target: Target
    order: tuple[int, ...]
    toughness: int


def mark_of(scene: Scene, unit: int) -> Mark:
    """What attacks at the unit meet now."""
    figures = scene.figures(unit)
    mark: Mark | None = figures.mark
    if mark is None:
        mark = figures.mark = _mark(scene, unit, figures)
    return mark


def _mark(scene: Scene, unit: int, figures: Figures) -> Mark:
    state, sheet = scene.state.units[unit], scene.sheets[unit]
    order = allocation_order(state, sheet)
    pools: list[Pool] = []
    for index in order:
        profile = sheet.line_up[index].profile
        pool = Pool(state.wounds[index], profile.save, profile.invuln, profile.fnp)
        if pools and _same(pools[-1], pool):
            pools[-1] = Pool(pool.wounds, pool.save, pool.invuln, pool.fnp, pools[-1].count + 1)
        else:
            pools.append(pool)
    body = [i for i in figures.indices if i < (sheet.body or len(sheet.line_up))] or figures.indices
    toughness = Counter(sheet.line_up[i].profile.toughness for i in body).most_common(1)
    return Mark(tuple(pools), tuple(order), toughness[0][0] if toughness else 1)


def _same(a: Pool, b: Pool) -> bool:
    return a.wounds == b.wounds and a.save == b.save and a.invuln == b.invuln and a.fnp == b.fnp
