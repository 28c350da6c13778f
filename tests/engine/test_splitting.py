"""A miniature's equal weapons at several targets, and the attacks of a melee weapon among those it reaches."""

from __future__ import annotations

import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import Fight, Place, RollDice, Shoot, Strike
from highground.engine.model import Carried, Weapon
from highground.engine.state import Shot
from tests.engine.field import beside, blade, fight, one, position, refusal, row, setup, take, unit, weapon


def gunship(*arms: Weapon | Carried) -> Battle:
    """A vehicle at (20, 22) with two enemies in range, units 1 and 2."""
    ship = unit("Ship", *arms, keywords="vehicle", wounds=10)
    what = setup([ship], [unit("A", blade(), wounds=3), unit("B", blade(), wounds=3)])
    return position(what, {0: row(20, 22), 1: row(32, 16), 2: row(32, 28)})


def shared(battle: Battle, *shots: Shot) -> list[tuple[str, int, int]]:
    """Weapon, target and number of weapons of each volley that the shots make."""
    declared = one(ev.ShotsDeclared, battle.clone().answer(Shoot(0, shots)))
    return [(each.weapon, each.target, each.sequence.attack.weapons) for each in declared.volleys]


LANCES = Carried(weapon("lance", "1", strength=9, ap=-3, damage="3"), 3)


@pytest.mark.parametrize(
    ("shots", "found"),
    [
        ((Shot("lance", 1),), [("lance", 1, 3)]),
        ((Shot("lance", 1, share=1), Shot("lance", 2)), [("lance", 1, 1), ("lance", 2, 2)]),
        ((Shot("lance", 1, share=2), Shot("lance", 2, share=1)), [("lance", 1, 2), ("lance", 2, 1)]),
        ((Shot("lance", 1, share=1),), [("lance", 1, 1)]),
        ((Shot("lance", 1, share=1), Shot("lance", 2, share=1)), [("lance", 1, 1), ("lance", 2, 1)]),
    ],
)
def test_equal_weapons_are_shared_out(shots: tuple[Shot, ...], found: list[tuple[str, int, int]]) -> None:
    assert shared(gunship(LANCES), *shots) == found


@pytest.mark.parametrize(
    "shots",
    [
        (Shot("lance", 1, share=4),),
        (Shot("lance", 1, share=2), Shot("lance", 2, share=2)),
        (Shot("lance", 1), Shot("lance", 2, share=1)),
        (Shot("lance", 1, share=3), Shot("lance", 2)),
        (Shot("lance", 1, share=-1),),
    ],
)
def test_nobody_shoots_with_more_than_it_carries(shots: tuple[Shot, ...]) -> None:
    assert refusal(gunship(LANCES), Shoot(0, shots)).code == "used-twice"


def test_each_share_is_rolled_at_its_own_target() -> None:
    battle = gunship(LANCES)
    take(battle, Shoot(0, (Shot("lance", 1, share=1), Shot("lance", 2))))
    # One at A: hits, wounds, no save. Two at B: one hits, wounds.
    events = take(battle, RollDice(), 3, 2, 3, 1, 2)
    made = [event for event in events if isinstance(event, ev.AttacksMade)]
    assert [(event.target, event.slain) for event in made] == [(1, (0,)), (2, (0,))]


def test_modes_of_several_weapons_may_differ() -> None:
    """Two launchers: one of them fires the one way, the other the other."""
    frag = Carried(weapon("frag", "1", mode="launcher"), 2)
    krak = Carried(weapon("krak", "1", mode="launcher"), 2)
    battle = gunship(frag, krak)
    assert shared(battle, Shot("frag", 1, share=1), Shot("krak", 2)) == [("frag", 1, 1), ("krak", 2, 1)]
    assert refusal(battle, Shoot(0, (Shot("frag", 1), Shot("krak", 2)))).code == "used-twice"


def test_each_hazardous_weapon_that_shot_is_rolled_for() -> None:
    battle = gunship(Carried(weapon("plasma", "1", keywords="hazardous"), 2))
    take(battle, Shoot(0, (Shot("plasma", 1, share=1), Shot("plasma", 2, share=1))))
    events = take(battle, RollDice(), 1, 1, 5, 6)
    assert one(ev.CauseRolled, events).dice == (5, 6)


