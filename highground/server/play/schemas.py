"""Shapes of the calls for preparing and playing a game."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from highground.ai.levels import MOST_SECONDS
from highground.game.match.match import Mode
from highground.game.views.values import Json
from highground.server.described import AsAmendment, AsChoice, AsEffect
from highground.server.games.summary import mode_as_made
from highground.server.play.table_schemas import LEAST_MINUTES, MOST_MINUTES

Uuid = Annotated[str, Field(max_length=64, examples=["5f0c0a3e-1f0a-5a51-9f5e-0d8f6f6d2b3a"])]
Spot = Annotated[list[Annotated[float, Field(ge=-100, le=200)]], Field(min_length=2, max_length=2)]
"""[x, y] in inches from the board's upper left corner."""


class Thing(BaseModel):
    """Something to choose, by its id."""

    id: str
    name: str
    description: str


class Sample(BaseModel):
    id: str
    name: str
    faction: str
    points: int
    units: int


class Strength(BaseModel):
    """Wins of a level against another, a draw as half: the share with its 95 % interval, and victory points ahead."""

    against: str
    battles: int
    wins: float
    low: float
    high: float
    points: float


class LevelChoice(Thing):
    """How strong the computer can play, from the weakest on. `seconds` is a turn's thinking; 0 where it needs none."""

    seconds: float
    measured: list[Strength]


class Options(BaseModel):
    levels: list[LevelChoice]
    least_seconds: float
    most_seconds: float
    layouts: list[Thing]
    missions: list[Thing]
    secondaries: list[Thing]
    samples: list[Sample]
    personalities: list[Thing]


class DrawnTerrain(BaseModel):
    """A piece that a player drew; an `obscuring` one blocks sight through it. `height` in inches."""

    name: str = Field(max_length=60)
    coordinates: list[Spot] = Field(max_length=24)
    obscuring: bool = False
    walls: list[tuple[Spot, Spot]] = Field(default=[], max_length=48)
    height: float = Field(default=2, ge=0, le=12)
    floors: list[float] = Field(default=[], max_length=4, description="Inches above the ground, the lowest first.")


class DrawnZone(BaseModel):
    name: str = Field(max_length=60)
    coordinates: list[Spot] = Field(max_length=24)


class DrawnObjective(BaseModel):
    name: str = Field(max_length=60)
    location: Spot


class DrawnBoard(BaseModel):
    """A board of the game's own: terrain, the blue and the red zone, objectives."""

    name: str = Field(default="Own board", max_length=60)
    terrain: list[DrawnTerrain] = Field(max_length=100)
    zones: list[DrawnZone] = Field(min_length=2, max_length=2)
    objectives: list[DrawnObjective] = Field(max_length=30)


class HeadStart(BaseModel):
    """Victory points that a side begins the battle with, against or for a computer."""

    side: Literal[0, 1]
    points: Literal[5, 10, 15, 20]


class Chosen(BaseModel):
    """What holds for the game as a whole. With a `board` the battle is fought on that, not on `layout`.

    With a `head_start` another player agrees to it, or the computer commands an army. `clock_minutes` are what each
    player has on the chess clock; null for a game without one. A player who has to act and stays away for
    `absence_minutes` may lose the battle by it.
    """

    mode: Mode = "digital"
    layout: str = Field(max_length=64)
    board: DrawnBoard | None = None
    mission: str = Field(max_length=64)
    clock_minutes: int | None = Field(default=None, ge=LEAST_MINUTES, le=MOST_MINUTES)
    absence_minutes: int = Field(default=1440, ge=5, le=20160)
    head_start: HeadStart | None = None

    @classmethod
    def first(cls, options: Options, simulation: bool) -> Chosen:
        """What a game has before anybody chose."""
        return cls(mode=mode_as_made(simulation), layout=options.layouts[0].id, mission=options.missions[0].id)


class LeaderJoins(BaseModel):
    """A leader and the unit that it has joined, by their places in the army's list."""

    leader: int = Field(ge=0, le=500)
    unit: int = Field(ge=0, le=500)


class Led(BaseModel):
    unit: int
    name: str


class Leader(BaseModel):
    """A leader of an army with the units that it may join. `beside`: leaders, one of which may have joined it too."""

    leader: int
    name: str
    units: list[Led]
    beside: list[int]


