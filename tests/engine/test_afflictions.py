"""Effects on units that an ability singles out: forced tests, marks, tables of wounds, values, and the reserves."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine import finding
from highground.engine.abilities import AnyEffect, conditions, ground
from highground.engine.abilities.acts import SnapShots
from highground.engine.abilities.afflictions import (
    AddToNerve,
    AddToToughness,
    ArriveNear,
    MarkUnit,
    Rally,
    RolledWounds,
    SetControl,
    SetLeadership,
    TableStep,
    TakeShockTest,
    Withdraw,
)
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import Permit
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.wounds import DealMortalWounds, GainPoints, HealOne, ReturnMiniatures
from highground.engine.amount import Amount
from highground.engine.attack.terms import Attack
from highground.engine.battle import Battle
from highground.engine.effects import Circumstances
from highground.engine.model import UnitSheet
from highground.engine.state import Army, Phase, Shot
from highground.engine.steps import objectives
from highground.engine.steps.armament import arms_of
from highground.engine.steps.declared import attack_of
from highground.engine.steps.nerve import leadership_of
from tests.engine.field import blade, one, position, refusal, row, setup, take, unit, weapon
from tests.values import replace

D3 = Amount(1, 3)
FOE = unit("Foe", blade(), count=2, wounds=3)


def having(sheet: UnitSheet, *effects: AnyEffect, use: Use | None = None) -> UnitSheet:
    return replace(sheet, abilities=(Ability("Hex", uid="hex", effects=effects, use=use),))


def table(*effects: AnyEffect, use: Use | None = None, gap: float = 4.0, phase: Phase = "shooting") -> Battle:
    """A caster with a gun and the ability at (20, 22), and two foes so far from it."""
    caster = having(unit("Caster", weapon("gun"), blade(), count=2), *effects, use=use)
    places = {0: row(20, 22, 2), 1: row(24 + gap, 22, 2)}
    return position(setup([caster], [FOE]), places, phase)


def aimed(**values: object) -> Use:
    return replace(Use("activated", phases=("shooting",), target="enemy", reach=12.0, per="phase"), **values)


def test_a_forced_test_is_rolled_at_once_and_made_harder() -> None:
    battle = table(TakeShockTest(-1, who="target"), use=aimed())
    take(battle, ch.Use("hex", 0, (1,)), 4, 3)
    assert battle.state.units[1].shocked
    again = table(TakeShockTest(-1, who="target"), use=aimed())
    take(again, ch.Use("hex", 0, (1,)), 4, 4)
    assert not again.state.units[1].shocked


def test_what_is_out_of_reach_or_not_of_the_kind_is_no_target() -> None:
    use = aimed(aimed=((Condition("keyword", name="vehicle"),),))
    assert "use" not in kinds(table(TakeShockTest(who="target"), use=use))
    assert "use" in kinds(table(TakeShockTest(who="target"), use=aimed()))
    assert "use" not in kinds(table(TakeShockTest(who="target"), use=aimed(), gap=14.0))


def attack(battle: Battle, by: int, target: int) -> Attack:
    """The attack of the unit's first weapon."""
    arm = next(iter(arms_of(battle.scene, by).values()))
    return attack_of(battle.scene, by, arm, 1, target, Circumstances())


def kinds(battle: Battle) -> tuple[str, ...]:
    prompt = battle.ask()
    assert prompt is not None
    return prompt.kinds


def test_nerve_is_added_to_tests_and_a_set_leadership_counts_where_it_is_better() -> None:
    battle = table(AddToNerve(-1), SetLeadership(5), phase="command")
    assert leadership_of(battle.scene, 0) == 5
    hurt = {0: {"wounds": (1, 0, 0, 0, 0)}}
    weak = having(unit("Weak", blade(), count=5), AddToNerve(-1))
    battle = position(
        setup([weak], [FOE]), {0: row(20, 22, 5), 1: row(50, 22, 2)}, "command", time="beginning", units=hurt
    )
    take(battle, ch.Advance())
    take(battle, ch.RollDice(), 4, 3)
    assert battle.state.units[0].shocked


