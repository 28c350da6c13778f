"""How single events are reported, each after a hand-made beginning."""

from __future__ import annotations

from typing import Any

import orjson

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.abilities.effects import AddToAdvance
from highground.engine.attack.definition import define
from highground.engine.attack.roll import roll_stage, start
from highground.engine.dice import GivenDice
from highground.engine.effects import Circumstances
from highground.engine.log import Log
from highground.engine.model import Mission
from highground.engine.record import Record
from highground.engine.state import Active, Volley
from highground.game.timeline.whole_log import flat, timeline
from tests.engine.attack_helpers import pool_row
from tests.game.timeline.small import BITES, FIRST, GUN, SECOND, SHOTS, STILL, setup
from tests.values import replace

Json = dict[str, Any]
HOUND = ((12.0, 14.0),)
SET_UP: tuple[ev.Event, ...] = (
    ev.DeploymentRolled(((6, 1),), 0),
    ev.ZoneChosen(0, 0),
    ev.UnitDeployed(0, FIRST),
    ev.UnitDeployed(2, HOUND),
    ev.UnitDeployed(1, SECOND),
    ev.BattleBegan(0, ((6, 1),)),
    ev.TurnBegan(1, 1, 0),
)


def reported(*events: ev.Event, phase: Any = "shooting", before: tuple[ev.Event, ...] = SET_UP) -> list[Any]:
    """The entries of these events, in a phase of the first turn."""
    start_of_phase = (*before, ev.PhaseChanged(phase, "beginning"))
    log = Log(setup(), 1, (Record(ch.Advance(), (), (*start_of_phase, *events), 0),), "")
    return [entry for entry in flat(timeline(log)) if entry["id"] > len(start_of_phase)]


def messages(*events: ev.Event, **where: Any) -> list[str]:
    return [entry["message"] for entry in reported(*events, **where)]


def shots(unit: int = 0) -> ev.ShotsDeclared:
    return ev.ShotsDeclared(unit, (Volley("lamp-gun", 2, (0, 1, 2), STILL, SHOTS),))


HIT = ev.AttacksMade(0, 2, (0, 1, 2), False, SHOTS, ((0, SHOTS.damage),), ())


def test_what_is_added_to_an_advance_is_named() -> None:
    songs = (Active("Marching Song", AddToAdvance(1), 0, 0, 1, 1), Active("Mud", AddToAdvance(-2), 0, 0, 1, 1))
    moved = ev.UnitMoved(0, "advanced", tuple([(x + 7.0, y) for x, y in FIRST]), 7.0, 9.0)
    began = [ev.EffectBegan(each) for each in songs]
    *_, entry = reported(*began, ev.AdvanceRolled(0, 4, 9.0), moved, phase="movement")
    assert entry["message"].endswith("(rolled 4, +1 by Marching Song, -2 by Mud)")
    *_, plain = reported(ev.AdvanceRolled(0, 4, 10.0), moved, phase="movement")
    assert plain["message"].endswith("(rolled 4)")


def test_a_hazard_is_reported_with_the_attack_that_caused_it() -> None:
    (entry,) = reported(
        shots(), HIT,
        ev.CauseRolled(0, "hazardous", (1, 4, 5), 2, True),
        ev.WoundsLost(0, ((0, 1),), (0,), "hazardous", by=0),
        ev.UnitShot(0),
    )  # fmt: skip
    assert entry["message"].endswith("2 damage. Hazardous: Lamplighters 1, 1 slain")
    assert [line["message"] for line in entry["targets"][0]["damage_logs"]][1:] == [
        "Hazardous: Lamplighters 1, rolled 1, 4, 5 (2+)",
        "Hazardous: Lamplighters 1, 1 slain",
    ]
    assert entry["targets"][0]["total_damage_taken"] == SHOTS.damage


def test_a_demise_adds_to_the_toll_of_other_targets() -> None:
    """Both are shot at; the wounds that a falling third deals count for the hound."""
    (entry,) = reported(
        shots(), HIT, ev.WoundsLost(2, ((0, 2),), (0,), "deadly demise", by=1), ev.UnitDestroyed(2, 1), ev.UnitShot(0)
    )
    (target,) = entry["targets"]
    assert (target["total_damage_taken"], target["models_killed"], target["models_remaining"]) == (4, 1, 0)
    assert entry["message"].endswith("Deadly demise: Tide Hound, 1 slain. Tide Hound is destroyed")


