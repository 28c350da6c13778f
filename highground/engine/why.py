"""Why an ability is not at work now: the four checks that lists of abilities show, a sentence for each that fails."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from highground.engine import powers
from highground.engine.ability import Ability, Effect
from highground.engine.scene import Scene
from highground.engine.state import Deploying, Melee, Resolving, Window
from highground.engine.steps import offers

_AWAITED = {
    "targeted": "enemies to shoot at it",
    "fight targeted": "enemies to strike at it",
    "enemy moved": "an enemy unit to move",
    "charge declared": "an enemy unit to declare a charge",
    "enemy charged": "an enemy unit to end its charge",
    "enemy arrived": "an enemy unit to arrive",
    "rolled": "one of its rolls",
    "before pick": "the enemy's next pick in combat",
    "before shock": "a battle-shock test",
    "destroyed": "one of its army's units to be destroyed",
    "enemy destroyed": "its unit to destroy another",
}


class Triggers(msgspec.Struct, frozen=True):
    """Whether an ability is at work or may be used, check by check; `sentence` says what fails, '' if nothing does.

    `time_check`: phase and turn are its own. `action_check`: what it waits for has happened, and somebody can use it
    or meets its conditions. `expiration_check`: its bearer lives, and its effects, once begun, are still in force.
    `casts_check`: it may still be used as often as it says.
    """

    time_check: bool
    action_check: bool
    expiration_check: bool
    casts_check: bool
    sentence: str = ""


def why(scene: Scene, side: int, ability: Ability, unit: int | None = None) -> Triggers:
    """The checks of a side's ability, that of a unit if one is named. Only reads, in any state of a battle."""
    late = offers.time_refusal(scene, side, ability)
    spent = offers.casts_refusal(scene, side, ability, unit)
    idle = _idle(scene, side, ability, unit)
    over = _over(scene, side, ability, unit)
    sentences = [late.sentence if late else "", idle, over, spent.sentence if spent else ""]
    return Triggers(late is None, not idle, not over, spent is None, " ".join(filter(None, sentences)))


def _idle(scene: Scene, side: int, ability: Ability, unit: int | None) -> str:
    """What has to happen before it does anything, as a sentence."""
    if ability.by_hand:
        return "" if _in_force(scene, side, ability) else f"{ability.name} is switched on by hand."
    if ability.use is None:
        return _unmet(scene, ability, unit)
    window = _window(scene, side)
    kind = window.kind if window is not None else ""
    if ability.use.window != kind or not (kind or _free(scene, side)):
        awaited = _AWAITED.get(ability.use.window, "its army to be asked")
        return f"{ability.name} waits for {awaited}."
    if window is not None and ability.use.rolls and window.roll not in ability.use.rolls:
        return f"{ability.name} is not for {window.roll} rolls."
    poor = offers.price_refusal(scene, side, ability)
    if poor is not None:
        return poor.sentence
    return _nobody(scene, side, ability, unit, window)


def _nobody(scene: Scene, side: int, ability: Ability, unit: int | None, window: Window | None) -> str:
    """Why nobody can use it now, if nobody can."""
    if offers.offered(scene, side, ability, unit, window):
        return ""
    user = None if unit is None else offers.bearer(scene, unit)
    own = None if user is None else offers.user_refusal(scene, side, ability, user)
    return own.sentence if own is not None else f"{ability.name} has nobody now who could use it, or nothing to aim at."


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
    return top.picker == side if isinstance(top, Melee) else top is None and state.active == side


def _unmet(scene: Scene, ability: Ability, unit: int | None) -> str:
    """Which condition of an ability that works by itself does not hold, unless one of its effects does."""
    if not ability.effects or any(_at_work(scene, effect, unit) for effect in ability.effects):
        return ""
    condition = next(
        (
            each
            for effect in ability.effects
            for each in effect.conditions
            if unit is None or not any(powers.check(scene, each, unit, aim) for aim in _aims(scene, unit))
        ),
        None,
    )
    if condition is None:
        return f"{ability.name} waits for its unit to meet all of its conditions on the board."
    return f"{ability.name} asks for: {condition}."


def _at_work(scene: Scene, effect: Effect, unit: int | None) -> bool:
    """Whether an effect's conditions hold, for the attacks under way if they ask for a target."""
    if unit is None or not effect.conditions:
        return not effect.conditions
    if not scene.on_table(unit):
        return False
    return any(powers.holds(scene, unit, effect, aim) for aim in _aims(scene, unit))


def _aims(scene: Scene, unit: int) -> Iterator[int | None]:
    """Nobody, and whom the unit attacks or who attacks it just now."""
    yield None
    for frame in scene.state.stack:
        if isinstance(frame, Resolving):
            hit = [each.target for each in frame.volleys]
            yield from hit if frame.unit == unit else [frame.unit] if unit in hit else []


def _over(scene: Scene, side: int, ability: Ability, unit: int | None) -> str:
    """Why nothing more comes of it: its bearer has fallen, or what it began has ended."""
    if unit is not None:
        bearer = offers.bearer(scene, unit)
        if bearer is None or not scene.state.units[bearer].alive:
            return f"{scene.sheets[unit].name} has fallen, and {ability.name} with it."
    begun = any(effect.duration != "always" for each in (ability, *ability.choices) for effect in each.effects)
    if begun and offers.casts_of(scene, side, ability, unit) and not _in_force(scene, side, ability):
        return f"What {ability.name} began has ended."
    return ""


def _in_force(scene: Scene, side: int, ability: Ability) -> bool:
    names = {ability.name, *(each.name for each in ability.choices)}
    return any(active.side == side and active.name in names for active in scene.state.active_effects)


__all__ = ["Triggers", "why"]
