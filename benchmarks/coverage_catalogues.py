"""How much of data sheets the engine acts on: `python benchmarks/coverage_catalogues.py FOLDER`.

FOLDER holds open data files of list builders (.cat). A sheet is read with everything that its unit may have, but for
enhancements, and as one of an army of all the sheets in its file. Prints the shares for the files that the grammar is
written with, and for those of the factions kept apart, whose sheets nobody who works on it has read: what is read of
these is what an army that nobody has seen can expect. Below each it prints what many units of a file have, the rules of
armies, which are known one by one, and apart from it all other texts: these alone measure the grammar.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine.model import UnitSheet
from highground.rosters import RosterError
from highground.rosters.catalogues import CatalogueReader, opened
from highground.rosters.characteristics import with_characteristics
from highground.rosters.coverage import fate_of
from highground.rosters.effects import for_players, known_keywords, of_armies, with_effects
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.report import Report
from highground.rosters.tree import Node
from highground.rosters.units import UnitReader, is_blank
from highground.rosters.walk import Placed

KEPT_APART = frozenset(
    {"03173e80", "0ad4afd6", "25650167", "2963bca1", "3568345d", "51ff7206", "6dd3e2b0", "9e4223a1", "b229913f"}
    | {"cb7b4d8c", "ff1e4172"}
)
"""The files kept apart, by the start of the hashes of their names: ten factions, three of which have a roster that the
grammar is not written with either."""
LEFT_OUT = ("enhancement", "crusade")
ACTED_ON, LEFT_TO_PLAYERS = ("effects", "stat line"), ("nothing in battle", "by hand", "unknown")
OF_ARMY, FEW = 0.3, 5
"""A text is a rule of an army if this share of its file's units have it; few units count as so many."""
Fates = dict[tuple[str, str], str]
"""What became of each ability, by its name and text."""


class Found(NamedTuple):
    """An ability of a unit by its name and text, what became of it, and whether it is a rule of its army."""

    ability: tuple[str, str]
    fate: str
    of_army: bool


def sheets(content: bytes) -> list[UnitSheet]:
    """The units of a data file, their abilities read."""
    return with_armies(content)[0]


def with_armies(content: bytes) -> tuple[list[UnitSheet], frozenset[tuple[str, str]]]:
    """The same, and name and text of what an army of them uses once for all that have it."""
    reader, found = UnitReader(Report()), []
    for number, node in enumerate(CatalogueReader(opened(content)).units()):
        _thin(node)
        try:
            found.append(reader.read(Placed(node, node.name), f"unit-{number}", node.name))
        except RosterError:
            continue
    units, held = with_characteristics([unit for unit in found if not is_blank(unit)])
    known = _known(units)
    read = [
        with_effects(unit, known, reader.settled[unit.uid] | held.get(unit.uid, set()), unit.name, reader.report)
        for unit in units
    ]
    shared = (for_players(each, known, Report()) for each in of_armies(read, known))
    whole = frozenset((each.name, each.text) for each in shared if each.effects or each.choices)
    return read, whole


def _thin(node: Node) -> None:
    """Takes out what an army has a few of and a sheet would have all of."""
    inner = node.of("selection")
    if inner:
        kept = [each for each in inner if not any(word in each.get("group").casefold() for word in LEFT_OUT)]
        node.children["selection"] = kept
        for each in kept:
            _thin(each)


def _known(units: list[UnitSheet]) -> KnownKeywords:
    """The keywords of the file's army: what most of its units share as a faction is no condition."""
    if not units:
        return KnownKeywords()
    factions = Counter(name for unit in units for name in unit.faction_keywords)
    shared = frozenset(name for name, times in factions.items() if 2 * times >= len(units))
    known = known_keywords(units)
    own = (known.own | frozenset(factions)) - shared
    return replace(known, own=own, shared=shared, factions=known.factions - shared)


def fates(paths: Iterable[Path]) -> Iterator[Found]:
    """Every ability of every unit with what became of it."""
    for path in paths:
        try:
            units, whole = with_armies(path.read_bytes())
        except RosterError:
            continue  # a file that only links to others
        had = [each for unit in units for each in unit.abilities if not each.continues]
        often = Counter((each.name, each.text) for each in had)
        most = OF_ARMY * max(len(units), FEW)
        for each in had:
            key = (each.name, each.text)
            yield Found(key, fate_of(each, whole), often[key] >= most)


def figures(found: Iterable[Found]) -> str:
    """Shares by occurrence, and of different abilities: one that is read anywhere counts as read."""
    occurrences: Counter[str] = Counter()
    different: Fates = {}
    for each in found:
        occurrences[each.fate] += 1
        if different.get(each.ability, "by hand") == "by hand":
            different[each.ability] = each.fate
    every = (("occurrences", occurrences), ("different ones", Counter(different.values())))
    return "; ".join(_share(what, counts) for what, counts in every)


def by_kind(found: Iterable[Found]) -> str:
    """Shares by occurrence of rules of whole armies, and of all other texts."""
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for each in found:
        counts[each.of_army][each.fate] += 1
    rules, sheet = _share("occurrences", counts[True]), _share("occurrences", counts[False])
    return f"of rules of armies {rules}; of data sheets {sheet}"


def _share(what: str, counts: Counter[str]) -> str:
    part = sum(counts[fate] for fate in ACTED_ON)
    whole = part + sum(counts[fate] for fate in LEFT_TO_PLAYERS)
    return f"{part} of {whole} {what} are effects ({part / max(1, whole):.1%})"


def main(arguments: list[str]) -> None:
    paths = sorted(Path(arguments[0]).glob("*.cat"))
    apart = [path for path in paths if hashlib.sha256(path.name.encode()).hexdigest()[:8] in KEPT_APART]
    for what, some in (("written with", [path for path in paths if path not in apart]), ("kept apart", apart)):
        found = list(fates(some))
        print(f"{len(some)} files {what}: {figures(found)}")
        print(f"  {by_kind(found)}")


if __name__ == "__main__":
    main(sys.argv[1:])
