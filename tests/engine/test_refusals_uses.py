"""Refusals of abilities, transports and what is switched by hand: each provoked once, the battle as it was."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from highground.engine.abilities.acts import RollAgain, SnapShots
from highground.engine.abilities.afflictions import Forbid
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToMove, Hide
from highground.engine.abilities.grants import TakePlaces
from highground.engine.abilities.model import Ability
from highground.engine.abilities.model import Use as AbilityUse
from highground.engine.abilities.profiles import ChangeProfile
from highground.engine.abilities.wounds import Heal
from highground.engine.amendments import AmendDamage, AmendRoll, AmendScore, AmendWounds
from highground.engine.battle import Battle
from highground.engine.choices import Arrive, ByHand, Charge, Choice, Disembark, Embark, Move, RollDice, Shoot, Use
from highground.engine.errors import Refusal
from highground.engine.model import Amount
from highground.engine.state import Shot
from tests.engine.field import RED, beside, blade, position, refusal, row, setup, take, unit, weapon
from tests.engine.test_again import again
from tests.engine.test_again import declared as with_again
from tests.engine.test_by_hand import BETTER, MEANINGLESS, field
from tests.engine.test_resources import arriving_by_a_beacon
from tests.engine.test_stages import TOUGH, declared
from tests.engine.test_transports import convoy, cornered, ferry, landed
from tests.engine.test_why import battle_with, ploy
from tests.values import replace

USE = Use("ploy", 0)
ORDER = Ability(
    "Order",
    uid="order",
    effects=(AddToMove(1, duration="turn"),),
    use=AbilityUse("stratagem", 1, phases=("shooting",), target="friend"),
)
PICK = Ability(
    "Pick", uid="pick", use=AbilityUse("selectable", phases=("shooting",)), choices=(Ability("One"), Ability("Two"))
)


def rethrow(uid: str, roll: str) -> Ability:
    use = AbilityUse("activated", phases=("charge",), window="rolled", rolls=(roll,))
    return Ability(uid.capitalize(), uid=uid, effects=(RollAgain(),), use=use)


def after_a_charge_roll() -> Battle:
    """A charge that failed, and abilities that throw charges and advances again."""
    bearer = replace(unit("Bearer", blade()), abilities=(rethrow("dash", "advance"), rethrow("ram", "charge")))
    battle = position(setup([bearer], [unit("Foe", blade())]), {0: row(20, 22), 1: row(31, 22)}, "charge")
    take(battle, Charge(0, (1,)), 1, 2)
    return battle


def after_hits() -> Battle:
    """One of three hits has failed, and may be rolled again."""
    battle = with_again(weapon("gun", "3"), cp=(3, 0))
    take(battle, RollDice("hit"), 3, 3, 1)
    return battle


def watched() -> Battle:
    """A foe has moved; one watcher is free to shoot at it, the other is in a fight."""
    watch = ploy(
        SnapShots(),
        window="enemy moved",
        phases=("movement",),
        turn="enemy",
        target="enemy",
        reach=24.0,
    )
    blue = [replace(unit(name, weapon("gun"), blade()), abilities=(watch,)) for name in ("Free", "Bound")]
    what = setup(blue, [unit("Mover", blade()), unit("Holder", blade())])
    places = {0: row(20, 10), 1: row(20, 30), 2: row(30, 10), 3: row(beside(20, 0.5), 30)}
    battle = position(what, places, "movement", active=RED)
    take(battle, Move(2, "move", row(30, 12)))
    return battle


def used_up() -> Battle:
    battle = battle_with(ploy(count=1))
    take(battle, USE)
    return battle


def hiding() -> Battle:
    ghost = replace(unit("Ghost", blade()), abilities=(Ability("Veil", effects=(Hide(6),)),))
    what = setup([unit("Shooters", weapon("gun"))], [ghost])
    return position(what, {0: row(20, 22), 1: row(beside(20, 10), 22)}, "shooting")


def switched() -> Battle:
    battle = field()
    take(battle, ByHand("song", 0, (BETTER,)))
    return battle


def forbidden() -> Battle:
    battle = field()
    take(battle, ByHand("song", 0, (Forbid("shoot"),)))
    return battle


MOVED = {1: {"moved": "moved"}, 2: {"moved": "moved"}}
Case = tuple[Callable[[], Battle], Choice, str]
CASES: dict[str, Case] = {
    "already-on": (switched, ByHand("song", 0, (BETTER,)), ""),
    "battle-shocked": (lambda: battle_with(ORDER, units={0: {"shocked": True}}), Use("order", 0), ""),
    "command-points": (lambda: battle_with(ploy(cost=2), cp=1), USE, "1 of 2 command points"),
    "boards-engaged": (lambda: cornered("stationary"), Embark(1, 0), ""),
    "condition": (lambda: battle_with(ploy(conditions=(Condition("charged"),))), USE, ""),
    "far-from-transport": (convoy, Disembark(1, row(30, 25, 3)), ""),
    "hidden": (hiding, Shoot(0, (Shot("gun", 1),)), "10.0 of 6 inches"),
    "impossible": (watched, Use("ploy", 1, (2,)), ""),
    "keyword": (lambda: battle_with(ploy(keywords=("vehicle",))), USE, ""),
    "effect-needs-unit": (field, ByHand("by-hand", None, (Heal(1),)), ""),
    "effect-not-now": (lambda: declared(TOUGH, weapon("gun")), ByHand("by-hand", None, (Heal(1),), target=0), ""),
    "just-arrived": (landed, Embark(1, 0), ""),
    "no-living-unit": (field, ByHand("Old Law", None, (BETTER,), target=9), ""),
    "no-single-die": (lambda: battle_with(ploy()), Use("ploy", 0, die=(0, 0)), ""),
    "no-die": (after_hits, again(0, 7), ""),
    "no-effects": (field, ByHand("song", 0), "0 effects"),
    "no-roll": (field, ByHand("by-hand", target=0, amend=(AmendRoll("charge", targets=(2,)),)), ""),
    "wrong-faces": (field, ByHand("by-hand", target=0, amend=(AmendRoll("battle-shock", (7, 1)),)), ""),
    "points-amended": (field, ByHand("by-hand", amend=(AmendScore(0),)), "0 and 0 points"),
    "profile-as-it-is": (field, ByHand("song", 0, (ChangeProfile("damage", Amount(plus=2), weapon="oar"),)), ""),
    "no-damage-due": (field, ByHand("by-hand", amend=(AmendDamage(0, 0),)), ""),
    "wounds-amended": (field, ByHand("by-hand", target=0, amend=(AmendWounds(1),)), "1 wound"),
    "forbidden": (forbidden, Shoot(0, (Shot("rifle", 2),)), ""),
    "far-from-unit": (arriving_by_a_beacon, Arrive(1, row(30, 30)), ""),
    "no-pick": (lambda: battle_with(PICK), Use("pick", 0, pick="Three"), ""),
    "no-room": (lambda: convoy(inside=False, units=MOVED), Embark(2, 0), "5 places needed, room for 4"),
    "no-passenger": (lambda: ferry(TakePlaces("infantry")), Embark(1, 0), ""),
    "no-such-ability": (lambda: battle_with(ploy()), Use("song", 0), ""),
    "no-transport": (lambda: convoy(inside=False, units=MOVED), Embark(1, 2), ""),
    "not-by-hand": (field, ByHand("Sturdy", 0, (BETTER,)), ""),
    "not-inside": (lambda: convoy(inside=False), Disembark(1, row(20, 26, 3)), ""),
    "not-moved": (lambda: convoy(inside=False), Embark(1, 0), ""),
    "not-on": (field, ByHand("song", 0, on=False), ""),
    "too-few": (lambda: battle_with(ploy(spend=(("grain", 2),))), USE, "0 of 2"),
    "transport-moved": (
        lambda: convoy(units={1: {"inside": 0}, 0: {"moved": "advanced"}}), Disembark(1, row(20, 25, 3)), ""
    ),
    **{code: (field, ByHand("song", 0, (effect,)), "") for effect, code in MEANINGLESS},
    "used-up": (used_up, USE, ""),
    "wrong-phase": (lambda: battle_with(ploy(), "movement"), USE, "movement"),
    "wrong-roll": (after_a_charge_roll, Use("dash", 0), ""),
    "wrong-time": (lambda: battle_with(ploy(window="targeted")), USE, ""),
    "wrong-use": (lambda: battle_with(ploy()), Use("ploy", 0, (1,)), ""),
    "wrong-turn": (lambda: battle_with(ploy(turn="enemy")), USE, ""),
}  # fmt: skip


@pytest.mark.parametrize("code", CASES)
def test_every_refusal_has_code_sentence_and_measure(code: str) -> None:
    make, choice, measure = CASES[code]
    found = refusal(make(), choice)
    assert (found.code, found.measure) == (code, measure)


def test_undo_is_refused_without_anything_to_take_back_and_without_consent() -> None:
    fresh = field()
    with pytest.raises(Refusal) as nothing:
        fresh.undo()
    assert nothing.value.code == "nothing-to-undo"
    battle = declared(TOUGH, weapon("gun"))
    take(battle, RollDice("hit"), 3)
    state, digest = battle.state, battle.digest()
    with pytest.raises(Refusal) as consent:
        battle.undo()
    assert consent.value.code == "needs-consent"
    assert (battle.state, battle.digest()) == (state, digest)
