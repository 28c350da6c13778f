"""A roster tree of the 10th or 11th edition as an army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from highground.engine.model import Ability, ArmySheet, UnitSheet
from highground.rosters.abilities import rules_of, texts_of
from highground.rosters.attaching import with_welcome
from highground.rosters.characteristics import with_characteristics
from highground.rosters.effects import for_players, had_by_units, known_keywords, of_armies, with_effects
from highground.rosters.header import PLAYABLE, Header
from highground.rosters.keywords import is_glossary
from highground.rosters.model import Roster
from highground.rosters.remakes import with_other_leads
from highground.rosters.report import Report, RosterError
from highground.rosters.text import folded, slug
from highground.rosters.tree import Node
from highground.rosters.units import UnitReader, is_blank
from highground.rosters.walk import (
    MOST_UNITS,
    Placed,
    amount_of,
    below,
    forces,
    is_settings,
    is_unit,
    points_of,
    top_selections,
)

_DETACHMENT = {"detachment", "detachments", "detachment choice", "detachment(s)", "detachment choices"}
MOST_MINIATURES = 5000


class Named(msgspec.Struct, frozen=True):
    """A unit's selection with its unique id and the name that distinguishes it from its equals."""

    placed: Placed
    uid: str
    name: str


class Contents(msgspec.Struct):
    """What a roster's forces hold, sorted."""

    forces: list[Placed]
    units: list[Placed]
    settings: list[Node]


def contents_of(root: Node, report: Report) -> Contents:
    """Units and settings of all forces; raises RosterError when there is no unit or far too many."""
    contents = Contents(list(forces(root)), [], [])
    for force in contents.forces:
        for placed in top_selections(force):
            if is_unit(placed.node):
                contents.units.append(placed)
            elif inner := [] if is_settings(placed.node) else list(_units_below(placed)):
                contents.units += inner
            else:
                contents.settings.append(placed.node)
                _report_paid_settings(placed, report)
    if not contents.units:
        raise RosterError(f"The roster '{root.name or 'without a name'}' holds no units.")
    if len(contents.units) > MOST_UNITS:
        raise RosterError(f"The roster holds {len(contents.units)} units; at most {MOST_UNITS} are read.")
    return contents


def _units_below(placed: Placed) -> Iterator[Placed]:
    for child in placed.node.of("selection"):
        path = f"{placed.where}/{child.name}"
        if child.get("type") in {"unit", "model"}:
            yield Placed(child, path)
        else:
            yield from _units_below(Placed(child, path))


def _report_paid_settings(placed: Placed, report: Report) -> None:
    points = points_of(placed.node)
    if points > 0 and not is_settings(placed.node):
        message = f"'{placed.node.name}' costs {points:g} points but is no unit; only its points count."
        report.warning("unit-unresolved", message, placed.where)


def named_units(units: list[Placed], report: Report) -> list[Named]:
    """Unique ids and names: a name of the player's own wins, equal names get letters."""
    uids: set[str] = set()
    names = [unit.node.get("customName").strip()[:80] or unit.node.name or "Unit" for unit in units]
    often = Counter(names)
    numbers: Counter[str] = Counter()
    named = []
    for index, (placed, name) in enumerate(zip(units, names, strict=True)):
        uid = slug(placed.node.get("id"))[:64] if placed.node.get("id") else f"unit-{index + 1}"
        if uid in uids:
            message = f"The id '{placed.node.get('id')[:64]}' stands twice in the file."
            report.warning("duplicate-id", message, placed.where)
            uid = f"{uid}-{index + 1}"
        uids.add(uid)
        numbers[name] += 1
        label = f"{name} {letters(numbers[name])}" if often[name] > 1 else name
        named.append(Named(placed, uid, label))
    return named


