"""The command phase and what is counted in it: points, battle-shock, control, the primary score, turns, the end."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine.abilities.model import Ability
from highground.engine.abilities.model import Use as AbilityUse
from highground.engine.abilities.wounds import DealMortalWounds, GainPoints
from highground.engine.battle import Battle
from highground.engine.choices import Advance, ByHand, Charge, End, Move, RollDice, Use
from highground.engine.model import Mission
from highground.engine.prompts import EndPrompt, RollPrompt
from highground.engine.state import Army, Destroyed, Marker
from highground.engine.steps import objectives
from tests.engine.field import BLUE, RED, blade, one, only, position, refusal, row, setup, take, unit
from tests.values import replace

THREE = ((30.0, 22.0), (10.0, 22.0), (50.0, 22.0))


def commanding(wounds: tuple[int, ...] = (1,), top: int = 1, **more: Any) -> Battle:
    """The blue unit has lost what `wounds` (a number for each miniature) lack."""
    what = setup([unit("Watch", blade(), count=len(wounds), wounds=top)], [unit("Foe", blade())])
    changes = {0: {"wounds": wounds}}
    return position(what, {0: row(30, 20, len(wounds)), 1: row(50, 20)}, "command", time="beginning", units=changes,
                    **more)  # fmt: skip


# OPEN-17
def test_both_armies_gain_a_command_point() -> None:
    battle = commanding()
    events = take(battle, Advance())
    assert [(event.side, event.points) for event in only(ev.CommandPointsGained, events)] == [(BLUE, 1), (RED, 1)]
    assert [army.cp for army in battle.state.armies] == [1, 1]
    assert refusal(battle, Charge(0, (1,))).code == "wrong-choice"
    assert refusal(battle, Advance()).code == "wrong-choice"


# OPEN-18
@pytest.mark.parametrize(
    ("wounds", "top", "tested"),
    [
        ((1, 1, 1, 0), 1, False),
        ((1, 1, 0, 0), 1, False),
        ((1, 0, 0, 0), 1, True),
        ((1, 1, 0, 0, 0), 1, True),
        ((2, 0), 2, False),
        ((1, 1), 2, False),
        ((2,), 4, False),
        ((1,), 4, True),
        ((2,), 5, True),
    ],
)
def test_units_below_half_strength_are_tested(wounds: tuple[int, ...], top: int, *, tested: bool) -> None:
    """Half of the miniatures, or of the wounds of a single one, is not below half."""
    battle = commanding(wounds, top)
    take(battle, Advance())
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.stage == "battle-shock") is tested
    assert prompt.kinds == (("roll",) if tested else ("end",))


# OPEN-18
@pytest.mark.parametrize(("dice", "passed"), [((3, 4), True), ((3, 3), False), ((1, 1), False), ((6, 6), True)])
def test_battle_shock_is_two_dice_against_leadership(dice: tuple[int, int], *, passed: bool) -> None:
    battle = commanding((1, 0, 0))
    take(battle, Advance())
    event = one(ev.BattleShockTested, take(battle, RollDice(), *dice))
    assert event == ev.BattleShockTested(0, dice, 7, passed)
    assert battle.state.units[0].shocked is not passed


def test_units_are_tested_one_by_one() -> None:
    what = setup([unit("One", blade(), count=3), unit("Two", blade(), count=3)], [unit("Foe", blade())])
    low = {"wounds": (1, 0, 0)}
    battle = position(what, {0: row(20, 20, 3), 1: row(20, 30, 3)}, "command", time="beginning", units={0: low, 1: low})
    take(battle, Advance())
    for index in (0, 1):
        assert battle.ask() == RollPrompt(BLUE, ("roll",), (index,), index, stage="battle-shock")
        assert refusal(battle, End()).code == "wrong-choice"
        assert one(ev.BattleShockTested, take(battle, RollDice(), 3, 3)).unit == index
    assert battle.ask() == EndPrompt(BLUE, ("end",))


def test_a_shocked_unit_controls_nothing_until_it_passes_a_later_test() -> None:
    battle = commanding((1, 0, 0))
    assert objectives.levels(battle.scene, 0) == (1, 0)
    take(battle, Advance())
    take(battle, RollDice(), 1, 2)
    assert objectives.levels(battle.scene, 0) == (0, 0)
    battle.scene.rewind(replace(battle.state, phase_time="beginning"))
    take(battle, Advance())
    take(battle, RollDice(), 6, 1)
    assert not battle.state.units[0].shocked


def test_a_shocked_unit_back_at_half_strength_rallies_without_a_test() -> None:
    battle = commanding((1, 1), 2)
    battle.scene.rewind(replace(battle.state, units=(replace(battle.state.units[0], shocked=True),
                                                     battle.state.units[1])))  # fmt: skip
    assert only(ev.Rallied, take(battle, Advance())) == [ev.Rallied(0)]
    assert not battle.state.units[0].shocked


def test_only_the_active_armys_units_are_tested() -> None:
    battle = commanding((1, 0, 0), active=RED)
    assert only(ev.BattleShockTested, take(battle, Advance())) == []


# CONST-16
@pytest.mark.parametrize(
    ("blue", "red", "level"),
    [
        (3.787 + 0.63, 9.0, (3, 0)),
        (3.788 + 0.63, 9.0, (0, 0)),
        (2.0, 2.0, (3, 2)),
    ],
)
def test_objective_control_counts_bases_near_the_markers_edge(blue: float, red: float, level: tuple[int, int]) -> None:
    what = setup([unit("Hold", blade(), objective_controlled=3)], [unit("Foe", blade(), objective_controlled=2)])
    battle = position(what, {0: row(30 - blue, 22), 1: row(30 + red, 22)}, "command")
    assert objectives.levels(battle.scene, 0) == level


def holding(blue_oc: int, red_oc: int, marker: Marker) -> Battle:
    blue = unit("Hold", blade(), objective_controlled=blue_oc)
    red = unit("Foe", blade(), objective_controlled=red_oc)
    places = {0: row(28, 22), 1: row(32, 22)}
    return position(setup([blue], [red]), places, "command", markers=(marker,))


# OPEN-50
@pytest.mark.parametrize(
    ("levels", "marker", "holder"),
    [
        ((2, 1), Marker(), BLUE),
        ((1, 2), Marker(held_by=BLUE), RED),
        ((1, 1), Marker(held_by=BLUE), None),
        ((0, 0), Marker(held_by=BLUE), None),
        ((0, 0), Marker(held_by=BLUE, sticky=True), BLUE),
        ((1, 1), Marker(held_by=BLUE, sticky=True), BLUE),
        ((1, 2), Marker(held_by=BLUE, sticky=True), RED),
    ],
)
def test_who_out_controls_the_other_holds_and_sticky_ones_stay(
    levels: tuple[int, int], marker: Marker, holder: int | None
) -> None:
    battle = holding(*levels, marker)
    take(battle, End())
    assert battle.state.markers[0].held_by == holder


def scoring(held: tuple[int | None, ...], mission: Mission, army: Army | None = None, **more: Any) -> Battle:
    """Objectives held by sides through units that stand on them, during blue's command phase."""
    mine, theirs = held.count(BLUE), held.count(RED)
    what = setup(
        [unit(f"B{i}", blade()) for i in range(max(1, mine))],
        [unit(f"R{i}", blade()) for i in range(max(1, theirs))],
        mission=mission,
        objectives=THREE,
    )
    blue, red = iter(range(max(1, mine))), iter(range(max(1, mine), max(1, mine) + theirs))
    spots = [(next(blue) if side == BLUE else next(red), THREE[i]) for i, side in enumerate(held) if side is not None]
    armies = (army or Army(zone=0), Army(zone=1))
    return position(what, {index: (place,) for index, place in spots}, "command", armies=armies,
                    **{"round": 2, **more})  # fmt: skip


