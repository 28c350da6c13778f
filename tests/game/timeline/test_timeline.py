"""The timeline of a short battle made by hand, and what must hold for every battle."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import orjson
import pytest

from highground.engine.battle import Battle
from highground.engine.errors import LogError, ReplayError
from highground.engine.events import Event, LeaderJoined
from highground.engine.log import Log, dump, log_of
from highground.engine.model import Setup
from highground.game.parts.cast import Cast
from highground.game.timeline.story import Story
from highground.game.timeline.whole_log import REPORTERS, flat, since, timeline, timeline_of
from highground.packs import load_pack
from highground.simulation.random_player import RandomPlayer
from tests.game.parts.test_dice_tables import faces_in
from tests.game.timeline.small import SECRET, log, setup
from tests.server.description import fits, validator

Json = dict[str, Any]
GOLDEN = Path(__file__).parent / "golden" / "short.jsonl"
ATTACK_DICE = {"attacks", "hit", "wound", "save", "damage", "fnp"}
SEEDS = (1, 2, 3, 4)


@cache
def reported(game_id: str = "yard") -> Any:
    return timeline(log(), game_id)


def lines(answer: Any) -> str:
    """The answer with a line for its head, one for each phase's board and one for each action."""
    found: list[Json] = [{name: value for name, value in answer.items() if name != "logs"}]
    for phase in phases(answer):
        found += [{name: value for name, value in phase.items() if name != "actions"}, *phase["actions"]]
    return "".join(json.dumps(line) + "\n" for line in found)


def plain(answer: Any) -> Any:
    """The answer as JSON, with the raw events cut down to their numbers and names."""
    copy: Any = orjson.loads(orjson.dumps(answer))
    entries: list[Any] = flat(copy)
    for entry in entries:
        entry["source_logs"] = [[source["number"], source["event"]] for source in entry["source_logs"]]
    return copy


def of_type(log_type: str) -> list[Any]:
    return [entry for entry in flat(reported()) if entry["log_type"] == log_type]


def phases(answer: Any) -> Iterator[Json]:
    for a_round in answer["logs"]["rounds"]:
        for turn in a_round["turns"]:
            yield from turn["phases"]


@cache
def fought(seed: int) -> Battle:
    """Sample armies of 1,000 points under random legal choices, dice partly rolled stage by stage."""
    pack = load_pack()
    armies = (pack.army("fen-1000"), pack.army("vow-1000"))
    layout = list(pack.layouts.values())[seed % len(pack.layouts)]
    battle = Battle(Setup(armies, layout, next(iter(pack.missions.values())), pack.uid), seed)
    players = (RandomPlayer(seed), RandomPlayer(seed + 100))
    while (request := battle.ask()) is not None:
        battle.answer(players[request.side].choose(battle, request))
    return battle


def fold(battle_log: Log) -> Story:
    story = Story(battle_log.setup, "", REPORTERS)
    for record in battle_log.records:
        for event in record.events:
            story.take(event)
        story.settle()
    return story


def test_the_short_battle_is_reported_as_before() -> None:
    """Look at the difference, then write the file again with UPDATE_GOLDEN=1 if it is meant."""
    found = lines(plain(reported()))
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(found, encoding="utf-8")
    assert found.splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_rounds_turns_and_phases_stand_in_order() -> None:
    turns = [
        (a_round["round_number"], turn["turn_number"], [phase["phase"] for phase in turn["phases"]])
        for a_round in reported()["logs"]["rounds"]
        for turn in a_round["turns"]
    ]
    assert turns == [
        (1, 1, ["deployment", "command", "movement", "charge", "cleanup"]),
        (1, 2, ["command", "movement", "shooting", "combat", "game_end"]),
    ]


def test_turns_name_the_army_whose_turn_it_is() -> None:
    red, grey = (army["uuid"] for army in reported()["army_list"])
    assert [turn["army_uuid"] for turn in reported()["logs"]["rounds"][0]["turns"]] == [grey, red]


