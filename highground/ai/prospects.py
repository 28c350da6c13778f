"""What units can do at each distance, and what may be done to them: tables by quarters of an inch."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i64

from highground.ai.appraisal import Appraisal
from highground.engine.table.objectives import OBJECTIVE_REACH

Floats = npt.NDArray[np.float64]

STEPS: Final = 4
"""Parts of an inch that the tables tell apart; distances are rounded up to the next."""
SPAN: Final = 304
"""Entries of a row: for 76 inches, more than the board's diagonal."""
GAPS: Floats = np.arange(SPAN) / STEPS
"""The inches that each entry stands for."""
FAR = 0.3
"""Share of its worth that a chance out of reach keeps, before it fades with the turns that lie between."""
FADE = 0.7
CHARGE = 12.0
_ROLLS = [a + b for a in range(1, 7) for b in range(1, 7)]
CHARGE_ODDS = np.array([sum(roll >= least for roll in _ROLLS) / 36 for least in range(14)])
"""Chance that 2D6 come to at least n, for n from 0 to 13."""


def entry(gap: float) -> i64:
    """The entry for a distance in inches, 0 for all below it."""
    return int(gap * STEPS + (1.0 - 1e-6)) if gap > 0.0 else 0


def _odds(gaps: Floats) -> Floats:
    """The odds of a charge over each gap."""
    return CHARGE_ODDS.take(np.clip(np.ceil(gaps - 1.0), 0.0, 13.0).astype(np.intp))


class Prospects:
    """The tables of an army of N units against E enemies, both in the order of their armies; each row has SPAN entries.

    `fire`, `assault` (N, E, SPAN) are wounds dealt at full strength after a usual move and after an advance, `danger`
    (N, E, SPAN) wounds that each enemy at full strength deals in its next turn. `later` (N, SPAN) is the share of a
    shot's worth that is left out of reach, `nearer` (N, SPAN) the same of a charge's, `ground` (N, SPAN) the share of
    an objective's worth by the distance from the unit's edge to its point. `blows` (SPAN,) are the odds of a charge.
    All are stored flat, row after row.
    """

    __slots__ = ("assault", "blows", "danger", "enemies", "fire", "first", "first_enemy", "ground", "later", "nearer")

    def __init__(self, appraisal: Appraisal, side: int) -> None:
        units, foes = appraisal.armies[side], appraisal.armies[1 - side]
        self.first, self.first_enemy, self.enemies = units[0], foes[0], len(foes)
        speed = np.maximum(1.0, np.array([appraisal.speed[unit] for unit in units]))[:, None]
        longest = np.array([appraisal.longest[unit] for unit in units])[:, None]
        turns = np.maximum(0.0, GAPS - OBJECTIVE_REACH + 0.5) / speed
        usual, advancing = zip(*[_fire(appraisal, unit, foes) for unit in units], strict=True)
        self.fire, self.assault = _flat(np.array(usual)), _flat(np.array(advancing))
        self.danger: vec[float] = _flat(np.array([_danger(appraisal, unit, foes) for unit in units]))
        self.later: vec[float] = _flat(FAR * FADE ** (np.maximum(0.0, GAPS - longest) / speed))
        self.nearer: vec[float] = _flat(FAR * FADE ** (np.maximum(0.0, GAPS - 8.0) / speed))
        self.ground: vec[float] = _flat(np.where(turns > 0.0, 0.6 * FADE**turns, 1.0))
        self.blows: vec[float] = _flat(_odds(GAPS) * (GAPS <= CHARGE))

    @staticmethod
    def of(appraisal: Appraisal, side: int) -> Prospects:
        """The side's tables, made at the first call and kept with the appraisal."""
        found: Prospects | None = appraisal.prospects.get(side)
        if found is None:
            found = appraisal.prospects[side] = Prospects(appraisal, side)
        return found


def _flat(rows: Floats) -> vec[float]:
    """The rows' memory, copied as it lies."""
    return vec[float](rows.ravel())


def _fire(appraisal: Appraisal, unit: int, foes: list[int]) -> tuple[Floats, Floats]:
    """Wounds that the unit's weapons deal each enemy at each distance: all of them, and those for an advance."""
    guns = appraisal.guns[unit]
    harm = np.array(guns.harm, dtype=float).reshape(len(guns.reach), len(appraisal.worth))[:, foes].T
    reached = (np.array(guns.reach)[:, None] >= GAPS).astype(float)
    return np.asarray(harm @ reached), np.asarray((harm * np.array(guns.assault, dtype=float)) @ reached)


def _danger(appraisal: Appraisal, unit: int, foes: list[int]) -> Floats:
    """Shots or blows of each enemy, whichever is worse, after it has come as near as it can."""
    speed, longest = (np.array([row[foe] for foe in foes])[:, None] for row in (appraisal.speed, appraisal.longest))
    shooting, melee = (
        np.array([table[foe][unit] for foe in foes])[:, None] for table in (appraisal.shooting, appraisal.melee)
    )
    left = np.maximum(0.0, GAPS - speed)
    return np.asarray(np.maximum((left <= longest) * shooting, _odds(left) * melee))
