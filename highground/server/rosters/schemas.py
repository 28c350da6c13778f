"""The answers of the roster calls. Stats are numbers (saves the needed face, inches), null where unknown."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from highground.server.texts import RosterName


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
    """Equal miniatures of a unit."""

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
    base_mm: float
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


class ArmyAbility(BaseModel):
    name: str
    source: str
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
    abilities: list[ArmyAbility]


class ShownRoster(BaseModel):
    """`roster_id` is null where the roster was not saved, because nobody was logged in."""

    roster_dict: RosterDict
    report: list[Finding]
    roster_id: str | None


class RosterRow(BaseModel):
    """A saved roster in the list; `points` are those that its units add up to."""

    roster_id: str
    name: str
    faction: str
    detachment: str
    system: str
    points: int
    units: int
    models: int
    playable: bool
    created: datetime


class Rosters(BaseModel):
    rosters: list[RosterRow]


class Renamed(BaseModel):
    name: RosterName