def test_the_army_list() -> None:
    first = reported()["army_list"][0]
    assert {key: first[key] for key in first if key != "uuid"} == {
        "name": "Red Lanterns", "faction": "Red Lanterns Guild", "detachment": "Night Shift", "points": 120,
        "color_index": 0, "player": "Ada",
    }  # fmt: skip


def test_the_messages_of_the_short_battle() -> None:
    messages = [entry["message"] for entry in flat(reported()) if entry["log_type"] != "phase_change"]
    assert messages == [
        "Red Lanterns wins the roll for deployment zones, 5 to 2 after a tie",
        "Red Lanterns takes the North Side, Grey Tide the South Side",
        "Lamplighters 1 are set up 11.5 inches from the left edge and 8.0 from the top",
        "Tide Hound is set up 12.0 inches from the left edge and 8.0 from the bottom",
        "Lamplighters 2 are set up 28.5 inches from the right edge and 8.0 from the top",
        "Grey Tide goes first, 6 to 2",
        "Red Lanterns gains 1 command point and has 1",
        "Grey Tide gains 1 command point and has 1",
        "Tide Hound fails a battle-shock test and is battle-shocked: rolled 7, leadership 8+",
        "Tide Hound advances 12.0 inches to the north (rolled 3)",
        "Grey Tide takes objective 1, Old Well, 1 to 0",
        "Grey Tide scores 5 victory points for holding objective 1, Old Well, 5 in all",
        "Tide Hound charges Lamplighters 1 and falls short: rolled 11, needed 12",
        "Lamplighters 1 move 6.0 inches to the south",
        "Lamplighters 2 hold their position",
        "Lamplighters 1 shoot Tide Hound: 6 attacks, 5 hits, 2 wounds, 2 damage",
        "Lamplighters 2 hold their fire",
        "Tide Hound piles in, up to 3.0 inches to the north",
        "Tide Hound strikes Lamplighters 1: 2 attacks, 2 hits, 2 wounds, 2 slain",
        "Grey Tide wins, 5 to 0",
    ]


def test_a_movement_has_positions_instructions_arrow_and_paths() -> None:
    move = next(entry for entry in of_type("movement") if entry["action"] == "move")
    assert (move["unit_name"], move["movement_action"], move["rationale"]) == ("Lamplighters 1", "move", "")
    assert (move["starting_position"], move["ending_position"]) == ((11.5, 8.0), (11.5, 14.0))
    assert move["instructions"] == (
        "Move Lamplighters 1 6.0 inches to the south, to 11.5 inches from the left edge and 14.0 from the top"
    )
    assert move["graphics"] == {"arrows": [{"x": 11.5, "y": 8.0, "dx": 0.0, "dy": 6.0}]}
    assert move["paths"][2] == [(13.0, 8.0), (13.0, 14.0)]
    assert move["details"]["limit"] == 6.0


def test_who_stays_has_no_arrow_and_no_paths() -> None:
    stay = next(entry for entry in of_type("movement") if entry["action"] == "stationary")
    assert stay["starting_position"] == stay["ending_position"] == (31.5, 8.0)
    assert stay["instructions"] == (
        "Keep Lamplighters 2 in place, 28.5 inches from the right edge and 8.0 from the top"
    )
    assert (stay["graphics"], stay["paths"]) == ({"arrows": []}, [])


def test_a_charge_has_roll_needed_and_locations() -> None:
    (charge,) = of_type("charge")
    names = ("charging_name", "target_name", "roll", "dice", "needed", "success", "start_location", "end_location")
    assert [charge[name] for name in names] == [
        "Tide Hound", "Lamplighters 1", 11, (5, 6), 12, False, (12.0, 24.0), (12.0, 24.0),
    ]  # fmt: skip
    assert charge["graphics"]["arrows"] == [{"x": 12.0, "y": 24.0, "dx": -0.5, "dy": -16.0}]


