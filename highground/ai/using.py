"""When to use abilities and stratagems, and when to let a window pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from highground.ai import lasting
from highground.ai.appraisal import Appraisal
from highground.ai.targets import blow_worth
from highground.engine import choices as ch
from highground.engine.abilities import AnyEffect, powers
from highground.engine.abilities.acts import FightNext, GrantMove, IgnoreDamage, RollAgain, SnapShots, StepBack
from highground.engine.abilities.afflictions import MarkUnit, RolledWounds
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.effect import Effect, Permission, RuleQuestion
from highground.engine.abilities.effects import AddToControl, PassShock, Permit
from highground.engine.abilities.resources import TurnDie
from highground.engine.abilities.wounds import (
    AddMiniatures,
    DealMortalWounds,
    GainPoints,
    Heal,
    JoinUnit,
    LoseMiniatures,
    ReturnMiniatures,
)
from highground.engine.attack.again import ATTACK_ROLLS
from highground.engine.scene import Scene
from highground.engine.state import ROUNDS, Resolving, Window
from highground.engine.steps import objectives, offers, possible, rerolls
from highground.engine.steps.moments import nearby
from highground.engine.steps.offers import Offer
from highground.engine.table.distance import FAR

WORTH_OF_A_POINT = 22.0
"""What a use must be worth, in points of army, for each command point that it costs."""
_OF_ATTACKS: tuple[RuleQuestion, ...] = ("attack", "keywords")
ADVANCE = 3.5
CHARGE = 7.0
"""Inches of a usual advance and a usual charge."""
USED = 0.5
"""Share of what a unit could do at its best that a permission to do it is worth."""
PLAIN: dict[RuleQuestion, float] = {"move": 4.0, "charge": 4.0, "advance": 2.0, "leadership": 1.0}
"""What an inch or a point of these is worth to a unit."""
_CAME_NEAR = {"enemy moved", "enemy arrived", "charge declared"}
TESTED, MARKED, HINDERED = 0.08, 0.05, 0.1
"""Shares of an enemy unit's value that a forced test, a mark and any other effect on it are worth."""
SNAP = 0.3
"""Share of a unit's usual fire that snap shots come to."""


LEAST_PRICE = 0.12
"""Share of its usual worth that a command point is kept for in the last turn of all."""


def thrift(scene: Scene, side: int) -> float:
    """Share of its usual worth that a command point is kept for: those that cannot all be spent are worth less."""
    state = scene.state
    coming = float(ROUNDS - state.round) + (0.5 if side not in (state.active, state.first) else 0.0)
    return max(LEAST_PRICE, min(1.0, (coming + 0.2) / max(1, state.armies[side].cp)))


WorthOfUse = Callable[[Offer, int | None], float]
"""What an offer at a target brings, in points of army."""


def best_use(
    scene: Scene, side: int, only: int | None = None, share: float | None = None, exact: WorthOfUse | None = None
) -> ch.Use | None:
    """The use that is worth most now, if any is worth its price; by or on one unit, if `only` names it.

    `share` is that of its usual worth for which a command point is kept; a player that states it also sees how much of
    an enemy is left, and what is worth something beyond the attacks at hand. `exact` weighs again what looks worth its
    command points.
    """
    frame = scene.top
    window = frame if isinstance(frame, Window) else None
    if window is not None:
        cost = offers.cheapest(scene, side, window.kind, window.roll)
        if cost and window.kind in _CAME_NEAR:
            return _best_answer(scene, window, WORTH_OF_A_POINT * cost, share, exact)
        if cost is None or (cost and not _worth_a_look(scene, window)):
            return None
    best = _best_of(scene, side, window, only, share, exact)
    return best[1] if best else None


def _best_of(
    scene: Scene, side: int, window: Window | None, only: int | None, share: float | None, exact: WorthOfUse | None
) -> tuple[float, ch.Use] | None:
    """The offer that is worth most beyond its price, and how much; None if none is worth more."""
    about, rolled = (window.about, window.roll) if window else ((), "")
    best: tuple[float, ch.Use] | None = None
    for offer in offers.offers(scene, side, window.kind if window else "", about, rolled, only):
        for target in offer.targets or (None,):
            brings, pick = _worth(scene, side, offer, target)
            if share is None:
                gain = brings - _price(offer)
            else:
                brings = max(brings, lasting.worth(scene, side, offer, target))
                gain = min(brings, _most(scene, offer, target)) - share * _price(offer)
                if exact is not None and offer.price and gain > (best[0] if best else 0.0):
                    gain = exact(offer, target) - share * _price(offer)
            if gain > 0.0 and (best is None or gain > best[0]):
                best = (gain, _choice(offer, target, pick, _die(scene, window, offer)))
    return best


