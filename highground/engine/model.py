"""Sheets, boards and missions: the frozen values that every copy of a battle shares.

Distances are inches; the board's origin is its top left corner. What changes in a battle is in `state.py`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from highground.engine.abilities.model import Ability
from highground.engine.amount import Amount, Keyword
from highground.engine.base import MILLIMETRES_PER_INCH, Base, base_of
from highground.engine.remembered import remembered
from highground.engine.weapon import Weapon

BOARD_WIDTH = 60.0
BOARD_HEIGHT = 44.0

BIG = frozenset({"vehicle", "monster"})
CLIMBING = frozenset({"infantry", "beast", "beasts", "swarm"})
FLYING = frozenset({"fly"})

Point = tuple[float, float]
"""A place on the board in inches, kept to a thousandth of an inch."""
Polygon = tuple[Point, ...]


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
    """`count` equal miniatures of a unit. `base_mm` is the diameter of the base, the width of a long one."""

    name: str
    count: int
    profile: Profile
    weapons: tuple[Carried, ...] = ()
    base_mm: float = 32.0
    height: float = 1.5
    spare: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether they are not there when the battle begins, and may be added in it. Where nobody says so it is not written
    down, so that the fingerprint of a battle without them is what it was before there were any."""
    length_mm: float | msgspec.UnsetType = msgspec.UNSET
    """How long an oval or rectangular base is, in millimetres. Not written down of round ones."""
    rectangular: bool | msgspec.UnsetType = msgspec.UNSET

    @remembered
    def base(self) -> Base:
        """Its base, as it faces along +x."""
        length = self.length_mm if isinstance(self.length_mm, float) else 0.0
        return base_of(self.base_mm, length, self.rectangular is True)

    @remembered
    def radius(self) -> float:
        """Half of the base's width in inches, to a thousandth."""
        return self.base.radius


class Gait(msgspec.Struct, frozen=True):
    """How a unit gets about: who `flies` passes over everything, who `climbs` goes through walls of buildings.

    Friends that are both `bulky` do not pass one another. Who is `airborne` neither charges nor is charged on foot. Who
    is `tall` sees and is seen over terrain. Who climbs or flies may stand on upper floors. A joined unit flies, or
    climbs, if all of it does.
    """

    flies: bool
    climbs: bool
    bulky: bool
    airborne: bool
    tall: bool


class UnitSheet(msgspec.Struct, frozen=True, dict=True):
    """A unit of an army as its roster has it. `keywords` are lower case; `leads` names the units that it may join.

    `beside` has, in lower case, names and keywords of leaders, one of which may have joined such a unit already.
    """

    uid: str
    name: str
    points: int
    miniatures: tuple[MiniatureSheet, ...]
    keywords: tuple[str, ...] = ()
    faction_keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    leads: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    warlord: bool = False
    role: str = ""
    body: int = 0
    """How many of its miniatures are its own when leaders have joined it; 0 when all are."""
    parts: tuple[frozenset[str], ...] | msgspec.UnsetType = msgspec.UNSET
    """The keywords of its own miniatures, and of each living leader that has joined it. Not written down of others."""

    @remembered
    def line_up(self) -> tuple[MiniatureSheet, ...]:
        """One sheet for each miniature, in the order of all per-miniature state."""
        return tuple([sheet for sheet in self.miniatures for _ in range(sheet.count)])

    @remembered
    def bases(self) -> tuple[Base, ...]:
        """Each miniature's base, as it faces along +x."""
        return tuple([sheet.base for sheet in self.line_up])

    @remembered
    def faces(self) -> bool:
        """Whether it matters how its miniatures face: a base is not round, or they fly straight ahead."""
        return self.gait.airborne or any(base.long for base in self.bases)

    @remembered
    def everyone(self) -> tuple[int, ...]:
        """The indices of all its miniatures."""
        return tuple(range(len(self.line_up)))

    @remembered
    def spares(self) -> frozenset[int]:
        """The indices of the miniatures that may be added in the battle, and are not there when it begins."""
        return frozenset([i for i, sheet in enumerate(self.line_up) if sheet.spare is True])

    @remembered
    def starting(self) -> tuple[MiniatureSheet, ...]:
        """Those of its line-up that begin the battle."""
        return tuple([sheet for sheet in self.line_up if sheet.spare is not True]) if self.spares else self.line_up

    @remembered
    def gait(self) -> Gait:
        return Gait(
            flies=self.all_of(FLYING),
            climbs=self.all_of(CLIMBING),
            bulky=not BIG.isdisjoint(self.keywords),
            airborne="aircraft" in self.keywords,
            tall=not {"towering", "aircraft"}.isdisjoint(self.keywords),
        )

    @remembered
    def kinds(self) -> tuple[frozenset[str], ...]:
        """The keywords of each of its parts; of all of it where no leader has joined it."""
        return (frozenset(self.keywords),) if isinstance(self.parts, msgspec.UnsetType) else self.parts

    def all_of(self, keywords: frozenset[str]) -> bool:
        """Whether each of its parts has one of these keywords."""
        return not any(keywords.isdisjoint(each) for each in self.kinds)

    @remembered
    def swiftness(self) -> tuple[int, ...]:
        """Each miniature's movement in inches."""
        return tuple([sheet.profile.movement for sheet in self.line_up])

    @remembered
    def wounds(self) -> tuple[int, ...]:
        """What each miniature has before it is hurt."""
        return tuple([sheet.profile.wounds for sheet in self.line_up])

    @remembered
    def toughness(self) -> tuple[int, ...]:
        """Each miniature's toughness."""
        return tuple([sheet.profile.toughness for sheet in self.line_up])

    @remembered
    def defences(self) -> tuple[tuple[int, int | None, int | None], ...]:
        """Each miniature's save, invulnerable save and feel no pain."""
        return tuple([(sheet.profile.save, sheet.profile.invuln, sheet.profile.fnp) for sheet in self.line_up])

    @remembered
    def rules(self) -> dict[str, Keyword]:
        """The engine's rules that the unit's abilities name, by the rule's name."""
        return {ability.rule.name: ability.rule for ability in self.abilities if ability.rule is not None}

    @remembered
    def keyword_set(self) -> frozenset[str]:
        """What conditions see: the keywords, those of the faction too."""
        return frozenset((*self.keywords, *(name.lower() for name in self.faction_keywords)))


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
    """A piece of terrain: a footprint, and walls that nothing moves through. `height` in inches.

    `floors` are how high its upper floors lie, the lowest first; each covers the whole footprint.
    """

    name: str
    coordinates: Polygon
    obscuring: bool = False
    walls: tuple[tuple[Point, Point], ...] = ()
    height: float = 0.0
    floors: tuple[float, ...] = ()

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