# LOGV-90, LOGV-91, LOGV-92
def test_a_battleshock_test_has_roll_leadership_and_verdict() -> None:
    (test,) = of_type("battleshock")
    assert [test[name] for name in ("unit_name", "roll", "dice", "leadership", "passed")] == [
        "Tide Hound", 7, (3, 4), 8, False,
    ]  # fmt: skip


def test_combat_has_a_toll_and_dice_for_each_target() -> None:
    shooting, melee = of_type("combat")
    (target,) = shooting["targets"]
    assert (shooting["attacker_unit"], shooting["attacker_location"]) == ("Lamplighters 1", (11.5, 14.0))
    assert [target[name] for name in ("unit_name", "location", "total_damage_taken")] == ["Tide Hound", (12.0, 24.0), 2]
    assert (target["models_killed"], target["models_remaining"]) == (0, 1)
    assert [dice["weapon_name"] for dice in target["dice_logs"]] == ["Lamp Gun"]
    assert target["damage_logs"] == [{"message": "Lamp Gun: 6 attacks, 5 hits, 2 wounds, 2 damage"}]
    assert melee["melee"] is True
    assert (melee["targets"][0]["models_killed"], melee["targets"][0]["models_remaining"]) == (2, 1)


def test_small_fields_stand_in_details_too() -> None:
    entries: list[Any] = flat(reported())
    for entry in entries:
        assert all(entry[name] == value for name, value in entry["details"].items())
        assert not {"targets", "paths", "graphics"} & entry["details"].keys()


def test_the_board_is_that_at_the_end_of_the_phase() -> None:
    deployment, command, movement = list(phases(reported()))[:3]
    hound = deployment["board_state"]["units"][2]
    assert (hound["location"], hound["battle_shocked"]) == ((12.0, 36.0), False)
    assert command["board_state"]["units"][2]["battle_shocked"] is True
    assert movement["board_state"]["units"][2]["location"] == (12.0, 24.0)
    grey = reported()["army_list"][1]["uuid"]
    assert movement["board_state"]["objectives"][0]["held_by"] == grey
    assert movement["board_state"]["scores"][1] == {
        "army_uuid": grey, "vp": 5, "cp": 1, "primary": 5, "secondary": 0, "secondaries": [],
    }  # fmt: skip


def test_a_unit_without_news_leaves_out_its_stats() -> None:
    """Nothing moved in the first command phase; nothing changed at all in the first cleanup."""
    boards = [phase["board_state"] for phase in phases(reported())]
    assert all("unit_stats" in unit for unit in boards[0]["units"])
    assert not any("unit_stats" in unit for unit in boards[1]["units"])
    assert "units" not in boards[4]
    assert [("terrain" in board, "deployment_zones" in board) for board in boards[:2]] == [(True, True), (False, False)]


def test_unit_stats_have_profiles_weapons_and_distances() -> None:
    stats = next(phases(reported()))["board_state"]["units"][0]["unit_stats"]
    (group,) = stats["miniatures"]
    assert (stats["alive_count"], group["name"], group["count"], group["alive"]) == (3, "Lamplighter", 3, 3)
    assert group["attributes"] == {
        "movement": 6, "toughness": 4, "save": "4+", "wounds": 1, "leadership": "7+", "objective_controlled": 2,
        "invuln": None, "fnp": None,
    }  # fmt: skip
    assert group["ranged_weapons"] == [
        {
            "name": "Lamp Gun", "count": 3, "weapon_range": 24, "attacks": "2", "skill": "3+", "strength": "4",
            "ap": -1, "damage": "D3", "keywords": ["heavy"],
        }
    ]  # fmt: skip
    assert [weapon["name"] for weapon in group["melee_weapons"]] == ["Pole Hook"]
    # 13.0, 8.0 to 20.0, 22.0 is 15.65 inches, less a base's radius of 0.63
    assert stats["objective_distances"] == [{"name": "Objective 1, Old Well", "distance": 15.0}]
    # 11.5, 8.0 to 12.0, 36.0 is 28.0 inches, less both radii (0.63 and 1.181)
    assert stats["enemy_distances"] == [{"target_unit_name": "Tide Hound", "distance": 26.2}]
    assert stats["friendly_distances"] == [{"target_unit_name": "Lamplighters 2", "distance": 15.7}]


