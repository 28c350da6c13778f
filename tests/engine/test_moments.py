"""What begins at a moment, for a while; what needs a die; circles that go with a unit; what is chosen for a round."""

from __future__ import annotations

import pytest

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.abilities import AnyEffect, on_attacks, powers
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToMove, Permit
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.wounds import DealMortalWounds
from highground.engine.battle import Battle
from highground.engine.choices import End, Move, Pass
from highground.engine.state import Army
from highground.engine.steps import charge, targeting
from tests.engine.field import beside, blade, one, only, position, row, setup, take, unit, weapon
from tests.values import replace

GUN = weapon("gun")
STRONGER = ModifyAttack("strength", 1)


def runner(*effects: AnyEffect, use: Use | None = None, gap: float = 0.5, phase: str = "movement") -> Battle:
    """A runner with the ability, engaged with a foe; a friend and another foe far away."""
    sheet = replace(
        unit("Runner", GUN, blade()), abilities=(Ability("Nimble", uid="nimble", effects=effects, use=use),)
    )
    what = setup([sheet, unit("Friend", GUN)], [unit("Foe", blade()), unit("Far", GUN)])
    places = {0: row(20, 22), 1: row(10, 40), 2: row(beside(20, gap), 22), 3: row(22, 40)}
    return position(what, places, phase)  # type: ignore[arg-type]


BACK = Move(0, "fall_back", row(14.5, 22))
BOLD = Permit("fall back and charge", when="fell back", duration="turn", face_from=2)
GUNS = Permit("fall back and shoot", when="fell back", duration="turn", face_from=2)
SLIP = DealMortalWounds(1, when="fell back", face_to=1)


def test_on_a_die_a_unit_that_fell_back_may_shoot_and_charge() -> None:
    battle = runner(BOLD, GUNS, SLIP)
    events = take(battle, BACK, 2)
    assert one(ev.CauseRolled, events).happened
    assert len(only(ev.EffectBegan, events)) == 2
    assert battle.state.units[0].alive
    assert charge.why_not(battle.scene, battle.state.units[0]) is None
    assert targeting.usable(battle.scene, battle.state.units[0])


def test_on_a_one_it_takes_a_mortal_wound_instead() -> None:
    sturdy = runner(BOLD, GUNS, SLIP)
    wounded = replace(sturdy.state.units[0], wounds=(2,))
    sturdy.scene.rewind(replace(sturdy.state, units=(wounded, *sturdy.state.units[1:])))
    events = take(sturdy, BACK, 1)
    assert one(ev.WoundsLost, events).lost == ((0, 1),)
    assert not only(ev.EffectBegan, events)
    assert not targeting.usable(sturdy.scene, sturdy.state.units[0])


def test_what_began_at_a_moment_ends_with_its_duration() -> None:
    battle = runner(BOLD)
    take(battle, BACK, 6)
    (active,) = battle.state.active_effects
    assert (active.effect.when, active.effect.duration, active.unit) == ("", "turn", 0)
    battle.answer(Move(1, "stationary"))
    while battle.state.active == 0:
        prompt = battle.ask()
        assert prompt is not None
        battle.answer(End() if "end" in prompt.kinds else ch.Advance())
    assert battle.state.active_effects == ()


def test_a_player_may_choose_to_roll_after_his_own_move() -> None:
    use = Use("activated", phases=("movement",), window="moved", per="turn", conditions=(Condition("fell back"),))
    effects = (Permit("fall back and charge", duration="turn", face_from=4), DealMortalWounds(1, face_to=3))
    battle = runner(*effects, use=use)
    take(battle, BACK)
    take(battle, ch.Use("nimble", 0), 4)
    assert powers.permits(battle.scene, 0, "fall back and charge")
    passed = runner(*effects, use=use)
    take(passed, BACK)
    take(passed, Pass())
    assert not powers.permits(passed.scene, 0, "fall back and charge")
    plain = runner(*effects, use=use, gap=6.0)
    take(plain, Move(0, "move", row(20, 24)))
    assert plain.scene.top is None


def test_who_stands_still_has_it_until_the_turn_ends_wherever_it_is_then() -> None:
    still = ModifyAttack("hit", 1, when="stood still", duration="turn", conditions=(Condition("target shocked"),))
    battle = runner(still, gap=9.0)
    take(battle, Move(0, "stationary"))
    (active,) = battle.state.active_effects
    assert [each.kind for each in active.effect.conditions] == ["target shocked"]
    moved = runner(still, gap=9.0)
    take(moved, Move(0, "move", row(20, 24)))
    assert moved.state.active_effects == ()


