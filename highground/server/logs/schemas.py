"""The answers of the log calls. Distances and places are inches; what a timeline holds besides is passed on."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from highground.views.values import Json

Place = tuple[float, float]


class Open(BaseModel):
    """A shape that may hold more than it names."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Json] = Field(init=False)


class ActiveAbility(Open):
    """What changed a number: 'Heavy', affects 'hit', effect '-1'."""

    name: str
    affects: str | None = None
    effect: str | None = None


class Roll(Open):
    """One roll of an attack: what was needed and what came. `final_damage` stands on damage rolls."""

    needed: int | str | None = None
    roll: int | str | None = None
    active_abilities: list[ActiveAbility] = []
    final_damage: int | None = None


class Attack(Open):
    hit_roll: Roll | None = None
    wound_roll: Roll | None = None
    save_roll: Roll | None = None
    damage_roll: Roll | None = None
    fnp_roll: list[Roll] = []
    critical_hit: bool = False
    critical_wound: bool = False


class DiceLog(Open):
    weapon_uuid: str | None = None
    weapon_name: str
    attacks: list[Attack] = []


class Message(Open):
    message: str


class CombatTarget(Open):
    unit_name: str
    unit_uuid: str | None = None
    location: Place | None = None
    total_damage_taken: int = 0
    models_killed: int = 0
    models_remaining: int = 0
    dice_logs: list[DiceLog] = []
    damage_logs: list[Message] = []


class Arrow(Open):
    x: float
    y: float
    dx: float
    dy: float


class Graphics(Open):
    arrows: list[Arrow] = []


class LogEntry(Open):
    """One action. Which of the fields are there depends on `log_type`; some sources nest them under `details`.

    `undone` marks an action whose choice was taken back: it happened, and no longer counts.
    """

    id: int
    log_type: str
    timestamp: str | None = None
    round: int | None = None
    turn: int | None = None
    phase: str | None = None
    phase_time: str | None = None
    action: str | None = None
    action_label: str | None = None
    message: str = ""
    description: str | None = None
    details: dict[str, Json] | None = None
    graphics: Graphics | None = None
    location: Place | None = None
    source_logs: Json = None
    undone: bool | None = None
    attacker_unit: str | None = None
    targets: list[CombatTarget] | None = None
    unit_name: str | None = None
    movement_action: str | None = None
    starting_position: Place | None = None
    ending_position: Place | None = None
    instructions: str | None = None
    rationale: str | None = None
    charging_name: str | None = None
    target_name: str | None = None
    needed: int | float | str | None = None
    success: bool | None = None
    start_location: Place | None = None
    end_location: Place | None = None
    roll: int | str | None = None
    leadership: int | str | None = None
    passed: bool | None = None


class WeaponStats(Open):
    name: str
    attacks: int | str
    skill: int | str | None = None
    strength: int | str
    ap: int | str
    damage: int | str
    weapon_range: float | None = None
    keywords: list[str] = []


class Attributes(Open):
    movement: float
    toughness: int
    wounds: int
    leadership: int | str
    save: int | str
    invuln: int | str | None = None
    fnp: int | str | None = None


class Miniature(Open):
    name: str | None = None
    attributes: Attributes
    location: Place | None = None
    ranged_weapons: list[WeaponStats] = []
    melee_weapons: list[WeaponStats] = []


class NamedText(Open):
    name: str
    description: str = ""


class ObjectiveDistance(Open):
    name: str
    distance: float


class UnitDistance(Open):
    target_unit_name: str
    distance: float


class UnitStats(Open):
    alive_count: int
    miniatures: list[Miniature] = []
    abilities: list[NamedText] = []
    objective_distances: list[ObjectiveDistance] = []
    enemy_distances: list[UnitDistance] = []
    friendly_distances: list[UnitDistance] = []


