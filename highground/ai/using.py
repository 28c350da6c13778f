"""When to use abilities and stratagems, and when to let a window pass."""

from __future__ import annotations

from highground.ai.appraisal import Appraisal
from highground.ai.targets import blow_worth
from highground.engine import choices as ch
from highground.engine.ability import Effect
from highground.engine.scene import Scene
from highground.engine.state import Resolving, Window
from highground.engine.steps import objectives, uses
from highground.engine.steps.uses import Offer

WORTH_OF_A_POINT = 22.0
"""What a use must be worth, in points of army, for each command point that it costs."""
SNAP = 0.3
"""Share of a unit's usual fire that snap shots come to."""


def best_use(scene: Scene, side: int, only: int | None = None) -> ch.Use | None:
    """The use that is worth most now, if any is worth its price; by or on one unit, if `only` names it."""
    frame = scene.state.top
    window = frame if isinstance(frame, Window) else None
    about, rolled = (window.about, window.roll) if window else ((), "")
    if window is not None and not _worth_a_look(scene, window):
        return None
    best: tuple[float, ch.Use] | None = None
    for offer in uses.offers(scene, side, window.kind if window else "", about, rolled, only):
        for target in offer.targets or (None,):
            worth = _worth(scene, offer, target) - _price(offer)
            if worth > 0.0 and (best is None or worth > best[0]):
                best = (worth, _choice(offer, target))
    return best[1] if best else None


def _worth_a_look(scene: Scene, window: Window) -> bool:
    """Whether the best that anybody could do in the window may be worth its price; settles most windows at once."""
    cost = uses.cheapest(scene, window.side, window.kind, window.roll)
    if not cost:
        return cost is not None
    appraisal, units = Appraisal.of(scene.setup), scene.standing(window.side)
    if window.kind in {"enemy moved", "enemy arrived"} and units:
        target = window.about[0]
        best = float(appraisal.shooting[units, target].max()) * float(appraisal.worth[target])
        return SNAP * best > WORTH_OF_A_POINT * cost
    if window.kind == "rolled":
        return window.roll == "charge" and len(scene.state.stack) == 1
    return True


def _choice(offer: Offer, target: int | None) -> ch.Use:
    ability = offer.ability
    pick = (ability.choices[0].uid or ability.choices[0].name) if ability.choices else ""
    return ch.Use(ability.uid or ability.name, offer.unit, () if target is None else (target,), pick)


def _price(offer: Offer) -> float:
    use = offer.ability.use
    return WORTH_OF_A_POINT * use.cost if use else 0.0


def _worth(scene: Scene, offer: Offer, target: int | None) -> float:
    effects = offer.ability.effects or (offer.ability.choices[0].effects if offer.ability.choices else ())
    return sum(_effect_worth(scene, effect, offer.unit, target) for effect in effects)


def _effect_worth(scene: Scene, effect: Effect, unit: int | None, target: int | None) -> float:
    """Points of army that an effect may bring, roughly."""
    appraisal = Appraisal.of(scene.setup)
    if effect.kind == "join_unit":
        return 1.0
    if effect.kind == "command_points":
        return WORTH_OF_A_POINT * effect.value
    if unit is None:
        return 0.0
    if effect.kind == "mortal_wounds":
        on = unit if target is None else target
        amount = effect.amount.mean / (2.0 if effect.text else 1.0) if effect.amount else effect.value
        return float(amount) * float(appraisal.worth[on])
    if effect.kind in {"heal", "return"}:
        return float(effect.value or 1) * float(appraisal.worth[unit]) * float(scene.below_half(unit))
    if effect.kind == "act":
        return _act_worth(scene, effect.text, unit, target)
    if effect.kind == "steadfast":
        held = any(objectives.near(scene, unit, k) for k in range(len(scene.state.markers)))
        return 40.0 if held else 0.0
    if effect.kind in {"roll", "weapon_keyword"}:
        return _roll_worth(scene, effect, unit)
    return 0.0


def _act_worth(scene: Scene, text: str, unit: int, target: int | None) -> float:
    appraisal = Appraisal.of(scene.setup)
    if text == "shoot" and target is not None:
        return SNAP * float(appraisal.shooting[unit, target]) * float(appraisal.worth[target])
    if text == "fight first":
        return 0.6 * blow_worth(scene, unit)
    if text == "re-roll":
        frame = next((f for f in scene.state.stack if isinstance(f, Window)), None)
        failed = frame is not None and frame.roll == "charge" and len(scene.state.stack) == 1
        return 40.0 if failed else 0.0
    return 0.0


def _roll_worth(scene: Scene, effect: Effect, unit: int) -> float:
    """A fifth of what the attacks that it is for are worth."""
    appraisal = Appraisal.of(scene.setup)
    if effect.role == "attacking":
        harm = appraisal.melee[unit] if scene.state.phase == "combat" else appraisal.shooting[unit]
        return 0.2 * float((harm * appraisal.worth).max())
    frame = next((f for f in scene.state.stack if isinstance(f, Resolving)), None)
    if frame is None:
        return 0.0
    table = appraisal.melee if frame.melee else appraisal.shooting
    return (
        0.25
        * min(float(table[frame.unit, unit]), float(sum(scene.state.units[unit].wounds)))
        * float(appraisal.worth[unit])
    )
