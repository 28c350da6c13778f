"""The state of a game as a seat sees it: the battle, its armies and objectives, what is asked, what stands beside."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from annotated_types import Len
from typing_extensions import TypedDict

from highground.game.views.board import ArmyScore, BoardShape, ObjectiveShown
from highground.game.views.rolls import DiceShown, LatestRoll
from highground.game.views.units import UnitState
from highground.game.views.values import Controller, NamedThing, PhaseName, PhaseTime, Place, Text

OfferKind = Literal["draw", "clock", "dice", "lost_device", "coach", "by_hand"]
ClockChange = Literal["start", "pause", "resume", "stop"]


class MissionState(TypedDict):
    """The primary mission. `scoring` says in sentences what scores how much, and when."""

    name: str
    description: str
    scoring: str


class ArmyPowers(TypedDict):
    """By name: what a side can use by choice, what of it can be used now, what is in force for the whole army."""

    castable_abilities: list[str]
    castable_triggered: list[str]
    buffs: list[str]


class MissionText(TypedDict):
    """A secondary mission, and what it asks.

    `counted` is what counts for it as the table stands, of `needed`; `worth` the points that it would bring so;
    `scored` those that it has brought so far.
    """

    name: str
    text: str
    counted: int
    needed: int
    worth: int
    scored: int


class MissionGain(TypedDict):
    """Points that a secondary mission brought at once, and for what: '2 enemy units destroyed'."""

    round: int
    points: int
    what: str


class MissionScored(TypedDict):
    """The points that a secondary mission has brought an army so far."""

    name: str
    points: int
    gains: NotRequired[list[MissionGain]]


class ArmyState(ArmyPowers, ArmyScore):
    """An army with its units. `level` is how strong the computer plays it, `thinking_seconds` what it may think in a
    turn before it acts: 0 where it compares no plans. `secondary_card_deck` are the missions still to be drawn: names
    without an order."""

    uuid: str
    id: int
    name: str
    army: str
    commander: str
    codex: str
    detachment: str
    points: int
    vp_by_round: list[int]
    controller: Controller
    personality_type: str
    personality_intensity: int
    personality_description: str
    level: str
    thinking_seconds: float
    player_number: int
    device: str | None
    deployment_zone: int | None
    gained_cp_this_round: bool
    fixed_missions: bool
    objective_type: Literal["fixed", "drawn"]
    abilities: list[Text]
    abilities_cast_this_turn: list[str]
    active_effects: list[str]
    secondary_missions: list[str]
    missions_in_hand: NotRequired[list[MissionText]]
    missions_scored: NotRequired[list[MissionScored]]
    secondary_card_deck: list[str]
    units_lost_this_turn: list[str]
    units_destroyed_this_turn: list[str]
    units: list[UnitState]


class ModelRange(TypedDict):
    """A miniature that counts at an objective; inches from its base's edge."""

    name: str
    army_uuid: str
    distance: float
    oc: int


class ModelDistance(TypedDict):
    name: str
    distance: float
    oc: int


class ArmyControl(TypedDict):
    army_uuid: str
    army_name: str
    in_control_range: bool
    total_oc: int
    models_in_range: int
    closest_distance: float | None


class ControlInfo(TypedDict):
    held_by_army_name: str | None
    empowered: bool
    army_control: list[ArmyControl]
    model_ranges: list[ModelDistance]


class ObjectiveState(ObjectiveShown):
    """An objective with what both armies have near it. `worth` says what it brings to which army, and when."""

    uuid: str
    worth: NotRequired[str]
    pixel_location: Place
    empowered: bool
    model_ranges: list[ModelRange]
    control_info: ControlInfo


class Ground(TypedDict):
    """A piece of terrain in pixels, ten an inch."""

    name: str
    coordinates: list[Place]
    obscuring: bool
    coordinates_pixels: list[Place]


class GroundPieces(TypedDict):
    terrain_pieces: list[Ground]


class ZoneShape(TypedDict):
    points: list[Place]
    coordinates_pixels: list[Place]


class GroundZone(TypedDict):
    name: str
    owner_army_index: int
    shape: ZoneShape


class ModelGround(TypedDict):
    """What of the model does not change while the battle is fought."""

    terrain: GroundPieces
    deployment_zones: list[GroundZone]


