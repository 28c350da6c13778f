"""How well battles that were photographed by hand are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from highground.vision.analysis import analyse
from highground.vision.dice.intervals import share_of
from highground.vision.earlier import KnownMiniature, KnownPhoto
from highground.vision.flat import Picture
from highground.vision.found import Analysis, KnownTable, KnownTerrain, KnownUnit, Spot
from highground.vision.rendering.battles import BATTLES, TrueBattle, TrueStanding, TrueTerrain
from highground.vision.rendering.outcomes import TableResult, apart, base_of, result_of

SHOWS = 0.3
"""Share of a miniature from which on it counts as one that can be seen."""
MISREAD = 0.1
"""Inches (normal deviation) by which the battle's places are off, having been read from a photo."""
MODES: dict[str, str] = {
    "first": "set up and not read before, an empty photo from elsewhere",
    "empty": "later, an empty photo from elsewhere",
    "earlier": "later, no empty photo, an earlier photo of the battle from elsewhere",
    "both": "later, with both",
    "nothing": "later, with neither: by what the battle expects alone",
}


@dataclass
class Tally:
    """What was found in some photos: per photo (name, part, whole) for each share, inches, degrees, milliseconds."""

    results: list[TableResult] = field(default_factory=list)
    shares: dict[str, list[tuple[str, int, int]]] = field(default_factory=dict)
    off: list[float] = field(default_factory=list)
    turned: list[float] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)

    def add(self, result: TableResult) -> None:
        photo, standing, analysis = result.photo, result.standing, result.analysis
        pairs, owners, models = result.pairs, result.owners, analysis.objects["model"]
        shown = {number for number, each in enumerate(standing) if each.shows >= SHOWS}
        given = [model for model in owners if model in pairs]
        self._count("precision", photo, len(pairs), len(models))
        self._count("precision_of_units", photo, len(given), len(owners))
        self._count("recall", photo, len(pairs), len(standing))
        self._count("recall_of_visible", photo, sum(true in shown for true in pairs.values()), len(shown))
        self._count("right_unit", photo, len(pairs) - len(result.wrong), len(pairs))
        self._count_wrong(photo, [(owners[each], standing[pairs[each]].transponder) for each in given], analysis)
        self._count_missing(photo, standing, set(pairs.values()), analysis)
        self._count_ovals(photo, standing, {b: owners.get(a, "") for a, b in pairs.items()})
        self.turned += [apart_by(models[a].turn, standing[b].turn) for a, b in pairs.items() if standing[b].length]
        found = result.found
        self.off += [apart(found[a], base_of(standing[b])) for a, b in pairs.items()]
        self.spent.append(analysis.milliseconds)
        self.results.append(result)

    def _count_wrong(self, photo: str, given: Sequence[tuple[str, str]], analysis: Analysis) -> None:
        """How many miniatures with a wrong unit (units given, true) the notes of mixed-up units cover, and how many of
        those notes are right."""
        wrong = [(mine, true) for mine, true in given if mine != true]
        said = [set(each.units) for each in analysis.problems if each.units]
        for pair in wrong:
            self._count("wrong_unit_said_so", photo, int(any(set(pair) & units for units in said)), 1)
        for units in said:
            self._count("said_mixed_up_is_so", photo, int(any(units & set(pair) for pair in wrong)), 1)

    def _count_ovals(self, photo: str, standing: Sequence[TrueStanding], owners: dict[int, str]) -> None:
        """Of those on oval bases, how many are found (`owners` by their number), and how many for their own unit."""
        ovals = [number for number, each in enumerate(standing) if each.length]
        if ovals:
            found = [number for number in ovals if number in owners]
            right = sum(owners[number] == standing[number].transponder for number in found)
            self._count("recall_of_ovals", photo, len(found), len(ovals))
            self._count("right_unit_of_ovals", photo, right, len(found))

    def _count_missing(self, photo: str, standing: Sequence[TrueStanding], found: set[int], analysis: Analysis) -> None:
        """Of those that stay where they were and were not found, how many are said to be out of sight, and of those
        said to be so, how many of which most is."""
        hidden = {each.location: each.why for each in analysis.unseen}
        for number, each in enumerate(standing):
            why = _said(each, hidden)
            if number not in found and _stays(each) and each.shows < SHOWS:
                self._count("hidden_said_so", photo, int(bool(why)), 1)
            if why:
                self._count("said_hidden_is_so", photo, int(each.shows < 0.7), 1)

    def _count(self, share: str, photo: str, part: int, whole: int) -> None:
        self.shares.setdefault(share, []).append((photo, part, whole))

    def figures(self) -> dict[str, Any]:
        """Shares with 95 % intervals and what they are of, inches and milliseconds."""
        shown = {name: share_of(counted) for name, counted in self.shares.items()}
        return {
            "photos": len(self.spent),
            **{name: f"{each} of {each.of}" for name, each in shown.items()},
            "off_p95_inches": round(float(np.percentile(self.off, 95)), 3) if self.off else None,
            **({"ovals_turned_p95_degrees": round(float(np.percentile(self.turned, 95)), 1)} if self.turned else {}),
            "milliseconds_median": round(float(np.median(self.spent)), 1) if self.spent else None,
        }


