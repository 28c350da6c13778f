"""Sheets, boards and battle state: the values that everything else speaks of.

Sheets (`Weapon`, `MiniatureSheet`, `UnitSheet`, `ArmySheet`, `Layout`, `Mission`) are frozen and shared by every copy
of a battle. State (`State`, `Unit`, `Army`) is a value too: small, immutable, and made anew
by `highground.engine.apply` alone. Distances are inches; the board's origin is its top left corner.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Literal

import msgspec

BOARD_WIDTH = 60.0
BOARD_HEIGHT = 44.0
MILLIMETRES_PER_INCH = 25.4

Point = tuple[float, float]
"""A place on the board in inches, kept to a thousandth of an inch."""
Polygon = tuple[Point, ...]

_AMOUNT = re.compile(r"^\s*(?:(?P<count>\d*)[dD](?P<sides>\d+)\s*(?:\+\s*(?P<plus>\d+))?|(?P<flat>\d+))\s*$")


class Amount(msgspec.Struct, frozen=True):
    """A number that may hold dice: `count`D`sides` + `plus`. A plain number has no dice."""

    count: int = 0
    sides: int = 0
    plus: int = 0

    @classmethod
    def parse(cls, text: str | int) -> Amount:
        """Read '3', 'D6', '2D3' or 'D6+2'; raises ValueError for anything else."""
        match = _AMOUNT.match(str(text))
        if match is None:
            raise ValueError(f"'{text}' is neither a number nor dice such as D6 or 2D3+1")
        if match["flat"] is not None:
            return cls(plus=int(match["flat"]))
        sides = int(match["sides"])
        if sides < 2 or sides > 100:
            raise ValueError(f"'{text}' asks for a die of {sides} sides")
        return cls(int(match["count"] or 1), sides, int(match["plus"] or 0))

    @property
    def mean(self) -> float:
        return self.count * (self.sides + 1) / 2 + self.plus

    @property
    def low(self) -> int:
        return self.count + self.plus

    @property
    def high(self) -> int:
        return self.count * self.sides + self.plus

    def add(self, plus: int) -> Amount:
        return Amount(self.count, self.sides, self.plus + plus)

    def __str__(self) -> str:
        if not self.count:
            return str(self.plus)
        dice = f"{self.count if self.count > 1 else ''}D{self.sides}"
        return f"{dice}+{self.plus}" if self.plus else dice


class Keyword(msgspec.Struct, frozen=True):
    """A rule named on a weapon or a unit, such as 'sustained hits' with value 1 or 'anti' with target 'vehicle', value 4.

    `name` is lower case. Names that the engine does not know are kept, shown and reported.
    """

    name: str
    value: Amount | None = None
    target: str | None = None

    def __str__(self) -> str:
        if self.target is not None:
            return f"{self.name}-{self.target} {self.value}+"
        return self.name if self.value is None else f"{self.name} {self.value}"


class Weapon(msgspec.Struct, frozen=True):
    """A weapon's profile. `range` 0 is melee; `skill` None hits by itself; `ap` is zero or negative.

    Weapons of one bearer with the same non-empty `mode` are firing modes: one of them is chosen for an attack.
    """

    uid: str
    name: str
    range: int
    attacks: Amount
    skill: int | None
    strength: Amount
    ap: int
    damage: Amount
    keywords: tuple[Keyword, ...] = ()
    mode: str = ""

    @property
    def melee(self) -> bool:
        return self.range == 0


class Profile(msgspec.Struct, frozen=True):
    """A stat line. `save` 7 is no save; `invuln` and `fnp` None are absent; `movement` in inches."""

    movement: int
    toughness: int
    save: int
    wounds: int
    leadership: int
    objective_controlled: int
    invuln: int | None = None
    fnp: int | None = None


class Carried(msgspec.Struct, frozen=True):
    """`count` of a weapon on each miniature of a group."""

    weapon: Weapon
    count: int = 1


class MiniatureSheet(msgspec.Struct, frozen=True, dict=True):
    """`count` equal miniatures of a unit. `base_mm` is the base's diameter in millimetres."""

    name: str
    count: int
    profile: Profile
    weapons: tuple[Carried, ...] = ()
    base_mm: float = 32.0
    height: float = 1.5

    @cached_property
    def radius(self) -> float:
        """The base's radius in inches, to a thousandth."""
        return round(self.base_mm / MILLIMETRES_PER_INCH / 2, 3)


class Ability(msgspec.Struct, frozen=True):
    """An ability. `rule` names the engine's own rule for it, if there is one; `private` text never leaves the owner's copy."""

    name: str
    text: str = ""
    location: Literal["army", "unit", "miniature", "weapon"] = "unit"
    source: str = ""
    rule: Keyword | None = None
    private: bool = False


