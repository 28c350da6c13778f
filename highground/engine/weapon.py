"""A weapon's profile."""

from __future__ import annotations

from functools import lru_cache

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


@lru_cache(maxsize=4096)
def weapon_named(name: str) -> str:
    """The name by which texts call a weapon, whatever its firing mode."""
    return " ".join(name.casefold().replace("\u2019", "'").split(" - ")[0].split()).strip("➤ ")
