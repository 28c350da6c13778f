"""The only writer of battle state: `apply(state, event)` is the state after the event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from highground.engine import events as ev
from highground.engine.state import (
    Active,
    AnyFrame,
    Army,
    Cast,
    Charging,
    Deploying,
    Fighting,
    Grave,
    Melee,
    Moving,
    Resolving,
    RollOff,
    Rushing,
    Scouting,
    Shaken,
    State,
    Unit,
    Window,
    ZoneChoice,
)

Writer = Callable[[State, Any], State]
_WRITERS: dict[type, Writer] = {}


def apply(state: State, event: ev.Event) -> State:
    """The state after `event`. Pure: neither argument is changed."""
    kind = type(event)
    after = _WRITERS[kind](state, event)
    return _expire(after, event) if after.active_effects and kind in _LAST_OF_EFFECTS else after


_LAST_OF_EFFECTS = frozenset({ev.TurnBegan, ev.PhaseChanged, ev.UnitShot, ev.StrikesMade, ev.UnitMoved, ev.ChargeMoved})
"""Events with which an effect's time may be over."""


def _expire(state: State, event: ev.Event) -> State:
    """Without the effects whose time is over with this event."""
    left = tuple([active for active in state.active_effects if not _over(state, active, event)])
    return state if len(left) == len(state.active_effects) else replace(state, active_effects=left)


def _over(state: State, active: Active, event: ev.Event) -> bool:
    duration = active.effect.duration
    if isinstance(event, ev.TurnBegan):
        return duration in {"step", "phase", "turn"} or (duration == "round" and event.round != active.round)
    if duration == "step":
        return isinstance(event, (ev.UnitShot, ev.StrikesMade, ev.UnitMoved, ev.ChargeMoved))
    if not isinstance(event, ev.PhaseChanged):
        return False
    if duration == "phase":
        return event.time == "beginning"
    later = (state.round, state.turn) != (active.round, active.turn)
    own = event.phase == "command" and state.active == active.side
    return duration == "until your next command phase" and own and later


def _writes(kind: type) -> Callable[[Writer], Writer]:
    def register(writer: Writer) -> Writer:
        _WRITERS[kind] = writer
        return writer

    return register


def _with_unit(state: State, unit: Unit, **changes: Any) -> State:
    units = list(state.units)
    units[unit.index] = unit
    return replace(state, units=tuple(units), events=state.events + 1, **changes)


def _push(state: State, frame: AnyFrame) -> tuple[AnyFrame, ...]:
    return (*state.stack, frame)


def _swap(state: State, frame: AnyFrame) -> tuple[AnyFrame, ...]:
    return (*state.stack[:-1], frame)


@_writes(ev.DeploymentRolled)
def _deployment_rolled(state: State, event: ev.DeploymentRolled) -> State:
    return replace(state, stack=(ZoneChoice(event.winner),), events=state.events + 1)


@_writes(ev.ZoneChosen)
def _zone_chosen(state: State, event: ev.ZoneChosen) -> State:
    zones = (event.zone, 1 - event.zone) if event.side == 0 else (1 - event.zone, event.zone)
    armies = tuple([replace(army, zone=zone) for army, zone in zip(state.armies, zones, strict=True)])
    return replace(state, armies=armies, stack=(Deploying(event.side),), events=state.events + 1)


def _next_to_deploy(state: State, side: int) -> tuple[AnyFrame, ...]:
    """The other side is next while it has units to set up."""
    waiting = {u.side for u in state.units if not u.deployed and not u.reserves and u.joined is u.inside is None}
    side = 1 - side if 1 - side in waiting else side
    return (Deploying(side),)


@_writes(ev.UnitDeployed)
def _unit_deployed(state: State, event: ev.UnitDeployed) -> State:
    unit = replace(state.units[event.unit], places=event.places, deployed=True)
    after = _with_unit(state, unit)
    return replace(after, stack=_next_to_deploy(after, unit.side))


@_writes(ev.UnitReserved)
def _unit_reserved(state: State, event: ev.UnitReserved) -> State:
    unit = replace(state.units[event.unit], reserves=True)
    after = _with_unit(state, unit)
    return replace(after, stack=_next_to_deploy(after, unit.side))


@_writes(ev.DeploymentEnded)
def _deployment_ended(state: State, event: ev.DeploymentEnded) -> State:
    return replace(state, stack=(Scouting(event.scouts),) if event.scouts else (), events=state.events + 1)


