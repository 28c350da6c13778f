"""How strong the levels were measured to be: made by `training/play/tournament.py`."""

from __future__ import annotations

import msgspec


class Measured(msgspec.Struct, frozen=True):
    """Wins against another level, a draw as half, with the 95 % interval, and the mean of victory points ahead."""

    against: str
    battles: int
    wins: float
    low: float
    high: float
    points: float


MEASURED: dict[str, tuple[Measured, ...]] = {
    "classic": (Measured("recruit", 200, 0.818, 0.758, 0.865, 21.0),),
    "regular": (Measured("classic", 200, 0.69, 0.623, 0.75, 17.6),),
    "strongest": (
        Measured("regular", 200, 0.792, 0.731, 0.843, 23.2),
        Measured("classic", 300, 0.915, 0.878, 0.942, 34.6),
    ),
}