@pytest.mark.parametrize(("leadership", "passed"), [(False, True), (True, False)])
def test_nerve_is_added_to_other_tests_of_leadership_if_it_says_so(leadership: bool, passed: bool) -> None:
    use = Use("activated", phases=("shooting",), target="none", per="phase")
    caster = having(unit("Caster", weapon("gun")), GainPoints(1, tested="passed"), use=use)
    gloom = Ability("Gloom", effects=(AddToNerve(-1, leadership=leadership),))
    what = setup([replace(caster, abilities=(*caster.abilities, gloom))], [FOE])
    battle = position(what, {0: row(20, 22), 1: row(28, 22, 2)}, "shooting")
    (ability,) = [each for each in caster.abilities if each.use is not None]
    event = one(ev.LeadershipTested, take(battle, ch.Use(ability.uid or ability.name, 0), 4, 3))
    assert (event.needed, event.passed) == (7 if passed else 8, passed)


def test_control_and_toughness_are_what_abilities_make_of_them() -> None:
    battle = table(SetControl(3), AddToToughness(1))
    assert objectives.levels(position(battle.setup, {0: row(30, 22, 2), 1: row(50, 22, 2)}, "shooting").scene, 0) == (
        6,
        0,
    )
    assert attack(battle, 1, 0).toughness == 5


def test_a_table_gives_the_wounds_of_the_highest_step() -> None:
    steps = (TableStep(2, D3), TableStep(6, Amount(1, 3, 3)))
    battle = table(RolledWounds(steps, who="target"), use=aimed())
    take(battle, ch.Use("hex", 0, (1,)), 6, 1)
    assert sum(battle.state.units[1].wounds) == 2
    other = table(RolledWounds(steps, who="target"), use=aimed())
    take(other, ch.Use("hex", 0, (1,)), 1)
    assert sum(other.state.units[1].wounds) == 6


def test_a_die_for_each_miniature_counts_those_that_live() -> None:
    each = RolledWounds((TableStep(4, Amount(plus=1)),), "each miniature", most=1, who="target")
    battle = table(each, use=aimed())
    take(battle, ch.Use("hex", 0, (1,)), 4, 5)
    assert sum(battle.state.units[1].wounds) == 5


def test_a_marked_enemy_is_hit_better_by_the_one_that_marked_it_until_it_ends() -> None:
    marked = Condition("target marked", name="prey", own=True)
    gains = ModifyAttack("hit", 1, conditions=(marked,), duration="turn")
    battle = table(MarkUnit("prey", who="target", duration="turn"), gains, use=aimed())
    before = attack(battle, 0, 1).hit.needed
    take(battle, ch.Use("hex", 0, (1,)))
    assert attack(battle, 0, 1).hit.needed == before - 1
    assert [each.owner for each in battle.state.active_effects] == [0, 0]


def test_marks_count() -> None:
    two = Condition("target marked", 2, "grudge")
    marks = (MarkUnit("grudge", who="target", duration="battle"), MarkUnit("grudge", who="target", duration="battle"))
    battle = table(*marks, ModifyAttack("hit", 1, conditions=(two,), duration="battle"), use=aimed())
    before = attack(battle, 0, 1).hit.needed
    take(battle, ch.Use("hex", 0, (1,)))
    assert attack(battle, 0, 1).hit.needed == before - 1


def test_the_shocked_are_rallied() -> None:
    use = Use("activated", phases=("shooting",), target="ally", reach=6.0, aimed=((Condition("shocked"),),))
    friend = unit("Friend", blade())
    caster = having(unit("Caster", blade()), Rally(who="target"), use=use)
    what = setup([caster, friend], [FOE])
    places = {0: row(20, 22), 1: row(23, 22), 2: row(50, 22, 2)}
    battle = position(what, places, "shooting", units={1: {"shocked": True}})
    take(battle, ch.Use("hex", 0, (1,)))
    assert not battle.state.units[1].shocked
    assert "use" not in kinds(position(what, places, "shooting"))