class BoardUnit(Open):
    """A unit on the board. One without `unit_stats` has those of the phase before."""

    uuid: str
    army_uuid: str
    name: str
    location: Place | None = None
    transponder: str | None = None
    unit_stats: UnitStats | None = None


class TerrainPiece(Open):
    """A terrain piece. A name that contains 'building' counts as a building."""

    name: str
    coordinates: list[Place]


class Zone(Open):
    name: str | None = None
    army_uuid: str | None = None
    coordinates: list[Place] = []


class Objective(Open):
    name: str
    location: Place | None = None


class BoardState(Open):
    """The board when a phase ended. A part that is not there is as in the phase before."""

    units: list[BoardUnit] | None = None
    terrain: list[TerrainPiece] | None = None
    objectives: list[Objective] | None = None
    deployment_zones: list[Zone] | None = None


class TimelinePhase(Open):
    phase: str
    actions: list[LogEntry]
    board_state: BoardState


class TimelineTurn(Open):
    turn_number: int
    phases: list[TimelinePhase]


class TimelineRound(Open):
    round_number: int
    turns: list[TimelineTurn]


class Timeline(Open):
    rounds: list[TimelineRound]


class ArmyEntry(Open):
    uuid: str
    name: str = ""


class Award(Open):
    """A distinction of a unit; `reason` is a sentence with the number that earned it."""

    code: str
    award: str
    unit_uuid: str
    unit_name: str
    army_uuid: str
    reason: str


class Earned(Open):
    """An achievement of a commander."""

    code: str
    name: str
    points: int
    description: str


class Luck(Open):
    """Wounds that attacks did, against the exact mean of the same attacks at the same targets."""

    attack_damage: int
    attack_damage_expected: float
    luck: float


class Rolled(Open):
    """Dice of one stage. `expected` is the sum of their chances, `spread` its standard deviation."""

    dice: int
    successes: int
    expected: float
    spread: float


class ArmyRolls(Open):
    """Saves are those that the army rolled."""

    hit: Rolled
    wound: Rolled
    save: Rolled


class RoundScore(Open):
    """Victory points of a round by their source."""

    round: int
    primary: int
    secondary: int


class ArmyStatistics(Luck):
    """Figures of an army. `achievements` are there once the battle is over; a `computer` earns none."""

    army_uuid: str
    name: str
    vp: int
    vp_primary: int
    vp_secondary: int
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
    achievements: list[Earned]
    computer: bool = False


class UnitStatistics(Luck):
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


class ThrownDice(Open):
    """All dice of a battle; of these `own` were rolled by players themselves, `unwitnessed` without their witness."""

    dice: int
    own: int
    unwitnessed: int


class Statistics(Open):
    """Figures of a battle, one row an army and one a unit."""

    armies: list[ArmyStatistics]
    units: list[UnitStatistics]
    dice: ThrownDice | None = None


class FullLogs(BaseModel):
    """The whole battle as a timeline. `awards` are there once a battle that was fought here is over.

    `statistics` are there where the battle is told from its battle log; a timeline that was uploaded has none.
    """

    logs: Timeline
    army_list: list[ArmyEntry]
    awards: list[Award] = []
    statistics: Statistics | None = None
    incremental: Literal[False]
    game_id: str
    total: int


class BriefLogs(FullLogs):
    """The battle in short: boards and messages, without dice, sheets and raw events."""

    brief: Literal[True]


class NewLogs(BaseModel):
    """The entries after `since_id`, oldest first. `total` counts all entries; awards and statistics are the latest.

    `undone` are the ids of all entries whose choices were taken back: entries stay, and are marked.
    """

    logs: list[LogEntry]
    undone: list[int] = []
    army_list: list[ArmyEntry]
    awards: list[Award] = []
    statistics: Statistics | None = None
    incremental: Literal[True]
    game_id: str
    total: int


class Uploaded(BaseModel):
    """Where the uploaded battle stands now."""

    game_id: str
    url: str
    total: int
