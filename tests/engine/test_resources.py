"""What an army keeps count of, what stratagems cost, what single dice and single miniatures get."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine import finding, listing
from highground.engine.abilities import AnyEffect, on_attacks
from highground.engine.abilities.acts import IgnoreDamage, RollAgain, StepBack
from highground.engine.abilities.afflictions import AddToNerve, MarkUnit
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToMove, Permit
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.resources import (
    ArriveBeside,
    ChangePrice,
    ChangeSpend,
    CloseIn,
    DenyArrival,
    Enlist,
    RaisePrice,
    SnapHits,
    StretchUses,
    Tally,
    TurnDie,
)
from highground.engine.abilities.wounds import GainPoints
from highground.engine.amount import Keyword
from highground.engine.attack.definition import define
from highground.engine.attack.exact import distribution
from highground.engine.attack.roll import roll
from highground.engine.battle import Battle
from highground.engine.dice import Dice
from highground.engine.effects import Circumstances, Modifier
from highground.engine.model import UnitSheet
from highground.engine.prompts import ReactPrompt
from highground.engine.state import Active, Army, Shot, Window
from highground.engine.steps import combat, moments, offers, targeting
from highground.engine.steps.movement import RESERVE_DISTANCE
from tests.engine.attack_helpers import pool_row
from tests.engine.field import beside, blade, position, refusal, row, setup, state_of, take, unit, weapon
from tests.engine.test_transports import convoy
from tests.values import replace

GUN = weapon("gun")


def having(sheet: UnitSheet, *effects: AnyEffect, name: str = "Knack", use: Use | None = None) -> UnitSheet:
    ability = Ability(name, uid=name, effects=effects, use=use)
    return replace(sheet, abilities=(*sheet.abilities, ability))


def duel(mine: UnitSheet, theirs: UnitSheet | None = None, phase: str = "shooting", gap: float = 8.0) -> Battle:
    what = setup([mine, unit("Aide", GUN, blade())], [theirs or unit("Foe", GUN, blade(), count=2)])
    count = len(what.armies[1].units[0].line_up)
    places = {0: row(20, 22, len(mine.line_up)), 1: row(20, 28), 2: row(20 + gap, 22, count)}
    return position(what, places, phase, armies=(Army(cp=3), Army(cp=3)))  # type: ignore[arg-type]


def test_counts_rise_at_their_moment_are_spent_and_start_again() -> None:
    pool = (Tally("grain", 2, when="command end"), Tally("grain", 0, reset=True, when="command start"))
    use = Use("activated", phases=("shooting",), per="phase", spend=(("grain", 2),), target="friend")
    sheet = having(having(unit("Mill", GUN), *pool), GainPoints(1), name="Bread", use=use)
    battle = duel(sheet)
    assert refusal(battle, ch.Use("Bread", 0)).code == "too-few"
    moments.command_ends(battle.scene)
    assert battle.state.armies[0].count("grain") == 2
    events = battle.answer(ch.Use("Bread", 0))
    assert ev.CountChanged(0, "grain", 0, "Bread") in events
    moments.command_ends(battle.scene)
    moments.command_begins(battle.scene)
    assert battle.state.armies[0].counts == ()


STRATAGEM = Ability(
    "Sidestep",
    uid="sidestep",
    effects=(StepBack(),),
    use=Use("stratagem", cost=2, phases=("shooting",), target="friend"),
)


def priced(*effects: AnyEffect, theirs: tuple[AnyEffect, ...] = ()) -> Battle:
    battle = duel(having(unit("Cheap", GUN), *effects), having(unit("Foe", GUN, count=2), *theirs))
    what = replace(battle.setup, stratagems=(STRATAGEM,))
    places = {0: row(20, 22), 1: row(20, 28), 2: row(28, 22, 2)}
    return position(what, places, "shooting", armies=(Army(cp=2), Army(cp=2)))


@pytest.mark.parametrize(("alone", "other", "price"), [(True, True, 3), (True, False, 3), (False, False, 4)])
def test_rises_that_add_up_with_no_other_count_by_the_highest(alone: bool, other: bool, price: int) -> None:
    """Two rises of a price of two by one point each."""
    near: dict[str, Any] = {"who": "enemies within", "reach": 12.0}
    rises = [ChangePrice(value=1, alone=alone, **near), ChangePrice(value=1, alone=other, **near)]
    battle = priced()
    foe = replace(
        battle.setup.armies[1].units[0],
        abilities=tuple([Ability(f"Toll {i}", effects=(each,)) for i, each in enumerate(rises)]),
    )
    armies = (battle.setup.armies[0], replace(battle.setup.armies[1], units=(foe,)))
    battle = position(
        replace(battle.setup, armies=armies), {0: row(20, 22), 1: row(20, 28), 2: row(28, 22, 2)}, "shooting",
        armies=(Army(cp=9), Army()),
    )  # fmt: skip
    (offer,) = [each for each in offers.offers(battle.scene, 0) if each.unit == 0]
    assert offer.price == price


@pytest.mark.parametrize(
    ("effects", "theirs", "price"),
    [
        ((), (), 2),
        ((ChangePrice(value=-1),), (), 1),
        ((ChangePrice(free=True),), (), 0),
        ((ChangePrice("overwatch", free=True),), (), 2),
        ((), (ChangePrice(value=1, who="enemies within", reach=12.0),), None),
        ((ChangePrice(value=-1),), (ChangePrice(value=1, who="enemies within", reach=12.0),), 2),
    ],
)
def test_a_stratagem_costs_what_the_unit_makes_of_it(
    effects: tuple[AnyEffect, ...], theirs: tuple[AnyEffect, ...], price: int | None
) -> None:
    battle = priced(*effects, theirs=theirs)
    if price is None:
        assert refusal(battle, ch.Use("sidestep", 0)).code == "command-points"
        return
    take(battle, ch.Use("sidestep", 0), 3)
    assert battle.state.armies[0].cp == 2 - price


def test_a_price_that_is_had_once_a_round_is_used_up_and_one_may_be_used_again() -> None:
    battle = priced(ChangePrice(free=True, again=True, per="round"))
    (offer,) = [each for each in offers.offers(battle.scene, 0) if each.unit == 0]
    take(battle, ch.Use("sidestep", 0), 3)
    battle.answer(ch.Place())
    assert offer.price == 0
    assert [cast.ability for cast in battle.state.casts] == ["Knack", "sidestep"]
    assert refusal(battle, ch.Use("sidestep", 0)).code == "used-up"


SONG = Ability(
    "Song", uid="song", effects=(Tally("songs"),), use=Use("stratagem", cost=1, phases=("shooting",), per="phase")
)


def with_prices(army: Army, theirs: tuple[AnyEffect, ...], stratagem: Ability | None = None) -> Battle:
    """Blue's two units with so many command points, and a stratagem; the enemy has abilities about prices, or none."""
    battle = priced(theirs=theirs)
    what = replace(battle.setup, stratagems=(stratagem or STRATAGEM,))
    return position(what, {0: row(20, 22), 1: row(20, 28), 2: row(28, 22, 2)}, "shooting", armies=(army, Army()))