class LogLink(TypedDict):
    """Where the log is to be had, which is far larger than a state."""

    timeline: str


class ModelParts(ModelGround):
    current_picker_controller: Controller
    current_picker_army_name: str
    log_controller: LogLink


class CurrentStep(TypedDict):
    current_step: str


class ArmyController(TypedDict):
    army_uuid: str
    controller: Controller


class FirstTurn(TypedDict):
    """Who goes first, and the dice for it, blue before red, ties included."""

    army_uuid: str
    rolls: list[list[int]]


class DeploymentStatus(TypedDict):
    """How far the setting up has come, and whose turn it is to set a unit up. `units_to_deploy` side by side.

    `rolls` are those for the zones; `first_turn` is null until it is rolled for.
    """

    all_units_deployed: bool
    current_army_uuid: str
    current_army_name: str
    army_controllers: Annotated[list[ArmyController], Len(2, 2)]
    units_to_deploy: Annotated[list[list[NamedThing]], Len(2, 2)]
    rolls: list[list[int]]
    winner_army_uuid: str | None
    zones_chosen: bool
    first_turn: FirstTurn | None


class TrayRectangle(TypedDict):
    """The dice tray's rectangle as fractions of the camera's photo."""

    startX: float
    startY: float
    endX: float
    endY: float


class GameModel(ModelParts):
    """The battle itself. `digital`: played without a camera. `pixel_to_inch` converts pixels of the model."""

    game_id: str
    id: str
    gameId: str
    game_name: str
    description: str
    simulation: bool
    digital: bool
    dice_tray_coordinates: TrayRectangle | None
    status: Literal["Completed", "In progress"]
    winner_army_uuid: str | None
    phase: PhaseName
    phase_time: PhaseTime
    round: int
    turn: int
    mission: MissionState
    armies: Annotated[list[ArmyState], Len(2, 2)]
    objectives: list[ObjectiveState]
    latest_roll: LatestRoll | None
    phase_controller: CurrentStep
    pixel_to_inch: float
    deployment_status: DeploymentStatus


class MapData(BoardShape):
    """The board, in inches: what does not change while the battle is fought."""

    width: float
    height: float


class ChargeTarget(TypedDict):
    """An enemy unit that a charge may be declared at; `needed` is the shortest roll that reaches it."""

    target_unit_uuid: str
    target_unit_name: str
    target_transponder: str
    distance: float
    in_range: bool
    needed: int
    location: Place | None


class ChargingUnit(TypedDict):
    """A unit that may declare a charge."""

    unit_uuid: str
    unit_name: str
    transponder: str
    movement: float
    charge_bonus: int
    targets: list[ChargeTarget]


class ReachedTarget(TypedDict):
    target_uuid: str
    target_name: str
    target_distance: float
    charge_success: bool


class ChargeResult(TypedDict):
    """What came of a charge."""

    charging_unit_uuid: str
    charging_unit_name: str
    charge_roll: int
    dice: list[int]
    needed: int
    charge_success: bool
    targets: list[ReachedTarget]
    message: str


class RerollableDie(TypedDict):
    """A die that may be rolled again, by its volley and its place in the roll."""

    unit_uuid: str
    volley: int
    die: int
    face: int
    weapon_name: str
    target_unit_name: str


class RemovalShown(TypedDict):
    """Miniatures that a unit that stands apart may lose to stand together: by their places in it, by uuid, in words.

    `left` are in words who stays.
    """

    miniatures: list[int]
    miniature_uuids: list[str]
    words: str
    left: str


class RemovableMiniature(TypedDict):
    """A living miniature of a unit that stands apart: by its place in it, by uuid, in words."""

    miniature: int
    miniature_uuid: str
    words: str


class AbleUnit(TypedDict):
    """A unit that could still do something in `phase`, this one or a later one of the turn: `could` says what."""

    unit_uuid: str
    unit_name: str
    army_uuid: str
    phase: str
    could: str


