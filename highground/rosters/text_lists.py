"""Lists exported as text: names of units, models, weapons and enhancements, and points. Their sheets are elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from highground.rosters.plain import PlainArmy, PlainGroup, PlainUnit
from highground.rosters.report import Report, RosterError
from highground.rosters.sniff import WHAT_TO_UPLOAD
from highground.rosters.text_blocks import ENHANCEMENT, Block, take_apart

_NEEDED = "Of a text list, each unit needs its points in brackets, such as 'Rowers (100 points)'."
_LONGEST_LINE = 2000
_MOST = 12
"""Remarks about single lines."""
_POINTS = r"[\(\[]\+?(?P<points>\d{1,3}(?:[,.]\d{3})+|\d{1,5})\s*(?:points?|pts?|puntos|punti|punkte)\.?[\)\]]"
_UNIT = re.compile(
    rf"^(?:(?P<code>[A-Za-z]+\d+): )?(?:(?P<copies>\d{{1,3}})\s?x? )?(?P<name>[^•◦+#&\s].*?)\s*{_POINTS}"
    r"(?::\s*(?P<rest>.*))?$",
    re.IGNORECASE,
)
_FIELD = re.compile(r"^\+\s*(?P<name>[A-Z][A-Z ]+):\s*(?P<value>.+)$")
_MORE = re.compile(r"^&\s*(?P<value>.+)$")
_TITLE = re.compile(rf"^(?P<name>[^+#•].*?)\s*{_POINTS}$", re.IGNORECASE)
_HEADING = re.compile(r"^(?P<faction>.+?) - (?P<name>.+) - \[[\d,.]+ ?pts\]$")
_TOTAL = re.compile(r"^#+ .*\[(?P<points>\d+) ?pts\]$")
_DETACHMENT = re.compile(r"^(?P<name>.+?) \(\d+ [^)]*d[ée]tach[^)]*\)$", re.IGNORECASE)
_NAMED = re.compile(r"^Detachments?:\s*(?P<name>.+)$", re.IGNORECASE)
_SAID = re.compile(
    r"^([A-ZÀ-Ý][\w' ]{2,30}:|Purge the Foe|Take and Hold|Reconnaissance|Priority Assets|Disruption|Éliminez)"
)
_ATTACHED = re.compile(r"^(?:attached unit \d+|unité \d+ attachée|angeschlossene einheit \d+)$", re.IGNORECASE)
_CAPITALS = re.compile(r"^[^a-zà-ÿ]*[A-ZÀ-Ý]{3}[^a-zà-ÿ]*$")
_ENDING = re.compile(
    r"^([+#&=*_-].*|Attached Units?\b.*|Unités? .*attachées?|[A-Z][A-Za-z ]{2,30}:.*"
    r"|(Created|Exported|Exporté) (with|avec) .*)$",
    re.I,
)
_UNIT_WITHOUT_POINTS = re.compile(r"^\d{1,3}x? \S")
_LIMIT = re.compile(r"(\d{1,3}(?:[,.]?\d{3}))\s*-?\s*(?:points?|pts)", re.IGNORECASE)


class ListHead(msgspec.Struct):
    """What stands above the units."""

    name: str = ""
    faction: str = ""
    detachment: str = ""
    stated: int | None = None
    limit: int | None = None
    enhancements: list[str] = []
    warlord: str = ""


class ListEntry(msgspec.Struct):
    """A unit's line with those below it. `group` counts the attached units, 0 for one of none."""

    match: re.Match[str]
    lines: list[str]
    group: int = 0


def read_text_list(text: str, name: str, report: Report) -> PlainArmy:
    """Raises RosterError for text that is no list."""
    lines = [line[:_LONGEST_LINE].expandtabs(4) for line in text.replace("\r", "").split("\n")]
    preamble, found = _split(lines)
    if not found:
        raise RosterError(f"The file is text, but no army list that can be read. {_NEEDED} {WHAT_TO_UPLOAD}")
    head = _head(preamble)
    blocks = [_block(each) for each in found]
    units = [_unit(each, block) for each, block in zip(found, blocks, strict=True)]
    _attach(found, blocks, units)
    _crown(found, units, head.warlord)
    _tell_unread(report, preamble, blocks)
    if head.stated is None:
        total = sum(unit.points for unit in units)
        report.info("points-unstated", f"The list states no total; its units add up to {total:g} points.")
    return PlainArmy(
        name=head.name or name or "Text list",
        why_not="",
        format="text",
        writer="text export",
        faction=head.faction.rpartition(" - ")[2],
        detachment=head.detachment,
        stated=head.stated,
        limit=head.limit,
        enhancements=head.enhancements,
        units=units,
    )


def _split(lines: Sequence[str]) -> tuple[list[str], list[ListEntry]]:
    """What stands above the units, and each unit's lines."""
    preamble: list[str] = []
    found: list[ListEntry] = []
    group = 0
    for number, line in enumerate(lines):
        if _ATTACHED.match(line.strip()):
            group += 1
            continue
        if group and _CAPITALS.match(line.strip()):
            group = -group
        match = None if line[:1].isspace() or _HEADING.match(line) or ENHANCEMENT.match(line) else _UNIT.match(line)
        if match is not None and (found or not _is_head(match, lines, number)):
            found.append(ListEntry(match, [], max(group, 0)))
        else:
            (found[-1].lines if found else preamble).append(line)
    return preamble, found


