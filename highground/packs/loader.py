"""Reads a pack's TOML files, wherever the package is installed, and checks them as a whole."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from highground.engine.model import Ability, ArmySheet, Layout, Mission, Secondary, Setup
from highground.packs.abilities import AbilityReader
from highground.packs.ability_shapes import AbilityFile, StratagemsFile
from highground.packs.build import Faction, build_army, build_layout, build_mission, build_secondary, size_problem
from highground.packs.errors import PackError
from highground.packs.shapes import (
    ArmyFile,
    BaseRule,
    BasesFile,
    FactionFile,
    LayoutFile,
    MissionFile,
    PackFile,
    SecondariesFile,
    SecondaryFile,
    UnitFile,
    WeaponFile,
)
from highground.packs.vocabulary import UNIT_ABILITIES, WEAPON_KEYWORDS
from highground.words.bases import BaseSize

T = TypeVar("T")
S = TypeVar("S", ArmySheet, Layout, Mission)


class Pack:
    """A rules pack: words, sheets by slug (the file's name), and the table of base sizes."""

    def __init__(
        self,
        raw: PackFile,
        factions: Mapping[str, Faction],
        armies: Mapping[str, ArmySheet],
        layouts: Mapping[str, Layout],
        missions: Mapping[str, Mission],
        bases: tuple[BaseRule, ...],
        *,
        stratagems: tuple[Ability, ...] = (),
        secondaries: tuple[Secondary, ...] = (),
    ) -> None:
        self.uid, self.name, self.version, self.description = raw.uid, raw.name, raw.version, raw.description
        self.words = raw.words
        self.weapon_keywords = raw.weapon_keywords
        self.abilities = raw.abilities
        self.factions = dict(factions)
        self.armies = dict(armies)
        self.layouts = dict(layouts)
        self.missions = dict(missions)
        self.bases = bases
        self.stratagems = stratagems
        self.secondaries = secondaries

    def army(self, name: str) -> ArmySheet:
        """The sample army of that slug or name, in any case. Raises LookupError that lists those that there are."""
        return _find(name, self.armies, "sample army")

    def layout(self, name: str) -> Layout:
        """The board layout of that slug or name, in any case. Raises LookupError that lists those that there are."""
        return _find(name, self.layouts, "layout")

    def mission(self, name: str) -> Mission:
        """The mission of that slug or name, in any case. Raises LookupError that lists those that there are."""
        return _find(name, self.missions, "mission")

    def setup(
        self,
        a: ArmySheet,
        b: ArmySheet,
        layout: Layout | str | None = None,
        mission: Mission | str | None = None,
        fixed: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
        joined: tuple[tuple[int, int], ...] = (),
        head_start: tuple[int, int] = (0, 0),
    ) -> Setup:
        """A battle by this pack's rules, with its stratagems and its secondary missions.

        Layout and mission go by name too, and are the first ones if None. `fixed` holds the uids of each side's fixed
        secondaries; a side without any draws. `joined` holds leaders and the units that they
        have joined, counted over both armies; `head_start` the victory points that the sides begin with. Raises
        LookupError for names that there are not.
        """
        board = self.layout(layout) if isinstance(layout, str) else layout or next(iter(self.layouts.values()))
        primary = self.mission(mission) if isinstance(mission, str) else mission or next(iter(self.missions.values()))
        for uid in (uid for side in fixed for uid in side):
            if uid not in {each.uid for each in self.secondaries if each.fixed}:
                raise LookupError(f"There is no fixed secondary mission '{uid}'.")
        named = f"{self.uid} {self.version}"
        ahead = head_start if any(head_start) else msgspec.UNSET
        return Setup((a, b), board, primary, named, self.stratagems, self.secondaries, fixed, joined, ahead)

    def base(self, keywords: Iterable[str], wounds: int, name: str = "") -> BaseSize:
        """The base (millimetres, height in inches) for a miniature whose roster names none.

        `keywords` are the unit's; the table's first row that applies counts.
        """
        there = {keyword.lower() for keyword in keywords}
        return next(
            row.size
            for row in self.bases
            if there.issuperset(row.keywords) and wounds >= row.wounds and row.name in name.lower()
        )


def _find(name: str, there: Mapping[str, S], kind: str) -> S:
    wanted = name.strip().casefold()
    for slug, sheet in there.items():
        if wanted in (slug.casefold(), sheet.name.casefold()):
            return sheet
    listed = ", ".join(f"{slug} ({sheet.name})" for slug, sheet in there.items())
    raise LookupError(f"There is no {kind} '{name}'. There are: {listed}.")


@cache
def load_pack(name: str = "highground") -> Pack:
    """The installed pack of that name, read once. Raises LookupError if there is none, PackError if it is wrong."""
    root = files("highground.packs")
    folder = root / name
    if not name.isidentifier() or not (folder / "pack.toml").is_file():
        there = ", ".join(sorted(entry.name for entry in root.iterdir() if (entry / "pack.toml").is_file()))
        raise LookupError(f"There is no rules pack '{name}'. There are: {there}.")
    return read_pack(folder)


def read_pack(folder: Traversable) -> Pack:
    """Read the pack in a folder (a path or a package resource). Raises PackError with the file and place at fault."""
    raw = _with_texts(_load(folder / "pack.toml", "pack.toml", PackFile))
    bases = _load(folder / "bases.toml", "bases.toml", BasesFile).bases
    if not bases or bases[-1].keywords or bases[-1].wounds or bases[-1].name:
        raise PackError("bases.toml", "bases", "the last row must apply to every miniature")
    for number, row in enumerate(bases, 1):
        if problem := size_problem(row.size):
            raise PackError("bases.toml", f"bases, row {number}", problem)
    factions = {
        slug: Faction(name, slug, _parts(file, name, _FACTION_PARTS, FactionFile), raw)
        for slug, name, file in _folder(folder, "factions")
    }
    armies = {
        slug: build_army(name, slug, _load(file, name, ArmyFile), factions, raw)
        for slug, name, file in _folder(folder, "armies")
    }
    layouts = {
        slug: build_layout(name, slug, _load(file, name, LayoutFile)) for slug, name, file in _folder(folder, "layouts")
    }
    missions = {
        slug: build_mission(slug, _load(file, name, MissionFile)) for slug, name, file in _folder(folder, "missions")
    }
    stratagems, secondaries = _stratagems(folder, raw), _secondaries(folder, raw)
    return Pack(raw, factions, armies, layouts, missions, bases, stratagems=stratagems, secondaries=secondaries)


def _stratagems(folder: Traversable, pack: PackFile) -> tuple[Ability, ...]:
    """Those that every army may use."""
    name = "stratagems.toml"
    raw = _parts(folder / name, name, {"stratagems": AbilityFile}, StratagemsFile)
    reader = AbilityReader(name, pack.uid, pack.name, pack.unit_keywords)
    return tuple(reader.read("stratagems", "stratagem", raw.stratagems).values())


def _secondaries(folder: Traversable, pack: PackFile) -> tuple[Secondary, ...]:
    name = "secondaries.toml"
    raw = _parts(folder / name, name, {"secondaries": SecondaryFile}, SecondariesFile)
    return tuple(build_secondary(name, uid, each, pack) for uid, each in raw.secondaries.items())


def _folder(root: Traversable, kind: str) -> list[tuple[str, str, Traversable]]:
    """Slug, name for messages, and file of each TOML file, in the order of their names."""
    entries = sorted((root / kind).iterdir(), key=lambda entry: entry.name)
    return [(e.name.removesuffix(".toml"), f"{kind}/{e.name}", e) for e in entries if e.name.endswith(".toml")]


def _parse(file: Traversable, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise PackError(name, "", str(error)) from error


def _shape(raw: object, name: str, place: str, shape: type[T]) -> T:
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        raise PackError(name, place, str(error)) from error


def _load(file: Traversable, name: str, shape: type[T]) -> T:
    return _shape(_parse(file, name), name, "", shape)


_FACTION_PARTS: dict[str, type] = {
    "weapons": WeaponFile,
    "units": UnitFile,
    "army": AbilityFile,
    "abilities": AbilityFile,
    "stratagems": AbilityFile,
}


def _parts(file: Traversable, name: str, parts: Mapping[str, type], whole: type[T]) -> T:
    """The entries of some tables are converted one by one first, so that an error names the one that it is in."""
    raw = _parse(file, name)
    for part, shape in parts.items():
        table = raw.get(part)
        for uid, value in (table if isinstance(table, dict) else {}).items():
            _shape(value, name, f"{part}.{uid}", shape)
    return _shape(raw, name, "", whole)


def _with_texts(raw: PackFile) -> PackFile:
    """Every sentence has its rule. A rule that came after the pack was made has the sentence of the product's own."""
    for place, texts, rules in (
        ("weapon_keywords", raw.weapon_keywords, WEAPON_KEYWORDS),
        ("abilities", raw.abilities, UNIT_ABILITIES),
    ):
        for text in texts.keys() - rules.keys():
            raise PackError("pack.toml", place, f"'{text}' is not a rule that the engine knows")
    ours = _own_texts()
    return msgspec.structs.replace(
        raw,
        weapon_keywords=_completed("weapon_keywords", raw.weapon_keywords, ours.weapon_keywords, WEAPON_KEYWORDS),
        abilities=_completed("abilities", raw.abilities, ours.abilities, UNIT_ABILITIES),
    )


@cache
def _own_texts() -> PackFile:
    return _load(files("highground.packs") / "highground" / "pack.toml", "pack.toml", PackFile)


def _completed(place: str, texts: Mapping[str, str], ours: Mapping[str, str], rules: Iterable[str]) -> dict[str, str]:
    for rule in rules:
        if rule not in texts and rule not in ours:
            raise PackError("pack.toml", place, f"'{rule}' has no sentence, not even in the pack highground")
    return {**{rule: ours[rule] for rule in rules if rule not in texts}, **texts}
