"""Short ways to write weapons, keywords and targets in tests of attacks."""

from __future__ import annotations

from highground.engine.attack.definition import define
from highground.engine.attack.roll import roll
from highground.engine.attack.sequence import Sequence
from highground.engine.attack.terms import Attack, Pool, Target
from highground.engine.dice import GivenDice
from highground.engine.effects import Circumstances, Modifier, asking, parse_keyword
from highground.engine.effects.situation import situation_modifiers
from highground.engine.model import Amount, Weapon
from tests.values import replace

OPEN = Circumstances()


def gun(
    attacks: str = "1",
    skill: int | None = 3,
    strength: int = 4,
    ap: int = 0,
    damage: str = "1",
    keywords: str = "",
    reach: int = 24,
) -> Weapon:
    words = [word.strip() for word in keywords.split(",") if word.strip()]
    return Weapon(
        "gun",
        "gun",
        reach,
        Amount.parse(attacks),
        skill,
        Amount(plus=strength),
        ap,
        Amount.parse(damage),
        tuple(parse_keyword(word) for word in words),
    )


def blade(**values: object) -> Weapon:
    return gun(reach=0, **values)  # type: ignore[arg-type]


def attack(weapon: Weapon, weapons: int = 1, circumstances: Circumstances = OPEN, toughness: int = 4) -> Attack:
    return define(weapon, weapons, circumstances, toughness)


def mattering() -> set[str]:
    """The circumstances that change an attack by themselves or by some keyword of its weapon."""
    names = [name for name in Circumstances.__struct_fields__ if name != "modifiers"]
    values = {name: True for name in names if getattr(OPEN, name) is False} | {"target_rules": frozenset({"stealth"})}
    plain = {name for name, value in values.items() if situation_modifiers(gun(), replace(OPEN, **{name: value}))}
    return plain | {name for name in names if asking(name)}


def with_modifiers(*modifiers: Modifier) -> Circumstances:
    return Circumstances(modifiers=modifiers)


def scripted(what: Attack, target: Target, faces: list[int]) -> Sequence:
    """Roll with exactly these faces; too few or too many fail."""
    dice = GivenDice(faces)
    result = roll(what, target, dice)
    dice.finish()
    return result


def pool_row(wounds: list[int], save: int, invuln: int | None = None, fnp: int | None = None) -> Target:
    """Equal miniatures with these wounds left, the wounded first: runs of the same number become one pool."""
    pools: list[Pool] = []
    for left in sorted([wound for wound in wounds if wound]):
        if pools and pools[-1].wounds == left:
            pools[-1] = replace(pools[-1], count=pools[-1].count + 1)
        else:
            pools.append(Pool(left, save, invuln, fnp))
    return tuple(pools)
