"""What a battle's log says: its entries, the board at the end of each phase, and its figures.

These are the logs that are written here. Timelines that were uploaded may say other things; the description of the
calls names what is common to both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from highground.views.rolls import DiceTable
from highground.views.state import DeploymentZone, TerrainShape
from highground.views.units import MiniatureProfile
from highground.views.values import Json, NamedThing, Place

DiceMark = Literal["typed", "camera", "unwitnessed"]
"""Whose dice a choice was answered with: a player's own, or rolled without a witness."""


class Message(TypedDict):
    message: str


class CombatTarget(TypedDict):
    """What one target suffered from attacks, with their dice."""

    unit_name: str
    unit_uuid: str
    location: Place | None
    total_damage_taken: int
    models_killed: int
    models_remaining: int
    dice_logs: list[DiceTable]
    damage_logs: list[Message]


class Arrow(TypedDict):
    x: float
    y: float
    dx: float
    dy: float


class Graphics(TypedDict):
    arrows: list[Arrow]


class PlacedUnit(NamedThing):
    location: Place | None


class RolledDice(TypedDict):
    """Dice of a choice that was taken back."""

    purpose: str
    sides: int
    faces: list[int]


class BegunEffect(TypedDict):
    name: str
    on: str
    effect: str
    duration: str


class UnitFields(TypedDict, total=False):
    """The unit that an entry is about."""

    unit_name: str
    unit_uuid: str


class TransportFields(TypedDict, total=False):
    transport_name: str
    transport_uuid: str


class MoveFields(TransportFields, total=False):
    """How far a unit went, of how many inches."""

    distance: float
    limit: float
    roll: int | None


class EntryFields(UnitFields, MoveFields, total=False):
    """What an entry says beside its message: fields of its type."""

    ability: str
    ability_name: str
    army_uuid: str
    attacker_location: Place | None
    attacker_unit: str
    attacker_uuid: str
    cards: int
    cause: str
    charging_name: str
    charging_unit: PlacedUnit
    cost: int
    count: int
    description: str
    dice: Sequence[int] | list[RolledDice]
    effects: list[BegunEffect]
    end_location: Place | None
    ending_position: Place | None
    fnp: Sequence[int]
    graphics: Graphics
    held_by: str | None
    in_reserves: bool
    instructions: str
    kept: bool
    kind: str
    leadership: int | None
    levels: Sequence[int]
    location: Place | None
    melee: bool
    models_killed: int
    models_returned: int
    movement_action: str
    needed: int
    new_phase: str
    objective: str
    objectives: list[str]
    outcome: list[str]
    passed: bool
    paths: list[list[Place]]
    points: int
    rationale: str
    reason: str
    removed: int
    rerolled: bool
    rolls: Sequence[Sequence[int]]
    secondaries: list[str]
    secondary: str
    start_location: Place | None
    starting_position: Place | None
    success: bool
    switched_on: bool
    target_name: str
    target_unit: PlacedUnit
    target_units: list[NamedThing]
    targets: list[CombatTarget]
    total: int
    total_damage_taken: int
    victory_points: list[int]
    winner: str | None
    wounds_healed: int
    zone: str


class EntryMarks(TypedDict, total=False):
    dice_marks: list[DiceMark]
    undone: bool


class LogEntry(EntryFields, EntryMarks):
    """One action. `details` repeats the fields of its type that are small; `source_logs` are the events behind it.

    `undone` marks an action whose choice was taken back: it happened, and no longer counts.
    """

    id: int
    timestamp: str
    round: int
    turn: int
    phase: str
    phase_time: str
    log_type: str
    action: str
    action_label: str
    message: str
    details: dict[str, Json]
    source_logs: list[SourceLog]
    game_id: str


SourceLog = dict[str, Json]
"""An event of the rules engine."""


class Figure(TypedDict):
    """A miniature on the board; a dead one stays where it fell."""

    x: float
    y: float
    radius: float
    wounds: int
    alive: bool


class SheetText(TypedDict):
    name: str
    description: str


class ObjectiveGap(TypedDict):
    name: str
    distance: float


class UnitGap(TypedDict):
    target_unit_name: str
    distance: float


class Gaps(TypedDict):
    """Inches from base edge to base edge; units the nearest first."""

    objective_distances: list[ObjectiveGap]
    enemy_distances: list[UnitGap]
    friendly_distances: list[UnitGap]