class ArmyChosen(BaseModel):
    """A side's army and who commands it. `own_dice`: its player agrees that both may roll dice of their own;
    `hand_agreed`: it wants each to agree to what the other does by hand."""

    source: Literal["sample", "roster"] = "sample"
    id: str = Field(max_length=64)
    player: str = Field(default="", max_length=80)
    controller: Literal["human", "ai"] = "human"
    personality: str = Field(default="standard", max_length=40)
    intensity: int = Field(default=3, ge=1, le=5)
    level: str = Field(default="classic", max_length=40)
    seconds: float = Field(default=0, ge=0, le=MOST_SECONDS, description="For a turn's thinking; 0 as usual.")
    fixed_missions: list[Annotated[str, Field(max_length=64)]] = Field(default=[], max_length=2)
    joined: list[LeaderJoins] | None = Field(
        default=None, max_length=40, description="Left out: those that the roster's file has attached."
    )
    own_dice: bool = False
    hand_agreed: bool = False


class Changes(BaseModel):
    """What is to be changed; what is left out stays as it is."""

    game: Chosen | None = None
    army_0: ArmyChosen | None = None
    army_1: ArmyChosen | None = None


class SeatArmy(ArmyChosen):
    """What a side has chosen, with the army's own name and points, its leaders, and the names of its rule sets."""

    name: str
    points: int
    leaders: list[Leader] = []
    rules: list[str] = []


class BoardTerrain(BaseModel):
    """A piece as seen from above, with its walls; `height` in inches. An `obscuring` one blocks sight through it.

    `floors` are how high its upper floors lie, in inches, the lowest first.
    """

    name: str
    coordinates: list[Spot]
    obscuring: bool
    walls: list[tuple[Spot, Spot]]
    height: float
    floors: list[float] = []


class BoardZone(BaseModel):
    name: str
    coordinates: list[Spot]


class BoardObjective(BaseModel):
    name: str
    location: Spot


class BoardPlan(BaseModel):
    """What stands on a board of 60 by 44 inches. The first zone is the blue one."""

    id: str
    name: str
    description: str
    terrain: list[BoardTerrain]
    zones: list[BoardZone]
    objectives: list[BoardObjective]


class Boards(BaseModel):
    layouts: list[BoardPlan]


class Ready(BaseModel):
    what: str
    ready: bool
    detail: str


class Prepared(BaseModel):
    """A game's set-up as its players see it. `sides` are those that the caller commands.

    `terms` stands for all that others have chosen for the caller, as it is now. `agreed`: whether the caller agrees to
    it; null for the owner, who agrees by starting the game. `can_agree`: nothing else is missing.
    """

    game_id: str
    game_name: str
    description: str
    begun: bool
    sides: list[int]
    owner: bool
    chosen: Chosen
    armies: list[SeatArmy | None]
    readiness: list[Ready]
    can_start: bool
    terms: str
    agreed: bool | None
    can_agree: bool
    options: Options


class SetupSeen(BaseModel):
    """The set-up that a player saw, by the `terms` it was shown with."""

    terms: str = Field(max_length=64)


class Given(BaseModel):
    """Dice from outside that answer a roll, in the order in which they are rolled.

    Those of the `camera` count as typed in unless the newest photo of the dice tray shows them, and no other roll was
    answered with it.
    """

    faces: list[Annotated[int, Field(ge=1, le=6)]] = Field(max_length=600)
    source: Literal["typed", "camera"] = "typed"


class Call(BaseModel):
    """What every call that changes a battle may say: the number of choices that its sender has seen."""

    number: int | None = Field(default=None, ge=0)


class ZoneCall(Call):
    selecting_army_uuid: Uuid
    deployment_zones: list[Json] = Field(default=[], max_length=4)
    selected_zone_index: int = Field(ge=0, le=1)


Floor = Annotated[
    int | None, Field(default=None, ge=0, le=9, description="0 is the ground; without it each stays on its own floor.")
]


Facings = Annotated[
    list[Annotated[int, Field(ge=0, le=359)]],
    Field(
        default=[],
        max_length=200,
        description="How each miniature faces, in degrees clockwise from the right: for oval and rectangular bases.",
    ),
]


class DeployCall(Call):
    """With `transport_uuid` the unit begins the battle inside that transport."""

    unit_uuid: Uuid
    transport_uuid: Uuid | None = None
    location: Spot | None = None
    in_reserves: bool = False
    places: list[Spot] = Field(default=[], max_length=200)
    floor: Floor
    facings: Facings


