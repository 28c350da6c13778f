"""A selection of the 10th or 11th edition as a unit's sheet."""

from __future__ import annotations

import re

import msgspec

from highground.engine.model import Ability, MiniatureSheet, Profile, UnitSheet
from highground.rosters import bases
from highground.rosters.abilities import bearers_of, beside, found_in, leads, to_abilities, without_doubles
from highground.rosters.loadouts import Leftover, Loadouts
from highground.rosters.report import Report
from highground.rosters.stats import NO_SAVE, StatLine, profile_of, resolve
from highground.rosters.text import straight
from highground.rosters.tree import Node
from highground.rosters.walk import Group, Placed, below, groups_of, points_of, primary
from highground.rosters.weapons import Armoury

BLANK = Profile(0, 0, NO_SAVE, 0, 0, 0)
"""The stat line of a model whose own is not in the file."""
_FACTION = "faction: "
HOVER = "hover"
AIRCRAFT = "aircraft"
HOVERING = 20
"""Inches that a unit moves which hovers."""
GAME_KEYWORDS = frozenset(
    {"aircraft", "battleline", "beast", "beasts", "cavalry", "character", "dedicated transport", "epic hero", "fly"}
    | {"fortification", "grenades", "infantry", "monster", "mounted", "psyker", "smoke", "swarm", "titanic"}
    | {"towering", "transport", "vehicle", "walker"}
)
_SAVE = re.compile(r"^([2-6])\+$")


class UnitReader:
    """Reads the units of one army: they share its weapons and its report."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.armoury = Armoury(report)
        self.settled: dict[str, frozenset[tuple[str, str]]] = {}
        """By the unit's uid: name and text of the abilities that its stat lines hold already."""

    def read(self, placed: Placed, uid: str, name: str) -> UnitSheet:
        """The unit's sheet; its miniatures have the `BLANK` profile where the file has no stat line for them."""
        unit, where = placed.node, placed.where
        groups = groups_of(placed)
        if any(node.get("number").startswith("-") for node in below(unit)):
            message = "The file counts some models below zero; they were set against those of the same name."
            self.report.warning("value-guessed", message, where)
        keywords, factions = keywords_of(unit)
        found = without_doubles(found_in(unit, groups))
        loadouts = Loadouts(placed, groups, self.armoury, self.report)
        loadouts.take_saves(found)
        loadouts.arm()
        self.settled[uid] = frozenset(loadouts.settled)
        size = bases.guessed(keywords, unit.name)
        self.report.info("value-guessed", f"Rosters hold no base sizes; {size} was taken by its keywords.", where)
        miniatures: list[MiniatureSheet] = []
        extra: list[Ability] = []
        for group in groups:
            line = resolve(group, unit, self.report)
            miniatures += loadouts.miniatures(group, self._profile(line, group), size)
            extra += self._conditional_save(line, group)
        abilities = to_abilities(found, groups, where, self.report, bearers_of(groups))
        sheet = UnitSheet(
            uid=uid,
            name=name,
            points=round(points_of(unit)),
            miniatures=tuple(miniatures),
            keywords=keywords,
            faction_keywords=factions,
            abilities=tuple(dict.fromkeys((*abilities, *extra, *map(_as_text, loadouts.leftovers)))),
            leads=leads(found),
            beside=beside(found),
            warlord=any(node.name.casefold() == "warlord" and node is not unit for node in below(unit)),
            role=primary(unit),
        )
        return self._hovering(sheet, where)

    def _hovering(self, unit: UnitSheet, where: str) -> UnitSheet:
        """Aircraft that can hover do so, as nearly every player has them: then they are none, and move 20 inches."""
        hover = [(each.name, each.text) for each in unit.abilities if each.name.casefold() == HOVER]
        if not hover or AIRCRAFT not in unit.keywords:
            return unit
        self.settled[unit.uid] |= frozenset(hover)
        message = f"{unit.name} hovers: it moves {HOVERING} inches and counts as no aircraft."
        self.report.info("value-guessed", message, where)
        replace = msgspec.structs.replace
        slower = [replace(each, profile=replace(each.profile, movement=HOVERING)) for each in unit.miniatures]
        keywords = tuple([each for each in unit.keywords if each != AIRCRAFT])
        return replace(unit, keywords=keywords, miniatures=tuple(slower))

    def _profile(self, line: StatLine | None, group: Group) -> Profile:
        profile = profile_of(line, group.where, self.report) if line is not None else None
        if line is None or profile is None:
            message = f"The file has no usable stat line for {group.node.name}."
            self.report.warning("stats-missing", message, group.where)
            return BLANK
        save = _SAVE.match(line.get("insv"))
        return msgspec.structs.replace(profile, invuln=int(save[1]) if save else None)

    def _conditional_save(self, line: StatLine | None, group: Group) -> list[Ability]:
        text = line.get("insv") if line is not None else ""
        if text in {"", "-", "–"} or _SAVE.match(text):
            return []
        message = f"The invulnerable save '{text}' holds only in some cases; no stat line has it."
        self.report.info("conditional-save", message, group.where)
        return [Ability("Invulnerable Save", text, "miniature", group.node.name, private=True)]


def is_blank(unit: UnitSheet) -> bool:
    """Whether some miniature of the unit has no stat line."""
    return any(sheet.profile.wounds == 0 for sheet in unit.miniatures)


def keywords_of(unit: Node) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The unit's keywords and its faction keywords, lower case, in file order, each once."""
    keywords: dict[str, None] = {}
    factions: dict[str, None] = {}
    for category in unit.of("category"):
        name = straight(category.name).casefold()
        if name.startswith(_FACTION):
            factions[name.removeprefix(_FACTION).strip()] = None
        elif category.get("primary") != "true" or name in GAME_KEYWORDS:
            keywords[name] = None
    keywords.pop("", None)
    return tuple(keywords), tuple(factions)


def _as_text(leftover: Leftover) -> Ability:
    return Ability(leftover.name, leftover.text, "weapon", leftover.source, private=True, by_hand=True)
