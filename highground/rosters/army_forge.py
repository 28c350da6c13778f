"""Lists of the Army Forge builder: its share JSON (complete), its download (ids only) and its text export."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from highground.rosters.json_values import dicts, whole, words
from highground.rosters.model import RawProfile, Roster
from highground.rosters.plain import PlainArmy, PlainUnit, to_roster
from highground.rosters.report import Report, RosterError

SYSTEM = "Army Forge"
_LONGEST_LINE = 2000
_NOT_PLAYABLE = "Army Forge lists have quality and defense instead of the stat lines that a battle needs."
_IDS_ONLY = (
    "The download of Army Forge only points into its army books: the file has no names, no sizes and no stat lines. In "
    "Army Forge, use 'Share as text' or the share link's JSON instead."
)
_TITLE = re.compile(r"^\+\+\s*(?P<name>.+?)\s*\[(?P<game>[A-Za-z]+)\s+(?P<points>\d+)\s*pts\]\s*\+\+$")
_UNIT = re.compile(
    r"^(?:(?P<copies>\d{1,2})x )?(?P<name>.+?) \[(?P<size>\d{1,3})\] Q(?P<quality>\d)\+ D(?P<defense>\d)\+"
    r" \| (?P<points>\d+)pts(?: \|(?P<rules>.*))?$"
)
_WEAPON = re.compile(r"^(?:(?P<count>\d{1,3})x )?(?P<name>.+?) \((?P<values>.*)\)$")


def is_army_forge(value: dict[str, Any]) -> bool:
    keys = value.keys()
    return "unitPackages" in keys or {"saveVersion", "list"} <= keys or "upgradePackages" in keys or _shared(value)


def _shared(value: dict[str, Any]) -> bool:
    units = value.get("units")
    first = units[0] if isinstance(units, list) and units else None
    return isinstance(first, dict) and "quality" in first


def read_json(value: dict[str, Any], name: str, report: Report) -> Roster:
    """Raises RosterError for an army book, which is no list."""
    if "upgradePackages" in value or "unitPackages" in value:
        raise RosterError(
            "The file is an Army Forge army book, not an army list. Upload the list: 'Share as text' or the share JSON."
        )
    return _share(value, name, report) if _shared(value) else _download(value, name, report)


def _download(value: dict[str, Any], name: str, report: Report) -> Roster:
    body = value["list"] if isinstance(value.get("list"), dict) else {}
    units = []
    for number, unit in enumerate(dicts(body.get("units")), 1):
        units.append(PlainUnit(f"Unit {number}", label=words(unit.get("customName"))))
    if units:
        message = (
            f"The file has {len(units)} units as entries of army books: their names, sizes and numbers are not in it."
        )
        report.warning("unit-unresolved", message, "list/units")
    return to_roster(
        PlainArmy(
            name=str(body.get("name") or name or "Army Forge list"),
            why_not=_IDS_ONLY,
            format="army-forge-download",
            system=f"{SYSTEM} ({value.get('gameSystem') or 'unknown'})",
            writer=SYSTEM,
            faction=words(value.get("armyName")),
            stated=whole(value.get("listPoints")),
            computed=0,
            units=units,
        ),
        report,
    )


def _share(value: dict[str, Any], name: str, report: Report) -> Roster:
    units = [_share_unit(unit) for unit in dicts(value.get("units"))]
    return to_roster(
        PlainArmy(
            name=str(value.get("listName") or value.get("name") or name or "Army Forge list"),
            why_not=_NOT_PLAYABLE,
            format="army-forge-json",
            system=f"{SYSTEM} ({value.get('gameSystem') or 'unknown'})",
            writer=SYSTEM,
            faction=words(value.get("armyName")),
            stated=whole(value.get("listPoints")),
            units=units,
        ),
        report,
    )


def _share_unit(unit: dict[str, Any]) -> PlainUnit:
    name = str(unit.get("type") or unit.get("name") or "Unit")[:80]
    size = whole(unit.get("size")) or 1
    upgrades = (upgrade.get("option") for upgrade in dicts(unit.get("selectedUpgrades")))
    costs = [_cost(option, str(unit.get("id", ""))) for option in upgrades if isinstance(option, dict)]
    profiles = [_line(name, str(unit.get("quality", "")), str(unit.get("defense", "")), _rules(unit), size)]
    profiles += [_weapon(weapon) for weapon in _loadout(unit)]
    return PlainUnit(
        name=name,
        points=(whole(unit.get("cost")) or 0) + sum(costs),
        models=[(name, size)],
        label=str(unit.get("customName") or unit.get("name") or "")[:80],
        profiles=tuple(profiles),
    )


def _cost(option: dict[str, Any], unit_id: str) -> int:
    priced = [cost for cost in dicts(option.get("costs")) if str(cost.get("unitId", unit_id)) == unit_id]
    return (whole(priced[0].get("cost")) or 0) if priced else (whole(option.get("cost")) or 0)


def _loadout(unit: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The weapons after upgrades, those inside items too."""
    for entry in dicts(unit.get("loadout") or unit.get("weapons")):
        yield from dicts(entry.get("content")) if entry.get("type") == "ArmyBookItem" else [entry]


