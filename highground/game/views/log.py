"""What a battle's log says: its entries, the board at the end of each phase, and its figures.

These are the logs that are written here. Timelines that were uploaded may say anything else (`server/logs/schemas.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from highground.game.views.board import ArmyScore, BeganAhead, DeploymentZone, GivenByHand, ObjectiveShown, TerrainShape
from highground.game.views.rolls import DiceTable
from highground.game.views.units import Elevated, MiniatureShown, OnLongBase, Sheet, UnitShown
from highground.game.views.values import Json, NamedThing, Place, SheetText

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


class UndoneDice(TypedDict):
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


class LossFields(TypedDict, total=False):
    """What a unit lost outside of attacks; `fnp` are its dice that ignored wounds, or failed to."""

    total_damage_taken: int
    models_killed: int
    fnp: Sequence[int]


class UnitLoss(NamedThing):
    """What a unit lost at once by an ability that was used, or beside attacks that were not at it."""

    total_damage_taken: int
    models_killed: int


class UnitLosses(TypedDict, total=False):
    """Left out where nobody lost anything."""

    losses: list[UnitLoss]


class EntryFields(UnitFields, MoveFields, LossFields, UnitLosses, total=False):
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
    destroyed: list[NamedThing]
    dice: Sequence[int] | list[UndoneDice]
    effects: list[BegunEffect]
    end_location: Place | None
    ending_position: Place | None
    graphics: Graphics
    held_by: str | None
    in_brief: str
    """The message of attacks without how many of them hit and wounded."""
    in_reserves: bool
    instructions: str
    kept: bool
    kind: str
    leadership: int | None
    levels: Sequence[int]
    location: Place | None
    melee: bool
    models_added: int
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
    scored_for: str
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


class Figure(MiniatureShown, Elevated, OnLongBase):
    """A miniature on the board; a dead one stays where it fell."""

    x: float
    y: float


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


class UnitSheet(Sheet, Gaps):
    abilities: list[SheetText]


class ChangedSheet(TypedDict, total=False):
    unit_stats: UnitSheet


class UnitOnBoard(UnitShown, ChangedSheet):
    """A unit on the board. One without `unit_stats` has those of the phase before."""

    miniatures: list[Figure]


class Score(ArmyScore):
    """An army's score; `secondaries` are the missions that it has on its hand."""

    army_uuid: str
    secondaries: list[str]


class BoardState(TypedDict, total=False):
    """The board when a phase ended. A part that is not there is as in the phase before.

    Terrain and zones are in that of the first phase alone; while a phase is under way there is nothing.
    """

    units: list[UnitOnBoard]
    objectives: list[ObjectiveShown]
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


class LoggedArmy(BeganAhead):
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


class StageRolls(TypedDict):
    """Dice of one stage. `expected` is the sum of their chances, `spread` its standard deviation."""

    dice: int
    successes: int
    expected: float
    spread: float


class ArmyRolls(TypedDict):
    """Saves are those that the army rolled."""

    hit: StageRolls
    wound: StageRolls
    save: StageRolls


class RoundScore(GivenByHand):
    """Victory points of a round by their source."""

    round: int
    primary: int
    secondary: int


class EarnedRow(TypedDict):
    """An achievement of a commander."""

    code: str
    name: str
    points: int
    description: str


class ArmyFigures(Luck, BeganAhead, GivenByHand):
    """Figures of an army. Its head start, where it has one, is among `vp` and in no round."""

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
    rolls: ArmyRolls


class Commanded(TypedDict, total=False):
    computer: bool


class ArmyStatistics(ArmyFigures, Commanded):
    """The same with what the army's commander has earned; a `computer` earns nothing."""

    achievements: list[EarnedRow]


class UnitFigures(Luck):
    """Figures of a unit. `destroyed_in_round` is null while somebody of it lives."""

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
    """All dice of a battle; of these `own` were rolled by players themselves, `unwitnessed` without their witness."""

    dice: int
    own: int
    unwitnessed: int


class UnitsAndDice(TypedDict):
    """What a battle's figures say beside its armies'. `dice` is missing in logs from before they were counted."""

    units: list[UnitFigures]
    dice: NotRequired[DiceFigures]


class BattleFigures(UnitsAndDice):
    """Figures of a battle, one row an army and one a unit."""

    armies: list[ArmyFigures]


class GameFigures(BattleFigures):
    game_id: str


class TurnChance(TypedDict):
    """The first army's chance to win (0 to 1) as the movement of a turn began; `army_uuid` is whose turn it was."""

    round: int
    turn: int
    army_uuid: str
    chance: float


class TurningPoint(TypedDict):
    """The turn that changed the chance most, with the chance of the army that gained by it before and after."""

    round: int
    turn: int
    army_uuid: str
    gained_by: str
    before: float
    after: float


class Course(TypedDict):
    """How a battle that is over went. `end` is 1, 0 or 0.5 for a draw; null where it ended before its last turn."""

    turns: list[TurnChance]
    end: float | None
    turning_point: TurningPoint | None


class Statistics(UnitsAndDice):
    """Figures of a battle with what its commanders have earned; its `course` once it is over."""

    armies: list[ArmyStatistics]
    course: NotRequired[Course]


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
    statistics: Statistics


class WhichLog(TypedDict):
    """Whose log it is, and how many entries it has."""

    game_id: str
    total: int


class Behind(Afterwards, WhichLog):
    """What answers of the log calls say besides entries."""

    army_list: list[LoggedArmy]


class WholeLog(Behind):
    """The whole battle as a timeline. Its statistics are those of the moment, its awards those of a battle's end."""

    incremental: Literal[False]
    logs: Rounds


class NewEntries(WhichLog):
    """The entries after `since_id`, oldest first.

    `undone` are the ids of all entries whose choices were taken back: entries stay, and are marked.
    """

    logs: list[LogEntry]
    undone: list[int]
    incremental: Literal[True]


class NewBoard(TypedDict):
    """The board of a phase in which something is new, as far as it differs from the board of the phase before."""

    round: int
    turn: int
    phase: str
    board_state: BoardState


class NewLog(NewEntries, Behind):
    """The same with the armies, and the boards of the phases that the entries are of or in which some were taken back.

    Awards and statistics are the latest.
    """

    boards: list[NewBoard]
