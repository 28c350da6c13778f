"""Transports: getting in, getting out, firing from the deck, and wrecks."""

from __future__ import annotations

from math import cos, dist, radians, sin
from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine import finding
from highground.engine.abilities.effects import Permit
from highground.engine.abilities.grants import TakePlaces
from highground.engine.abilities.model import Ability
from highground.engine.battle import Battle
from highground.engine.choices import (
    Advance,
    Arrive,
    ChooseZone,
    Deploy,
    Disembark,
    Embark,
    End,
    Move,
    Reserve,
    RollDice,
    Shoot,
)
from highground.engine.events import apply
from highground.engine.model import Terrain, UnitSheet
from highground.engine.prompts import EndPrompt, ShootPrompt
from highground.engine.state import Shot
from highground.engine.steps import transports
from tests.engine.field import beside, blade, join, one, only, position, refusal, row, rule, setup, take, unit, weapon
from tests.values import replace

HULL = 1.772
"""Inches: the radius of the 90 mm base."""


def convoy(phase: Any = "movement", inside: bool = True, **more: Any) -> Battle:
    """A hauler at (20, 22) with a squad of three inside, or beside it; a foe 15 inches to the right."""
    hauler = unit("Hauler", weapon("turret"), keywords="vehicle", movement=10, wounds=4, base_mm=90.0,
                  rules="transport 4, firing deck 2")  # fmt: skip
    blue = [hauler, unit("Squad", weapon("rifle"), blade(), count=3), unit("Crowd", blade(), count=5)]
    what = setup(blue, [unit("Foe", weapon("cannon", damage="9", strength=10), wounds=3)])
    places = {0: row(20, 22), 2: row(5, 5, 5), 3: row(beside(20, 15, HULL), 22)}
    units: dict[int, dict[str, Any]] = {1: {"inside": 0}} if inside else {}
    if not inside:
        places[1] = row(beside(20, 1, HULL), 20.5, 3)
    units.update(more.pop("units", {}))
    return position(what, places, phase, units=units, **more)


def test_a_unit_gets_out_wholly_within_three_inches() -> None:
    battle = convoy()
    far = beside(20, 3 - 2 * 0.63, HULL) + 0.01
    assert refusal(battle, Disembark(1, ((far, 22.0), (20.0, 25.0), (21.5, 25.0)))).code == "far-from-transport"
    event = one(ev.UnitDisembarked, take(battle, Disembark(1, ((20.0, 25.0), (21.5, 25.0), (18.5, 25.0)))))
    assert (event.transport, event.moved) == (0, False)
    squad = battle.state.units[1]
    assert (squad.inside, squad.deployed, squad.moved) == (None, True, "")
    assert refusal(battle, Disembark(1, row(20, 26, 3))).code == "not-inside"
    take(battle, Move(1, "move", ((20.0, 30.0), (21.5, 30.0), (18.5, 30.0))))
    assert refusal(battle, Embark(1, 0)).code == "not-moved", "not in the turn it got out"


def test_who_cannot_get_out_about_a_place_gets_out_as_near_to_it_as_there_is_room() -> None:
    battle = convoy()
    beyond = (32.0, 22.0)
    assert transports.exits(battle.scene, 1, beyond) is None
    places = finding.get_out_near(battle.scene, 1, beyond)
    assert places is not None
    assert min(x for x, _ in places) > 20, "on that side of the transport"
    take(battle, Disembark(1, places))
    here = finding.get_out_near(convoy().scene, 1, (20.0, 25.0))
    assert here == transports.exits(convoy().scene, 1, (20.0, 25.0))


def ferry(*places: TakePlaces, keywords: str = "infantry", leads: bool = False) -> Battle:
    """A ferry for six, a squad of three beside it that has moved, and its captain, who is heavy."""
    boat = unit("Ferry", keywords="vehicle", movement=10, wounds=4, base_mm=90.0, rules="transport 6")
    boat = replace(boat, abilities=(*boat.abilities, Ability("Hold", effects=places)))
    captain = replace(unit("Captain", blade(), keywords="infantry, heavy"), leads=("Squad",))
    what = setup([boat, unit("Squad", blade(), count=3, keywords=keywords), captain], [unit("Foe", blade())])
    spots = {0: row(20, 22), 1: row(beside(20, 1, HULL), 20.5, 3), 2: row(22.2, 25), 3: row(50, 22)}
    battle = position(what, spots, "movement", units={1: {"moved": "moved"}, 2: {"moved": "moved"}})
    if leads:
        join(battle, 2, 1)
    return battle


