"""What abilities do to attacks, and to the weapons that they are made with."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from highground.engine.abilities.conditions import holds
from highground.engine.abilities.effect import Role
from highground.engine.abilities.personal import any_personal, personal_of
from highground.engine.abilities.powers import asked, switched_on
from highground.engine.abilities.sources import Powers
from highground.engine.effects import Modifier
from highground.engine.model import Keyword, Weapon
from highground.engine.scene import Scene


def modifiers(scene: Scene, unit: int, target: int, weapon: Weapon) -> tuple[Modifier, ...]:
    """What abilities do to an attack of the unit at the target: the attacker's own, and those of the defender."""
    found = _modifiers(scene, unit, target, weapon, "attacking")
    return tuple(found + _modifiers(scene, target, unit, weapon, "defending"))


def _modifiers(scene: Scene, unit: int, other: int, weapon: Weapon, role: Role) -> list[Modifier]:
    found: list[Modifier] = []
    for power in asked(scene, unit, "attack"):
        effect = power.effect
        if effect.of_role(role) and effect.fits(weapon.melee) and holds(scene, unit, effect, other, weapon):
            made = effect.modifier(power.name)
            if made is not None:
                found.append(made)
    return found


def seeks(scene: Scene, unit: int, target: int, weapon: Weapon) -> bool:
    """Whether critical rolls of some attacks of the unit with a weapon at the target may find leaders."""
    found = list(modifiers(scene, unit, target, weapon))
    if any_personal(scene, unit):
        made = (power.effect.modifier(power.name) for _, power in personal_of(scene, unit))
        found += [each for each in made if each is not None]
    return any(each.kind == "precise" for each in found)


def halves(scene: Scene, unit: int) -> bool:
    """Whether half of a weapon's range matters to an ability for the unit's attacks."""
    found = asked(scene, unit, "attack")
    return bool(found) and any(each.kind == "half range" for power in found for each in power.effect.conditions)


def rearmed(scene: Scene, unit: int) -> bool:
    """Whether some effect for the unit gives or takes weapon keywords that are asked for before there is a target."""
    if not switched_on(scene, "keywords") and not Powers.of(scene.setup).rearms:
        return False
    return any(power.effect.changes_arms() for power in asked(scene, unit, "keywords"))


def armed(scene: Scene, unit: int, target: int | None, weapon: Weapon) -> Weapon:
    """The weapon with the keywords that abilities give it or take from it, against this target if there is one yet."""
    found = asked(scene, unit, "keywords")
    if not found:
        return weapon
    fitting = (power.effect for power in found if power.effect.fits(weapon.melee))
    held = [effect for effect in fitting if holds(scene, unit, effect, target, weapon)]
    gained = tuple([keyword for keyword in (effect.gained() for effect in held) if keyword is not None])
    lost = frozenset([keyword.name for keyword in (effect.lost() for effect in held) if keyword is not None])
    far = sum([effect.reaches() for effect in held])
    changed = _with_keywords(weapon, gained, lost) if gained or lost else weapon
    return ranging(changed, max(0, weapon.range + far)) if far else changed


@lru_cache(maxsize=4096)
def _with_keywords(weapon: Weapon, gained: tuple[Keyword, ...], lost: frozenset[str]) -> Weapon:
    """Of two values of one keyword the higher counts."""
    kept = {(k.name, k.target): k for k in weapon.keywords if k.name not in lost}
    for keyword in gained:
        key = (keyword.name, keyword.target)
        if key not in kept or _worth(keyword) > _worth(kept[key]):
            kept[key] = keyword
    return replace(weapon, keywords=tuple(kept.values()))


@lru_cache(maxsize=4096)
def ranging(weapon: Weapon, inches: int) -> Weapon:
    """The weapon with another range."""
    return replace(weapon, range=inches)


def _worth(keyword: Keyword) -> float:
    mean = keyword.value.mean if keyword.value is not None else 0.0
    return -mean if keyword.name == "anti" else mean
