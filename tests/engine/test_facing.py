"""Units on long bases in a battle: how they face when they are set up, what a turn costs, what is measured then."""

from __future__ import annotations

import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import Charge, ChooseZone, Deploy, Move, Place, RollDice
from highground.engine.log import dump, load, log_of, replay
from highground.engine.model import MiniatureSheet, UnitSheet
from tests.engine.field import blade, join, miniatures, mixed, one, position, refusal, row, setup, take, unit, weapon
from tests.values import replace

HALF = 2.264
"""Inches from the middle of a tank to its front."""
SIDE = 1.575


def on_hull(group: MiniatureSheet) -> MiniatureSheet:
    return replace(group, base_mm=80.0, length_mm=115.0, rectangular=True)


def tank(name: str = "Tank", keywords: str = "vehicle", count: int = 1) -> UnitSheet:
    return mixed(name, on_hull(miniatures(name, count, weapon("gun"), blade(), movement=10)), keywords=keywords)


def on_hulls(places: dict[int, tuple[tuple[float, float], ...]], phase: str = "movement", **fields: object) -> Battle:
    what = setup([tank()], [unit("Foe", weapon("gun"), blade(), count=len(places[1]))])
    return position(what, places, phase, units={0: fields})  # type: ignore[arg-type]


def deploying() -> Battle:
    """Two tanks to be set up, blue's in the west first."""
    battle = Battle(setup([tank()], [tank("Enemy")]), 1)
    take(battle, RollDice(), 6, 1)
    take(battle, ChooseZone(0))
    return battle


def test_a_turn_costs_a_vehicle_two_inches_of_its_move() -> None:
    battle = on_hulls({0: row(20, 22), 1: row(50, 22)})
    refused = refusal(battle, Move(0, "move", row(28.001, 22), facings=(90,)))
    assert (refused.code, refused.measure) == ("too-far-turning", "10.001 of 10 inches")
    moved = one(ev.UnitMoved, take(battle, Move(0, "move", row(28, 22), facings=(90,))))
    assert (moved.distance, moved.facings) == (8.0, (90,))
    assert battle.state.units[0].facings == (90,)


def test_who_does_not_turn_pays_nothing_and_still_faces_as_it_did() -> None:
    battle = on_hulls({0: row(20, 22), 1: row(50, 22)}, facings=(90,))
    moved = one(ev.UnitMoved, take(battle, Move(0, "move", row(30, 22), facings=(90,))))
    assert moved.facings == (90,)
    battle = on_hulls({0: row(20, 22), 1: row(50, 22)}, facings=(90,))
    assert one(ev.UnitMoved, take(battle, Move(0, "move", row(30, 22)))).facings == (90,)
    battle = on_hulls({0: row(20, 22), 1: row(50, 22)}, facings=(90,))
    assert one(ev.UnitMoved, take(battle, Move(0, "stationary"))).facings == (90,)


def test_who_only_turns_has_moved() -> None:
    battle = on_hulls({0: row(20, 22), 1: row(50, 22)})
    moved = one(ev.UnitMoved, take(battle, Move(0, "move", row(20, 22), facings=(45,))))
    assert (moved.how, moved.distance, battle.state.units[0].facings) == ("moved", 0.0, (45,))


def test_riders_pay_an_inch_and_a_round_base_nothing() -> None:
    riders = mixed("Riders", replace(miniatures("Rider", 1, blade(), movement=10), base_mm=42.0, length_mm=75.0))
    what = setup([riders, unit("Runner", blade())], [unit("Foe", blade())])
    battle = position(what, {0: row(20, 10), 1: row(20, 30), 2: row(50, 22)}, "movement")
    assert refusal(battle, Move(0, "move", row(29.5, 10), facings=(10,))).measure == "10.5 of 10 inches"
    assert one(ev.UnitMoved, take(battle, Move(0, "move", row(29, 10), facings=(10,)))).facings == (10,)
    moved = one(ev.UnitMoved, take(battle, Move(1, "move", row(26, 30), facings=(10,))))
    assert (moved.distance, moved.facings) == (6.0, ())


