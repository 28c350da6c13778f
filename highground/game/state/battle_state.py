"""The game as a seat sees it: what the calls for a phase's state answer, and what a page draws.

`sides` are those whose armies the seat commands: one, both where a person plays alone, none for who only watches. What
is hidden from a seat is not in its answer: the order of the decks is nobody's, what a player prepares and private
ability text are that player's alone, the seed is the server's.
"""

from __future__ import annotations

from highground.ai.levels import LEVELS
from highground.ai.personality import PERSONALITIES
from highground.engine import events as ev
from highground.engine import state as st
from highground.engine.abilities import powers
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH
from highground.engine.prompts import Prompt, ReactPrompt
from highground.engine.steps import charge, deployment, movement, transports
from highground.engine.steps.catalogue import catalogue
from highground.game.match.match import Match
from highground.game.parts.board import ground, head_start_shown, score_shown
from highground.game.parts.out_of_reach import unreached_words
from highground.game.parts.units import middle
from highground.game.state import aiming
from highground.game.state.abilities import army_powers
from highground.game.state.asked import shown_to_all
from highground.game.state.charges import results_of_phase
from highground.game.state.dice_view import dice_view
from highground.game.state.marching import flies_off, marches
from highground.game.state.missions import mission_view, missions_in_hand, missions_scored
from highground.game.state.model import model_parts
from highground.game.state.objectives import objective_view
from highground.game.state.offers import offers_view
from highground.game.state.rolls import latest_roll
from highground.game.state.seats import seen_by, version
from highground.game.state.staying import missed
from highground.game.state.takeback import last_choice
from highground.game.state.units import PIXELS_PER_INCH, ability_view, unit_view
from highground.game.views.state import (
    ArmyState,
    BattleState,
    ChargeTarget,
    ChargingUnit,
    DeploymentStatus,
    FirstTurn,
    GameModel,
    MapData,
)
from highground.game.views.units import UnitPrompt, UnitState
from highground.game.views.values import NamedThing

NOBODY: frozenset[int] = frozenset()
"""The sides that who only watches commands."""


def game_state(match: Match, sides: frozenset[int]) -> BattleState:
    """Everything that a page needs to draw the game at this moment for one seat."""
    return seen_by(plain_state(match), match, sides)


def plain_state(match: Match) -> BattleState:
    """What everybody sees of the game, who watches it among them."""
    prompt = match.ask()
    state, cast = match.battle.state, match.cast
    units = [unit_view(match, unit, prompt) for unit in state.units if unit.joined is None]
    picker = prompt.side if prompt is not None else state.active
    return {
        "number": match.number,
        "sides": [],
        "version": version(match, NOBODY),
        "game_model": _model(match, units),
        "deployment_status": deployment_status(match),
        "units": _acting(match, units, prompt),
        "chargeable_units": chargeable(match),
        "recorded_charges": {},
        "unasked": [],
        "charge_results": results_of_phase(match),
        "current_army_uuid": cast.army_uuids[state.active],
        "current_army_name": cast.armies[state.active],
        "current_picker_controller": match.control[picker].controller,
        "current_picker_army_name": cast.armies[picker],
        "current_picker_army_uuid": cast.army_uuids[picker],
        "request": shown_to_all(match, prompt),
        "undo": last_choice(match, NOBODY),
        "offers": offers_view(match, NOBODY),
        "dice": dice_view(match),
        "coach": match.coached,
        "map_data": _map(match),
    }


def _model(match: Match, units: list[UnitState]) -> GameModel:
    state = match.battle.state
    return {
        "game_id": match.game_id,
        "id": match.game_id,
        "gameId": match.game_id,
        "game_name": match.about.name,
        "description": match.about.description,
        "simulation": match.about.simulation,
        "digital": not match.physical,
        "dice_tray_coordinates": match.about.dice_tray,
        "status": "Completed" if state.completed else "In progress",
        "winner_army_uuid": None if state.winner is None else match.cast.army_uuids[state.winner],
        "phase": state.phase,
        "phase_time": state.phase_time,
        "round": state.round,
        "turn": state.turn,
        "mission": mission_view(match),
        "armies": [_army(match, side, [u for u in units if u["army_index"] == side]) for side in (0, 1)],
        "objectives": [objective_view(match, index) for index in range(len(state.markers))],
        "latest_roll": latest_roll(match),
        "phase_controller": {"current_step": _step(match)},
        "pixel_to_inch": 1 / PIXELS_PER_INCH,
        "deployment_status": deployment_status(match),
        **model_parts(match),
    }