HEAVY, WINGED = TakePlaces("heavy", 2), TakePlaces("winged")


def test_some_passengers_take_more_places_than_others() -> None:
    for keywords, left in (("infantry", 3), ("infantry, heavy", 0)):
        battle = ferry(HEAVY, WINGED, keywords=keywords)
        take(battle, Embark(1, 0))
        assert transports.room(battle.scene, 0) == left
    refused = refusal(ferry(TakePlaces("heavy", 3), keywords="infantry, heavy"), Embark(1, 0))
    assert (refused.code, refused.measure) == ("no-room", "9 places needed, room for 6")


def test_a_leader_takes_the_places_of_its_own_kind() -> None:
    battle = ferry(HEAVY, leads=True)
    take(battle, Embark(1, 0))
    assert transports.room(battle.scene, 0) == 1
    assert refusal(ferry(TakePlaces("heavy"), leads=True), Embark(1, 0)).code == "no-passenger"


def test_some_passengers_are_not_taken_in_at_all() -> None:
    battle = ferry(HEAVY, WINGED, keywords="infantry, winged")
    assert refusal(battle, Embark(1, 0)).code == "no-passenger"
    assert transports.rides(battle.scene, 1) == ()
    assert 1 not in transports.able_to_board(battle.scene)
    assert refusal(ferry(keywords="vehicle"), Embark(1, 0)).code == "no-passenger"


def test_a_transport_of_the_enemy_takes_nobody_in() -> None:
    what = setup([unit("Squad", blade())], [unit("Ferry", keywords="vehicle", base_mm=90.0, rules="transport 6")])
    battle = position(
        what, {0: row(beside(20, 2.5, HULL), 22), 1: row(20, 22)}, "movement", units={0: {"moved": "moved"}}
    )
    assert refusal(battle, Embark(0, 1)).code == "no-transport"


@pytest.mark.parametrize("allowed", [True, False])
def test_some_transports_let_out_after_an_advance(*, allowed: bool) -> None:
    battle = convoy()
    ramp = Ability("Ramp", effects=(Permit("advance and disembark"),))
    army = battle.setup.armies[0]
    hauler = replace(army.units[0], abilities=(*army.units[0].abilities, *((ramp,) if allowed else ())))
    blue = replace(army, units=(hauler, *army.units[1:]))
    what = replace(battle.setup, armies=(blue, battle.setup.armies[1]))
    units: dict[int, dict[str, Any]] = {0: {"moved": "advanced"}, 1: {"inside": 0}}
    battle = position(what, {0: row(20, 22), 2: row(5, 5, 5), 3: row(45, 22)}, "movement", units=units)
    out = Disembark(1, ((20.0, 25.0), (21.5, 25.0), (18.5, 25.0)))
    if not allowed:
        assert refusal(battle, out).code == "transport-moved"
        return
    assert one(ev.UnitDisembarked, take(battle, out)).moved
    squad = battle.state.units[1]
    assert (squad.moved, squad.charge_tried) == ("moved", True)


def test_who_got_out_and_goes_no_farther_has_moved_all_the_same() -> None:
    battle = convoy()
    take(battle, Disembark(1, ((20.0, 25.0), (21.5, 25.0), (18.5, 25.0))))
    moved = one(ev.UnitMoved, take(battle, Move(1, "stationary")))
    assert (moved.how, moved.distance) == ("moved", 0.0)
    assert one(ev.UnitMoved, take(battle, Move(2, "stationary"))).how == "stationary"


def test_who_gets_out_after_a_move_has_moved() -> None:
    battle = convoy()
    take(battle, Move(0, "move", row(24, 22)))
    take(battle, Disembark(1, ((24.0, 25.0), (25.5, 25.0), (22.5, 25.0))))
    squad = battle.state.units[1]
    assert (squad.moved, squad.charge_tried) == ("moved", True)


def test_nobody_gets_out_after_an_advance() -> None:
    battle = convoy(units={1: {"inside": 0}, 0: {"moved": "advanced"}})
    assert refusal(battle, Disembark(1, row(20, 25, 3))).code == "transport-moved"