def test_what_is_set_up_faces_the_enemy() -> None:
    battle = deploying()
    deployed = one(ev.UnitDeployed, take(battle, Deploy(0, row(5, 22))))
    assert deployed.facings == ()
    deployed = one(ev.UnitDeployed, take(battle, Deploy(1, row(55, 22))))
    assert deployed.facings == (180,)


def test_a_base_is_set_up_wholly_in_its_zone_as_it_faces() -> None:
    battle = deploying()
    edge = max(x for x, _ in battle.setup.layout.zones[0].coordinates)
    place = row(edge - 1.6, 22)
    assert refusal(battle, Deploy(0, place)).code == "outside-zone"
    assert one(ev.UnitDeployed, take(battle, Deploy(0, place, facings=(90,)))).facings == (90,)


def test_engagement_is_from_the_end_that_is_nearer() -> None:
    foe = row(20.0 + HALF + 1.0 + 0.63, 22)
    assert on_hulls({0: row(20, 22), 1: foe}).scene.engaged(0)
    assert not on_hulls({0: row(20, 22), 1: foe}, facings=(90,)).scene.engaged(0)
    assert on_hulls({0: row(20, 22), 1: foe}).scene.gap(0, 1) == pytest.approx(1.0, abs=1e-3)
    assert on_hulls({0: row(20, 22), 1: foe}, facings=(90,)).scene.gap(0, 1) == pytest.approx(
        HALF - SIDE + 1.0, abs=1e-3
    )


def test_what_is_measured_is_forgotten_when_a_unit_turns() -> None:
    battle = on_hulls({0: row(20, 22), 1: row(30, 22)})
    scene = battle.scene
    before = scene.gap(0, 1), scene.lane(0, 1).gaps, scene.lane(1, 0).gaps
    take(battle, Move(0, "move", row(20, 22), facings=(90,)))
    after = scene.gap(0, 1), scene.lane(0, 1).gaps, scene.lane(1, 0).gaps
    assert after[0] == pytest.approx(before[0] + HALF - SIDE, abs=1e-3)
    assert after[1:] != before[1:]


@pytest.mark.parametrize("turned", [0, 30, 90])
def test_a_charge_of_a_tank_ends_in_contact_facing_as_it_did(turned: int) -> None:
    battle = on_hulls({0: row(20, 22), 1: row(28, 22, 2)}, "charge", facings=(turned,) if turned else ())
    take(battle, Charge(0, (1,)), 6, 5)
    moved = one(ev.ChargeMoved, take(battle, Place()))
    assert moved.facings == ((turned,) if turned else ())
    assert battle.scene.gap(0, 1) <= 0.01


def test_the_log_of_a_battle_with_turns_is_played_again() -> None:
    battle = deploying()
    take(battle, Deploy(0, row(5, 22), facings=(30,)))
    take(battle, Deploy(1, row(55, 22), facings=(200,)))
    again = replay(load(dump(log_of(battle))))
    assert [unit.facings for unit in again.state.units] == [(30,), (200,)]
    assert again.digest() == battle.digest()


def test_a_leader_faces_as_it_did_when_it_joins_a_unit_and_when_it_stands_alone_again() -> None:
    riders, lord = tank("Riders", count=2), replace(tank("Lord"), leads=("Riders",))
    places = {0: row(20, 22, 2, 6), 1: row(20, 30), 2: row(50, 22)}
    battle = position(setup([riders, lord], [unit("Foe", blade())]), places, units={1: {"facings": (90,)}})
    join(battle, 1, 0)
    assert battle.state.units[0].facings == (0, 0, 90)
    assert [base.facing for base in battle.scene.figures(0).bases] == [0, 0, 90]
    apart = ev.LeaderLeft(1, 0).apply(battle.state)
    assert [unit.facings for unit in apart.units[:2]] == [(), (90,)]
