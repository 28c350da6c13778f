"""What using an ability brings about, in a timing window or outside of one."""

from __future__ import annotations

from msgspec.structs import replace

from highground.engine import events as ev
from highground.engine.ability import Ability, Effect
from highground.engine.choices import Choice, Pass, Use
from highground.engine.scene import Scene
from highground.engine.state import Active, Window
from highground.engine.steps import acts, declared, offers
from highground.engine.steps.casualties import heal, mortal_wounds, regrow, return_miniatures
from highground.engine.steps.checks import expect


def carry_out(scene: Scene, side: int, offer: offers.Offer, choice: Use, window: Window | None = None) -> None:
    """Pay for a checked use and bring its effects about."""
    ability = offer.ability
    picked = offers.picked(ability, choice)
    made = choice if offer.targets else replace(choice, targets=())
    cost = offers.cost(ability)
    scene.emit(ev.AbilityUsed(ability.uid or ability.name, ability.name, side, offer.unit, made.targets, cost))
    for effect in (*ability.effects, *(picked.effects if picked else ())):
        _bring_about(scene, side, picked or ability, effect, offer.unit, made, window)


def _bring_about(
    scene: Scene,
    side: int,
    ability: Ability,
    effect: Effect,
    unit: int | None,
    choice: Use,
    window: Window | None,
) -> None:
    """What one effect of a used ability does: at once, or for as long as it lasts."""
    targets = choice.targets
    holder = targets[0] if effect.who == "target" and targets else unit
    if effect.kind == "command_points":
        scene.emit(ev.CommandPointsGained(side, effect.value, ability.name))
    elif effect.kind == "act" and unit is not None:
        acts.act(scene, effect, unit, choice, window)
    elif effect.kind == "join_unit" and unit is not None and targets:
        scene.emit(ev.LeaderJoined(unit, targets[0]))
    elif effect.kind in _AT_ONCE and holder is not None:
        _at_once(scene, ability, effect, holder, unit)
    else:
        on = None if effect.who == "army" else holder
        state = scene.state
        scene.emit(ev.EffectBegan(Active(ability.name, effect, side, on, state.round, state.turn)))


_AT_ONCE = frozenset({"mortal_wounds", "heal", "heal_one", "return", "regrow"})


def _at_once(scene: Scene, ability: Ability, effect: Effect, unit: int, by: int | None) -> None:
    amount = effect.value
    if effect.amount is not None:
        rolled = scene.dice.roll(effect.amount.count, ability.name, effect.amount.sides or 6)
        if effect.text:  # so many of the dice as show the number or more
            amount = sum(face >= int(effect.text) for face in rolled)
        else:
            amount = sum(rolled) + effect.amount.plus
    if effect.kind == "mortal_wounds":
        mortal_wounds(scene, unit, amount, ability.name, by)
    elif effect.kind in {"heal", "heal_one"}:
        heal(scene, unit, amount, ability.name, 1 if effect.kind == "heal_one" else None)
    elif effect.kind == "regrow":
        regrow(scene, unit, amount, ability.name)
    else:
        return_miniatures(scene, unit, amount, ability.name)


def answer(scene: Scene, frame: Window, choice: Choice) -> None:
    """Use something, or pass; either closes the window."""
    made = expect(choice, Pass, Use)
    offer = offers.check(scene, frame.side, made, frame) if isinstance(made, Use) else None
    scene.emit(ev.WindowClosed(frame.kind, frame.side))
    if offer is not None and isinstance(made, Use):
        carry_out(scene, frame.side, offer, made, frame)
        declared.revise(scene)