def test_a_unit_gets_in_after_its_move_if_there_is_room() -> None:
    battle = convoy(inside=False)
    assert refusal(battle, Embark(1, 0)).code == "not-moved"
    take(battle, Move(1, "stationary"))
    assert one(ev.UnitEmbarked, take(battle, Embark(1, 0))) == ev.UnitEmbarked(1, 0)
    assert (battle.state.units[1].inside, battle.state.units[1].on_table) == (0, False)
    take(battle, Move(2, "stationary"))
    refused = refusal(battle, Embark(2, 0))
    assert (refused.code, refused.measure) == ("no-room", "5 places needed, room for 1")
    assert refusal(battle, Embark(2, 3)).code == "no-transport"


def cornered(how: Any) -> Battle:
    """A squad beside its hauler and in engagement has held its position, or fallen back to the hauler's upper side."""
    battle = convoy(inside=False, units={3: {"places": row(beside(beside(20, 1, HULL), 0.5), 22)}})
    take(battle, Move(1, how, ((22.5, 24.5), (21.0, 25.0), (19.5, 25.0)) if how == "fall_back" else ()))
    return battle


def test_an_engaged_unit_falls_back_before_it_gets_in() -> None:
    battle = cornered("stationary")
    prompt = battle.ask()
    assert prompt is not None
    assert "embark" not in prompt.kinds
    assert transports.rides_beside(battle.scene, 1) == ()
    assert refusal(battle, Embark(1, 0)).code == "boards-engaged"
    away = cornered("fall_back")
    assert transports.rides_beside(away.scene, 1) == (0,)
    take(away, Embark(1, 0))


def landed() -> Battle:
    """A squad has arrived from reserve beside a hauler near the edge of the board."""
    battle = convoy(round=2, units={0: {"places": row(3, 10)}, 1: {"reserves": True}})
    take(battle, Arrive(1, ((1.0, 12.8), (2.5, 12.8), (4.0, 12.8))))
    return battle


def test_who_has_arrived_from_reserve_gets_in_from_the_next_turn_on() -> None:
    battle = landed()
    prompt = battle.ask()
    assert prompt is not None
    assert "embark" not in prompt.kinds
    assert refusal(battle, Embark(1, 0)).code == "just-arrived"
    battle.scene.rewind(apply(battle.state, ev.TurnBegan(3, 1, 0)))
    battle.scene.rewind(replace(battle.state, phase="movement"))
    take(battle, Move(1, "stationary"))
    take(battle, Embark(1, 0))


@pytest.mark.parametrize("how", ["stationary", "move"])
def test_who_has_got_in_stays_aboard_until_the_next_turn(how: Any) -> None:
    """Whether the transport moves on or not: otherwise its passengers would move twice."""
    battle = convoy(inside=False)
    take(battle, Move(1, "stationary"))
    take(battle, Embark(1, 0))
    x = 20 if how == "stationary" else 24
    take(battle, Move(0, how, row(x, 22) if how == "move" else ()))
    prompt = battle.ask()
    assert prompt is not None
    assert "disembark" not in prompt.kinds
    out = Disembark(1, ((x, 25.0), (x + 1.5, 25.0), (x - 1.5, 25.0)))
    assert refusal(battle, out).code == "already-moved"
    battle.scene.rewind(replace(convoy().state, units=(battle.state.units[0], *convoy().state.units[1:])))
    take(battle, out)


def test_a_shocked_passenger_recovers_as_its_command_phase_begins() -> None:
    """It is on nobody's table, and so is not tested, even below half strength."""
    inside = {"inside": 0, "shocked": True, "wounds": (1, 0, 0)}
    battle = convoy("command", time="beginning", units={1: inside})
    events = take(battle, Advance())
    assert only(ev.Rallied, events) == [ev.Rallied(1)]
    assert not only(ev.TestsCalled, events)
    assert not battle.state.units[1].shocked
    other = convoy("command", time="beginning", active=1, units={1: inside})
    take(other, Advance())
    assert other.state.units[1].shocked, "it is the enemy's command phase"


def test_a_unit_gets_in_from_within_three_inches_only() -> None:
    battle = convoy(inside=False, units={1: {"places": row(30, 20, 3)}})
    take(battle, Move(1, "stationary"))
    assert refusal(battle, Embark(1, 0)).code == "far-from-transport"


