"""What a die must show, and what numbers with dice are made of."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

from highground.engine.amount import Amount
from highground.engine.effects.records import Reroll, Source
from highground.engine.remembered import remembered

Amounts = tuple[Amount, ...]
"""Numbers and dice added up; dice of one size share one entry."""

MISS, SUCCESS, CRITICAL = 0, 1, 2


class Check(msgspec.Struct, frozen=True, dict=True, cache_hash=True, omit_defaults=True):
    """What a die must show. `needed` is the lowest unmodified face that succeeds, modifiers and criticals included.

    `base` is the number before modifiers, `modifier` the capped sum (+1 is better for the roller), `critical` the
    lowest critical face (7: never), `fails` the highest face that always fails.
    """

    needed: int
    base: int
    modifier: int = 0
    reroll: Reroll = "none"
    critical: int = 6
    fails: int = 1
    automatic: bool = False
    sources: tuple[Source, ...] = ()

    @remembered
    def codes(self) -> bytes:
        """A table for bytes.translate: face to MISS, SUCCESS or CRITICAL."""
        return _codes(self.needed, self.critical)

    @remembered
    def again(self) -> bytes:
        """The faces that are rerolled."""
        if self.automatic or self.reroll == "none":
            return b""
        return b"\x01" if self.reroll == "ones" else bytes(range(1, self.needed))

    @remembered
    def chance(self) -> tuple[float, float]:
        """The chances of an ordinary and of a critical success, re-roll included."""
        return (1.0, 0.0) if self.automatic else _chance(self.codes, self.again)

    def __str__(self) -> str:
        """The number and where it comes from: '3+: skill 4+, heavy -1'."""
        parts = ", ".join(f"{source.name} {source.effect}" for source in self.sources)
        number = "automatic" if self.automatic else f"{self.needed}+"
        return f"{number}: {parts}" if parts else number


@cache
def _codes(needed: int, critical: int) -> bytes:
    return bytes(CRITICAL if face >= critical else SUCCESS if face >= needed else MISS for face in range(256))


@lru_cache(maxsize=256)
def _chance(codes: bytes, again: bytes) -> tuple[float, float]:
    """A face counts when it is kept or comes up after a reroll."""
    sums = [0.0, 0.0, 0.0]
    for face in range(1, 7):
        sums[codes[face]] += (face not in again) + len(again) / 6
    return sums[SUCCESS] / 6, sums[CRITICAL] / 6