@_writes(ev.UnitScouted)
def _unit_scouted(state: State, event: ev.UnitScouted) -> State:
    waiting = tuple([unit for frame in state.stack if isinstance(frame, Scouting) for unit in frame.waiting])[1:]
    stack = (Scouting(waiting),) if waiting else ()
    unit = state.units[event.unit]
    return _with_unit(state, replace(unit, places=event.places or unit.places), stack=stack)


@_writes(ev.BattleBegan)
def _battle_began(state: State, event: ev.BattleBegan) -> State:
    return replace(state, first=event.first, started=True, stack=(), events=state.events + 1)


@_writes(ev.TurnBegan)
def _turn_began(state: State, event: ev.TurnBegan) -> State:
    units = tuple(
        [
            replace(unit, moved="", shot=False, charge_tried=False, charged=False, fought=False, disembarked=False)
            for unit in state.units
        ]
    )
    markers = tuple([replace(marker, before=marker.held_by) for marker in state.markers])
    return replace(
        state,
        units=units,
        markers=markers,
        round=event.round,
        turn=event.turn,
        active=event.side,
        events=state.events + 1,
    )


@_writes(ev.PhaseChanged)
def _phase_changed(state: State, event: ev.PhaseChanged) -> State:
    return replace(state, phase=event.phase, phase_time=event.time, stack=(), events=state.events + 1)


@_writes(ev.CommandPointsGained)
def _command_points_gained(state: State, event: ev.CommandPointsGained) -> State:
    armies = list(state.armies)
    armies[event.side] = replace(armies[event.side], cp=armies[event.side].cp + event.points)
    return replace(state, armies=tuple(armies), events=state.events + 1)


@_writes(ev.TestsCalled)
def _tests_called(state: State, event: ev.TestsCalled) -> State:
    return replace(state, stack=_push(state, Shaken(event.units)), events=state.events + 1)


@_writes(ev.BattleShockTested)
def _battle_shock_tested(state: State, event: ev.BattleShockTested) -> State:
    frame, stack = state.top, state.stack
    if isinstance(frame, Shaken):
        rest = frame.waiting[1:]
        stack = _swap(state, Shaken(rest)) if rest else state.stack[:-1]
    return _with_unit(state, replace(state.units[event.unit], shocked=not event.passed), stack=stack)


@_writes(ev.Rallied)
def _rallied(state: State, event: ev.Rallied) -> State:
    return _with_unit(state, replace(state.units[event.unit], shocked=False))


@_writes(ev.ControlChanged)
def _control_changed(state: State, event: ev.ControlChanged) -> State:
    markers = list(state.markers)
    markers[event.objective] = replace(markers[event.objective], held_by=event.held_by, sticky=False)
    return replace(state, markers=tuple(markers), events=state.events + 1)


@_writes(ev.ObjectiveSecured)
def _objective_secured(state: State, event: ev.ObjectiveSecured) -> State:
    markers = list(state.markers)
    markers[event.objective] = replace(markers[event.objective], sticky=True)
    return replace(state, markers=tuple(markers), events=state.events + 1)


@_writes(ev.PrimaryScored)
def _primary_scored(state: State, event: ev.PrimaryScored) -> State:
    army = state.armies[event.side]
    more = replace(army, primary=army.primary + event.points)
    return _with_army(state, event.side, _scored(more, state.round, event.points))


def _with_army(state: State, side: int, army: Army) -> State:
    armies = (army, state.armies[1]) if side == 0 else (state.armies[0], army)
    return replace(state, armies=armies, events=state.events + 1)


@_writes(ev.SecondariesDealt)
def _secondaries_dealt(state: State, event: ev.SecondariesDealt) -> State:
    return _with_army(state, event.side, replace(state.armies[event.side], hand=event.fixed, deck=event.deck))


@_writes(ev.SecondaryDrawn)
def _secondary_drawn(state: State, event: ev.SecondaryDrawn) -> State:
    army = state.armies[event.side]
    deck = tuple([uid for uid in army.deck if uid != event.secondary])
    return _with_army(state, event.side, replace(army, hand=(*army.hand, event.secondary), deck=deck))


@_writes(ev.SecondaryDiscarded)
def _secondary_discarded(state: State, event: ev.SecondaryDiscarded) -> State:
    army = state.armies[event.side]
    hand = tuple([uid for uid in army.hand if uid != event.secondary])
    return _with_army(state, event.side, replace(army, hand=hand))


