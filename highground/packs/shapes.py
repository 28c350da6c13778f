"""The shapes of a pack's files. A key that is not here fails the load, so a typing slip is never silently ignored."""

from __future__ import annotations

from typing import Literal

import msgspec

from highground.engine.model import Point, SecondaryKind
from highground.packs.ability_shapes import AbilityFile
from highground.words.bases import BaseSize


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class PackFile(_Strict, frozen=True):
    """pack.toml. `unit_keywords` is every keyword that the pack's units and anti-KEYWORD weapons may name."""

    uid: str
    name: str
    version: str
    description: str
    licence: str
    unit_keywords: tuple[str, ...]
    words: dict[str, str]
    weapon_keywords: dict[str, str]
    abilities: dict[str, str]


class BaseRule(_Strict, frozen=True):
    """A row of bases.toml: applies to a miniature that has all `keywords`, at least `wounds` and `name` in its name.

    `mm` is the diameter; of a base with a `length` it is the width, and it is an oval one unless it is `rectangular`.
    """

    mm: float
    height: float
    length: float = 0.0
    rectangular: bool = False
    keywords: tuple[str, ...] = ()
    wounds: int = 0
    name: str = ""

    @property
    def size(self) -> BaseSize:
        return BaseSize(self.mm, self.height, self.length, self.rectangular)


class BasesFile(_Strict, frozen=True):
    bases: tuple[BaseRule, ...]


class WeaponFile(_Strict, frozen=True):
    """A weapon. `skill` 0 hits by itself; `range` 0 is melee; keywords as 'sustained hits 1' or 'anti-vehicle 4+'."""

    name: str
    range: int
    attacks: int | str
    skill: int
    strength: int | str
    ap: int
    damage: int | str
    keywords: tuple[str, ...] = ()
    mode: str = ""


class ProfileFile(_Strict, frozen=True):
    move: int
    toughness: int
    save: int
    wounds: int
    leadership: int
    oc: int
    invuln: int | None = None


class ModelFile(_Strict, frozen=True):
    """`least` to `most` equal miniatures, `points` for each. `weapons` may name one twice: two are carried.

    `base`, `length` and `rectangular` are as in bases.toml.
    """

    name: str
    weapons: tuple[str, ...]
    points: int
    base: float
    height: float
    length: float = 0.0
    rectangular: bool = False
    least: int = 1
    most: int = 1
    profile: ProfileFile | None = None

    @property
    def size(self) -> BaseSize:
        return BaseSize(self.base, self.height, self.length, self.rectangular)


class OptionFile(_Strict, frozen=True):
    """A choice for up to `most` miniatures of `model`, `points` for each; `every` 5 allows one for five in the unit."""

    name: str
    model: str
    gains: tuple[str, ...]
    points: int
    loses: tuple[str, ...] = ()
    most: int = 99
    every: int = 1


class UnitFile(_Strict, frozen=True):
    """A unit. `leads` holds ids of units that this leader may join.

    `abilities` are rules, written like 'scouts 6'; `own` holds ids of the faction's abilities.
    """

    name: str
    role: str
    keywords: tuple[str, ...]
    profile: ProfileFile
    models: tuple[ModelFile, ...]
    abilities: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    options: dict[str, OptionFile] = {}


class DetachmentFile(_Strict, frozen=True):
    """A way to field a faction, with the ids of its stratagems."""

    name: str
    stratagems: tuple[str, ...] = ()


class FactionFile(_Strict, frozen=True):
    """A faction. `army` holds what all its armies have, `abilities` what its units may name as their own."""

    name: str
    description: str
    keywords: tuple[str, ...]
    detachments: dict[str, DetachmentFile]
    weapons: dict[str, WeaponFile]
    units: dict[str, UnitFile]
    army: dict[str, AbilityFile] = {}
    abilities: dict[str, AbilityFile] = {}
    stratagems: dict[str, AbilityFile] = {}


class ChosenUnit(_Strict, frozen=True):
    """A unit in a sample army. `models` sets counts by miniature name (else the least), `options` by option id."""

    unit: str
    models: dict[str, int] = {}
    options: dict[str, int] = {}
    warlord: bool = False


class ArmyFile(_Strict, frozen=True):
    name: str
    faction: str
    detachment: str
    points: int
    description: str
    units: tuple[ChosenUnit, ...]


class TerrainFile(_Strict, frozen=True):
    """A piece of terrain. `twin` names its copy, turned half round the centre; a piece without one is its own.

    `floors` are how high its upper floors lie, in inches, the lowest first.
    """

    name: str
    coordinates: tuple[Point, ...]
    height: float
    obscuring: bool = False
    walls: tuple[tuple[Point, Point], ...] = ()
    twin: str = ""
    floors: tuple[float, ...] = ()


class ObjectiveFile(_Strict, frozen=True):
    name: str
    location: Point
    twin: str = ""


class ZoneFile(_Strict, frozen=True):
    name: str
    coordinates: tuple[Point, ...]
    twin: str


class LayoutFile(_Strict, frozen=True):
    """A board of which one half is written; the other is the same turned by `symmetry`."""

    name: str
    description: str
    symmetry: Literal["half turn"]
    zone: ZoneFile
    terrain: tuple[TerrainFile, ...]
    objectives: tuple[ObjectiveFile, ...]


class MissionFile(_Strict, frozen=True):
    name: str
    description: str
    per_objective: int
    first_round: int
    turn_cap: int
    total_cap: int
    hold_more: int = 0
    per_unit_destroyed: int = 0
    per_far_objective: int = 0
    per_centre: int = 0


class SecondaryFile(_Strict, frozen=True):
    name: str
    description: str
    kind: SecondaryKind
    needed: int
    points: int
    each: int = 0
    cap: int = 5
    keyword: str = ""
    fixed: bool = True


class SecondariesFile(_Strict, frozen=True):
    """secondaries.toml: the deck, by id."""

    secondaries: dict[str, SecondaryFile]
