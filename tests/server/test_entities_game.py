"""The in-game calls and entities, field by field, as a server answers them while a battle is fought."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from highground.ai.using import best_use
from highground.game.match.match import Match
from highground.game.state import abilities
from highground.game.state.aiming import weapons
from highground.game.state.battle_state import chargeable
from highground.game.views.abilities import AbilityState
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.staged import COMPUTERS, battle, hosted, played
from tests.server.test_play import Table, made
from tests.shapes import FACE, NUMBER, SPOT, Shape, check, filled

Json = dict[str, Any]

STAGES = ("hit", "wound", "save", "damage", "fnp")
TARGET: Shape = {
    "target_unit_uuid": str, "target_miniature_uuid": str, "target_unit_name": str, "distance": NUMBER,
    "location": SPOT,
}  # fmt: skip
UNIT_WEAPON: Shape = {
    "miniature_uuid": str, "weapon_uuid": str, "name": str, "weapon_range": (*NUMBER, "Melee"), "attacks": str,
    "strength": str, "ap": int, "damage": str, "targets": [TARGET],
}  # fmt: skip
NEEDED: Shape = {
    "hit_needed": (str, None), "hit_modifier": int, "wound_needed": (str, None), "wound_modifier": int,
    "save_needed": (str, None), "fnp_needed": (str, None), "damage": str,
}  # fmt: skip
ROW: Shape = {
    "unit_name": str, "weapon_uuid": str, "weapon_name": str, "target_unit_name": str, "needed_values": NEEDED,
}  # fmt: skip
ROLL: Shape = {"needed": FACE, "roll": FACE}
LATEST: Shape = {"miniature_rolls": [{"weapon_rolls": [{"attacks": [{"hit_roll": ROLL}]}]}]}
WORDS: Shape = {"ai_action_description": str, "ai_rationale": str, "ai_instructions": [str]}
STATE: Shape = {
    "game_model": dict, "deployment_status": dict, "units": [dict], "chargeable_units": [dict],
    "recorded_charges": dict,
    "current_army_name": str, "current_picker_controller": ("human", "ai"), "current_picker_army_name": str,
    "map_data": dict,
}  # fmt: skip
CHARGEABLE: Shape = {
    "unit_uuid": str, "unit_name": str, "transponder": str, "movement": NUMBER, "charge_bonus": int,
    "targets": [
        {
            "target_unit_uuid": str, "target_unit_name": str, "target_transponder": str, "distance": NUMBER,
            "in_range": bool,
        }
    ],
}  # fmt: skip
MODEL: Shape = {
    "game_id": str, "id": str, "gameId": str, "game_name": str, "description": str, "simulation": bool, "digital": bool,
    "dice_tray_coordinates": (dict, None), "status": ("In progress", "Completed"), "phase": str, "phase_time": str,
    "round": int, "turn": int, "armies": [dict], "terrain": {"terrain_pieces": [dict]}, "deployment_zones": [dict],
    "objectives": [dict], "pixel_to_inch": NUMBER, "deployment_status": dict, "latest_roll": (dict, None),
    "current_picker_controller": ("human", "ai"), "current_picker_army_name": str,
    "phase_controller": {"current_step": str}, "log_controller": {"timeline": str},
}  # fmt: skip
ARMY: Shape = {
    "uuid": str, "id": int, "name": str, "army": str, "commander": str, "codex": str, "detachment": str, "points": int,
    "cp": int, "vp": int, "controller": ("human", "ai"), "personality_type": str, "personality_intensity": int,
    "personality_description": str, "player_number": int, "device": (str, None), "deployment_zone": (int, None),
    "gained_cp_this_round": bool, "fixed_missions": bool, "objective_type": ("fixed", "drawn"),
    "abilities": [{"name": str, "description": str}], "castable_abilities": [str], "castable_triggered": [str],
    "abilities_cast_this_turn": [str], "active_effects": [str], "secondary_missions": [str],
    "secondary_card_deck": [str], "units_destroyed_this_turn": [str], "units_lost_this_turn": [str], "buffs": [str],
    "units": [dict],
}  # fmt: skip
ATTRIBUTES: Shape = {
    "movement": NUMBER, "toughness": int, "wounds": int, "leadership": str, "objective_controlled": int, "save": str,
    "invuln": (str, None), "fnp": (str, None),
}  # fmt: skip
WEAPON: Shape = {
    "uuid": str, "name": str, "attacks": str, "skill": str, "strength": str, "ap": int, "damage": str,
}  # fmt: skip
MINIATURE: Shape = {
    "name": str, "alive": bool, "height": NUMBER, "attributes": ATTRIBUTES, "melee_weapons": [WEAPON],
    "ranged_weapons": [WEAPON | {"weapon_range": NUMBER}], "abilities": [str],
}  # fmt: skip
UNIT: Shape = {
    "uuid": str, "name": str, "location": (SPOT, None), "pixel_location": (SPOT, None), "transponder": str,
    "character": bool, "alive": bool, "engaged": bool, "in_combat": bool, "half_strength": bool,
    "battle_shocked": bool, "in_cover": bool, "deployed": bool, "in_reserves": bool, "starting_strength": int,
    "charge_bonus": int, "charged": bool, "miniatures": [MINIATURE], "abilities": [dict], "keywords": [str],
    "unit_stats": dict, "command_phase_action": bool, "movement_action": bool, "shooting_action": bool,
    "charge_action": bool, "combat_action": bool, "battle_shock_action": bool, "scoring_action": bool,
    "movement_action_type": str, "moved": bool, "advanced": bool, "fall_back": bool, "stationary": bool,
    "player": int, "army_uuid": str, "army_index": (0, 1),
}  # fmt: skip
PIECE: Shape = {"name": str, "coordinates": [SPOT], "coordinates_pixels": [SPOT], "obscuring": bool}
ZONE: Shape = {
    "name": str, "owner_army_index": (0, 1), "shape": {"points": [SPOT], "coordinates_pixels": [SPOT]},
}  # fmt: skip
CONTROL: Shape = {
    "army_uuid": str, "army_name": str, "in_control_range": bool, "total_oc": int, "models_in_range": int,
    "closest_distance": (*NUMBER, None),
}  # fmt: skip
OBJECTIVE: Shape = {
    "name": str, "uuid": str, "location": SPOT, "pixel_location": SPOT, "sticky": bool, "empowered": bool,
    "held_by": (str, None), "model_ranges": [{"army_uuid": str, "oc": int, "distance": NUMBER, "name": str}],
    "control_info": {
        "held_by_army_name": (str, None), "empowered": bool, "army_control": [CONTROL],
        "model_ranges": [{"name": str, "distance": NUMBER, "oc": int}],
    },
}  # fmt: skip
DEPLOYING: Shape = {
    "all_units_deployed": bool, "current_army_uuid": str, "current_army_name": str,
    "army_controllers": [{"army_uuid": str, "controller": ("human", "ai")}], "units_to_deploy": [[dict]],
}  # fmt: skip
CHECKS: Shape = {"time_check": bool, "action_check": bool, "expiration_check": bool, "casts_check": bool}
EFFECT: Shape = {
    "effect_id": str, "effect_type": str, "effect_value": str, "affects": str, "is_triggered": bool,
    "is_expired": bool, "has_casts_remaining": bool, "remaining_casts": int, "trigger_conditions": CHECKS,
    "meta": {"activated_ability": bool, "select_ability": bool},
}  # fmt: skip
ABILITY: Shape = {
    "id": str, "uuid": str, "name": str, "description": str, "overall_active": bool, "is_selectable": bool,
    "selected": (str, None), "choosable_abilities": [{"uuid": str, "name": str, "description": str}],
    "main_trigger": {
        "trigger_time": str, "trigger_phase": str, "trigger_phase_time": str, "trigger_action": str,
        "trigger_list": [str],
    },
    "meta": {
        "activated_ability": bool, "select_ability": bool, "stratagem": bool, "cost": int, "source": str, "type": str,
    },
    "location": {
        "type": ("army", "unit", "miniature", "weapon"), "army_uuid": str, "unit_uuid": (str, None), "army_name": str,
        "unit_name": (str, None),
    },
    "effects": [EFFECT],
}  # fmt: skip
AIM: Shape = {
    "uuid": str, "name": str, "target_type": str, "distance": (*NUMBER, None), "keywords": [str],
    "joinable_info": ({"source_ability": str, "source_miniature_name": str}, None),
}  # fmt: skip
RESULT: Shape = {
    "charge_roll": int,
    "targets": [{"target_uuid": str, "target_name": str, "target_distance": NUMBER, "charge_success": bool}],
}


@dataclass
class Story:
    """What the calls answered, by what was called; rolls in the order of their stages."""

    answers: dict[str, Json] = field(default_factory=dict)
    shots: list[tuple[str, Json]] = field(default_factory=list)
    blows: list[tuple[str, Json]] = field(default_factory=list)


def _middle(phase: str) -> Callable[[Match], bool]:
    return lambda match: (match.battle.state.phase, match.battle.state.phase_time) == (phase, "middle")


def _can_shoot(match: Match) -> bool:
    request = match.ask()
    if request is None or not _middle("shooting")(match) or "shoot" not in request.kinds:
        return False
    aimed = [u for u in request.units if any(each["targets"] for each in weapons(match, u, melee=False))]
    return len(aimed) > 1


def _can_charge(match: Match) -> bool:
    return len(chargeable(match)) > 2


def _can_fight(match: Match) -> bool:
    request = match.ask()
    return request is not None and request.kinds[0] == "fight" and len(request.units) > 0


def _ready(match: Match, selectable: bool) -> AbilityState | None:
    """An ability that may be used now and is aimed at nobody."""
    found = (each for each in abilities.abilities(match, frozenset({0, 1})) if each["overall_active"])
    usable = (each for each in found if each["meta"]["target"] == "none")
    if selectable:
        return next((each for each in usable if each["meta"]["select_ability"]), None)
    return next((each for each in usable if each["meta"]["activated_ability"]), None)


def _leader(match: Match) -> AbilityState | None:
    """The ability of a leader who may join somebody now."""
    found = (each for each in abilities.abilities(match, frozenset({0, 1})) if each["meta"]["target"] == "leadable")
    return next((each for each in found if abilities.targets(match, each["id"], frozenset({0, 1}))), None)


def _computer_would_use(match: Match) -> bool:
    request = match.ask()
    return request is not None and "use" in request.kinds and best_use(match.battle.scene, request.side) is not None


def _aims(unit: Json) -> list[Json]:
    return [
        {
            "unit_uuid": unit["uuid"],
            "miniature_uuid": weapon["miniature_uuid"],
            "weapon_uuid": weapon["weapon_uuid"],
            "target_unit_uuid": weapon["targets"][0]["target_unit_uuid"],
        }
        for weapon in unit["weapons"]
        if weapon["targets"]
    ]


def _attack(table: Table, story: Story, phase: str, stages: list[tuple[str, Json]]) -> None:
    """A person's attack: picked, let go, picked again, aimed, rolled stage by stage."""
    answers = story.answers
    state = answers[f"{phase} state"] = table.get(f"{phase}_phase/state").json()
    unit = next(each for each in state["units"] if phase == "combat" or _aims(each))
    answers[f"{phase} select"] = table.did(f"{phase}_phase/select_unit", unit_uuid=unit["uuid"])
    answers[f"{phase} reset"] = table.did(f"{phase}_phase/reset_unit_state")
    picked = table.did(f"{phase}_phase/select_unit", unit_uuid=unit["uuid"])["unit"]
    state = table.did(f"{phase}_phase/select_targets", targets=_aims(picked)[:1], get_needed_values=True)
    answers[f"{phase} targets"] = state
    while state["request"]["kinds"][0] in {"roll", "pass"} and state["game_model"]["phase"] == phase:
        if state["request"]["kinds"][0] == "pass":
            state = table.did("answer", answer={"choice": "pass"})
            continue
        stage = state["request"]["stage"]
        state = table.did(f"{phase}_phase/process_roll_stage", stage=stage)
        stages.append((stage, state))


