"""Why an ability is not at work: each of the four checks fails alone, and says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from highground.engine import choices as ch
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToMove
from highground.engine.abilities.model import Ability, Use, Window
from highground.engine.abilities.wounds import DealMortalWounds, Heal
from highground.engine.battle import Battle
from highground.engine.state import Army, Phase, Shot
from highground.engine.why import Triggers, why
from highground.words import sentences
from tests.engine.field import BLUE, RED, blade, position, row, setup, state_of, take, unit, weapon
from tests.values import replace

STEADY = ModifyAttack("hit", 1, duration="phase")


def ploy(*effects: AnyEffect, window: Window = "", phases: Sequence[str] = ("shooting",), **use: Any) -> Ability:
    made = Use("activated", phases=tuple(phases), window=window, **{"count": 2, **use})
    return Ability("Ploy", uid="ploy", effects=effects or (STEADY,), use=made)


def battle_with(ability: Ability, phase: Phase = "shooting", cp: int = 3, **more: Any) -> Battle:
    """A blue unit has the ability; a red unit stands ten inches away."""
    bearer = replace(unit("Bearer", weapon("gun"), blade(), count=2), abilities=(ability,))
    what = setup([bearer], [unit("Foe", weapon("gun"), blade(), wounds=3)])
    armies = (Army(cp, zone=0), Army(cp, zone=1))
    return position(what, {0: row(20, 22, 2), 1: row(31, 22)}, phase, armies=armies, **more)


def checks(found: Triggers) -> tuple[bool, bool, bool, bool]:
    return found.time_check, found.action_check, found.expiration_check, found.casts_check


# ENT-36
def test_nothing_fails_of_what_may_be_used_now() -> None:
    ability = ploy()
    found = why(battle_with(ability).scene, BLUE, ability, 0)
    assert (checks(found), sentences(found.reasons)) == ((True, True, True, True), "")


# ENT-36, ABIL-65
def test_only_the_time_fails_in_another_phase_or_turn() -> None:
    ability = ploy()
    found = why(battle_with(ability, "movement").scene, BLUE, ability, 0)
    assert (checks(found), sentences(found.reasons)) == ((False, True, True, True), "Ploy is for the shooting phase.")
    theirs = ploy(turn="enemy")
    found = why(battle_with(theirs).scene, BLUE, theirs, 0)
    assert (checks(found), sentences(found.reasons)) == ((False, True, True, True), "Ploy is for the enemy's turn.")


# ENT-36, ABIL-66
def test_only_the_action_fails_before_what_it_waits_for() -> None:
    ability = ploy(window="targeted", turn="enemy")
    battle = battle_with(ability, active=RED)
    found = why(battle.scene, BLUE, ability, 0)
    assert (checks(found), sentences(found.reasons)) == (
        (True, False, True, True),
        "Ploy waits for enemies to shoot at it.",
    )
    take(battle, ch.Shoot(1, (Shot("gun", 0),)))
    assert checks(why(battle.scene, BLUE, ability, 0)) == (True, True, True, True)


def test_the_action_fails_without_the_price_a_condition_or_a_target() -> None:
    expensive = ploy(cost=2)
    found = why(battle_with(expensive, cp=1).scene, BLUE, expensive, 0)
    assert (found.action_check, sentences(found.reasons)) == (False, "Ploy costs 2 command points.")
    spent = ploy(spend=(("omens", 2),))
    found = why(battle_with(spent).scene, BLUE, spent, 0)
    assert (found.action_check, [each.code for each in found.reasons]) == (False, ["too-few"])
    choosy = ploy(conditions=(Condition("charged"),))
    found = why(battle_with(choosy).scene, BLUE, choosy, 0)
    assert (found.action_check, sentences(found.reasons)) == (
        False,
        "Ploy can be used on Bearer only if it has charged.",
    )
    aimed = ploy(DealMortalWounds(1, who="target"), target="enemy", reach=6.0)
    found = why(battle_with(aimed).scene, BLUE, aimed, 0)
    assert (found.action_check, sentences(found.reasons).split(" ")[:3]) == (False, ["Ploy", "has", "nobody"])


# ENT-36, ABIL-67
def test_only_the_expiry_fails_once_what_it_began_has_ended() -> None:
    """It may be used once more in the battle, so casts are left."""
    ability = ploy(phases=("shooting", "charge"))
    battle = battle_with(ability)
    take(battle, ch.Use("ploy", 0))
    assert checks(why(battle.scene, BLUE, ability, 0)) == (True, True, True, True)
    take(battle, ch.End())
    take(battle, ch.Advance())
    found = why(battle.scene, BLUE, ability, 0)
    assert (checks(found), sentences(found.reasons)) == ((True, True, False, True), "What Ploy began has ended.")


def test_what_has_fallen_takes_its_ability_with_it() -> None:
    ability = Ability("Aura", effects=(AddToMove(1),))
    battle = battle_with(ability, units={0: {"wounds": (0, 0)}})
    found = why(battle.scene, BLUE, ability, 0)
    assert (found.expiration_check, sentences(found.reasons)) == (False, "Bearer has fallen, and Aura with it.")


# ENT-36, ABIL-68
def test_only_the_casts_fail_once_it_is_used_up() -> None:
    ability = ploy(Heal(1), count=1)
    battle = battle_with(ability)
    take(battle, ch.Use("ploy", 0))
    found = why(battle.scene, BLUE, ability, 0)
    assert checks(found) == (True, True, True, False)
    assert sentences(found.reasons) == "Ploy has been used as often as it may be in this battle."


# ABIL-69
def test_what_works_by_itself_says_which_condition_fails() -> None:
    ability = Ability("Stance", effects=(ModifyAttack("hit", 1, conditions=(Condition("charged"),)),))
    found = why(battle_with(ability).scene, BLUE, ability, 0)
    assert checks(found) == (True, False, True, True)
    assert sentences(found.reasons) == "Stance only works if it has charged."
    charged = battle_with(ability, units={0: {"charged": True}})
    assert checks(why(charged.scene, BLUE, ability, 0)) == (True, True, True, True)


def test_what_depends_on_the_target_is_at_work_while_it_is_attacked() -> None:
    hunts = Condition("target keyword", name="infantry")
    ability = Ability("Hunt", effects=(ModifyAttack("hit", 1, conditions=(hunts,)),))
    battle = battle_with(ability)
    assert sentences(why(battle.scene, BLUE, ability, 0).reasons) == "Hunt only works if the other unit is INFANTRY."
    take(battle, ch.Shoot(0, (Shot("gun", 1),)))
    assert checks(why(battle.scene, BLUE, ability, 0)) == (True, True, True, True)


def test_asking_changes_nothing() -> None:
    ability = ploy()
    battle = battle_with(ability)
    state, digest = battle.state, battle.digest()
    why(battle.scene, BLUE, ability, 0)
    why(battle.scene, RED, ability)
    assert (battle.state, battle.digest()) == (state, digest)


def test_a_unit_that_is_not_on_the_table_meets_no_conditions_together() -> None:
    """Each condition holds for some target, yet nothing is at work: this is reported, not failed over."""
    ability = Ability("Duty", uid="duty", effects=(AddToMove(1, conditions=(Condition("below half", negate=True),)),))
    battle = battle_with(ability)
    unit_away = replace(battle.state.units[0], deployed=False)
    state_of(battle, units=(unit_away, *battle.state.units[1:]))
    found = why(battle.scene, BLUE, ability, 0)
    assert not found.action_check
    assert sentences(found.reasons).startswith("Duty ")
