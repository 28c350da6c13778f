"""What the table shows of the set-up, the objectives and whose turn it is."""

from __future__ import annotations

import pytest

from highground.engine.battle import Battle
from highground.engine.record import Given
from highground.game.commands import answers, computer
from highground.game.state.battle_state import game_state
from tests.engine import field
from tests.game.commands.test_commands import HUMANS, fresh, infantry, match
from tests.game.state.test_state import sample

BOTH = frozenset({0, 1})


# DEP-5, DEP-6, DEP-7, CONST-21
def test_each_army_rolls_a_die_until_they_differ_and_the_higher_wins() -> None:
    what = field.setup([infantry("Wardens")], [infantry("Raiders")])
    faces, ties = set(), 0
    for seed in range(60):
        game = match(Battle(what, seed))
        answers.roll(game)
        status = game_state(game, BOTH)["deployment_status"]
        *tied, (blue, red) = status["rolls"]
        assert all(a == b for a, b in tied)
        assert blue != red
        assert status["winner_army_uuid"] == game.cast.army_uuids[0 if blue > red else 1]
        faces |= {face for pair in status["rolls"] for face in pair}
        ties += len(tied)
    assert faces == {1, 2, 3, 4, 5, 6}
    assert ties


# DEP-6
def test_a_tie_is_rerolled() -> None:
    game = fresh()
    answers.roll(game, given=Given((3, 3, 5, 2)))
    status = game_state(game, BOTH)["deployment_status"]
    assert status["rolls"] == [[3, 3], [5, 2]]
    assert status["winner_army_uuid"] == game.cast.army_uuids[0]


# DEP-42: the roll, the zone, units in turns, all set up, the battle.
def test_the_deployment_goes_in_its_order() -> None:
    game, order = fresh(), []
    while game.battle.state.phase == "deployment":
        state = game_state(game, BOTH)
        assert state["request"] is not None
        kind, status = state["request"]["kinds"][0], state["deployment_status"]
        order.append((kind, status["zones_chosen"], status["all_units_deployed"]))
        assert state["game_model"]["digital"] is True
        if kind == "roll":
            answers.roll(game, given=Given((6, 1)))
        elif kind == "zone":
            answers.choose_zone(game, status["winner_army_uuid"] or "", 0)
        elif kind == "deploy":
            side = game.army(status["current_army_uuid"])
            unit = status["units_to_deploy"][side][0]["uuid"]
            answers.deploy(game, unit, (6.0 if side == 0 else 54.0, 10.0 + 8 * game.unit(unit)), False)
        else:
            answers.advance(game)
    assert order == [
        ("roll", False, False), ("zone", False, False), ("deploy", True, False), ("deploy", True, False),
        ("deploy", True, False), ("advance", True, True),
    ]  # fmt: skip
    assert (game.battle.state.phase, game.battle.state.round) == ("command", 1)


# MAP-34, MAP-26..29: from the base's edge to the marker's, a miniature at 3.0 inches counts and one at 3.1 does not.
@pytest.mark.parametrize(("gap", "counts"), [(0.0, True), (3.0, True), (3.1, False)])
def test_an_objective_is_controlled_within_three_inches(gap: float, counts: bool) -> None:
    what = field.setup([infantry("Wardens", 1)], [infantry("Raiders", 1)])
    x = round(30.0 + 0.787 + gap + field.R, 3)  # a marker is 40 mm wide
    game = match(field.position(what, {0: [(x, 22.0)], 1: [(50.0, 22.0)]}, "shooting"), HUMANS)
    objective = game_state(game, BOTH)["game_model"]["objectives"][0]
    blue, red = objective["control_info"]["army_control"]
    assert blue["in_control_range"] is counts
    assert blue["models_in_range"] == blue["total_oc"] == int(counts)
    assert blue["closest_distance"] == gap
    assert (red["in_control_range"], red["models_in_range"]) == (False, 0)
    shown = [{"name": "Wardens: Wardens", "army_uuid": blue["army_uuid"], "distance": gap, "oc": 1}]
    assert objective["model_ranges"] == (shown if counts else [])


# MOVE-23: the turn modulo the number of armies, counted so that the army that goes first has turn 1.
def test_the_acting_army_follows_from_the_turn() -> None:
    game = sample()
    seen = set()
    while game.ask() is not None and game.battle.state.round < 2:
        computer.step(game)
        state = game.battle.state
        if state.started and (state.round, state.turn) not in seen:
            order = (1 - state.first, state.first)
            acting = order[state.turn % len(order)]
            assert game_state(game, BOTH)["current_army_uuid"] == game.cast.army_uuids[acting]
            seen.add((state.round, state.turn))
    assert seen >= {(1, 1), (1, 2)}


def test_auras_are_reported_with_their_inches() -> None:
    game = sample()
    units = [unit for army in game_state(game, BOTH)["game_model"]["armies"] for unit in army["units"]]
    auras = [aura for unit in units for aura in unit["auras"]]
    assert auras
    assert all(aura["name"] and aura["reach"] > 0 for aura in auras)
