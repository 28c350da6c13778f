"""Facts about a battle, in the past tense. `highground.engine.apply` turns each into the next state."""

from __future__ import annotations

from typing import Literal

import msgspec

from highground.engine.attack_sequence import RollStage, Sequence
from highground.engine.model import Point
from highground.engine.state import Active, Moved, Phase, PhaseTime, Volley

Way = tuple[int, tuple[Point, ...]]
"""Where a miniature's way bends between its places before and after: its index, and the corners."""


class EventBase(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """A fact. Sides, units and miniatures are indices; distances are inches."""


class DeploymentRolled(EventBase, frozen=True, tag="deployment_rolled"):
    """`rolls` holds each throw of both armies, ties included; `winner` chooses the zone."""

    rolls: tuple[tuple[int, int], ...]
    winner: int


class ZoneChosen(EventBase, frozen=True, tag="zone_chosen"):
    side: int
    zone: int


class UnitDeployed(EventBase, frozen=True, tag="unit_deployed"):
    unit: int
    places: tuple[Point, ...]


class UnitReserved(EventBase, frozen=True, tag="unit_reserved"):
    unit: int


class DeploymentEnded(EventBase, frozen=True, tag="deployment_ended"):
    """All units are set up or in reserve; `scouts` move before the battle begins."""

    scouts: tuple[int, ...]


class UnitScouted(EventBase, frozen=True, tag="unit_scouted", omit_defaults=True):
    """`places` None: it stays where it was set up. `ways` are those that bend."""

    unit: int
    places: tuple[Point, ...] | None = None
    ways: tuple[Way, ...] = ()


class BattleBegan(EventBase, frozen=True, tag="battle_began"):
    """`rolls` for the first turn, ties included."""

    first: int
    rolls: tuple[tuple[int, int], ...]


class TurnBegan(EventBase, frozen=True, tag="turn_began"):
    round: int
    turn: int
    side: int


class PhaseChanged(EventBase, frozen=True, tag="phase_changed"):
    phase: Phase
    time: PhaseTime


class CommandPointsGained(EventBase, frozen=True, tag="command_points_gained"):
    side: int
    points: int
    reason: str


class TestsCalled(EventBase, frozen=True, tag="tests_called"):
    """These units take battle-shock tests, in this order."""

    units: tuple[int, ...]


class BattleShockTested(EventBase, frozen=True, tag="battle_shock_tested"):
    unit: int
    dice: tuple[int, ...]
    leadership: int
    passed: bool


class Rallied(EventBase, frozen=True, tag="rallied"):
    """No longer battle-shocked."""

    unit: int


class ControlChanged(EventBase, frozen=True, tag="control_changed"):
    """`levels` are both armies' objective control within reach."""

    objective: int
    held_by: int | None
    levels: tuple[int, int]


class ObjectiveSecured(EventBase, frozen=True, tag="objective_secured"):
    """It stays its holder's until the enemy out-controls it."""

    objective: int


class PrimaryScored(EventBase, frozen=True, tag="primary_scored"):
    side: int
    points: int
    objectives: tuple[int, ...]
    reason: str


class SecondariesDealt(EventBase, frozen=True, tag="secondaries_dealt"):
    """A side's secondary missions: those it fixed for the battle, or the deck that it draws from, in no order."""

    side: int
    fixed: tuple[str, ...]
    deck: tuple[str, ...]


class SecondaryDrawn(EventBase, frozen=True, tag="secondary_drawn"):
    side: int
    secondary: str


class SecondaryDiscarded(EventBase, frozen=True, tag="secondary_discarded"):
    """Drawn for the last turn, and not scored."""

    side: int
    secondary: str


class SecondaryScored(EventBase, frozen=True, tag="secondary_scored"):
    """`count` is what was counted; a drawn mission is done with then."""

    side: int
    secondary: str
    name: str
    points: int
    count: int
    kept: bool


class AdvanceRolled(EventBase, frozen=True, tag="advance_rolled"):
    unit: int
    roll: int
    limit: float


class MoveGranted(EventBase, frozen=True, tag="move_granted"):
    """An ability lets a unit move now. If it does so as its `last` move, it does not charge in this turn."""

    unit: int
    limit: float
    last: bool


class UnitMoved(EventBase, frozen=True, tag="unit_moved", omit_defaults=True):
    """`distance` is the longest way of a miniature, `places` those after the move (as before if stationary).

    `ways` are those that bend round walls and enemies.
    """

    unit: int
    how: Moved
    places: tuple[Point, ...]
    distance: float
    limit: float
    ways: tuple[Way, ...] = ()


class UnitArrived(EventBase, frozen=True, tag="unit_arrived"):
    unit: int
    places: tuple[Point, ...]


class ReservesLost(EventBase, frozen=True, tag="reserves_lost"):
    unit: int


class UnitEmbarked(EventBase, frozen=True, tag="unit_embarked"):
    unit: int
    transport: int


class UnitDisembarked(EventBase, frozen=True, tag="unit_disembarked"):
    """`moved`: it counts as having moved and cannot charge. `wrecked`: its transport was destroyed under it."""

    unit: int
    transport: int
    places: tuple[Point, ...]
    moved: bool
    wrecked: bool = False


class ShotsDeclared(EventBase, frozen=True, tag="shots_declared"):
    unit: int
    volleys: tuple[Volley, ...]


class StageRolled(EventBase, frozen=True, tag="stage_rolled"):
    """One roll stage of the declared attacks is done; `volleys` are how far they have come, `next_stage` comes next."""

    unit: int
    stage: RollStage
    next_stage: RollStage
    volleys: tuple[Volley, ...]


class AttacksMade(EventBase, frozen=True, tag="attacks_made"):
    """The attacks of one weapon of a unit at a target, with every die (`sequence`).

    `lost` are the wounds that each miniature of the target lost (index, wounds), `slain` those that died of it.
    `spent`: the weapon was used up.
    """

    unit: int
    target: int
    bearers: tuple[int, ...]
    melee: bool
    sequence: Sequence
    lost: tuple[tuple[int, int], ...]
    slain: tuple[int, ...]
    spent: bool = False


class WoundsLost(EventBase, frozen=True, tag="wounds_lost"):
    """Mortal wounds and the like: `lost` holds (miniature, wounds), `dice` the throw that caused it."""

    unit: int
    lost: tuple[tuple[int, int], ...]
    slain: tuple[int, ...]
    cause: str
    dice: tuple[int, ...] = ()
    fnp: tuple[int, ...] = ()
    by: int | None = None


class CauseRolled(EventBase, frozen=True, tag="cause_rolled"):
    """Dice of a hazard or a demise, whatever comes of them."""

    unit: int
    cause: str
    dice: tuple[int, ...]
    needed: int
    happened: bool


class UnitShot(EventBase, frozen=True, tag="unit_shot"):
    """The unit is done with shooting in this phase. `held`: it held its fire."""

    unit: int
    held: bool = False


class ChargeDeclared(EventBase, frozen=True, tag="charge_declared"):
    unit: int
    targets: tuple[int, ...]
    distances: tuple[float, ...]


class ChargeCalledOff(EventBase, frozen=True, tag="charge_called_off"):
    """The charger or all that it charged fell before the charge was rolled."""

    unit: int


class ChargeRolled(EventBase, frozen=True, tag="charge_rolled"):
    """`needed` is the shortest whole roll that reaches every target."""

    unit: int
    targets: tuple[int, ...]
    dice: tuple[int, ...]
    needed: int
    success: bool
    limit: float


class ChargeMoved(EventBase, frozen=True, tag="charge_moved", omit_defaults=True):
    """`ways` are those that bend."""

    unit: int
    targets: tuple[int, ...]
    places: tuple[Point, ...]
    ways: tuple[Way, ...] = ()


class FightsBegan(EventBase, frozen=True, tag="fights_began"):
    first: bool
    picker: int


class UnitPicked(EventBase, frozen=True, tag="unit_picked"):
    unit: int


class UnitPiledIn(EventBase, frozen=True, tag="unit_piled_in"):
    unit: int
    places: tuple[Point, ...]
    distance: float


class StrikesDeclared(EventBase, frozen=True, tag="strikes_declared"):
    unit: int
    volleys: tuple[Volley, ...]


class StrikesMade(EventBase, frozen=True, tag="strikes_made"):
    """The unit's attacks in melee are done; it consolidates next."""

    unit: int


class UnitConsolidated(EventBase, frozen=True, tag="unit_consolidated"):
    unit: int
    places: tuple[Point, ...]
    distance: float


class PickPassed(EventBase, frozen=True, tag="pick_passed"):
    """Whose pick it is next, and whether units that strike first still pick."""

    first: bool
    picker: int


class AbilityUsed(EventBase, frozen=True, tag="ability_used"):
    """An ability or stratagem was used, by or on a unit, at targets, for so many command points."""

    ability: str
    name: str
    side: int
    unit: int | None
    targets: tuple[int, ...]
    cost: int


class EffectBegan(EventBase, frozen=True, tag="effect_began"):
    active: Active


class ByHandSwitched(EventBase, frozen=True, tag="by_hand_switched"):
    """A player switched an ability that the engine does not act on, of a unit or the army (`unit` None), on or off.

    `actives` are the effects that began, on `target` or on all of the army. Off: all that were on of it are over.
    """

    side: int
    ability: str
    name: str
    unit: int | None
    target: int | None
    on: bool
    actives: tuple[Active, ...] = ()


class VolleysRevised(EventBase, frozen=True, tag="volleys_revised"):
    """What was used in between has changed the declared attacks."""

    unit: int
    volleys: tuple[Volley, ...]


class DieThrownAgain(EventBase, frozen=True, tag="die_thrown_again"):
    """One die of the unit's declared attacks showed `was` and shows `face` now. `die` is its place among the faces of
    the `roll` of volley `volley`."""

    unit: int
    roll: str
    volley: int
    die: int
    was: int
    face: int
    volleys: tuple[Volley, ...]


class WindowOpened(EventBase, frozen=True, tag="window_opened"):
    kind: str
    side: int
    about: tuple[int, ...]
    roll: str = ""


class WindowClosed(EventBase, frozen=True, tag="window_closed"):
    kind: str
    side: int


class WoundsHealed(EventBase, frozen=True, tag="wounds_healed"):
    """`gained` holds (miniature, wounds); one that had none has come back, at the place that `places` gives it."""

    unit: int
    gained: tuple[tuple[int, int], ...]
    cause: str
    places: tuple[tuple[int, Point], ...] = ()


class LeaderJoined(EventBase, frozen=True, tag="leader_joined"):
    leader: int
    unit: int


class LeaderLeft(EventBase, frozen=True, tag="leader_left"):
    """The unit that the leader had joined is gone; it is a unit of its own again."""

    leader: int
    unit: int


class FightsEnded(EventBase, frozen=True, tag="fights_ended"):
    """Nobody is left to fight in this phase."""


class MiniaturesRemoved(EventBase, frozen=True, tag="miniatures_removed"):
    """Taken off to bring a unit back into coherency."""

    unit: int
    miniatures: tuple[int, ...]


class UnitDestroyed(EventBase, frozen=True, tag="unit_destroyed"):
    unit: int
    by: int | None = None


class TurnEnded(EventBase, frozen=True, tag="turn_ended"):
    round: int
    turn: int
    side: int


class BattleEnded(EventBase, frozen=True, tag="battle_ended"):
    winner: int | None
    reason: Literal["rounds", "resigned", "absent", "time", "draw"] = "rounds"


Event = (
    DeploymentRolled
    | ZoneChosen
    | UnitDeployed
    | UnitReserved
    | DeploymentEnded
    | UnitScouted
    | BattleBegan
    | TurnBegan
    | PhaseChanged
    | CommandPointsGained
    | TestsCalled
    | BattleShockTested
    | Rallied
    | ControlChanged
    | ObjectiveSecured
    | PrimaryScored
    | SecondariesDealt
    | SecondaryDrawn
    | SecondaryDiscarded
    | SecondaryScored
    | AdvanceRolled
    | MoveGranted
    | UnitMoved
    | UnitArrived
    | ReservesLost
    | UnitEmbarked
    | UnitDisembarked
    | ShotsDeclared
    | StageRolled
    | AttacksMade
    | WoundsLost
    | CauseRolled
    | UnitShot
    | ChargeDeclared
    | ChargeCalledOff
    | ChargeRolled
    | ChargeMoved
    | FightsBegan
    | UnitPicked
    | UnitPiledIn
    | StrikesDeclared
    | StrikesMade
    | UnitConsolidated
    | PickPassed
    | AbilityUsed
    | EffectBegan
    | ByHandSwitched
    | VolleysRevised
    | DieThrownAgain
    | WindowOpened
    | WindowClosed
    | WoundsHealed
    | LeaderJoined
    | LeaderLeft
    | FightsEnded
    | MiniaturesRemoved
    | UnitDestroyed
    | TurnEnded
    | BattleEnded
)
