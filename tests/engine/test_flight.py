"""Aircraft: reserve at first, then straight ahead and at least so far, a turn, or off the table again."""

from __future__ import annotations

import pytest

from highground.ai.levels import CLASSIC
from highground.ai.player import AiPlayer
from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import Arrive, ChooseZone, Deploy, End, Fight, Move, Place, Reserve, RollDice, Strike
from highground.engine.listing import options
from highground.engine.log import dump, load, log_of, replay
from highground.engine.model import UnitSheet
from highground.engine.prompts import PlacePrompt, Prompt
from highground.engine.state import Shot
from highground.engine.steps import flight, movement
from highground.engine.steps.reserving import reserve_refusal
from highground.simulation.random_player import RandomPlayer
from tests.engine.field import BLUE, RED, beside, blade, fight, one, position, refusal, row, setup, take, unit, weapon


def plane(name: str = "Plane", keywords: str = "vehicle, aircraft, fly", count: int = 1) -> UnitSheet:
    return unit(name, weapon("gun"), blade(), count=count, keywords=keywords, movement=20)


def flying(x: float, y: float, facing: int = 0, foe: tuple[float, float] = (58, 2), **fields: object) -> Battle:
    """A plane over the table that faces so, and an enemy that is on foot."""
    what = setup([plane()], [unit("Foe", weapon("gun"), blade())])
    units = {0: {"facings": (facing,) if facing else (), **fields}}
    return position(what, {0: row(x, y), 1: row(*foe)}, "movement", round=2, units=units)


def asked(battle: Battle) -> Prompt:
    prompt = battle.ask()
    assert prompt is not None
    return prompt


def test_an_aircraft_flies_straight_ahead_and_at_least_twenty_inches() -> None:
    refused = refusal(flying(10, 22), Move(0, "move", row(29.9, 22)))
    assert (refused.code, refused.measure) == ("too-short", "19.9 of 20 inches")
    refused = refusal(flying(10, 22), Move(0, "move", row(32, 23)))
    assert (refused.code, refused.measure) == ("not-ahead", "1.0 inches off its line")
    assert refusal(flying(35, 22), Move(0, "move", row(5, 22))).code == "not-ahead"
    moved = one(ev.UnitMoved, take(flying(10, 22), Move(0, "move", row(30, 22))))
    assert (moved.how, moved.distance) == ("moved", 20.0)


def test_it_flies_as_far_as_the_table_goes_whatever_its_sheet_has() -> None:
    battle = flying(5, 22)
    assert one(ev.UnitMoved, take(battle, Move(0, "move", row(58, 22)))).distance == 53.0


@pytest.mark.parametrize("facing", range(1, 90, 11))
def test_the_shortest_flight_is_long_enough_whichever_way_it_goes(facing: int) -> None:
    """Places are kept to a thousandth of an inch, which must not make it too short."""
    battle = flying(10, 10, facing=facing)
    take(battle, Move(0, "move", flight.ahead(battle.scene, 0, flight.LEAST)))


def test_it_flies_the_way_that_it_faces() -> None:
    battle = flying(30, 40, facing=270)
    assert refusal(battle, Move(0, "move", row(52, 40))).code == "not-ahead"
    take(battle, Move(0, "move", row(30, 12)))


@pytest.mark.parametrize(("to", "allowed"), [(90, True), (270, True), (91, False), (180, False)])
def test_then_it_may_turn_by_a_quarter(to: int, allowed: bool) -> None:
    battle, move = flying(10, 22), Move(0, "move", row(30, 22), facings=(to,))
    if not allowed:
        assert refusal(battle, move).code == "turns-too-far"
        return
    assert one(ev.UnitMoved, take(battle, move)).distance == 20.0
    assert battle.state.units[0].facings == (to,)


@pytest.mark.parametrize("how", ["stationary", "advance", "fall_back"])
def test_it_neither_stands_still_nor_advances_nor_falls_back(how: str) -> None:
    assert refusal(flying(10, 22), Move(0, how, row(35, 22))).code == "flies-on"  # type: ignore[arg-type]


def test_it_passes_enemies_but_ends_beside_none() -> None:
    battle = flying(10, 22, foe=(20, 22))
    assert refusal(flying(10, 22, foe=(31, 22)), Move(0, "move", row(30, 22))).code == "on-base"
    take(battle, Move(0, "move", row(30, 22)))


def test_it_may_fly_off_the_table_and_comes_back_in_a_later_turn() -> None:
    battle = flying(50, 22)
    event = one(ev.UnitWithdrawn, take(battle, Move(0, "fly_off")))
    assert event.flew
    state = battle.state.units[0]
    assert (state.reserves, state.on_table, state.moved) == (True, False, "moved")
    assert refusal(battle, Arrive(0, row(2, 22))).code == "already-moved"
    assert movement.arriving(battle.scene) == ()
    take(battle, End())


def test_nobody_else_flies_off() -> None:
    what = setup([unit("Walkers", blade())], [unit("Foe", blade())])
    battle = position(what, {0: row(10, 22), 1: row(50, 22)}, "movement")
    assert refusal(battle, Move(0, "fly_off")).code == "not-aircraft"


def test_where_it_comes_in_it_may_face_anywhere() -> None:
    battle = flying(0, 0, reserves=True, deployed=False)
    take(battle, Arrive(0, row(30, 2), facings=(90,)))
    assert battle.state.units[0].facings == (90,)