def test_the_slain_stay_where_they_fell() -> None:
    unit = list(phases(reported()))[-2]["board_state"]["units"][0]
    assert [(each["x"], each["wounds"], each["alive"]) for each in unit["miniatures"]] == [
        (10.0, 1, True), (11.5, 0, False), (13.0, 0, False),
    ]  # fmt: skip
    assert unit["location"] == (10.0, 14.0)


def test_private_text_is_never_shown() -> None:
    answer = orjson.dumps(reported())
    assert SECRET.encode() not in answer
    abilities = next(phases(reported()))["board_state"]["units"][0]["unit_stats"]["abilities"]
    assert abilities == [
        {"name": "Wick Trick", "description": ""},
        {"name": "Bright", "description": "Seen from afar."},
    ]


def test_units_of_one_name_are_distinguished() -> None:
    units = next(phases(reported()))["board_state"]["units"]
    assert [unit["name"] for unit in units] == ["Lamplighters 1", "Lamplighters 2", "Tide Hound"]
    assert [unit["transponder"] for unit in units] == [
        "transponders/lamplighters-1.svg", "transponders/lamplighters-2.svg", "transponders/tide-hound.svg",
    ]  # fmt: skip
    assert len({unit["uuid"] for unit in units}) == 3


def test_uuids_belong_to_the_game() -> None:
    assert plain(timeline(log(), "yard")) == plain(reported())
    other = timeline(log(), "elsewhere")
    assert other["army_list"][0]["uuid"] != reported()["army_list"][0]["uuid"]
    assert {entry["game_id"] for entry in flat(other)} == {"elsewhere"}


def test_since_gives_what_is_new() -> None:
    ids = [entry["id"] for entry in flat(reported())]
    assert reported()["total"] == len(ids)
    assert [entry["id"] for entry in since(reported(), ids[-3])] == ids[-2:]
    assert since(reported(), ids[-1]) == []


def test_every_event_of_the_engine_has_its_reporter() -> None:
    """Or is noted for the next entry. One without would be reported by its bare name (see test_uses)."""
    assert set(get_args(Event)) == REPORTERS.keys(), "each is named in reporters/by_event.py"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_log_fits_the_description(seed: int) -> None:
    fits(validator("WholeLog"), orjson.loads(orjson.dumps(timeline(log_of(fought(seed)), "yard"))), "the log")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_fold_ends_in_the_state_of_the_battle(seed: int) -> None:
    assert fold(log_of(fought(seed))).scene.state == fought(seed).state


@pytest.mark.parametrize("seed", SEEDS)
def test_ids_and_times_increase(seed: int) -> None:
    entries = flat(timeline(log_of(fought(seed))))
    for before, after in pairwise(entries):
        assert before["id"] < after["id"]
        assert before["timestamp"] < after["timestamp"]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_event_is_in_exactly_one_entry(seed: int) -> None:
    entries = flat(timeline(log_of(fought(seed))))
    numbers = [source["number"] for entry in entries for source in entry["source_logs"]]
    assert numbers == list(range(fought(seed).state.events))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tables_hold_every_die_of_the_attacks(seed: int) -> None:
    battle = fought(seed)
    shown = sum(
        faces_in(dice)
        for entry in flat(timeline(log_of(battle)))
        for target in entry.get("targets", ())
        for dice in target["dice_logs"]
    )
    ledger = [rolled for record in battle.records for rolled in record.dice]
    rolled_dice = sum(len(each.faces) for each in ledger if each.purpose in ATTACK_DICE)
    assert shown == rolled_dice > 100


