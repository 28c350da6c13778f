"""Abilities that are used, leaders that join and leave, healing, secondary missions, and events that nobody knows."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.abilities.effects import AddToMove
from highground.engine.attack.definition import define
from highground.engine.attack.roll import start
from highground.engine.effects import Circumstances
from highground.engine.log import Log, log_of
from highground.engine.record import Record
from highground.engine.state import Active, Volley
from highground.game.timeline.figures.statistics import statistics
from highground.game.timeline.pages import rounds_of
from highground.game.timeline.story import Story, note
from highground.game.timeline.whole_log import REPORTERS, flat, since, timeline
from tests.engine.attack_helpers import pool_row
from tests.game.timeline.small import BITES, BRACE, CAPTAIN, FIRST, GUN, HOUND, RUSHED, SHOTS, STILL, TOOTH, led_setup
from tests.game.timeline.test_timeline import SEEDS, fought, phases
from tests.values import replace

Json = dict[str, Any]
TOGETHER = (*FIRST, (14.5, 8.0))
JOINED: tuple[ev.Event, ...] = (
    ev.DeploymentRolled(((6, 1),), 0),
    ev.ZoneChosen(0, 0),
    ev.AbilityUsed("leader", "Leader", 0, 1, (0,), 0),
    ev.LeaderJoined(1, 0),
    ev.UnitDeployed(0, TOGETHER),
    ev.UnitDeployed(2, ((12.0, 12.0),)),
    ev.BattleBegan(0, ((6, 1),)),
    ev.TurnBegan(1, 1, 0),
)
TRIM = Active("Trim the Wicks", CAPTAIN.abilities[0].effects[0], 0, 0, 1, 1)
BRACED = Active("Brace", BRACE.effects[0], 0, 0, 1, 1)


def log(*events: ev.Event, phase: Any = "shooting", before: tuple[ev.Event, ...] = JOINED) -> Log:
    """A log in which every event comes of a choice of its own, but for what follows a use or an attack."""
    return Log(
        led_setup(), 1, (Record(ch.Advance(), (), (*before, ev.PhaseChanged(phase, "beginning"), *events), 0),), ""
    )


def reported(*events: ev.Event, **where: Any) -> list[Any]:
    """The entries of these events, after a captain has joined the Lamplighters."""
    first = len(where.get("before", JOINED)) + 1
    return [entry for entry in flat(timeline(log(*events, **where))) if entry["id"] > first]


def messages(*events: ev.Event, **where: Any) -> list[str]:
    return [entry["message"] for entry in reported(*events, **where)]


def board(*events: ev.Event, **where: Any) -> Any:
    return timeline(log(*events, **where))["logs"]["rounds"][-1]["turns"][-1]["phases"][-1]["board_state"]


def slay(*miniatures: int) -> ev.AttacksMade:
    """The hound slays these of the Lamplighters with their captain, who is the fourth."""
    lost = tuple((i, 4 if i == 3 else 1) for i in miniatures)
    return ev.AttacksMade(2, 0, (0,), True, BITES, lost, miniatures)


STRIKES = ev.StrikesDeclared(2, (Volley("tooth", 0, (0,), RUSHED, BITES),))


def test_a_leader_joins_in_one_entry() -> None:
    entry = flat(timeline(log()))[2]
    assert (entry["log_type"], entry["action"]) == ("abilities", "leader_joined")
    assert entry["message"] == "Wick Captain joins Lamplighters"
    assert [source["event"] for source in entry["source_logs"]] == ["ability_used", "leader_joined"]
    assert (entry["unit_name"], entry["target_name"]) == ("Wick Captain", "Lamplighters")


def test_units_are_named_after_the_leaders_with_them() -> None:
    (entry,) = reported(ev.UnitMoved(0, "stationary", TOGETHER, 0.0, 6.0), phase="movement")
    assert entry["message"] == "Lamplighters + Wick Captain hold their position"
    assert entry["unit_name"] == "Lamplighters + Wick Captain"


def test_the_board_shows_both_as_one_unit() -> None:
    led, hound = timeline(log())["logs"]["rounds"][0]["turns"][0]["phases"][0]["board_state"]["units"]
    assert (led["name"], hound["name"]) == ("Lamplighters + Wick Captain", "Tide Hound")
    assert [leader["name"] for leader in led["leaders"]] == ["Wick Captain"]
    assert [round(each["radius"], 2) for each in led["miniatures"]] == [0.63, 0.63, 0.63, 0.79]
    assert led["location"] == (12.25, 8.0)
    stats = led["unit_stats"]
    assert stats["alive_count"] == 4
    assert [group["name"] for group in stats["miniatures"]] == ["Lamplighter", "Wick Captain"]
    assert [ability["name"] for ability in stats["abilities"]] == ["Wick Trick", "Bright", "Trim the Wicks"]
    assert [each["target_unit_name"] for each in hound["unit_stats"]["enemy_distances"]] == [led["name"]]
    assert "leaders" not in hound


def test_a_leader_whose_unit_falls_stands_alone() -> None:
    """The attack's toll counts both; the board has the captain back, with all that is known of it."""
    events = (
        STRIKES, slay(0, 1, 2), ev.LeaderLeft(1, 0), ev.UnitDestroyed(0, 2), ev.StrikesMade(2),
    )  # fmt: skip
    (entry,) = reported(*events, phase="combat")
    assert entry["message"].startswith("Tide Hound strikes Lamplighters + Wick Captain: ")
    assert entry["message"].endswith("3 slain. Wick Captain stands alone now. Lamplighters are destroyed")
    (target,) = entry["targets"]
    assert (target["unit_name"], target["models_remaining"]) == ("Lamplighters + Wick Captain", 1)
    assert target["damage_logs"][-1] == {"message": "Lamplighters are destroyed"}
    host, captain, _ = board(*events, phase="combat")["units"]
    assert (host["name"], [each["alive"] for each in host["miniatures"]]) == ("Lamplighters", [False] * 3)
    assert (captain["name"], captain["location"]) == ("Wick Captain", (14.5, 8.0))
    assert captain["unit_stats"]["alive_count"] == 1