PLAIN = Mission("m", "Stakes", per_objective=5, hold_more=5, first_round=2, turn_cap=15, total_cap=50)


# OPEN-17
@pytest.mark.parametrize(
    ("held", "number", "before", "points"),
    [
        ((BLUE, None, None), 1, 0, 0),
        ((BLUE, None, None), 2, 0, 10),
        ((BLUE, RED, None), 2, 0, 5),
        ((BLUE, BLUE, RED), 2, 0, 15),
        ((BLUE, BLUE, BLUE), 3, 0, 15),
        ((RED, RED, None), 2, 0, 0),
        ((None, None, None), 2, 0, 0),
        ((BLUE, BLUE, BLUE), 5, 42, 8),
        ((BLUE, BLUE, BLUE), 5, 50, 0),
    ],
)
def test_the_primary_score_and_its_caps(held: tuple[int | None, ...], number: int, before: int, points: int) -> None:
    """5 for each held, 5 for more than the enemy, 15 a turn and 50 in all, from round two."""
    army = Army(zone=0, vp=before, primary=before, vp_by_round=(before, 0, 0, 0, 0))
    battle = scoring(held, PLAIN, army, round=number)
    events = take(battle, End())
    assert sum(event.points for event in only(ev.PrimaryScored, events)) == points
    assert battle.state.armies[BLUE].vp == before + points
    assert battle.state.armies[BLUE].vp_by_round[number - 1] == (points if number > 1 else before)


