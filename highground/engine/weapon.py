"""A weapon's profile."""

from __future__ import annotations

import msgspec

from highground.engine.amount import Amount, Keyword


class Weapon(msgspec.Struct, frozen=True, cache_hash=True):
    """A weapon's profile. `range` 0 is melee; `skill` None hits by itself; `ap` is zero or negative.

    Weapons of one bearer with the same non-empty `mode` are firing modes: one of them is chosen for an attack.
    """

    uid: str
    name: str
    range: int
    attacks: Amount
    skill: int | None
    strength: Amount
    ap: int
    damage: Amount
    keywords: tuple[Keyword, ...] = ()
    mode: str = ""

    @property
    def melee(self) -> bool:
        return self.range == 0
