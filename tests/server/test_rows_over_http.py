"""Stratagems, abilities, effects, arrivals and charges over the calls: what the panels of a battle show and send."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from highground.game.match.match import Match
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.staged import battle, hosted, played
from tests.server.test_play import Table

Json = dict[str, Any]


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


def at(round_: int, turn: int, phase: str, phase_time: str, kind: str = "use") -> Callable[[Match], bool]:
    """The first time that this kind of choice is asked for at this moment of the battle."""

    def come(match: Match) -> bool:
        state, asked = match.battle.state, match.ask()
        now = (state.round, state.turn, state.phase, state.phase_time)
        return now == (round_, turn, phase, phase_time) and asked is not None and kind in asked.kinds

    return come


def listed(table: Table, what: str, name: str) -> Json:
    """The ability or stratagem of that name; where both armies have it, that of the army that is asked."""
    asked = table.state()["request"]["army_uuid"]
    found = [each for each in table.get(what).json()[what] if each["name"] == name]
    return max(found, key=lambda each: bool(each["location"]["army_uuid"] == asked))


def army(state: Json, uuid: str) -> Json:
    return next(each for each in state["game_model"]["armies"] if each["uuid"] == uuid)


def unit(state: Json, uuid: str) -> Json:
    return next(each for one in state["game_model"]["armies"] for each in one["units"] if each["uuid"] == uuid)


def effects(table: Table, of: str) -> list[Json]:
    """The effects at work on a unit."""
    units = [each for side in table.get("active-effects").json()["active_effects"] for each in side["units"]]
    found: list[Json] = next(each["effects"] for each in units if each["unit_uuid"] == of)
    return found


def named(found: list[Json]) -> list[str]:
    return [each["name"] for each in found]


def used(table: Table, ability: Json, *targets: str) -> Json:
    return table.did("process_activated_ability", ability_id=ability["id"], target_uuids=list(targets))


def targets(table: Table, ability: Json) -> list[Json]:
    found: list[Json] = table.get(f"ability/{ability['id']}/targets").json()["targets"]
    return found


def ended(table: Table, phase: str) -> Json:
    """Played on by the plainest answers until that phase is over."""
    state = table.state()
    while state["game_model"]["phase"] == phase:
        kinds, units = state["request"]["kinds"], state["request"]["units"]
        if kinds[0] == "move":
            state = table.did("movement_phase/finalize", unit_uuid=units[0], movement_type="stationary")
        elif kinds[0] == "pass":
            state = table.did("answer", answer={"choice": "pass"})
        else:
            state = table.did("advance_phase_time")
    return state


# STRAT-5, STRAT-6, STRAT-7, STRAT-8, STRAT-10, STRAT-11, STRAT-12, STRAT-14, EFF-3, EFF-8, ARMY-7, ARMY-22, ABIL-51
def test_a_stratagem_costs_what_its_card_says_and_lasts_for_the_turn(server: Running, ada: Somebody) -> None:
    table = hosted(server, ada, played(battle(), at(1, 1, "movement", "beginning")))
    flood = listed(table, "stratagems", "Spring Flood")
    assert (flood["location"]["type"], flood["meta"]["stratagem"], flood["meta"]["cost"]) == ("army", True, 1)
    assert (flood["overall_active"], flood["meta"]["source"], flood["meta"]["type"]) == (
        True, "Fenborn Host", "stratagem",
    )  # fmt: skip
    assert flood["description"] == "A unit may charge in this turn although it advances."
    (effect,) = flood["effects"]
    assert (effect["effect_type"], effect["affects"], effect["remaining_casts"]) == ("permission", "self", 1)
    owner, chosen = flood["location"]["army_uuid"], targets(table, flood)[0]
    assert (chosen["target_type"], chosen["distance"]) == ("unit", None)
    before = army(table.state(), owner)
    after = army(used(table, flood, chosen["uuid"]), owner)
    assert (before["cp"], after["cp"]) == (1, 0)
    assert "Spring Flood" in after["abilities_cast_this_turn"]
    (at_work,) = effects(table, chosen["uuid"])
    assert (at_work["name"], at_work["is_triggered"], at_work["is_expired"]) == ("Spring Flood", True, False)
    ended(table, "movement")
    assert named(effects(table, chosen["uuid"])) == ["Spring Flood"], "it lasts for the turn"


# STRAT-8, ABIL-22, ABIL-65, ABIL-66
def test_a_stratagem_that_cannot_be_paid_or_comes_too_early_says_why(server: Running, ada: Somebody) -> None:
    table = hosted(server, ada, played(battle(), at(1, 1, "movement", "beginning")))
    early = listed(table, "stratagems", "Fire Pots")
    assert (early["overall_active"], early["trigger_conditions"]["time_check"]) == (False, False)
    assert early["why_not"].endswith(".")
    flood = listed(table, "stratagems", "Spring Flood")
    first = targets(table, flood)[0]["uuid"]
    used(table, flood, first)
    number = table.state()["number"]
    step = listed(table, "stratagems", "Quick Step")
    assert (step["overall_active"], step["trigger_conditions"]["action_check"]) == (False, False)
    for ability, code in ((flood, "command-points"), (step, "command-points"), (early, "wrong-phase")):
        refused = table.post("process_activated_ability", ability_id=ability["id"], target_uuids=[first])
        assert (refused.status_code, refused.json()["code"]) == (422, code)
        assert refused.json()["detail"] in listed(table, "stratagems", ability["name"])["why_not"]
    assert table.state()["number"] == number


# ABIL-29, ABIL-37, ABIL-49, ABIL-51, EFF-3, EFF-8
def test_an_ability_is_aimed_and_ends_with_the_phase(server: Running, ada: Somebody) -> None:
    table = hosted(server, ada, played(battle(), at(1, 2, "shooting", "beginning")))
    mark = listed(table, "abilities", "Chalk Mark")
    assert (mark["location"]["unit_name"], mark["meta"]["activated_ability"], mark["meta"]["target"]) == (
        "Longshadow", True, "enemy",
    )  # fmt: skip
    aimless = table.post("process_activated_ability", ability_id=mark["id"], target_uuids=[])
    assert (aimless.status_code, aimless.json()["code"]) == (422, "wrong-use")
    enemies = targets(table, mark)
    assert {each["target_type"] for each in enemies} == {"enemy unit"}
    assert all(0 < each["distance"] <= 36 for each in enemies)
    foe = enemies[0]["uuid"]
    used(table, mark, foe)
    assert [(each["name"], each["effect_value"]) for each in effects(table, foe)] == [("Chalk Mark", "hit ones")]
    again = listed(table, "abilities", "Chalk Mark")
    assert (again["overall_active"], again["effects"][0]["has_casts_remaining"]) == (False, False)
    ended(table, "shooting")
    assert effects(table, foe) == [], "it ends with the phase"


def _arrived(table: Table, of: str) -> Json:
    """The unit, put at the first place along the edges that the rules allow."""
    edge = [(x, y) for x in range(3, 60, 3) for y in (3, 41)] + [(x, y) for x in (3, 57) for y in range(3, 44, 3)]
    for place in edge:
        answer = table.post("movement_phase/finalize", unit_uuid=of, movement_type="move", new_location=place)
        if answer.status_code == 200:
            return unit(answer.json(), of)
    raise AssertionError("no place is free")


# ARMY-7, ARMY-36, ARMY-49, ABIL-51: let in early by a stratagem
def test_a_unit_arrives_out_of_the_reserves(server: Running, ada: Somebody) -> None:
    table = hosted(server, ada, played(battle(), at(1, 2, "movement", "beginning")))
    horn = listed(table, "stratagems", "Ahead of the Horn")
    (waiting,) = targets(table, horn)
    assert unit(table.state(), waiting["uuid"])["in_reserves"]
    before = army(table.state(), horn["location"]["army_uuid"])["cp"]
    assert army(used(table, horn, waiting["uuid"]), horn["location"]["army_uuid"])["cp"] == before - 1
    state = table.did("advance_phase_time")
    assert waiting["uuid"] in state["request"]["units"]
    enemies = next(each for each in state["game_model"]["armies"] if each["uuid"] != horn["location"]["army_uuid"])
    beside = next(each["location"] for each in enemies["units"] if each["deployed"])
    near = table.post("movement_phase/finalize", unit_uuid=waiting["uuid"], movement_type="move", new_location=beside)
    assert (near.status_code, near.json()["code"]) == (422, "no-room-to-arrive")
    there = _arrived(table, waiting["uuid"])
    assert (there["deployed"], there["in_reserves"], there["movement_action_type"]) == (True, False, "Move")
    assert there["location"] is not None
    assert waiting["uuid"] not in table.state()["request"]["units"]


def _rolled(table: Table, charging: str) -> Json:
    """The result of the charge, once the shots that answer it are over."""
    state = table.state()
    while not state["charge_results"]:
        asked = state["request"]
        if asked["kinds"][0] == "pass":
            state = table.did("answer", answer={"choice": "pass"})
        elif asked["stage"] == "charge" or asked["why"] == "charge":
            state = table.did("charge_phase/process_charge", charging_unit_uuid=charging)
        else:
            state = table.did("shooting_phase/process_roll_stage", stage="all")
    found: Json = state["charge_results"][0]
    return found


# CHARGE-20, CHARGE-21, CHARGE-25, CHARGE-29, CHARGE-38, CHARGE-41, CHARGE-42, CHARGE-43, CHARGE-44, CHARGE-55, ARMY-31
def test_a_charge_is_answered_by_a_stratagem_and_rolled(server: Running, ada: Somebody) -> None:
    table = hosted(server, ada, played(battle(), at(2, 2, "charge", "middle", "charge")))
    state = table.state()
    wardens = next(each for each in state["chargeable_units"] if each["unit_name"] == "Slatewardens 2")
    near = {each["target_unit_name"]: each for each in wardens["targets"]}
    assert {name: each["distance"] for name, each in near.items()} == {"Fen Hounds": 3.4, "Reed Archers": 4.2}
    assert all(each["in_range"] for each in near.values())
    mine, foe = wardens["unit_uuid"], near["Reed Archers"]["target_unit_uuid"]
    own = next(each["unit_uuid"] for each in state["chargeable_units"] if each["unit_uuid"] != mine)
    wrong = table.post("charge_phase/record_charges", charges={mine: [own]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "out-of-range")
    assert table.did("charge_phase/record_charges", charges={mine: [foe]})["recorded_charges"] == {mine: [foe]}
    asked = table.did("charge_phase/process_charge", charging_unit_uuid=mine)
    assert (asked["request"]["why"], asked["request"]["kinds"]) == ("charge declared", ["pass", "use"])
    assert asked["charge_results"] == []
    rush = listed(table, "stratagems", "Into the Rush")
    enemy = rush["location"]["army_uuid"]
    paid = used(table, rush, targets(table, rush)[0]["uuid"])
    assert army(asked, enemy)["cp"] - army(paid, enemy)["cp"] == rush["meta"]["cost"] == 1
    assert "Into the Rush" in army(paid, enemy)["abilities_cast_this_turn"]
    assert (paid["request"]["kinds"], paid["request"]["stage"]) == (["roll"], "hit")
    result = _rolled(table, mine)
    assert (result["charge_roll"], result["dice"], result["needed"]) == (sum(result["dice"]), [1, 3], 4)
    (shown,) = result["targets"]
    assert (shown["target_uuid"], shown["target_name"], shown["target_distance"]) == (foe, "Reed Archers", 4.2)
    assert (shown["charge_success"], result["charge_success"]) == (True, True)
    assert result["message"] == "Slatewardens 2: rolled 4, needed 4. The charge reaches Reed Archers."
    state = table.state()
    assert state["request"]["why"] == "rolled", "the roll can be answered as well, by throwing it again"
    state = table.did("answer", answer={"choice": "pass"})
    assert (state["request"]["kinds"], state["request"]["unit_uuid"]) == (["place"], mine)
    moved = table.did("answer", answer={"choice": "place"})
    assert (unit(moved, mine)["charged"], unit(moved, mine)["engaged"], unit(moved, foe)["engaged"]) == (True,) * 3
