"""What changes in a battle: units, armies, objectives, and the stack of what is under way.

State is a value: an event makes the next one (`events`), of copies that nobody else has seen yet, and nothing changes
one that is there. Its classes are plain, so that they compile natively; what travels or is kept in a log is a Struct.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeVar

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.attack.sequence import RollStage, Sequence
from highground.engine.effects import Circumstances
from highground.engine.model import Point

N = TypeVar("N", int, float)

Moved = Literal["", "stationary", "moved", "advanced", "fell_back"]
Phase = Literal["deployment", "command", "movement", "shooting", "charge", "combat", "cleanup", "game_end"]
FightStage = Literal["pile_in", "attack", "consolidate"]
PhaseTime = Literal["beginning", "middle", "end"]
TURN_PHASES: tuple[Phase, ...] = ("command", "movement", "shooting", "charge", "combat")
ROUNDS = 5


@dataclass
class Unit:
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
    left: int | None = None
    """The transport that the unit has got out of in this turn."""
    arrived: bool = False
    """It came from reserve in this turn."""
    withdrawn: bool = False
    """It left the table for the reserves in the course of the battle."""
    spent: tuple[tuple[int, str], ...] = ()
    """One-shot weapons that are used up, as (miniature, uid), once for each weapon."""
    falls: tuple[int, ...] = ()
    """The miniatures that its player wants to take wounds first, in this order; () leaves it to the engine."""
    heights: tuple[float, ...] = ()
    """How high above the ground each miniature stands, in inches; () where all stand on the ground."""
    facings: tuple[int, ...] = ()
    """How each miniature faces, in whole degrees clockwise from +x; () where all face along +x, or have round bases."""
    added: tuple[int, ...] = ()
    """Those of its sheet's spare miniatures that have come in the battle, whether they live or have fallen since."""

    @property
    def alive(self) -> bool:
        return any(wounds for wounds in self.wounds)  # a loop, where `any(self.wounds)` is a call by name

    @property
    def on_table(self) -> bool:
        return self.deployed and self.alive

    @property
    def standing(self) -> list[int]:
        """The indices of the miniatures that live."""
        return [i for i, wounds in enumerate(self.wounds) if wounds]

    @property
    def every_height(self) -> tuple[float, ...]:
        """`heights`, spelt out."""
        return self.heights or (0.0,) * len(self.places)

    @property
    def every_facing(self) -> tuple[int, ...]:
        """`facings`, spelt out."""
        return self.facings or (0,) * len(self.places)

    def stand(self, places: tuple[Point, ...], heights: tuple[float, ...], facings: tuple[int, ...]) -> None:
        """Put it there. Only an event does so, to a copy of its own."""
        self.places, self.heights, self.facings = places, heights, facings

    def copy(self) -> Unit:
        twin: Unit = Unit.__new__(Unit)  # a third of the time that calling the class takes
        twin.index = self.index
        twin.side = self.side
        twin.places = self.places
        twin.wounds = self.wounds
        twin.deployed = self.deployed
        twin.reserves = self.reserves
        twin.moved = self.moved
        twin.shot = self.shot
        twin.charge_tried = self.charge_tried
        twin.charged = self.charged
        twin.fought = self.fought
        twin.shocked = self.shocked
        twin.leaders = self.leaders
        twin.joined = self.joined
        twin.inside = self.inside
        twin.disembarked = self.disembarked
        twin.left = self.left
        twin.arrived = self.arrived
        twin.withdrawn = self.withdrawn
        twin.spent = self.spent
        twin.falls = self.falls
        twin.heights = self.heights
        twin.facings = self.facings
        twin.added = self.added
        return twin


def shortened(values: tuple[N, ...]) -> tuple[N, ...]:
    """Heights or facings as a unit keeps them: none where all are 0."""
    return values if any(values) else ()


def places_of(units: tuple[Unit, ...], host: Unit, leader: int) -> range:
    """The places of a leader's miniatures among those of the unit that it has joined; none if it has not."""
    first = len(host.wounds) - sum([len(units[each].wounds) for each in host.leaders])
    for each in host.leaders:
        last = first + len(units[each].wounds)
        if each == leader:
            return range(first, last)
        first = last
    return range(0)