def _most(scene: Scene, offer: Offer, target: int | None) -> float:
    """What a use can bring at most: no more than is left of an enemy that it only wounds."""
    if target is None or not all(isinstance(effect, DealMortalWounds) for effect in offer.ability.effects):
        return FAR
    return float(sum(scene.state.units[target].wounds)) * Appraisal.of(scene.setup).worth[target]


def _best_answer(
    scene: Scene, window: Window, price: float, share: float | None, exact: WorthOfUse | None
) -> ch.Use | None:
    """The best answer to an enemy that came near: by the unit that could do most to it or gain most by leaving.

    What each may do is asked for, with its looks over the table, only while it could still be the best.
    """
    best: tuple[float, ch.Use] | None = None
    price = price if share is None else price * share
    for most, unit in _stakes(scene, window):
        if most - price <= (best[0] if best else 0.0):
            break
        found = _best_of(scene, window.side, window, unit, share, exact)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    return best[1] if best else None


def _stakes(scene: Scene, window: Window) -> list[tuple[float, int]]:
    """The most that an answer of each unit is worth, the highest first: snap shots, or getting out of the way."""
    appraisal, target = Appraisal.of(scene.setup), window.about[0]
    found = []
    for unit in scene.standing(window.side):
        most = 0.0
        if scene.within(unit, target, appraisal.longest[unit]):
            most = SNAP * appraisal.shooting[unit][target] * appraisal.worth[target]
        if window.kind == "enemy moved":
            most = max(most, 0.5 * appraisal.melee[target][unit] * appraisal.worth[unit])
        found.append((most, unit))
    return sorted(found, key=lambda each: (-each[0], each[1]))


def _worth_a_look(scene: Scene, window: Window) -> bool:
    """Whether anything that could be done in the window may be worth a command point; settles most at once."""
    if window.kind == "rolled":
        return window.roll in ATTACK_ROLLS or (window.roll == "charge" and len(scene.state.stack) == 1)
    return True


def _choice(offer: Offer, target: int | None, pick: str, die: tuple[int, int] | None) -> ch.Use:
    ability = offer.ability
    return ch.Use(ability.uid or ability.name, offer.unit, () if target is None else (target,), pick, die)


def _die(scene: Scene, window: Window | None, offer: Offer) -> tuple[int, int] | None:
    """The die of an attack that is best rerolled: the lowest of those that may be."""
    dice = rerolls.dice_of(scene, window, offer.unit)
    if window is None or not dice or not rerolls.of_dice(offer.ability):
        return None
    return min(dice, key=lambda die: (rerolls.face_of(scene, window.roll, die), die))


def _price(offer: Offer) -> float:
    return WORTH_OF_A_POINT * offer.price


def worth(scene: Scene, side: int, offer: Offer, target: int | None) -> float:
    """What a use brings, roughly, in points of army, whatever it costs."""
    return _worth(scene, side, offer, target)[0]


def _worth(scene: Scene, side: int, offer: Offer, target: int | None) -> tuple[float, str]:
    """What a use brings, with the choice that brings most if there are any to pick from; of equals the first."""

    def of(effects: Sequence[Effect]) -> float:
        return sum(_effect_worth(scene, side, effect, offer.unit, target) for effect in effects)

    own, choices = of(offer.ability.effects), offer.ability.choices
    if not choices:
        return own, ""
    most, best = max(((of(each.effects), -i) for i, each in enumerate(choices)))
    return own + most, choices[-best].uid or choices[-best].name


def _effect_worth(scene: Scene, side: int, effect: Effect, unit: int | None, target: int | None) -> float:
    """Points of army that an effect may bring, roughly."""
    if isinstance(effect, JoinUnit):
        return 1.0
    if isinstance(effect, GainPoints):
        return WORTH_OF_A_POINT * effect.value
    if isinstance(effect, GrantMove):
        return 1.0
    if unit is not None and effect.reach:
        return _worth_nearby(scene, side, effect, unit)
    if unit is not None:
        return _unit_worth(scene, effect, unit, target)
    of_army = scene.standing(side) if effect.who == "army" else []
    return sum(_unit_worth(scene, effect, each, target) for each in of_army)


