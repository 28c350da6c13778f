"""Why an ability is not at work now: the four checks that lists of abilities show, a reason for each that fails."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from highground.engine.abilities import conditions
from highground.engine.abilities.effect import Effect
from highground.engine.abilities.model import Ability
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import Deploying, Melee, Resolving, Window
from highground.engine.steps import offers, turns


class Triggers(msgspec.Struct, frozen=True):
    """Whether an ability is at work or may be used, check by check; `reasons` are what fails.

    `time_check`: phase and turn are its own. `action_check`: what it waits for has happened, and somebody can use it
    or meets its conditions. `expiration_check`: its bearer lives, and its effects, once begun, are still in force.
    `casts_check`: it may still be used as often as it says.
    """

    time_check: bool
    action_check: bool
    expiration_check: bool
    casts_check: bool
    reasons: tuple[Refusal, ...] = ()


def why(scene: Scene, side: int, ability: Ability, unit: int | None = None) -> Triggers:
    """The checks of a side's ability, that of a unit if one is named. Only reads, in any state of a battle."""
    late = offers.time_refusal(scene, side, ability)
    spent = offers.casts_refusal(scene, side, ability, unit)
    idle = _idle(scene, side, ability, unit)
    over = _over(scene, side, ability, unit)
    reasons = tuple([each for each in (late, idle, over, spent) if each is not None])
    return Triggers(late is None, idle is None, over is None, spent is None, reasons)


def _idle(scene: Scene, side: int, ability: Ability, unit: int | None) -> Refusal | None:
    """What has to happen before it does anything."""
    if ability.by_hand:
        return None if _in_force(scene, side, ability) else Refusal("switched-by-hand", ability=ability.name)
    if ability.use is None:
        return _unmet(scene, ability, unit)
    window = _window(scene, side)
    kind = window.kind if window is not None else ""
    if ability.use.window != kind or not (kind or _free(scene, side)):
        return Refusal("waits", ability=ability.name, window=ability.use.window)
    if window is not None and ability.use.rolls and window.roll not in ability.use.rolls:
        return Refusal("wrong-roll", ability=ability.name, roll=window.roll)
    poor = offers.spend_refusal(scene, side, ability) or offers.price_refusal(scene, side, ability)
    return poor or _nobody(scene, side, ability, unit, window)


def _nobody(scene: Scene, side: int, ability: Ability, unit: int | None, window: Window | None) -> Refusal | None:
    """Why nobody can use it now, if nobody can."""
    if offers.offered(scene, side, ability, unit, window):
        return None
    user = None if unit is None else offers.bearer(scene, unit)
    own = None if user is None else offers.user_refusal(scene, side, ability, user)
    return own if own is not None else Refusal("nobody-to-use", ability=ability.name)


def _window(scene: Scene, side: int) -> Window | None:
    """The timing window that the side is asked in."""
    top = scene.top
    return top if isinstance(top, Window) and top.side == side else None


def _free(scene: Scene, side: int) -> bool:
    """Whether the side is asked, outside of any timing window, with nothing under way that a use would interrupt."""
    top, state = scene.top, scene.state
    if state.completed:
        return False
    if isinstance(top, Deploying):
        return top.side == side
    return top.picker == side if isinstance(top, Melee) else top is None and turns.who_advances(scene) == side


def _unmet(scene: Scene, ability: Ability, unit: int | None) -> Refusal | None:
    """Which condition of an ability that works by itself does not hold, unless one of its effects does."""
    if not ability.effects or any(_at_work(scene, effect, unit) for effect in ability.effects):
        return None
    condition = next(
        (
            each
            for effect in ability.effects
            for each in effect.conditions
            if unit is None or not any(conditions.check(scene, each, unit, aim) for aim in _aims(scene, unit))
        ),
        None,
    )
    if condition is None:
        return Refusal("conditions-unmet", ability=ability.name)
    return Refusal("condition-unmet", ability=ability.name, condition=condition)


def _at_work(scene: Scene, effect: Effect, unit: int | None) -> bool:
    """Whether an effect's conditions hold, for the attacks under way if they ask for a target."""
    if unit is None or not effect.conditions:
        return not effect.conditions
    if not scene.on_table(unit):
        return False
    return any(conditions.holds(scene, unit, effect, aim) for aim in _aims(scene, unit))


def _aims(scene: Scene, unit: int) -> Iterator[int | None]:
    """None, and the units that it attacks or that attack it just now."""
    yield None
    for frame in scene.state.stack:
        if isinstance(frame, Resolving):
            hit = [each.target for each in frame.volleys]
            yield from hit if frame.unit == unit else [frame.unit] if unit in hit else []


def _over(scene: Scene, side: int, ability: Ability, unit: int | None) -> Refusal | None:
    """Why nothing more comes of it: its bearer has fallen, or what it began has ended."""
    if unit is not None:
        bearer = offers.bearer(scene, unit)
        if bearer is None or not scene.state.units[bearer].alive:
            return Refusal("bearer-fallen", unit=scene.called(unit), ability=ability.name)
    begun = any(effect.duration != "always" for each in (ability, *ability.choices) for effect in each.effects)
    if begun and offers.casts_of(scene, side, ability, unit) and not _in_force(scene, side, ability):
        return Refusal("effects-over", ability=ability.name)
    return None


def _in_force(scene: Scene, side: int, ability: Ability) -> bool:
    names = {ability.name, *(each.name for each in ability.choices)}
    return any(active.side == side and active.name in names for active in scene.state.active_effects)


__all__ = ["Triggers", "why"]
