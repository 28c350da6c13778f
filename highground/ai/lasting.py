"""What uses bring beyond the attacks at hand, to who looks at the mission: wounds given back, what lasts for later
attacks, a charge out of turn. In points of army; the rest is weighed in `using`.
"""

from __future__ import annotations

from highground.ai.aims import Aims
from highground.ai.appraisal import Appraisal
from highground.ai.prospects import CHARGE_ODDS
from highground.ai.targets import left_behind
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import ChargeNow
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.model import Use
from highground.engine.abilities.wounds import Heal, HealOne, ReturnMiniatures
from highground.engine.scene import Scene
from highground.engine.spare import fallen
from highground.engine.state import Resolving
from highground.engine.steps import charge
from highground.engine.steps.offers import Offer

BETTER, SPARED = 0.2, 0.25
"""Shares of what a unit's attacks, or those of enemies at it, are worth that a change of them brings."""
CHARGE = 7.0
"""Inches of a charge that may be hoped for."""
ENOUGH = 0.3
"""Share of a unit's wounds that enemies may take before it uses what it has but once in a battle against that."""
BLOWS = 0.5
"""Share of a unit's usual blows, and of those that it suffers, that a charge out of turn comes to."""
_UNTIL_MINE = frozenset(
    {
        "until your next turn",
        "until your next command phase",
        "until your next movement phase",
        "until your next shooting phase",
        "battle",
    }
)
_SHORT = frozenset({"always", "step", "phase"})


def worth(scene: Scene, side: int, offer: Offer, target: int | None) -> float:
    """What the offer brings its unit later on; 0 where it is about the army, or about nothing of the kind."""
    unit, use = offer.unit, offer.ability.use
    if unit is None or use is None:
        return 0.0
    return sum([_brings(scene, side, effect, unit, target, use) for effect in offer.ability.effects], 0.0)


def _brings(scene: Scene, side: int, effect: AnyEffect, unit: int, target: int | None, use: Use) -> float:
    if isinstance(effect, ChargeNow):
        return 0.0 if target is None else charge_out_of_turn(scene, side, unit, target)
    if effect.who != "self" or effect.conditions:
        return 0.0
    if isinstance(effect, (Heal, HealOne, ReturnMiniatures)):
        return _given_back(scene, effect, unit, use.per == "battle")
    if isinstance(effect, ModifyAttack) and effect.duration not in _SHORT:
        if effect.of_role("defending"):
            return _shielded(scene, side, effect, unit, use.per == "battle")
        return _sharpened(scene, effect, unit)
    return 0.0


def _given_back(scene: Scene, effect: Heal | HealOne | ReturnMiniatures, unit: int, once: bool) -> float:
    """The wounds that come back: no more than are lost, and not before that many are where it can be done but once."""
    sheet, state = scene.sheets[unit], scene.state.units[unit]
    mean = max(1.0, effect.mean())
    if isinstance(effect, ReturnMiniatures):
        gone = fallen(sheet, state)
        lost, each = float(len(gone)), float(sheet.line_up[gone[0]].profile.wounds) if gone else 0.0
    else:
        missing = [one.profile.wounds - left for one, left in zip(sheet.line_up, state.wounds, strict=True) if left]
        lost, each = float(sum(missing)), 1.0
    if once and lost < mean:
        return 0.0
    return min(mean, lost) * each * Appraisal.of(scene.setup).worth[unit]


def _sharpened(scene: Scene, effect: ModifyAttack, unit: int) -> float:
    """A share of the best that the unit could do with the attacks that are changed."""
    appraisal = Appraisal.of(scene.setup)
    tables = [table[unit] for melee, table in _tables(appraisal) if effect.fits(melee)]
    best = [harm * appraisal.worth[foe] for table in tables for foe, harm in enumerate(table)]
    return BETTER * max(best, default=0.0)


def _shielded(scene: Scene, side: int, effect: ModifyAttack, unit: int, once: bool) -> float:
    """A share of what enemies in reach could do to the unit in their next turn, if it still holds then."""
    state = scene.state
    if any(isinstance(frame, Resolving) for frame in state.stack):
        return 0.0
    if effect.duration not in _UNTIL_MINE and not (
        effect.duration == "round" and state.active == side and state.first == side
    ):
        return 0.0
    appraisal, harm = Appraisal.of(scene.setup), 0.0
    for foe in scene.standing(1 - side):
        share = float(sum(state.units[foe].wounds)) / appraisal.wounds[foe]
        for melee, table in _tables(appraisal):
            reach = appraisal.speed[foe] + (CHARGE if melee else appraisal.longest[foe])
            if effect.fits(melee) and table[foe][unit] and scene.within(foe, unit, reach):
                harm += share * table[foe][unit]
    left = float(sum(state.units[unit].wounds))
    if once and harm < ENOUGH * left:
        return 0.0
    return SPARED * min(harm, left) * appraisal.worth[unit]


def _tables(appraisal: Appraisal) -> tuple[tuple[bool, list[list[float]]], ...]:
    """What units do to each other, in melee and by shooting."""
    return (True, appraisal.melee), (False, appraisal.shooting)


def charge_out_of_turn(scene: Scene, side: int, unit: int, target: int) -> float:
    """What a charge at an enemy that has just charged is worth: blows given and taken, less the ground that is left."""
    appraisal, units = Appraisal.of(scene.setup), scene.state.units
    mine, theirs = float(sum(units[unit].wounds)), float(sum(units[target].wounds))
    odds = float(CHARGE_ODDS[min(13, charge.needed(scene.charge_gap(unit, target)))])
    dealt = min(theirs, appraisal.melee[unit][target] * mine / appraisal.wounds[unit]) * appraisal.worth[target]
    back = appraisal.melee[target][unit] * theirs / appraisal.wounds[target]
    taken = min(mine, back) * appraisal.worth[unit]
    return odds * (BLOWS * (dealt - taken) - left_behind(scene, unit, target, Aims.of(scene, side)))
