"""From bytes to a roster: what the file is decides who reads it. Lists of names are filled in from a shelf."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from highground.rosters import army_forge, builders, catalogues
from highground.rosters.archive import unpack
from highground.rosters.army import read_army
from highground.rosters.coverage import coverage
from highground.rosters.filling import Filler, mended, wanted
from highground.rosters.header import PLAYABLE, Header, read_header
from highground.rosters.legality import checked
from highground.rosters.model import Roster
from highground.rosters.names_only import plain_of, without_lines
from highground.rosters.other_systems import read_other
from highground.rosters.plain import PlainArmy, to_roster
from highground.rosters.report import Report, RosterError
from highground.rosters.shelf import EMPTY, KnownSheet, Shelf, learn
from highground.rosters.sniff import WHAT_TO_UPLOAD, check_size, kind_of, plain
from highground.rosters.text_lists import read_text_list
from highground.rosters.tree import MOST_PARTS, Node, from_json, from_xml, parse_json, to_plain

NO_SHEETS = (
    "The list names units and weapons but holds no stat lines, and none of its units is on your shelf. Upload any "
    "roster that has these units with their profiles (.ros, .rosz, or New Recruit's JSON), or a data file of its "
    "faction (.cat), or type the numbers in: then this list fights."
)
NO_SHEETS_HERE = (
    "The file has no profiles: it names units and weapons, but holds no stat lines. Export the roster with its "
    "profiles (.ros, .rosz, or New Recruit's JSON), or put its units on your shelf: upload another roster with them."
)
_MOST_SHEETS = 3_000_000
"""Brackets and commas of a JSON data file, eight times those of a roster."""


class Asks(msgspec.Struct, frozen=True):
    """What a list needs of a shelf: sheets of these names, and weapons of its faction."""

    names: tuple[str, ...] = ()
    faction: str = ""


class Read(msgspec.Struct, frozen=True):
    """A roster as it was read. `filled` is a roster file with all that the shelf gave, to read it from again."""

    roster: Roster
    filled: bytes | None = None


class Opened:
    """A file of which it is known what it is: a tree with profiles, a list of names, sheets, or a finished roster."""

    def __init__(self, name: str, format_: str, report: Report) -> None:
        self.name = name
        self.format = format_
        self.report = report
        self.tree: tuple[Node, Header] | None = None
        self.names: PlainArmy | None = None
        self.sheets: list[KnownSheet] | None = None
        self.finished: Roster | None = None

    @property
    def asks(self) -> Asks:
        if self.names is not None:
            return Asks(tuple(wanted(self.names)), self.names.faction)
        if self.tree is not None:
            return Asks(tuple(node.name for node in without_lines(self.tree[0])))
        return Asks()

    def learned(self, origin: str) -> list[KnownSheet]:
        """The data sheets that the file teaches."""
        if self.sheets is not None:
            return self.sheets
        return [] if self.tree is None else learn(*self.tree, origin)

    def read(self, shelf: Shelf = EMPTY) -> Read:
        """The roster, what is missing filled in from the shelf. Raises RosterError."""
        filled = None
        if self.finished is not None:
            roster = self.finished
        elif self.names is not None:
            roster, filled = _filled(self.names, shelf, self.report)
        elif self.tree is not None:
            roster, filled = _of_tree(*self.tree, shelf, self.report)
        else:
            raise RosterError(_of_sheets(self.name, self.sheets or []))
        if self.format:
            roster = msgspec.structs.replace(roster, format=self.format)
        if roster.army.playable:
            _count(roster, self.report)
        return Read(msgspec.structs.replace(roster, report=self.report.findings), filled)


def read_roster(data: bytes, name: str = "", shelf: Shelf = EMPTY) -> Roster:
    """Read a roster file. Its file `name` serves where it gives the army none; it never decides how the file is read.

    Raises RosterError, whose text is a sentence for the player, for what can't be read at all.
    """
    try:
        return open_roster(data, name).read(shelf).roster
    except RecursionError as error:
        raise RosterError("The file is nested far deeper than a roster, so it was not read.") from error


def open_roster(data: bytes, name: str = "") -> Opened:
    """Finds out what a file is, and takes it apart. Raises RosterError for what can't be read at all."""
    check_size(data)
    packed = kind_of(plain(data)) == "zip"
    content = plain(unpack(data)) if packed else plain(data)
    kind = kind_of(content)
    opened = Opened(_title(name), "", Report())
    try:
        if kind == "xml":
            _open_xml(opened, content, packed)
        elif kind == "json":
            _open_json(opened, content)
        elif kind == "zip":
            raise RosterError("The archive holds another archive. Upload the roster file itself.")
        else:
            _open_text(opened, content)
    except RecursionError as error:
        raise RosterError("The file is nested far deeper than a roster, so it was not read.") from error
    return opened


def _open_xml(opened: Opened, content: bytes, packed: bool) -> None:
    opened.format = "rosz" if packed else "ros"
    if catalogues.is_catalogue(content):
        opened.name, opened.sheets = catalogues.read_catalogue(content)
    else:
        _open_tree(opened, from_xml(content))