@_writes(ev.SecondaryScored)
def _secondary_scored(state: State, event: ev.SecondaryScored) -> State:
    army = state.armies[event.side]
    hand = army.hand if event.kept else tuple([uid for uid in army.hand if uid != event.secondary])
    more = replace(army, hand=hand, secondary=army.secondary + event.points)
    return _with_army(state, event.side, _scored(more, state.round, event.points))


def _scored(army: Army, number: int, points: int) -> Army:
    by_round = list(army.vp_by_round)
    by_round[number - 1] += points
    return replace(army, vp=army.vp + points, vp_by_round=tuple(by_round))


@_writes(ev.UnitDestroyed)
def _unit_destroyed(state: State, event: ev.UnitDestroyed) -> State:
    grave = Grave(event.unit, state.round, state.turn)
    return replace(state, graves=(*state.graves, grave), events=state.events + 1)


@_writes(ev.AdvanceRolled)
def _advance_rolled(state: State, event: ev.AdvanceRolled) -> State:
    below = state.stack[:-1] if isinstance(state.top, Moving) else state.stack
    stack = (*below, Moving(event.unit, event.limit, event.roll))
    return _with_unit(state, replace(state.units[event.unit], moved="advanced"), stack=stack)


@_writes(ev.UnitMoved)
def _unit_moved(state: State, event: ev.UnitMoved) -> State:
    frame, unit = state.top, state.units[event.unit]
    if not isinstance(frame, Moving):
        return _with_unit(state, replace(unit, places=event.places, moved=event.how))
    moved = replace(unit, places=event.places, moved=event.how)
    if frame.granted:
        how = event.how if event.distance and unit.moved not in {"advanced", "fell_back"} else unit.moved
        tried = unit.charge_tried or bool(frame.last and event.distance)
        moved = replace(unit, places=event.places, moved=how, charge_tried=tried)
    return _with_unit(state, moved, stack=state.stack[:-1])


@_writes(ev.MoveGranted)
def _move_granted(state: State, event: ev.MoveGranted) -> State:
    frame = Moving(event.unit, event.limit, 0, granted=True, last=event.last)
    return replace(state, stack=_push(state, frame), events=state.events + 1)


@_writes(ev.UnitArrived)
def _unit_arrived(state: State, event: ev.UnitArrived) -> State:
    unit = replace(state.units[event.unit], places=event.places, deployed=True, reserves=False, moved="moved")
    return _with_unit(state, unit)


@_writes(ev.ReservesLost)
def _reserves_lost(state: State, event: ev.ReservesLost) -> State:
    unit = state.units[event.unit]
    return _with_unit(state, replace(unit, reserves=False, wounds=(0,) * len(unit.wounds)))


@_writes(ev.UnitEmbarked)
def _unit_embarked(state: State, event: ev.UnitEmbarked) -> State:
    unit = replace(state.units[event.unit], inside=event.transport, deployed=False)
    after = _with_unit(state, unit)
    return after if after.started else replace(after, stack=_next_to_deploy(after, unit.side))


@_writes(ev.UnitDisembarked)
def _unit_disembarked(state: State, event: ev.UnitDisembarked) -> State:
    unit = replace(
        state.units[event.unit],
        inside=None,
        deployed=True,
        disembarked=True,
        places=event.places,
        moved="moved" if event.moved else "",
        charge_tried=event.moved,
        shocked=state.units[event.unit].shocked or event.wrecked,
    )
    return _with_unit(state, unit)


@_writes(ev.ShotsDeclared)
def _shots_declared(state: State, event: ev.ShotsDeclared) -> State:
    return replace(state, stack=_push(state, Resolving(event.unit, False, event.volleys)), events=state.events + 1)


@_writes(ev.StrikesDeclared)
def _strikes_declared(state: State, event: ev.StrikesDeclared) -> State:
    return replace(state, stack=_push(state, Resolving(event.unit, True, event.volleys)), events=state.events + 1)


@_writes(ev.StageRolled)
def _stage_rolled(state: State, event: ev.StageRolled) -> State:
    frame = state.top
    assert isinstance(frame, Resolving)
    frame = replace(frame, stage=event.next_stage, volleys=event.volleys)
    return replace(state, stack=_swap(state, frame), events=state.events + 1)


def _wounded(unit: Unit, lost: tuple[tuple[int, int], ...]) -> Unit:
    wounds = list(unit.wounds)
    for miniature, amount in lost:
        wounds[miniature] -= amount
    return replace(unit, wounds=tuple(wounds))


