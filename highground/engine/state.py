"""What changes in a battle: units, armies, objectives, and the stack of what is under way.

State is a value, small and immutable; `highground.engine.apply` alone makes the next one.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from highground.engine.ability import Effect
from highground.engine.attack_sequence import RollStage, Sequence
from highground.engine.effects import Circumstances
from highground.engine.model import Point

Moved = Literal["", "stationary", "moved", "advanced", "fell_back"]
Phase = Literal["deployment", "command", "movement", "shooting", "charge", "combat", "cleanup", "game_end"]
PhaseTime = Literal["beginning", "middle", "end"]
TURN_PHASES: tuple[Phase, ...] = ("command", "movement", "shooting", "charge", "combat")
ROUNDS = 5


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A unit's state. `places` and `wounds` run parallel to `UnitSheet.line_up`; a miniature with no wounds is dead."""

    index: int
    side: int
    places: tuple[Point, ...]
    wounds: tuple[int, ...]
    deployed: bool = False
    reserves: bool = False
    moved: Moved = ""
    shot: bool = False
    charge_tried: bool = False
    charged: bool = False
    fought: bool = False
    shocked: bool = False
    leaders: tuple[int, ...] = ()
    """Units that joined this one: their miniatures follow its own in `places` and `wounds`."""
    joined: int | None = None
    """The unit that this one joined; its own miniatures are there now."""
    inside: int | None = None
    """The transport that the unit is in."""
    disembarked: bool = False
    spent: tuple[tuple[int, str], ...] = ()
    """One-shot weapons that are used up, as (miniature, uid)."""

    @property
    def alive(self) -> bool:
        return any(self.wounds)

    @property
    def on_table(self) -> bool:
        return self.deployed and any(self.wounds)

    @property
    def standing(self) -> list[int]:
        """The indices of the miniatures that live."""
        return [i for i, wounds in enumerate(self.wounds) if wounds]


class Active(msgspec.Struct, frozen=True, gc=False):
    """An effect in force because somebody used an ability: on one unit, or on all of a side's if `unit` is None.

    `side` is the user's; `round` and `turn` are those in which it began.
    """

    name: str
    effect: Effect
    side: int
    unit: int | None
    round: int
    turn: int
    by_hand: str = ""
    """The ability that a player sees to and switched on, by its uid or name; `owner` is the unit that has it."""
    owner: int | None = None


class Cast(msgspec.Struct, frozen=True, gc=False):
    """An ability was used: when, by which side, by or on which unit."""

    ability: str
    side: int
    unit: int | None
    round: int
    turn: int
    phase: Phase


class Army(msgspec.Struct, frozen=True, gc=False):
    """A side's state. `zone` is the index of its deployment zone once chosen; `vp_by_round` counts from round 1."""

    cp: int = 0
    vp: int = 0
    primary: int = 0
    zone: int | None = None
    secondary: int = 0
    hand: tuple[str, ...] = ()
    """Uids of the secondary missions that it has now; `deck` are those still to be drawn."""
    deck: tuple[str, ...] = ()
    vp_by_round: tuple[int, ...] = (0, 0, 0, 0, 0)


class Grave(msgspec.Struct, frozen=True, gc=False):
    """A unit was destroyed in this round and turn."""

    unit: int
    round: int
    turn: int


class Marker(msgspec.Struct, frozen=True, gc=False):
    """An objective's state. `held_by` is a side; `before` is who held it when the turn began."""

    held_by: int | None = None
    before: int | None = None
    sticky: bool = False
    empowered: bool = False


class Shot(msgspec.Struct, frozen=True, gc=False):
    """Attacks that a unit declares: its weapons of one uid, of some `bearers` (all that can, if empty), at a unit."""

    weapon: str
    target: int
    bearers: tuple[int, ...] = ()


class Volley(msgspec.Struct, frozen=True, gc=False):
    """Declared attacks that are rolled together: a weapon of some bearers at one target, and how far they have come."""

    weapon: str
    target: int
    bearers: tuple[int, ...]
    circumstances: Circumstances
    sequence: Sequence
    order: tuple[int, ...] = ()
    """The target's miniatures in the order in which the sequence's target has them."""


class Frame(msgspec.Struct, frozen=True, gc=False, tag_field="frame"):
    """What the battle is in the middle of. Frames lie on a stack that is part of the state."""


class RollOff(Frame, frozen=True, tag="roll_off"):
    """Both armies roll for the choice of a deployment zone."""


class ZoneChoice(Frame, frozen=True, tag="zone_choice"):
    side: int


class Deploying(Frame, frozen=True, tag="deploying"):
    """The armies set their units up in turns; `side` is next."""

    side: int


class Scouting(Frame, frozen=True, tag="scouting"):
    """Units with scouts move before the first turn; `waiting` holds them in order."""

    waiting: tuple[int, ...]


class Shaken(Frame, frozen=True, tag="shaken"):
    """Units that have yet to take their battle-shock tests, in order."""

    waiting: tuple[int, ...]


class Moving(Frame, frozen=True, tag="moving"):
    """A unit whose advance was rolled, or that an ability lets move (`granted`), has yet to be placed within `limit`
    inches. After a `last` move it does not charge in this turn.
    """

    unit: int
    limit: float
    roll: int
    granted: bool = False
    last: bool = False


class Resolving(Frame, frozen=True, tag="resolving"):
    """Declared attacks on their way through the roll stages."""

    unit: int
    melee: bool
    volleys: tuple[Volley, ...]
    stage: RollStage = "hit"


class Rushing(Frame, frozen=True, tag="rushing"):
    """A declared charge that has yet to be rolled."""

    unit: int
    targets: tuple[int, ...]


class Charging(Frame, frozen=True, tag="charging"):
    """A charge roll that reaches: the unit has yet to be placed within `limit` inches."""

    unit: int
    targets: tuple[int, ...]
    limit: float


class Melee(Frame, frozen=True, tag="melee"):
    """The order of the fights: units that strike `first`, then the rest; `picker` picks next."""

    first: bool
    picker: int


class Fighting(Frame, frozen=True, tag="fighting"):
    """The unit picked to fight."""

    unit: int
    stage: Literal["pile_in", "attack", "consolidate"] = "pile_in"


class Window(Frame, frozen=True, tag="window"):
    """A side may answer what just happened. `about` are the units that it is about, `roll` the roll, if it is one."""

    kind: str
    side: int
    about: tuple[int, ...]
    roll: str = ""


AnyFrame = (
    RollOff
    | ZoneChoice
    | Deploying
    | Scouting
    | Moving
    | Resolving
    | Rushing
    | Charging
    | Melee
    | Fighting
    | Shaken
    | Window
)


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything that changes in a battle. A value: `highground.engine.apply` makes the next one from an event.

    `round` and `turn` count from 1; `active` is the side whose turn it is, `first` the one that goes first.
    """

    armies: tuple[Army, Army]
    units: tuple[Unit, ...]
    markers: tuple[Marker, ...]
    phase: Phase = "deployment"
    phase_time: PhaseTime = "beginning"
    round: int = 1
    turn: int = 1
    active: int = 0
    first: int = 0
    stack: tuple[AnyFrame, ...] = ()
    active_effects: tuple[Active, ...] = ()
    casts: tuple[Cast, ...] = ()
    graves: tuple[Grave, ...] = ()
    started: bool = False
    completed: bool = False
    winner: int | None = None
    events: int = 0

    @property
    def top(self) -> AnyFrame | None:
        return self.stack[-1] if self.stack else None