def test_a_leader_that_falls_is_reported() -> None:
    (entry,) = reported(STRIKES, slay(3), ev.UnitDestroyed(1, 2), ev.StrikesMade(2), phase="combat")
    assert entry["message"].endswith("1 slain. Wick Captain is destroyed")
    led = board(STRIKES, slay(3), ev.UnitDestroyed(1, 2), ev.StrikesMade(2), phase="combat")["units"][0]
    assert led["name"] == "Lamplighters"
    assert [each["alive"] for each in led["miniatures"]] == [True, True, True, False]
    assert [group["alive"] for group in led["unit_stats"]["miniatures"]] == [3, 0]


def test_a_fallen_leader_stands_nowhere() -> None:
    """Captain and Lamplighters fall at once: nobody is left to stand alone."""
    both = (slay(0, 1, 2, 3), ev.UnitDestroyed(1, 2), ev.LeaderLeft(1, 0), ev.UnitDestroyed(0, 2), ev.StrikesMade(2))
    (entry,) = reported(STRIKES, *both, phase="combat")
    assert entry["message"].endswith("4 slain. Wick Captain is destroyed. Lamplighters are destroyed")
    assert entry["targets"][0]["models_remaining"] == 0


def test_an_ability_of_a_unit_is_reported_with_its_effects() -> None:
    (entry,) = reported(ev.AbilityUsed("trim", "Trim the Wicks", 0, 1, (), 0), ev.EffectBegan(TRIM))
    assert (entry["log_type"], entry["action"], entry["action_label"]) == (
        "abilities", "use_ability", "Trim the Wicks",
    )  # fmt: skip
    assert entry["message"] == (
        "Wick Captain uses Trim the Wicks: Lamplighters + Wick Captain, hit +1 until the phase ends"
    )
    assert entry["effects"] == [
        {"name": "Trim the Wicks", "on": "Lamplighters + Wick Captain", "effect": "hit +1", "duration": "phase"}
    ]
    assert (entry["unit_name"], entry["cost"], entry["kind"]) == ("Wick Captain", 0, "activated")
    assert entry["description"] == "Lamps burn brighter."
    assert entry["location"] == (12.25, 8.0)
    assert len(entry["source_logs"]) == 2


