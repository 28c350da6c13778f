"""What single miniatures of a unit have for themselves alone: for their own attacks, and leave to make them."""

from __future__ import annotations

from msgspec.structs import replace

from highground.engine.abilities.conditions import holds
from highground.engine.abilities.effect import Permission
from highground.engine.abilities.powers import switched_on
from highground.engine.abilities.sources import Power, Powers
from highground.engine.attached import base_sheets
from highground.engine.effects import Circumstances, Modifier, keyword_modifiers
from highground.engine.model import Weapon
from highground.engine.scene import Scene

_NONE: list[Power] = []


def _used_alone(scene: Scene, part: int) -> list[Power]:
    """What a part of a unit, itself or a leader, has switched on for its own miniatures alone."""
    active = switched_on(scene, "personal")
    return [power for each, power in active if each.owner == part] if active else _NONE


def personal_permits(scene: Scene, unit: int, what: Permission) -> frozenset[int]:
    """The miniatures that alone may do what is named."""
    if not any_personal(scene, unit):
        return frozenset()
    found = personal_of(scene, unit)
    return frozenset(
        [i for whose, each in found if each.effect.permits(what) and holds(scene, unit, each.effect) for i in whose]
    )


def personal_of(scene: Scene, unit: int) -> list[tuple[range | tuple[int, ...], Power]]:
    """What single miniatures of a unit have for their own attacks, those of its leaders among them."""
    powers = Powers.of(scene.setup).personal
    found: list[tuple[range | tuple[int, ...], Power]] = []
    first = len(base_sheets(scene.setup)[unit].line_up)
    for part in (unit, *scene.state.units[unit].leaders):
        start = 0 if part == unit else first
        size = len(base_sheets(scene.setup)[part].line_up)
        for each in powers.get(part, ()):
            whose = tuple([start + i for i in each.bearers]) if each.bearers else range(start, start + size)
            found.append((whose, each.power))
        found += [(range(start, start + size), power) for power in _used_alone(scene, part)]
        first += 0 if part == unit else size
    return found


def any_personal(scene: Scene, unit: int) -> bool:
    """Whether single miniatures of the unit attack otherwise than the rest."""
    powers = Powers.of(scene.setup).personal
    leaders = scene.state.units[unit].leaders
    if powers and (unit in powers or any(leader in powers for leader in leaders)):
        return True
    active = switched_on(scene, "personal")
    return bool(active) and any(each.owner == unit or each.owner in leaders for each, _ in active)


def personal_modifiers(
    scene: Scene, unit: int, miniature: int, target: int, weapon: Weapon, now: Circumstances
) -> tuple[Modifier, ...]:
    """What a miniature's own abilities do to its attacks with a weapon at the target."""
    found: list[Modifier] = []
    for whose, power in personal_of(scene, unit):
        effect = power.effect
        if effect.of_role("defending") or miniature not in whose or not effect.fits(weapon.melee):
            continue
        if not holds(scene, unit, effect, target, weapon):
            continue
        gained, made = effect.gained(), effect.modifier(power.name)
        if gained is not None:
            found += keyword_modifiers(replace(weapon, keywords=(gained,)), now)
        elif made is not None:
            found.append(made)
    return tuple(found)
