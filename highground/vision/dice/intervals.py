"""Shares with the interval in which they lie 19 times of 20, where what is counted comes in bunches.

Dice of one photo, and copies of one photo, are alike: a hundred of them say less than a hundred strangers. Wilson's
interval is taken for the number of strangers that would vary as much.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

NORMAL = 1.959964
"""Deviations within which 95 % of a normal distribution lie."""


@dataclass(frozen=True, slots=True)
class MeasuredShare:
    """A share 0..1 of so many, and the ends of its interval."""

    share: float
    of: int
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.3f} [{self.low:.3f}-{self.high:.3f}]" if self.of else "-"


def share_of(counted: Iterable[tuple[str, int, int]]) -> MeasuredShare:
    """The share of all that is counted, given by bunch: its name, how many have it, of how many."""
    part, whole = _summed(counted)
    total = float(whole.sum())
    if total == 0:
        return MeasuredShare(0.0, 0, 0.0, 1.0)
    share = float(part.sum()) / total
    low, high = _wilson(share, total / max(1.0, _bunching(part, whole, share)))
    return MeasuredShare(round(share, 4), int(total), round(low, 4), round(high, 4))


def _summed(counted: Iterable[tuple[str, int, int]]) -> tuple[np.ndarray, np.ndarray]:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for bunch, part, whole in counted:
        sums[bunch][0] += part
        sums[bunch][1] += whole
    both = np.array(list(sums.values()), dtype=float).reshape(-1, 2)
    return both[:, 0], both[:, 1]


def _bunching(part: np.ndarray, whole: np.ndarray, share: float) -> float:
    """How many times more the share varies than it would if nothing came in bunches."""
    bunches, total = len(whole), float(whole.sum())
    alone = share * (1 - share) / total
    if bunches < 2 or alone == 0:
        return 1.0
    rest = part - share * whole
    return float((rest**2).sum()) / total**2 * bunches / (bunches - 1) / alone


def _wilson(share: float, count: float) -> tuple[float, float]:
    square = NORMAL**2
    middle = share + square / (2 * count)
    reach = NORMAL * float(np.sqrt(share * (1 - share) / count + square / (4 * count**2)))
    low, high = ((middle + sign * reach) / (1 + square / count) for sign in (-1, 1))
    return max(0.0, low), min(1.0, high)
