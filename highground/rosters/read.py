"""From bytes to a roster: what the file is decides who reads it."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from highground.rosters import army_forge, builders
from highground.rosters.archive import unpack
from highground.rosters.army import read_army
from highground.rosters.coverage import coverage
from highground.rosters.header import PLAYABLE, read_header
from highground.rosters.model import Roster
from highground.rosters.other_systems import read_other
from highground.rosters.report import Report, RosterError
from highground.rosters.sniff import WHAT_TO_UPLOAD, check_size, kind_of, plain
from highground.rosters.text_lists import read_text_list
from highground.rosters.tree import Node, from_json, from_xml, parse_json


def read_roster(data: bytes, name: str = "") -> Roster:
    """Read a roster file. Its file `name` serves where it gives the army none; it never decides how the file is read.

    Raises RosterError, whose text is a sentence for the player, for what can't be read at all.
    """
    check_size(data)
    report = Report()
    packed = kind_of(plain(data)) == "zip"
    content = plain(unpack(data)) if packed else plain(data)
    try:
        roster = _read(content, packed, _title(name), report)
    except RecursionError as error:
        raise RosterError("The file is nested far deeper than a roster, so it was not read.") from error
    if roster.army.playable:
        _count(roster, report)
    return msgspec.structs.replace(roster, report=report.findings)


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


def _read(content: bytes, packed: bool, name: str, report: Report) -> Roster:
    kind = kind_of(content)
    if kind == "xml":
        roster = _read_tree(from_xml(content), name, report)
        return msgspec.structs.replace(roster, format="rosz" if packed else "ros")
    if kind == "json":
        return _read_json(parse_json(content), name, report)
    if kind == "zip":
        raise RosterError("The archive holds another archive. Upload the roster file itself.")
    return _read_text(content, name, report)


def _read_tree(root: Node, name: str, report: Report) -> Roster:
    header = read_header(root, name)
    return read_army(root, header, report) if header.edition in PLAYABLE else read_other(root, header, report)


def _read_json(value: Any, name: str, report: Report) -> Roster:
    if not isinstance(value, dict):
        raise RosterError(f"The file is JSON, but no roster. {WHAT_TO_UPLOAD}")
    body = value.get("roster")
    if isinstance(body, dict) or isinstance(value.get("forces"), list):
        outer = {key: item for key, item in value.items() if not isinstance(item, (dict, list))}
        roster = _read_tree(from_json({**outer, **(body if isinstance(body, dict) else value)}), name, report)
        return msgspec.structs.replace(roster, format="new-recruit-json")
    if army_forge.is_army_forge(value):
        return army_forge.read_json(value, name, report)
    if builders.is_rank_list(value):
        return builders.read_rank_list(value, name, report)
    if builders.is_rosterizer(value):
        return builders.read_rosterizer(value, name, report)
    raise RosterError(f"The file is JSON, but of no list builder that is known here. {WHAT_TO_UPLOAD}")


def _read_text(content: bytes, name: str, report: Report) -> Roster:
    text = content.decode("utf-8", errors="replace")
    if text.count("\n") > 20_000:
        raise RosterError("The text has far more lines than an army list, so it was not read.")
    if army_forge.is_text(text):
        return army_forge.read_text(text, name, report)
    return read_text_list(text, name, report)