def test_a_share_of_a_squad_is_of_each_that_carries_it() -> None:
    squad = unit("Squad", Carried(weapon("pistol"), 2), count=3)
    what = setup([squad], [unit("A", blade(), wounds=3), unit("B", blade(), wounds=3)])
    battle = position(what, {0: row(20, 20, 3), 1: row(32, 16), 2: row(32, 28)})
    assert shared(battle, Shot("pistol", 1, share=1), Shot("pistol", 2)) == [("pistol", 1, 3), ("pistol", 2, 3)]
    found = shared(battle, Shot("pistol", 1, (0,)), Shot("pistol", 2, (1, 2), share=1))
    assert found == [("pistol", 1, 2), ("pistol", 2, 2)]


def between(*arms: Weapon | Carried, count: int = 1) -> Battle:
    """A champion between two enemies, units 1 and 2, about to strike."""
    what = setup([unit("Champion", *arms, count=count)], [unit("A", blade(), wounds=3), unit("B", blade(), wounds=3)])
    places = {0: row(20, 22), 1: row(beside(20, 0.5), 22), 2: row(round(40 - beside(20, 0.5), 3), 22)}
    battle = fight(position(what, places, "combat", units={0: {"charged": True, "charge_tried": True}}))
    take(battle, Fight(0))
    take(battle, Place(places[0]))
    return battle


SWORD = blade("sword", attacks="5")


@pytest.mark.parametrize(
    ("shots", "found"),
    [
        ((Shot("sword", 1),), [(1, 5)]),
        ((Shot("sword", 1, share=2), Shot("sword", 2)), [(1, 2), (2, 3)]),
        ((Shot("sword", 1, share=4), Shot("sword", 2, share=1)), [(1, 4), (2, 1)]),
        ((Shot("sword", 2, share=5),), [(2, 5)]),
    ],
)
def test_the_attacks_of_a_weapon_are_shared_out(shots: tuple[Shot, ...], found: list[tuple[int, int]]) -> None:
    declared = one(ev.StrikesDeclared, take(between(SWORD), Strike(shots)))
    assert [(each.target, each.sequence.attack.attack_range[1]) for each in declared.volleys] == found


@pytest.mark.parametrize(
    ("shots", "code"),
    [
        ((Shot("sword", 1, share=6),), "used-twice"),
        ((Shot("sword", 1, share=3), Shot("sword", 2, share=3)), "used-twice"),
        ((Shot("sword", 1), Shot("sword", 2)), "used-twice"),
        ((Shot("sword", 1, share=5), Shot("sword", 2)), "used-twice"),
        ((Shot("sword", 1, share=2), Shot("axe", 2)), "one-weapon"),
    ],
)
def test_no_more_attacks_than_the_weapon_has(shots: tuple[Shot, ...], code: str) -> None:
    assert refusal(between(SWORD, blade("axe")), Strike(shots)).code == code


def test_shared_attacks_are_rolled_at_their_own_targets() -> None:
    battle = between(blade("sword", attacks="3", damage="3"))
    take(battle, Strike((Shot("sword", 1, share=1), Shot("sword", 2))))
    # One at A: hits, wounds, save fails. Two at B: both hit, one wounds, the save holds.
    events = take(battle, RollDice(), 3, 4, 1, 3, 3, 4, 1, 4)
    made = [event for event in events if isinstance(event, ev.AttacksMade)]
    assert [(event.target, event.slain) for event in made] == [(1, (0,)), (2, ())]


def test_attacks_that_are_rolled_go_to_one_target() -> None:
    battle = between(blade("axe", attacks="D6"))
    assert refusal(battle, Strike((Shot("axe", 1, share=1), Shot("axe", 2)))).code == "rolled-attacks"
    assert one(ev.StrikesDeclared, take(battle, Strike((Shot("axe", 1),)))).volleys[0].share == 0


def test_extra_attacks_are_shared_out_by_themselves() -> None:
    battle = between(SWORD, blade("tail", attacks="2", keywords="extra attacks"))
    shots = (Shot("sword", 1), Shot("tail", 1, share=1), Shot("tail", 2))
    declared = one(ev.StrikesDeclared, take(battle, Strike(shots)))
    found = [(each.weapon, each.target, each.sequence.attack.attack_range[1]) for each in declared.volleys]
    assert found == [("sword", 1, 5), ("tail", 1, 1), ("tail", 2, 1)]


def test_a_hazardous_weapon_that_was_shared_is_rolled_for_once() -> None:
    battle = between(blade("maul", attacks="2", keywords="hazardous"))
    take(battle, Strike((Shot("maul", 1, share=1), Shot("maul", 2))))
    assert one(ev.CauseRolled, take(battle, RollDice(), 1, 1, 4)).dice == (4,)