def _weapon(weapon: dict[str, Any]) -> RawProfile:
    distance = words(weapon.get("range"), "0")
    values = [
        ("Range", "Melee" if distance == "0" else f'{distance}"'),
        ("Attacks", str(weapon.get("attacks", ""))),
        ("AP", words(weapon.get("ap"))),
        ("Rules", ", ".join(_rule(rule) for rule in dicts(weapon.get("specialRules")))),
    ]
    kept = tuple((name, value) for name, value in values if value)
    return RawProfile(str(weapon.get("name", "Weapon"))[:80], "Weapon", kept, whole(weapon.get("count")) or 1)


def _rules(unit: dict[str, Any]) -> str:
    return ", ".join(_rule(rule) for rule in dicts(unit.get("rules") or unit.get("specialRules")))


def _rule(rule: dict[str, Any]) -> str:
    name = str(rule.get("label") or rule.get("name") or "")
    rating = rule.get("rating")
    return f"{name}({rating})" if rating and "(" not in name else name


def _line(name: str, quality: str, defense: str, rules: str, size: int) -> RawProfile:
    values = (("Quality", f"{quality}+"), ("Defense", f"{defense}+"), ("Rules", rules))
    return RawProfile(name, "Unit", values, size)


def is_text(text: str) -> bool:
    return _TITLE.match(text[:_LONGEST_LINE].split("\n", 1)[0].strip()) is not None


def read_text(text: str, name: str, report: Report) -> Roster:
    """The list shared as text: a line for each unit, the line below it its weapons."""
    lines = [line[:_LONGEST_LINE].strip() for line in text.splitlines()]
    title = _TITLE.match(lines[0])
    units: list[PlainUnit] = []
    for number, line in enumerate(lines[1:], 2):
        if match := _UNIT.match(line):
            weapons = lines[number] if number < len(lines) else ""
            units += [_text_unit(match, weapons) for _ in range(int(match["copies"] or 1))]
        elif " | " in line:
            report.warning("unit-unresolved", f"The unit in line {number} can't be read.", f"line {number}")
    return to_roster(
        PlainArmy(
            name=title["name"] if title else name or "Army Forge list",
            why_not=_NOT_PLAYABLE,
            format="army-forge-text",
            system=f"{SYSTEM} ({title['game'].lower()})" if title else SYSTEM,
            writer=SYSTEM,
            units=units,
        ),
        report,
    )


def _text_unit(match: re.Match[str], weapons: str) -> PlainUnit:
    size = int(match["size"])
    line = _line(match["name"], match["quality"], match["defense"], (match["rules"] or "").strip(), size)
    profiles = [line, *(_text_weapon(part) for part in _parts(weapons))]
    return PlainUnit(match["name"], int(match["points"]), [(match["name"], size)], profiles=tuple(profiles))


def _parts(text: str) -> list[str]:
    """The parts between commas that stand outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _text_weapon(text: str) -> RawProfile:
    match = _WEAPON.match(text)
    if match is None:
        return RawProfile(text[:80], "Weapon", ())
    return RawProfile(match["name"], "Weapon", (("Values", match["values"]),), int(match["count"] or 1))