def test_enemies_in_engagement_test_as_the_combat_phase_begins() -> None:
    shake = TakeShockTest(who="enemies within", reach=1.0, when="combat start")
    caster = having(unit("Caster", blade()), shake)
    what = setup([caster], [FOE])
    battle = position(what, {0: row(20, 22), 1: row(21.8, 22, 2)}, "combat", time="beginning")
    take(battle, ch.Advance(), 3, 3)
    assert battle.state.units[1].shocked
    far = position(what, {0: row(20, 22), 1: row(40, 22, 2)}, "combat", time="beginning")
    take(far, ch.Advance())
    assert not far.state.units[1].shocked


def test_who_destroys_a_unit_is_marked_twice_at_most() -> None:
    grudge = MarkUnit("grudge", 2, who="target", when="destroyed", duration="battle")
    weak = [having(unit(f"Weak {n}", blade(), save=7), grudge) for n in range(3)]
    gun = weapon("gun", attacks="3", skill=None, strength=9, ap=-6)
    what = setup([unit("Guns", gun, count=3)], weak)
    battle = position(what, {0: row(20, 22, 3), 1: row(30, 20), 2: row(30, 24), 3: row(30, 28)}, "shooting")
    shots = tuple(Shot("gun", target, (target - 1,)) for target in (1, 2, 3))
    take(battle, ch.Shoot(0, shots))
    battle.answer(ch.RollDice())
    fallen = [each.unit for each in battle.state.destroyed]
    marks = [each for each in battle.state.active_effects if each.effect.marks() == "grudge" and each.unit == 0]
    assert len(marks) == min(2, len(fallen)) == 2


def at_home(place: tuple[float, float], held_by: int | None = None) -> Battle:
    """A unit at a place; the only objective is in the middle."""
    calm = having(unit("Calm", blade()), AddToNerve(1, conditions=(Condition("home ground"),)))
    battle = position(setup([calm], [FOE]), {0: (place,), 1: row(55, 40, 2)}, "command")
    state = battle.state
    battle.scene.rewind(replace(state, markers=tuple(replace(each, held_by=held_by) for each in state.markers)))
    return battle


def test_home_is_the_own_zone_and_where_half_of_the_objectives_are_held() -> None:
    def home(place: tuple[float, float], held_by: int | None = None) -> bool:
        return ground.stands_on(at_home(place, held_by).scene, 0, 0)

    assert home((6, 22))
    assert not home((20, 22))
    assert not home((20, 22), held_by=1)
    assert home((20, 22), held_by=0)
    assert not home((55, 22), held_by=0)


def test_a_unit_from_above_arrives_nearer_on_home_ground() -> None:
    drop = replace(unit("Drop", blade(), rules="deep strike"), abilities=())
    drop = replace(
        drop, abilities=(*unit("Drop", rules="deep strike").abilities, Ability("Rift", effects=(ArriveNear(6),)))
    )
    what = setup([drop], [FOE])

    def battle() -> Battle:
        late = {0: {"reserves": True}}
        return position(what, {1: row(18, 22, 2)}, "movement", round=2, units=late)

    at_home, away = ((9.9, 22.0),), ((26.2, 22.0),)
    assert refusal(battle(), ch.Arrive(0, away)).code == "too-close"
    assert refusal(battle(), ch.Arrive(0, ((11.0, 22.0),))).code == "too-close"
    take(battle(), ch.Arrive(0, at_home))


