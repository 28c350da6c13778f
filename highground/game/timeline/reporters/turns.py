"""Reports phases, command points, battle-shock, objectives, the score and the battle's end."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.model import Secondary
from highground.engine.steps import nerve, objectives
from highground.game.parts.missions import secondary_words
from highground.game.parts.phrases import count, listed, objectives_listed
from highground.game.timeline.story import Story


def phase_changed(story: Story, event: ev.PhaseChanged) -> None:
    """A phase is reported when it begins; its middle and its end go with what happens in them."""
    if event.phase == story.before.phase and story.before.started and event.time != "beginning":
        return
    state, cast = story.scene.state, story.cast
    name = event.phase.replace("_", " ")
    if event.phase == "deployment":
        _set_up(story)
        return
    if event.phase == "game_end":
        message = "The last turn is over"
    elif event.phase == "command":
        message = f"Round {state.round}: the turn of {cast.armies[state.active]} begins with its command phase"
    else:
        message = f"{cast.armies[state.active]}: {name} phase"
    story.report(
        "phase_change", "phase_change", f"{name.capitalize()} phase", message,
        army_uuid=cast.army_uuids[state.active], new_phase=event.phase,
    )  # fmt: skip


def _set_up(story: Story) -> None:
    """The second army has no more leaders to join: the first begins the battle."""
    story.report(
        "deployment", "set_up_done", "Set-up done", f"{story.cast.armies[1]} has finished its set-up",
        army_uuid=story.cast.army_uuids[1],
    )  # fmt: skip


def command_points_gained(story: Story, event: ev.CommandPointsGained) -> None:
    army = story.scene.state.armies[event.side]
    story.report(
        "scoring", "command_points", "Command points",
        f"{story.cast.armies[event.side]} gains {count(event.points, 'command point')} and has {army.cp}",
        army_uuid=story.cast.army_uuids[event.side], points=event.points, total=army.cp, reason=event.reason,
    )  # fmt: skip


def bounty_paid(story: Story, event: ev.BountyPaid) -> None:
    army = story.scene.state.armies[event.side]
    story.report(
        "scoring", "command_points", "Command points",
        f"{story.cast.armies[event.side]} gains {count(event.points, 'command point')} by {event.name}: {army.cp} now",
        army_uuid=story.cast.army_uuids[event.side], points=event.points, total=army.cp, reason=event.name,
    )  # fmt: skip


def count_changed(story: Story, event: ev.CountChanged) -> None:
    story.report(
        "abilities", "count", "Count",
        f"{story.cast.armies[event.side]}: {event.count} {event.now} by {event.name}",
        army_uuid=story.cast.army_uuids[event.side], points=event.now, total=event.now, reason=event.name,
    )  # fmt: skip


def battle_shock_tested(story: Story, event: ev.BattleShockTested) -> None:
    roll = sum(event.dice) if event.dice else None
    how = f"rolled {roll}, {_leadership(story, event)}" if event.dice else "no roll is needed"
    verb = ("pass", "passes") if event.passed else ("fail", "fails")
    after = "" if event.passed else f" and {story.cast.verb(event.unit, 'are', 'is')} battle-shocked"
    story.report(
        "battleshock", "battleshock_test", "Battle-shock test",
        f"{story.cast.does(event.unit, *verb)} a battle-shock test{after}: {how}",
        location=story.spot(event.unit), unit_name=story.cast.units[event.unit],
        unit_uuid=story.cast.unit_uuids[event.unit], roll=roll, dice=event.dice, leadership=event.leadership,
        passed=event.passed,
    )  # fmt: skip


def _leadership(story: Story, event: ev.BattleShockTested) -> str:
    """'leadership 7+', or 'leadership 7+ with +1: 6+'."""
    printed = nerve.printed_leadership(story.scene, event.unit)
    if printed == event.leadership:
        return f"leadership {printed}+"
    return f"leadership {printed}+ with {printed - event.leadership:+}: {event.leadership}+"


def rallied(story: Story, event: ev.Rallied) -> None:
    story.report(
        "battleshock", "rally", "Rally",
        f"{story.cast.does(event.unit, 'are', 'is')} no longer battle-shocked",
        location=story.spot(event.unit), unit_name=story.cast.units[event.unit],
        unit_uuid=story.cast.unit_uuids[event.unit], roll=None, leadership=None, passed=True,
    )  # fmt: skip


def control_changed(story: Story, event: ev.ControlChanged) -> None:
    objective, called = story.scene.setup.layout.objectives[event.objective], story.cast.objectives[event.objective]
    a, b = event.levels
    if event.held_by is not None:
        high, low = max(a, b), min(a, b)
        message = f"{story.cast.armies[event.held_by]} takes {called}, {high} to {low}"
    elif a:
        message = f"{called[0].upper()}{called[1:]} is contested, {a} all"
    else:
        message = f"Nobody holds {called} any longer"
    story.report(
        "scoring", "objective_control", "Objective control", message,
        location=objective.location, objective=called,
        held_by=None if event.held_by is None else story.cast.army_uuids[event.held_by], levels=event.levels,
    )  # fmt: skip


def head_start_given(story: Story, event: ev.HeadStartGiven) -> None:
    story.report(
        "scoring", "head_start", "Head start",
        f"{story.cast.armies[event.side]} begins {count(event.points, 'victory point')} ahead, as chosen at set-up",
        army_uuid=story.cast.army_uuids[event.side], points=event.points,
        total=story.scene.state.armies[event.side].vp,
    )  # fmt: skip


def points_amended(story: Story, event: ev.PointsAmended) -> None:
    army = story.scene.state.armies[event.side]
    change = count(abs(event.points), "victory point")
    sentence = f"gains {change}" if event.points > 0 else f"loses {change}"
    story.report(
        "scoring", "points_amended", "By hand",
        f"{story.cast.armies[event.side]} {sentence} by hand, {army.vp} in all",
        army_uuid=story.cast.army_uuids[event.side], points=event.points, total=army.vp, reason=event.reason,
    )  # fmt: skip


def primary_scored(story: Story, event: ev.PrimaryScored) -> None:
    names = [story.cast.objectives[index] for index in event.objectives]
    army, how = story.scene.state.armies[event.side], _primary_words(story, event)
    story.report(
        "scoring", "primary_score", "Primary score",
        f"{story.cast.armies[event.side]} scores {count(event.points, 'victory point')} for {how}, {army.vp} in all",
        army_uuid=story.cast.army_uuids[event.side], points=event.points, total=army.vp, objectives=names,
        reason=event.reason, scored_for=how,
    )  # fmt: skip


def _primary_words(story: Story, event: ev.PrimaryScored) -> str:
    """'holding objective 2, The Mill'; where there is more to it than that, each part with its points."""
    ground, more, fallen = objectives.primary_parts(story.scene, event.side)
    parts = [
        (ground, f"holding {objectives_listed([story.cast.objectives[index] for index in event.objectives])}"),
        (more, "holding more than the enemy"),
        (fallen, "destroyed units"),
    ]
    due = [(points, what) for points, what in parts if points]
    said = [what if len(due) == 1 else f"{what} ({points})" for points, what in due]
    earned = ground + more + fallen
    return listed(said) + (f" ({earned} earned, {event.points} is the most)" if event.points < earned else "")


def secondaries_dealt(story: Story, event: ev.SecondariesDealt) -> None:
    army, names = story.cast.armies[event.side], [_mission(story, uid).name for uid in event.fixed]
    cards = count(len(event.deck), "secondary mission")
    story.report(
        "scoring", "secondaries_dealt", "Secondary missions",
        f"{army} plays {listed(names)} for the whole battle" if names else f"{army} shuffles {cards}",
        army_uuid=story.cast.army_uuids[event.side], secondaries=names, cards=len(event.deck),
    )  # fmt: skip


def objective_secured(story: Story, event: ev.ObjectiveSecured) -> None:
    name = story.cast.objectives[event.objective]
    holder = story.scene.state.markers[event.objective].held_by
    army = story.cast.armies[holder] if holder is not None else "Its holder"
    story.report(
        "scoring", "objective_secured", "Objective secured",
        f"{army} secures {name}: it stays theirs until the enemy out-controls it", objective=name,
    )  # fmt: skip


def secondary_drawn(story: Story, event: ev.SecondaryDrawn) -> None:
    mission = _mission(story, event.secondary)
    story.report(
        "scoring", "secondary_drawn", "Secondary mission",
        f"{story.cast.armies[event.side]} draws {mission.name}",
        description=mission.description, army_uuid=story.cast.army_uuids[event.side], secondary=mission.name,
    )  # fmt: skip


def secondary_scored(story: Story, event: ev.SecondaryScored) -> None:
    army, mission = story.scene.state.armies[event.side], _mission(story, event.secondary)
    how = secondary_words(mission, event.count)
    story.report(
        "scoring", "secondary_score", "Secondary score",
        f"{story.cast.armies[event.side]} scores {count(event.points, 'victory point')} "
        f"for {event.name} ({how}), {army.vp} in all",
        description=mission.description, army_uuid=story.cast.army_uuids[event.side], points=event.points,
        total=army.vp, secondary=event.name, count=event.count, kept=event.kept, scored_for=how,
    )  # fmt: skip


def _mission(story: Story, uid: str) -> Secondary:
    return next(each for each in story.scene.setup.secondaries if each.uid == uid)


EARLY = {"resigned": "resigns", "absent": "stayed away for too long", "time": "ran out of time"}
"""Why an army lost before the last round was over."""


def battle_ended(story: Story, event: ev.BattleEnded) -> None:
    armies, points = story.cast.armies, [army.vp for army in story.scene.state.armies]
    if event.winner is None:
        agreed = " by agreement" if event.reason == "draw" else ""
        score = f", {points[0]} all" if points[0] == points[1] else f", {points[0]} to {points[1]}"
        message = f"The battle is drawn{agreed}{score}"
    else:
        score = f"{points[event.winner]} to {points[1 - event.winner]}"
        message = f"{armies[event.winner]} wins, {score}"
        if event.reason in EARLY:
            message = f"{armies[1 - event.winner]} {EARLY[event.reason]}: {message}"
    story.report(
        "game_end", "game_end", "Battle over", message,
        winner=None if event.winner is None else story.cast.army_uuids[event.winner], reason=event.reason,
        victory_points=points,
    )  # fmt: skip
