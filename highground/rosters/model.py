"""What reading a file gives: the army that fights, and what stands beside it."""

from __future__ import annotations

import msgspec

from highground.engine.model import ArmySheet, UnitSheet
from highground.rosters.report import Finding


class RawProfile(msgspec.Struct, frozen=True):
    """A profile as the file has it. `kind` is the file's name for the type; values are untouched text."""

    name: str
    kind: str
    characteristics: tuple[tuple[str, str], ...]
    count: int = 1


class Missing(msgspec.Struct, frozen=True):
    """What a unit of a list lacks: its whole sheet, or things of which no profile was found. `uid` is the unit's."""

    uid: str
    name: str
    sheet: bool
    gear: tuple[str, ...] = ()


class Roster(msgspec.Struct, frozen=True):
    """A roster file, read.

    `army` holds the units that can be set up; of a playable army, `left_out` holds the others (no stat line), which
    count in the points all the same. `edition` is a short code ('10e', '11e', '9e', ...; '' unknown), `writer` the
    program that wrote the file, `format` one of 'ros', 'rosz', 'new-recruit-json', 'army-forge-json', 'text', ....
    `missing` is what the shelf did not have for a list of names, `attached` the unit that a leader has joined, both by
    uid. `datasheets` gives a unit's name in the list builder by its uid, `profiles` its raw profiles where the game
    system is not one that can fight.
    """

    army: ArmySheet
    report: tuple[Finding, ...]
    system: str = ""
    edition: str = ""
    writer: str = ""
    format: str = ""
    left_out: tuple[UnitSheet, ...] = ()
    datasheets: dict[str, str] = {}
    profiles: dict[str, tuple[RawProfile, ...]] = {}
    missing: tuple[Missing, ...] = ()
    attached: dict[str, str] = {}