@pytest.fixture(scope="module")
def story(server: Running) -> Story:
    ada, match, story = registered(server.client), battle(), Story()
    _abilities(server, ada, match, story)
    table = hosted(server, ada, played(match, _can_shoot))
    _attack(table, story, "shooting", story.shots)
    table = hosted(server, ada, match, COMPUTERS)
    story.answers["shooting ai"] = table.did("shooting_phase/ai_shooting")

    table = hosted(server, ada, played(match, _can_charge))
    state = story.answers["charge state"] = table.get("charge_phase/state").json()
    first = state["chargeable_units"][0]
    charges = {first["unit_uuid"]: [first["targets"][0]["target_unit_uuid"]]}
    story.answers["record"] = table.did("charge_phase/record_charges", charges=charges)
    process = table.did("charge_phase/process_charge", charging_unit_uuid=first["unit_uuid"])
    while not process["charge_results"]:
        table.did("answer", answer={"choice": "pass"})  # the enemy answers the declaration first
        process = table.did("charge_phase/process_charge", charging_unit_uuid=first["unit_uuid"])
    story.answers["process"] = process
    table = hosted(server, ada, match, COMPUTERS)
    story.answers["charge ai"] = table.did("charge_phase/ai_charge")

    table = hosted(server, ada, played(match, _can_fight))
    story.answers["whole state"] = table.state()
    story.answers["ability ai refused"] = table.post("ai_ability").json()
    _attack(table, story, "combat", story.blows)
    table = hosted(server, ada, match, COMPUTERS)
    story.answers["combat ai"] = table.did("combat_phase/ai_combat")
    table = hosted(server, ada, played(match, _computer_would_use), COMPUTERS)
    story.answers["ability ai"] = table.did("ai_ability")
    return story


