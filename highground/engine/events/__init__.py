"""Facts about a battle: each says on its class what it is, how it changes the state, and what it touches."""

from typing import TYPE_CHECKING

from highground.engine.events.abilities import (
    AbilityUsed,
    AfterShotsOpened,
    BountyPaid,
    ByHandSwitched,
    CountChanged,
    EffectBegan,
    LeaderJoined,
    LeaderLeft,
    StanceLeft,
    WindowClosed,
    WindowOpened,
)
from highground.engine.events.attacks import (
    AllocationChosen,
    AttacksMade,
    CauseRolled,
    CoherencyRemovalAsked,
    DamageAmended,
    DamageIgnored,
    DieRerolled,
    FallenStood,
    FightsBegan,
    FightsEnded,
    LastBlowsMade,
    LeadershipTested,
    MiniaturesAdded,
    MiniaturesRemoved,
    PickPassed,
    ShotsDeclared,
    StageRolled,
    StrikesDeclared,
    StrikesMade,
    UnitDestroyed,
    UnitPicked,
    UnitShot,
    VolleysRevised,
    WoundsHealed,
    WoundsLost,
)
from highground.engine.events.base import Fact, Touched, apply
from highground.engine.events.moves import (
    AdvanceRolled,
    ChargeCalledOff,
    ChargeDeclared,
    ChargeMoved,
    ChargeRolled,
    MoveGranted,
    ReservesLost,
    UnitArrived,
    UnitConsolidated,
    UnitDisembarked,
    UnitEmbarked,
    UnitMoved,
    UnitPiledIn,
    UnitPut,
    UnitWithdrawn,
)
from highground.engine.events.scoring import (
    ControlChanged,
    HeadStartGiven,
    ObjectiveSecured,
    PointsAmended,
    PrimaryScored,
    SecondariesDealt,
    SecondaryDiscarded,
    SecondaryDrawn,
    SecondaryScored,
)
from highground.engine.events.setting_up import (
    BattleBegan,
    DeploymentEnded,
    DeploymentRolled,
    FirstTurnRolled,
    UnitDeployed,
    UnitReserved,
    UnitScouted,
    UnitTakenUp,
    Way,
    ZoneChosen,
)
from highground.engine.events.turns import (
    BattleEnded,
    BattleShockTested,
    CommandPointsGained,
    PhaseChanged,
    Rallied,
    TestsCalled,
    TurnBegan,
    TurnEnded,
)

if TYPE_CHECKING:
    from highground.engine.events.base import Fact as Event
else:
    Event = (
        DeploymentRolled
        | ZoneChosen
        | UnitDeployed
        | UnitReserved
        | DeploymentEnded
        | FirstTurnRolled
        | UnitScouted
        | UnitTakenUp
        | BattleBegan
        | HeadStartGiven
        | PointsAmended
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
        | UnitPut
        | UnitWithdrawn
        | ReservesLost
        | UnitEmbarked
        | UnitDisembarked
        | ShotsDeclared
        | StageRolled
        | AllocationChosen
        | AttacksMade
        | WoundsLost
        | CauseRolled
        | LeadershipTested
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
        | FallenStood
        | LastBlowsMade
        | UnitConsolidated
        | PickPassed
        | AbilityUsed
        | EffectBegan
        | StanceLeft
        | CountChanged
        | BountyPaid
        | ByHandSwitched
        | VolleysRevised
        | DamageAmended
        | DamageIgnored
        | DieRerolled
        | WindowOpened
        | AfterShotsOpened
        | WindowClosed
        | WoundsHealed
        | LeaderJoined
        | LeaderLeft
        | FightsEnded
        | MiniaturesAdded
        | MiniaturesRemoved
        | CoherencyRemovalAsked
        | UnitDestroyed
        | TurnEnded
        | BattleEnded
    )
"""An event where it travels as JSON: one of the closed union. What takes any event asks a `Fact`."""

__all__ = [
    "AbilityUsed",
    "AdvanceRolled",
    "AfterShotsOpened",
    "AllocationChosen",
    "AttacksMade",
    "BattleBegan",
    "BattleEnded",
    "BattleShockTested",
    "BountyPaid",
    "ByHandSwitched",
    "CauseRolled",
    "ChargeCalledOff",
    "ChargeDeclared",
    "ChargeMoved",
    "ChargeRolled",
    "CoherencyRemovalAsked",
    "CommandPointsGained",
    "ControlChanged",
    "CountChanged",
    "DamageAmended",
    "DamageIgnored",
    "DeploymentEnded",
    "DeploymentRolled",
    "DieRerolled",
    "EffectBegan",
    "Event",
    "Fact",
    "FallenStood",
    "FightsBegan",
    "FightsEnded",
    "FirstTurnRolled",
    "HeadStartGiven",
    "LastBlowsMade",
    "LeaderJoined",
    "LeaderLeft",
    "LeadershipTested",
    "MiniaturesAdded",
    "MiniaturesRemoved",
    "MoveGranted",
    "ObjectiveSecured",
    "PhaseChanged",
    "PickPassed",
    "PointsAmended",
    "PrimaryScored",
    "Rallied",
    "ReservesLost",
    "SecondariesDealt",
    "SecondaryDiscarded",
    "SecondaryDrawn",
    "SecondaryScored",
    "ShotsDeclared",
    "StageRolled",
    "StanceLeft",
    "StrikesDeclared",
    "StrikesMade",
    "TestsCalled",
    "Touched",
    "TurnBegan",
    "TurnEnded",
    "UnitArrived",
    "UnitConsolidated",
    "UnitDeployed",
    "UnitDestroyed",
    "UnitDisembarked",
    "UnitEmbarked",
    "UnitMoved",
    "UnitPicked",
    "UnitPiledIn",
    "UnitPut",
    "UnitReserved",
    "UnitScouted",
    "UnitShot",
    "UnitTakenUp",
    "UnitWithdrawn",
    "VolleysRevised",
    "Way",
    "WindowClosed",
    "WindowOpened",
    "WoundsHealed",
    "WoundsLost",
    "ZoneChosen",
    "apply",
]
