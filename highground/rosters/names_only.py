"""Roster trees that were exported without profiles: what they name, to be filled in from a shelf."""

from __future__ import annotations

from collections.abc import Iterator

from highground.rosters.army import contents_of, detachment_of, faction_of, stated_points, total_points
from highground.rosters.header import Header, is_points
from highground.rosters.plain import Gear, PlainArmy, PlainGroup, PlainUnit
from highground.rosters.report import Report
from highground.rosters.shelf import is_enhancement
from highground.rosters.stats import lines_of
from highground.rosters.tree import Node
from highground.rosters.units import keywords_of
from highground.rosters.walk import (
    Placed,
    amount_of,
    below,
    forces,
    groups_of,
    is_unit,
    number_of,
    points_of,
    primary,
    top_selections,
)


def without_lines(root: Node) -> list[Node]:
    """The units of a roster tree that have no stat line anywhere."""
    tops = (placed.node for force in forces(root) for placed in top_selections(force))
    return [node for node in tops if is_unit(node) and not lines_of(below(node))]


def plain_of(root: Node, header: Header) -> PlainArmy | None:
    """The list of a tree without any profile; None where a selection has one."""
    if any(inner.of("profile") for force in forces(root) for top in top_selections(force) for inner in below(top.node)):
        return None
    contents = contents_of(root, Report())
    named = [unit for number, placed in enumerate(contents.units) if (unit := _unit(placed, number))]
    force_names = dict.fromkeys(force.node.name for force in contents.forces if force.node.name)
    limits = [round(amount_of(each.get("value"))) for each in root.of("costLimit") if is_points(each)]
    factions = {name for unit in named for name in unit.faction_keywords}
    return PlainArmy(
        name=header.name,
        why_not="",
        format="new-recruit-json",
        system=header.system or "unknown",
        edition=header.edition,
        writer=header.writer,
        faction=faction_of(contents.forces) or " + ".join(sorted(factions)).title(),
        detachment=detachment_of(contents.settings) or " + ".join(force_names),
        stated=stated_points(header),
        computed=total_points(contents),
        units=named,
        limit=next((limit for limit in limits if limit > 0), None),
    )


def _unit(placed: Placed, number: int) -> PlainUnit:
    node = placed.node
    keywords, factions = keywords_of(node)
    groups = groups_of(placed)
    held = {id(group.node) for group in groups}
    chosen = [inner for inner in below(node) if inner is not node and _is_enhancement(inner, held)]
    own = {id(each) for each in chosen}
    return PlainUnit(
        name=node.name or "Unit",
        points=points_of(node),
        label=node.get("customName").strip()[:80],
        keywords=keywords,
        warlord=any(inner.name.casefold() == "warlord" for inner in below(node)),
        role=primary(node),
        faction_keywords=factions,
        groups=[
            PlainGroup(group.node.name or "Model", group.count, list(_gear(group.node, held, own))) for group in groups
        ],
        gear=[] if id(node) in held else list(_gear(node, held, own)),
        enhancements=[(each.name, round(points_of(each))) for each in chosen],
        uid=f"unit-{number + 1}",
    )


def _is_enhancement(node: Node, models: set[int]) -> bool:
    return id(node) not in models and (
        is_enhancement(node) or (points_of(node) > 0 and not node.of("selection") and node.get("type") == "upgrade")
    )


def _gear(node: Node, models: set[int], enhancements: set[int]) -> Iterator[Gear]:
    for child in node.of("selection"):
        if id(child) in models or id(child) in enhancements or child.name.casefold() == "warlord":
            continue
        if child.name:
            yield Gear(child.name, max(1, number_of(child)))
        yield from _gear(child, models, enhancements)