class MoveCall(Call):
    """With `transport_uuid` the unit, which has moved, gets into that transport. `dice`: the own die of an advance, or
    own dice of who breaks out of a fight."""

    unit_uuid: Uuid
    transport_uuid: Uuid | None = None
    movement_type: str = Field(default="move", max_length=20)
    new_location: Spot | None = None
    places: list[Spot] = Field(default=[], max_length=200)
    floor: Floor
    facings: Facings
    dice: Given | None = None


class UnitCall(Call):
    unit_uuid: Uuid


class Target(BaseModel):
    """A weapon aimed at a unit; `bearers` names some of those who carry it, or it is all that can.

    `count` of the weapons shoot at it, or of the attacks in melee strike it; 0 is all that no other target gets.
    Without `precise` the attacks do not look for leaders though they could.
    """

    unit_uuid: Uuid
    miniature_uuid: Uuid | None = None
    weapon_uuid: Uuid
    target_unit_uuid: Uuid
    bearers: list[Uuid] = Field(default=[], max_length=200)
    count: int = Field(default=0, ge=0, le=1000)
    precise: bool = True


class TargetsCall(Call):
    targets: list[Target] = Field(max_length=400)
    get_needed_values: bool = True


class StageCall(Call):
    stage: Literal["hit", "wound", "save", "damage", "fnp", "all", "battle-shock", "deployment"] = "all"
    dice: Given | None = None


class ChargesCall(Call):
    charges: dict[Uuid, list[Uuid]]


class ChargeCall(Call):
    charging_unit_uuid: Uuid
    dice: Given | None = None


class Die(BaseModel):
    """A die of the attacks under way: its volley, and its place among that roll's faces."""

    volley: int = Field(ge=0)
    die: int = Field(ge=0)


class ActivatedCall(Call):
    """`die` is for an ability that rerolls one die: one of those that `request.dice` lists."""

    ability_id: str = Field(max_length=120)
    target_uuids: list[Uuid] = Field(default=[], max_length=10)
    die: Die | None = None


class SelectableCall(Call):
    parent_ability_id: str = Field(max_length=120)
    selected_ability_uuid: str = Field(max_length=120)
    target_uuids: list[Uuid] = Field(default=[], max_length=10)


class ByHandCall(Call):
    """`effects` as the rules engine has them: {"kind": "roll", "stage": "hit", "value": 1, "duration": "phase"};
    `amend` what is put right besides: {"amend": "score", "points": 2}. `miniature_uuids` are those of the target that a
    characteristic or wounds left are of, none for all of them."""

    ability_id: str = Field(max_length=120)
    on: bool = True
    effects: list[AsEffect] = Field(default=[], max_length=8)
    target_uuid: Uuid | None = None
    amend: list[AsAmendment] = Field(default=[], max_length=8)
    miniature_uuids: list[Uuid] = Field(default=[], max_length=200)


class AllocateCall(Call):
    """Miniatures of a unit that take wounds first where none is wounded, in this order; none leaves it to the rules."""

    unit_uuid: Uuid
    miniature_uuids: list[Uuid] = Field(default=[], max_length=200)


class AnswerCall(Call):
    """Any choice of the rules engine as JSON, for what has no call of its own: {"choice": "pass"}."""

    answer: AsChoice
    dice: Given | None = None


class Nothing(Call):
    """A call without anything to say but the number."""


class UndoCall(Call):
    """How far is taken back: the caller's choices down to so many of the battle; the last one where nothing is said."""

    back_to: int | None = Field(default=None, ge=0)


COACH_SECONDS = 1.5


class CoachCall(Call):
    """For how long the coach tries out what could be done."""

    seconds: float = Field(default=COACH_SECONDS, ge=0.1, le=10)


class ConsentCall(Call):
    """Whether the last choice may be taken back; who asked for it says no to withdraw."""

    agree: bool


class Phase(BaseModel):
    phase: str
    phase_time: str
    round: int
    turn: int


class Begun(BaseModel):
    """Where the game goes on."""

    url: str


class Refused(BaseModel):
    """Why the rules do not allow it: a code, the sentence, the measure ('8.5 of 6 inches') and what would help.

    Without a `code` it is not the rules: a value of the request is wrong.
    """

    detail: str
    code: str = ""
    measure: str = ""
    remedy: str = ""


class Moved(BaseModel):
    """The battle has moved on: what happened since the choice that the sender had seen last.

    Without a `number` there is no battle to act in: it has not begun, or is over.
    """

    detail: str
    number: int | None = None
    events: list[str] = []
