"""Units, their miniatures and their weapons."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from highground.game.views.values import NamedThing, Place, Text

MovementName = Literal["", "Move", "Advance", "Fall Back", "Stationary"]


class StatLine(TypedDict):
    """A stat line. Rolls are written '3+'; null where there is none."""

    movement: int
    toughness: int
    save: str | None
    wounds: int
    leadership: str | None
    objective_controlled: int
    invuln: str | None
    fnp: str | None


class WeaponStats(TypedDict):
    """A weapon's numbers as they are printed; `count` of it are carried."""

    name: str
    count: int
    attacks: str
    skill: str
    strength: str
    ap: int
    damage: str
    keywords: list[str]


class WeaponMarks(TypedDict, total=False):
    uuid: str
    weapon_range: int


class WeaponLine(WeaponStats, WeaponMarks):
    """A weapon on a sheet. One for melee has no `weapon_range`. A running game names it by `uuid`."""


class MiniatureProfile(TypedDict):
    """A kind of miniature of a unit; weapons are counted as the living carry them."""

    name: str
    count: int
    alive: int
    attributes: StatLine
    ranged_weapons: list[WeaponLine]
    melee_weapons: list[WeaponLine]


class Carried(TypedDict):
    """What every miniature of a kind has; `abilities` are the names of its own."""

    attributes: StatLine
    ranged_weapons: list[WeaponLine]
    melee_weapons: list[WeaponLine]
    abilities: list[str]


class MiniatureShown(TypedDict):
    """A miniature: `radius` of its base in inches, and its wounds left."""

    radius: float
    wounds: int
    alive: bool


class Elevated(TypedDict, total=False):
    """`elevation` is how high above the ground it stands, in inches; left out on the ground."""

    elevation: float


class OnLongBase(TypedDict, total=False):
    """An oval or rectangular base: its `length` in inches, and how it faces; `radius` is half of its width then, also
    of a rectangle that is wider than it is long.

    `facing` is in whole degrees, clockwise from the right. All of this is left out of round bases; but an
    aircraft faces on one too.
    """

    length: float
    rectangular: bool
    facing: int


class MiniatureState(MiniatureShown, Carried, Elevated, OnLongBase):
    """A miniature with its `height` in inches and what is on its sheet. No place before it is set up."""

    uuid: str
    name: str
    location: Place | None
    height: float


class Aura(TypedDict):
    """An ability that reaches others near the unit, with its inches."""

    name: str
    reach: float


class Sheet(TypedDict):
    """How many of a unit live, and the kinds of miniature that it is made of."""

    alive_count: int
    miniatures: list[MiniatureProfile]


class WeaponTarget(TypedDict):
    """An enemy unit that some bearer of the weapon may aim at; `able` counts the weapons that can be used at it.

    They take `expected` of its `wounds` off it on average.
    """

    target_unit_uuid: str
    target_miniature_uuid: str
    target_unit_name: str
    distance: float
    location: Place | None
    able: NotRequired[int]
    expected: NotRequired[float]
    wounds: NotRequired[int]
    seeks: NotRequired[bool]


class UsableWeapon(WeaponStats):
    """A weapon that a unit may use now, one entry a profile, with the units that it may be aimed at.

    `parts` is how many of it can go to different targets: weapons that shoot, attacks in melee.
    """

    weapon_uuid: str
    miniature_uuid: str | None
    bearers: list[str]
    weapon_range: int | Literal["Melee"]
    mode: str
    parts: int
    targets: list[WeaponTarget]


class UnitShown(TypedDict):
    """What the live table and the timeline both say of a unit: `leaders` have joined it, `inside` carries it.

    `order` is its place in its army's roster, from 0: by it a map marks units the same for all of a battle.
    """

    uuid: str
    army_uuid: str
    order: int
    name: str
    location: Place | None
    transponder: str
    deployed: bool
    in_reserves: bool
    battle_shocked: bool
    leaders: NotRequired[list[NamedThing]]
    inside: NotRequired[NamedThing]


class UnitMarks(TypedDict, total=False):
    marker: str
    joined: str
    falls: list[str]


class UnitItself(UnitShown, UnitMarks):
    """What is said of a unit by itself, whatever goes on around it."""

    army_index: int
    player: int
    points: int
    pixel_location: Place | None
    character: bool
    alive: bool
    alive_count: int
    starting_strength: int
    half_strength: bool
    keywords: list[str]
    abilities: list[Text]
    miniatures: list[MiniatureState]
    auras: list[Aura]
    unit_stats: Sheet
    charged: bool
    movement_action_type: MovementName
    moved: bool
    advanced: bool
    fall_back: bool
    stationary: bool
    shot: bool
    fought: bool


class UnitPosition(TypedDict):
    """What is said of a unit by what stands around it. `movement` in inches; `passengers` are units in a transport."""

    passengers: int
    engaged: bool
    in_combat: bool
    in_cover: bool
    charge_bonus: int
    movement: float


class UnitActions(TypedDict):
    """What is still open to a unit in each phase of this turn."""

    command_phase_action: bool
    movement_action: bool
    shooting_action: bool
    charge_action: bool
    combat_action: bool
    battle_shock_action: bool
    scoring_action: bool


class March(TypedDict):
    """A kind of move: the inches that it reaches at most, and those that it reaches whatever is rolled.

    `least` are the inches that an aircraft has to fly, straight ahead; left out for who goes where it likes.
    """

    how: Literal["move", "advance", "fall_back"]
    limit: float
    sure: float
    least: NotRequired[float]


class UnitPrompt(TypedDict, total=False):
    """What an answer that names the unit needs: weapons to be aimed, transports to get into, how far it may move.

    `missed` is what it would miss by staying where it is, as the end of a sentence; empty where that is nothing.
    `unreached` says who of it cannot strike, and why.
    An aircraft that `flies_off` leaves the table by its move.
    """

    weapons: list[UsableWeapon]
    rides: list[NamedThing]
    marches: list[March]
    missed: str
    unreached: str
    flies_off: bool


class UnitState(UnitItself, UnitPosition, UnitActions, UnitPrompt):
    """A unit with its miniatures, what it may still do, and what it has done.

    `falls` are the miniatures that its player wants to take wounds first.
    `marker` is printed on its transponder where the table is real; `joined` is the unit that it has joined itself.
    `weapons`, `rides`, `marches`, `missed` and `flies_off` are there where it can be named in the answer that is due.
    """


class UnitTexts(TypedDict):
    """The abilities of a unit or an army with the texts that its owner alone sees."""

    abilities: list[Text]
