"""What an attack and its target are, as values; `definition` makes them of weapons and circumstances."""

from __future__ import annotations

import msgspec

from highground.engine.effects import Amounts, Check, Reroll, Source
from highground.engine.model import Amount
from highground.engine.remembered import remembered

NO_SAVE = 7
"""A save that no die can make."""


class Pool(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """`count` equal miniatures with `wounds` left each. `save` 7 is no armour; `invuln` and `fnp` None are absent.

    `exposed` ones have no cover where others of their unit have. `sought` ones are found first by precise wounds.
    """

    wounds: int
    save: int
    invuln: int | None = None
    fnp: int | None = None
    count: int = 1
    exposed: bool = False
    sought: bool = False


Target = tuple[Pool, ...]
"""The miniatures attacks are allocated to, in order: the wounded one first, one after the other until each is slain."""


class Harm(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True):
    """What one damaging wound does: all that the chain of wounds lost depends on besides the miniatures.

    `damage` is rolled, halved (rounded up) if `halved`, `add` is added, and it is at least 1. `fnp` is
    granted by effects. `reroll` says which of its dice are rerolled: ones, or all that show less than half of what
    they could.
    """

    damage: Amounts
    halved: bool = False
    add: int = 0
    fnp: int | None = None
    reroll: Reroll = "none"

    def final(self, rolled: int) -> int:
        """The damage of a wound whose dice and fixed part add up to `rolled`."""
        return max(1, ((rolled + 1) // 2 if self.halved else rolled) + self.add)

    def fnp_needed(self, pool: Pool) -> int:
        """The lowest face that ignores a point of damage; 7 is none."""
        return min(pool.fnp or NO_SAVE, self.fnp or NO_SAVE, NO_SAVE)

    def again(self, face: int, sides: int) -> bool:
        """Whether a die of the damage is rerolled."""
        return self.reroll != "none" and (face == 1 if self.reroll == "ones" else 2 * face <= sides)


class Edge(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What attacks with a critical roll have besides: `ap` is added to theirs, and `precise` ones find leaders."""

    ap: int = 0
    precise: bool = False
    sources: tuple[Source, ...] = ()


_BLUNT = Edge()
KINDS = (0, 1, 2, 3)
"""How critical the rolls of a wound are: 1 for a critical wound, 2 for a critical hit, 3 for both, 0 for neither."""


class Attack(msgspec.Struct, frozen=True, dict=True, cache_hash=True, omit_defaults=True):
    """What `weapons` weapons of one profile do to one target, ready to be rolled or weighed.

    `attacks` is per weapon and not below `least`, `harm` is what an unsaved wound does. `ap` is zero or negative.
    `cover` adds 1 to armour saves where the rule allows it; `save_modifier` is what else improves (+) or worsens them,
    and `armour` what the saves on the sheet are better by. `invuln` is granted by effects and competes with the
    miniature's own. `on_hit` and `on_wound` are what critical hits and critical wounds bring. `flags` are keywords that
    only steps ask about, `unknown` those that nothing acts on.
    """

    weapon: str
    name: str
    melee: bool
    weapons: int
    attacks: Amounts
    hit: Check
    wound: Check
    strength: int
    toughness: int
    ap: int
    harm: Harm
    sustained: Amount | None = None
    lethal: bool = False
    devastating: bool = False
    cover: bool = False
    save_modifier: int = 0
    armour: int = 0
    save_reroll: Reroll = "none"
    invuln: int | None = None
    on_hit: Edge | None = None
    on_wound: Edge | None = None
    flags: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    attack_sources: tuple[Source, ...] = ()
    save_sources: tuple[Source, ...] = ()
    damage_sources: tuple[Source, ...] = ()
    least: int = 1

    @remembered
    def attack_range(self) -> tuple[int, int]:
        """The fewest and the most attacks, those of sustained hits left out."""
        low, high = sum(amount.low for amount in self.attacks), sum(amount.high for amount in self.attacks)
        return max(self.least, low) * self.weapons, max(self.least, high) * self.weapons

    @remembered
    def flat_damage(self) -> int | None:
        """The damage of a wound when no dice are rolled for it, else None."""
        if any(amount.count for amount in self.harm.damage):
            return None
        return self.harm.final(self.harm.damage[0].plus)

    @remembered
    def edged(self) -> bool:
        """Whether critical rolls pierce better or find leaders, so that not all of its wounds are alike."""
        return self.on_hit is not None or self.on_wound is not None

    @remembered
    def edges(self) -> tuple[Edge, ...]:
        """What wounds of each kind have."""
        hit, wound = self.on_hit or _BLUNT, self.on_wound or _BLUNT
        both = Edge(hit.ap + wound.ap, hit.precise or wound.precise, hit.sources + wound.sources)
        return _BLUNT, wound, hit, both

    @remembered
    def seeks(self) -> bool:
        """Whether some of its wounds find leaders."""
        return self.edges[3].precise

    def ap_of(self, kind: int) -> int:
        """The armour penetration of a wound of a kind."""
        return min(0, self.ap + self.edges[kind].ap) if kind else self.ap