@pytest.mark.parametrize("theirs", [(), (ChangePrice("overwatch", value=-1),)])
def test_a_stratagem_is_used_up_for_all_units_whoever_changes_prices(theirs: tuple[AnyEffect, ...]) -> None:
    """Also where an ability of either army changes the price of some stratagem."""
    battle = with_prices(Army(cp=6), theirs)
    take(battle, ch.Use("sidestep", 0), 3)
    battle.answer(ch.Place())
    assert refusal(battle, ch.Use("sidestep", 1)).code == "used-up"
    assert [offer for offer in offers.offers(battle.scene, 0) if offer.ability.uid == "sidestep"] == []
    assert battle.state.armies[0].cp == 4


def test_an_ability_lets_its_own_unit_alone_use_a_stratagem_again() -> None:
    battle = priced(ChangePrice(free=True, again=True))
    state_of(battle, armies=(Army(cp=4), Army()))
    take(battle, ch.Use("sidestep", 1), 3)
    battle.answer(ch.Place())
    assert refusal(battle, ch.Use("sidestep", 1)).code == "used-up"
    take(battle, ch.Use("sidestep", 0), 3)
    assert battle.state.armies[0].cp == 2


@pytest.mark.parametrize("theirs", [(), (ChangePrice("overwatch", value=-1),)])
def test_a_stratagem_for_no_unit_is_paid_for_and_used_up(theirs: tuple[AnyEffect, ...]) -> None:
    battle = with_prices(Army(cp=1), theirs, SONG)
    take(battle, ch.Use("song"))
    assert refusal(battle, ch.Use("song")).code == "command-points"
    rich = with_prices(Army(cp=6), theirs, SONG)
    take(rich, ch.Use("song"))
    assert refusal(rich, ch.Use("song")).code == "used-up"
    assert [army.cp for army in (battle.state.armies[0], rich.state.armies[0])] == [0, 5]