def test_a_hazard_that_passes_stays_below_the_dice() -> None:
    (entry,) = reported(shots(), HIT, ev.CauseRolled(0, "hazardous", (3,), 2, False), ev.UnitShot(0))
    assert entry["targets"][0]["damage_logs"][-1]["message"] == (
        "Hazardous: Lamplighters 1, rolled 3 (2+), nothing happens"
    )


def test_wounds_outside_of_attacks_are_an_entry() -> None:
    (entry,) = reported(ev.WoundsLost(1, ((0, 1), (1, 1)), (0, 1), "storm"))
    assert (entry["log_type"], entry["message"]) == ("abilities", "Storm: Lamplighters 2, 2 slain")
    assert (entry["unit_name"], entry["models_killed"], entry["location"]) == ("Lamplighters 2", 2, (31.5, 8.0))


def test_dice_of_a_volley_that_came_too_late_are_shown() -> None:
    """Two units' worth of volleys went through the hit stage; the first one slew the target."""
    late = roll_stage(start(define(GUN, 1, Circumstances(), 5), pool_row([4], 5)), GivenDice([5, 2]))
    volleys = (Volley("lamp-gun", 2, (0,), STILL, SHOTS), Volley("lamp-gun", 2, (1,), Circumstances(), late))
    (entry,) = reported(
        ev.ShotsDeclared(0, volleys),
        ev.StageRolled(0, "hit", "wound", volleys),
        ev.AttacksMade(0, 2, (0,), False, SHOTS, ((0, 4),), (0,)),
        ev.UnitDestroyed(2, 0),
        ev.UnitShot(0),
    )
    (target,) = entry["targets"]
    assert [len(dice["attacks"]) for dice in target["dice_logs"]] == [6, 2]
    assert target["damage_logs"][-1]["message"] == "Lamp Gun: 2 attacks, 1 hit, no wounds; the target was gone"


def test_several_targets_are_reported_one_after_the_other() -> None:
    other = replace(HIT, target=1, sequence=BITES, lost=((0, 1), (1, 1)), slain=(0, 1))
    (entry,) = reported(shots(), HIT, other, ev.UnitShot(0))
    assert entry["message"] == (
        "Lamplighters 1 shoot Tide Hound: 6 attacks, 5 hits, 2 wounds, 2 damage; "
        "Lamplighters 2: 2 attacks, 2 hits, 2 wounds, 2 slain"
    )
    assert entry["in_brief"] == "Lamplighters 1 shoot Tide Hound: 2 damage; Lamplighters 2: 2 slain"
    assert [target["unit_name"] for target in entry["targets"]] == ["Tide Hound", "Lamplighters 2"]


def test_attacks_that_were_not_declared_are_reported_all_the_same() -> None:
    (entry,) = reported(HIT, ev.UnitShot(0))
    assert (entry["log_type"], entry["attacker_unit"]) == ("combat", "Lamplighters 1")


def test_no_attacks_are_no_combat() -> None:
    entries = reported(ev.UnitShot(0, True), ev.FightsBegan(True, 0), ev.UnitPicked(2), ev.StrikesMade(2))
    assert [(entry["log_type"], entry["message"]) for entry in entries] == [
        ("action", "Lamplighters 1 hold their fire"),
        ("action", "Tide Hound makes no attacks: 4.2 inches from the nearest enemy, more than 1"),
    ]


def test_a_charge_that_reaches_shows_its_way() -> None:
    rolled = ev.ChargeRolled(2, (0, 1), (6, 4), 5, True, 10.0)
    (entry,) = reported(rolled, ev.ChargeMoved(2, (0, 1), ((12.0, 10.0),)), phase="charge")
    assert entry["message"] == "Tide Hound charges Lamplighters 1 and Lamplighters 2 and reaches: rolled 10, needed 5"
    assert (entry["start_location"], entry["end_location"]) == ((12.0, 14.0), (12.0, 10.0))
    assert entry["graphics"]["arrows"] == [{"x": 12.0, "y": 14.0, "dx": 0.0, "dy": -4.0}]
    assert [unit["name"] for unit in entry["target_units"]] == ["Lamplighters 1", "Lamplighters 2"]


def test_a_charge_without_room_says_so() -> None:
    (entry,) = reported(ev.ChargeRolled(2, (0,), (6, 4), 5, False, 10.0), phase="charge")
    assert entry["message"].endswith("and fails: rolled 10, needed 5, but there is no room to reach it")


