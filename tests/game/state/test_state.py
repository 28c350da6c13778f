"""The game as each seat sees it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from highground.engine.abilities import powers
from highground.engine.battle import Battle
from highground.engine.model import Ability
from highground.engine.steps import movement
from highground.game.commands import computer
from highground.game.match.match import Control, Match, ViewCache
from highground.game.state.battle_state import game_state, plain_state
from highground.game.state.possible import possible
from highground.packs import load_pack
from tests.engine import field
from tests.game.timeline.small import SECRET, setup
from tests.values import replace

AI = (Control("ai"), Control("ai", personality="aggressive", intensity=5))

GAME = {
    "game_id", "id", "gameId", "status", "phase", "phase_time", "round", "turn", "armies", "objectives",
    "latest_roll", "phase_controller", "pixel_to_inch",
}  # fmt: skip
ARMY = {
    "uuid", "id", "name", "army", "commander", "codex", "detachment", "points", "cp", "vp", "controller",
    "personality_type", "personality_intensity", "personality_description", "player_number", "device",
    "deployment_zone", "gained_cp_this_round", "fixed_missions", "objective_type", "abilities",
    "abilities_cast_this_turn", "active_effects", "secondary_missions", "secondary_card_deck",
    "units_destroyed_this_turn", "units_lost_this_turn", "units",
}  # fmt: skip
UNIT = {
    "uuid", "name", "location", "pixel_location", "transponder", "character", "alive", "engaged", "in_combat",
    "half_strength", "battle_shocked", "in_cover", "deployed", "in_reserves", "starting_strength", "charge_bonus",
    "charged", "miniatures", "abilities", "keywords", "unit_stats", "command_phase_action", "movement_action",
    "shooting_action", "charge_action", "combat_action", "battle_shock_action", "scoring_action",
    "movement_action_type", "moved", "advanced", "fall_back", "stationary", "army_uuid", "army_index", "player",
}  # fmt: skip


def sample(seed: int = 5) -> Match:
    pack = load_pack()
    return Match(Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), seed), "g", AI)


def test_a_state_has_the_fields_of_the_calls_at_every_moment() -> None:
    game = sample()
    steps = 0
    while game.ask() is not None:
        computer.step(game)
        steps += 1
        if steps % 25 == 0:
            state = game_state(game, frozenset({0}))
            assert state["game_model"].keys() >= GAME
            for army in state["game_model"]["armies"]:
                assert army.keys() >= ARMY
                assert all(unit.keys() >= UNIT for unit in army["units"])
            json.dumps(state)
    state = game_state(game, frozenset())
    assert state["request"] is None
    assert possible(game, frozenset({0}))["asked"] == "The battle is over."
    assert state["game_model"]["status"] == "Completed"


def test_what_is_kept_of_a_state_is_reported_only_while_it_holds() -> None:
    pack, random = load_pack(), Random(7)
    game = Match(Battle(pack.setup(pack.army("vow-2000"), pack.army("fen-2000")), 41), "g", AI)
    steps = 0
    while game.ask() is not None:
        computer.step(game)
        steps += 1
        if random.random() < 0.05 and game.battle.records:
            game.battle.undo(consent=True)
        if steps % 4 == 0:
            shown = plain_state(game)
            game.kept = ViewCache()
            assert shown == plain_state(game)
    assert steps > 300


def test_private_text_is_for_its_owner() -> None:
    game = Match(Battle(setup(), 1), "g", (Control(), Control()))
    mine, theirs, watching = (json.dumps(game_state(game, frozenset(seat))) for seat in ({0}, {1}, ()))
    assert SECRET in mine
    assert SECRET not in theirs
    assert SECRET not in watching
    assert "Seen from afar." in watching


def test_the_order_of_a_deck_is_nobodys() -> None:  # ARMY-25
    game = sample()
    while not game.battle.state.started:
        computer.step(game)
    decks = [army.deck for army in game.battle.state.armies]
    assert any(decks)
    for seat in ({0}, {1}, ()):
        armies = game_state(game, frozenset(seat))["game_model"]["armies"]
        names = [sorted(game.cast.missions[uid] for uid in deck) for deck in decks]
        assert [army["secondary_card_deck"] for army in armies] == names
        assert "seed" not in json.dumps(game_state(game, frozenset(seat)))


def test_objectives_tell_who_is_near_with_what() -> None:
    what = field.setup([field.unit("Wardens", count=3)], [field.unit("Raiders", count=2)], objectives=[(30.0, 22.0)])
    places = {0: field.row(28.0, 20.5, 3), 1: field.row(field.beside(30.0, 2.0), 21.0, 2)}
    game = Match(field.position(what, places, "command"), "g", (Control(), Control()))
    (objective,) = game_state(game, frozenset({0}))["game_model"]["objectives"]
    blue, red = objective["control_info"]["army_control"]
    assert (blue["total_oc"], blue["models_in_range"], blue["in_control_range"]) == (3, 3, True)
    assert (red["total_oc"], red["models_in_range"]) == (2, 2)
    assert blue["closest_distance"] == 0.6
    assert len(objective["model_ranges"]) == 5
    assert objective["held_by"] is None


def test_a_units_flags_follow_what_it_does() -> None:
    what = field.setup([field.unit("Wardens", field.weapon("gun"), count=4)], [field.unit("Raiders", field.blade())])
    places = {0: field.row(20.0, 20.0, 4), 1: field.row(field.beside(20.0, 0.5), 20.0)}
    hurt = {0: {"wounds": (1, 0, 0, 0), "shocked": True, "moved": "stationary"}}
    game = Match(field.position(what, places, "shooting", units=hurt), "g", (Control(), Control()))
    blue, red = game_state(game, frozenset({0}))["game_model"]["armies"]
    (unit,) = blue["units"]
    assert (unit["engaged"], unit["in_combat"], unit["half_strength"], unit["battle_shocked"]) == (
        True,
        False,
        True,
        True,
    )
    assert (unit["alive_count"], unit["starting_strength"]) == (1, 4)
    assert unit["stationary"]
    assert not unit["movement_action"]
    assert not unit["shooting_action"]
    assert red["units"][0]["combat_action"]


def test_a_units_fight_is_used_only_once_it_fought() -> None:
    what = field.setup([field.unit("Wardens"), field.unit("Stewards")], [field.unit("Raiders")])
    places = {0: [(20.0, 20.0)], 1: [(20.0, 30.0)], 2: [(50.0, 20.0)]}
    game = Match(field.position(what, places, "combat", units={1: {"fought": True}}), "g", (Control(), Control()))
    blue, red = game_state(game, frozenset({0}))["game_model"]["armies"]
    assert [unit["combat_action"] for unit in (*blue["units"], *red["units"])] == [True, False, True]


def test_a_unit_that_stands_in_terrain_is_in_cover() -> None:
    from highground.engine.model import Terrain

    wood = Terrain("Wood", ((18.0, 18.0), (24.0, 18.0), (24.0, 24.0), (18.0, 24.0)))
    what = field.setup([field.unit("Wardens")], [field.unit("Raiders")], wood)
    game = Match(field.position(what, {0: [(20.0, 20.0)], 1: [(40.0, 20.0)]}), "g", (Control(), Control()))
    blue, red = game_state(game, frozenset({0}))["game_model"]["armies"]
    assert blue["units"][0]["in_cover"]
    assert not red["units"][0]["in_cover"]


def test_what_happened_in_the_turn_is_reported_by_army() -> None:
    what = field.setup([field.unit("Wardens")], [field.unit("Raiders"), field.unit("Hunters")])
    battle = field.position(what, {0: [(20.0, 20.0)], 1: [(40.0, 20.0)]})
    from highground.engine.state import Destroyed

    field.state_of(battle, destroyed=(Destroyed(2, 1, 1), Destroyed(1, 1, 2)))
    blue, red = game_state(Match(battle, "g", (Control(), Control())), frozenset({0}))["game_model"]["armies"]
    assert blue["units_destroyed_this_turn"] == ["Hunters"]
    assert red["units_lost_this_turn"] == ["Hunters"]


def test_an_ability_by_hand_says_so() -> None:
    sheet = field.unit("Wardens")
    sheet = replace(sheet, abilities=(Ability("Odd Rite", "Do something odd.", by_hand=True),))
    game = Match(Battle(field.setup([sheet], [field.unit("Raiders")]), 1), "g", (Control(), Control()))
    shown: Any = game_state(game, frozenset({1}))["game_model"]["armies"][0]["units"][0]["abilities"]
    assert shown == [{"name": "Odd Rite", "description": "Do something odd.", "by_hand": True}]


def test_command_points_of_the_round_are_reported() -> None:  # ARMY-16
    game = sample()
    shown: list[list[bool]] = []
    while game.battle.state.phase in {"deployment", "command"}:
        armies = game_state(game, frozenset({0}))["game_model"]["armies"]
        now = [army["gained_cp_this_round"] for army in armies]
        if not shown or shown[-1] != now:
            shown.append(now)
        computer.step(game)
    assert shown == [[False, False], [True, True]]


def test_a_unit_that_is_to_move_says_how_far_each_kind_of_move_may_take_it() -> None:
    game = sample()
    while game.battle.state.phase != "movement" or game.battle.state.phase_time != "middle":
        computer.step(game)
    scene = game.battle.scene
    waiting = [unit for unit in game_state(game, frozenset({0, 1}))["units"] if unit["movement_action_type"] == ""]
    assert waiting
    for unit in waiting:
        index = game.unit(unit["uuid"])
        speed, more = movement.speed(scene, index), powers.added(scene, index, "advance")
        move, advance = unit["marches"]
        assert move == {"how": "move", "limit": speed, "sure": speed}
        assert (advance["how"], advance["limit"] - advance["sure"]) == ("advance", 5)
        assert advance["sure"] == speed + more + 1