def test_enemies_arrive_farther_from_those_who_deny_it() -> None:
    foe = having(unit("Ward", blade()), DenyArrival(12))
    late = replace(unit("Late", GUN), abilities=(Ability("Deep Strike", rule=Keyword("deep strike")),))
    what = setup([late], [foe])
    battle = position(what, {1: row(30, 22)}, "movement", round=2)
    battle.scene.state.units[0].reserves, battle.scene.state.units[0].deployed = True, False
    assert refusal(battle, ch.Arrive(0, row(30 + RESERVE_DISTANCE + 2.2, 22))).code == "too-close"
    battle.answer(ch.Arrive(0, row(30 + 13.5, 22)))
    assert battle.state.units[0].on_table


def test_what_one_miniature_denies_is_measured_from_it() -> None:
    ward = unit("Ward", blade(), count=6)
    ability = Ability("Knack", effects=(DenyArrival(12),), bearers=(0,))
    deep = unit("Deep", blade(), rules="deep strike")
    what = setup([deep], [replace(ward, abilities=(*ward.abilities, ability))])

    def waiting() -> Battle:
        return position(what, {1: row(30, 22, 6)}, "movement", round=2, units={0: {"reserves": True}})

    (x, y), *_, (u, v) = waiting().scene.figures(1).places
    span = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    over = ((u - x) / span * 11.5, (v - y) / span * 11.5)
    near_first, near_last = (x - over[0], y - over[1]), (u + over[0], v + over[1])
    assert refusal(waiting(), ch.Arrive(0, (near_first,))).code == "too-close"
    take(waiting(), ch.Arrive(0, (near_last,)))
    assert finding.arrive(waiting().scene, 0, near_last) is not None


def test_a_unit_closes_in_as_far_as_its_ability_says() -> None:
    battle = duel(having(unit("Hound", blade()), CloseIn(6)), phase="combat")
    assert (combat.closing(battle.scene, 0), combat.closing(battle.scene, 1)) == (6.0, 3.0)


def test_shots_out_of_turn_hit_on_what_the_unit_hits_on() -> None:
    battle = duel(having(unit("Watch", GUN), SnapHits(5)))
    for shooter, needed in ((0, 5), (1, 6)):
        now = targeting.circumstances(battle.scene, battle.state.units[shooter], 2, False, False, snap=True)
        assert define(GUN, 1, now, 4).hit.needed == needed


def test_a_die_is_turned_to_a_six() -> None:
    use = Use("activated", turn="any", window="rolled", rolls=("hit",), per="turn")
    battle = duel(having(unit("Lucky", weapon("gun", attacks="1", skill=4)), TurnDie(6), name="Luck", use=use))
    battle.answer(ch.Shoot(0, (Shot("gun", 2),)))
    take(battle, ch.RollDice("hit"), 2)
    assert isinstance(battle.scene.top, Window)
    events = take(battle, ch.Use("Luck", 0, die=(0, 0)))
    turned = next(event for event in events if isinstance(event, ev.DieRerolled))
    assert (turned.was, turned.face) == (2, 6)


def test_a_miniatures_own_ability_is_for_its_attacks_alone() -> None:
    sheet = unit("Squad", GUN, count=3)
    gift = Ability("Lens", effects=(ModifyAttack("hit", 1, who="bearer"),), bearers=(1,))
    keen = Ability("Edge", effects=(GainKeyword(Keyword("lethal hits"), who="bearer"),), bearers=(2,))
    battle = duel(replace(sheet, abilities=(gift, keen)))
    state = battle.state.units[0]
    volleys = targeting.volleys_of(battle.scene, state, targeting.usable(battle.scene, state), (Shot("gun", 2),))
    assert [(each.bearers, each.sequence.attack.hit.modifier, each.sequence.attack.lethal) for each in volleys] == [
        ((0,), 0, False),
        ((1,), 1, False),
        ((2,), 0, True),
    ]