@pytest.mark.parametrize(
    ("fell", "points"),
    [
        ((2, 1, "command"), 0),
        ((2, 1, "movement"), 3),
        ((2, 2, "command"), 3),
        ((3, 1, "command"), 3),
        ((1, 1, "combat"), 0),
    ],
)
def test_a_fallen_unit_is_scored_once(fell: tuple[int, int, str], points: int) -> None:
    """One that fell in the last command phase was counted as that phase ended."""
    toll = Mission("toll", "Toll", 0, per_unit_destroyed=3, first_round=2)
    battle = scoring((BLUE, RED, None), toll, round=3, destroyed=(Destroyed(1, *fell),))
    assert sum(event.points for event in only(ev.PrimaryScored, take(battle, End()))) == points


def test_a_unit_that_stood_up_and_fell_again_is_scored_once() -> None:
    toll = Mission("toll", "Toll", 0, per_unit_destroyed=3, first_round=2)
    falls = (Destroyed(1, 2, 1, "shooting"), Destroyed(1, 2, 1, "combat"))
    battle = scoring((BLUE, RED, None), toll, round=3, destroyed=falls)
    assert one(ev.PrimaryScored, take(battle, End())).points == 3


def test_the_first_score_counts_who_fell_in_the_command_phase_before_it() -> None:
    toll = Mission("toll", "Toll", 0, per_unit_destroyed=3, first_round=2)
    battle = scoring((BLUE, RED, None), toll, round=2, destroyed=(Destroyed(1, 1, 1, "command"),))
    assert one(ev.PrimaryScored, take(battle, End())).points == 3


def test_who_fell_as_the_command_phase_ended_is_scored_in_the_next_one() -> None:
    """It fell after the score of that phase."""
    doom = Ability(
        "Doom",
        uid="doom",
        effects=(DealMortalWounds(3, who="target"),),
        use=AbilityUse("activated", phases=("command",), window="phase end", target="enemy"),
    )
    blue = replace(unit("Seer", blade(), movement=0), abilities=(doom,))
    toll = Mission("toll", "Toll", 0, per_unit_destroyed=3, first_round=2)
    what = setup([blue], [unit("Foe", blade()), unit("Rest", blade(), movement=0)], mission=toll)
    battle = position(what, {0: row(5, 20), 1: row(50, 20), 2: row(50, 40)}, "command", round=2)
    assert only(ev.PrimaryScored, take(battle, End())) == []
    assert one(ev.UnitDestroyed, take(battle, Use("doom", 0, (1,)))).unit == 1
    scored = []
    while battle.state.round < 4:
        prompt = battle.ask()
        assert prompt is not None
        choice = Move(prompt.units[0], "stationary") if "move" in prompt.kinds else Advance()
        scored += only(ev.PrimaryScored, battle.answer(End() if "end" in prompt.kinds else choice))
    assert [(each.side, each.points) for each in scored] == [(BLUE, 3)]


# OPEN-50
def test_an_empowered_objective_scores_one_more() -> None:
    markers = (Marker(empowered=True), Marker(), Marker())
    battle = scoring((BLUE, RED, None), PLAIN, markers=markers)
    event = one(ev.PrimaryScored, take(battle, End()))
    assert (event.points, event.objectives, event.reason) == (6, (0,), "Stakes")


def last_turn(blue: int, red: int, number: int = 5, turn: int = 2, **more: Any) -> Battle:
    what = setup([unit("A", blade())], [unit("B", blade())])
    armies = (Army(zone=0, vp=blue), Army(zone=1, vp=red))
    return position(
        what, {0: row(5, 20), 1: row(55, 20)}, "combat", time="end", round=number, turn=turn, active=RED,
        armies=armies, **more,
    )  # fmt: skip


# OPEN-16
@pytest.mark.parametrize(("blue", "red", "winner"), [(30, 10, BLUE), (10, 30, RED), (20, 20, None)])
def test_after_round_five_the_points_decide(blue: int, red: int, winner: int | None) -> None:
    battle = last_turn(blue, red)
    events = take(battle, Advance())
    assert one(ev.BattleEnded, events) == ev.BattleEnded(winner)
    assert (battle.state.phase, battle.state.completed, battle.state.winner) == ("game_end", True, winner)
    assert battle.ask() is None
    assert refusal(battle, Advance()).code == "over"


# OPEN-15
@pytest.mark.parametrize(
    ("number", "turn", "active", "following"),
    [(1, 1, BLUE, (1, 2, RED)), (1, 2, RED, (2, 1, BLUE)), (4, 2, RED, (5, 1, BLUE)), (5, 1, BLUE, (5, 2, RED))],
)
def test_turns_and_rounds_follow_each_other(
    number: int, turn: int, active: int, following: tuple[int, int, int]
) -> None:
    battle = last_turn(0, 0, number, turn)
    battle.scene.rewind(replace(battle.state, active=active))
    events = take(battle, Advance())
    assert one(ev.TurnEnded, events) == ev.TurnEnded(number, turn, active)
    assert one(ev.TurnBegan, events) == ev.TurnBegan(*following)
    assert [event.phase for event in only(ev.PhaseChanged, events)] == ["cleanup", "command"]


