"""The timeline: what the log page reads. See docs/timeline.md for its fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from highground.engine import events as ev
from highground.engine.log import FORMAT, Log, LogError, load, replay
from highground.reports import fights, losses, moves, transports, turns, uses
from highground.reports.awards import earned_in
from highground.reports.cast import Cast, Json
from highground.reports.chronicle import Chronicle
from highground.reports.statistics import figures
from highground.reports.story import BEGAN, Story, Teller, note

TELLERS: dict[type, Teller] = {
    ev.DeploymentRolled: moves.deployment_rolled,
    ev.ZoneChosen: moves.zone_chosen,
    ev.UnitDeployed: moves.unit_deployed,
    ev.UnitReserved: moves.unit_reserved,
    ev.DeploymentEnded: note,
    ev.UnitScouted: moves.unit_scouted,
    ev.BattleBegan: moves.battle_began,
    ev.TurnBegan: note,
    ev.PhaseChanged: turns.phase_changed,
    ev.CommandPointsGained: turns.command_points_gained,
    ev.TestsCalled: note,
    ev.BattleShockTested: turns.battle_shock_tested,
    ev.Rallied: turns.rallied,
    ev.ControlChanged: turns.control_changed,
    ev.ObjectiveSecured: turns.objective_secured,
    ev.PrimaryScored: turns.primary_scored,
    ev.SecondariesDealt: turns.secondaries_dealt,
    ev.SecondaryDrawn: turns.secondary_drawn,
    ev.SecondaryDiscarded: note,
    ev.SecondaryScored: turns.secondary_scored,
    ev.AdvanceRolled: moves.advance_rolled,
    ev.MoveGranted: note,
    ev.UnitMoved: moves.unit_moved,
    ev.UnitArrived: moves.unit_arrived,
    ev.ReservesLost: moves.reserves_lost,
    ev.UnitEmbarked: transports.unit_embarked,
    ev.UnitDisembarked: transports.unit_disembarked,
    ev.ShotsDeclared: fights.declared,
    ev.StageRolled: fights.volleys_known,
    ev.AttacksMade: fights.attacks_made,
    ev.WoundsLost: losses.wounds_lost,
    ev.CauseRolled: losses.cause_rolled,
    ev.UnitShot: fights.unit_shot,
    ev.ChargeDeclared: note,
    ev.ChargeCalledOff: moves.charge_called_off,
    ev.ChargeRolled: moves.charge_rolled,
    ev.ChargeMoved: moves.charge_moved,
    ev.FightsBegan: note,
    ev.UnitPicked: note,
    ev.UnitPiledIn: moves.unit_piled_in,
    ev.StrikesDeclared: fights.declared,
    ev.StrikesMade: fights.strikes_made,
    ev.UnitConsolidated: moves.unit_consolidated,
    ev.PickPassed: note,
    ev.AbilityUsed: uses.ability_used,
    ev.EffectBegan: uses.effect_began,
    ev.ByHandSwitched: uses.by_hand_switched,
    ev.VolleysRevised: fights.volleys_known,
    ev.DieThrownAgain: uses.die_thrown_again,
    ev.WindowOpened: note,
    ev.WindowClosed: note,
    ev.WoundsHealed: losses.wounds_healed,
    ev.LeaderJoined: uses.leader_joined,
    ev.LeaderLeft: losses.leader_left,
    ev.FightsEnded: note,
    ev.MiniaturesRemoved: transports.miniatures_removed,
    ev.UnitDestroyed: losses.unit_destroyed,
    ev.TurnEnded: note,
    ev.BattleEnded: turns.battle_ended,
}


def timeline(log: Log, game_id: str = "", *, began: datetime = BEGAN, times: Sequence[datetime] | None = None) -> Json:
    """The battle of `log` as the whole answer of the log calls, ready for JSON.

    The log's events are taken as they are: what they say is not checked against the rules (see `timeline_of`).
    `began` is when the battle's first event happened, in UTC, or `times` when each choice was made; the log
    itself has no clock.
    """
    story = Story(log.setup, game_id, TELLERS, began)
    for number, record in enumerate(log.records):
        if times is not None:
            story.happens_at(times[number])
        for event in record.events:
            story.take(event)
        story.settle()
    rounds = story.finish()
    return {
        "game_id": game_id,
        "incremental": False,
        "total": story.told,
        "army_list": _army_list(log, story.cast),
        **_afterwards(log, game_id),
        "logs": {"rounds": rounds},
    }


def _afterwards(log: Log, game_id: str) -> Json:
    """The units' awards and the statistics, each army's with its achievements."""
    cast = Cast(log.setup, game_id)
    told = Chronicle(log, cast)
    earned, counted = earned_in(told), figures(told, cast)
    for army, achievements in zip(counted["armies"], earned.achievements, strict=True):
        army["achievements"] = msgspec.to_builtins(achievements)
    return {"awards": [msgspec.to_builtins(award) for award in earned.units], "statistics": counted}


def timeline_of(document: bytes | Json, game_id: str = "", *, check: bool = True) -> Json:
    """The timeline of a battle log given as a file's bytes or as the object read from them.

    With `check` the log is played again first. Raises LogError where the document is no battle log, ReplayError where
    the battle goes otherwise than the log says.
    """
    log = load(document) if isinstance(document, bytes) else _convert(document)
    if check:
        replay(log)
    return timeline(log, game_id)


def flat(answer: Json) -> list[Json]:
    """The entries of a timeline, oldest first, for answers that hold only what is new."""
    return list(_entries(answer))


def since(answer: Json, since_id: int) -> list[Json]:
    """The entries after `since_id`, oldest first."""
    return [entry for entry in _entries(answer) if entry["id"] > since_id]


def _entries(answer: Json) -> Iterator[Json]:
    for a_round in answer["logs"]["rounds"]:
        for turn in a_round["turns"]:
            for phase in turn["phases"]:
                yield from phase["actions"]


def _convert(document: Json) -> Log:
    try:
        log = msgspec.convert(document, Log)
    except msgspec.ValidationError as error:
        raise LogError(f"This is not a battle log: {error}.") from error
    if log.format != FORMAT:
        raise LogError(f"This battle log has format {log.format}; this version reads format {FORMAT}.")
    return log


def _army_list(log: Log, cast: Cast) -> list[dict[str, Any]]:
    return [
        {
            "uuid": cast.army_uuids[side],
            "name": cast.armies[side],
            "faction": army.faction,
            "detachment": army.detachment,
            "points": army.points_computed,
            "color_index": side,
            "player": log.players[side],
        }
        for side, army in enumerate(log.setup.armies)
    ]