@_writes(ev.AttacksMade)
def _attacks_made(state: State, event: ev.AttacksMade) -> State:
    after = _with_unit(state, _wounded(state.units[event.target], event.lost))
    if not event.spent:
        return after
    unit = after.units[event.unit]
    uid = event.sequence.attack.weapon
    spent = replace(unit, spent=unit.spent + tuple([(bearer, uid) for bearer in event.bearers]))
    return replace(_with_unit(after, spent), events=after.events)


@_writes(ev.WoundsLost)
def _wounds_lost(state: State, event: ev.WoundsLost) -> State:
    return _with_unit(state, _wounded(state.units[event.unit], event.lost))


@_writes(ev.UnitShot)
def _unit_shot(state: State, event: ev.UnitShot) -> State:
    stack = state.stack[:-1] if isinstance(state.top, Resolving) else state.stack
    return _with_unit(state, replace(state.units[event.unit], shot=True), stack=stack)


@_writes(ev.ChargeDeclared)
def _charge_declared(state: State, event: ev.ChargeDeclared) -> State:
    return replace(state, stack=_push(state, Rushing(event.unit, event.targets)), events=state.events + 1)


@_writes(ev.ChargeCalledOff)
def _charge_called_off(state: State, event: ev.ChargeCalledOff) -> State:
    return _with_unit(state, replace(state.units[event.unit], charge_tried=True), stack=state.stack[:-1])


@_writes(ev.ChargeRolled)
def _charge_rolled(state: State, event: ev.ChargeRolled) -> State:
    below = state.stack[:-1] if isinstance(state.top, (Charging, Rushing)) else state.stack
    stack = (*below, Charging(event.unit, event.targets, event.limit)) if event.success else below
    return _with_unit(state, replace(state.units[event.unit], charge_tried=True), stack=stack)


@_writes(ev.ChargeMoved)
def _charge_moved(state: State, event: ev.ChargeMoved) -> State:
    unit = replace(state.units[event.unit], places=event.places, charged=True)
    return _with_unit(state, unit, stack=state.stack[:-1])


@_writes(ev.FightsBegan)
def _fights_began(state: State, event: ev.FightsBegan) -> State:
    return replace(state, stack=(Melee(event.first, event.picker),), events=state.events + 1)


@_writes(ev.PickPassed)
def _pick_passed(state: State, event: ev.PickPassed) -> State:
    return replace(state, stack=_swap(state, Melee(event.first, event.picker)), events=state.events + 1)


@_writes(ev.FightsEnded)
def _fights_ended(state: State, event: ev.FightsEnded) -> State:
    return replace(state, stack=state.stack[:-1], events=state.events + 1)


@_writes(ev.UnitPicked)
def _unit_picked(state: State, event: ev.UnitPicked) -> State:
    unit = replace(state.units[event.unit], fought=True)
    return _with_unit(state, unit, stack=_push(state, Fighting(event.unit)))


@_writes(ev.UnitPiledIn)
def _unit_piled_in(state: State, event: ev.UnitPiledIn) -> State:
    unit = replace(state.units[event.unit], places=event.places)
    return _with_unit(state, unit, stack=_swap(state, Fighting(event.unit, "attack")))


@_writes(ev.StrikesMade)
def _strikes_made(state: State, event: ev.StrikesMade) -> State:
    below = state.stack[:-1] if isinstance(state.top, Resolving) else state.stack
    stack = (*below[:-1], Fighting(event.unit, "consolidate"))
    return replace(state, stack=stack, events=state.events + 1)


@_writes(ev.UnitConsolidated)
def _unit_consolidated(state: State, event: ev.UnitConsolidated) -> State:
    unit = replace(state.units[event.unit], places=event.places)
    return _with_unit(state, unit, stack=state.stack[:-1])


@_writes(ev.MiniaturesRemoved)
def _miniatures_removed(state: State, event: ev.MiniaturesRemoved) -> State:
    unit = state.units[event.unit]
    return _with_unit(state, _wounded(unit, tuple([(i, unit.wounds[i]) for i in event.miniatures])))


@_writes(ev.BattleEnded)
def _battle_ended(state: State, event: ev.BattleEnded) -> State:
    return replace(state, completed=True, winner=event.winner, stack=(), events=state.events + 1)