_STEPS: dict[type[st.Frame], str] = {
    st.RollOff: "roll_off",
    st.ZoneChoice: "zone_choice",
    st.Deploying: "deploying",
    st.Scouting: "scouting",
    st.BattleShock: "battle_shock",
    st.Moving: "moving",
    st.Resolving: "resolving",
    st.ChargeRoll: "charge_roll",
    st.Charging: "charging",
    st.Melee: "melee",
    st.Fighting: "fighting",
    st.LastBlows: "last_blows",
    st.CoherencyRemoval: "coherency_removal",
    st.Window: "window",
}
"""What is under way, in the words of the specification's states."""


def _step(match: Match) -> str:
    frame = match.battle.state.top
    return _STEPS[type(frame)] if frame is not None else match.battle.state.phase_time


def _army(match: Match, side: int, units: list[UnitState]) -> ArmyState:
    state, cast, sheet = match.battle.state, match.cast, match.battle.setup.armies[side]
    army, control = state.armies[side], match.control[side]
    personality, level = PERSONALITIES[control.personality], LEVELS[control.level]
    turn = [lost.unit for lost in state.destroyed if (lost.round, lost.turn) == (state.round, state.turn)]
    lost = [cast.units[unit] for unit in turn if cast.sides[unit] == side]
    return {
        "uuid": cast.army_uuids[side],
        "id": side,
        "name": cast.armies[side],
        "army": sheet.faction,
        "commander": control.player or cast.armies[side],
        "codex": sheet.faction,
        "detachment": sheet.detachment,
        "points": sheet.points_computed,
        **score_shown(army),
        **head_start_shown(match.battle.setup.head_start[side]),
        "vp_by_round": list(army.vp_by_round),
        "controller": control.controller,
        "personality_type": control.personality.capitalize(),
        "personality_intensity": control.intensity,
        "personality_description": personality.description,
        "level": control.level,
        "thinking_seconds": (control.seconds or level.seconds) if level.recipe is not None else 0.0,
        "player_number": side + 1,
        "device": None,
        "deployment_zone": army.zone,
        "gained_cp_this_round": _gained_cp(match, side),
        "fixed_missions": bool(match.battle.setup.fixed[side]),
        "objective_type": "fixed" if match.battle.setup.fixed[side] else "drawn",
        "abilities": [ability_view(ability, own=False) for ability in sheet.abilities],
        "abilities_cast_this_turn": [
            ability_name(match, side, each.ability)
            for each in state.casts
            if each.side == side and (each.round, each.turn) == (state.round, state.turn)
        ],
        "active_effects": sorted({each.name for each in state.active_effects if each.side == side}),
        "secondary_missions": [cast.missions[uid] for uid in army.hand],
        "missions_in_hand": missions_in_hand(match, side),
        "missions_scored": missions_scored(match, side),
        "secondary_card_deck": sorted(cast.missions[uid] for uid in army.deck),
        "units_lost_this_turn": lost,
        "units_destroyed_this_turn": [cast.units[unit] for unit in turn if cast.sides[unit] != side],
        "units": units,
        **army_powers(match, side),
    }


def _gained_cp(match: Match, side: int) -> bool:
    """Whether the side was given command points since the round began."""
    for record in reversed(match.battle.records):
        for event in reversed(record.events):
            if isinstance(event, ev.CommandPointsGained) and event.side == side:
                return True
            if isinstance(event, ev.TurnBegan) and event.turn == 1:
                return False
    return False


def ability_name(match: Match, side: int, uid: str) -> str:
    """The name of an ability that a side may use, by its uid."""
    known = catalogue(match.battle.setup, side).by_uid.get(uid)
    return known[0].ability.name if known else uid


def deployment_status(match: Match) -> DeploymentStatus:
    """How far the setting up has come, and whose turn it is to set a unit up."""
    scene, cast = match.battle.scene, match.cast
    prompt = match.ask() if scene.state.phase == "deployment" else None
    side = prompt.side if prompt is not None else scene.state.active
    waiting = [deployment.waiting(scene, each) for each in (0, 1)]
    rolled = next((event for record in match.battle.records[:2] for event in record.events if _is_roll(event)), None)
    return {
        "all_units_deployed": not any(waiting) and scene.state.armies[0].zone is not None,
        "current_army_uuid": cast.army_uuids[side],
        "current_army_name": cast.armies[side],
        "army_controllers": [
            {"army_uuid": cast.army_uuids[each], "controller": match.control[each].controller} for each in (0, 1)
        ],
        "units_to_deploy": [
            [{"uuid": cast.unit_uuids[unit], "name": cast.units[unit]} for unit in units] for units in waiting
        ],
        "rolls": [list(each) for each in rolled.rolls] if isinstance(rolled, ev.DeploymentRolled) else [],
        "winner_army_uuid": cast.army_uuids[rolled.winner] if isinstance(rolled, ev.DeploymentRolled) else None,
        "zones_chosen": scene.state.armies[0].zone is not None,
        "first_turn": _first_turn(match),
    }


