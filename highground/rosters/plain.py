"""Armies that are read but can't fight: names, points, models and raw profiles."""

from __future__ import annotations

import msgspec

from highground.engine.model import Ability, ArmySheet, MiniatureSheet, UnitSheet
from highground.rosters.model import RawProfile, Roster
from highground.rosters.report import Report, RosterError
from highground.rosters.text import slug
from highground.rosters.units import BLANK
from highground.rosters.walk import MOST_MODELS, MOST_UNITS


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
            MiniatureSheet(name, min(count, MOST_MODELS), BLANK) for name, count in unit.models if count > 0
        ),
        keywords=unit.keywords,
        faction_keywords=unit.faction_keywords,
        abilities=unit.abilities,
        leads=unit.leads,
        warlord=unit.warlord,
        role=unit.role,
    )