def _abilities(server: Running, ada: Somebody, match: Match, story: Story) -> None:
    """The lists, the targets of a leader, an ability that is used and one that is chosen from."""
    answers, fresh = story.answers, hosted(server, ada, match)
    answers["fresh"] = fresh.state()
    for name in ("abilities", "stratagems", "active-effects"):
        answers[name] = fresh.get(name).json()
    table = hosted(server, ada, played(match, lambda now: _leader(now) is not None))
    leader = _of(table, _leader(match))
    answers["targets"] = table.get(f"ability/{leader['id']}/targets").json()
    table = hosted(server, ada, played(match, lambda now: bool(_ready(now, True) and _ready(now, False))))
    choice, use = _of(table, _ready(match, True)), _of(table, _ready(match, False))
    picked = choice["choosable_abilities"][0]["uuid"]
    answers["selected"] = table.did(
        "process_selectable_ability", parent_ability_id=choice["id"], selected_ability_uuid=picked
    )
    answers["activated"] = table.did("process_activated_ability", ability_id=use["id"], target_uuids=[])


def _of(table: Table, wanted: AbilityState | None) -> Json:
    """The same ability in the game of the table, whose uuids are its own."""
    assert wanted is not None
    where = (wanted["name"], wanted["location"]["army_name"], wanted["meta"]["type"])
    listed: list[Json] = table.get("abilities").json()["abilities"]
    return next(each for each in listed if (each["name"], each["location"]["army_name"], each["meta"]["type"]) == where)


