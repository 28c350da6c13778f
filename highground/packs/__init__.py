"""Rules packs: data in readable files (words, factions, sample armies, layouts, missions, bases) and their loader."""

from __future__ import annotations

from highground.engine.model import ArmySheet
from highground.packs.errors import PackError
from highground.packs.loader import Pack, load_pack, read_pack

__all__ = ["Pack", "PackError", "army", "load_pack", "read_pack"]


def army(name: str) -> ArmySheet:
    """A sample army of the embedded pack by slug or name, in any case. Raises LookupError that lists them."""
    return load_pack().army(name)
