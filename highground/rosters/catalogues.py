"""Open data files of list builders (.cat, .catz): the data sheets of a whole faction, for the shelf.

Options are not chosen here: a sheet knows every weapon that its unit may have, and no usual ones. What a file only
links to in another file is left out, but for rules, whose names say enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from highground.rosters.header import EDITIONS, PLAYABLE
from highground.rosters.report import RosterError
from highground.rosters.shelf import KnownSheet, bare, is_enhancement, unit_sheet
from highground.rosters.tree import Node, from_json, from_xml
from highground.rosters.walk import below, points_of

_CONTAINERS = {
    "selectionEntries": "selectionEntry",
    "sharedSelectionEntries": "selectionEntry",
    "selectionEntryGroups": "selectionEntryGroup",
    "sharedSelectionEntryGroups": "selectionEntryGroup",
    "entryLinks": "entryLink",
    "infoLinks": "infoLink",
    "infoGroups": "infoGroup",
    "sharedInfoGroups": "infoGroup",
    "profiles": "profile",
    "sharedProfiles": "profile",
    "rules": "rule",
    "sharedRules": "rule",
    "costs": "cost",
    "characteristics": "characteristic",
    "categoryLinks": "categoryLink",
    "modifiers": "modifier",
    "conditions": "condition",
    "conditionGroups": "conditionGroup",
}
_DROPPED = frozenset(
    {"constraints", "modifierGroups", "repeats", "publications", "profileTypes", "costTypes", "forceEntries"}
    | {"categoryEntries", "catalogueLinks", "comment", "associations", "attributeTypes"}
)
_ROOTS = ("catalogue", "gameSystem")
_ROOT = re.compile(rb"<(?:\w+:)?(catalogue|gameSystem)[\s>]")
_MOST_PARTS = 1_500_000
_DEEPEST = 10
_MOST_NODES = 4000
"""Selections of one unit, links followed."""
_LIBRARY = re.compile(r"\s*-?\s*Library$", re.IGNORECASE)


def is_catalogue(content: bytes) -> bool:
    return _ROOT.search(content[:2000]) is not None


def of_json(value: object) -> dict[str, Any] | None:
    """The data file in a JSON value; None for any other."""
    found = (value.get(name) for name in _ROOTS) if isinstance(value, dict) else ()
    return next((each for each in found if isinstance(each, dict)), None)


def opened(content: bytes | dict[str, Any]) -> Node:
    """A data file's tree, out of its XML or its JSON's value. Raises RosterError for other files."""
    if isinstance(content, bytes):
        return from_xml(content, _check_root, _CONTAINERS, _DROPPED, _MOST_PARTS)
    return from_json(content, _ROOTS[0], _CONTAINERS)


def read_catalogue(content: bytes | dict[str, Any]) -> tuple[str, list[KnownSheet]]:
    """A data file's name for itself, and its sheets, out of its XML or its JSON's value. RosterError if it has none."""
    root = opened(content)
    edition = EDITIONS.get(root.get("gameSystemId"), "")
    if edition not in PLAYABLE:
        raise RosterError(f"The data file '{root.name}' is of another game than those that can be fought here.")
    name = _LIBRARY.sub("", root.name)
    found = CatalogueReader(root).sheets()
    if not found:
        raise RosterError(f"The data file '{root.name}' holds no data sheets of its own: they stand in other files.")
    made = [
        msgspec.structs.replace(sheet, faction=name, edition=edition, origin=root.name, source="data file")
        for sheet in found
    ]
    return root.name, made


def _check_root(tag: str) -> None:
    if tag not in _ROOTS:
        raise RosterError("The file is no data file of a list builder.")


class CatalogueReader:
    """Follows the links of one data file."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.known: dict[str, Node] = {}
        self._note(root)
        self.left = 0

    def _note(self, node: Node) -> None:
        for tag in ("selectionEntry", "selectionEntryGroup", "infoGroup", "profile", "rule"):
            for child in node.of(tag):
                if child.get("id"):
                    self.known[child.get("id")] = child
                if tag not in {"profile", "rule"}:
                    self._note(child)

    def sheets(self) -> list[KnownSheet]:
        found: dict[tuple[str, str], KnownSheet] = {}
        for node in self.units():
            for sheet in self._unit(node):
                found.setdefault((sheet.kind, sheet.key), sheet)
        for entry in self.root.of("selectionEntry"):
            self.left = _MOST_NODES
            if entry.get("type") in {"unit", "model"}:
                continue
            if entry.name.casefold().startswith("detachment"):
                for sheet in self._detachments(self._selection(entry, "", 0)):
                    found.setdefault((sheet.kind, sheet.key), sheet)
        for group in self.root.of("selectionEntryGroup"):
            self.left = _MOST_NODES
            if "enhancement" in group.name.casefold():
                for node in self._inside(group, group.name, 0):
                    for sheet in _enhancements(node):
                        found.setdefault((sheet.kind, sheet.key), sheet)
        return list(found.values())

    def units(self) -> Iterator[Node]:
        """Each unit as a selection that has all that can be chosen in it."""
        for entry in self.root.of("selectionEntry"):
            self.left = _MOST_NODES
            if entry.get("type") in {"unit", "model"}:
                yield self._selection(entry, "", 0)

    def _unit(self, node: Node) -> Iterator[KnownSheet]:
        sheet = unit_sheet(node)
        if sheet is None:
            return
        points = {"1": round(points_of(_own(node)))} if node.get("type") == "model" else {}
        models = tuple({key: value for key, value in model.items() if key != "selections"} for model in sheet.models)
        body = {key: value for key, value in sheet.body.items() if key != "selections"}
        yield msgspec.structs.replace(sheet, body=body, models=models, points={k: v for k, v in points.items() if v})
        yield from _enhancements(node)

    def _detachments(self, node: Node) -> Iterator[KnownSheet]:
        for child in below(node):
            if child is not node and (child.of("rule") or child.of("profile")):
                yield KnownSheet("detachment", child.name, body=bare(child))

    def _selection(self, entry: Node, group: str, depth: int, name: str = "") -> Node:
        made = Node("selection", {"name": name or entry.name, "type": entry.get("type") or "upgrade", "number": "1"})
        if group:
            made.attributes["group"] = group
        self.left -= 1
        for link in entry.of("categoryLink"):
            made.add(Node("category", {"name": link.get("name"), "primary": link.get("primary")}))
        for cost in entry.of("cost"):
            made.add(cost)
        self._inform(made, entry, depth)
        for child in self._inside(entry, "", depth):
            made.add(child)
        return made

    def _inside(self, entry: Node, group: str, depth: int) -> Iterator[Node]:
        """What can be chosen in an entry or a group, groups and links followed."""
        if depth > _DEEPEST or self.left <= 0:
            return
        for child in entry.of("selectionEntry"):
            yield self._selection(child, group, depth + 1)
        for child in entry.of("selectionEntryGroup"):
            yield from self._inside(child, f"{group} {child.name}".strip(), depth + 1)
        for link in entry.of("entryLink"):
            target = self.known.get(link.get("targetId"))
            if target is None:
                continue
            if target.tag == "selectionEntryGroup":
                yield from self._inside(target, f"{group} {target.name}".strip(), depth + 1)
            elif target.tag == "selectionEntry":
                yield self._selection(target, group, depth + 1, link.name)

    def _inform(self, made: Node, entry: Node, depth: int) -> None:
        """Adds profiles and rules, those that are linked too."""
        for tag in ("profile", "rule"):
            for child in entry.of(tag):
                made.add(child)
        for group in entry.of("infoGroup"):
            if depth < _DEEPEST:
                self._inform(made, group, depth + 1)
        for link in entry.of("infoLink"):
            target = self.known.get(link.get("targetId"))
            if target is not None and target.tag == "infoGroup" and depth < _DEEPEST:
                self._inform(made, target, depth + 1)
            elif target is not None and target.tag == "profile":
                made.add(target)
            elif link.get("type") == "rule":
                text = target.get("description") if target is not None else ""
                made.add(Node("rule", {"name": _named(link), "description": text}))


def _named(link: Node) -> str:
    """A linked rule's name with what the link adds to it, such as 'Scouts' with '6\"'."""
    name = link.name
    for change in link.of("modifier"):
        if change.get("field") == "name" and not change.children:
            if change.get("type") == "append":
                name = f"{name} {change.get('value').strip()}"
            elif change.get("type") == "set":
                name = change.get("value")
    return name


def _own(node: Node) -> Node:
    alone = Node("selection", dict(node.attributes))
    alone.children["cost"] = node.of("cost")
    return alone


def _enhancements(node: Node) -> Iterator[KnownSheet]:
    for inner in below(node):
        if is_enhancement(inner):
            cost = round(points_of(_own(inner)))
            yield KnownSheet("enhancement", inner.name, body=bare(inner), points={"1": cost} if cost > 0 else {})
