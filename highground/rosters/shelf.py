"""Data sheets that rosters and data files taught: units with their weapons, enhancements, detachments, army rules.

A sheet keeps what the file had, not what was read from it, so that a list filled in from it is read like any roster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from highground.rosters.header import PLAYABLE, Header
from highground.rosters.naming import key, nearest
from highground.rosters.stats import lines_of
from highground.rosters.tree import Node, node_of, to_plain
from highground.rosters.walk import (
    Placed,
    amount_of,
    below,
    forces,
    groups_of,
    is_settings,
    is_unit,
    number_of,
    points_of,
    top_selections,
)
from highground.rosters.weapons import raw_weapon

SheetKind = Literal["unit", "enhancement", "detachment", "army"]
SheetSource = Literal["roster", "data file", "typed", "pack"]
MOST_ITEMS = 300
"""Things of one sheet, beyond which the oldest are forgotten."""
_DETACHMENTS = {"detachment", "detachments", "detachment choice", "detachment(s)", "detachment choices"}
_DROPPED = frozenset({"id", "entryId", "entryGroupId", "customName", "publicationId", "page", "from", "typeId"})


class KnownSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A data sheet under its name. `origin` names the roster or file that taught it.

    `body` is the selection as the file had it; of a unit `models` are further model groups and `items` all things that
    its models were seen to hold, each a selection too. `points` are its points by number of models, as text.
    """

    kind: SheetKind
    name: str
    faction: str = ""
    edition: str = ""
    system: str = ""
    origin: str = ""
    source: SheetSource = "roster"
    body: dict[str, Any] = {}
    models: tuple[dict[str, Any], ...] = ()
    items: tuple[dict[str, Any], ...] = ()
    points: dict[str, int] = {}

    @property
    def key(self) -> str:
        return key(self.name)

    @property
    def home(self) -> str:
        """The key of its faction."""
        return key(self.faction.rpartition(" - ")[2])


def learn(root: Node, header: Header, origin: str, source: SheetSource = "roster") -> list[KnownSheet]:
    """All sheets that a roster of an edition that can fight teaches; each unit once, with all that it was seen with."""
    if header.edition not in PLAYABLE:
        return []
    found: dict[tuple[str, str, str], KnownSheet] = {}
    for sheet in _taught(root, header, origin, source):
        place = (sheet.kind, sheet.key, sheet.home)
        found[place] = merged(found[place], sheet) if place in found else sheet
    return list(found.values())


def _taught(root: Node, header: Header, origin: str, source: SheetSource) -> Iterator[KnownSheet]:
    for force in forces(root):
        common = {
            "faction": " ".join(force.node.get("catalogueName").split())[:200],
            "edition": header.edition,
            "system": header.system[:200],
            "origin": origin[:200],
            "source": source,
        }
        if force.node.of("rule"):
            rules = Node("selection", {"name": force.node.name})
            rules.children["rule"] = force.node.of("rule")
            yield KnownSheet("army", "Army rules", body=bare(rules), **common)  # type: ignore[arg-type]
        for placed in top_selections(force):
            if is_settings(placed.node) and placed.node.name.casefold() in _DETACHMENTS:
                for child in placed.node.of("selection"):
                    if any(node.of("rule") or node.of("profile") for node in below(child)):
                        yield KnownSheet("detachment", child.name, body=bare(child), **common)  # type: ignore[arg-type]
            elif is_unit(placed.node):
                sheet = unit_sheet(placed.node)
                if sheet is not None:
                    yield msgspec.structs.replace(sheet, **common)
                    yield from _enhancements(placed.node, common)


def unit_sheet(unit: Node) -> KnownSheet | None:
    """A unit's selection as a sheet without an origin; None where it has no stat line."""
    if not unit.name or not lines_of(below(unit)):
        return None
    groups = groups_of(Placed(unit, unit.name))
    held = {id(group.node) for group in groups}
    models = {key(group.node.name): bare(group.node) for group in groups if group.node is not unit}
    items = {
        key(node.name): bare(node)
        for node in below(unit)
        if id(node) not in held and node is not unit and node.name and _teaches(node)
    }
    count = sum(group.count for group in groups)
    cost = round(points_of(unit) - sum(points_of(node) for node in below(unit) if is_enhancement(node)))
    return KnownSheet(
        "unit",
        unit.name,
        body=bare(unit),
        models=tuple(models.values()),
        items=tuple(items.values())[:MOST_ITEMS],
        points={str(count): cost} if cost > 0 else {},
    )


