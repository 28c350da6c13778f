"""Entries of the dice ledger: what was rolled, what for, and who rolled it."""

from __future__ import annotations

from typing import Literal

import msgspec

DiceSource = Literal["rolled", "re-rolled", "typed", "camera"]


class Rolled(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One entry of the ledger: the faces of dice rolled together, in order."""

    purpose: str
    sides: int
    faces: tuple[int, ...]
    source: DiceSource = "rolled"