def letters(number: int) -> str:
    """1 is A, 26 is Z, 27 is AA."""
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def read_army(root: Node, header: Header, report: Report) -> Roster:
    """The army of a 10th or 11th edition roster (any tree with stat lines of that shape)."""
    contents = contents_of(root, report)
    named = named_units(contents.units, report)
    reader = UnitReader(report)
    datasheets = {unit.uid: unit.placed.node.name for unit in named}
    read = [reader.read(unit.placed, unit.uid, unit.name) for unit in named]
    units = _with_leads(with_welcome(with_other_leads(read), datasheets), datasheets)
    if sum(sheet.count for unit in units for sheet in unit.miniatures) > MOST_MINIATURES:
        raise RosterError(f"The roster holds more than {MOST_MINIATURES} miniatures, which can't be right.")
    blank = [unit for unit in units if is_blank(unit)]
    playable = len(blank) < len(units)
    if playable:
        for unit in blank:
            message = f"{unit.name} has no usable stat line in the file, so it can't be set up in a battle."
            report.error("unit-unresolved", message, next(n.placed.where for n in named if n.uid == unit.uid))
    abilities = tuple(dict.fromkeys(_army_abilities(contents)))
    if playable:
        places = {unit.uid: unit.placed.where for unit in named}
        known = known_keywords((unit for unit in units if not is_blank(unit)), detachment_of(contents.settings))
        units, held = with_characteristics(units)
        units = [
            with_effects(unit, known, reader.settled[unit.uid] | held.get(unit.uid, set()), places[unit.uid], report)
            for unit in units
        ]
        blank = [unit for unit in units if is_blank(unit)]
        shared = {(each.name, each.text): each for each in (*of_armies(units, known), *abilities)}
        left = [ability for ability in shared.values() if not had_by_units(ability, units, known)]
        abilities = tuple(for_players(ability, known, report) for ability in left)
    detachment = detachment_of(contents.settings)
    if not detachment:
        report.info("no-detachment", "The roster names no detachment.", "roster")
    army = ArmySheet(
        name=header.name,
        system=header.system or f"{header.edition} shape",
        faction=faction_of(contents.forces),
        detachment=detachment,
        points_stated=stated_points(header),
        points_computed=_checked_points(contents, header, report),
        units=tuple(unit for unit in units if not playable or unit not in blank),
        abilities=abilities,
        playable=playable,
        why_not="" if playable else why_no_stats(header),
    )
    left_out = tuple(blank) if playable else ()
    return Roster(army, (), header.system, header.edition, header.writer, "", left_out, datasheets)


def why_no_stats(header: Header) -> str:
    """Why a roster without any stat line can't fight."""
    if header.edition not in PLAYABLE and header.system:
        return f"Only 10th and 11th edition rosters with their stat lines can fight; this one is '{header.system}'."
    return (
        "The file names units but holds no stat lines. Export the roster with its profiles: as .ros or .rosz, or as "
        "the JSON of New Recruit."
    )


def _with_leads(units: list[UnitSheet], datasheets: dict[str, str]) -> list[UnitSheet]:
    """The same units, `leads` naming this army's units where they are in it."""
    here: dict[str, list[str]] = {}
    for unit in units:
        here.setdefault(folded(datasheets[unit.uid]), []).append(unit.name)

    def matched(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(found for name in names for found in here.get(folded(name), [name])))

    return [msgspec.structs.replace(unit, leads=matched(unit.leads)) if unit.leads else unit for unit in units]


def stated_points(header: Header) -> int | None:
    return round(amount_of(header.stated)) if header.stated else None


def total_points(contents: Contents) -> float:
    """The sum over all selections of all forces, settings included."""
    return sum(points_of(selection.node) for force in contents.forces for selection in top_selections(force))


def _checked_points(contents: Contents, header: Header, report: Report) -> int:
    """The total; one of the file that differs is reported."""
    total = total_points(contents)
    if header.stated and abs(total - amount_of(header.stated)) > 0.01:
        message = f"The file states {amount_of(header.stated):g} points, its selections add up to {total:g}."
        report.warning("points-mismatch", message, "roster/costs")
    elif not total:
        report.info("points-missing", "The file gives no points.", "roster/costs")
    return round(total)


def faction_of(placed: Iterable[Placed]) -> str:
    """The catalogues' names without what stands before their last ' - ', each once."""
    names = (" ".join(force.node.get("catalogueName").split()) for force in placed)
    return " + ".join(dict.fromkeys(name.rpartition(" - ")[2] for name in names if name))


def detachment_of(settings: list[Node]) -> str:
    """What is chosen under the setting called detachment; '' where it is absent or empty."""
    chosen = [
        child.name
        for node in settings
        if node.name.casefold() in _DETACHMENT
        for child in node.of("selection")
        if child.name
    ]
    return " + ".join(dict.fromkeys(chosen))


def _army_abilities(contents: Contents) -> Iterator[Ability]:
    for force in contents.forces:
        for name, text in rules_of(force.node):
            if not is_glossary(name):
                yield Ability(name, text, "army", force.node.name, private=True)
    for settings in contents.settings:
        for node in below(settings):
            for name, text in (*texts_of(node), *rules_of(node)):
                if not is_glossary(name):
                    yield Ability(name, text, "army", node.name, private=True)
