"""What abilities let units pass, and shoot at or be shot at, that others may not; and charges that they change."""

from __future__ import annotations

import pytest

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import AddToChargesAt
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Permission
from highground.engine.abilities.effects import AddToCharge, Permit
from highground.engine.abilities.model import Ability
from highground.engine.battle import Battle
from highground.engine.model import Terrain, UnitSheet
from highground.engine.state import Shot
from highground.engine.steps import charge
from tests.engine.field import beside, blade, one, position, refusal, row, setup, take, unit, weapon
from tests.values import replace

WALL = Terrain("Wall", ((24.0, 18.0), (26.0, 18.0), (26.0, 26.0), (24.0, 26.0)), walls=(((25.0, 10.0), (25.0, 34.0)),))


def with_(sheet: UnitSheet, *effects: AnyEffect) -> UnitSheet:
    return replace(sheet, abilities=(*sheet.abilities, Ability("Knack", uid="knack", effects=effects)))


def crossing(what: Permission | None, other: UnitSheet, own: bool = False, *terrain: Terrain) -> str | None:
    """Why a tank cannot drive straight on past another unit that stands in its way, if it cannot."""
    tank = unit("Tank", weapon("gun"), keywords="vehicle", movement=10)
    tank = with_(tank, Permit(what)) if what else tank
    blue, red = ([tank, other], [unit("Foe", blade())]) if own else ([tank], [other])
    places = {0: row(20, 22), 1: row(24.5, 22)} | ({2: row(50, 40)} if own else {})
    battle = position(setup(blue, red, *terrain), places, "movement")
    move = ch.Move(0, "move", row(29.0, 22))
    if battle.allows(move):
        return None if not one(ev.UnitMoved, battle.answer(move)).ways else "round"
    return refusal(battle, move).code


TITAN = unit("Titan", blade(), keywords="vehicle, titanic")
CART = unit("Cart", blade(), keywords="vehicle")


@pytest.mark.parametrize(
    ("what", "other", "own", "free"),
    [
        (None, CART, False, False),
        ("pass over smaller models", CART, False, True),
        ("pass over smaller models", TITAN, False, False),
        ("pass over smaller models", CART, True, True),
        ("pass over smaller models", TITAN, True, False),
        ("pass over models", TITAN, False, True),
        ("pass over friends", TITAN, True, True),
        ("pass over friends", CART, False, False),
        (None, CART, True, False),
    ],
)
def test_who_is_in_nobodys_way(what: Permission | None, other: UnitSheet, own: bool, free: bool) -> None:
    assert (crossing(what, other, own) is None) is free


@pytest.mark.parametrize(
    ("what", "phase", "through"),
    [
        (None, "movement", False),
        ("pass through walls", "movement", True),
        ("charge through walls", "movement", True),
    ],
)
def test_walls_may_be_passed(what: Permission | None, phase: str, through: bool) -> None:
    tank = unit("Tank", weapon("gun"), keywords="vehicle", movement=10)
    tank = with_(tank, Permit(what)) if what else tank
    battle = position(setup([tank], [unit("Foe", blade())], WALL), {0: row(20, 22), 1: row(50, 40)}, phase)  # type: ignore[arg-type]
    assert battle.allows(ch.Move(0, "move", row(29.0, 22))) is through


@pytest.mark.parametrize(("what", "reaches"), [("pass through walls", False), ("charge through walls", True)])
def test_only_some_charge_through_walls(what: Permission, reaches: bool) -> None:
    tank = with_(unit("Tank", blade(), keywords="vehicle"), Permit(what))
    battle = position(setup([tank], [unit("Foe", blade())], WALL), {0: row(22, 22), 1: row(28, 22)}, "charge")
    assert one(ev.ChargeRolled, take(battle, ch.Charge(0, (1,)), 3, 3)).success is reaches