def test_a_stratagem_is_its_armys_and_costs_points() -> None:
    """The window is no entry of its own; the attack that it answers goes on with what was revised."""
    attack = define(GUN, 3, replace(STILL, indirect=True), 5)
    revised = (Volley("lamp-gun", 2, (0, 1, 2), STILL, start(attack, pool_row([4], 5, 5, 6))),)
    entries = reported(
        ev.CommandPointsGained(1, 2, "command phase"),
        ev.ShotsDeclared(0, (Volley("lamp-gun", 2, (0, 1, 2), STILL, SHOTS),)),
        ev.WindowOpened("targeted", 1, (2, 0)),
        ev.WindowClosed("targeted", 1),
        ev.AbilityUsed("brace", "Brace", 1, 2, (), 1),
        ev.EffectBegan(replace(BRACED, side=1, unit=2)),
        ev.VolleysRevised(0, revised),
        ev.AttacksMade(0, 2, (0, 1, 2), False, SHOTS, ((0, SHOTS.damage),), ()),
        ev.UnitShot(0),
    )
    assert [entry["message"] for entry in entries[1:]] == [
        "Grey Tide uses Brace on Tide Hound for 1 command point: wound -1 until the phase ends",
        "Lamplighters + Wick Captain shoot Tide Hound: 6 attacks, 5 hits, 2 wounds, 2 damage",
    ]
    assert [source["event"] for source in entries[2]["source_logs"]] == [
        "volleys_revised", "attacks_made", "unit_shot",
    ]  # fmt: skip
    sent = orjson.loads(orjson.dumps(entries[2]["source_logs"][0]))
    assert sent["volleys"] == [{"weapon": "lamp-gun", "target": 2, "bearers": [0, 1, 2]}]


def test_what_was_revised_counts_for_dice_that_came_too_late() -> None:
    late = define(TOOTH, 2, Circumstances(), 5)
    volleys = (Volley("tooth", 2, (0,), STILL, SHOTS),)
    assert late.weapons == 2
    (entry,) = reported(
        ev.ShotsDeclared(0, (Volley("lamp-gun", 2, (0,), STILL, start(late, pool_row([4], 5))),)),
        ev.VolleysRevised(0, volleys),
        ev.UnitShot(0),
    )
    assert entry["targets"][0]["dice_logs"][0]["weapon_name"] == "Lamp Gun"
    assert entry["targets"][0]["damage_logs"][-1]["message"].endswith("; the target was gone")


def test_windows_alone_are_no_entries() -> None:
    entries = reported(ev.WindowOpened("targeted", 1, (2,)), ev.WindowClosed("targeted", 1), ev.UnitShot(0, True))
    assert [len(entry["source_logs"]) for entry in entries] == [3]


def test_wounds_of_an_ability_are_reported_with_it() -> None:
    used = ev.AbilityUsed("spite", "Spite", 0, 1, (2,), 0)
    wounds = ev.WoundsLost(2, ((0, 4),), (0,), "Spite", by=1)
    (entry,) = reported(used, wounds, ev.UnitDestroyed(2, 1))
    assert entry["message"] == (
        "Red Lanterns uses Spite on Wick Captain against Tide Hound: Tide Hound, 1 slain; Tide Hound is destroyed"
    )
    assert [unit["name"] for unit in entry["target_units"]] == ["Tide Hound"]
    assert entry["effects"] == []


def destroyed(entry: Any) -> list[str]:
    """The units that the entry names as destroyed."""
    assert entry.get("destroyed") == entry["details"].get("destroyed")
    return [unit["name"] for unit in entry.get("destroyed", [])]


def test_entries_name_the_units_that_are_gone_after_them() -> None:
    """Also one whose leader stands alone now, one that an explosion ends, and those that an ability ends."""
    demise = ev.WoundsLost(2, ((0, 4),), (0,), "deadly demise", by=0)
    alone = (ev.LeaderLeft(1, 0), ev.UnitDestroyed(0, 2))
    (strike,) = reported(
        STRIKES, slay(0, 1, 2), *alone, demise, ev.UnitDestroyed(2, 0), ev.StrikesMade(2), phase="combat"
    )  # fmt: skip
    assert destroyed(strike) == ["Lamplighters", "Tide Hound"]
    assert [(loss["name"], loss["total_damage_taken"], loss["models_killed"]) for loss in strike["losses"]] == [
        ("Tide Hound", 4, 1)
    ]
    (fall,) = reported(STRIKES, slay(3), ev.UnitDestroyed(1, 2), ev.StrikesMade(2), phase="combat")
    assert destroyed(fall) == ["Wick Captain"]
    used = ev.AbilityUsed("spite", "Spite", 0, 1, (2,), 0)
    (use,) = reported(used, ev.WoundsLost(2, ((0, 4),), (0,), "Spite", by=1), ev.UnitDestroyed(2, 1))
    assert destroyed(use) == ["Tide Hound"]
    assert [(loss["name"], loss["total_damage_taken"], loss["models_killed"]) for loss in use["losses"]] == [
        ("Tide Hound", 4, 1)
    ]
    (harmless,) = reported(ev.AbilityUsed("trim", "Trim the Wicks", 0, 1, (), 0))
    assert "losses" not in harmless
    assert "destroyed" not in harmless


