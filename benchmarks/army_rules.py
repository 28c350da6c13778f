"""Army and detachment rules of collected lists that are acted on: `python benchmarks/army_rules.py [FOLDER]`.

By the reader alone, and with the rule sets of `tests/workshop/armies`, which are in our own words and names: what they
are for is found by the hashes of the lists' names. Then how much of what the reader leaves as text can be made in the
workshop, as judged by hand.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from benchmarks.judged import CAN_BE_MADE, lines, mark
from highground.engine.model import Ability, ArmySheet
from highground.rosters import Roster, RosterError, read_roster
from highground.rosters.naming import key
from highground.workshop import RuleSet, applied, read_rule_set

ROOT = Path(__file__).resolve().parents[1]
COLLECTED = ROOT.parent / "shared" / "data" / "rosters"
FOLDERS = ("40k-10e", "40k-11e", "40k-text-10e", "40k-text-11e")
ARMIES = ROOT / "tests" / "workshop" / "armies"
LARGE = 40
"""Units of an army that is still one to play, as in `coverage_rosters.py`."""


class Wanted(NamedTuple):
    """A rule of a faction's lists, by hashes of names: `names` of its parts in the file, `ours` in our set."""

    faction: str
    of: str
    names: tuple[str, ...] = ()
    file: str = ""
    ours: tuple[str, ...] = ()


RITES = ("e8d95869405c", "d5f26f49afc7", "5d745d9f4e20", "59d1ea5ec230", "e5761786660d")
ORDERS = ("One Order a Turn", "Order: Volleys", "Order: Back and Forth", "Order: Storm")
WANTED = (
    Wanted("0604aef22035", "army", RITES, "pooled-rites", ("Mended Fate",)),
    Wanted("0604aef22035", "detachment", ("ba1355403719",)),
    Wanted("8c36622a0661", "army", ("6f3ac4f54ff1",)),
    Wanted("8c36622a0661", "detachment", ("5923942d4427",)),
    Wanted("6a05a620ae6f", "army", ("977e57a5d01d",)),
    Wanted("6a05a620ae6f", "detachment", ("13f03bc71a82",)),
    Wanted("07245f08e66e", "army", ("f208248e5969",)),
    Wanted("07245f08e66e", "army, second", ("27d190b24259",)),
    Wanted("07245f08e66e", "detachment", ("30dfbc550275",)),
    Wanted("877e53a926dd", "army", ("267cdfd41dc3",)),
    Wanted("877e53a926dd", "detachment", ("58c78141afda",)),
    Wanted("287c31fe6bc2", "army", ("fb6eaebc28ed",)),
    Wanted("012a57b020d8", "army", (), "sworn-brothers", ("Named Quarry", "After the Quarry")),
    Wanted("012a57b020d8", "detachment", (), "sworn-brothers", ORDERS),
    Wanted("d6c7c3045b18", "army"),
    Wanted("d6c7c3045b18", "detachment", (), "red-reavers", ("Headlong",)),
)
REPLACED = {"Mended Fate": "e8d95869405c"}
"""Our rules that take the place of a text in the list."""


def hashed(name: str) -> str:
    return hashlib.sha256(key(name).encode()).hexdigest()[:12]


def rule_set(name: str) -> RuleSet:
    return read_rule_set(json.loads((ARMIES / f"{name}.json").read_text()))


def for_army(rules: RuleSet, army: ArmySheet) -> RuleSet:
    """The rule set with the list's names for what it takes the place of."""
    names = {hashed(each.name): each.name for each in every(army)}
    return replace(
        rules,
        faction=army.faction,
        army=tuple(replace(rule, name=names.get(REPLACED.get(rule.name, ""), rule.name)) for rule in rules.army),
    )


def every(army: ArmySheet) -> list[Ability]:
    return [*army.abilities, *(each for unit in army.units for each in unit.abilities)]


def acted_on(army: ArmySheet, names: Collection[str]) -> bool:
    """Whether all parts of a rule are there, and somebody has effects of each. What the army has, units need not."""
    if not names:
        return False
    found: dict[str, bool] = {}
    for each in every(army):
        name = hashed(each.continues or each.name)
        if name in names:
            works = bool(each.effects or each.choices)
            found[name] = not each.by_hand and (works or found.get(name, False))
    return len(found) == len(names) and all(found.values())


def lists(folder: Path) -> Iterator[tuple[str, Roster]]:
    """One list a name of army; of texts one a faction, where no file with profiles has it."""
    seen: set[str] = set()
    for path in (path for name in FOLDERS for path in sorted((folder / name).glob("*"))):
        try:
            roster = read_roster(path.read_bytes(), path.stem)
        except RosterError:
            continue
        faction = hashed(roster.army.faction)
        if roster.army.playable or faction not in seen:
            seen.add(faction)
            yield path.name, roster


def count(folder: Path) -> tuple[list[str], int, int, int]:
    """A line for each rule; how many are acted on by the reader, and with rule sets; of how many."""
    found, read, made, total = [], 0, 0, 0
    for file, roster in lists(folder):
        for wanted in (each for each in WANTED if each.faction == hashed(roster.army.faction)):
            by_reader = acted_on(roster.army, wanted.names)
            ours = not by_reader and bool(wanted.file) and _with_set(roster, wanted)
            total, read, made = total + 1, read + by_reader, made + (by_reader or ours)
            found.append(f"{file[-44:]:44} {wanted.of:14} {'reader' if by_reader else 'rule set' if ours else '-'}")
    return found, read, made, total


def _with_set(roster: Roster, wanted: Wanted) -> bool:
    army = applied(roster.army, [for_army(rule_set(wanted.file), roster.army)], roster.datasheets)
    return acted_on(army, wanted.names or tuple(map(hashed, wanted.ours)))


def left(folder: Path) -> tuple[int, int, int, int]:
    """Of the texts of lists with profiles that stay text: occurrences that can be made and all, different ones too."""
    texts: list[str] = []
    for path in sorted((folder / "40k-10e").glob("*")):
        roster = read_roster(path.read_bytes(), path.stem)
        if len(roster.army.units) <= LARGE:
            units = (*roster.army.units, *roster.left_out)
            every = [*roster.army.abilities, *(each for unit in units for each in unit.abilities)]
            texts += [each.text for each in every if each.by_hand and each.text]
    marks = [mark(text) for text in texts]
    can = [each for each in marks if each in CAN_BE_MADE]
    return len(can), len(marks), len(set(can)), len(set(marks))


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else COLLECTED
    each, read, made, total = count(folder)
    print("\n".join(each))
    print(f"army and detachment rules acted on: {read} of {total} by the reader, {made} with rule sets")
    can, of, different, of_different = left(folder)
    print(f"of what is left, can be made in the workshop: {can} of {of} ({can / max(1, of):.0%}), judged by hand;")
    print(f"different ones: {different} of {of_different}")
    print("\n".join(lines()))


if __name__ == "__main__":
    main(sys.argv[1:])