def test_nobody_gets_in_from_a_floor_above() -> None:
    mill = Terrain("Old Mill", ((26.0, 18.0), (34.0, 18.0), (34.0, 26.0), (26.0, 26.0)), height=9.0, floors=(2.0, 6.0))
    army = convoy().setup.armies[0]
    what = setup(army.units[:2], [unit("Foe", blade())], mill)
    for height, inside in [(2.0, True), (6.0, False)]:
        units: dict[int, dict[str, Any]] = {1: {"heights": (height,) * 3, "moved": "moved"}}
        places = {0: row(24.0, 22), 1: row(27.0, 20.7, 3, 1.3), 2: row(50, 22)}
        battle = position(what, places, "movement", units=units)
        if inside:
            take(battle, Embark(1, 0))
        else:
            assert refusal(battle, Embark(1, 0)).code == "far-from-transport"


def test_getting_out_counts_the_height_of_the_floor_on_which_the_transport_stands() -> None:
    mill = Terrain("Old Mill", ((25.0, 17.0), (35.0, 17.0), (35.0, 27.0), (25.0, 27.0)), height=9.0, floors=(1.0, 6.0))
    hauler = unit("Hauler", weapon("turret"), keywords="vehicle, fly", base_mm=90.0, rules="transport 6")
    what = setup([hauler, unit("Squad", weapon("rifle"), count=3)], [unit("Foe", blade())], mill)
    out = ((24.3, 20.9), (24.3, 22.2), (24.3, 23.5))
    for height, comes_out in [(1.0, True), (6.0, False)]:
        units: dict[int, dict[str, Any]] = {0: {"heights": (height,)}, 1: {"inside": 0}}
        battle = position(what, {0: row(27.0, 22), 2: row(50, 22)}, "movement", units=units)
        assert (finding.get_out_near(battle.scene, 1, (24.3, 22.0)) is not None) is comes_out
        if comes_out:
            take(battle, Disembark(1, out))
        else:
            assert refusal(battle, Disembark(1, out)).code == "far-from-transport"


def test_units_may_begin_the_battle_inside() -> None:
    battle = Battle(convoy().setup, 1)
    take(battle, RollDice(), 6, 1)
    take(battle, ChooseZone(0))
    assert refusal(battle, Embark(1, 0)).code == "not-on-table", "it is not set up yet"
    take(battle, Deploy(0, row(5, 22)))
    take(battle, Deploy(3, row(55, 22)))
    take(battle, Embark(1, 0))
    assert battle.state.units[1].inside == 0
    assert refusal(battle, Embark(1, 0)).code == "already-deployed"


def test_who_begins_inside_is_neither_set_up_nor_held_back_besides() -> None:
    what = convoy().setup
    foes = what.armies[1]
    battle = Battle(replace(what, armies=(what.armies[0], replace(foes, units=foes.units * 2))), 1)
    take(battle, RollDice(), 6, 1)
    take(battle, ChooseZone(0))
    take(battle, Deploy(0, row(5, 22)))
    take(battle, Deploy(3, row(55, 22)))
    take(battle, Embark(1, 0))
    take(battle, Deploy(4, row(55, 30)))
    for choice in (Deploy(1, row(5, 10, 3)), Reserve(1)):
        assert refusal(battle, choice).code == "already-deployed"


def test_passengers_fire_from_the_deck() -> None:
    """The turret, and as many rifles as there are places on deck."""
    battle = convoy("shooting")
    declared = one(ev.ShotsDeclared, take(battle, Shoot(0, (Shot("turret", 3), Shot("rifle", 3)))))
    assert [(volley.weapon, volley.sequence.attack.weapons) for volley in declared.volleys] == [
        ("turret", 1),
        ("rifle", 2),
    ]


def test_passengers_fire_the_same_weapon_as_the_transport() -> None:
    rifle = weapon("rifle", "2")
    hauler = unit("Hauler", rifle, keywords="vehicle", wounds=6, base_mm=90.0, rules="transport 6, firing deck 2")
    what = setup([hauler, unit("Squad", rifle, count=3)], [unit("Foe", blade(), count=3)])
    battle = position(what, {0: row(20, 22), 2: row(35, 22, 3)}, units={1: {"inside": 0}})
    declared = one(ev.ShotsDeclared, take(battle, Shoot(0, (Shot("rifle", 2),))))
    assert [volley.sequence.attack.weapons for volley in declared.volleys] == [3]