# API-29, API-30, API-31
@pytest.mark.parametrize("phase", ["shooting", "charge", "combat"])
def test_a_phases_state_has_its_parts(story: Story, phase: str) -> None:
    state = story.answers[f"{phase} state"]
    check(state, STATE)
    assert state["game_model"]["phase"] == phase
    if phase == "charge":
        filled(state["chargeable_units"], [CHARGEABLE])
    else:
        assert state["units"]
    assert state["current_picker_army_name"] in [army["name"] for army in state["game_model"]["armies"]]


# ENT-20, ENT-50, OPEN-84
def test_the_game_has_its_model(story: Story) -> None:
    """A turn is counted from 1, as decided; before anything is rolled it is the first."""
    for name in ("shooting state", "charge state", "combat state"):
        model = story.answers[name]["game_model"]
        check(model, MODEL)
        assert model["id"] == model["gameId"] == model["game_id"]
    fresh = story.answers["fresh"]["game_model"]
    check(fresh, MODEL | {"phase": "deployment", "phase_time": "beginning", "round": 1, "turn": 1})


# SITE-13
@pytest.mark.parametrize(
    ("simulation", "mode", "flags"),
    [(True, "digital", (True, True)), (False, "digital", (False, True)), (False, "physical", (False, False))],
)
def test_a_game_is_a_simulation_a_digital_or_a_physical_one(
    server: Running, simulation: bool, mode: str, flags: tuple[bool, bool]
) -> None:
    """Controls of a camera have only the last: tests of the web app."""
    ada = registered(server.client)
    table = made(server.client, ada, simulation=simulation)
    for side, army in enumerate(("vow-1000", "fen-1000")):
        table.chosen(side, army, controller="ai" if simulation else "human")
    wanted = {"game": table.get("setup").json()["chosen"] | {"mode": mode}}
    assert server.client.patch(f"/api/game/{table.game_id}/setup", json=wanted, headers=ada.headers).status_code == 200
    assert table.post("start").status_code == 201
    model = table.state()["game_model"]
    assert (model["simulation"], model["digital"]) == flags


