"""Lists exported as text: unit names, points and models. They hold no stat lines, so they can't fight."""

from __future__ import annotations

import re

from highground.rosters.model import Roster
from highground.rosters.plain import PlainArmy, PlainUnit, to_roster
from highground.rosters.report import Report, RosterError
from highground.rosters.sniff import WHAT_TO_UPLOAD
from highground.rosters.text_blocks import BULLET, take_apart, tell_losses

_WHY_NOT = (
    "A text export names units and weapons but holds no stat lines. Export the same list as .ros or .rosz, or as the "
    "JSON of New Recruit."
)
_NEEDED = "Of a text list, each unit needs its points in brackets, such as 'Rowers (100 points)'."
_LONGEST_LINE = 2000
_POINTS = r"[\(\[](?P<points>\d{1,5})\s*(?:points?|pts)[\)\]]"
_UNIT = re.compile(rf"^(?:[A-Za-z]+\d+: )?(?:(?P<copies>\d{{1,3}})x? )?(?P<name>[^•◦+#].*?) {_POINTS}(?P<rest>:.*)?$")
_FIELD = re.compile(r"^\+\s*(?P<name>[A-Z][A-Z ]+):\s*(?P<value>.+)$")
_TITLE = re.compile(rf"^(?P<name>[^+#•].*?) {_POINTS}$")
_HEADING = re.compile(r"^(?P<faction>.+?) - (?P<name>.+) - \[\d+ pts\]$")


def read_text_list(text: str, name: str, report: Report) -> Roster:
    """Raises RosterError for text that is no list."""
    lines = [line[:_LONGEST_LINE].expandtabs(4) for line in text.replace("\r", "").split("\n")]
    fields = _fields(lines)
    start, title = _title(lines)
    units = _units(lines[start:], report)
    if not units:
        raise RosterError(f"The file is text, but no army list that can be read. {_NEEDED} {WHAT_TO_UPLOAD}")
    if title[1] is None and _number(fields.get("total army points", "")) is None:
        total = sum(unit.points for unit in units)
        report.info("points-unstated", f"The list states no total; its units add up to {total:g} points.")
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


def _units(lines: list[str], report: Report) -> list[PlainUnit]:
    """The units with a line of points; what of the list has no place anywhere goes into the report."""
    units: list[PlainUnit] = []
    blocks: list[list[str]] = [[]]
    for line in lines:
        match = _UNIT.match(line) if not line.startswith(" ") else None
        if match is not None:
            units.append(PlainUnit(match["name"], int(match["points"]), [(match["name"], int(match["copies"] or 1))]))
            blocks.append([match["rest"] or ""])
        else:
            blocks[-1].append(line)
    preamble, *blocks = blocks
    if units and _is_size(units[0], blocks[0]):
        preamble, units, blocks = [*preamble, *blocks[0]], units[1:], blocks[1:]
    parts = [take_apart(block) for block in blocks]
    for unit, part in zip(units, parts, strict=True):
        unit.models = part.models or unit.models
        unit.warlord = part.warlord
    if units:
        tell_losses(report, preamble, [unit.name for unit in units], parts)
    return units


def _is_size(unit: PlainUnit, block: list[str]) -> bool:
    """The battle's size, such as 'Large (2000 points)', stands before the units and looks like one without gear."""
    return unit.points > 0 and unit.points % 500 == 0 and not any(BULLET.match(line) for line in block)