def test_skill_is_no_modifier_and_half_range_is_the_attacks_own() -> None:
    better = Modifier("skill", "add", "drill", 1)
    near = Modifier("hit", "add", "near", 1, half_range=True)
    plain, half = Circumstances(modifiers=(better, near)), Circumstances(half_range=True, modifiers=(better, near))
    gun = weapon("gun", skill=4)
    assert (define(gun, 1, plain, 4).hit.needed, define(gun, 1, half, 4).hit.needed) == (3, 2)


@pytest.mark.parametrize("again", ["ones", "any"])
def test_rerolled_damage_agrees_with_its_exact_distribution(again: str) -> None:
    arm = weapon("gun", skill=None, strength=12, damage="D6", ap=-6)
    now = Circumstances(modifiers=(Modifier("damage", "reroll", "again", reroll=again),))  # type: ignore[arg-type]
    attack = define(arm, 1, now, 3)
    target = pool_row([20], 7)
    exact = distribution(attack, target)
    lost = [roll(attack, target, Dice(seed, 0)).losses for seed in range(3000)]
    mean = sum(sum(each.lost) for each in lost if each is not None) / 3000
    assert mean == pytest.approx(exact.damage_mean, abs=0.12)


def test_a_unit_is_helped_by_one_that_sees_the_target_once() -> None:
    use = Use("activated", phases=("shooting",), per="phase", target="enemy", sight=True)
    helped = (
        Enlist("spotter", "beacon", "lit"),
        ModifyAttack("skill", 1, conditions=(Condition("named", name="lit"),), duration="phase"),
    )
    sheets = [
        having(unit(name, GUN, keywords="beacon"), *helped, name="Pair", use=use) for name in ("One", "Two", "Three")
    ]
    what = setup(sheets, [unit("Foe", GUN, count=2)])
    places = {0: row(20, 22), 1: row(20, 26), 2: row(20, 30), 3: row(30, 22), 4: row(30, 30)}
    battle = position(what, places, "shooting")
    battle.answer(ch.Use("Pair", 0, (3,)))
    assert [each.unit for each in battle.state.active_effects if each.effect.marks() == "spotter"] == [1]
    assert [each.value for each in on_attacks.modifiers(battle.scene, 0, 3, GUN)] == [1]
    battle.answer(ch.Use("Pair", 1, (3,)))
    assert [each.unit for each in battle.state.active_effects if each.effect.marks() == "spotter"] == [1, 2]


RITE = Use("activated", phases=("shooting",), per="phase", count=-1, spend=(("embers", 3),), target="enemy", reach=12.0)
CALM = (AddToNerve(1, duration="phase"),)


def rites(*effects: AnyEffect, gap: float = 8.0, embers: int = 3, gift: Ability | None = None) -> Battle:
    """A seer whose rite, at an enemy so far away, takes three embers; its knack has these effects."""
    sheet = having(having(unit("Seer", GUN), *CALM, name="Rite", use=RITE), *effects)
    sheet = replace(sheet, abilities=(*sheet.abilities, gift)) if gift else sheet
    battle = duel(sheet, gap=gap)
    blue, red = battle.state.armies
    state_of(battle, armies=(replace(blue, counts=(("embers", embers),)), red))
    return battle


def test_what_a_use_takes_of_a_count_may_be_more_less_or_nothing_so_often() -> None:
    for effects, left in (((), 0), ((ChangeSpend("embers", -1),), 1), ((ChangeSpend("ash", -1),), 0)):
        battle = rites(*effects)
        battle.answer(ch.Use("Rite", 0, (2,)))
        assert battle.state.armies[0].count("embers") == left
    assert refusal(rites(ChangeSpend("embers", 1)), ch.Use("Rite", 0, (2,))).code == "too-few"
    battle = rites(ChangeSpend("embers", free=True, per="battle"), embers=4)
    for left in (4, 1):
        battle.answer(ch.Use("Rite", 0, (2,)))
        assert battle.state.armies[0].count("embers") == left
    assert refusal(battle, ch.Use("Rite", 0, (2,))).code == "too-few"