@pytest.mark.parametrize("inside", [True, False])
def test_a_transport_without_a_gun_of_its_own_shoots_from_its_deck(*, inside: bool) -> None:
    hauler = unit("Hauler", keywords="vehicle", wounds=6, base_mm=90.0, rules="transport 6, firing deck 2")
    what = setup([hauler, unit("Squad", weapon("rifle"), count=3)], [unit("Foe", blade(), count=3)])
    places = {0: row(20, 22), 2: row(35, 22, 3)}
    battle = position(what, places, units={1: {"inside": 0 if inside else None}})
    assert battle.ask() == (ShootPrompt(0, ("shoot", "end"), (0,)) if inside else EndPrompt(0, ("end",)))


def test_a_hazardous_weapon_is_the_transports_and_one_that_shoots_once_is_not_fired_from_the_deck() -> None:
    hauler = unit("Hauler", weapon("turret"), keywords="vehicle", wounds=6, base_mm=90.0,
                  rules="transport 6, firing deck 2")  # fmt: skip
    squad = unit("Squad", weapon("plasma", keywords="hazardous"), weapon("missile", "6", keywords="one shot"), count=3)
    what = setup([hauler, squad], [unit("Foe", blade(), count=3)])
    battle = position(what, {0: row(20, 22), 2: row(35, 22, 3)}, units={1: {"inside": 0}})
    assert refusal(battle, Shoot(0, (Shot("missile", 2),))).code == "no-such-weapon"
    take(battle, Shoot(0, (Shot("plasma", 2),)))
    hazard = one(ev.CauseRolled, take(battle, RollDice(), 1, 1, 1, 6))
    assert (hazard.unit, hazard.dice) == (0, (1, 6))
    assert (battle.state.units[0].wounds, battle.state.units[1].wounds) == ((3,), (1, 1, 1))


def test_who_fired_from_the_deck_does_not_shoot_again_out_of_the_wreck() -> None:
    """Unlike passengers whose weapons were not fired."""
    hauler = unit("Hauler", weapon("turret", keywords="hazardous"), keywords="vehicle", wounds=3, base_mm=90.0,
                  rules="transport 6, firing deck 2")  # fmt: skip
    blue = [hauler, unit("Squad", weapon("rifle"), count=2), unit("Others", weapon("sling", strength=2), count=2)]
    what = setup(blue, [unit("Foe", blade(), count=3, wounds=9)])
    inside: dict[int, dict[str, Any]] = {1: {"inside": 0}, 2: {"inside": 0}}
    battle = position(what, {0: row(20, 22), 3: row(35, 22, 3)}, units=inside)
    take(battle, Shoot(0, (Shot("turret", 3), Shot("rifle", 3))))
    assert len(only(ev.UnitDisembarked, take(battle, RollDice(), 1, 1, 1, 1, 6, 6, 6, 6))) == 2
    assert battle.ask() == ShootPrompt(0, ("shoot", "end"), (2,))
    assert refusal(battle, Shoot(1, (Shot("rifle", 3),))).code == "already-shot"
    take(battle, Shoot(2, (Shot("sling", 3),)))


def test_passengers_themselves_do_nothing() -> None:
    battle = convoy("shooting")
    assert refusal(battle, Shoot(1)).code == "not-on-table"
    moving = convoy()
    take(moving, Move(0, "stationary"))
    take(moving, Move(2, "stationary"))
    take(moving, End())


def test_a_wreck_shocks_its_passengers() -> None:
    """A die for each inside: on a 1 a mortal wound."""
    battle = convoy("shooting", active=1)
    take(battle, Shoot(3, (Shot("cannon", 0),)))
    events = take(battle, RollDice(), 3, 6, 1, 2, 1, 5)
    out = one(ev.UnitDisembarked, events)
    assert (out.unit, out.wrecked) == (1, True)
    assert one(ev.CauseRolled, events).dice == (2, 1, 5)
    squad = battle.state.units[1]
    assert (squad.inside, squad.deployed, squad.shocked) == (None, True, True)
    assert sum(squad.wounds) == 2
    assert [event.unit for event in only(ev.UnitDestroyed, events)] == [0]


def surrounded(far: float, squad: UnitSheet, *more: UnitSheet) -> Battle:
    """A squad in a hauler about which enemies on 102 mm stand, six of them with their middles `far` inches away."""
    hauler = unit("Hauler", weapon("turret"), keywords="vehicle", movement=10, wounds=4, base_mm=90.0,
                  rules="transport 4")  # fmt: skip
    wall = unit("Wall", weapon("cannon", strength=9, ap=-3, damage="6"), count=12, base_mm=101.6, keywords="vehicle")
    ring = [(far, 60 * k) for k in range(6)] + [(8.0, 60 * k + 30) for k in range(6)]
    around = tuple([(30 + inches * cos(radians(turn)), 22 + inches * sin(radians(turn))) for inches, turn in ring])
    places = {0: row(30, 22), 2 + len(more): around}
    return position(setup([hauler, squad, *more], [wall]), places, "shooting", active=1, units={1: {"inside": 0}})


