"""Whether an army may be fielded as it stands: warnings for its player, never refusals.

Limits are those of the common tournament game: three units of one data sheet, six that are battleline or dedicated
transports, one of an epic hero; three enhancements, each once, each on a character that is no epic hero.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from highground.engine.attached import may_join_beside
from highground.engine.model import UnitSheet
from highground.rosters.army import Contents, Named, contents_of, named_units
from highground.rosters.header import is_points
from highground.rosters.model import Roster
from highground.rosters.naming import key
from highground.rosters.report import Report
from highground.rosters.shelf import is_enhancement
from highground.rosters.text import folded
from highground.rosters.tree import Node
from highground.rosters.walk import amount_of, below

MOST_COPIES, MOST_BATTLELINE, MOST_ENHANCEMENTS = 3, 6, 3
_MANY = frozenset({"battleline", "dedicated transport"})
_LIMIT = re.compile(r"(\d{1,3}(?:[,.]?\d{3}))\s*-?\s*(?:points?|pts)", re.IGNORECASE)
_BIG = 4000
"""Lists of more points are collections to look at, which no limit is meant for."""


class Fielded(msgspec.Struct):
    """A unit with the selections of its enhancements."""

    sheet: UnitSheet
    named: Named
    enhancements: list[str]

    @property
    def character(self) -> bool:
        return "character" in self.sheet.keywords or self.hero or folded(self.sheet.role) in {"character", "epic hero"}

    @property
    def hero(self) -> bool:
        return "epic hero" in self.sheet.keywords


def checked(root: Node, roster: Roster, report: Report, *, listed: bool = False) -> Roster:
    """The roster with its attached leaders; reports what an opponent might object to.

    `listed`: it is a list of names, whose enhancements may be those of a later edition than its sheets.
    """
    contents = contents_of(root, Report())
    named = named_units(contents.units, Report())
    sheets = {unit.uid: unit for unit in (*roster.army.units, *roster.left_out)}
    units = [
        Fielded(sheets[each.uid], each, list(_enhancements(each.placed.node))) for each in named if each.uid in sheets
    ]
    if roster.army.points_computed <= _BIG:
        _points(root, contents, roster.army.points_computed, report)
        _copies(units, report)
        _enhanced(units, report, of_characters=not listed and roster.edition == "10e")
        _warlord(units, report)
    attached = dict(_attached(units, report))
    _leaders(units, report)
    return msgspec.structs.replace(roster, attached=attached)


def _enhancements(unit: Node) -> Iterator[str]:
    return (node.name for node in below(unit) if node is not unit and is_enhancement(node))


def _points(root: Node, contents: Contents, computed: int, report: Report) -> None:
    limit = limit_of(root, contents.settings)
    if limit is not None and computed > limit:
        message = f"The army has {computed} points; its battle size allows {limit}."
        report.warning("points-over-limit", message, "roster/costLimits")


def limit_of(root: Node, settings: Iterable[Node]) -> int | None:
    """The most points that the file allows: its own limit, else that of the battle size chosen in it."""
    limits = [round(amount_of(each.get("value"))) for each in root.of("costLimit") if is_points(each)]
    for node in settings:
        if node.name.casefold() == "battle size":
            found = (_LIMIT.search(child.name) for child in below(node))
            limits += [int(re.sub(r"\D", "", match[1])) for match in found if match]
    return next((limit for limit in limits if limit > 0), None)


def _copies(units: Sequence[Fielded], report: Report) -> None:
    often = Counter(key(unit.named.placed.node.name) for unit in units)
    for name, count in often.items():
        unit = next(each for each in units if key(each.named.placed.node.name) == name)
        most = 1 if unit.hero else MOST_BATTLELINE if not _MANY.isdisjoint(unit.sheet.keywords) else MOST_COPIES
        if count > most:
            once = "once" if most == 1 else f"{most} times"
            message = f"{unit.named.placed.node.name} is there {count} times; it may be there {once}."
            report.warning("too-many-copies", message, unit.named.placed.where)


def _enhanced(units: Sequence[Fielded], report: Report, *, of_characters: bool) -> None:
    taken = [(name, unit) for unit in units for name in unit.enhancements if unit.character or of_characters]
    for name, count in Counter(name for name, _ in taken).items():
        if count > 1:
            report.warning("enhancement-doubled", f"The enhancement '{name}' is taken {count} times.", "roster")
    if len(taken) > MOST_ENHANCEMENTS:
        message = f"The army has {len(taken)} enhancements; it may have {MOST_ENHANCEMENTS}."
        report.warning("enhancements-too-many", message, "roster")
    for unit in units:
        where = unit.named.placed.where
        if len(unit.enhancements) > 1:
            listed = " and ".join(unit.enhancements)
            report.warning("enhancements-too-many", f"{unit.sheet.name} has two enhancements: {listed}.", where)
        if unit.enhancements and unit.hero:
            report.warning("enhancement-bearer", f"{unit.sheet.name} is an epic hero and may take none.", where)
        elif unit.enhancements and of_characters and not unit.character:
            message = f"{unit.sheet.name} has the enhancement {unit.enhancements[0]} but is no character."
            report.warning("enhancement-bearer", message, where)


def _warlord(units: Sequence[Fielded], report: Report) -> None:
    chosen = [unit for unit in units if unit.sheet.warlord]
    if not chosen and any(unit.character for unit in units):
        report.info("no-warlord", "No unit is marked as the warlord.", "roster")
    elif len(chosen) > 1:
        names = ", ".join(unit.sheet.name for unit in chosen)
        report.warning("warlords-too-many", f"The army has {len(chosen)} warlords: {names}.", "roster")
    elif chosen and not chosen[0].character and chosen[0].sheet.keywords:
        message = f"The warlord, {chosen[0].sheet.name}, is no character."
        report.warning("warlord-no-character", message, chosen[0].named.placed.where)


def _attached(units: Sequence[Fielded], report: Report) -> Iterator[tuple[str, str]]:
    """Which leaders have joined which units by the file, as uids; what a leader may not join is reported."""
    by_id: Mapping[str, Fielded] = {name: unit for unit in units if (name := unit.named.placed.node.get("id"))}
    joining = [(unit, body) for unit in units if (body := by_id.get(unit.named.placed.node.get("attachedTo")))]
    leading = {unit.sheet.uid for unit, _ in joining}
    joined: dict[str, list[UnitSheet]] = {}
    for unit, body in joining:
        others = joined.setdefault(body.sheet.uid, [])
        problem = _mismatch(unit, body, others, joins=body.sheet.uid in leading)
        if problem:
            message = f"{unit.sheet.name} is attached to {body.sheet.name}, which {problem}."
            report.warning("leader-mismatch", message, unit.named.placed.where)
        else:
            others.append(unit.sheet)
            yield unit.sheet.uid, body.sheet.uid


def _mismatch(leader: Fielded, body: Fielded, others: list[UnitSheet], *, joins: bool) -> str:
    """Why a leader may not join a unit that these have joined already, or that `joins` another; '' where it may."""
    if joins:
        return "is attached to a unit itself"
    if leader.sheet.leads and not _may_lead(leader, body):
        return "its sheet does not let it lead"
    if not may_join_beside(leader.sheet, others):
        return f"{others[0].name} leads already; neither sheet allows the other"
    return ""


def _may_lead(leader: Fielded, body: Fielded) -> bool:
    return _is_one_of({key(name) for name in leader.sheet.leads}, body)


def _is_one_of(names: Collection[str], body: Fielded) -> bool:
    return key(body.sheet.name) in names or key(body.named.placed.node.name) in names


def _leaders(units: Sequence[Fielded], report: Report) -> None:
    for unit in units:
        names = {key(name) for name in unit.sheet.leads}
        if names and not any(body is not unit and _is_one_of(names, body) for body in units):
            message = f"{unit.sheet.name} is a leader, but the army has no unit that it may lead."
            report.info("leader-idle", message, unit.named.placed.where)