def test_one_use_for_nothing_is_had_when_its_player_says_so() -> None:
    free = ChangeSpend("embers", free=True, per="phase", duration="phase")
    gift = Ability("Gift of Fire", uid="Gift", effects=(free,), use=Use("activated", phases=("shooting",)))
    battle = rites(gift=gift, embers=0)
    assert refusal(battle, ch.Use("Rite", 0, (2,))).code == "too-few"
    battle.answer(ch.Use("Gift", 0))
    battle.answer(ch.Use("Rite", 0, (2,)))
    assert refusal(battle, ch.Use("Rite", 0, (2,))).code == "too-few"


def test_uses_that_take_of_a_count_reach_farther() -> None:
    for effects, gap, reached in (
        ((), 20.0, False),
        ((StretchUses("embers", doubled=True),), 20.0, True),
        ((StretchUses("embers", doubled=True),), 27.0, False),
        ((StretchUses("embers", 8),), 20.0, True),
        ((StretchUses("ash", 8),), 20.0, False),
    ):
        assert rites(*effects, gap=gap).allows(ch.Use("Rite", 0, (2,))) is reached


EARLY = Ability(
    "Early",
    uid="early",
    effects=(Permit("arrive early", duration="phase"),),
    use=Use("stratagem", cost=1, phases=("movement",), target="friend"),
)
BEACON = Use("activated", phases=("movement",), target="reserve")


def lit(number: int = 1) -> Battle:
    """A beacon in the middle of the board, and a unit in reserve that may arrive early by a stratagem."""
    free = ChangePrice("arrival", free=True, per="phase", who="target", duration="phase")
    near = ArriveBeside(3, who="target", duration="phase")
    what = setup([having(unit("Lamp", blade()), free, near, use=BEACON), unit("Late", GUN)], [unit("Foe", blade())])
    battle = position(replace(what, stratagems=(EARLY,)), {0: row(30, 22), 2: row(50, 40)}, "movement", round=number)
    late = battle.state.units[1]
    late.reserves, late.deployed = True, False
    return battle


def arriving_by_a_beacon() -> Battle:
    battle = lit()
    battle.answer(ch.Use("Knack", 0, (1,)))
    battle.answer(ch.Use("early", 1))
    return battle


def test_who_arrives_early_by_a_beacon_does_so_for_nothing_and_beside_it() -> None:
    battle = lit()
    assert refusal(battle, ch.Use("early", 1)).code == "command-points"
    assert refusal(battle, ch.Use("Knack", 0, (0,))).code == "wrong-use", "it stands on the table"
    battle = arriving_by_a_beacon()
    assert battle.state.armies[0].cp == 0
    far = refusal(battle, ch.Arrive(1, row(30, 30)))
    assert (far.code, far.sentence) == ("far-from-unit", "Late must be set up within 3 inches of Lamp.")
    listed = [each for each in listing.options(battle, battle.ask()) if isinstance(each, ch.Arrive)]  # type: ignore[arg-type]
    assert all(battle.allows(each) for each in listed)
    battle.answer(ch.Arrive(1, row(beside(30, 2.9), 22)))
    assert battle.state.units[1].on_table


def test_who_does_not_arrive_early_comes_from_an_edge_as_usual() -> None:
    battle = lit(2)
    battle.answer(ch.Use("Knack", 0, (1,)))
    assert refusal(battle, ch.Arrive(1, row(beside(30, 2.9), 22))).code == "far-from-edge"
    battle.answer(ch.Arrive(1, row(5, 3)))


def test_who_got_out_of_a_transport_is_helped_against_what_it_marked() -> None:
    here = Condition("marked by transport", name="lit")
    helped = ModifyAttack("wound", 1, conditions=(here,))
    crew = [having(unit(name, GUN), helped) for name in ("Riders", "Others")]
    what = setup([unit("Cart", GUN), *crew], [unit("Foe", GUN), unit("Other", GUN)])
    places = {0: row(20, 22), 1: row(20, 26), 2: row(20, 30), 3: row(30, 22), 4: row(30, 30)}
    battle = position(what, places, "shooting")
    battle.state.units[1].left, battle.state.units[2].left = 0, 1
    lit_up = Active("Light", MarkUnit("lit", duration="phase"), 0, 3, 1, 1, owner=0)
    state_of(battle, active_effects=(lit_up,))
    found = {(unit, foe): bool(on_attacks.modifiers(battle.scene, unit, foe, GUN)) for unit in (1, 2) for foe in (3, 4)}
    assert found == {(1, 3): True, (1, 4): False, (2, 3): False, (2, 4): False}