class UnitSheet(msgspec.Struct, frozen=True, dict=True):
    """A unit of an army as its roster has it. `keywords` are lower case; `leads` names the units that it may join."""

    uid: str
    name: str
    points: int
    miniatures: tuple[MiniatureSheet, ...]
    keywords: tuple[str, ...] = ()
    faction_keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    leads: tuple[str, ...] = ()
    warlord: bool = False
    role: str = ""

    @cached_property
    def line_up(self) -> tuple[MiniatureSheet, ...]:
        """One sheet for each miniature, in the order of all per-miniature state."""
        return tuple(sheet for sheet in self.miniatures for _ in range(sheet.count))

    @cached_property
    def radii(self) -> tuple[float, ...]:
        return tuple(sheet.radius for sheet in self.line_up)

    @cached_property
    def rules(self) -> dict[str, Keyword]:
        """The engine's rules that the unit's abilities name, by the rule's name."""
        return {ability.rule.name: ability.rule for ability in self.abilities if ability.rule is not None}

    @cached_property
    def keyword_set(self) -> frozenset[str]:
        return frozenset(self.keywords)


class ArmySheet(msgspec.Struct, frozen=True):
    """An army as its roster has it. One that is not `playable` says why in `why_not`."""

    name: str
    system: str
    faction: str
    detachment: str
    points_stated: int | None
    points_computed: int
    units: tuple[UnitSheet, ...]
    abilities: tuple[Ability, ...] = ()
    playable: bool = True
    why_not: str = ""


class Terrain(msgspec.Struct, frozen=True):
    """A piece of terrain: a footprint, and walls that nothing moves through. `height` in inches."""

    name: str
    coordinates: Polygon
    obscuring: bool = False
    walls: tuple[tuple[Point, Point], ...] = ()
    height: float = 0.0

    @property
    def blocks_sight(self) -> bool:
        """Lines through the piece are blocked; lines into it or out of it are not."""
        return self.obscuring or "building" in self.name.lower()


class Zone(msgspec.Struct, frozen=True):
    name: str
    coordinates: Polygon


class Objective(msgspec.Struct, frozen=True):
    name: str
    location: Point


class Layout(msgspec.Struct, frozen=True, dict=True):
    """A board: terrain, two deployment zones (blue, red) and objectives."""

    uid: str
    name: str
    terrain: tuple[Terrain, ...]
    zones: tuple[Zone, Zone]
    objectives: tuple[Objective, ...]
    description: str = ""


class Mission(msgspec.Struct, frozen=True):
    """Primary scoring: victory points in each own command phase from `first_round`, up to `turn_cap` and `total_cap`.

    `per_objective` for each objective held, `hold_more` for holding more than the enemy.
    """

    uid: str
    name: str
    per_objective: int
    hold_more: int = 0
    first_round: int = 2
    turn_cap: int = 15
    total_cap: int = 50
    description: str = ""


class Setup(msgspec.Struct, frozen=True, dict=True):
    """Everything that a battle starts from, besides its seed."""

    armies: tuple[ArmySheet, ArmySheet]
    layout: Layout
    mission: Mission
    pack: str = ""


Moved = Literal["", "stationary", "moved", "advanced", "fell_back"]
Phase = Literal["deployment", "command", "movement", "shooting", "charge", "combat", "cleanup", "game_end"]
PhaseTime = Literal["beginning", "middle", "end"]
TURN_PHASES: tuple[Phase, ...] = ("command", "movement", "shooting", "charge", "combat")
ROUNDS = 5


class Unit(msgspec.Struct, frozen=True):
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
    spent: tuple[str, ...] = ()
    """Uids of one-shot weapons that are used up."""

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


class Army(msgspec.Struct, frozen=True):
    """A side's state. `zone` is the index of its deployment zone once chosen; `vp_by_round` counts from round 1."""

    cp: int = 0
    vp: int = 0
    primary: int = 0
    zone: int | None = None
    vp_by_round: tuple[int, ...] = (0, 0, 0, 0, 0)


class Marker(msgspec.Struct, frozen=True):
    """An objective's state. `held_by` is a side."""

    held_by: int | None = None
    sticky: bool = False
    empowered: bool = False


class Shot(msgspec.Struct, frozen=True):
    """Attacks that a unit declares: its weapons of one uid, carried by `bearers` (all that can, if empty), at a unit."""

    weapon: str
    target: int
    bearers: tuple[int, ...] = ()


class Frame(msgspec.Struct, frozen=True, tag_field="frame"):
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


class Moving(Frame, frozen=True, tag="moving"):
    """A unit whose advance was rolled has yet to be placed within `limit` inches."""

    unit: int
    limit: float
    roll: int


class Resolving(Frame, frozen=True, tag="resolving"):
    """Declared attacks on their way through the roll stages."""

    unit: int
    shots: tuple[Shot, ...]
    melee: bool
    stage: str = "hit"
    sequences: tuple[msgspec.Raw, ...] = ()


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


AnyFrame = RollOff | ZoneChoice | Deploying | Scouting | Moving | Resolving | Charging | Melee | Fighting


class State(msgspec.Struct, frozen=True):
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
    started: bool = False
    completed: bool = False
    winner: int | None = None
    events: int = 0

    @property
    def top(self) -> AnyFrame | None:
        return self.stack[-1] if self.stack else None
