"""The answers of the roster calls. Stats are numbers (saves the needed face, inches), null where unknown."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from highground.server.texts import RosterName, line

DICE = r"^(?:\d{1,2}|\d?[dD][36](?:\+\d{1,2})?)$"


class Finding(BaseModel):
    """A remark about the import; `where` is a path in the file."""

    code: str
    severity: Literal["info", "warning", "error"]
    message: str
    where: str


class RosterWeapon(BaseModel):
    """`range` is in inches, or 'Melee'. Weapons of one bearer with the same `mode` are ways to use one weapon."""

    uid: str
    name: str
    count: int
    range: int | Literal["Melee"]
    attacks: str
    skill: str
    strength: str
    ap: int
    damage: str
    keywords: list[str]
    mode: str


class RosterModel(BaseModel):
    """Equal miniatures of a unit. `base` says their base in words, such as '42 x 75 mm oval'."""

    name: str
    count: int
    movement: int | None
    toughness: int | None
    save: int | None
    wounds: int | None
    leadership: int | None
    objective_controlled: int | None
    invuln: int | None
    fnp: int | None
    base: str
    base_mm: float
    length_mm: float | None
    rectangular: bool
    ranged_weapons: list[RosterWeapon]
    melee_weapons: list[RosterWeapon]


class RosterAbility(BaseModel):
    """`text` is the file's own, for the roster's owner alone; `effects` is what the engine does for it.

    `used`: somebody has to choose to use it. `bearers` are the miniatures that it hangs on, [] for all. `by_hand`: its
    text is not wholly understood, so players resolve it.
    """

    name: str
    location: str
    source: str
    rule: str | None
    text: str
    effects: list[str]
    used: bool
    bearers: list[int]
    by_hand: bool


class RawProfile(BaseModel):
    """A profile of a game system that cannot fight, as the file has it."""

    name: str
    type: str
    count: int
    characteristics: dict[str, str]


class RosterUnit(BaseModel):
    """`name` is the list builder's, `label` distinguishes units of one name. `left_out`: it cannot be set up."""

    uid: str
    name: str
    label: str
    points: int
    role: str
    warlord: bool
    left_out: bool
    keywords: list[str]
    faction_keywords: list[str]
    leads: list[str]
    models: list[RosterModel]
    abilities: list[RosterAbility]
    profiles: list[RawProfile] = []


class Counted(BaseModel):
    occurrences: int
    distinct: int


class RosterDict(BaseModel):
    """A roster as it was read. One that is not `playable` says why in `reason`.

    `coverage` counts what the engine acts on, by kind and by how far it is understood.
    """

    name: str
    system: str
    edition: str
    writer: str
    format: str
    faction: str
    detachment: str
    points_stated: int | None
    points_computed: int
    playable: bool
    reason: str | None
    coverage: dict[str, dict[str, Counted]]
    units: list[RosterUnit]
    abilities: list[RosterAbility]


class Missing(BaseModel):
    """What a unit of a list of names lacks: its whole sheet, or things of which no profile was found."""

    uid: str
    name: str
    sheet: bool
    gear: list[str]


class ShownRoster(BaseModel):
    """`roster_id` is null where the roster was not saved, because nobody was logged in.

    `missing` is what the shelf did not have for it, `learned` how many sheets of the file are on the shelf now.
    """

    roster_dict: RosterDict
    report: list[Finding]
    roster_id: str | None
    missing: list[Missing] = []
    learned: int = 0


class TypedStats(BaseModel):
    """A stat line: inches, saves and leadership as the face that is needed; `invuln` 0 is none."""

    movement: int = Field(ge=0, le=60)
    toughness: int = Field(ge=1, le=30)
    save: int = Field(ge=2, le=7)
    wounds: int = Field(ge=1, le=100)
    leadership: int = Field(ge=2, le=12)
    objective_controlled: int = Field(ge=0, le=100)
    invuln: int = Field(0, ge=0, le=6)


Short = Annotated[str, Field(max_length=80), AfterValidator(line)]


class TypedWeaponProfile(BaseModel):
    """A weapon's profile as a card has it: range 'Melee' or '24', attacks 'D6+1', skill '3+' or 'N/A'."""

    name: Annotated[Short, Field(min_length=1)]
    range: Annotated[str, Field(pattern=r'^(?:[Mm]elee|[1-9]\d{0,2}"?)$')]
    attacks: Annotated[str, Field(pattern=DICE)]
    skill: Annotated[str, Field(pattern=r"^(?:[2-6]\+?|N/A)$")]
    strength: Annotated[str, Field(pattern=DICE)]
    ap: Annotated[str, Field(pattern=r"^-?\d{1,2}$")]
    damage: Annotated[str, Field(pattern=DICE)]
    keywords: Short = ""


class TypedUnit(BaseModel):
    """Numbers of a unit by its name in the list. Without `stats` the weapons are added to the sheet that there is."""

    name: Annotated[Short, Field(min_length=1)]
    stats: TypedStats | None = None
    weapons: list[TypedWeaponProfile] = Field([], max_length=60)
    keywords: list[Short] = Field([], max_length=30)


class TypedNumbers(BaseModel):
    units: list[TypedUnit] = Field([], max_length=100)


class RosterRow(BaseModel):
    """A saved roster in the list; `points` are those that its units add up to, `left_out` units cannot be set up."""

    roster_id: str
    name: str
    faction: str
    detachment: str
    system: str
    points: int
    units: int
    models: int
    playable: bool
    left_out: int
    created: datetime


class Rosters(BaseModel):
    rosters: list[RosterRow]


class Renamed(BaseModel):
    name: RosterName
