"""Entries of the dice ledger: what was thrown, what for, and who threw it."""

from __future__ import annotations

from typing import Literal

import msgspec

Source = Literal["rolled", "re-rolled", "typed", "camera"]


class Rolled(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One entry of the ledger: the faces of dice thrown together, in order."""

    purpose: str
    sides: int
    faces: tuple[int, ...]
    source: Source = "rolled"
