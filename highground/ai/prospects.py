"""What units can do at each distance, and what may be done to them: tables by quarters of an inch."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from highground.ai.appraisal import Appraisal, Floats
from highground.engine.table.objectives import OBJECTIVE_REACH

Entries = npt.NDArray[np.intp]

STEPS = 4
"""Parts of an inch that the tables tell apart; distances are rounded up to the next."""
SPAN = STEPS * 76
"""Entries of a row: more than the board's diagonal."""
GAPS: Floats = np.arange(SPAN) / STEPS
"""The inches that each entry stands for."""
FAR = 0.3
"""Share of its worth that a chance out of reach keeps, before it fades with the turns that lie between."""
FADE = 0.7
CHARGE = 12.0
_ROLLS = [a + b for a in range(1, 7) for b in range(1, 7)]
CHARGE_ODDS = np.array([sum(roll >= least for roll in _ROLLS) / 36 for least in range(14)])
"""Chance that 2D6 come to at least n, for n from 0 to 13."""


def entries(gaps: Floats) -> Entries:
    """The entries for distances in inches, none below 0."""
    return (gaps * STEPS + (1.0 - 1e-6)).astype(np.intp)


def _odds(gaps: Floats) -> Floats:
    """The odds of a charge over each gap."""
    return CHARGE_ODDS.take(np.clip(np.ceil(gaps - 1.0), 0.0, 13.0).astype(np.intp))


BLOWS: Floats = _odds(GAPS) * (GAPS <= CHARGE)
"""The odds of a charge by distance."""


class Prospects(NamedTuple):
    """The tables of an army of N units against E enemies, both in the order of their armies; each row has SPAN entries.

    `fire`, `assault` (N, E, SPAN) are wounds dealt at full strength after a usual move and after an advance, `danger`
    (N, E, SPAN) wounds that each enemy at full strength deals in its next turn. `later` (N, SPAN) is the share of a
    shot's worth that is left out of reach, `nearer` (N, SPAN) the same of a charge's, `ground` (N, SPAN) the share of
    an objective's worth by the distance from the unit's edge to its point.
    """

    fire: Floats
    assault: Floats
    danger: Floats
    later: Floats
    nearer: Floats
    ground: Floats

    @staticmethod
    def of(appraisal: Appraisal, side: int) -> Prospects:
        """The side's tables, made at the first call and kept with the appraisal."""
        found: Prospects | None = appraisal.prospects.get(side)
        if found is None:
            found = appraisal.prospects[side] = _prospects(appraisal, side)
        return found


def _prospects(appraisal: Appraisal, side: int) -> Prospects:
    units, foes = appraisal.armies[side], appraisal.armies[1 - side]
    speed = np.maximum(1.0, appraisal.speed[units])[:, None]
    turns = np.maximum(0.0, GAPS - OBJECTIVE_REACH + 0.5) / speed
    guns = [appraisal.guns[unit] for unit in units]
    reached = [(each.reach[:, None] >= GAPS).astype(float) for each in guns]
    return Prospects(
        np.array([g.harm[:, foes].T @ r for g, r in zip(guns, reached, strict=True)]),
        np.array([(g.harm[:, foes].T * g.assault) @ r for g, r in zip(guns, reached, strict=True)]),
        np.array([_danger(appraisal, unit, foes) for unit in units.tolist()]),
        FAR * FADE ** (np.maximum(0.0, GAPS - appraisal.longest[units][:, None]) / speed),
        FAR * FADE ** (np.maximum(0.0, GAPS - 8.0) / speed),
        np.where(turns > 0.0, 0.6 * FADE**turns, 1.0),
    )


def _danger(appraisal: Appraisal, unit: int, foes: Entries) -> Floats:
    """Shots or blows of each enemy, whichever is worse, after it has come as near as it can."""
    left = np.maximum(0.0, GAPS - appraisal.speed[foes][:, None])
    shot = (left <= appraisal.longest[foes][:, None]) * appraisal.shooting[foes, unit][:, None]
    return np.asarray(np.maximum(shot, _odds(left) * appraisal.melee[foes, unit][:, None]))