def test_a_unit_from_above_arrives_nearer_beside_a_friend_of_some_kind() -> None:
    sheet = unit("Drop", blade(), rules="deep strike", keywords="infantry,mire")
    rift = ArriveNear(6, name="giant & mire", beside=6, conditions=(Condition("keyword", name="mire"),))
    drop = replace(sheet, abilities=(*sheet.abilities, Ability("Rift", effects=(rift,))))

    def battle(keywords: str) -> Battle:
        late = {0: {"reserves": True}}
        what = setup([drop, unit("Friend", blade(), keywords=keywords)], [FOE])
        return position(what, {1: row(34, 22), 2: row(20, 22, 2)}, "movement", round=2, units=late)

    near = ch.Arrive(0, ((28.7, 22.0),))
    take(battle("giant,mire"), near)
    assert refusal(battle("giant"), near).code == "too-close"
    assert refusal(battle("mire"), near).code == "too-close"
    assert refusal(battle("giant,mire"), ch.Arrive(0, ((27.9, 22.0),))).code == "too-close"


@pytest.mark.parametrize(("keywords", "near"), [("giant", True), ("mire", False)])
def test_an_enemy_of_some_kind_near_it_is_asked_for(keywords: str, near: bool) -> None:
    what = setup([unit("Self", blade())], [unit("Foe", blade(), keywords=keywords), unit("Far", blade())])
    battle = position(what, {0: row(20, 22), 1: row(24, 22), 2: row(23, 26)}, "command")
    asked = Condition("near enemy", 6, "giant")
    assert conditions.check(battle.scene, asked, 0, None) == near
    assert conditions.check(battle.scene, Condition("near enemy", 6), 0, None)


def test_nobody_uses_a_stratagem_to_shoot_out_of_turn_at_who_is_unwatched() -> None:
    use = Use("stratagem", cost=1, phases=("movement",), turn="enemy", window="enemy moved", target="enemy")
    watch = Ability("Watch", uid="watch", use=replace(use, reach=24.0), effects=(SnapShots(),))
    gunner = unit("Gunner", weapon("gun"))

    def moved(*abilities: Ability) -> bool:
        walker = replace(unit("Walker", blade()), abilities=abilities)
        what = replace(setup([walker], [gunner]), stratagems=(watch,))
        armies = (Army(zone=0), Army(cp=2, zone=1))
        battle = position(what, {0: row(20, 22), 1: row(32, 22)}, "movement", armies=armies)
        battle.answer(ch.Move(0, "move", row(22, 22)))
        return battle.allows(ch.Use("watch", 1, (0,)))

    assert moved()
    assert not moved(Ability("Veil", effects=(Permit("unwatched"),)))


def test_a_unit_from_above_arrives_nearer_anywhere_at_the_price_of_its_charge() -> None:
    sheet = unit("Drop", blade(), rules="deep strike")
    drop = replace(sheet, abilities=(*sheet.abilities, Ability("Dive", effects=(ArriveNear(6, anywhere=True),))))

    def landed(x: float) -> Battle:
        late = {0: {"reserves": True}}
        battle = position(setup([drop], [FOE]), {1: row(18, 22, 2)}, "movement", round=2, units=late)
        take(battle, ch.Arrive(0, ((x, 22.0),)))
        return battle

    near, far = landed(27.0), landed(29.5)
    assert near.state.units[0].charge_tried
    assert not far.state.units[0].charge_tried
    late = {0: {"reserves": True}}
    battle = position(setup([drop], [FOE]), {1: row(18, 22, 2)}, "movement", round=2, units=late)
    assert refusal(battle, ch.Arrive(0, ((25.0, 22.0),))).code == "too-close"


def test_places_are_found_nearer_only_where_there_are_none_farther_off() -> None:
    sheet = unit("Drop", blade(), rules="deep strike")
    drop = replace(sheet, abilities=(*sheet.abilities, Ability("Dive", effects=(ArriveNear(3, anywhere=True),))))
    late = {0: {"reserves": True}}
    battle = position(setup([drop], [FOE]), {1: row(18, 22, 2)}, "movement", round=2, units=late)
    near, far = finding.arrive(battle.scene, 0, (24.0, 22.0)), finding.arrive(battle.scene, 0, (40.0, 22.0))
    assert near is not None
    assert far is not None
    take(battle.clone(), ch.Arrive(0, near))
    take(battle, ch.Arrive(0, far))
    assert not battle.state.units[0].charge_tried