@_writes(ev.AbilityUsed)
def _ability_used(state: State, event: ev.AbilityUsed) -> State:
    armies = list(state.armies)
    armies[event.side] = replace(armies[event.side], cp=armies[event.side].cp - event.cost)
    cast = Cast(event.ability, event.side, event.unit, state.round, state.turn, state.phase)
    return replace(state, armies=tuple(armies), casts=(*state.casts, cast), events=state.events + 1)


@_writes(ev.EffectBegan)
def _effect_began(state: State, event: ev.EffectBegan) -> State:
    return replace(state, active_effects=(*state.active_effects, event.active), events=state.events + 1)


@_writes(ev.ByHandSwitched)
def _by_hand_switched(state: State, event: ev.ByHandSwitched) -> State:
    switched = (event.side, event.ability, event.unit)
    kept = state.active_effects
    if not event.on:
        kept = tuple([each for each in kept if (each.side, each.by_hand, each.owner) != switched])
    return replace(state, active_effects=(*kept, *event.actives), events=state.events + 1)


@_writes(ev.VolleysRevised)
@_writes(ev.DieThrownAgain)
def _volleys_revised(state: State, event: ev.VolleysRevised | ev.DieThrownAgain) -> State:
    frame = state.top
    assert isinstance(frame, Resolving)
    return replace(state, stack=_swap(state, replace(frame, volleys=event.volleys)), events=state.events + 1)


@_writes(ev.WindowOpened)
def _window_opened(state: State, event: ev.WindowOpened) -> State:
    frame = Window(event.kind, event.side, event.about, event.roll)
    return replace(state, stack=_push(state, frame), events=state.events + 1)


@_writes(ev.WindowClosed)
def _window_closed(state: State, event: ev.WindowClosed) -> State:
    """The window goes; what an ability puts on the stack comes after."""
    return replace(state, stack=state.stack[:-1], events=state.events + 1)


@_writes(ev.WoundsHealed)
def _wounds_healed(state: State, event: ev.WoundsHealed) -> State:
    unit = state.units[event.unit]
    wounds, places = list(unit.wounds), list(unit.places)
    for miniature, amount in event.gained:
        wounds[miniature] += amount
    for miniature, place in event.places:
        places[miniature] = place
    return _with_unit(state, replace(unit, wounds=tuple(wounds), places=tuple(places)))


@_writes(ev.LeaderJoined)
def _leader_joined(state: State, event: ev.LeaderJoined) -> State:
    leader, host = state.units[event.leader], state.units[event.unit]
    together = replace(
        host,
        places=host.places + leader.places,
        wounds=host.wounds + leader.wounds,
        leaders=(*host.leaders, leader.index),
    )
    away = {"deployed": False, "reserves": False, "inside": None}
    alone = replace(leader, wounds=(0,) * len(leader.wounds), joined=host.index, **away)
    after = _with_unit(state, together)
    return replace(_with_unit(after, alone), events=after.events)


@_writes(ev.LeaderLeft)
def _leader_left(state: State, event: ev.LeaderLeft) -> State:
    leader, host = state.units[event.leader], state.units[event.unit]
    start = _first_of(state, host, leader.index)
    stop = start + len(leader.wounds)
    own = {"places": host.places[start:stop], "wounds": host.wounds[start:stop], "joined": None}
    alone = replace(leader, **own, **{field: getattr(host, field) for field in _DEEDS})
    rest = replace(
        host,
        places=host.places[:start] + host.places[stop:],
        wounds=host.wounds[:start] + host.wounds[stop:],
        leaders=tuple([each for each in host.leaders if each != leader.index]),
    )
    after = _with_unit(state, rest)
    return replace(_with_unit(after, alone), events=after.events)


_DEEDS = (
    *("deployed", "reserves", "inside", "disembarked"),
    *("moved", "shot", "charge_tried", "charged", "fought", "shocked"),
)
"""Where a leader is, and what it has done, because the unit that it joined is there and did it."""


def _first_of(state: State, host: Unit, leader: int) -> int:
    """The index of a leader's first miniature among those of the unit that it joined."""
    later = host.leaders[host.leaders.index(leader) :]
    return len(host.wounds) - sum(len(state.units[each].wounds) for each in later)


def _noted(state: State, event: ev.Event) -> State:
    """A fact that changes nothing by itself."""
    return replace(state, events=state.events + 1)


for _kind in (ev.CauseRolled, ev.TurnEnded):
    _WRITERS[_kind] = _noted

START: tuple[AnyFrame, ...] = (RollOff(),)