def test_a_unit_that_loses_its_last_stragglers_is_gone_though_its_leader_stands() -> None:
    gone = (ev.MiniaturesRemoved(0, (0, 1, 2)), ev.LeaderLeft(1, 0), ev.UnitDestroyed(0))
    entries = reported(*gone, phase="cleanup")
    assert [(entry["message"], destroyed(entry)) for entry in entries] == [
        ("Lamplighters + Wick Captain: 3 miniatures out of coherency are removed (3 × Lamplighter)", []),
        ("Wick Captain stands alone now", []),
        ("Lamplighters are destroyed", ["Lamplighters"]),
    ]


def test_healing_and_those_who_come_back() -> None:
    hurt = ev.WoundsLost(0, ((0, 1), (3, 2)), (0,), "storm")
    heal = ev.WoundsHealed(0, ((3, 2),), "Mend")
    back = ev.WoundsHealed(0, ((0, 1),), "Call Back", ((0, (10.0, 9.5)),))
    entries = reported(hurt, heal, back)
    assert [(entry["action"], entry["message"]) for entry in entries[1:]] == [
        ("heal", "Mend: Lamplighters + Wick Captain, 2 wounds healed"),
        ("heal", "Call Back: Lamplighters + Wick Captain, 1 miniature comes back"),
    ]
    assert (entries[1]["wounds_healed"], entries[2]["models_returned"]) == (2, 1)
    led = board(hurt, heal, back)["units"][0]
    assert [(each["y"], each["wounds"]) for each in led["miniatures"]] == [(9.5, 1), (8.0, 1), (8.0, 1), (8.0, 4)]


def test_healing_by_an_ability_is_reported_with_it() -> None:
    hurt = ev.WoundsLost(0, ((3, 2),), (), "storm")
    used = ev.AbilityUsed("mend", "Mend", 0, 1, (), 0)
    (_, entry) = reported(hurt, used, ev.WoundsHealed(0, ((3, 1),), "Mend"))
    assert entry["message"] == "Red Lanterns uses Mend on Wick Captain: Lamplighters + Wick Captain, 1 wound healed"


def test_effects_of_nothing_that_was_used_are_entries() -> None:
    effect = Active("Fog", AddToMove(-2, who="army", duration="round"), 1, None, 1, 1)
    assert messages(ev.EffectBegan(effect)) == ["Fog: Grey Tide, move -2 until the round ends"]


def test_units_destroyed_outside_of_attacks_are_reported() -> None:
    assert messages(ev.WoundsLost(2, ((0, 4),), (0,), "storm"), ev.UnitDestroyed(2)) == [
        "Storm: Tide Hound, 1 slain", "Tide Hound is destroyed",
    ]  # fmt: skip


@pytest.mark.parametrize(("by", "destroyed"), [(0, 1), (None, 0)])
def test_a_unit_that_fell_to_nobody_is_nobodys_kill(by: int | None, destroyed: int) -> None:
    """It is lost all the same, and where an enemy brought it down, army and unit both say so."""
    found = statistics(log(ev.MiniaturesRemoved(2, (0,)), ev.UnitDestroyed(2, by)))
    (mine, theirs), (lighters, _, hound) = found["armies"], found["units"]
    assert (hound["models_remaining"], hound["destroyed_in_round"]) == (0, 1)
    assert (lighters["units_destroyed"], mine["units_destroyed"]) == (destroyed, destroyed)
    assert (mine["points_destroyed"], theirs["units_destroyed"]) == (destroyed * HOUND.points, 0)