class PromptState(TypedDict):
    """What is asked, and of which side. `kinds` are the answers that fit, `units` those that may be named in them.

    `unit_uuid` is the unit that it is about, `limit` the inches that it may move, `stage` the roll that comes next,
    `why` the move or the window that it is for. `removals` are for a unit that stands apart, the least loss first,
    `removable` all of it who live: any of them may be named, as long as the rules take it.
    `needed` is the least that the two dice of a battle-shock test must come to; None where another roll is due.
    `selected_unit_uuid` is picked to shoot or to fight: for its player. `able` are the units that could still act in
    this phase or, as they stand now, in a later one of the turn: what going on would pass over.
    """

    army_uuid: str
    army_name: str
    controller: Controller
    mine: bool
    kinds: list[str]
    units: list[str]
    unit_uuid: str | None
    limit: float | None
    stage: str
    needed: int | None
    why: str
    dice: list[RerollableDie]
    removals: list[RemovalShown]
    removable: list[RemovableMiniature]
    able: list[AbleUnit]
    selected_unit_uuid: str | None


class UndoRequest(TypedDict):
    """Who asks for the opponent's consent; `yours` if it is the caller."""

    army_uuid: str
    army_name: str
    yours: bool


class UndoState(TypedDict):
    """What taking back would take back; not `free` where dice were rolled or something was shown by it or after it.

    `why` says, against a computer, why nothing can be; `asked` is who waits for the other's consent. `back_to` is the
    number of choices that would be left.
    """

    what: str
    back_to: int
    free: bool
    yours: bool
    why: str
    asked: UndoRequest | None


class OfferDetails(TypedDict):
    """What exactly is offered: a change of the clock, the faces of rolled dice for a roll's stage, or in words what is
    to be done by hand."""

    do: NotRequired[ClockChange]
    minutes: NotRequired[int]
    faces: NotRequired[list[int]]
    source: NotRequired[Literal["typed", "camera"]]
    stage: NotRequired[str]
    words: NotRequired[str]


class OfferState(TypedDict):
    """Something that waits for the other player: `yours` if the caller made it.

    Who agrees to it names its `id`, so that nobody agrees to another offer that has just taken its place.
    """

    id: str
    kind: OfferKind
    army_uuid: str
    army_name: str
    yours: bool
    what: OfferDetails


class ClockState(TypedDict):
    """A chess clock at the moment of the answer: seconds that each side has, and has used.

    `running_army_uuid` is whose time runs; null while it is paused or the computer is due.
    """

    seconds: int
    used: list[float]
    running_army_uuid: str | None
    paused: bool


class UnaskedState(TypedDict):
    """A reaction that was let pass so many times in a turn without asking, since it would have brought too little.

    `asks`: by now it is always asked about.
    """

    key: str
    name: str
    round: int
    turn: int
    times: int
    asks: bool


class SeatState(TypedDict):
    """The parts of the state that are a seat's own. `unasked` is of this turn and the one before."""

    sides: list[int]
    version: str
    undo: UndoState | None
    offers: list[OfferState]
    request: PromptState | None
    recorded_charges: dict[str, list[str]]
    unasked: list[UnaskedState]


class BattleState(SeatState):
    """What everybody sees of the game; a seat's own parts are those of who only watches.

    `coach`: whether the computer may be asked what it would do.
    """

    number: int
    game_model: GameModel
    deployment_status: DeploymentStatus
    units: list[UnitState]
    chargeable_units: list[ChargingUnit]
    charge_results: list[ChargeResult]
    current_army_uuid: str
    current_army_name: str
    current_picker_controller: Controller
    current_picker_army_name: str
    current_picker_army_uuid: str
    dice: DiceShown
    coach: bool
    map_data: MapData


class GameState(BattleState):
    """The game as its caller sees it. `number` counts the choices made so far; send it back with the next call.

    `version` identifies the state that the caller sees: a socket's `game_state_update` leads from one to the next.
    """

    clock: ClockState | None


class PossibleUnit(TypedDict):
    """`why` is empty for a unit that can act; else the rules' sentence, what was measured and what would help."""

    uuid: str
    name: str
    can: bool
    why: str
    measure: str
    remedy: str


class Possible(TypedDict):
    """What is due, whether it is the caller's, and what each unit of the side that acts can do (`verb`) or why not."""

    asked: str
    verb: str
    mine: bool
    units: list[PossibleUnit]
