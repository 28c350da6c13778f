"""What a reaction would change, by the engine's own odds: whether a person is asked about it, and what he is shown.

Here each is tried on a copy of the battle. The computer judges its own reactions in `using`, faster and more roughly;
who plays the mission then pays command points only for what is worth them here too (`paid_worth`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from highground.ai import lasting, using
from highground.ai.appraisal import Appraisal
from highground.ai.prospects import CHARGE_ODDS
from highground.engine.abilities.acts import ChargeNow, FightNext, IgnoreDamage, RollAgain, SnapShots, StepBack
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.effects import AddToControl, PassShock
from highground.engine.abilities.model import Ability
from highground.engine.abilities.wounds import AddMiniatures, DealMortalWounds, GainPoints, Heal, ReturnMiniatures
from highground.engine.attack.again import AttackRoll, reroll_gain
from highground.engine.attack.expected import expected
from highground.engine.attack.sequence import Sequence
from highground.engine.battle import Battle
from highground.engine.choices import Use
from highground.engine.events import ChargeRolled
from highground.engine.model import Setup
from highground.engine.scene import Scene
from highground.engine.state import Moving, Resolving, State, Volley, Window
from highground.engine.steps import charge, rerolls
from highground.engine.steps.offers import Offer

StakeMeasure = Literal["", "charge", "inches", "suffered", "dealt"]
"""What `without` and `having` count: the chance that a charge reaches, inches of an advance, wounds that a unit of
one's own is expected to lose, or an enemy's."""

ARRIVAL = 44.0
"""What a charge that reaches is worth, in points of army."""
AVERAGE_DIE = 3.5
LASTS = 1.5
"""How much more a change of the attacks under way is worth that holds for others of the phase too."""

JUDGED = (
    AddMiniatures,
    AddToControl,
    ChargeNow,
    DealMortalWounds,
    FightNext,
    GainKeyword,
    GainPoints,
    Heal,
    IgnoreDamage,
    ModifyAttack,
    PassShock,
    ReturnMiniatures,
    RollAgain,
    SnapShots,
    StepBack,
)
"""Effects of which it is known what they bring."""


class Stake(NamedTuple):
    """What a use would change: `measure` says what `without` and `having` count, `worth` is in points of army."""

    worth: float
    measure: StakeMeasure = ""
    without: float = 0.0
    having: float = 0.0


def is_judged(ability: Ability) -> bool:
    """Whether it can be said what the ability is worth."""
    effects = (*ability.effects, *(each for choice in ability.choices for each in choice.effects))
    return any(isinstance(each, JUDGED) for each in effects)


def stake(battle: Battle, window: Window, offer: Offer, target: int | None) -> Stake:
    """What is at stake for the side that is asked, were it to use the offer, at `target` if it aims."""
    for effect in offer.ability.effects:
        if isinstance(effect, RollAgain):
            return _reroll(battle, window, offer)
        if isinstance(effect, IgnoreDamage) and offer.unit is not None:
            lost = using.spared(battle.scene, offer.unit)
            return Stake(lost * _worth_of(battle.setup, offer.unit), "suffered", lost, 0.0)
        if isinstance(effect, SnapShots) and target is not None:
            return _snap_shots(battle, offer, target)
        if isinstance(effect, ChargeNow) and target is not None and offer.unit is not None:
            return _charge(battle.scene, offer.unit, target)
        if isinstance(effect, (ModifyAttack, GainKeyword)) and offer.unit is not None and _attacks(battle.state):
            return _softened(battle, offer, offer.unit)
    return Stake(using.worth(battle.scene, window.side, offer, target))


def paid_worth(battle: Battle, offer: Offer, target: int | None) -> float:
    """What a use in the window that is open brings, in points of army, to who would pay command points for it."""
    window, effects = battle.scene.top, offer.ability.effects
    assert isinstance(window, Window)
    if any(isinstance(each, ChargeNow) for each in effects):
        return lasting.worth(battle.scene, window.side, offer, target)
    lasts = any(isinstance(each, ModifyAttack) and each.duration != "step" for each in effects)
    return stake(battle, window, offer, target).worth * (LASTS if lasts else 1.0)


def most(battle: Battle, offer: Offer, target: int | None) -> float:
    """No less than what `stake` finds the use to be worth, without trying it."""
    if offer.unit is None or target is None or not any(isinstance(each, SnapShots) for each in offer.ability.effects):
        return float("inf")
    appraisal = Appraisal.of(battle.setup)
    return 0.5 * appraisal.shooting[offer.unit][target] * appraisal.worth[target]


def _attacks(state: State) -> Resolving | None:
    return next((each for each in reversed(state.stack) if isinstance(each, Resolving)), None)


def _tried(battle: Battle, offer: Offer, target: int | None) -> State | None:
    """The state after the use, were it to be made now; None where it rolls dice or asks for more."""
    twin = battle.clone()
    use = Use(offer.ability.uid or offer.ability.name, offer.unit, () if target is None else (target,))
    return None if twin.answer_without_dice(use) is None else twin.state


def _lost(volleys: tuple[Volley, ...], target: int) -> float:
    """The wounds that a unit is expected to lose to attacks of which no die has been rolled yet."""
    return sum(expected(each.sequence.attack, each.sequence.target) for each in volleys if each.target == target)


def _snap_shots(battle: Battle, offer: Offer, target: int) -> Stake:
    after = _tried(battle, offer, target)
    shots = None if after is None else _attacks(after)
    harm = 0.0 if shots is None else _lost(shots.volleys, target)
    return Stake(harm * _worth_of(battle.setup, target), "dealt", 0.0, harm)


def _softened(battle: Battle, offer: Offer, unit: int) -> Stake:
    """What attacks under way do to the unit, now and after the use."""
    now, state = _attacks(battle.state), _tried(battle, offer, None)
    after = None if state is None else _attacks(state)
    if now is None or after is None:
        return Stake(0.0)
    before, later = _lost(now.volleys, unit), _lost(after.volleys, unit)
    return Stake((before - later) * _worth_of(battle.setup, unit), "suffered", before, later)


def _charge(scene: Scene, unit: int, target: int) -> Stake:
    chance = float(CHARGE_ODDS[min(13, charge.needed(scene.gap(unit, target)))])
    blows = lasting.BLOWS * Appraisal.of(scene.setup).melee[unit][target] * _worth_of(scene.setup, target)
    return Stake(chance * blows, "charge", 0.0, chance)


def _reroll(battle: Battle, window: Window, offer: Offer) -> Stake:
    if window.roll == "charge":
        return _charge_again(battle, window)
    if window.roll == "advance":
        return _advance_again(battle.scene)
    if window.roll in rerolls.ROLLS and offer.unit is not None:
        return _die_again(battle.scene, window, offer.unit)
    return Stake(0.0)


def last_charge(battle: Battle) -> ChargeRolled | None:
    """The charge roll that is being answered."""
    events = battle.records[-1].events if battle.records else ()
    return next((each for each in reversed(events) if isinstance(each, ChargeRolled)), None)


def _charge_again(battle: Battle, window: Window) -> Stake:
    """A charge that reaches has nothing to gain; a charge out of turn is rolled in a window of its own.

    Who thinks for the computer knows the state, but not what was rolled: it is asked about charges that fell short.
    """
    scene, (unit, *targets) = battle.scene, window.about
    needed = charge.needed_for(scene, unit, tuple(targets)) - charge.bonus(scene, unit, tuple(targets))
    chance, rolled = float(CHARGE_ODDS[max(0, min(13, needed))]), last_charge(battle)
    success = rolled is not None and rolled.success
    return Stake(0.0 if success else chance * ARRIVAL, "charge", float(success), chance)


def _advance_again(scene: Scene) -> Stake:
    frame = next((each for each in reversed(scene.state.stack) if isinstance(each, Moving)), None)
    if frame is None:
        return Stake(0.0)
    gain = AVERAGE_DIE - frame.roll
    return Stake(max(0.0, gain) * using.PLAIN["advance"], "inches", frame.limit, frame.limit + gain)


def _die_again(scene: Scene, window: Window, unit: int) -> Stake:
    """The die of the roll that it is best to reroll, for a unit's attacks or its saves."""
    frame = _attacks(scene.state)
    if frame is None:
        return Stake(0.0)
    saved = window.roll == "save"
    best = Stake(0.0, "suffered" if saved else "dealt")
    for die in rerolls.dice_of(scene, window, unit):
        _, wounds = reroll_gain(*_rolled(scene, frame, window, die))
        worth = wounds * _worth_of(scene.setup, frame.volleys[die[0]].target)
        if worth > best.worth:
            best = Stake(worth, best.measure, wounds if saved else 0.0, 0.0 if saved else wounds)
    return best


def rolled(battle: Battle, window: Window, die: tuple[int, int]) -> tuple[Sequence, AttackRoll, int]:
    """The attack that a die belongs to, its roll, and the face that it shows; the die is one that may be rerolled."""
    frame = _attacks(battle.state)
    assert frame is not None
    return _rolled(battle.scene, frame, window, die)


def _rolled(scene: Scene, frame: Resolving, window: Window, die: tuple[int, int]) -> tuple[Sequence, AttackRoll, int]:
    sequence = frame.volleys[die[0]].sequence
    return sequence, rerolls.ROLLS[window.roll], rerolls.face_of(scene, window.roll, die)


def _worth_of(setup: Setup, unit: int) -> float:
    return Appraisal.of(setup).worth[unit]
