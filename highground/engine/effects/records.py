"""The records that effects are made of. They hold numbers and names only, so they hash, compare and travel as JSON."""

from __future__ import annotations

from typing import Literal

import msgspec

from highground.engine.amount import Amount

Stage = Literal["attacks", "skill", "hit", "strength", "wound", "ap", "save", "damage", "fnp"]
"""What a modifier changes: the number of attacks, a roll, or a characteristic of the weapon.

'skill' is the number that the hit roll needs before its modifiers, which their cap does not touch.
"""

Kind = Literal[
    "add", "set", "halve", "reroll", "critical", "critical success", "fails", "steady", "automatic",
    "sustained", "lethal", "devastating", "pierce", "precise", "cover", "no cover", "invulnerable", "armour",
]  # fmt: skip
"""How it changes it. Which kinds a stage knows stands in `KINDS`.

'critical' makes every face from a number on critical, 'critical success' only those that succeed anyway; 'steady'
ignores what makes the roll harder. 'pierce' adds to the armour penetration of attacks whose roll is critical, 'precise'
gives them precision. 'armour' improves the save on the sheet, to no better than 3+.
"""

Reroll = Literal["none", "ones", "failed", "any"]
"""Which dice may be rerolled: those that show 1, those that do not succeed with their modifiers, or any die.

'any' is a permission to choose; a driver that nobody asks re-rolls the failed dice.
"""

_ROLL = frozenset({"add", "set", "reroll", "critical", "critical success", "fails", "steady", "automatic"})
KINDS: dict[str, frozenset[str]] = {
    "attacks": frozenset({"add", "set"}),
    "skill": frozenset({"add", "steady"}),
    "hit": _ROLL | {"sustained", "lethal", "pierce", "precise"},
    "strength": frozenset({"add", "set"}),
    "wound": _ROLL - {"automatic"} | {"devastating", "pierce", "precise"},
    "ap": frozenset({"add", "set"}),
    "save": frozenset({"add", "reroll", "cover", "no cover", "invulnerable", "armour"}),
    "damage": frozenset({"add", "set", "halve", "reroll"}),
    "fnp": frozenset({"set"}),
}
REROLLS: tuple[Reroll, ...] = ("none", "ones", "failed", "any")


class EffectError(ValueError):
    """A modifier that no stage knows."""


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """One change to one stage of an attack, and the name of what makes it.

    `value` counts in the roller's favour: +1 to hit, to wound or to the save; for 'ap' it is added to a number that
    is zero or negative, so -1 pierces better. `amount` carries numbers that may hold dice (attacks, damage, sustained
    hits), `reroll` the dice to reroll. `stronger`: only if the attack's strength is above (True) or not above
    (False) the toughness that it meets; `half_range`: only where the weapon is within half its range (True) or not.
    """

    stage: Stage
    kind: Kind
    name: str
    value: int = 0
    amount: Amount | None = None
    reroll: Reroll = "none"
    stronger: bool | None = None
    half_range: bool | None = None


class Source(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Where a part of a number comes from: the name of the rule and what it does, such as ('heavy', '-1')."""

    name: str
    effect: str


class Circumstances(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True):
    """What holds while an attack is made. Keyword names are lower case.

    `indirect`: the target is out of sight. `engaged`: a vehicle or monster shoots in or into engagement. `snap`: only
    unmodified 6s hit. `target_models` counts the living. `target_rules` names the target's own rules ('stealth').
    `modifiers` come from abilities, stratagems or the hand.
    """

    stationary: bool = False
    advanced: bool = False
    charged: bool = False
    half_range: bool = False
    cover: bool = False
    indirect: bool = False
    engaged: bool = False
    snap: bool = False
    target_models: int = 0
    target_keywords: frozenset[str] = frozenset()
    target_rules: frozenset[str] = frozenset()
    modifiers: tuple[Modifier, ...] = ()


def validate(modifier: Modifier) -> Modifier:
    """Return `modifier`, or raise EffectError naming the stage and the kind that do not go together."""
    kinds = KINDS.get(modifier.stage)
    if kinds is None:
        raise EffectError(f"{modifier.name}: no stage is called '{modifier.stage}'")
    if modifier.kind not in kinds:
        raise EffectError(
            f"{modifier.name}: '{modifier.stage}' knows {', '.join(sorted(kinds))}, not '{modifier.kind}'"
        )
    if modifier.kind == "reroll" and modifier.reroll not in REROLLS:
        raise EffectError(f"{modifier.name}: re-rolls are {', '.join(REROLLS)}, not '{modifier.reroll}'")
    return modifier
