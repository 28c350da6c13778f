"""Units, their miniatures and their weapons."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from highground.views.values import NamedThing, Place, Text

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


class WeaponLine(TypedDict):
    """A weapon on a sheet. One for melee has no `weapon_range`. A running game names it by `uuid`."""

    uuid: NotRequired[str]
    name: str
    count: int
    weapon_range: NotRequired[int]
    attacks: str
    skill: str
    strength: str
    ap: int
    damage: str
    keywords: list[str]


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


class MiniatureState(Carried):
    """A miniature: `radius` of its base and `height` in inches, its wounds left. No place before it is set up."""

    uuid: str
    name: str
    alive: bool
    wounds: int
    location: Place | None
    radius: float
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
    """An enemy unit that some bearer of the weapon may aim at."""

    target_unit_uuid: str
    target_miniature_uuid: str
    target_unit_name: str
    distance: float
    location: Place | None


class UsableWeapon(TypedDict):
    """A weapon that a unit may use now, one entry a profile, with whom it may be aimed at."""

    weapon_uuid: str
    miniature_uuid: str | None
    bearers: list[str]
    count: int
    name: str
    weapon_range: int | Literal["Melee"]
    attacks: str
    skill: str
    strength: str
    ap: int
    damage: str
    keywords: list[str]
    mode: str
    targets: list[WeaponTarget]


class UnitItself(TypedDict):
    """What is said of a unit by itself, whatever goes on around it."""

    uuid: str
    army_uuid: str
    army_index: int
    player: int
    name: str
    points: int
    location: Place | None
    pixel_location: Place | None
    transponder: str
    character: bool
    alive: bool
    alive_count: int
    starting_strength: int
    half_strength: bool
    battle_shocked: bool
    deployed: bool
    in_reserves: bool
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
    marker: NotRequired[str]
    leaders: NotRequired[list[NamedThing]]
    joined: NotRequired[str]
    inside: NotRequired[str]


class UnitPosition(TypedDict):
    """What is said of a unit by what stands around it. `movement` in inches."""

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


class UnitPrompt(TypedDict, total=False):
    """What an answer that names the unit needs: weapons that are to be aimed, transports that it may get into."""

    weapons: list[UsableWeapon]
    rides: list[NamedThing]


class UnitState(UnitItself, UnitPosition, UnitActions, UnitPrompt):
    """A unit with its miniatures, what it may still do, and what it has done.

    `marker` is printed on its transponder where the table is real; `leaders` have joined it, `joined` is the unit that
    it has joined itself, `inside` the transport that carries it. `weapons` and `rides` are there where it can be named
    in the answer that is due.
    """


class UnitTexts(TypedDict):
    """The abilities of a unit or an army with the texts that its owner alone sees."""

    abilities: list[Text]
