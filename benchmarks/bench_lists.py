"""Which lists of names fight, once the same units are on the shelf: the collected ones, and our own sample armies.

`python benchmarks/bench_lists.py [DATA]`: with a folder of data files (.cat, .json) the shelf is what they teach.
Without one, each list's units are put on the shelf by a roster with numbers made up here, which has only their names.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from highground.engine.model import ArmySheet, MiniatureSheet
from highground.packs import load_pack
from highground.rosters.plain import PlainArmy, PlainUnit
from highground.rosters.read import open_roster
from highground.rosters.report import RosterError
from highground.rosters.shelf import KnownSheet, Shelf
from highground.rosters.typed import sheets_of

COLLECTION = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "rosters"
FOLDERS = ("40k-text-10e", "40k-text-11e", "40k-10e-11e-40kdc")
STATS = {"M": '6"', "T": "4", "SV": "3+", "W": "2", "LD": "6+", "OC": "1"}
GUN = {"Range": '24"', "A": "2", "BS": "3+", "S": "4", "AP": "-1", "D": "1", "Keywords": "-"}


def main(data: Path | None = None) -> dict[str, object]:
    """`lists_fight` of `lists`; of the names that they hold, `found` of `named`; those that do not fight by name."""
    taught = [] if data is None else list(from_files(data))
    figures: dict[str, Any] = {"lists": 0, "lists_fight": 0, "units": 0, "units_set_up": 0, "things_missing": 0}
    figures |= {"shelf": "data files" if taught else "numbers made up for the names", "fail": []}
    for name, content in lists():
        opened = open_roster(content, name)
        if opened.names is None:
            continue
        shelf = Shelf(taught or invented(opened.names))
        _count(figures, name, content, shelf)
    for name, text, army in own_lists():
        _count(figures, name, text.encode(), Shelf(sheets_of(army)))
    return {f"text_{key}": value for key, value in figures.items()}


def _count(figures: dict[str, Any], name: str, content: bytes, shelf: Shelf) -> None:
    roster = open_roster(content, name).read(shelf).roster
    figures["lists"] += 1
    whole = roster.army.playable and not roster.left_out
    figures["lists_fight"] += whole
    figures["units_set_up"] += len(roster.army.units) if roster.army.playable else 0
    figures["units"] += len(roster.army.units) + len(roster.left_out)
    figures["things_missing"] += sum(len(each.gear) for each in roster.missing)
    if not whole:
        figures["fail"].append(f"{name}: {', '.join(each.name for each in roster.missing if each.sheet)}")


def lists() -> Iterator[tuple[str, bytes]]:
    for folder in FOLDERS:
        for path in sorted((COLLECTION / folder).glob("*")):
            yield path.name, path.read_bytes()


def from_files(folder: Path) -> Iterator[KnownSheet]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".cat", ".json"}:
            try:
                yield from open_roster(path.read_bytes(), path.name).learned(path.stem)
            except RosterError:
                continue


def invented(names: PlainArmy) -> list[KnownSheet]:
    """A roster of the list's units with numbers of our own, as what it teaches."""
    force = {"catalogueName": names.faction, "selections": [_selection(unit) for unit in names.units]}
    roster = {"name": "Made up", "gameSystemName": "10th Edition", "forces": [force]}
    return open_roster(json.dumps({"roster": roster}).encode()).learned("Made up")


def _selection(unit: PlainUnit) -> dict[str, Any]:
    things = [(group.name, thing.name) for group in unit.squads for thing in (*group.gear, *unit.gear)]
    models = {
        group.name: {
            "name": group.name,
            "type": "model",
            "number": group.count,
            "selections": [_held(thing) for model, thing in dict.fromkeys(things) if model == group.name],
        }
        for group in unit.squads
    }
    return {
        "name": unit.name,
        "type": "unit",
        "number": 1,
        "profiles": [_profile(unit.name, "Unit", STATS)],
        "selections": list(models.values()),
        "costs": [{"name": "pts", "value": unit.points}],
    }


def _held(name: str) -> dict[str, Any]:
    return {"name": name, "type": "upgrade", "number": 1, "profiles": [_profile(name, "Ranged Weapons", GUN)]}


def _profile(name: str, kind: str, values: dict[str, str]) -> dict[str, Any]:
    items = [{"name": key, "$text": value} for key, value in values.items()]
    return {"name": name, "typeName": kind, "characteristics": items}


def own_lists() -> Iterator[tuple[str, str, ArmySheet]]:
    """The sample armies as the texts of three programs."""
    for slug, army in load_pack().armies.items():
        yield f"{slug} (official app)", _of_app(army), army
        yield f"{slug} (New Recruit)", _of_app(army, points="pts", bullet="• ", inner="    • "), army
        yield f"{slug} (tournament)", _of_tournament(army), army


def _of_app(army: ArmySheet, points: str = "points", bullet: str = "  • ", inner: str = "    • ") -> str:
    lines = [f"{army.name} ({army.points_computed} {points})", "", army.faction, army.detachment, ""]
    for unit in army.units:
        lines += ["", f"{unit.name} ({unit.points} {points})"]
        for sheet in unit.miniatures:
            lines.append(f"{bullet}{sheet.count}x {sheet.name}")
            lines += [f"{inner}{count * sheet.count}x {name}" for name, count in _arms(sheet).items()]
    return "\n".join(lines)


def _arms(sheet: MiniatureSheet) -> dict[str, int]:
    """What each miniature holds by name; the firing modes of a weapon are one thing."""
    return {each.weapon.mode or each.weapon.name: each.count for each in sheet.weapons}


def _of_tournament(army: ArmySheet) -> str:
    lines = [f"+ FACTION KEYWORD: {army.faction}", f"+ TOTAL ARMY POINTS: {army.points_computed}pts", ""]
    for unit in army.units:
        lines.append(f"{len(unit.line_up)}x {unit.name} ({unit.points} pts)")
        for sheet in unit.miniatures:
            held = ", ".join(f"{count}x {name}" for name, count in _arms(sheet).items())
            lines.append(f"• {sheet.count}x {sheet.name}: {sheet.count} with {held}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None), indent=2, ensure_ascii=False))