def _first_turn(match: Match) -> FirstTurn | None:
    """The roll for the first turn: it falls before the scouts move, where there are some."""
    for event in (each for record in match.battle.records for each in record.events):
        if isinstance(event, ev.FirstTurnRolled | ev.BattleBegan) and event.rolls:
            return {"army_uuid": match.cast.army_uuids[event.first], "rolls": [list(each) for each in event.rolls]}
    return None


def _is_roll(event: ev.Event) -> bool:
    return isinstance(event, ev.DeploymentRolled)


def _acting(match: Match, units: list[UnitState], prompt: Prompt | None) -> list[UnitState]:
    """The units that can be named in the answer that is due; with their weapons where these are to be aimed."""
    if prompt is None or isinstance(prompt, ReactPrompt):
        return []
    named = {match.cast.unit_uuids[unit]: unit for unit in prompt.units}
    melee = match.battle.state.phase == "combat"
    aiming_now = {"shoot", "fight", "strike"} & set(prompt.kinds)
    embarking, moving, striking = "embark" in prompt.kinds, "move" in prompt.kinds, "strike" in prompt.kinds

    def named_view(unit: int) -> UnitPrompt:
        found: UnitPrompt = {}
        if aiming_now:
            found["weapons"] = aiming.weapons(match, unit, melee)
        if striking and (left := unreached_words(match.battle.scene, unit)):
            found["unreached"] = left
        if embarking:
            found["rides"] = _rides(match, unit)
        if moving:
            found["marches"] = marches(match.battle.scene, unit)
            if flies_off(match.battle.scene, unit):
                found["flies_off"] = True
            found["missed"] = missed(match.battle.scene, unit)
        return found

    return [{**unit, **named_view(named[unit["uuid"]])} for unit in units if unit["uuid"] in named]


def _rides(match: Match, unit: int) -> list[NamedThing]:
    """The transports that a unit may get into now."""
    scene, cast = match.battle.scene, match.cast
    state = scene.state.units[unit]
    if not state.on_table:
        found = transports.rides(scene, unit) if scene.state.phase == "deployment" else ()
    else:
        found = transports.rides_beside(scene, unit)
    return [{"uuid": cast.unit_uuids[each], "name": cast.units[each]} for each in found]


def chargeable(match: Match) -> list[ChargingUnit]:
    """The active army's units that may declare a charge, each with the enemy units that may be its target."""
    scene, cast = match.battle.scene, match.cast
    if scene.state.phase != "charge" or scene.state.phase_time != "middle":
        return []
    ready = [unit for unit in scene.units_of(scene.state.active) if charge.why_not(scene, unit) is None]
    return [
        {
            "unit_uuid": cast.unit_uuids[unit.index],
            "unit_name": cast.units[unit.index],
            "transponder": cast.transponders[unit.index],
            "movement": movement.speed(scene, unit.index),
            "charge_bonus": powers.added(scene, unit.index, "charge"),
            "targets": [_charge_target(match, unit.index, foe) for foe in charge.targets(scene, unit.index)],
        }
        for unit in ready
        if charge.targets(scene, unit.index)
    ]


def _charge_target(match: Match, unit: int, foe: int) -> ChargeTarget:
    scene, cast = match.battle.scene, match.cast
    gap = scene.gap(unit, foe)
    return {
        "target_unit_uuid": cast.unit_uuids[foe],
        "target_unit_name": cast.units[foe],
        "target_transponder": cast.transponders[foe],
        "distance": round(max(0.0, gap), 1),
        "in_range": gap <= charge.REACH,
        "needed": charge.needed(gap),
        "location": middle(scene.state.units[foe]),
    }


def _map(match: Match) -> MapData:
    """What does not change while the battle is fought: the board."""
    scene = match.battle.scene
    zones = tuple(army.zone for army in scene.state.armies)

    def drawn() -> MapData:
        return {"width": BOARD_WIDTH, "height": BOARD_HEIGHT, **ground(scene)}

    return match.kept.get("map", (scene.setup, *zones), drawn)