# ENT-20
def test_the_model_shows_its_game_as_it_is_now(server: Running) -> None:
    """Its name and the dice tray are no part of the battle, and change beside it: an older state differs."""
    ada = registered(server.client)
    table = made(server.client, ada)
    for side, army in enumerate(("vow-1000", "fen-1000")):
        table.chosen(side, army)
    setup, url = f"/api/game/{table.game_id}/setup", f"/api/game/{table.game_id}"
    chosen = table.get("setup").json()["chosen"] | {"mode": "physical"}
    assert server.client.patch(setup, json={"game": chosen}, headers=ada.headers).status_code == 200
    assert table.post("start").status_code == 201
    first = table.state()
    about = {"game_name": "At the weir", "description": "", "simulation": False, "digital": False}
    check(first["game_model"], MODEL | about | {"dice_tray_coordinates": None})
    tray = {"startX": 0.1, "startY": 0.2, "endX": 0.4, "endY": 0.6}
    server.client.patch(f"{url}/camera", json={"dice_tray_coordinates": tray}, headers=ada.headers)
    server.client.patch(url, json={"game_name": "At the ford", "description": "A rematch"}, headers=ada.headers)
    again = table.state()
    about |= {"game_name": "At the ford", "description": "A rematch", "dice_tray_coordinates": tray}
    check(again["game_model"], MODEL | about)
    assert again["version"] != first["version"]


def test_where_the_dice_tray_lies_is_in_the_answer_to_a_step_of_the_computer_too(server: Running) -> None:
    ada = registered(server.client)
    table = made(server.client, ada)
    for side, army in enumerate(("vow-1000", "fen-1000")):
        table.chosen(side, army, controller="ai")
    chosen = table.get("setup").json()["chosen"] | {"mode": "physical"}
    path = f"/api/game/{table.game_id}"
    assert server.client.patch(f"{path}/setup", json={"game": chosen}, headers=ada.headers).status_code == 200
    assert table.post("start").status_code == 201
    tray = {"startX": 0.1, "startY": 0.2, "endX": 0.4, "endY": 0.6}
    server.client.patch(f"{path}/camera", json={"dice_tray_coordinates": tray}, headers=ada.headers)
    assert table.did("ai_step")["game_model"]["dice_tray_coordinates"] == tray


