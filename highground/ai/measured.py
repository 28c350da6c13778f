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
    "classic": (Measured("recruit", 200, 0.8, 0.739, 0.85, 19.0),),
    "regular": (Measured("classic", 200, 0.525, 0.456, 0.593, 5.2),),
    "captain": (Measured("regular", 120, 0.537, 0.449, 0.624, 3.1),),
    "strongest": (Measured("classic", 40, 0.713, 0.559, 0.829, 13.5),),
}