def test_as_many_as_find_room_get_out_of_a_wreck() -> None:
    """Those first who would take wounds last; a die for each who got out."""
    battle = surrounded(4.3, unit("Squad", blade(), count=3))
    take(battle, Shoot(2, (Shot("cannon", 0, (0,)),)))
    events = take(battle, RollDice(), 5, 6, 4, 3)
    assert one(ev.MiniaturesRemoved, events) == ev.MiniaturesRemoved(1, (2,))
    assert one(ev.CauseRolled, events).dice == (4, 3)
    assert one(ev.UnitDisembarked, events).unit == 1
    squad = battle.state.units[1]
    assert (squad.wounds, squad.on_table) == ((1, 1, 0), True)
    assert [event.unit for event in only(ev.UnitDestroyed, events)] == [0]
    assert dist(*squad.places[:2]) > 2 * 0.63 - 0.01
    assert not battle.scene.engaged(1)


@pytest.mark.parametrize("face", [1, 4])
def test_a_leader_who_alone_finds_room_leaves_its_unit_in_the_wreck(face: int) -> None:
    """The wound of its die is the leader's then."""
    captain = unit("Captain", blade(), keywords="infantry, character", wounds=2)
    battle = surrounded(4.01, unit("Squad", blade(), count=3), captain)
    join(battle, 2, 1)
    take(battle, Shoot(3, (Shot("cannon", 0, (0,)),)))
    events = take(battle, RollDice(), 5, 6, face)
    assert one(ev.MiniaturesRemoved, events).miniatures == (0, 1, 2)
    assert one(ev.LeaderLeft, events) == ev.LeaderLeft(2, 1)
    assert [event.unit for event in only(ev.UnitDestroyed, events)] == [1, 0]
    squad, alone = battle.state.units[1:3]
    assert not squad.alive
    assert (alone.wounds, alone.on_table, alone.joined) == ((1 if face == 1 else 2,), True, None)


def test_who_is_aboard_a_transport_that_never_comes_is_lost_with_it() -> None:
    battle = convoy(
        "combat", round=3, active=1, time="end", units={0: {"reserves": True, "deployed": False}, 1: {"inside": 0}}
    )
    events = take(battle, Advance())
    assert [event.unit for event in only(ev.UnitDestroyed, events)] == [1, 0]
    assert [each.alive for each in battle.state.units[:3]] == [False, False, True]


def test_nobody_gets_out_of_a_wreck_where_there_is_no_room() -> None:
    battle = surrounded(4.01, unit("Squad", blade(), count=3, base_mm=60.0))
    take(battle, Shoot(2, (Shot("cannon", 0, (0,)),)))
    events = take(battle, RollDice(), 5, 6)
    assert one(ev.MiniaturesRemoved, events) == ev.MiniaturesRemoved(1, (0, 1, 2))
    assert not only(ev.CauseRolled, events)
    assert [event.unit for event in only(ev.UnitDestroyed, events)] == [1, 0]


def test_a_transports_demise_spares_its_passengers() -> None:
    """It is rolled before they get out."""
    army = convoy().setup.armies[0]
    hauler = replace(army.units[0], abilities=(*army.units[0].abilities, rule("deadly demise 2")))
    near = unit("Near", blade(), count=3)
    blue = replace(army, units=(hauler, army.units[1], near))
    places = {0: row(20, 22), 2: row(20, 26, 3), 3: row(beside(20, 15, HULL), 22)}
    what = replace(convoy().setup, armies=(blue, convoy().setup.armies[1]))
    battle = position(what, places, "shooting", active=1, units={1: {"inside": 0}})
    take(battle, Shoot(3, (Shot("cannon", 0),)))
    events = take(battle, RollDice(), 3, 6, 1, 6, 2, 3, 5)
    assert [(each.unit, each.cause) for each in only(ev.CauseRolled, events)] == [(0, "deadly demise"), (1, "wreck")]
    assert [(each.unit, each.cause) for each in only(ev.WoundsLost, events)] == [(2, "deadly demise")]
    assert [sum(each.wounds) for each in battle.state.units[:3]] == [0, 3, 1]
