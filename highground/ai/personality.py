"""What a player cares for, as a few named weights."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

STANDARD_INTENSITY = 3
SHADES = ("shooting", "melee", "danger", "objectives", "forward")
"""The weights in which personalities differ."""


class Personality(msgspec.Struct, frozen=True):
    """Weights of the terms by which places and targets are scored; the terms themselves are in points of army.

    `shooting` and `melee` for the harm the unit does next, `danger` for the harm that comes back, `objectives` for
    ground held, `forward` for closing in when nothing else is in reach. `mission` weighs the victory points that are
    to be had; without it ground has one worth in every round, and secondary missions have none.
    """

    name: str
    description: str = ""
    shooting: float = 1.0
    melee: float = 1.0
    danger: float = 0.35
    objectives: float = 1.0
    forward: float = 1.0
    mission: float = 0.0

    def at(self, intensity: int) -> Personality:
        """The same, more (5) or less (1) of what sets it apart from the standard."""
        share = intensity / STANDARD_INTENSITY
        weights = {
            field: (base := getattr(_STANDARD, field)) + (getattr(self, field) - base) * share for field in SHADES
        }
        return replace(self, **weights)


_STANDARD = Personality("standard", "Holds ground, trades well, takes no needless risks.")

PERSONALITIES = {
    each.name: each
    for each in (
        _STANDARD,
        Personality(
            "aggressive", "Closes in and fights at every chance.", melee=1.6, danger=0.15, forward=1.8, objectives=0.9
        ),
        Personality("cautious", "Keeps out of reach and shoots from afar.", melee=0.7, danger=0.7, shooting=1.1),
        Personality("defender", "Sits on the ground that scores.", objectives=1.7, forward=0.6, danger=0.3),
    )
}