def _is_head(match: re.Match[str], lines: Sequence[str], number: int) -> bool:
    """Whether it is the list's title or the battle's size, which look like units: nothing stands below them."""
    if match["code"] or match["copies"] or match["rest"]:
        return False
    if _DETACHMENT.match(lines[number].strip()):
        return True
    below = next((line for line in lines[number + 1 :] if line.strip()), "")
    armed = below[:1].isspace() or below.startswith(("•", "◦", "-", "*", "Attached as", "Enhancement"))
    size = _whole(match["points"]) % 250 == 0 and _whole(match["points"]) > 0
    first = all(not line.strip() for line in lines[:number])
    more = any(_UNIT.match(line) for line in lines[number + 1 :])
    return not armed and more and (first or size)


def _head(preamble: Sequence[str]) -> ListHead:
    head = ListHead()
    plain: list[str] = []
    last = ""
    for line in (each.strip() for each in preamble):
        if field := _FIELD.match(line):
            last = field["name"].strip().casefold()
            _take_field(head, last, field["value"].strip())
        elif (more := _MORE.match(line)) and last == "enhancement":
            head.enhancements.append(more["value"])
        elif heading := _HEADING.match(line):
            head.faction, head.name = heading["faction"], heading["name"]
        elif total := _TOTAL.match(line):
            head.stated = int(total["points"])
        elif named := _NAMED.match(line):
            head.detachment = named["name"].strip()
        elif line and not line.startswith(("+", "#", "&")):
            plain.append(line)
    _take_plain(head, plain)
    head.enhancements = [each.partition(" (on ")[0].strip() for each in head.enhancements]
    return head


def _take_field(head: ListHead, name: str, value: str) -> None:
    match name:
        case "list name":
            head.name = value
        case "faction keyword":
            head.faction = value
        case "detachment":
            head.detachment = value
        case "total army points":
            head.stated = _number(value)
        case "points limit":
            head.limit = _number(value)
        case "warlord":
            head.warlord = value
        case "enhancement":
            head.enhancements.append(value)


def _take_plain(head: ListHead, lines: list[str]) -> None:
    """The lines that are not marked as fields: title, faction, size, detachment, in about this order."""
    title = _TITLE.match(lines[0]) if lines else None
    if title is not None:
        head.name, head.stated = title["name"].strip(), _whole(title["points"])
        lines = lines[1:]
    rest = []
    for line in lines:
        if match := _DETACHMENT.match(line):
            head.detachment = head.detachment or match["name"]
        elif limit := _LIMIT.search(line):
            head.limit = head.limit or _whole(limit[1])
        elif not _SAID.match(line) and not _ENDING.match(line) and not _CAPITALS.match(line):
            rest.append(line)
    if title is not None and rest and not head.faction:
        head.faction, *rest = rest
    if title is not None and rest and not head.detachment:
        head.detachment = rest[-1]


def _block(found: ListEntry) -> Block:
    match = found.match
    return take_apart(match["name"].strip(), int(match["copies"] or 0), (match["rest"] or "").strip(), found.lines)


def _unit(found: ListEntry, block: Block) -> PlainUnit:
    name, copies = found.match["name"].strip(), int(found.match["copies"] or 1)
    unit = PlainUnit(name, _whole(found.match["points"]), warlord=block.warlord, enhancements=block.enhancements)
    unit.groups = block.groups or [PlainGroup(name, max(1, copies))]
    if len(unit.groups) == 1:
        unit.groups[0].gear += block.gear
    else:
        unit.gear = block.gear
    return unit


def _attach(found: Sequence[ListEntry], blocks: Sequence[Block], units: Sequence[PlainUnit]) -> None:
    """Leaders of an attached unit have joined its bodyguard."""
    for number in {each.group for each in found if each.group}:
        members = [index for index, each in enumerate(found) if each.group == number]
        bodies = [index for index in members if blocks[index].role == "body"]
        for index in members:
            if bodies and blocks[index].role == "leader":
                units[index].attached = bodies[0]


def _crown(found: Sequence[ListEntry], units: Sequence[PlainUnit], named: str) -> None:
    """Marks the warlord that the list's head names, where no unit says it of itself."""
    if not named or any(unit.warlord for unit in units):
        return
    code, _, name = named.rpartition(": ")
    for each, unit in zip(found, units, strict=True):
        if (each.match["code"] == code) if each.match["code"] and code else unit.name == name:
            unit.warlord = True
            return


def _tell_unread(report: Report, preamble: Sequence[str], blocks: Sequence[Block]) -> None:
    """Says which lines have no place anywhere."""
    unread = list(_unpriced(preamble))
    unread += [line for block in blocks for line in block.rest if not _CAPITALS.match(line) and not _ENDING.match(line)]
    for line in unread[:_MOST]:
        if _UNIT_WITHOUT_POINTS.match(line):
            report.warning("unit-unknown", f"'{line[:80]}' has no points in brackets, so it was not read as a unit.")
        else:
            report.info("line-unread", f"'{line[:80]}' is neither a unit nor its gear.")
    if len(unread) > _MOST:
        report.info("line-unread", f"{len(unread) - _MOST} more lines were not understood.")


def _unpriced(preamble: Sequence[str]) -> Iterator[str]:
    return (line.strip() for line in preamble if _UNIT_WITHOUT_POINTS.match(line.strip()) and not _TITLE.match(line))


def _whole(text: str) -> int:
    return int(re.sub(r"\D", "", text) or 0)


def _number(text: str) -> int | None:
    match = re.match(r"\d{1,3}(?:[,.]\d{3})+|\d{1,6}", text)
    return _whole(match[0]) if match else None
