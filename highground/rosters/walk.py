"""Finding forces, units, model groups and costs in a roster tree, whatever the game."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from highground.rosters.header import is_points
from highground.rosters.report import RosterError
from highground.rosters.tree import Node

MOST_MODELS = 1000
"""Models in a unit, or copies of a weapon, beyond which a number is taken for damage."""
MOST_UNITS = 500
"""Units in a roster, likewise."""
MOST_GROUPS = 100
"""Model groups in a unit, likewise."""


class Placed(msgspec.Struct, frozen=True):
    """A node with its path in the file."""

    node: Node
    where: str


class Group(msgspec.Struct):
    """A model group of a unit: `count` equal models. `above` are the selections from the unit down to its parent."""

    node: Node
    count: int
    where: str
    above: tuple[Node, ...] = ()


def forces(root: Node, where: str = "roster") -> Iterator[Placed]:
    """All forces, nested ones after the one that holds them."""
    for number, force in enumerate(root.of("force")):
        path = f"{where}/forces[{number}]"
        yield Placed(force, path)
        yield from forces(force, path)


def top_selections(force: Placed) -> Iterator[Placed]:
    """A force's own selections; the oldest files hang them below their categories."""
    holders = [force.node, *force.node.of("category")]
    for holder in holders:
        for selection in holder.of("selection"):
            yield Placed(selection, f"{force.where}/{selection.name}")


def below(node: Node) -> Iterator[Node]:
    """A selection and everything selected below it."""
    yield node
    for child in node.of("selection"):
        yield from below(child)


def number_of(node: Node, otherwise: int = 1) -> int:
    """A selection's `number`, which is absolute: it never multiplies with its parent's. Below zero it is nothing."""
    return max(0, _signed(node, otherwise))


def _signed(node: Node, otherwise: int = 1) -> int:
    text = node.get("number")
    try:
        value = float(text)
    except ValueError:
        return otherwise
    if not abs(value) <= MOST_MODELS:
        raise RosterError(f"The roster says that '{node.name[:60]}' is there {text[:20]} times, which can't be right.")
    return int(value)


def amount_of(text: str) -> float:
    """A cost or number as its text has it; 0 for what is none."""
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) and abs(value) < 1e9 else 0.0


def points_of(node: Node) -> float:
    """Points of a selection and everything below it; each cost is its selection's own, all copies included."""
    return sum(_own_points(selection) for selection in below(node))


def _own_points(node: Node) -> float:
    if node.of("cost"):
        return sum(amount_of(cost.get("value")) for cost in node.of("cost") if is_points(cost))
    return amount_of(node.get("points"))


def primary(node: Node) -> str:
    """The name of the selection's list role: 'Configuration', 'Infantry', ...; '' without one."""
    return next((category.name for category in node.of("category") if category.get("primary") == "true"), "")


def is_settings(node: Node) -> bool:
    return primary(node).casefold() == "configuration"


def is_stat_line(profile: Node) -> bool:
    """Whether a profile describes a fighter, in any of the games."""
    kind = (profile.get("typeName") or profile.get("profileTypeName")).strip().casefold()
    return kind in {"unit", "model", "operative", "fighter", "profile", "vehicle", "character"}


def is_unit(node: Node) -> bool:
    """Whether a top-level selection stands on the table: by its type, else by a stat line in it."""
    if is_settings(node):
        return False
    if node.get("type") in {"unit", "model"}:
        return True
    return any(is_stat_line(profile) for selection in below(node) for profile in selection.of("profile"))


def groups_of(unit: Placed) -> list[Group]:
    """The model groups of a unit; the unit itself where it has none."""
    node = unit.node
    if node.get("type") != "model":
        found = list(_models(node, unit.where, (node,), "model"))
        if not found and not any(is_stat_line(profile) for profile in node.of("profile")):
            found = list(_models(node, unit.where, (node,), ""))
        if found := _netted(found):
            return found
    own = Group(node, max(1, number_of(node)), unit.where)
    return [own, *_netted(list(_models(node, unit.where, (node,), "model")))]


def _netted(groups: list[Group]) -> list[Group]:
    """The groups that have models. A count below zero, which damaged files have, takes away groups of its name."""
    missing: dict[str, int] = {}
    for group in groups:
        if group.count < 0:
            missing[group.node.name] = missing.get(group.node.name, 0) - group.count
    for group in groups:
        taken = min(group.count, missing.get(group.node.name, 0))
        if taken > 0:
            group.count -= taken
            missing[group.node.name] -= taken
    found = [group for group in groups if group.count > 0]
    if len(found) > MOST_GROUPS or sum(group.count for group in found) > MOST_MODELS:
        raise RosterError(f"The unit at {found[0].where[:200]} has far more models than a unit can have.")
    return found


def _models(node: Node, where: str, above: tuple[Node, ...], kind: str) -> Iterator[Group]:
    """Descendants of type `kind`; with kind '' those that have a stat line of their own."""
    for child in node.of("selection"):
        path = f"{where}/{child.name}"
        is_model = child.get("type") == kind if kind else any(is_stat_line(profile) for profile in child.of("profile"))
        if is_model:
            yield Group(child, _signed(child), path, above)
        yield from _models(child, path, (*above, child), kind)
