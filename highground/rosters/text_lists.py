"""Lists exported as text: unit names, points and models. They hold no stat lines, so they can't fight."""

from __future__ import annotations

import itertools
import re

from highground.rosters.model import Roster
from highground.rosters.plain import PlainArmy, PlainUnit, to_roster
from highground.rosters.report import Report, RosterError
from highground.rosters.sniff import WHAT_TO_UPLOAD

_WHY_NOT = (
    "A text export names units and weapons but holds no stat lines. Export the same list as .ros or .rosz, or as the "
    "JSON of New Recruit."
)
_LONGEST_LINE = 2000
_POINTS = r"[\(\[](?P<points>\d{1,5})\s*(?:points?|pts)[\)\]]"
_UNIT = re.compile(rf"^(?:[A-Za-z]+\d+: )?(?:(?P<copies>\d{{1,3}})x? )?(?P<name>[^•◦+#].*?) {_POINTS}(?P<rest>:.*)?$")
_FIELD = re.compile(r"^\+\s*(?P<name>[A-Z][A-Z ]+):\s*(?P<value>.+)$")
_BULLET = re.compile(r"^(?P<indent>\s*)[•◦]\s*(?P<text>.+)$")
_COUNTED = re.compile(r"^(?P<count>\d{1,3})x? (?P<name>.+?)(?P<armed>:| with .*|$)")
_TITLE = re.compile(rf"^(?P<name>[^+#•].*?) {_POINTS}$")
_HEADING = re.compile(r"^(?P<faction>.+?) - (?P<name>.+) - \[\d+ pts\]$")


def read_text_list(text: str, name: str, report: Report) -> Roster:
    """Raises RosterError for text that is no list."""
    lines = [line[:_LONGEST_LINE].expandtabs(4) for line in text.replace("\r", "").split("\n")]
    fields = _fields(lines)
    start, title = _title(lines)
    units = _units(lines[start:])
    if not units:
        raise RosterError(f"The file is text, but no army list that can be read. {WHAT_TO_UPLOAD}")
    heading = _HEADING.match(lines[0].strip())
    return to_roster(
        PlainArmy(
            name=fields.get("list name") or (heading["name"] if heading else title[0]) or name or "Text list",
            why_not=_WHY_NOT,
            format="text",
            writer="text export",
            faction=fields.get("faction keyword", heading["faction"] if heading else _faction(lines, start)).rpartition(
                " - "
            )[2],
            detachment=fields.get("detachment", ""),
            stated=_number(fields.get("total army points", "")) or title[1],
            units=units,
        ),
        report,
    )


def _fields(lines: list[str]) -> dict[str, str]:
    return {match["name"].strip().casefold(): match["value"].strip() for line in lines if (match := _FIELD.match(line))}


def _title(lines: list[str]) -> tuple[int, tuple[str, int | None]]:
    """The first line when it is the list's name and total; where the units start."""
    match = _TITLE.match(lines[0].strip()) if lines else None
    if match is None or _HEADING.match(lines[0].strip()):
        return 0, ("", None)
    return 1, (match["name"], int(match["points"]))


def _faction(lines: list[str], start: int) -> str:
    rest = [line.strip() for line in lines[start:8] if line.strip()]
    return rest[0] if start and rest and not _UNIT.match(rest[0]) else ""


def _number(text: str) -> int | None:
    match = re.match(r"\d{1,6}", text)
    return int(match[0]) if match else None


def _units(lines: list[str]) -> list[PlainUnit]:
    units: list[PlainUnit] = []
    blocks: list[list[str]] = []
    for line in lines:
        match = _UNIT.match(line) if not line.startswith(" ") else None
        if match is not None:
            units.append(PlainUnit(match["name"], int(match["points"]), [(match["name"], int(match["copies"] or 1))]))
            blocks.append([match["rest"] or ""])
        elif blocks:
            blocks[-1].append(line)
    if units and _is_size(units[0], blocks[0]):
        units, blocks = units[1:], blocks[1:]
    for unit, block in zip(units, blocks, strict=True):
        unit.models = _models(block) or unit.models
        unit.warlord = any("Warlord" in line for line in block)
    return units


def _is_size(unit: PlainUnit, block: list[str]) -> bool:
    """The battle's size, such as 'Large (2000 points)', stands before the units and looks like one without gear."""
    return unit.points > 0 and unit.points % 500 == 0 and not any(_BULLET.match(line) for line in block)


def _models(block: list[str]) -> list[tuple[str, int]]:
    """Counted bullets that hold further ones, or say with what, are models; the others are gear."""
    found: list[tuple[str, int]] = []
    for line, following in itertools.pairwise([*block, ""]):
        bullet = _BULLET.match(line)
        counted = _COUNTED.match(bullet["text"]) if bullet else None
        if bullet is None or counted is None:
            continue
        deeper = _BULLET.match(following) or re.match(r"^(?P<indent>\s+)\d+ with ", following)
        if counted["armed"] or (deeper and len(deeper["indent"]) > len(bullet["indent"])):
            found.append((counted["name"], int(counted["count"])))
    return found