def _worth_nearby(scene: Scene, side: int, effect: Effect, unit: int) -> float:
    """What an effect brings that every enemy or friend near its user has."""
    if not scene.on_table(unit):
        return 0.0
    near = nearby(scene, effect, side, unit)
    if effect.who == "friends within":
        return sum(_unit_worth(scene, effect, each, None) for each in near)
    worth = _unit_worth if isinstance(effect, DealMortalWounds) else _target_worth
    return sum(worth(scene, effect, unit, each) for each in near)


def _unit_worth(scene: Scene, effect: Effect, unit: int, target: int | None) -> float:
    """What an effect brings to one unit."""
    if isinstance(effect, DealMortalWounds) or (isinstance(effect, LoseMiniatures) and effect.tested):
        return _loss_worth(scene, effect, unit, target)
    if target is not None and effect.who == "target":
        stance = bool(effect.stance)
        return _stance_worth(scene, effect, target) if stance else _target_worth(scene, effect, unit, target)
    if isinstance(effect, AddMiniatures):
        return effect.mean() * Appraisal.of(scene.setup).worth[unit]
    if isinstance(effect, (Heal, ReturnMiniatures)):
        worth = Appraisal.of(scene.setup).worth[unit]
        return float(effect.value or 1) * worth * float(scene.below_half(unit))
    if isinstance(effect, (PassShock, AddToControl)):
        return _ground_worth(scene, effect, unit)
    if isinstance(effect, Permit):
        return _permission_worth(scene, effect.what, unit)
    if isinstance(effect, (ModifyAttack, GainKeyword)):
        return _roll_worth(scene, effect, unit)
    if effect.adds():
        return PLAIN.get(effect.question, 0.0) * max(0, effect.adds())
    return _act_worth(scene, effect, unit, target)


FAILS = 0.4
"""How often a usual unit fails a leadership test, roughly."""


def _loss_worth(scene: Scene, effect: DealMortalWounds | LoseMiniatures, unit: int, target: int | None) -> float:
    """What it brings that a unit loses wounds or miniatures; by a test it costs that much if it is one's own."""
    on = unit if target is None or (effect.tested and effect.who == "self") else target
    lost = effect.mean() * Appraisal.of(scene.setup).worth[on]
    if not effect.tested:
        return lost
    if isinstance(effect, LoseMiniatures):
        left = scene.state.units[on].wounds
        lost *= sum(left) / max(1, len(left) - left.count(0))
    lost *= FAILS if effect.tested == "failed" else 1.0 - FAILS
    return lost if scene.state.units[on].side != scene.state.units[unit].side else -lost


def _marked_worth(scene: Scene, name: str, unit: int) -> float:
    """What the unit has only while its army has marked it so, of what changes its attacks."""
    held = (p.effect for question in _OF_ATTACKS for p in powers.asked(scene, unit, question))
    return sum(
        _roll_worth(scene, effect, unit)
        for effect in held
        if isinstance(effect, (ModifyAttack, GainKeyword))
        and effect.fits(scene.state.phase == "combat")
        and any(each.kind == "named" and each.name == name and not each.negate for each in effect.conditions)
    )


def _stance_worth(scene: Scene, effect: Effect, unit: int) -> float:
    """What it brings that a unit has a stance: nothing new where it has one already."""
    if any(each.unit == unit and each.effect.stance == effect.stance for each in scene.state.active_effects):
        return 0.0
    mine: AnyEffect = replace(effect, who="self")
    return _unit_worth(scene, mine, unit, None)


def _target_worth(scene: Scene, effect: Effect, unit: int, target: int) -> float:
    """The worth of an effect on the target of a use: a share of the enemy's value."""
    appraisal = Appraisal.of(scene.setup)
    share = {"now": TESTED, "mark": MARKED}.get(effect.question, HINDERED)
    if isinstance(effect, RolledWounds):
        return effect.mean(len(scene.figures(unit).indices)) * appraisal.worth[target]
    return share * appraisal.worth[target] * float(sum(scene.state.units[target].wounds))


def frees_advance(scene: Scene, side: int, unit: int) -> bool:
    """Whether something that the side may use now could be worth it to a unit that has yet to move."""
    return any(
        isinstance(effect, Permit) and _permission_worth(scene, effect.what, unit) > 0.0
        for ability in offers.ready(scene, side)
        for effect in ability.effects
    )