def test_conditions_at_the_moment_are_asked_once() -> None:
    hurt = ModifyAttack("fnp", 4, "set", role="defending", when="each command start", duration="battle",
                        conditions=(Condition("wounds left", 1),))  # fmt: skip
    battle = runner(hurt, phase="command", gap=9.0)
    fresh = replace(battle.state, phase_time="beginning")
    battle.scene.rewind(fresh)
    battle.answer(ch.Advance())
    (active,) = battle.state.active_effects
    assert active.effect.conditions == ()
    assert powers.shrug(battle.scene, 0) == 4


def chosen(*effects: AnyEffect, phase: str = "command") -> Battle:
    """A lord who picks one of two abilities as the round begins, a friend near, a foe farther."""
    options = (
        Ability("First", uid="first", effects=effects),
        Ability("Other", uid="other", effects=(AddToMove(1, duration="round"),)),
    )
    use = Use("selectable", window="round start", turn="any", per="round")
    lord = replace(unit("Lord", GUN, blade()), abilities=(Ability("Forms", uid="forms", use=use, choices=options),))
    what = setup([lord, unit("Friend", GUN)], [unit("Foe", blade(), wounds=3)])
    places = {0: row(20, 22), 1: row(beside(20, 3), 22), 2: row(beside(20, 8), 22)}
    battle = position(what, places, "command", time="end", armies=(Army(zone=0), Army(zone=1)))
    battle.scene.rewind(replace(battle.state, phase="combat", phase_time="end", turn=2, active=1))
    battle.answer(ch.Advance())
    return battle


def test_a_chosen_circle_goes_with_its_unit_and_ends_with_the_round() -> None:
    battle = chosen(ModifyAttack("hit", 1, who="friends within", reach=6, follows=True, duration="round"))
    assert battle.state.round == 2
    take(battle, ch.Use("forms", 0, pick="first"))
    assert [len(on_attacks.modifiers(battle.scene, each, 2, GUN)) for each in (0, 1, 2)] == [1, 1, 0]
    far = replace(battle.state.units[0], places=row(20, 40))
    battle.scene.rewind(replace(battle.state, units=(far, *battle.state.units[1:])))
    assert [len(on_attacks.modifiers(battle.scene, each, 2, GUN)) for each in (0, 1, 2)] == [1, 0, 0]


def test_a_chosen_circle_may_be_about_enemies() -> None:
    battle = chosen(ModifyAttack("hit", -1, who="enemies within", reach=9, follows=True, duration="round"))
    take(battle, ch.Use("forms", 0, pick="first"))
    assert [len(on_attacks.modifiers(battle.scene, each, 1, GUN)) for each in (0, 1, 2)] == [0, 0, 1]


def test_what_is_chosen_may_happen_at_later_moments() -> None:
    battle = chosen(DealMortalWounds(1, who="enemies within", reach=9, when="movement end", duration="round"))
    take(battle, ch.Use("forms", 0, pick="first"))
    assert battle.state.units[2].wounds == (3,)
    while battle.state.phase != "shooting":
        prompt = battle.ask()
        assert prompt is not None
        stands = [Move(each, "stationary") for each in prompt.units] if "move" in prompt.kinds else []
        battle.answer(stands[0] if stands else End() if "end" in prompt.kinds else ch.Advance())
    assert battle.state.units[2].wounds == (2,)


def test_the_other_choice_is_not_had() -> None:
    battle = chosen(ModifyAttack("hit", 1, duration="round"))
    take(battle, ch.Use("forms", 0, pick="other"))
    assert on_attacks.modifiers(battle.scene, 0, 2, GUN) == ()
    assert powers.added(battle.scene, 0, "move") == 1


@pytest.mark.parametrize("face", [3, 4])
def test_of_one_die_each_effect_has_its_faces(face: int) -> None:
    low, high = AddToMove(1, duration="turn", face_to=3), AddToMove(2, duration="turn", face_from=4)
    use = Use("activated", phases=("movement",), per="turn")
    battle = runner(low, high, use=use, gap=9.0)
    take(battle, ch.Use("nimble", 0), face)
    assert powers.added(battle.scene, 0, "move") == (1 if face < 4 else 2)
