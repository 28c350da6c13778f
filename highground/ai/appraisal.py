"""What units can do to each other, in wounds and in points of army, worked out once for a setup."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from librt.vecs import vec

from highground.engine.attack.definition import define
from highground.engine.attack.expected import expected
from highground.engine.attack.terms import Pool, Target
from highground.engine.effects import Circumstances, asking
from highground.engine.kept import Once
from highground.engine.model import Profile, Setup, UnitSheet, Weapon
from highground.engine.steps.armament import Arm, armament
from highground.engine.table.flat import flat_corners

MANY = 12
"""Miniatures of a target that no single weapon wipes out."""
POINTS_OF_A_WOUND = 15.0
"""Worth of a wound of a unit whose roster states no points."""
_COUNTING, _CHOOSING = asking("target_models"), asking("target_keywords")
"""Weapon keywords to which the number of the target's miniatures matters, or its keywords."""


class Guns(NamedTuple):
    """The ranged weapons of a unit: reach in inches, whether they fire after an advance, and harm to each unit.

    Of firing modes each is listed with its share, so that the sum is not more than the best of them.
    """

    reach: list[float]
    assault: list[bool]
    harm: list[list[float]]


class Situation(NamedTuple):
    """What holds for an attack besides its target; the same names as in the engine's circumstances."""

    stationary: bool = False
    charged: bool = False
    half_range: bool = False
    cover: bool = False
    indirect: bool = False
    engaged: bool = False


STATIONARY, CHARGED, HALF_RANGE, COVER, INDIRECT, ENGAGED = _BITS = 1, 2, 4, 8, 16, 32
"""What holds in a situation, in the order of its fields, as bits to be added up."""
_SITUATIONS = [Situation(*[bool(which & bit) for bit in _BITS]) for which in range(64)]


class Appraisal:
    """Static worth of a setup's units. Harm is the mean number of wounds that a unit at full strength deals another."""

    def __init__(self, setup: Setup) -> None:
        sheets = [sheet for army in setup.armies for sheet in army.units]
        sides = [side for side, army in enumerate(setup.armies) for _ in army.units]
        self.sheets = sheets
        self._each: dict[tuple[str, int, int, int], float] = {}
        self._promises: dict[tuple[str, int], list[float]] = {}
        self._kinds = [_kind(sheet) for sheet in sheets]
        self.wounds = [float(sum(m.profile.wounds for m in sheet.starting)) for sheet in sheets]
        self.body = [float(max(m.profile.wounds for m in sheet.starting)) for sheet in sheets]
        """Wounds of each unit's largest miniature."""
        self.worth = [_worth(sheet, total) for sheet, total in zip(sheets, self.wounds, strict=True)]
        """Points of army that a wound of each unit stands for."""
        self.control = [float(sum(m.profile.objective_controlled for m in sheet.starting)) for sheet in sheets]
        self.speed = [float(min(m.profile.movement for m in sheet.starting)) for sheet in sheets]
        self.targets = targets = [_target(sheet) for sheet in sheets]
        foes = [[j for j, side in enumerate(sides) if side != sides[i]] for i in range(len(sheets))]
        self.armies = [[i for i, each in enumerate(sides) if each == side] for side in (0, 1)]
        """The units of each side, by index."""
        self.objectives = [objective.location for objective in setup.layout.objectives]
        self.spots: vec[float] = flat_corners(self.objectives)
        """The same, x and y of each in turn."""
        self.prospects: dict[int, Any] = {}
        """Each side's tables, kept by `prospects`."""
        self.guns = [_guns(sheet, sheets, targets, foes[i]) for i, sheet in enumerate(sheets)]
        self.melee = [_melee(sheet, sheets, targets, foes[i]) for i, sheet in enumerate(sheets)]
        """Wounds that each unit deals each other by a charge."""
        self.longest = [max(guns.reach, default=0.0) for guns in self.guns]
        self.shooting = [[sum([row[j] for row in guns.harm], 0.0) for j in range(len(sheets))] for guns in self.guns]
        """The same by all of its ranged weapons."""

    def each(self, arm: Arm, target: int, models: int, what: int = 0) -> float:
        """Mean wounds that one weapon deals the target in a situation, as long as enough of it is left.

        `what` is the sum of the bits that hold (`STATIONARY` and so on);
        `models` counts the target's living miniatures; it matters to few weapons.
        """
        if arm.keywords.isdisjoint(_COUNTING):
            models = 0
        key = (arm.weapon.uid, target, models, what)
        found = self._each.get(key)
        if found is None:
            found = self._each[key] = _mean(arm.weapon, arm.keywords, _SITUATIONS[what], self._kinds[target], models)
        return found

    def promise(self, arm: Arm, against: int) -> list[float]:
        """Mean wounds that one such weapon deals each unit of a side in no special situation, by the unit's index."""
        key = (arm.weapon.uid, against)
        found = self._promises.get(key)
        if found is None:
            found = [0.0] * len(self.sheets)
            for target in self.armies[against]:
                found[target] = self.each(arm, target, len(self.sheets[target].starting))
            self._promises[key] = found
        return found

    @staticmethod
    def of(setup: Setup) -> Appraisal:
        """The setup's appraisal, made at the first call and kept with it."""
        return _APPRAISALS.of(setup)


