"""What a unit is expected to do to another from where both stand: by shooting, by a charge, and the odds of the charge.

Everything here only reads, and rolls no dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from highground.ai.prospects import CHARGE_ODDS
from highground.engine.abilities import powers
from highground.engine.attack.expected import expected, expected_slain
from highground.engine.effects import Circumstances
from highground.engine.model import BIG
from highground.engine.scene import Scene
from highground.engine.state import Volley
from highground.engine.steps import charge, declared, striking, targeting
from highground.engine.steps.armament import Arm

MOST = len(CHARGE_ODDS) - 1


class WeaponFire(NamedTuple):
    """A weapon's expected harm to a target by those of its bearers that reach and see it."""

    arm: Arm
    weapons: int
    damage: float
    slain: float


class Fire(NamedTuple):
    """All of a unit's weapons that bear on a target, and the most that go together."""

    rows: list[WeaponFire]
    damage: float
    slain: float


NO_FIRE = Fire([], 0.0, 0.0)


def fire(scene: Scene, unit: int, target: int) -> Fire:
    """What the unit's shooting at the target is expected to do; nothing where it may not be aimed at."""
    state, lane = scene.state.units[unit], scene.lane(unit, target)
    rows: list[WeaponFire] = []
    for arm in targeting.usable(scene, state).values():
        bearers = targeting.bearers_at(scene, state, arm, target, lane)
        if bearers:
            volleys = targeting.split(scene, state, arm, bearers, target)
            rows.append(_weapon_fire(arm, sum(arm.carried[i] for i in bearers), volleys))
    if not rows:
        return NO_FIRE
    together = _together(rows, big=scene.sheets[unit].all_of(BIG))
    left = scene.state.units[target].wounds
    damage = min(float(sum(left)), sum(each.damage for each in together))
    slain = min(float(sum(wounds > 0 for wounds in left)), sum(each.slain for each in together))
    return Fire(rows, damage, slain)


def _weapon_fire(arm: Arm, weapons: int, volleys: Iterable[Volley]) -> WeaponFire:
    pairs = [(each.sequence.attack, each.sequence.target) for each in volleys]
    return WeaponFire(
        arm, weapons, sum(expected(*pair) for pair in pairs), sum(expected_slain(*pair) for pair in pairs)
    )


def _together(rows: Sequence[WeaponFire], big: bool) -> list[WeaponFire]:
    """The best mode of each weapon; and only pistols or only the rest, where a bearer has both."""
    best: dict[str, WeaponFire] = {}
    for each in rows:
        name = each.arm.weapon.mode or each.arm.weapon.uid
        if name not in best or each.damage > best[name].damage:
            best[name] = each
    pistols = [each for each in best.values() if "pistol" in each.arm.keywords]
    others = [each for each in best.values() if "pistol" not in each.arm.keywords]
    carriers = {bearer for each in others for bearer in each.arm.carried}
    if big or not any(carriers & each.arm.carried.keys() for each in pistols):
        return [*others, *pistols]
    return max(pistols, others, key=lambda group: sum(each.damage for each in group))


def blows(scene: Scene, unit: int, target: int) -> float:
    """Wounds that the unit is expected to deal the target when all of it has charged."""
    charging = Circumstances(charged=True)

    def harm(arm: Arm, bearers: tuple[int, ...]) -> float:
        sequence = declared.volley(scene, unit, arm, bearers, target, charging).sequence
        return expected(sequence.attack, sequence.target)

    return min(float(sum(scene.state.units[target].wounds)), all_strike(scene, unit, harm))


def all_strike(scene: Scene, unit: int, harm: Callable[[Arm, tuple[int, ...]], float]) -> float:
    """The sum of each miniature's best weapon and of all that give extra attacks, by the harm of a weapon's bearers."""
    state, extra, best = scene.state.units[unit], 0.0, dict[int, float]()
    for arm in striking.melee_arms(scene, state).values():
        bearers = tuple(i for i in arm.carried if state.wounds[i])
        total = harm(arm, bearers)
        if "extra attacks" in arm.keywords:
            extra += total
            continue
        for bearer in bearers:
            best[bearer] = max(best.get(bearer, 0.0), total / len(bearers))
    return extra + sum(best.values())


def charge_needed(scene: Scene, unit: int, gap: float, target: int) -> int:
    """The least roll of two dice with which the unit charges a target over `gap` inches."""
    return max(2, charge.needed(gap) - charge.bonus(scene, unit, (target,)))


def charge_chance(scene: Scene, unit: int, gap: float, target: int) -> float:
    """The chance that the unit's charge over `gap` inches reaches; a reroll that abilities give is taken."""
    if gap > charge.REACH:
        return 0.0
    once = float(CHARGE_ODDS[min(MOST, charge_needed(scene, unit, gap, target))])
    return 1 - (1 - once) ** 2 if powers.rerolls(scene, unit, "charge", (target,)) else once