class UnitSheet(Gaps):
    alive_count: int
    miniatures: list[MiniatureProfile]
    abilities: list[SheetText]


class UnitOnBoard(TypedDict):
    """A unit on the board. One without `unit_stats` has those of the phase before."""

    uuid: str
    army_uuid: str
    name: str
    location: Place | None
    transponder: str
    deployed: bool
    in_reserves: bool
    battle_shocked: bool
    miniatures: list[Figure]
    leaders: NotRequired[list[NamedThing]]
    inside: NotRequired[NamedThing]
    unit_stats: NotRequired[UnitSheet]


class MarkerOnBoard(TypedDict):
    name: str
    location: Place
    held_by: str | None
    sticky: bool


class Score(TypedDict):
    army_uuid: str
    vp: int
    cp: int
    primary: int
    secondary: int
    secondaries: list[str]


class BoardState(TypedDict, total=False):
    """The board when a phase ended. A part that is not there is as in the phase before.

    Terrain and zones are in that of the first phase alone; while a phase is under way there is nothing.
    """

    units: list[UnitOnBoard]
    objectives: list[MarkerOnBoard]
    scores: list[Score]
    terrain: list[TerrainShape]
    deployment_zones: list[DeploymentZone]


class PhaseLog(TypedDict):
    phase: str
    actions: list[LogEntry]
    board_state: BoardState


class TurnLog(TypedDict):
    turn_number: int
    army_uuid: str
    phases: list[PhaseLog]


class RoundLog(TypedDict):
    round_number: int
    turns: list[TurnLog]


class Rounds(TypedDict):
    rounds: list[RoundLog]


class LoggedArmy(TypedDict):
    uuid: str
    name: str
    faction: str
    detachment: str
    points: int
    color_index: int
    player: str


class Luck(TypedDict):
    """Wounds that attacks did, against the exact mean of the same attacks at the same targets."""

    attack_damage: int
    attack_damage_expected: float
    luck: float


class StageFigures(TypedDict):
    """Dice of one stage. `expected` is the sum of their chances, `spread` its standard deviation."""

    dice: int
    successes: int
    expected: float
    spread: float


class RoundScore(TypedDict):
    round: int
    primary: int
    secondary: int


class EarnedRow(TypedDict):
    code: str
    name: str
    points: int
    description: str


class ArmyFigures(Luck):
    """Figures of an army; its achievements are there once the battle is over. A `computer` earns none."""

    army_uuid: str
    name: str
    vp: int
    vp_primary: int
    vp_secondary: int
    vp_by_round: list[int]
    rounds: list[RoundScore]
    damage_dealt: int
    damage_taken: int
    models_slain: int
    models_lost: int
    models_returned: int
    wounds_healed: int
    units_destroyed: int
    points_destroyed: int
    abilities_used: int
    cp_spent: int
    rolls: dict[str, StageFigures]
    achievements: NotRequired[list[EarnedRow]]
    computer: NotRequired[bool]


class UnitFigures(Luck):
    unit_uuid: str
    army_uuid: str
    name: str
    points: int
    damage_dealt: int
    damage_taken: int
    models_slain: int
    models_lost: int
    models_remaining: int
    models_returned: int
    wounds_healed: int
    units_destroyed: int
    destroyed_in_round: int | None
    attacks: int
    charges: int
    charges_made: int


class DiceFigures(TypedDict):
    dice: int
    own: int
    unwitnessed: int


class BattleFigures(TypedDict):
    """Figures of a battle, one row an army and one a unit."""

    armies: list[ArmyFigures]
    units: list[UnitFigures]
    dice: DiceFigures


class GameFigures(BattleFigures):
    game_id: str


class AwardRow(TypedDict):
    """A distinction of a unit; `reason` is a sentence with the number that earned it."""

    code: str
    award: str
    unit_uuid: str
    unit_name: str
    army_uuid: str
    reason: str


class Afterwards(TypedDict):
    awards: list[AwardRow]
    statistics: BattleFigures


class Behind(Afterwards):
    """What answers of the log calls say besides entries. `total` counts all entries."""

    game_id: str
    total: int
    army_list: list[LoggedArmy]


class WholeLog(Behind):
    """The whole answer of the log calls."""

    incremental: Literal[False]
    logs: Rounds