_APPRAISALS: Once[Appraisal] = Once("_appraisal", Appraisal)


class TargetProfile(NamedTuple):
    """What a unit's sheet says about it as a target."""

    profile: Profile
    keywords: frozenset[str]
    stealth: bool


def _kind(sheet: UnitSheet) -> TargetProfile:
    return TargetProfile(sheet.line_up[0].profile, frozenset(sheet.keyword_set), "stealth" in sheet.rules)


@lru_cache(maxsize=1 << 13)
def _mean(weapon: Weapon, keywords: frozenset[str], what: Situation, kind: TargetProfile, models: int) -> float:
    """Mean wounds that one weapon deals many miniatures of a kind: the same in every setup that has the two."""
    profile = kind.profile
    circumstances = Circumstances(**what._asdict(), **_against(keywords, kind, models))
    attack = define(weapon, 1, circumstances, profile.toughness)
    return expected(attack, (Pool(profile.wounds, profile.save, profile.invuln, profile.fnp, MANY),))


def _worth(sheet: UnitSheet, wounds: float) -> float:
    """Points of army that one wound stands for."""
    return sheet.points / wounds if sheet.points else POINTS_OF_A_WOUND


def _target(sheet: UnitSheet) -> Target:
    first = sheet.line_up[0].profile
    return (Pool(first.wounds, first.save, first.invuln, first.fnp, len(sheet.starting)),)


def _against(keywords: frozenset[str], kind: TargetProfile, models: int) -> dict[str, Any]:
    """What a target brings to the circumstances of an attack with a weapon of these keywords."""
    return {
        "target_models": 0 if keywords.isdisjoint(_COUNTING) else models,
        "target_keywords": frozenset() if keywords.isdisjoint(_CHOOSING) else kind.keywords,
        "target_rules": frozenset({"stealth"}) if kind.stealth else frozenset(),
    }


def _harm(arm: Arm, number: int, target: Target, sheet: UnitSheet, charged: bool = False) -> float:
    circumstances = Circumstances(charged=charged, **_against(arm.keywords, _kind(sheet), len(sheet.starting)))
    attack = define(arm.weapon, number, circumstances, sheet.line_up[0].profile.toughness)
    return expected(attack, target)


def _arms(sheet: UnitSheet) -> Iterable[Arm]:
    """The weapons of those who begin the battle."""
    arms, spares = armament(sheet).values(), sheet.spares
    if not spares:
        return arms
    carried = [(arm, {i: count for i, count in arm.carried.items() if i not in spares}) for arm in arms]
    return [arm._replace(carried=those) for arm, those in carried if those]


def _guns(sheet: UnitSheet, sheets: list[UnitSheet], targets: list[Target], foes: list[int]) -> Guns:
    arms = [arm for arm in _arms(sheet) if not arm.weapon.melee]
    harm = [[0.0] * len(sheets) for _ in arms]
    for row, arm in enumerate(arms):
        modes = sum(1 for other in arms if other.weapon.mode and other.weapon.mode == arm.weapon.mode) or 1
        for foe in foes:
            harm[row][foe] = _harm(arm, sum(arm.carried.values()), targets[foe], sheets[foe]) / modes
    return Guns([float(arm.weapon.range) for arm in arms], ["assault" in arm.keywords for arm in arms], harm)


def _melee(sheet: UnitSheet, sheets: list[UnitSheet], targets: list[Target], foes: list[int]) -> list[float]:
    """The best ordinary weapon of each miniature, and all that give extra attacks."""
    harm = [0.0] * len(sheets)
    arms = [arm for arm in _arms(sheet) if arm.weapon.melee]
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