class Active(msgspec.Struct, frozen=True, gc=False):
    """An effect in force because somebody used an ability: on one unit, or on all of a side's if `unit` is None.

    `side` is the user's; `round` and `turn` are those in which it began.
    """

    name: str
    effect: AnyEffect
    side: int
    unit: int | None
    round: int
    turn: int
    by_hand: str = ""
    """The ability that a player sees to and switched on, by its uid or name; `owner` is the unit that has it."""
    owner: int | None = None


@dataclass
class AbilityCast:
    """An ability was used: when, by which side, by or on which unit."""

    ability: str
    side: int
    unit: int | None
    round: int
    turn: int
    phase: Phase


@dataclass
class Army:
    """A side's state. `zone` is the index of its deployment zone once chosen; `vp_by_round` counts from round 1."""

    cp: int = 0
    vp: int = 0
    cp_beyond: int = 0
    """Command points gained in this round beyond those of the command phases."""
    primary: int = 0
    zone: int | None = None
    secondary: int = 0
    hand: tuple[str, ...] = ()
    """Uids of the secondary missions that it has now; `deck` are those still to be drawn."""
    deck: tuple[str, ...] = ()
    vp_by_round: tuple[int, ...] = (0, 0, 0, 0, 0)
    counts: tuple[tuple[str, int], ...] = ()
    """What its rules keep count of, by name; what stands at nothing is not listed."""
    head_start: int = 0
    """Those of its victory points that it began the battle with; no round's."""
    by_hand: int = 0
    """Those that its players gave it by hand, or took from it."""

    def count(self, name: str) -> int:
        return next((number for each, number in self.counts if each == name), 0)

    def copy(self) -> Army:
        twin: Army = Army.__new__(Army)
        twin.cp = self.cp
        twin.vp = self.vp
        twin.cp_beyond = self.cp_beyond
        twin.primary = self.primary
        twin.zone = self.zone
        twin.secondary = self.secondary
        twin.hand = self.hand
        twin.deck = self.deck
        twin.vp_by_round = self.vp_by_round
        twin.counts = self.counts
        twin.head_start = self.head_start
        twin.by_hand = self.by_hand
        return twin


@dataclass
class Destroyed:
    """A unit was destroyed in this round, turn, phase and phase time."""

    unit: int
    round: int
    turn: int
    phase: str = ""
    time: PhaseTime = "middle"


@dataclass
class Marker:
    """An objective's state. `held_by` is a side; `before` is who held it when the turn began."""

    held_by: int | None = None
    before: int | None = None
    sticky: bool = False
    empowered: bool = False

    def copy(self) -> Marker:
        twin: Marker = Marker.__new__(Marker)
        twin.held_by = self.held_by
        twin.before = self.before
        twin.sticky = self.sticky
        twin.empowered = self.empowered
        return twin


class Shot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Attacks that a unit declares: its weapons of one uid, of some `bearers` (all that can, if empty), at a unit.

    `share` is how many of each bearer's weapons shoot, or how many attacks of its melee weapon are made; 0 is all that
    is left. Precise attacks go to leaders in sight, unless they are not to be `precise`.
    """

    weapon: str
    target: int
    bearers: tuple[int, ...] = ()
    share: int = 0
    precise: bool = True


class Volley(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Declared attacks that are rolled together: a weapon of some bearers at one target, and how far they have come.

    `exposed` are the target's miniatures without cover where others have it, `precise` the leaders' miniatures that
    precise attacks go to, `share` the part of each bearer's weapons or attacks (0: all).
    """

    weapon: str
    target: int
    bearers: tuple[int, ...]
    circumstances: Circumstances
    sequence: Sequence
    order: tuple[int, ...] = ()
    """The target's miniatures in the order in which the sequence's target has them."""
    exposed: tuple[int, ...] = ()
    precise: tuple[int, ...] = ()
    share: int = 0
    lenders: tuple[int, ...] = ()
    """The passengers that fire it from their transport's deck."""


class Frame:
    """What is under way in the battle. Frames lie on a stack that is part of the state.

    Those that come often have an `__init__` of their own, which compiles natively: a dataclass's takes a microsecond.
    """


@dataclass
class RollOff(Frame):
    """Both armies roll for the choice of a deployment zone."""


@dataclass
class ZoneChoice(Frame):
    side: int


@dataclass
class Deploying(Frame):
    """The armies set their units up in turns; `side` is next."""

    side: int


