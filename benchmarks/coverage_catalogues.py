"""How much of data sheets the engine acts on: `python benchmarks/coverage_catalogues.py FOLDER`.

FOLDER holds open data files of list builders (.cat). A sheet is read with everything that its unit may have, but for
enhancements, and as one of an army of all the sheets in its file. Prints one line for the files that the grammar is
written with, and one for those of the factions kept apart, whose texts nobody who works on it has read: the second is
what an army that nobody has seen can expect.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

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
Fates = dict[tuple[str, str], str]
"""What became of each ability, by its name and text."""


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


def fates(paths: Iterable[Path]) -> Iterator[tuple[tuple[str, str], str]]:
    """Every ability of every unit with what became of it."""
    for path in paths:
        try:
            units, whole = with_armies(path.read_bytes())
        except RosterError:
            continue  # a file that only links to others
        for unit in units:
            own = (each for each in unit.abilities if not each.continues)
            yield from (((each.name, each.text), fate_of(each, whole)) for each in own)


def figures(found: Iterable[tuple[tuple[str, str], str]]) -> str:
    """Shares by occurrence, and of different abilities: one that is read anywhere counts as read."""
    occurrences: Counter[str] = Counter()
    different: Fates = {}
    for ability, fate in found:
        occurrences[fate] += 1
        if different.get(ability, "by hand") == "by hand":
            different[ability] = fate
    every = (("occurrences", occurrences), ("different ones", Counter(different.values())))
    return "; ".join(_share(what, counts) for what, counts in every)


def _share(what: str, counts: Counter[str]) -> str:
    part = sum(counts[fate] for fate in ACTED_ON)
    whole = part + sum(counts[fate] for fate in LEFT_TO_PLAYERS)
    return f"{part} of {whole} {what} are effects ({part / max(1, whole):.1%})"


def main(arguments: list[str]) -> None:
    paths = sorted(Path(arguments[0]).glob("*.cat"))
    apart = [path for path in paths if hashlib.sha256(path.name.encode()).hexdigest()[:8] in KEPT_APART]
    for what, some in (("written with", [path for path in paths if path not in apart]), ("kept apart", apart)):
        print(f"{len(some)} files {what}: {figures(fates(some))}")


if __name__ == "__main__":
    main(sys.argv[1:])
