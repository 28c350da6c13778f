"""What the computer uses, and what it spends command points on."""

from __future__ import annotations

from typing import Any

import pytest

from highground.ai import player
from highground.engine import choices as ch
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import ChargeNow, RollAgain
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.model import Ability
from highground.engine.abilities.model import Use as AbilityUse
from highground.engine.abilities.wounds import Heal, ReturnMiniatures
from highground.engine.amount import Amount
from highground.engine.battle import Battle
from highground.engine.model import Setup, UnitSheet
from highground.engine.state import Army, Shot
from tests.engine.field import beside, blade, position, row, setup, take, unit, weapon
from tests.values import replace

RIFLE = weapon("rifle", "4", strength=6, ap=-1, damage="2")
D3 = Amount(1, 3)


def free(sheet: UnitSheet, *effects: AnyEffect, **use: Any) -> UnitSheet:
    """The unit with something that it may use for nothing."""
    able = AbilityUse("activated", **use)
    return replace(sheet, abilities=(Ability("Own", uid="own", effects=effects, use=able),))


def ploy(what: Setup, effect: AnyEffect, **use: Any) -> Setup:
    cost = use.pop("cost", 1)
    return replace(
        what, stratagems=(Ability("Ploy", uid="ploy", effects=(effect,), use=AbilityUse("stratagem", cost, **use)),)
    )


def answer(battle: Battle, level: str = "regular") -> ch.Choice:
    prompt = battle.ask()
    assert prompt is not None
    choice = player(level).choose(battle, prompt)
    assert battle.allows(choice)
    return choice


# ---- what costs nothing


def giant(*effects: AnyEffect, **use: Any) -> UnitSheet:
    return free(unit("Giant", blade(), wounds=12, keywords="monster"), *effects, phases=("command",), **use)


@pytest.mark.parametrize(("left", "used"), [(12, False), (11, True), (3, True)])
def test_lost_wounds_are_given_back_as_soon_as_there_are_any(left: int, used: bool) -> None:
    what = setup([giant(Heal(amount=D3), per="round")], [unit("Foe", blade())])
    battle = position(
        what, {0: row(20, 22), 1: row(50, 22)}, "command", time="beginning", units={0: {"wounds": (left,)}}
    )
    assert isinstance(answer(battle), ch.Use) == used


@pytest.mark.parametrize(("left", "used"), [(9, False), (8, True)])
def test_what_brings_fallen_back_but_once_waits_until_enough_have_fallen(left: int, used: bool) -> None:
    runners = free(unit("Runners", blade(), count=10), ReturnMiniatures(amount=D3), phases=("command",))
    what = setup([runners], [unit("Foe", blade())])
    wounds = (1,) * left + (0,) * (10 - left)
    battle = position(
        what, {0: row(20, 15, 10), 1: row(50, 22)}, "command", time="beginning", units={0: {"wounds": wounds}}
    )
    assert isinstance(answer(battle), ch.Use) == used


@pytest.mark.parametrize(
    ("away", "first", "used"),
    [(20, 0, True), (20, 1, False), (60, 0, False)],
    ids=["shot at", "too late", "out of reach"],
)
def test_a_shell_is_shut_before_shots_that_it_is_for(away: int, first: int, used: bool) -> None:
    """It holds for the round: who has its second turn is not shot at any more in it."""
    shut = ModifyAttack("damage", -1, role="defending", attacks="ranged", duration="round")
    gunners = unit("Gunners", replace(RIFLE, range=36), count=6)
    what = setup([giant(shut)], [gunners])
    battle = position(
        what,
        {0: row(2, 2), 1: row(min(58, 2 + away), 40 if away > 50 else 2, 6, 1.4)},
        "command",
        time="beginning",
        first=first,
    )
    assert isinstance(answer(battle), ch.Use) == used


def test_what_sharpens_blows_for_the_rest_of_the_battle_is_used_by_who_has_no_guns() -> None:
    scent = ModifyAttack("wound", change="reroll", reroll="ones", attacks="melee", duration="battle")
    hounds = free(unit("Hounds", blade(), count=5), scent, phases=("charge",))
    battle = position(setup([hounds], [unit("Foe", blade())]), {0: row(20, 20, 5), 1: row(30, 22)}, "charge")
    assert answer(battle) == ch.Use("own", 0)
    assert not isinstance(answer(battle, "classic"), ch.Use), "the yardstick plays as it always has"


# ---- command points