def _open_json(opened: Opened, content: bytes) -> None:
    value = parse_json(content, _MOST_SHEETS if b'"catalogue"' in content[:200] else MOST_PARTS)
    data_file = catalogues.of_json(value)
    if data_file is not None:
        opened.name, opened.sheets = catalogues.read_catalogue(data_file)
    elif not isinstance(value, dict):
        raise RosterError(f"The file is JSON, but no roster. {WHAT_TO_UPLOAD}")
    else:
        _open_object(opened, value)


def _open_object(opened: Opened, value: dict[str, Any]) -> None:
    body = value.get("roster")
    if isinstance(body, dict) or isinstance(value.get("forces"), list):
        outer = {key: item for key, item in value.items() if not isinstance(item, (dict, list))}
        opened.format = "new-recruit-json"
        _open_tree(opened, from_json({**outer, **(body if isinstance(body, dict) else value)}))
    elif army_forge.is_army_forge(value):
        opened.finished = army_forge.read_json(value, opened.name, opened.report)
    elif builders.is_rank_list(value):
        opened.finished = builders.read_rank_list(value, opened.name, opened.report)
    elif builders.is_rosterizer(value):
        opened.names = builders.read_rosterizer(value, opened.name)
    else:
        raise RosterError(f"The file is JSON, but of no list builder that is known here. {WHAT_TO_UPLOAD}")


def _open_tree(opened: Opened, root: Node) -> None:
    header = read_header(root, opened.name)
    names = plain_of(root, header) if header.edition in {*PLAYABLE, ""} else None
    if names is None:
        opened.tree = (root, header)
    else:
        opened.names = names


def _open_text(opened: Opened, content: bytes) -> None:
    text = content.decode("utf-8", errors="replace")
    if text.count("\n") > 20_000:
        raise RosterError("The text has far more lines than an army list, so it was not read.")
    if army_forge.is_text(text):
        opened.finished = army_forge.read_text(text, opened.name, opened.report)
    else:
        opened.names = read_text_list(text, opened.name, opened.report)


def _of_tree(root: Node, header: Header, shelf: Shelf, report: Report) -> tuple[Roster, bytes | None]:
    if header.edition not in PLAYABLE:
        return read_other(root, header, report), None
    changed = mended(without_lines(root), shelf, report)
    roster = checked(root, read_army(root, header, report), report)
    return roster, as_file(root) if changed else None


def _filled(names: PlainArmy, shelf: Shelf, report: Report) -> tuple[Roster, bytes | None]:
    """The army of a list of names; without any sheet a list to look at, which says what would help."""
    filler = Filler(msgspec.convert(msgspec.to_builtins(names), PlainArmy) if shelf else names, shelf, report)
    root = filler.roster()
    header = read_header(root, names.name)
    if not filler.used or header.edition not in PLAYABLE:
        names.why_not = NO_SHEETS_HERE if names.format.endswith("json") else NO_SHEETS
        roster = to_roster(_known(names), report)
        return msgspec.structs.replace(roster, missing=tuple(filler.missing)), None
    quiet = Report()
    roster = checked(root, read_army(root, header, quiet), quiet, listed=True)
    lost = {each.name for each in filler.missing if each.sheet}
    for finding in quiet.findings:
        if finding.code != "stats-missing" or not any(f"/{name}" in finding.where for name in lost):
            report.add(finding)
    roster = msgspec.structs.replace(
        roster, missing=tuple(filler.missing), writer=names.writer, format=names.format, system=names.system
    )
    return roster, as_file(root)


def _known(names: PlainArmy) -> PlainArmy:
    """The list with uids that its missing sheets are named by."""
    for number, unit in enumerate(names.units, 1):
        unit.uid = unit.uid or f"unit-{number}"
    return names


def as_file(root: Node) -> bytes:
    """A roster tree as the JSON that is read as a roster."""
    return msgspec.json.encode({"roster": to_plain(root)})


def _of_sheets(name: str, sheets: list[KnownSheet]) -> str:
    units = sum(sheet.kind == "unit" for sheet in sheets)
    return f"'{name}' is a data file with {units} data sheets, not a roster. Log in to put them on your shelf."


def _count(roster: Roster, report: Report) -> None:
    """Says how many of the abilities the engine acts on, weapon keywords and core rules left aside."""
    found = coverage([roster])
    effects, idle = found.count("effects", "stat line").occurrences, found.count("nothing in battle").occurrences
    by_hand, unknown = found.count("by hand").occurrences, found.count("unknown").occurrences
    whole = effects + idle + by_hand + unknown
    if whole:
        parts = (
            f"{effects} are effects, {by_hand} stay text to resolve by hand, {unknown} are unknown for want of a text"
        )
        idly = f", {idle} do nothing in a battle" if idle else ""
        report.info("abilities-counted", f"Of {whole} abilities that units and the army have {parts}{idly}.", "roster")


def _title(name: str) -> str:
    """A file's name without folders and ending; '' for standard input."""
    plain_name = name.replace("\\", "/").rpartition("/")[2]
    return "" if plain_name == "-" else re.sub(r"\.(rosz?|json|txt|xml|zip)$", "", plain_name, flags=re.IGNORECASE)[:80]