# OPEN-15
def test_a_turn_goes_through_its_phases_and_their_times() -> None:
    what = setup([unit("A", blade(), movement=0)], [unit("B", blade())])
    battle = position(what, {1: row(55, 20)}, "command", time="beginning")
    seen = [(battle.state.phase, battle.state.phase_time)]
    while battle.state.turn == 1:
        prompt = battle.ask()
        assert prompt is not None
        take(battle, End() if "end" in prompt.kinds else Advance())
        seen.append((battle.state.phase, battle.state.phase_time))
    phases = ("command", "movement", "shooting", "charge", "combat")
    times = ("beginning", "middle", "end")
    assert seen == [(phase, time) for phase in phases for time in times] + [("command", "beginning")]
    assert [army.cp for army in battle.state.armies] == [1, 1]


def test_a_new_turn_forgets_what_units_did() -> None:
    battle = last_turn(0, 0, 1, 1)
    done = {"moved": "advanced", "shot": True, "charge_tried": True, "charged": True, "fought": True}
    battle.scene.rewind(replace(battle.state, units=tuple(replace(each, **done) for each in battle.state.units)))
    take(battle, Advance())
    for each in battle.state.units:
        assert (each.moved, each.shot, each.charge_tried, each.charged, each.fought) == ("", False, False, False, False)


def test_the_last_turn_scores_at_its_end() -> None:
    """In round five the army that goes second scores what it holds when its turn is over, not before."""
    what = setup([unit("A", blade())], [unit("B", blade())])
    battle = position(what, {0: row(5, 20), 1: row(29, 22)}, "command", round=5, turn=2, active=RED)
    assert only(ev.PrimaryScored, take(battle, End())) == []
    battle.scene.rewind(replace(battle.state, phase="combat", phase_time="end"))
    scored = one(ev.PrimaryScored, take(battle, Advance()))
    assert (scored.side, scored.points) == (RED, 10)


def test_one_command_point_a_round_beyond_the_regular_ones() -> None:
    """Two abilities bring two points and one; one of them counts, until the next round begins."""
    twice = [
        replace(
            unit(f"Scribe {n}", blade()),
            abilities=(Ability(f"Tally {n}", effects=(GainPoints(n, when="command end"),)),),
        )
        for n in (2, 1)
    ]
    battle = position(
        setup(twice, [unit("B", blade())]), {0: row(5, 20), 1: row(5, 30), 2: row(55, 20)}, "command", round=2
    )
    gained = only(ev.CommandPointsGained, take(battle, End()))
    assert [(each.points, each.reason) for each in gained] == [(1, "Tally 2")]
    assert battle.state.armies[BLUE].cp_beyond == 1
    battle.scene.rewind(replace(battle.state, phase="combat", phase_time="end", turn=2, active=RED))
    take(battle, Advance())
    assert battle.state.armies[BLUE].cp_beyond == 0


def test_points_taken_by_hand_leave_no_more_room_for_others() -> None:
    """An army that lost two of its points by hand still gains one at most in the round."""
    scribe = replace(
        unit("Scribe", blade()), abilities=(Ability("Tally", effects=(GainPoints(3, when="command end"),)),)
    )
    what = setup([scribe], [unit("B", blade())])
    battle = position(what, {0: row(5, 20), 1: row(55, 20)}, "command", round=2, armies=(Army(cp=4), Army()))
    take(battle, ByHand("by-hand", effects=(GainPoints(-2),)))
    assert (battle.state.armies[BLUE].cp, battle.state.armies[BLUE].cp_beyond) == (2, 0)
    assert [each.points for each in only(ev.CommandPointsGained, take(battle, End()))] == [1]


def test_points_given_by_hand_and_taken_back_leave_the_room_that_there_was() -> None:
    scribe = replace(
        unit("Scribe", blade()), abilities=(Ability("Tally", effects=(GainPoints(3, when="command end"),)),)
    )
    what = setup([scribe], [unit("B", blade())])
    battle = position(what, {0: row(5, 20), 1: row(55, 20)}, "command", round=2, armies=(Army(cp=4), Army()))
    for points in (1, -1):
        take(battle, ByHand("by-hand", effects=(GainPoints(points),)))
    assert [each.points for each in only(ev.CommandPointsGained, take(battle, End()))] == [1]