def test_which_transport_was_left_is_known_until_the_next_turn() -> None:
    battle = convoy()
    battle.answer(ch.Disembark(1, ((20.0, 25.0), (21.5, 25.0), (18.5, 25.0))))
    assert battle.state.units[1].left == 0
    assert ev.TurnBegan(1, 2, 1).apply(battle.state).units[1].left is None


SHADOW = Use("activated", phases=("shooting",), turn="enemy", window="enemy stratagem")
CHEAP = Ability(
    "Low Fog",
    uid="fog",
    effects=(AddToMove(1, duration="turn"),),
    use=Use("stratagem", cost=1, phases=("shooting",), target="friend", per="phase", count=-1),
)


def shadowed(cp: int = 4) -> Battle:
    """The enemy of an army with two stratagems may have one that it has used cost more."""
    battle = duel(unit("Scouts", GUN), having(unit("Shade", GUN), RaisePrice(1), use=SHADOW))
    what = replace(battle.setup, stratagems=(STRATAGEM, CHEAP))
    places = {0: row(20, 22), 1: row(20, 28), 2: row(28, 22)}
    return position(what, places, "shooting", armies=(Army(cp=cp), Army()))


def test_what_the_enemy_has_just_used_costs_more_for_the_rest_of_the_battle() -> None:
    battle = shadowed()
    battle.answer(ch.Use("fog", 0))
    assert battle.ask() == ReactPrompt(1, ("pass", "use"), (), why="enemy stratagem")
    battle.answer(ch.Use("Knack", 2))
    battle.answer(ch.Use("fog", 1))
    assert battle.state.armies[0].cp == 4 - 1 - 2
    assert [offers.price(battle.scene, 0, each, 0) for each in (CHEAP, STRATAGEM)] == [2, 2], (
        "the other costs 2 as ever"
    )
    assert battle.ask() is not None
    assert battle.state.stack == (), "once in a battle"


def test_it_may_be_let_be_and_nobody_else_is_asked() -> None:
    battle = shadowed()
    battle.answer(ch.Use("fog", 0))
    battle.answer(ch.Pass())
    battle.answer(ch.Use("fog", 1))
    assert battle.state.armies[0].cp == 2
    plain = priced()
    take(plain, ch.Use("sidestep", 0), 3)
    assert not any(isinstance(each, Window) for each in plain.state.stack)


def test_damage_may_still_be_turned_away_after_it() -> None:
    """The attacker rerolls a die of the damage by a stratagem, and both what that costs and the damage are answered."""
    again = Ability(
        "Again", uid="again", effects=(RollAgain(),),
        use=Use("stratagem", 1, window="rolled", turn="any", rolls=("damage",), target="friend"),
    )  # fmt: skip
    ward = Use("activated", 0, ("shooting",), "any", "wounded", per="round")
    foe = having(unit("Shade", GUN, wounds=9), RaisePrice(1), use=SHADOW)
    foe = replace(foe, abilities=(*foe.abilities, Ability("Ward", uid="ward", effects=(IgnoreDamage(),), use=ward)))
    cannon = weapon("cannon", attacks="1", damage="D6", ap=-6)
    what = replace(setup([unit("Scouts", cannon)], [foe]), stratagems=(again,))
    battle = position(what, {0: row(20, 22), 1: row(28, 22)}, "shooting", armies=(Army(cp=1), Army()))
    battle.answer(ch.Shoot(0, (Shot("cannon", 1),)))
    take(battle, ch.RollDice("hit"), 4)
    take(battle, ch.RollDice("wound"), 5)
    take(battle, ch.RollDice("save"))
    take(battle, ch.RollDice("damage"), 1)
    take(battle, ch.Use("again", 0, die=(0, 0)), 6)
    asked = []
    while isinstance(battle.scene.top, Window):
        asked.append(battle.scene.top.kind)
        battle.answer(ch.Pass())
    assert asked == ["enemy stratagem", "wounded"]
