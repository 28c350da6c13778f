"""The lines of one unit in a text list, taken apart: its models, and what each of them holds.

Lists differ in bullets and indents, but in all of them what belongs to a line stands further right below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from highground.rosters.naming import key
from highground.rosters.plain import Gear, PlainGroup

_LINE = re.compile(r"^(?P<indent>\s*)(?P<bullet>[•◦▪‣*·-]\s+)?(?P<text>\S.*)$")
COUNTED = re.compile(r"^(?P<count>\d{1,3})\s?[x×]? (?P<name>\S.*?)(?:(?P<armed>: | with )(?P<gear>.+)|:)?$")
_EACH_WITH = re.compile(r"^(?P<count>\d{1,3}) with (?P<gear>.+)$")
ENHANCEMENT = re.compile(r"^(?:Enhancements?|Optimisations?|Verbesserung(?:en)?|Mejoras?|Potenziament[oi])\s*:\s*(.+)$")
_PRICED = re.compile(r"^(?P<name>.+?)\s*[\(\[]\+?(?P<points>\d{1,3})\s*(?:points?|pts)[\)\]]$", re.IGNORECASE)
_WARLORD = re.compile(r"^(?:Warlord|Seigneur de Guerre|Kriegsherr|Señor de la Guerra|Signore della Guerra)$", re.I)
_ATTACHED = re.compile(r"^(?:Attached as|Attachée? en tant que|Angeschlossen als|Adjunt[oa] como)\s*:\s*(.+)$", re.I)
_BODYGUARD = re.compile(r"bodyguard|gardes? du corps|leibgarde|guardaespaldas|guardia", re.IGNORECASE)


class Line(msgspec.Struct):
    """A line with what stands further right below it. `column` is where its text begins."""

    text: str
    column: int
    bullet: bool
    below: list[Line] = []


class Block(msgspec.Struct):
    """The lines of a unit, taken apart. `rest` are lines that belong to no unit, such as headings."""

    groups: list[PlainGroup] = []
    gear: list[Gear] = []
    enhancements: list[tuple[str, int]] = []
    """Names and points, 0 where the list has none."""
    rest: list[str] = []
    warlord: bool = False
    role: str = ""
    """'leader' or 'body' where the list says how the unit is attached to another."""


def take_apart(name: str, copies: int, first: str, lines: Sequence[str]) -> Block:
    """The block of a unit called `name`: `first` is what stands behind its points, `lines` what stands below.

    `copies` is the number before its name, 0 where there is none.
    """
    found = Block()
    if first:
        _take_gear(found, found.gear, first, max(1, copies), each=False)
    for line in nested(_own(lines, found)):
        if line.column == 0 and not line.bullet and not _take_said(found, line.text):
            found.rest.append(line.text)
        elif line.column or line.bullet:
            _take(found, line, name, copies)
    _even_out(found, name, copies)
    return found


def _own(lines: Iterable[str], found: Block) -> Iterable[str]:
    """The lines without the one that says how the unit is attached, which stands above what is the unit's."""
    for line in lines:
        match = _LINE.match(line)
        said = _ATTACHED.match(match["text"].strip()) if match else None
        if said:
            found.role = "body" if _BODYGUARD.search(said[1]) else "leader"
        elif match:
            yield line


def nested(lines: Iterable[str]) -> list[Line]:
    """The lines as trees, by the columns in which their texts begin."""
    roots: list[Line] = []
    open_: list[Line] = []
    for raw in lines:
        match = _LINE.match(raw)
        if match is None:
            continue
        column = len(match["indent"]) + len(match["bullet"] or "")
        line = Line(match["text"].strip(), column, match["bullet"] is not None)
        while open_ and open_[-1].column >= column:
            open_.pop()
        (open_[-1].below if open_ and column else roots).append(line)
        open_.append(line)
    return roots


