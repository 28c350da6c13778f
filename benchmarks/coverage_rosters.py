"""How much of collected rosters the engine acts on: `python benchmarks/coverage_rosters.py [FOLDER]`.

Prints weapon keywords and abilities over all files of the folder but those with very many units, then over those that
the reader was written with, and over those kept apart by a fixed rule. The grammar is not made for what stands in
these, but rules of armies that are known by their fingerprint were found in them too: the last figures count only those
that the first files have as well. With --all the large ones count too. With --list it prints every ability of the first
kind that became effects.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from msgspec.structs import replace

from highground.engine.model import Ability
from highground.rosters import Roster, read_roster
from highground.rosters.coverage import Coverage, coverage, fate_of
from highground.rosters.fingerprints import fingerprint
from highground.rosters.known_menus import MENUS
from highground.rosters.known_rules import RULES
from highground.rosters.phrases_text import as_written
from highground.words.readings import of_ability

LARGE = 40
"""Units of an army that is still one to play: files of every unit of a faction would count for more than all others."""
COLLECTED = Path(__file__).resolve().parents[2] / "shared" / "data" / "rosters" / "40k-10e"


def figures(found: Coverage) -> list[str]:
    """Each share with its parts."""
    known, unknown = (found.keywords[kind].occurrences if kind in found.keywords else 0 for kind in (True, False))
    effects = found.count("effects", "stat line")
    others = found.count("effects", "stat line", "nothing in battle", "by hand", "unknown")
    lines = [f"weapon keywords: {known} of {known + unknown} occurrences are effects"]
    lines += [f"abilities, {fate}: {n.occurrences} ({n.distinct} different)" for fate, n in found.abilities.items()]
    for what, part, whole in (
        ("occurrences", effects.occurrences, others.occurrences),
        ("different ones", effects.distinct, others.distinct),
    ):
        lines.append(f"other abilities: {part} of {whole} {what} are effects ({part / max(1, whole):.1%})")
    return lines


def accepted(rosters: list[Roster]) -> list[str]:
    """Every unit's ability that became effects, with its text."""
    units = [unit for roster in rosters for unit in (*roster.army.units, *roster.left_out)]
    return [
        "\n    ".join([f"{unit.name} | {ability.name} | {ability.text}", *of_ability(ability)])
        for unit in units
        for ability in unit.abilities
        if fate_of(ability) == "effects"
    ]


def learnt(rosters: list[Roster]) -> set[str]:
    """The fingerprints of the rules that are known by one and stand in some of the files."""
    units = [unit for roster in rosters for unit in (*roster.army.units, *roster.left_out)]
    found = [*(each for roster in rosters for each in roster.army.abilities), *(a for u in units for a in u.abilities)]
    return {mark for mark in (fingerprint(as_written(each.text)) for each in found) if mark in RULES or mark in MENUS}


def without(roster: Roster, marks: set[str]) -> Roster:
    """The roster where these rules are texts like any other that is not understood."""

    def kept(each: Ability) -> Ability:
        gone = fingerprint(as_written(each.text)) in marks or each.continues in texts
        return replace(each, effects=(), choices=(), use=None, by_hand=True) if gone else each

    army, left = roster.army, roster.left_out
    every = [*army.abilities, *(each for unit in (*army.units, *left) for each in unit.abilities)]
    texts = {each.name for each in every if each.text and fingerprint(as_written(each.text)) in marks}
    units, out = (
        tuple(replace(unit, abilities=tuple(map(kept, unit.abilities))) for unit in some) for some in (army.units, left)
    )
    army = replace(army, units=units, abilities=tuple(map(kept, army.abilities)))
    return replace(roster, army=army, left_out=out)


def apart(name: str) -> bool:
    """Whether a file is kept apart: a third of all, by its name."""
    return int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) % 3 == 0


def main(arguments: list[str]) -> None:
    folder = Path(next((each for each in arguments if not each.startswith("-")), COLLECTED))
    paths = [path for path in sorted(folder.glob("*")) if path.is_file()]
    read = {path.name: read_roster(path.read_bytes(), path.stem) for path in paths}
    kept = {name: each for name, each in read.items() if "--all" in arguments or len(each.army.units) <= LARGE}
    seen = [each for name, each in kept.items() if not apart(name)]
    unseen = [each for name, each in kept.items() if apart(name)]
    lines = accepted(seen) if "--list" in arguments else []
    lines += [f"all {len(kept)} files", *figures(coverage(kept.values()))]
    fresh = learnt(unseen) - learnt(seen)
    strict = [without(each, fresh) for each in unseen]
    for what, some in (
        ("written with", seen),
        ("kept apart", unseen),
        (f"kept apart, without {len(fresh)} rules of armies that only they have", strict),
    ):
        lines += ["", f"{len(some)} files {what}", *figures(coverage(some))]
    print("\n".join(lines))


if __name__ == "__main__":
    main(sys.argv[1:])