def test_a_stratagem_on_the_unit_may_bring_a_point_back() -> None:
    ploy = Ability("Ploy", uid="ploy", use=Use("stratagem", cost=1, phases=("shooting",), target="friend"))
    ploy = replace(ploy, effects=(ModifyAttack("hit", 1, duration="phase"),))
    caster = having(unit("Caster", weapon("gun")), GainPoints(1, 5, when="stratagem"))
    what = replace(setup([caster], [FOE]), stratagems=(ploy,))
    armies = (Army(cp=1, zone=0), Army(zone=1))
    battle = position(what, {0: row(20, 22), 1: row(40, 22, 2)}, "shooting", armies=armies)
    take(battle, ch.Use("ploy", 0), 5)
    assert battle.state.armies[0].cp == 1


def test_fallen_miniatures_come_back_as_a_command_phase_begins() -> None:
    back = having(unit("Pack", blade(), count=4), ReturnMiniatures(1, when="command start"))
    hurt = {0: {"wounds": (1, 1, 1, 0)}}
    battle = position(
        setup([back], [FOE]), {0: row(20, 22, 4), 1: row(50, 22, 2)}, "command", time="beginning", units=hurt
    )
    take(battle, ch.Advance())
    assert sum(battle.state.units[0].wounds) == 4


def withdrawing() -> Battle:
    use = Use("activated", phases=("combat",), turn="enemy", window="phase end")
    ghost = having(unit("Ghost", blade(), count=2), Withdraw(), use=use)
    hurt = {1: {"wounds": (1, 0)}}
    places = {0: row(20, 22, 2), 1: row(40, 22, 2)}
    return position(setup([FOE], [ghost]), places, "combat", units=hurt)


def test_a_unit_that_withdraws_is_in_reserve_and_not_lost_with_the_late() -> None:
    battle = withdrawing()
    take(battle, ch.End())
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.side, prompt.why) == (1, "phase end")
    take(battle, ch.Use("hex", 1))
    ghost = battle.state.units[1]
    assert (ghost.deployed, ghost.reserves, ghost.withdrawn) == (False, True, True)
    assert battle.scene.standing(1) == []


def test_it_arrives_again_with_those_who_live() -> None:
    battle = withdrawing()
    take(battle, ch.End())
    take(battle, ch.Use("hex", 1))
    state = replace(battle.state, phase="movement", phase_time="middle", active=1, round=2, turn=2, stack=())
    battle.scene.rewind(state)
    take(battle, ch.Arrive(1, ((58.0, 10.0), (58.0, 12.0))))
    assert battle.state.units[1].deployed
    assert battle.state.units[1].wounds == (1, 0)


def test_the_window_of_a_charger_opens_for_it_alone() -> None:
    use = Use("activated", phases=("charge",), window="charged", target="enemy", reach=1.0, per="turn")
    rush = having(unit("Rush", blade()), RolledWounds((TableStep(2, Amount(plus=1)),), who="target"), use=use)
    battle = position(setup([rush], [FOE]), {0: row(20, 22), 1: row(26, 22, 2)}, "charge")
    take(battle, ch.Charge(0, (1,)), 6, 6)
    take(battle, ch.Place())
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.side, prompt.why, prompt.units) == (0, "charged", (0,))
    take(battle, ch.Use("hex", 0, (1,)), 2)
    assert sum(battle.state.units[1].wounds) == 5


