"""Armies without data sheets of their own: names, points, models, what they hold, raw profiles."""

from __future__ import annotations

import msgspec

from highground.engine.model import Ability, ArmySheet, MiniatureSheet, UnitSheet
from highground.rosters.model import RawProfile, Roster
from highground.rosters.report import Report, RosterError
from highground.rosters.text import slug
from highground.rosters.units import BLANK
from highground.rosters.walk import MOST_MODELS, MOST_UNITS


class Gear(msgspec.Struct, frozen=True):
    """`count` of a thing among all models of a group, or of the unit."""

    name: str
    count: int = 1


class PlainGroup(msgspec.Struct):
    """`count` models of one name, and what they hold among them."""

    name: str
    count: int
    gear: list[Gear] = []


class PlainUnit(msgspec.Struct):
    """A unit of a format without usable stat lines. `models` are (name, count); `name` is the datasheet's."""

    name: str
    points: float = 0
    models: list[tuple[str, int]] = []
    label: str = ""
    keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    profiles: tuple[RawProfile, ...] = ()
    warlord: bool = False
    uid: str = ""
    leads: tuple[str, ...] = ()
    role: str = ""
    faction_keywords: tuple[str, ...] = ()
    groups: list[PlainGroup] = []
    """Its models with what they hold, where the format says so; in place of `models`."""
    gear: list[Gear] = []
    """What its models hold of which the format does not say who."""
    enhancements: list[tuple[str, int]] = []
    """Names and points, 0 where the format has none."""
    attached: int | None = None
    """The unit that it has joined, as an index of the army's units."""

    @property
    def squads(self) -> list[PlainGroup]:
        """Its model groups; one of the unit's name where the format has none."""
        found = self.groups or [PlainGroup(name, count) for name, count in self.models if count > 0]
        return found or [PlainGroup(self.name, 1)]


class PlainArmy(msgspec.Struct):
    name: str
    why_not: str
    format: str
    system: str = ""
    edition: str = ""
    writer: str = ""
    faction: str = ""
    detachment: str = ""
    stated: int | None = None
    computed: float | None = None
    """Points of the whole army where that is more than its units'; None: their sum."""
    units: list[PlainUnit] = []
    limit: int | None = None
    """The most points that the battle's size allows."""
    enhancements: list[str] = []
    """Those that the list's head names."""


def to_roster(army: PlainArmy, report: Report) -> Roster:
    """The army as a roster that says why it can't fight; raises RosterError when it holds no unit or too many."""
    if not army.units:
        raise RosterError(f"The list '{army.name}' holds no units.")
    if len(army.units) > MOST_UNITS:
        raise RosterError(f"The list holds {len(army.units)} units; at most {MOST_UNITS} are read.")
    sheets = [_sheet(unit, unit.uid or f"{slug(unit.name)[:48]}-{number}") for number, unit in enumerate(army.units, 1)]
    total = army.computed if army.computed is not None else sum(unit.points for unit in army.units)
    if army.stated is not None and abs(army.stated - total) > 0.5:
        report.warning("points-mismatch", f"The list states {army.stated} points, its units add up to {total:g}.")
    sheet = ArmySheet(
        name=army.name,
        system=army.system,
        faction=army.faction,
        detachment=army.detachment,
        points_stated=army.stated,
        points_computed=round(total),
        units=tuple(sheets),
        playable=False,
        why_not=army.why_not,
    )
    pairs = list(zip(sheets, army.units, strict=True))
    return Roster(
        army=sheet,
        report=(),
        system=army.system,
        edition=army.edition,
        writer=army.writer,
        format=army.format,
        datasheets={made.uid: unit.name for made, unit in pairs},
        profiles={made.uid: unit.profiles for made, unit in pairs if unit.profiles},
    )


def _sheet(unit: PlainUnit, uid: str) -> UnitSheet:
    return UnitSheet(
        uid=uid,
        name=unit.label or unit.name,
        points=round(unit.points),
        miniatures=tuple(
            MiniatureSheet(name, min(count, MOST_MODELS), BLANK) for name, count in _models(unit) if count > 0
        ),
        keywords=unit.keywords,
        faction_keywords=unit.faction_keywords,
        abilities=unit.abilities,
        leads=unit.leads,
        warlord=unit.warlord,
        role=unit.role,
    )


def _models(unit: PlainUnit) -> list[tuple[str, int]]:
    """The models by name, groups that differ only in what they hold taken together."""
    found: dict[str, int] = {}
    for group in unit.groups:
        found[group.name] = found.get(group.name, 0) + group.count
    return list(found.items()) or unit.models