def test_modifiers_of_a_roll_are_logged() -> None:
    (reached,) = reported(
        ev.ChargeRolled(2, (0,), (3, 1), 5, True, 6.0), ev.ChargeMoved(2, (0,), ((12.0, 10.0),)), phase="charge"
    )
    assert reached["message"].endswith("and reaches: rolled 4, +2 is 6, needed 5")
    (short,) = reported(ev.ChargeRolled(2, (0,), (3, 2), 5, False, 4.0), phase="charge")
    assert short["message"].endswith("and falls short: rolled 5, -1 is 4, needed 5")
    (steady,) = reported(ev.BattleShockTested(0, (4, 2), 6, True))
    assert steady["message"] == "Lamplighters 1 pass a battle-shock test: rolled 6, leadership 7+ with +1: 6+"


def test_reserves_arrive_or_are_lost() -> None:
    before = tuple(ev.UnitReserved(1) if event == ev.UnitDeployed(1, SECOND) else event for event in SET_UP)
    (arrival,) = reported(ev.UnitArrived(1, SECOND), before=before, phase="movement")
    assert arrival["message"] == (
        "Lamplighters 2 arrive from reserve 28.5 inches from the right edge and 8.0 from the top"
    )
    assert (arrival["starting_position"], arrival["paths"]) == (None, [])
    assert arrival["instructions"] == ("Set up Lamplighters 2 28.5 inches from the right edge and 8.0 from the top")
    lost = reported(ev.ReservesLost(1), ev.UnitDestroyed(1), before=before, phase="cleanup")
    assert [(entry["log_type"], entry["message"]) for entry in lost] == [
        ("cleanup", "Lamplighters 2 have not arrived in time and are lost")
    ]
    assert [unit["name"] for unit in lost[0]["destroyed"]] == ["Lamplighters 2"]


def test_a_break_out_is_logged_with_its_dice_and_casualties() -> None:
    rolled = ev.CauseRolled(0, "break-out", (1, 4, 2), 3, True)
    (entry,) = reported(rolled, ev.WoundsLost(0, ((0, 2), (2, 1)), (0, 2), "break-out"), phase="movement")
    assert entry["message"] == "Break-out: Lamplighters 1, rolled 1, 4, 2 (3+), 2 slain: 2 × Lamplighter"
    assert (entry["action"], entry["dice"], entry["needed"]) == ("break_out", (1, 4, 2), 3)
    assert (entry["models_killed"], entry["total_damage_taken"]) == (2, 3)


def test_dice_without_casualties_are_logged_too() -> None:
    (entry,) = reported(ev.CauseRolled(0, "break-out", (5, 3), 3, False), phase="movement")
    assert entry["message"] == "Break-out: Lamplighters 1, rolled 5, 3 (3+), nobody is lost"
    assert (entry["dice"], entry["needed"]) == ((5, 3), 3)
    (demise,) = reported(ev.CauseRolled(2, "deadly demise", (4,), 6, False), phase="movement")
    assert demise["message"] == "Deadly demise: Tide Hound, rolled 4 (6+), nothing happens"


def test_stragglers_are_removed() -> None:
    assert messages(ev.MiniaturesRemoved(0, (2,)), phase="cleanup") == [
        "Lamplighters 1: 1 miniature out of coherency is removed (Lamplighter)"
    ]
    assert messages(ev.MiniaturesRemoved(0, (0, 1, 2)), phase="cleanup") == [
        "Lamplighters 1: 3 miniatures out of coherency are removed (3 × Lamplighter); nobody is left"
    ]


def test_objectives_change_hands() -> None:
    assert messages(
        ev.ControlChanged(0, 0, (4, 1)), ev.ControlChanged(0, None, (3, 3)), ev.ControlChanged(0, None, (0, 0))
    ) == [
        "Red Lanterns takes objective 1, Old Well, 4 to 1",
        "Objective 1, Old Well is contested, 3 all",
        "Nobody holds objective 1, Old Well any longer",
    ]