def hits_on(*effects: AnyEffect, more: bool = False) -> int:
    """The hit roll that an engaged tank needs against who is engaged with it, or against another that friends fight."""
    tank = with_(unit("Tank", weapon("gun", skill=3), keywords="vehicle"), *effects)
    blue, red = [tank, unit("Guard", blade())], [unit("Foe", blade(), keywords="monster")]
    places = {0: row(20, 22), 2: row(beside(20, 0.5), 22), 1: row(beside(20, 0.5), 23.5) if more else row(5, 5)}
    battle = position(setup(blue, red), places)
    declared = one(ev.ShotsDeclared, battle.answer(ch.Shoot(0, (Shot("gun", 2),))))
    return declared.volleys[0].sequence.attack.hit.needed


def test_an_engagement_of_its_own_does_not_make_shots_worse() -> None:
    """That of a friend with the target still does."""
    assert hits_on() == 4
    assert hits_on(Permit("shoot while engaged")) == 3
    assert hits_on(Permit("shoot while engaged"), more=True) == 4


def test_blasts_may_target_an_enemy_engaged_with_the_firer_alone() -> None:
    mortar = weapon("mortar", keywords="blast")
    able = (Permit("blast while engaged"),)
    cases: list[tuple[tuple[AnyEffect, ...], bool, bool]] = [
        ((), False, False),
        (able, False, True),
        (able, True, False),
    ]
    for effects, crowded, allowed in cases:
        tank = with_(unit("Tank", mortar, keywords="vehicle"), *effects)
        what = setup([tank, unit("Guard", blade())], [unit("Foe", blade(), keywords="monster")])
        near = row(beside(20, 0.5), 23.5) if crowded else row(5, 5)
        battle = position(what, {0: row(20, 22), 2: row(beside(20, 0.5), 22), 1: near})
        assert battle.allows(ch.Shoot(0, (Shot("mortar", 2),))) is allowed


def charging(mine: tuple[AnyEffect, ...], theirs: tuple[AnyEffect, ...], words: str = "infantry") -> Battle:
    what = setup([with_(unit("Hound", blade()), *mine)], [with_(unit("Foe", blade(), keywords=words), *theirs)])
    return position(what, {0: row(20, 22), 1: row(beside(20, 6.0), 22)}, "charge")


def test_charges_at_a_unit_may_be_harder() -> None:
    """Five inches of way to engagement: seven less two are just enough, six are not."""
    for faces, reaches in (((4, 3), True), ((3, 3), False)):
        battle = charging((), (AddToChargesAt(-2),))
        assert one(ev.ChargeRolled, take(battle, ch.Charge(0, (1,)), *faces)).success is reaches


def test_what_a_charge_gets_may_depend_on_its_target() -> None:
    keen = AddToCharge(2, conditions=(Condition("target keyword", name="monster"),))
    for words, more in (("monster", 2), ("infantry", 0)):
        battle = charging((keen,), (), words)
        assert charge.bonus(battle.scene, 0, (1,)) == more


def test_equal_ones_of_several_targets_count_once() -> None:
    wall = with_(unit("Foe", blade()), AddToChargesAt(-2))
    battle = position(
        setup([unit("Hound", blade())], [wall, replace(wall, name="Other", uid="other")]),
        {0: row(20, 22), 1: row(24, 22), 2: row(24, 24)},
        "charge",
    )
    assert charge.bonus(battle.scene, 0, (1, 2)) == -2


def test_who_breaks_out_safely_takes_no_tests() -> None:
    cases: list[tuple[tuple[AnyEffect, ...], tuple[int, ...]]] = [((), (1,)), ((Permit("break out safely"),), ())]
    for effects, rolls in cases:
        sheet = with_(unit("Hound", blade(), wounds=3), *effects)
        what = setup([sheet], [unit("Foe", blade())])
        battle = position(what, {0: row(20, 22), 1: row(beside(20, 0.5), 22)}, "movement", units={0: {"shocked": True}})
        take(battle, ch.Move(0, "fall_back", row(15, 22)), *rolls)