class Layout(msgspec.Struct, frozen=True, dict=True, cache_hash=True):
    """A board: terrain, two deployment zones (blue, red) and objectives."""

    uid: str
    name: str
    terrain: tuple[Terrain, ...]
    zones: tuple[Zone, Zone]
    objectives: tuple[Objective, ...]
    description: str = ""


class Mission(msgspec.Struct, frozen=True, omit_defaults=True):
    """Primary scoring: victory points in each own command phase from `first_round`, up to `turn_cap` and `total_cap`.

    `per_objective` for each objective held, `hold_more` for holding more than the enemy, `per_unit_destroyed` for each
    enemy unit destroyed since the own last command phase, `per_far_objective` for each objective held that lies nearer
    to the enemy's deployment zone, `per_centre` for the objective nearest to the board's middle.
    """

    uid: str
    name: str
    per_objective: int
    hold_more: int = 0
    first_round: int = 2
    turn_cap: int = 15
    total_cap: int = 50
    description: str = ""
    per_unit_destroyed: int = 0
    per_far_objective: int = 0
    per_centre: int = 0


SecondaryKind = Literal[
    "units destroyed",
    "wounded units",
    "units shocked",
    "objectives held",
    "objectives taken",
    "centre held",
    "far objective held",
    "own zone clear",
    "in enemy zone",
    "quarters",
    "near enemy edge",
    "charges",
    "units lost at most",
    "warlord alive",
]
"""What a secondary counts, at the end of the own turn; the last at the end of the battle.

'units destroyed', 'wounded units' (enemy units below half) and 'units shocked' may ask for a `keyword`; 'quarters'
counts board quarters with an own unit wholly in them.
"""


class Secondary(msgspec.Struct, frozen=True, omit_defaults=True):
    """A secondary mission: `points` when the count reaches `needed`, `each` more for every one beyond, up to `cap`."""

    uid: str
    name: str
    kind: SecondaryKind
    needed: int
    points: int
    each: int = 0
    cap: int = 5
    keyword: str = ""
    fixed: bool = True
    description: str = ""


class Setup(msgspec.Struct, frozen=True, dict=True):
    """Everything that a battle starts from, besides its seed."""

    armies: tuple[ArmySheet, ArmySheet]
    layout: Layout
    mission: Mission
    pack: str = ""
    stratagems: tuple[Ability, ...] = ()
    """Those that both armies may use."""
    secondaries: tuple[Secondary, ...] = ()
    """The deck of secondary missions; none are played when it is empty."""
    fixed: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Each side's fixed secondaries for the whole battle, by uid; a side without any draws two a turn."""
    joined: tuple[tuple[int, int], ...] = ()
    """Leaders that have joined a unit before the first roll: indices of both among the units of both armies."""
    ahead: tuple[int, int] | msgspec.UnsetType = msgspec.UNSET
    """Each side's head start in victory points. Where there is none it is not written down, so that the fingerprint of
    such a battle is what it was before there were any."""

    @remembered
    def head_start(self) -> tuple[int, int]:
        """The victory points that each side begins the battle with."""
        return (0, 0) if isinstance(self.ahead, msgspec.UnsetType) else self.ahead


__all__ = [
    "BIG",
    "BOARD_HEIGHT",
    "BOARD_WIDTH",
    "MILLIMETRES_PER_INCH",
    "Ability",
    "Amount",
    "ArmySheet",
    "Carried",
    "Keyword",
    "Layout",
    "MiniatureSheet",
    "Mission",
    "Objective",
    "Point",
    "Polygon",
    "Profile",
    "Secondary",
    "Setup",
    "Terrain",
    "UnitSheet",
    "Weapon",
    "Zone",
]