def _teaches(node: Node) -> bool:
    return any(inner.of("profile") or inner.of("rule") for inner in below(node)) and not is_enhancement(node)


def is_enhancement(node: Node) -> bool:
    """Whether a selection below a unit is an enhancement: one that costs points, out of a group, with a text."""
    if node.get("type", "upgrade") != "upgrade" or node.name.casefold() == "warlord":
        return False
    if "enhancement" in node.get("group").casefold():
        return True
    costs = any(amount_of(cost.get("value")) > 0 for cost in node.of("cost"))
    armed = any(raw_weapon(profile) is not None for profile in node.of("profile"))
    return costs and bool(node.get("entryGroupId")) and bool(node.of("profile")) and not armed


def _enhancements(unit: Node, common: dict[str, Any]) -> Iterator[KnownSheet]:
    for node in below(unit):
        if node is not unit and is_enhancement(node):
            cost = round(points_of(node))
            yield KnownSheet(
                "enhancement", node.name, body=bare(node), points={"1": cost} if cost > 0 else {}, **common
            )


def bare(node: Node) -> dict[str, Any]:
    """A selection without what belongs to its roster alone: ids and names that the player gave."""
    return {
        name: [_bare_child(item) for item in value] if isinstance(value, list) else value
        for name, value in to_plain(node).items()
        if name not in _DROPPED and name not in {"costs", "publications"}
    }


def _bare_child(value: dict[str, Any]) -> dict[str, Any]:
    return {
        name: [_bare_child(item) for item in each] if isinstance(each, list) else each
        for name, each in value.items()
        if name not in _DROPPED and name not in {"costs", "publications"}
    }


def merged(old: KnownSheet, new: KnownSheet) -> KnownSheet:
    """The newer sheet, with what only the older one knows. A sheet typed by hand adds to what files taught."""
    body = new.body or old.body
    return msgspec.structs.replace(
        new,
        body=body,
        models=_both(old.models, new.models),
        items=_both(old.items, new.items),
        points={**old.points, **new.points},
        system=new.system or old.system,
        edition=new.edition or old.edition,
    )