# ENT-21, ENT-22, ENT-24, ENT-25
def test_armies_units_miniatures_and_weapons_have_their_fields(story: Story) -> None:
    armies = story.answers["combat state"]["game_model"]["armies"]
    filled(armies, [ARMY])
    units = [unit for army in armies for unit in army["units"]]
    filled(units, [UNIT])
    miniatures = [miniature for unit in units for miniature in unit["miniatures"]]
    assert any(each["ranged_weapons"] for each in miniatures)
    assert any(each["melee_weapons"] for each in miniatures)
    assert any(army["castable_abilities"] for army in armies)
    assert all(set(army["castable_triggered"]) <= set(army["castable_abilities"]) for army in armies)


# ENT-26, ENT-27, ENT-28, ENT-29
def test_the_ground_has_its_fields_in_inches_and_in_pixels(story: Story) -> None:
    model = story.answers["combat state"]["game_model"]
    filled(model["terrain"]["terrain_pieces"], [PIECE])
    filled(model["deployment_zones"], [ZONE])
    filled(model["objectives"], [OBJECTIVE])
    for piece in model["terrain"]["terrain_pieces"]:
        scaled = [[round(axis / model["pixel_to_inch"]) for axis in spot] for spot in piece["coordinates"]]
        assert [[round(axis) for axis in spot] for spot in piece["coordinates_pixels"]] == scaled
    assert any(objective["control_info"]["model_ranges"] for objective in model["objectives"])


# ENT-30
def test_the_deployment_has_its_status(story: Story) -> None:
    check(story.answers["fresh"]["deployment_status"], DEPLOYING)
    check(story.answers["combat state"]["deployment_status"], DEPLOYING | {"all_units_deployed": True})
    assert [len(units) > 0 for units in story.answers["fresh"]["deployment_status"]["units_to_deploy"]] == [True, True]


# API-54, API-55, API-56, ENT-35
def test_abilities_stratagems_and_effects_are_listed(story: Story) -> None:
    known = story.answers["abilities"]
    filled(known["abilities"], [ABILITY])
    check(known["game_state"], {"round": int, "turn": int, "phase": str, "phase_time": str})
    filled(story.answers["stratagems"]["stratagems"], [ABILITY])
    assert all(each["meta"]["stratagem"] for each in story.answers["stratagems"]["stratagems"])
    filled(story.answers["active-effects"]["active_effects"], [{"army_uuid": str, "effects": [dict], "units": [dict]}])


# API-57, ENT-37
def test_the_targets_of_an_ability_have_their_fields(story: Story) -> None:
    targets = story.answers["targets"]["targets"]
    filled(targets, [AIM])
    assert any(each["joinable_info"] for each in targets)


# API-58, API-59, API-60
def test_uses_are_answered_with_what_came_of_them(story: Story) -> None:
    used, chosen = story.answers["activated"]["result"], story.answers["selected"]["result"]
    check(used, ABILITY)
    check(chosen, ABILITY)
    assert chosen["selected"] in [each["name"] for each in chosen["choosable_abilities"]]
    check(story.answers["ability ai"], {"result": WORDS, **WORDS})
    check(story.answers["ability ai refused"], {"detail": str})


# OPEN-32
def test_every_way_to_the_state_answers_the_same(story: Story) -> None:
    assert story.answers["whole state"] == story.answers["combat state"]


# OPEN-78
def test_who_acts_is_what_the_server_says(story: Story) -> None:
    for name in ("shooting state", "charge state", "combat state"):
        state = story.answers[name]
        names = {army["uuid"]: army["name"] for army in state["game_model"]["armies"]}
        assert state["current_army_name"] == names[state["current_army_uuid"]]
        assert state["request"]["army_name"] == state["current_picker_army_name"]


# API-41, API-42, ENT-23, ENT-46
@pytest.mark.parametrize("phase", ["shooting", "combat"])
def test_a_picked_unit_is_answered_with_its_weapons_and_their_targets(story: Story, phase: str) -> None:
    answer = story.answers[f"{phase} select"]
    unit = answer["unit"]
    filled(unit["weapons"], [UNIT_WEAPON])
    assert any(weapon["targets"] for weapon in unit["weapons"])
    assert answer["request"]["selected_unit_uuid"] == unit["uuid"]
    assert {weapon["weapon_range"] == "Melee" for weapon in unit["weapons"]} == {phase == "combat"}


