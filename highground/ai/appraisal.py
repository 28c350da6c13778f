"""What units can do to each other, in wounds and in points of army, worked out once for a setup."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from highground.engine.attack import Circumstances, Pool, Target, define, expected
from highground.engine.model import Setup, UnitSheet
from highground.engine.steps.armament import Arm, armament

Floats = npt.NDArray[np.float64]

MANY = 12
"""Miniatures of a target that no single weapon wipes out."""
POINTS_OF_A_WOUND = 15.0
"""Worth of a wound of a unit whose roster states no points."""


class Guns(NamedTuple):
    """The ranged weapons of a unit: reach in inches (A,), whether they fire after an advance (A,), harm (A, units).

    Of firing modes each is listed with its share, so that the sum is not more than the best of them.
    """

    reach: Floats
    assault: Floats
    harm: Floats


class Situation(NamedTuple):
    """What holds for an attack besides its target; the same names as in the engine's circumstances."""

    stationary: bool = False
    charged: bool = False
    half_range: bool = False
    cover: bool = False
    indirect: bool = False
    engaged: bool = False


class Appraisal:
    """Static worth of a setup's units. Harm is the mean number of wounds that a unit at full strength deals another."""

    def __init__(self, setup: Setup) -> None:
        sheets = [sheet for army in setup.armies for sheet in army.units]
        sides = [side for side, army in enumerate(setup.armies) for _ in army.units]
        self.sheets = sheets
        self._each: dict[tuple[str, int, int, Situation], float] = {}
        self.wounds = np.array([sum(m.profile.wounds for m in sheet.line_up) for sheet in sheets], dtype=float)
        self.worth = np.array([_worth(sheet, total) for sheet, total in zip(sheets, self.wounds, strict=True)])
        self.control = np.array([sum(m.profile.objective_controlled for m in s.line_up) for s in sheets], dtype=float)
        self.speed = np.array([min(m.profile.movement for m in sheet.line_up) for sheet in sheets], dtype=float)
        self.targets = targets = [_target(sheet) for sheet in sheets]
        foes = [[j for j, side in enumerate(sides) if side != sides[i]] for i in range(len(sheets))]
        self.guns = [_guns(sheet, sheets, targets, foes[i]) for i, sheet in enumerate(sheets)]
        self.melee = np.array([_melee(sheet, sheets, targets, foes[i]) for i, sheet in enumerate(sheets)])
        self.longest = np.array([float(guns.reach.max(initial=0.0)) for guns in self.guns])
        self.shooting = np.array([guns.harm.sum(axis=0) for guns in self.guns])

    def each(self, arm: Arm, target: int, models: int, what: Situation) -> float:
        """Mean wounds that one weapon deals the target in this situation, as long as enough of it is left.

        `models` counts the target's living miniatures; it matters to blasts.
        """
        key = (arm.weapon.uid, target, models if "blast" in arm.keywords else 0, what)
        found = self._each.get(key)
        if found is None:
            sheet = self.sheets[target]
            circumstances = Circumstances(**what._asdict(), **_against(arm, sheet, models))
            attack = define(arm.weapon, 1, circumstances, sheet.line_up[0].profile.toughness)
            found = self._each[key] = expected(attack, (replace(self.targets[target][0], count=MANY),))
        return found

    @staticmethod
    def of(setup: Setup) -> Appraisal:
        """The setup's appraisal, made at the first call and kept with it."""
        kept = setup.__dict__
        appraisal: Appraisal | None = kept.get("_appraisal")
        if appraisal is None:
            appraisal = kept["_appraisal"] = Appraisal(setup)
        return appraisal


def _worth(sheet: UnitSheet, wounds: float) -> float:
    """Points of army that one wound stands for."""
    return sheet.points / wounds if sheet.points else POINTS_OF_A_WOUND


def _target(sheet: UnitSheet) -> Target:
    first = sheet.line_up[0].profile
    return (Pool(first.wounds, first.save, first.invuln, first.fnp, len(sheet.line_up)),)


def _against(arm: Arm, sheet: UnitSheet, models: int) -> dict[str, Any]:
    """What a target brings to the circumstances of an attack."""
    return {
        "target_models": models if "blast" in arm.keywords else 0,
        "target_keywords": sheet.keyword_set if "anti" in arm.keywords else frozenset(),
        "target_rules": frozenset({"stealth"}) if "stealth" in sheet.rules else frozenset(),
    }


def _harm(arm: Arm, number: int, target: Target, sheet: UnitSheet, charged: bool = False) -> float:
    circumstances = Circumstances(charged=charged, **_against(arm, sheet, len(sheet.line_up)))
    attack = define(arm.weapon, number, circumstances, sheet.line_up[0].profile.toughness)
    return expected(attack, target)


def _guns(sheet: UnitSheet, sheets: list[UnitSheet], targets: list[Target], foes: list[int]) -> Guns:
    arms = [arm for arm in armament(sheet).values() if not arm.weapon.melee]
    harm = np.zeros((len(arms), len(sheets)))
    for row, arm in enumerate(arms):
        modes = sum(1 for other in arms if other.weapon.mode and other.weapon.mode == arm.weapon.mode) or 1
        for foe in foes:
            harm[row, foe] = _harm(arm, sum(arm.carried.values()), targets[foe], sheets[foe]) / modes
    return Guns(
        np.array([float(arm.weapon.range) for arm in arms]),
        np.array([float("assault" in arm.keywords) for arm in arms]),
        harm,
    )


def _melee(sheet: UnitSheet, sheets: list[UnitSheet], targets: list[Target], foes: list[int]) -> Floats:
    """The best ordinary weapon of each miniature, and all that give extra attacks."""
    harm = np.zeros(len(sheets))
    arms = [arm for arm in armament(sheet).values() if arm.weapon.melee]
    for foe in foes:
        extra, best = 0.0, dict.fromkeys(range(len(sheet.line_up)), 0.0)
        for arm in arms:
            if "extra attacks" in arm.keywords:
                extra += _harm(arm, sum(arm.carried.values()), targets[foe], sheets[foe], True)
                continue
            each = _harm(arm, len(arm.carried), targets[foe], sheets[foe], True) / len(arm.carried)
            for bearer in arm.carried:
                best[bearer] = max(best[bearer], each)
        harm[foe] = extra + sum(best.values())
    return harm