def _take(found: Block, line: Line, name: str, copies: int) -> None:
    """A line directly below the unit: a model group, gear of the unit, or something said about it."""
    if _take_said(found, line.text):
        for inner in line.below:
            _take(found, inner, name, copies)
        return
    counted = COUNTED.match(line.text)
    if counted and (line.below or counted["armed"] or _named_like(counted, name)):
        found.groups += _groups(found, counted, line.below)
        return
    _take_gear(found, found.gear, line.text, 1, each=False)
    for inner in line.below:
        _take_gear(found, found.gear, inner.text, 1, each=False)


def _named_like(counted: re.Match[str], name: str) -> bool:
    """Whether '5x Terminator' stands below 'Terminator Squad': a bullet without anything below it that is a model."""
    words = set(key(counted["name"]).split())
    return int(counted["count"]) > 1 and words <= set(key(name).split())


def _take_said(found: Block, text: str) -> bool:
    """Warlords and enhancements, which stand among the gear."""
    if _WARLORD.match(text):
        found.warlord = True
        return True
    named = ENHANCEMENT.match(text)
    said = named[1] if named else text
    priced = _PRICED.match(said)
    if not named and (priced is None or COUNTED.match(text) or ", " in text):
        return False
    name = (priced["name"] if priced else said).removesuffix("(Upgrade)").strip()
    if not named and text.endswith("]") and " and " in name:
        gear, _, name = name.rpartition(" and ")
        _take_gear(found, found.gear, gear, 1, each=False)
    found.enhancements.append((name, int(priced["points"]) if priced else 0))
    return True


def _groups(found: Block, counted: re.Match[str], below: Sequence[Line]) -> list[PlainGroup]:
    """The model group of a line, split where the list says how many of it hold what."""
    name, count, gear = counted["name"].strip(), max(1, int(counted["count"])), counted["gear"] or ""
    if gear and below and counted["armed"].strip() == "with":
        name, gear = f"{name} with {gear}", ""  # a model's own name
    parts = [match for line in below if (match := _EACH_WITH.match(line.text))]
    if each := _EACH_WITH.match(gear):
        parts.append(each)
        gear = ""
    if parts and sum(int(part["count"]) for part in parts) == count:
        groups = []
        for part in parts:
            group = PlainGroup(name, int(part["count"]))
            _take_gear(found, group.gear, part["gear"], group.count, each=True)
            groups.append(group)
        _take_others(found, groups[0].gear, below)
        return groups
    group = PlainGroup(name, count)
    if gear:
        _take_gear(found, group.gear, gear, count, each=True, totals=counted["armed"] == ": ")
    for part in parts:
        _take_gear(found, group.gear, part["gear"], int(part["count"]), each=True)
    _take_others(found, group.gear, below)
    return [group]


def _take_others(found: Block, gear: list[Gear], below: Sequence[Line]) -> None:
    for line in below:
        if not _EACH_WITH.match(line.text):
            _take_gear(found, gear, line.text, 1, each=False)
        _take_others(found, gear, line.below)


def _take_gear(found: Block, gear: list[Gear], text: str, count: int, *, each: bool, totals: bool = False) -> None:
    """Adds what a text such as '2x Long bow, Oar' names.

    `each`: it is what each of `count` models holds; with `totals` a number that is no less than theirs is for all.
    """
    if whole := _EACH_WITH.match(text):
        text, count, each, totals = whole["gear"], int(whole["count"]), True, False
    for part in re.split(r", (?![^(\[]*[)\]])", text):
        named = part.strip().rstrip(",")
        if not named or _take_said(found, named):
            continue
        counted = COUNTED.match(named)
        number = int(counted["count"]) if counted else 1
        if each and not (totals and counted and 1 < count <= number):
            number *= count
        gear.append(Gear((counted["name"] if counted else named).strip(), number))


def _even_out(found: Block, name: str, copies: int) -> None:
    """Models that the number before the unit's name counts, and no line below it."""
    missing = copies - sum(group.count for group in found.groups)
    if copies <= 1 or missing <= 0:
        return
    for gear in found.gear if found.groups else ():
        if gear.count == missing:
            found.gear.remove(gear)
            found.groups.append(PlainGroup(gear.name, missing))
            return
    found.groups.append(PlainGroup(name, missing))