def deploying(*blue: UnitSheet) -> Battle:
    battle = Battle(setup(blue, [unit("Foe", blade())]), 1)
    take(battle, RollDice(), 6, 1)
    take(battle, ChooseZone(0))
    return battle


def test_it_starts_in_reserve_and_counts_against_nobody_there() -> None:
    battle = deploying(plane(), plane("Second plane"), unit("Walkers", blade()))
    assert refusal(battle, Deploy(0, row(5, 22))).code == "aircraft-wait"
    take(battle, Reserve(0))
    state = battle.state.units
    assert reserve_refusal(battle.scene, state[1]) is None
    refused = reserve_refusal(battle.scene, state[2])
    assert refused is not None
    assert refused.code == "too-much-strategic"


def test_who_walks_passes_below_it_and_ends_clear_of_it() -> None:
    what = setup([unit("Walkers", blade(), movement=10)], [plane()])
    battle = position(what, {0: row(10, 22), 1: row(14, 22)}, "movement")
    assert refusal(battle, Move(0, "move", row(13, 22))).code in {"on-base", "in-engagement"}
    moved = one(ev.UnitMoved, take(battle, Move(0, "move", row(18, 22))))
    assert moved.distance == 8.0
    assert not moved.ways


def test_tanks_pass_below_a_friend_in_the_air() -> None:
    what = setup([unit("Tank", blade(), keywords="vehicle", movement=10), plane()], [unit("Foe", blade())])
    battle = position(what, {0: row(10, 22), 1: row(14, 22), 2: row(50, 22)}, "movement")
    assert not one(ev.UnitMoved, take(battle, Move(0, "move", row(18, 22)))).ways


@pytest.mark.parametrize(("keywords", "engaged"), [("infantry", False), ("infantry, fly", True)])
def test_only_who_flies_is_engaged_with_it(keywords: str, engaged: bool) -> None:
    what = setup([unit("Other", blade(), keywords=keywords)], [plane()])
    battle = position(what, {0: row(10, 22), 1: row(11.5, 22)}, "movement")
    assert battle.scene.engaged(0) is battle.scene.engaged(1) is engaged


def test_an_engaged_aircraft_flies_on() -> None:
    what = setup([plane()], [unit("Flyers", blade(), keywords="infantry, fly")])
    battle = position(what, {0: row(10, 22), 1: row(11.5, 22)}, "movement")
    assert battle.scene.engaged(0)
    take(battle, Move(0, "move", row(30, 22)))


def dogfight() -> Battle:
    """A plane beside flyers that it is engaged with, picked to fight."""
    what = setup([plane()], [unit("Flyers", blade(), keywords="infantry, fly", wounds=3)])
    battle = fight(position(what, {0: row(20, 22), 1: row(beside(20, 0.9), 22)}, "combat", active=RED))
    take(battle, Fight(0))
    return battle


def test_an_aircraft_neither_piles_in_nor_consolidates() -> None:
    battle = dogfight()
    assert battle.ask() == PlacePrompt(BLUE, ("place",), (0,), 0, 0.0, why="pile_in")
    assert refusal(battle, Place(row(20.5, 22))).code == "stays-aloft"
    assert one(ev.UnitPiledIn, take(battle, Place())).places == row(20, 22)
    take(battle, Strike((Shot("blade", 1),)))
    take(battle, RollDice(), 1)
    stayed = one(ev.UnitConsolidated, take(battle, Place(row(20, 22))))
    assert (stayed.places, stayed.distance) == (row(20, 22), 0.0)


def test_all_that_is_listed_is_allowed_and_off_the_table_is_always_among_it() -> None:
    battle = flying(10, 22, foe=(40, 22))
    moves = [each for each in options(battle, asked(battle)) if isinstance(each, Move)]
    assert Move(0, "fly_off") in moves
    assert len(moves) > 5
    assert all(battle.allows(each) for each in moves)
    lost = flying(55, 22)
    assert [each for each in options(lost, asked(lost)) if isinstance(each, Move)] == [Move(0, "fly_off")]


def test_the_computer_flies_on_turns_towards_the_fight_and_off_where_it_must() -> None:
    battle = flying(10, 40, foe=(40, 10))
    choice = AiPlayer(CLASSIC).choose(battle, asked(battle))
    assert isinstance(choice, Move)
    assert choice.how == "move"
    take(battle, choice)
    assert 260 <= battle.state.units[0].facings[0] <= 330  # up the board, where the enemy stands
    lost = flying(55, 22)
    assert AiPlayer(CLASSIC).choose(lost, asked(lost)) == Move(0, "fly_off")


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_battle_with_planes_on_both_sides_is_replayed(seed: int) -> None:
    """Random answers and the computer's: planes come in, fly on, and fly off."""
    army = [plane(), unit("Walkers", weapon("gun"), blade(), count=5), unit("Others", weapon("gun"), blade(), count=5)]
    battle = Battle(setup(army, army), seed)
    players = RandomPlayer(seed), AiPlayer(CLASSIC)
    flights = []
    while (prompt := battle.ask()) is not None:
        events = battle.answer(players[prompt.side].choose(battle, prompt))
        flights += [type(each) for each in events if getattr(each, "unit", None) in (0, 3)]
    assert {ev.UnitArrived, ev.UnitMoved} <= set(flights)
    assert replay(load(dump(log_of(battle)))).digest() == battle.digest()