def _both(old: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    named = {key(str(item.get("name", ""))): item for item in (*old, *new)}
    return tuple(named.values())[-MOST_ITEMS:]


class UnitSheetNodes:
    """A unit's sheet, its selections as trees to look things up in."""

    def __init__(self, sheet: KnownSheet) -> None:
        self.sheet = sheet
        self.unit = node_of("selection", sheet.body)
        self.models = {key(node.name): node for node in map(_selection, sheet.models)}
        self.items = {key(node.name): node for node in map(_selection, sheet.items)}
        self.profiles: dict[str, list[Node]] = {}
        """Profiles of weapons and abilities by their names, firing modes by what their names share too."""
        for holder in (*self.items.values(), self.unit, *self.models.values()):
            for node in below(holder):
                for profile in node.of("profile"):
                    self._note(profile)

    def _note(self, profile: Node) -> None:
        raw = raw_weapon(profile)
        names = {profile.name} if raw is None else {raw.name, raw.stem}
        for name in names - {""}:
            known = self.profiles.setdefault(key(name), [])
            if all((each.name, each.get("typeName")) != (profile.name, profile.get("typeName")) for each in known):
                known.append(profile)

    @property
    def is_model(self) -> bool:
        """Whether the unit's selection is its only model."""
        return self.unit.get("type") == "model"

    def model(self, name: str) -> tuple[Node | None, bool]:
        """The model group of that name, else the likeliest; whether its name is the very one."""
        wanted = key(name)
        if wanted in self.models:
            return self.models[wanted], True
        if not self.models:
            return None, True
        words = set(wanted.split())
        inside = [known for known in self.models if words <= set(known.split()) or set(known.split()) <= words]
        found = min(inside, key=len) if inside else nearest(wanted, self.models)
        return (self.models[found], False) if found else (next(iter(self.models.values())), False)

    def item(self, name: str) -> list[Node] | None:
        """Selections that give what a list calls `name`; None where the sheet does not know it."""
        wanted = key(name)
        if wanted in self.items:
            return _with_profiles(self.items[wanted])
        if wanted in self.profiles:
            return [_holder(name, self.profiles[wanted])]
        near = nearest(wanted, [*self.items, *self.profiles])
        if near is None:
            return None
        return _with_profiles(self.items[near]) if near in self.items else [_holder(name, self.profiles[near])]


def _selection(value: dict[str, Any]) -> Node:
    return node_of("selection", value)


def _with_profiles(node: Node) -> list[Node]:
    """The selection if it has profiles of its own, else those inside that have."""
    if node.of("profile") or node.of("rule"):
        return [node]
    return [inner for inner in below(node) if inner.of("profile")] or [node]


def _holder(name: str, profiles: Iterable[Node]) -> Node:
    made = Node("selection", {"name": name, "type": "upgrade"})
    made.children["profile"] = list(profiles)
    return made


class Shelf:
    """Sheets to find by name. Of several of one name the faction's own comes first, then the newest."""

    def __init__(self, sheets: Iterable[KnownSheet] = ()) -> None:
        self._sheets: dict[tuple[str, str], list[KnownSheet]] = {}
        self._nodes: dict[int, UnitSheetNodes] = {}
        for sheet in sheets:
            self._sheets.setdefault((sheet.kind, sheet.key), []).append(sheet)

    def __bool__(self) -> bool:
        return bool(self._sheets)

    def find(self, kind: SheetKind, name: str, faction: str = "") -> tuple[KnownSheet | None, bool]:
        """The sheet of that name, else of a name that is nearly it; whether the name is the very one."""
        wanted = key(name)
        exact = (kind, wanted) in self._sheets
        if not exact:
            near = nearest(wanted, (known for each, known in self._sheets if each == kind))
            if near is None:
                return None, False
            wanted = near
        home = key(faction.rpartition(" - ")[2])
        there = self._sheets[(kind, wanted)]
        return next((sheet for sheet in there if sheet.home == home), there[0]), exact

    def unit(self, name: str, faction: str = "") -> tuple[UnitSheetNodes | None, bool]:
        sheet, exact = self.find("unit", name, faction)
        return (None, False) if sheet is None else (self.nodes(sheet), exact)

    def nodes(self, sheet: KnownSheet) -> UnitSheetNodes:
        if id(sheet) not in self._nodes:
            self._nodes[id(sheet)] = UnitSheetNodes(sheet)
        return self._nodes[id(sheet)]

    def army(self, faction: str) -> KnownSheet | None:
        home = key(faction.rpartition(" - ")[2])
        return next((sheet for sheet in self._sheets.get(("army", key("Army rules")), ()) if sheet.home == home), None)

    def weapon(self, name: str, faction: str) -> tuple[Node, str] | None:
        """A weapon of that very name on another sheet of the faction, and that sheet's name."""
        home, wanted = key(faction.rpartition(" - ")[2]), key(name)
        for (kind, _), sheets in self._sheets.items():
            for sheet in sheets if kind == "unit" else ():
                if sheet.home == home and (profiles := self.nodes(sheet).profiles.get(wanted)):
                    armed = [profile for profile in profiles if raw_weapon(profile) is not None]
                    if armed:
                        return _holder(name, armed), sheet.name
        return None


EMPTY = Shelf()


def items_of(sheet: KnownSheet) -> int:
    """How many weapons a sheet knows."""
    nodes = UnitSheetNodes(sheet)
    return sum(any(raw_weapon(each) is not None for each in found) for found in nodes.profiles.values())


__all__ = [
    "EMPTY",
    "KnownSheet",
    "SheetKind",
    "SheetSource",
    "Shelf",
    "UnitSheetNodes",
    "learn",
    "merged",
    "number_of",
    "unit_sheet",
]