def test_a_use_is_complete_with_its_choice() -> None:
    """What is reported after one choice does not change with the next one."""
    whole = log(ev.AbilityUsed("trim", "Trim the Wicks", 0, 1, (), 0))
    later = replace(
        whole, records=(*whole.records, Record(ch.Advance(), (), (ev.WoundsLost(2, ((0, 1),), (), "storm"),), 0))
    )
    first = flat(timeline(whole))
    assert first[-1]["message"] == "Wick Captain uses Trim the Wicks"
    assert [entry["message"] for entry in since(timeline(later), first[-1]["id"])] == ["Storm: Tide Hound, 1 damage"]


def test_attacks_within_attacks_are_reported_each_by_itself() -> None:
    """The hound is shot at and bites back before the shots are rolled."""
    entries = reported(
        ev.ShotsDeclared(0, (Volley("lamp-gun", 2, (0, 1, 2), STILL, SHOTS),)),
        STRIKES, slay(0, 1), ev.StrikesMade(2),
        ev.AttacksMade(0, 2, (2,), False, SHOTS, ((0, SHOTS.damage),), ()),
        ev.UnitShot(0),
    )  # fmt: skip
    assert [entry["attacker_unit"] for entry in entries] == ["Tide Hound", "Lamplighters + Wick Captain"]


def test_a_second_throw_is_reported_as_one() -> None:
    first = ev.ChargeRolled(2, (0,), (1, 1), 5, False, 2.0)
    second = replace(first, dice=(6, 4), success=True, limit=10.0)
    entries = reported(
        ev.ChargeDeclared(2, (0,), (3.0,)), first, ev.WindowOpened("rolled", 1, (2, 0), "charge"),
        ev.WindowClosed("rolled", 1), ev.AbilityUsed("again", "Again", 1, 2, (), 0), second,
        ev.ChargeMoved(2, (0,), ((12.0, 10.0),)),
        phase="charge",
    )  # fmt: skip
    assert [entry["message"] for entry in entries] == [
        "Tide Hound charges Lamplighters + Wick Captain and falls short: rolled 2, needed 5",
        "Grey Tide uses Again on Tide Hound",
        "Tide Hound charges Lamplighters + Wick Captain and reaches: rolled 10 after a reroll, needed 5",
    ]
    assert [entry.get("rerolled") for entry in entries] == [False, None, True]


def test_a_test_without_dice_says_so() -> None:
    entries = reported(ev.TestsCalled((0,)), ev.BattleShockTested(0, (), 6, True), phase="command")
    assert [entry["message"] for entry in entries] == [
        "Lamplighters + Wick Captain pass a battle-shock test: no roll is needed"
    ]
    assert (entries[0]["roll"], len(entries[0]["source_logs"])) == (None, 2)


def test_secondary_missions_are_dealt_drawn_and_scored() -> None:
    events = (
        ev.SecondariesDealt(0, (), ("prowl", "wells")), ev.SecondariesDealt(1, ("prowl",), ()),
        ev.SecondaryDrawn(0, "wells"), ev.SecondaryScored(1, "prowl", "Prowl", 4, 1, True),
    )  # fmt: skip
    entries = reported(*events, phase="command")
    assert [entry["message"] for entry in entries] == [
        "Red Lanterns shuffles 2 secondary missions",
        "Grey Tide plays Prowl for the whole battle",
        "Red Lanterns draws Mind the Wells",
        "Grey Tide scores 4 victory points for Prowl (1 charge made), 4 in all",
    ]
    assert {entry["log_type"] for entry in entries} == {"scoring"}
    assert entries[2]["description"] == "Hold an objective."
    scores = board(*events, phase="command")["scores"]
    assert [(each["vp"], each["secondary"], each["secondaries"]) for each in scores] == [
        (0, 0, ["Mind the Wells"]), (4, 4, ["Prowl"]),
    ]  # fmt: skip


def test_the_order_of_a_deck_is_not_reported() -> None:
    answer = timeline(log(ev.SecondariesDealt(0, (), ("prowl", "wells"))))
    assert flat(answer)[-1]["source_logs"][-1]["deck"] == 2
    assert b"prowl" not in orjson.dumps(answer["logs"]["rounds"][0]["turns"][0]["phases"][-1])


