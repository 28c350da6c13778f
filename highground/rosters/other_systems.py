"""Roster trees of other games and editions: units, models, points and raw profiles, reported as not playable."""

from __future__ import annotations

from collections.abc import Iterator

from highground.engine.model import Ability
from highground.rosters.abilities import rules_of
from highground.rosters.army import (
    contents_of,
    detachment_of,
    faction_of,
    named_units,
    stated_points,
    total_points,
    why_no_stats,
)
from highground.rosters.header import Header
from highground.rosters.model import RawProfile, Roster
from highground.rosters.plain import PlainArmy, PlainUnit, to_roster
from highground.rosters.report import Report
from highground.rosters.text import tidy
from highground.rosters.tree import Node
from highground.rosters.units import keywords_of
from highground.rosters.walk import Placed, below, forces, groups_of, number_of, points_of, primary


def read_other(root: Node, header: Header, report: Report) -> Roster:
    """The roster of a game that can't be played here, or of one without any stat line."""
    contents = contents_of(root, report)
    units = [_unit(item.placed, item.uid, item.name) for item in named_units(contents.units, report)]
    force_names = dict.fromkeys(force.node.name for force in forces(root) if force.node.name)
    army = PlainArmy(
        name=header.name,
        why_not=why_no_stats(header),
        format="",
        system=header.system or "unknown",
        edition=header.edition,
        writer=header.writer,
        faction=faction_of(contents.forces),
        detachment=detachment_of(contents.settings) or " + ".join(force_names),
        stated=stated_points(header),
        computed=total_points(contents),
        units=units,
    )
    return to_roster(army, report)


def _unit(placed: Placed, uid: str, label: str) -> PlainUnit:
    node = placed.node
    keywords, factions = keywords_of(node)
    return PlainUnit(
        name=node.name or "Unit",
        points=points_of(node),
        models=[(group.node.name or "Model", group.count) for group in groups_of(placed)],
        label=label,
        keywords=keywords,
        faction_keywords=factions,
        abilities=tuple(dict.fromkeys(_rules(node))),
        profiles=tuple(dict.fromkeys(_profiles(node))),
        warlord=any(inner.name.casefold() == "warlord" for inner in below(node)),
        uid=uid,
        role=primary(node),
    )


def _rules(unit: Node) -> Iterator[Ability]:
    for node in below(unit):
        for name, text in rules_of(node):
            yield Ability(name, text, source=node.name, private=True)


def _profiles(unit: Node) -> Iterator[RawProfile]:
    for node in below(unit):
        for profile in node.of("profile"):
            kind = (profile.get("typeName") or profile.get("profileTypeName")).strip()
            values = tuple((item.get("name").strip(), tidy(item.text)) for item in profile.of("characteristic"))
            yield RawProfile(profile.name, kind, values, number_of(node))