# API-47, API-48
@pytest.mark.parametrize("phase", ["shooting", "combat"])
def test_a_unit_that_is_let_go_can_act_again(story: Story, phase: str) -> None:
    before, after = story.answers[f"{phase} state"], story.answers[f"{phase} reset"]
    assert after["request"] == before["request"]
    assert after["units"] == before["units"]


# API-43, API-44, ENT-44
@pytest.mark.parametrize("phase", ["shooting", "combat"])
def test_declared_attacks_are_answered_with_the_needed_values(story: Story, phase: str) -> None:
    answer, unit = story.answers[f"{phase} targets"], story.answers[f"{phase} select"]["unit"]
    filled(answer["needed_values"], [ROW])
    assert {row["unit_name"] for row in answer["needed_values"]} == {unit["name"]}
    assert answer["request"]["kinds"][0] in {"roll", "pass"}


# API-45, API-46, ENT-45, ENT-47, OPEN-14, OPEN-79, OPEN-86
@pytest.mark.parametrize("phase", ["shooting", "combat"])
def test_stages_are_rolled_one_by_one_in_the_stored_order(story: Story, phase: str) -> None:
    rolls = story.shots if phase == "shooting" else story.blows
    stages = [stage for stage, _ in rolls]
    assert stages[0] == "hit"
    assert stages == sorted(stages, key=STAGES.index)
    for _, answer in rolls:
        filled(answer["units"] or [{}], [dict])
        check(answer["game_state"], {"phase": phase, "phase_time": "middle", "latest_roll": LATEST})
    hit = rolls[0][1]["game_state"]["latest_roll"]["miniature_rolls"]
    attacks = [attack for m in hit for weapon in m["weapon_rolls"] for attack in weapon["attacks"]]
    assert attacks
    assert all(attack["hit_roll"]["roll"] in (1, 2, 3, 4, 5, 6, None) for attack in attacks)
    assert rolls[-1][1]["game_state"]["latest_roll"]["stage"] == "complete"
    if phase == "shooting":  # other units are left, and are asked for
        assert "shoot" in rolls[-1][1]["request"]["kinds"]


# API-49, API-50
@pytest.mark.parametrize("phase", ["shooting", "combat"])
def test_the_computer_picks_a_unit_and_aims_it(story: Story, phase: str) -> None:
    answer = story.answers[f"{phase} ai"]
    check(answer, {"status": str, "selected_unit": {"uuid": str, "name": str}, "needed_values": [ROW], **WORDS})
    assert {row["unit_uuid"] for row in answer["needed_values"]} <= {answer["selected_unit"]["uuid"]}


# API-51, ENT-39, ENT-40, ENT-41, OPEN-96
def test_registered_charges_are_lists_of_targets_by_their_unit(story: Story) -> None:
    offered, recorded = (
        story.answers["charge state"]["chargeable_units"][0],
        story.answers["record"]["recorded_charges"],
    )
    check(offered, CHARGEABLE)
    assert recorded == {offered["unit_uuid"]: [offered["targets"][0]["target_unit_uuid"]]}


# API-52, ENT-42, ENT-43, OPEN-22
def test_a_rolled_charge_is_reported_with_its_roll_and_its_targets(story: Story) -> None:
    answer = story.answers["process"]
    (result,) = answer["charge_results"]
    check(result, RESULT)
    filled(answer["charge_logs"], [{"message": str, "roll": int, "needed": NUMBER}])
    assert answer["charge_logs"][0]["roll"] == result["charge_roll"]
    assert sum(result["dice"]) <= result["charge_roll"]
    assert {each["charge_success"] for each in result["targets"]} == {result["charge_roll"] >= result["needed"]}


# API-53
def test_the_computer_registers_its_charges_and_says_so(story: Story) -> None:
    answer = story.answers["charge ai"]
    check(answer, {"recorded_charges": dict, **WORDS})
    assert answer["recorded_charges"]
    assert answer["ai_action_description"].endswith(".")