def test_what_no_report_knows_is_reported_by_its_name() -> None:
    """Here by leaving out the reporters of events that there are."""
    story = Story(
        led_setup(), "", {kind: note for kind in REPORTERS if kind not in {ev.UnitShot, ev.TurnEnded, ev.PrimaryScored}}
    )
    ends = (ev.UnitShot(0), ev.PrimaryScored(1, 5, (0,), "x"), ev.TurnEnded(1, 1, 0))
    for event in (*JOINED, ev.PhaseChanged("shooting", "beginning"), *ends):
        story.take(event)
    page = story.so_far()
    assert page is not None
    whole: Any = {"logs": {"rounds": rounds_of([*story.pages.closed, page])}}
    entries = flat(whole)
    assert [(entry["log_type"], entry["action"], entry["message"]) for entry in entries] == [
        ("action", "unit_shot", "Unit shot: Lamplighters + Wick Captain"),
        ("action", "primary_scored", "Primary scored: Grey Tide"),
        ("action", "turn_ended", "Turn ended: Red Lanterns"),
    ]


def test_what_happens_between_phases_is_kept_for_the_next_entry() -> None:
    before = (*JOINED, ev.CommandPointsGained(0, 1, "gift"))
    entries = flat(timeline(log(before=before)))
    assert [source["event"] for source in entries[-1]["source_logs"]][-2:] == ["command_points_gained", "phase_changed"]


def test_statistics_tell_a_leader_from_its_unit() -> None:
    """The captain's staff slays nobody; it loses two wounds of four, gets one back, and its unit all three."""
    captains = ev.AttacksMade(0, 2, (3,), False, SHOTS, ((0, 2),), ())
    hurt, heal = ev.WoundsLost(0, ((3, 2),), (), "storm", by=2), ev.WoundsHealed(0, ((3, 1),), "Mend")
    used = ev.AbilityUsed("brace", "Brace", 0, 0, (), 1)
    events = (captains, hurt, heal, used, slay(0, 1, 2), ev.LeaderLeft(1, 0), ev.UnitDestroyed(0, 2))
    found = statistics(log(*events))
    lighters, captain, hound = found["units"]
    assert [captain[name] for name in ("damage_dealt", "attacks", "damage_taken", "models_remaining")] == [2, 6, 2, 1]
    assert (captain["wounds_healed"], captain["destroyed_in_round"]) == (1, None)
    assert [lighters[name] for name in ("models_lost", "models_remaining", "destroyed_in_round")] == [3, 0, 1]
    assert (hound["damage_dealt"], hound["models_slain"], hound["units_destroyed"]) == (5, 3, 1)
    assert [(army["abilities_used"], army["cp_spent"]) for army in found["armies"]] == [(1, 1), (0, 0)]
    assert [unit["name"] for unit in found["units"]] == ["Lamplighters", "Wick Captain", HOUND.name]
    assert len(FIRST) == lighters["models_lost"]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_use_of_a_battle_is_one_entry(seed: int) -> None:
    battle = fought(seed)
    uses = [event for record in battle.records for event in record.events if isinstance(event, ev.AbilityUsed)]
    entries = [entry for entry in flat(timeline(log_of(battle))) if entry["action"] in {"use_ability", "leader_joined"}]
    assert len(entries) == len(uses) > 0
    spent = sum(army["cp_spent"] for army in statistics(log_of(battle))["armies"])
    assert sum(entry.get("cost", 0) for entry in entries) == spent == sum(event.cost for event in uses)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_board_shows_every_miniature_once(seed: int) -> None:
    """In the units that the battle ends with: leaders are where their miniatures are."""
    battle = fought(seed)
    boards = [phase["board_state"] for phase in phases(timeline(log_of(battle)))]
    units = next(board["units"] for board in reversed(boards) if "units" in board)
    standing = [unit for unit in battle.state.units if unit.joined is None]
    assert [len(unit["miniatures"]) for unit in units] == [
        len(unit.wounds) if unit.deployed else 0 for unit in standing
    ]
    assert [sum(each["alive"] for each in unit["miniatures"]) for unit in units] == [
        len(unit.standing) if unit.deployed else 0 for unit in standing
    ]


ABOARD = tuple(
    ev.UnitDeployed(1, ((20.0, 8.0),)) if event in JOINED[2:4] else event
    for event in JOINED
    if event not in (JOINED[2], JOINED[4])
)
"""The captain stands on the table, a ferry for once; the Lamplighters start inside."""
INSIDE = (*ABOARD[:3], ev.UnitEmbarked(0, 1), *ABOARD[3:])