def test_the_primary_score_says_what_each_part_of_it_is_for() -> None:
    toll = Mission("toll", "Toll", 3, hold_more=3, per_unit_destroyed=3, turn_cap=7)
    fallen = (ev.WoundsLost(2, ((0, 2),), (0,), "deadly demise"), ev.UnitDestroyed(2, None))

    def said(*events: ev.Event) -> str:
        record = Record(ch.Advance(), (), (*SET_UP, ev.PhaseChanged("command", "end"), *events), 0)
        entries = flat(timeline(Log(replace(setup(), mission=toll), 1, (record,), "")))
        return [entry["message"] for entry in entries][-1]

    held = ev.ControlChanged(0, 0, (4, 1))
    assert said(*fallen, ev.PrimaryScored(0, 3, (), "Toll")).endswith(
        "scores 3 victory points for destroyed units, 3 in all"
    )
    assert said(held, ev.PrimaryScored(0, 6, (0,), "Toll")).endswith(
        "for holding objective 1, Old Well (3) and holding more than the enemy (3), 6 in all"
    )
    assert said(held, *fallen, ev.PrimaryScored(0, 7, (0,), "Toll")).endswith(
        "and destroyed units (3) (9 earned, 7 is the most), 7 in all"
    )


def test_battle_shock_is_passed_and_left_behind() -> None:
    events = (ev.BattleShockTested(0, (4, 4), 7, True), ev.Rallied(2))
    assert messages(*events, phase="command") == [
        "Lamplighters 1 pass a battle-shock test: rolled 8, leadership 7+",
        "Tide Hound is no longer battle-shocked",
    ]


def test_the_second_army_says_that_its_set_up_is_done() -> None:
    done = (*SET_UP[:5], ev.PhaseChanged("deployment", "end"), *SET_UP[5:])
    said = [entry["message"] for entry in flat(timeline(Log(setup(), 1, (Record(ch.Advance(), (), done, 0),), "")))]
    assert f"{setup().armies[1].name} has finished its set-up" in said
    assert not any("deployment phase" in each for each in said)


def test_scouts_move_before_the_battle() -> None:
    entries = reported(ev.UnitScouted(2, ((15.0, 18.0),)), ev.UnitScouted(0), phase="deployment")
    assert [entry["message"] for entry in entries] == [
        "Tide Hound scouts 5.0 inches to the south-east",
        "Lamplighters 1 scout no further",
    ]
    assert entries[0]["movement_action"] == "scout"


def test_moves_that_keep_the_middle() -> None:
    turned = (FIRST[2], FIRST[1], FIRST[0])
    assert messages(ev.UnitMoved(0, "moved", turned, 3.0, 6.0), phase="movement") == [
        "Lamplighters 1 move up to 3.0 inches, staying 11.5 inches from the left edge and 8.0 from the top"
    ]
    advance = (ev.AdvanceRolled(2, 2, 12.0), ev.UnitMoved(2, "advanced", HOUND, 0.0, 12.0))
    assert messages(*advance, phase="movement") == ["Tide Hound advances without moving (rolled 2)"]
    fixed = (ev.AdvanceRolled(2, 0, 12.0), ev.UnitMoved(2, "advanced", HOUND, 0.0, 12.0))
    assert messages(*fixed, phase="movement") == ["Tide Hound advances without moving"]


def test_the_end_of_the_battle() -> None:
    assert messages(ev.BattleEnded(None), phase="game_end") == ["The battle is drawn, 0 all"]
    assert messages(ev.BattleEnded(1, "resigned"), phase="game_end") == ["Red Lanterns resigns: Grey Tide wins, 0 to 0"]


def test_what_follows_the_last_entry_of_a_phase_belongs_to_it() -> None:
    """Whose pick it is, and that nobody is left to fight, are no entries of their own."""
    fight = (ev.FightsBegan(True, 1), ev.UnitPicked(2), ev.UnitPiledIn(2, HOUND, 0.0), ev.StrikesMade(2))
    entries = reported(*fight, ev.UnitConsolidated(2, HOUND, 0.0), ev.FightsEnded(), phase="combat")
    assert len(entries) == 1
    assert [source["event"] for source in entries[0]["source_logs"]] == [
        "fights_began", "unit_picked", "unit_piled_in", "strikes_made", "unit_consolidated", "fights_ended",
    ]  # fmt: skip


def test_declared_attacks_leave_their_definition_to_the_dice() -> None:
    (entry,) = reported(shots(), HIT, ev.UnitShot(0))
    declared, made, _ = orjson.loads(orjson.dumps(entry["source_logs"]))
    assert declared["volleys"] == [{"weapon": "lamp-gun", "target": 2, "bearers": [0, 1, 2]}]
    assert made["sequence"]["hit"]["faces"] == [2, 3, 6, 1, 4, 5]