@pytest.mark.parametrize("seed", SEEDS)
def test_tolls_are_those_of_the_battle(seed: int) -> None:
    """Models remaining are those that live after the entry's last event."""
    battle_log = log_of(fought(seed))
    story = Story(battle_log.setup, "", REPORTERS)
    states = []
    for record in battle_log.records:
        for event in record.events:
            story.take(event)
            states.append(story.scene.state)
    units = {uuid: index for index, uuid in enumerate(story.cast.unit_uuids)}
    led = {event.leader: event.unit for record in battle_log.records for event in record.events
           if isinstance(event, LeaderJoined)}  # fmt: skip
    checked = 0
    entries: list[Any] = flat(timeline(battle_log))
    for entry in entries:
        for target in entry.get("targets", ()):
            state, index = states[entry["id"] - 1], units[target["unit_uuid"]]
            left = [source["leader"] for source in entry["source_logs"]
                    if source["event"] == "leader_left" and led[source["leader"]] == index]  # fmt: skip
            standing = [len(state.units[part].standing) for part in (index, *left)]
            assert target["models_remaining"] == sum(standing)
            checked += 1
    assert checked > 10


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_distances_are_those_on_the_table(seed: int) -> None:
    """Those listed last, phases earlier perhaps, against a fresh measurement at the end."""
    battle = fought(seed)
    stats: dict[str, Json] = {}
    for phase in phases(timeline(log_of(battle))):
        for unit in phase["board_state"].get("units", ()):
            stats[unit["uuid"]] = unit.get("unit_stats") or stats[unit["uuid"]]
    uuids = Cast(battle.setup, "").unit_uuids
    for unit in battle.state.units:
        if unit.joined is not None:
            continue
        for name, side in (("enemy_distances", 1 - unit.side), ("friendly_distances", unit.side)):
            others = [other.index for other in battle.scene.units_of(side) if other.index != unit.index]
            gaps = sorted(round(battle.scene.gap(unit.index, other), 1) for other in others) if unit.on_table else []
            listed = [each["distance"] for each in stats[uuids[unit.index]][name]]
            assert listed == gaps[: len(listed)]
            assert len(listed) == min(len(gaps), 8 if side != unit.side else 4)


def test_a_full_battle_is_small_enough(demo_log: Log) -> None:
    answer = timeline(demo_log, "demo")
    assert len(orjson.dumps(answer)) < 3_000_000
    assert answer["logs"]["rounds"][-1]["turns"][-1]["phases"][-1]["phase"] == "game_end"


def test_a_file_is_played_again_before_it_is_reported() -> None:
    battle_log = log_of(fought(1))
    data = dump(battle_log)
    assert timeline_of(data, "x") == timeline_of(orjson.loads(data), "x") == timeline(battle_log, "x")
    forged = orjson.loads(data)
    forged["seed"] += 1
    with pytest.raises(ReplayError):
        timeline_of(forged)


def test_what_is_no_log_is_refused() -> None:
    with pytest.raises(LogError):
        timeline_of({"setup": 1, "seed": 2, "records": []})
    with pytest.raises(LogError):
        timeline_of(b"[]")
    newer = orjson.loads(dump(log_of(Battle(setup(), 1)))) | {"format": 99}
    with pytest.raises(LogError, match="other-format"):
        timeline_of(newer)


def test_a_battle_that_has_not_begun_is_one_empty_phase() -> None:
    answer = timeline(log_of(Battle(setup(), 1)))
    (phase,) = phases(answer)
    assert (phase["phase"], phase["actions"], answer["total"]) == ("deployment", [], 0)
    assert [unit["location"] for unit in phase["board_state"]["units"]] == [None, None, None]