def test_units_start_in_transports() -> None:
    entry = flat(timeline(log(before=INSIDE)))[3]
    assert (entry["log_type"], entry["action"]) == ("deployment", "embark")
    assert entry["message"] == "Lamplighters start the battle in Wick Captain"
    assert (entry["location"], entry["transport_name"]) == ((20.0, 8.0), "Wick Captain")
    unit = next(phases(timeline(log(before=INSIDE))))["board_state"]["units"]
    assert (unit[0]["inside"]["name"], unit[0]["location"], unit[0]["miniatures"]) == ("Wick Captain", None, [])
    assert unit[0]["unit_stats"]["alive_count"] == 3


def test_getting_out_and_in_again_are_moves() -> None:
    places = ((22.0, 9.0), (22.0, 10.5), (22.0, 12.0))
    out, back = reported(ev.UnitDisembarked(0, 1, places, True), ev.UnitEmbarked(0, 1), before=INSIDE, phase="movement")
    assert (
        out["message"] == "Lamplighters get out of Wick Captain, 22.0 inches from the left edge and 10.5 from the top"
    )
    assert (out["starting_position"], out["ending_position"]) == ((20.0, 8.0), (22.0, 10.5))
    assert (out["movement_action"], out["instructions"]) == (
        "disembark",
        "Set up Lamplighters 22.0 inches from the left edge and 10.5 from the top",
    )
    assert back["message"] == "Lamplighters get into Wick Captain"
    assert (back["starting_position"], back["ending_position"]) == ((22.0, 10.5), (20.0, 8.0))
    assert back["paths"] == out["paths"] == []


def test_a_wreck_is_reported_with_the_attack_that_made_it() -> None:
    places = ((22.0, 9.0), (22.0, 10.5), (22.0, 12.0))
    wreck = (
        ev.CauseRolled(0, "wreck", (1, 4, 5), 2, True),
        ev.UnitDisembarked(0, 1, places, True, wrecked=True),
        ev.UnitDestroyed(1, 2),
        ev.WoundsLost(0, ((0, 1),), (0,), "wreck", by=2),
    )
    hit = ev.AttacksMade(2, 1, (0,), True, BITES, ((0, 4),), (0,))
    (entry,) = reported(STRIKES, hit, *wreck, ev.StrikesMade(2), before=INSIDE, phase="combat")
    assert entry["message"].endswith(
        "Lamplighters get out of the wreck of Wick Captain and are battle-shocked. Wick Captain is destroyed. "
        "Wreck: Lamplighters, 1 slain"
    )
    assert entry["targets"][0]["models_killed"] == 1


def test_those_of_a_unit_who_find_no_room_are_counted() -> None:
    hit = ev.AttacksMade(2, 1, (0,), True, BITES, ((0, 4),), (0,))
    places = ((3.0, 3.0), (4.5, 3.0), (6.0, 3.0))
    out = (
        ev.MiniaturesRemoved(0, (1, 2)),
        ev.CauseRolled(0, "wreck", (4,), 2, False),
        ev.UnitDisembarked(0, 1, places, True, wrecked=True),
        ev.UnitDestroyed(1, 2),
    )
    (entry,) = reported(STRIKES, hit, *out, ev.StrikesMade(2), before=INSIDE, phase="combat")
    assert entry["message"].endswith(
        "2 miniatures of Lamplighters find no room about the wreck of Wick Captain and are lost. "
        "Lamplighters get out of the wreck of Wick Captain and are battle-shocked. Wick Captain is destroyed"
    )
    found = statistics(log(STRIKES, hit, *out, before=INSIDE))["units"][0]
    assert (found["models_lost"], found["destroyed_in_round"]) == (2, None)


def test_those_who_find_no_room_are_lost_with_the_wreck() -> None:
    hit = ev.AttacksMade(2, 1, (0,), True, BITES, ((0, 4),), (0,))
    lost = (ev.MiniaturesRemoved(0, (0, 1, 2)), ev.UnitDestroyed(0), ev.UnitDestroyed(1, 2))
    (entry,) = reported(STRIKES, hit, *lost, ev.StrikesMade(2), before=INSIDE, phase="combat")
    assert entry["message"].endswith(
        "Lamplighters find no room about the wreck of Wick Captain and are lost. Wick Captain is destroyed"
    )
    assert destroyed(entry) == ["Lamplighters", "Wick Captain"]
    found = statistics(log(STRIKES, hit, *lost, before=INSIDE))["units"][0]
    assert (found["models_lost"], found["destroyed_in_round"]) == (3, 1)