def apart_by(read: float | None, drawn: float) -> float:
    """Degrees, up to 90, between the lines along which an oval seems to lie and lies; 90 for one read as round."""
    return 90.0 if read is None else abs((read - drawn + 90.0) % 180.0 - 90.0)


def _stays(each: TrueStanding) -> bool:
    return each.before is not None and float(np.hypot(*np.subtract(each.before, each.place))) < 0.01


def _said(each: TrueStanding, hidden: dict[Spot, str]) -> str:
    """What is said to hide a miniature that stays where it was."""
    near = [why for place, why in hidden.items() if float(np.hypot(*np.subtract(place, each.place))) < 0.5]
    return near[0] if near and _stays(each) else ""


def known_of(terrain: Sequence[TrueTerrain], standing: Sequence[TrueStanding], rng: np.random.Generator) -> KnownTable:
    """What the battle would know: who lives, where each was last read, the layout."""
    units = []
    for name in dict.fromkeys(each.transponder for each in standing):
        mine = [each for each in standing if each.transponder == name]
        places = tuple(_misread(each.before, rng) for each in mine)
        sizes, ups = tuple(each.diameter for each in mine), tuple(each.up for each in mine)
        units.append(KnownUnit(name, name, name, sizes, places, ups, tuple(each.length for each in mine)))
    return KnownTable(tuple(units), terrain=known_terrain(terrain))


def known_terrain(terrain: Sequence[TrueTerrain]) -> tuple[KnownTerrain, ...]:
    """The terrain as a layout has it: what has no walls is a block with a roof."""
    return tuple(
        KnownTerrain(each.outline, each.walls, each.height, () if each.walls else (each.height,)) for each in terrain
    )


def _misread(place: Spot | None, rng: np.random.Generator) -> Spot | None:
    if place is None:
        return None
    x, y = (np.asarray(place) + rng.normal(0, MISREAD, 2)).tolist()
    return x, y


def read_battle(battle: TrueBattle, photo: Callable[[str], Picture], mode: str, seed: int) -> Analysis:
    """Read the photo that the mode is about; `photo` opens one by its name."""
    empty = photo(battle.empty) if mode in ("first", "empty", "both") else None
    rng = np.random.default_rng(seed)
    if mode == "first":
        return analyse(photo(battle.first), known_of(battle.terrain, battle.first_standing, rng), empty)
    known = known_of(battle.terrain, battle.second_standing, rng)
    earlier = [_read_before(battle, photo(battle.first))] if mode in ("earlier", "both") else []
    return analyse(photo(battle.second), known, empty, earlier)


def _read_before(battle: TrueBattle, picture: Picture) -> KnownPhoto:
    """The photo before, as it would have been read: what cannot be seen in it was not."""
    shown = [each for each in battle.first_standing if each.shows >= SHOWS]
    return KnownPhoto(
        picture,
        tuple(KnownMiniature(each.place, each.diameter, each.up, each.transponder) for each in shown),
        tuple(battle.first_cards.values()),
    )


def evaluate_battles(
    folder: Path, read: Callable[[Path], Picture], modes: Sequence[str] = tuple(MODES), most: int | None = None
) -> dict[str, Any]:
    """Figures for each mode over a folder of battles. Raises OSError or ValueError where there is none."""
    return {mode: tally.figures() for mode, tally in count_battles(folder, read, modes, most).items()}


def count_battles(
    folder: Path, read: Callable[[Path], Picture], modes: Sequence[str] = tuple(MODES), most: int | None = None
) -> dict[str, Tally]:
    """What was found for each mode over a folder of battles. Raises OSError or ValueError where there is none."""
    tallies = {mode: Tally() for mode in modes}
    battles = read_battles(folder)[:most]
    for mode, tally in tallies.items():
        for number, battle in enumerate(battles):
            analysis = read_battle(battle, lambda name: read(folder / name), mode, number)
            first = mode == "first"
            photo, standing = (
                (battle.first, battle.first_standing) if first else (battle.second, battle.second_standing)
            )
            tally.add(result_of(photo, standing, battle.terrain, analysis))
    return tallies


def read_battles(folder: Path) -> list[TrueBattle]:
    """Raises OSError, or ValueError saying what is wrong in the file."""
    try:
        return msgspec.json.decode((folder / BATTLES).read_bytes(), type=list[TrueBattle])
    except msgspec.DecodeError as fault:
        raise ValueError(f"{folder / BATTLES}: {fault}") from fault