def _permission_worth(scene: Scene, what: Permission, unit: int) -> float:
    """A share of what the unit could do to the best target that it reaches by an advance, and only by one."""
    if what not in {"advance and shoot", "advance and charge"} or powers.permits(scene, unit, what):
        return 0.0
    appraisal, shoots = Appraisal.of(scene.setup), what == "advance and shoot"
    guns, speed = appraisal.guns[unit].reach, appraisal.speed[unit]
    reach = max(guns, default=0.0) if shoots else CHARGE
    foes = scene.standing(1 - scene.state.units[unit].side)
    if any(scene.within(unit, foe, speed + reach) for foe in foes):
        return 0.0
    foes = scene.about(unit, foes, speed + ADVANCE + reach)
    if not foes:
        return 0.0
    table = appraisal.shooting if shoots else appraisal.melee
    return USED * max(table[unit][foe] * appraisal.worth[foe] for foe in foes)


def _ground_worth(scene: Scene, effect: Effect, unit: int) -> float:
    """Nerve is worth something on any objective, more control on one that is not held."""
    markers, side, nerve = scene.state.markers, scene.state.units[unit].side, isinstance(effect, PassShock)
    wanted = (k for k, marker in enumerate(markers) if nerve or marker.held_by != side)
    near = any(objectives.near(scene, unit, k) for k in wanted)
    return (40.0 if nerve else 30.0) if near else 0.0


def _act_worth(scene: Scene, effect: Effect, unit: int, target: int | None) -> float:
    """What it brings to have a unit do something at once, or to mark it for more."""
    appraisal = Appraisal.of(scene.setup)
    if isinstance(effect, MarkUnit):
        return _marked_worth(scene, effect.name, unit)
    if isinstance(effect, SnapShots) and target is not None:
        return SNAP * appraisal.shooting[unit][target] * appraisal.worth[target]
    if isinstance(effect, StepBack):
        return _slip_worth(scene, unit)
    if isinstance(effect, FightNext):
        return 0.6 * blow_worth(scene, unit)
    if isinstance(effect, IgnoreDamage):
        return spared(scene, unit) * appraisal.worth[unit]
    if isinstance(effect, (RollAgain, TurnDie)):
        frame = next((f for f in scene.state.stack if isinstance(f, Window)), None)
        if frame is not None and frame.roll in ATTACK_ROLLS:
            return _blow_worth(scene)
        failed = frame is not None and frame.roll == "charge" and len(scene.state.stack) == 1
        return 40.0 if failed else 0.0
    return 0.0


def spared(scene: Scene, unit: int) -> float:
    """The wounds that the worst attack under way would take from the unit: no more than its largest miniature has."""
    frame = next((f for f in reversed(scene.state.stack) if isinstance(f, Resolving)), None)
    due = [] if frame is None else [damage for _, _, damage in possible.wounds_due(frame, unit)]
    return float(min(max(due, default=0), max(scene.state.units[unit].wounds)))


def _slip_worth(scene: Scene, unit: int) -> float:
    """What the enemy that came near could do in melee to a unit that steps back from it, by half."""
    frame = next((f for f in scene.state.stack if isinstance(f, Window)), None)
    if frame is None:
        return 0.0
    appraisal, wounds = Appraisal.of(scene.setup), float(sum(scene.state.units[unit].wounds))
    foes = [foe for foe in frame.about if scene.state.units[foe].side != frame.side]
    blows = max((appraisal.melee[foe][unit] for foe in foes), default=0.0)
    return 0.5 * min(wounds, blows) * appraisal.worth[unit]


def _blow_worth(scene: Scene) -> float:
    """Half of what one wound of the attacks under way is worth to the side that deals or suffers it."""
    frame = next((f for f in reversed(scene.state.stack) if isinstance(f, Resolving)), None)
    if frame is None:
        return 0.0
    worth = Appraisal.of(scene.setup).worth
    return max(0.5 * each.sequence.attack.harm.damage[0].mean * float(worth[each.target]) for each in frame.volleys)


def _roll_worth(scene: Scene, effect: ModifyAttack | GainKeyword, unit: int) -> float:
    """A fifth of what the attacks that it is for are worth."""
    appraisal = Appraisal.of(scene.setup)
    if not effect.of_role("defending"):
        melee = effect.attacks == "melee" if effect.stance else scene.state.phase == "combat"
        harm = appraisal.melee[unit] if melee else appraisal.shooting[unit]
        return 0.2 * max([each * worth for each, worth in zip(harm, appraisal.worth, strict=True)])
    frame = next((f for f in scene.state.stack if isinstance(f, Resolving)), None)
    if frame is None:
        return 0.0
    table = appraisal.melee if frame.melee else appraisal.shooting
    return 0.25 * min(table[frame.unit][unit], float(sum(scene.state.units[unit].wounds))) * appraisal.worth[unit]