def shot_at(ap: int) -> Battle:
    """Guns have declared their shots at soldiers who may take cover for a command point."""
    guns = unit("Guns", weapon("rifle", "10", strength=6, ap=ap, damage="2"), count=3)
    squad = replace(unit("Squad", blade(), count=10, wounds=2, save=3), points=300)
    what = setup([guns], [squad])
    down = ModifyAttack("save", change="cover", role="defending", attacks="ranged", duration="step")
    what = ploy(what, down, phases=("shooting",), turn="enemy", window="targeted", target="friend")
    places = {0: row(20, 12, 3), 1: row(30, 12, 10)}
    battle = position(what, places, armies=(Army(0, zone=0), Army(2, zone=1)))
    take(battle, ch.Shoot(0, (Shot("rifle", 1),)))
    return battle


@pytest.mark.parametrize(("ap", "used"), [(-2, True), (0, False)])
def test_cover_is_paid_for_only_where_it_changes_the_save(ap: int, used: bool) -> None:
    """Against a weapon that pierces nothing a good save is no better in cover."""
    battle = shot_at(ap)
    assert isinstance(answer(battle), ch.Use) == used


@pytest.mark.parametrize(("gap", "used"), [(5.0, True), (11.5, False)])
def test_a_charge_is_rolled_again_only_where_it_may_well_reach(gap: float, used: bool) -> None:
    what = setup([unit("Blades", blade(attacks="4"), count=3)], [unit("Foe", blade(), count=3)])
    what = ploy(what, RollAgain(), phases=("charge",), window="rolled", rolls=("charge",), target="friend")
    places = {0: row(20, 20, 3), 1: row(beside(20, gap), 20, 3)}
    battle = position(what, places, "charge", armies=(Army(1, zone=0), Army(0, zone=1)))
    take(battle, ch.Charge(0, (1,)), 1, 1)
    assert isinstance(answer(battle), ch.Use) == used


@pytest.mark.parametrize(("attacks", "used"), [("8", True), ("1", False)])
def test_a_strong_neighbour_meets_who_has_charged(attacks: str, used: bool) -> None:
    brutes = unit("Brutes", blade(attacks=attacks, strength=10, ap=-3, damage="2"), count=5, wounds=3)
    what = setup([unit("Chargers", blade(), count=10)], [unit("Guard", blade(), count=5), brutes])
    what = ploy(
        what, ChargeNow(), cost=2, phases=("charge",), turn="enemy", window="enemy charged", target="enemy", reach=6
    )
    places = {0: row(20, 15, 10), 1: row(beside(20, 3), 18, 5), 2: row(beside(20, 4), 26.5, 5)}
    battle = position(what, places, "charge", armies=(Army(0, zone=0), Army(3, zone=1)))
    take(battle, ch.Charge(0, (1,)), 6, 6)
    while (prompt := battle.ask()) is not None and prompt.side == 0:
        battle.answer(player("regular").choose(battle, prompt))
    choice = answer(battle)
    assert isinstance(choice, ch.Use) == used


# ---- passengers and guns


@pytest.mark.parametrize("foe", [34.0, 10.0])
def test_passengers_get_out_on_the_side_of_the_enemy(foe: float) -> None:
    wagon = unit("Wagon", blade(), wounds=10, keywords="vehicle, transport", rules="transport 10")
    fighters = unit("Fighters", blade(attacks="3", strength=6), count=5)
    what = setup([wagon, fighters], [unit("Prey", weapon("gun"), count=5)], objectives=((foe, 22.0),))
    battle = position(
        what,
        {0: row(22, 22), 2: row(foe, 20, 5)},
        "movement",
        round=2,
        units={0: {"moved": "moved"}, 1: {"deployed": False, "inside": 0}},
    )
    choice = answer(battle)
    assert isinstance(choice, ch.Disembark)
    middle = sum(x for x, _ in choice.places) / 5
    assert (middle > 22) == (foe > 22), choice.places


@pytest.mark.parametrize(("keywords", "shots"), [("", 2), ("one shot", 1)])
def test_a_gun_is_not_silent_because_another_should_do(keywords: str, shots: int) -> None:
    """The cannon is expected to destroy the last of them, and misses one time in three."""
    cannon = weapon("cannon", "3", skill=3, strength=10, ap=-4, damage="3")
    what = setup(
        [unit("Tank", cannon, weapon("spare", "2", keywords=keywords), keywords="vehicle", wounds=10)],
        [unit("Foe", blade())],
    )
    battle = position(what, {0: row(20, 22), 1: row(30, 22)})
    choice = answer(battle)
    assert isinstance(choice, ch.Shoot)
    assert len(choice.shots) == shots