@dataclass
class Scouting(Frame):
    """Units with scouts move before the first turn; `waiting` holds them in order."""

    waiting: tuple[int, ...]


@dataclass
class BattleShock(Frame):
    """Units that have yet to take their battle-shock tests, in order."""

    waiting: tuple[int, ...]


@dataclass
class Moving(Frame):
    """A unit whose advance was rolled, or that an ability lets move (`granted`), has yet to be placed within `limit`
    inches. After a `last` move it does not charge in this turn.
    """

    unit: int
    limit: float
    roll: int
    granted: bool = False
    last: bool = False


@dataclass
class Resolving(Frame):
    """Declared attacks on their way through the roll stages."""

    unit: int
    melee: bool
    volleys: tuple[Volley, ...]
    stage: RollStage = "hit"

    def __init__(self, unit: int, melee: bool, volleys: tuple[Volley, ...], stage: RollStage = "hit") -> None:
        self.unit, self.melee, self.volleys, self.stage = unit, melee, volleys, stage


@dataclass
class ChargeRoll(Frame):
    """A declared charge that has yet to be rolled."""

    unit: int
    targets: tuple[int, ...]


@dataclass
class Charging(Frame):
    """A charge roll that reaches: the unit has yet to be placed within `limit` inches."""

    unit: int
    targets: tuple[int, ...]
    limit: float


@dataclass
class Melee(Frame):
    """The order of the fights: units that strike `first`, then the rest; `picker` picks next."""

    first: bool
    picker: int

    def __init__(self, first: bool, picker: int) -> None:
        self.first, self.picker = first, picker


@dataclass
class Fighting(Frame):
    """The unit picked to fight."""

    unit: int
    stage: FightStage = "pile_in"

    def __init__(self, unit: int, stage: FightStage = "pile_in") -> None:
        self.unit, self.stage = unit, stage


@dataclass
class LastBlows(Frame):
    """Miniatures that fell in melee before they had fought, by attacks of the unit `by`, strike and are removed."""

    unit: int
    miniatures: tuple[int, ...]
    by: int


@dataclass
class CoherencyRemoval(Frame):
    """A unit stands apart at the turn's end: its player chooses which miniatures it loses."""

    unit: int


class Hit(msgspec.Struct, frozen=True, gc=False):
    """A weapon, by its name, of some miniatures of a unit hit an enemy unit."""

    weapon: str
    bearers: tuple[int, ...]
    target: int


@dataclass
class Window(Frame):
    """A side may answer what just happened. `about` are the units that it is about, `roll` the roll, if it is one."""

    kind: str
    side: int
    about: tuple[int, ...]
    roll: str = ""
    hits: tuple[Hit, ...] = ()
    """Which weapons hit which units, after a unit has shot, if that matters to what may be used."""

    def __init__(
        self, kind: str, side: int, about: tuple[int, ...], roll: str = "", hits: tuple[Hit, ...] = ()
    ) -> None:
        self.kind, self.side, self.about, self.roll, self.hits = kind, side, about, roll, hits


@dataclass
class State:
    """Everything that changes in a battle. An event makes the next one.

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
    stack: tuple[Frame, ...] = ()
    active_effects: tuple[Active, ...] = ()
    casts: tuple[AbilityCast, ...] = ()
    destroyed: tuple[Destroyed, ...] = ()
    started: bool = False
    completed: bool = False
    winner: int | None = None
    events: int = 0

    @property
    def top(self) -> Frame | None:
        return self.stack[-1] if self.stack else None

    def copy(self) -> State:
        twin: State = State.__new__(State)  # a third of the time that calling the class takes
        twin.armies = self.armies
        twin.units = self.units
        twin.markers = self.markers
        twin.phase = self.phase
        twin.phase_time = self.phase_time
        twin.round = self.round
        twin.turn = self.turn
        twin.active = self.active
        twin.first = self.first
        twin.stack = self.stack
        twin.active_effects = self.active_effects
        twin.casts = self.casts
        twin.destroyed = self.destroyed
        twin.started = self.started
        twin.completed = self.completed
        twin.winner = self.winner
        twin.events = self.events
        return twin

    def next(self) -> State:
        """A copy that is one event further on, for the event to write."""
        after = self.copy()
        after.events += 1
        return after