def test_a_round_begins_with_a_window_for_both() -> None:
    use = Use("activated", phases=("command",), turn="any", window="round start", target="enemy", per="battle")
    hunter = having(unit("Hunter", blade()), MarkUnit("prey", who="target", duration="battle"), use=use)
    battle = position(
        setup([FOE], [hunter]), {0: row(20, 22, 2), 1: row(40, 22)}, "combat", time="end", turn=2, active=1
    )
    take(battle, ch.Advance())
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.side, prompt.why) == (1, "round start")
    events = battle.answer(ch.Use("hex", 1, (0,)))
    assert any(isinstance(event, ev.EffectBegan) for event in events)


# ---- used for all that stand about the user


def crowd(*effects: AnyEffect) -> Battle:
    """A caster at (20, 22), foes 4 and 10 inches from it, a friend 3 inches away."""
    use = aimed(target="none", reach=0.0)
    caster = having(unit("Caster", weapon("gun")), *effects, use=use)
    sheets = setup([caster, unit("Friend", weapon("gun"))], [FOE, FOE])
    places = {0: row(20, 22), 1: row(20, 26), 2: row(25, 22, 2), 3: row(32, 22, 2)}
    return position(sheets, places, "shooting")


def test_what_is_used_holds_for_each_enemy_that_is_near_as_it_is_used() -> None:
    softer = AddToToughness(-1, who="enemies within", reach=6.0, duration="phase")
    battle = crowd(softer)
    hard = FOE.miniatures[0].profile.toughness
    take(battle, ch.Use("hex", 0))
    assert [attack(battle, 0, each).toughness for each in (2, 3)] == [hard - 1, hard]
    assert [each.unit for each in battle.state.active_effects] == [2]


def test_what_is_used_helps_friends_nearby_and_not_the_rest() -> None:
    battle = crowd(AddToToughness(1, who="friends within", reach=6.0, duration="phase"))
    take(battle, ch.Use("hex", 0))
    assert sorted(each.unit for each in battle.state.active_effects if each.unit is not None) == [0, 1]


def test_what_happens_at_once_happens_to_each_enemy_nearby_for_which_it_holds() -> None:
    hurt = DealMortalWounds(2, who="enemies within", reach=6.0)
    battle = crowd(hurt)
    take(battle, ch.Use("hex", 0))
    assert [sum(battle.state.units[each].wounds) for each in (0, 1, 2, 3)] == [1, 1, 4, 6]
    spared = crowd(replace(hurt, conditions=(Condition("keyword", name="vehicle"),)))
    take(spared, ch.Use("hex", 0))
    assert sum(spared.state.units[2].wounds) == 6


def leech(gap: float, *, contains: str = "caster", roll: tuple[int, int] = (2, 3)) -> list[tuple[int, ...]]:
    """Wounds of a caster and of foes so far away, below half their strength, once those have taken their test."""
    hurts = DealMortalWounds(1, who="target", reach=6.0, when="enemy shock failed", conditions=(contained(contains),))
    heals = HealOne(2, reach=6.0, when="enemy shock failed")
    what = setup([having(unit("Caster", blade(), count=2, wounds=3), hurts, heals)], [replace(FOE, miniatures=FIVE)])
    places = {0: row(20, 22, 2), 1: row(22 + gap, 22, 5)}
    hurt: dict[int, dict[str, Any]] = {0: {"wounds": (1, 3)}, 1: {"wounds": (3, 3, 0, 0, 0)}}
    battle = position(what, places, "command", time="beginning", units=hurt, active=1)
    take(battle, ch.Advance())
    take(battle, ch.RollDice(), *roll)
    return [each.wounds[:2] for each in battle.state.units]


FIVE = unit("Foe", blade(), count=5, wounds=3).miniatures


def contained(name: str) -> Condition:
    return Condition("contains", name=name)


def test_an_enemy_near_that_fails_its_test_is_hurt_and_feeds_who_is_near() -> None:
    assert leech(4.0) == [(3, 3), (3, 2)]
    assert leech(4.0, roll=(5, 5)) == [(1, 3), (3, 3)]
    assert leech(8.0) == [(1, 3), (3, 3)]
    assert leech(4.0, contains="elder") == [(3, 3), (3, 3)]
