"""A list of names filled in from the shelf: the roster, with its profiles, that a list builder would have written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from highground.rosters.model import Missing
from highground.rosters.naming import key
from highground.rosters.plain import Gear, PlainArmy, PlainGroup, PlainUnit
from highground.rosters.report import Report
from highground.rosters.shelf import KnownSheet, Shelf, UnitSheetNodes
from highground.rosters.stats import line_of
from highground.rosters.tree import Node, node_of

_PARTS = re.compile(r",\s*(?![^(]*\))|\s+and\s+|\s+&\s+")
_BRACKETS = re.compile(r"\s*\([^)]*\)")
_MOST_NAMED = 12


class _Filled(msgspec.Struct):
    """What came of one unit's names."""

    found: int = 0
    missing: dict[str, None] = {}
    borrowed: dict[str, str] = {}


class Filler:
    """Fills in one list. `missing` and the report tell, unit by unit, what was chosen and what was not found."""

    def __init__(self, army: PlainArmy, shelf: Shelf, report: Report) -> None:
        self.army = army
        self.shelf = shelf
        self.report = report
        self.missing: list[Missing] = []
        self.used: list[KnownSheet] = []

    def roster(self) -> Node:
        """The roster tree. Units without a sheet are in it without a stat line."""
        root = Node("roster", {"name": self.army.name, "generatedBy": self.army.writer})
        force = Node("force", {"name": "Army", "catalogueName": self.army.faction})
        units = [self._unit(unit, number) for number, unit in enumerate(self.army.units)]
        root.attributes["gameSystemName"] = next(
            (sheet.system for sheet in self.used if sheet.system), self.army.system
        )
        if self.army.stated is not None:
            root.add(_cost(self.army.stated))
        if self.army.limit is not None:
            root.add(Node("costLimit", {"name": "pts", "value": str(self.army.limit)}))
        for node in (*self._settings(), *units):
            force.add(node)
        rules = self.shelf.army(self.army.faction)
        if rules is not None:
            force.children["rule"] = node_of("selection", rules.body).of("rule")
        root.add(force)
        self._compare_head()
        return root

    def _compare_head(self) -> None:
        """Says which enhancements the list's head names and no unit has."""
        taken = {key(name) for unit in self.army.units for name, _ in unit.enhancements}
        for name in dict.fromkeys(self.army.enhancements):
            if key(name) not in taken:
                message = f"The list's head names the enhancement '{name}', but no unit has it."
                self.report.warning("enhancement-untaken", message)

    def _settings(self) -> Iterable[Node]:
        if not self.army.detachment:
            return
        node = Node("selection", {"name": "Detachment", "type": "upgrade", "number": "1"})
        node.add(Node("category", {"name": "Configuration", "primary": "true"}))
        names = [self.army.detachment]
        if self._detachment(names[0]) is None:
            names = [name for part in _PARTS.split(self.army.detachment) if (name := part.strip())]
            if all(self._detachment(name) is None for name in names):
                names = [self.army.detachment]
        for name in names:
            sheet = self._detachment(name)
            chosen = Node("selection", {}) if sheet is None else node_of("selection", sheet.body)
            chosen.attributes |= {"name": name, "type": "upgrade", "number": "1"}
            node.add(chosen)
            if sheet is not None:
                self.report.info("detachment-chosen", f"The rules of '{name}' are those of {_from(sheet)}.")
        yield node

    def _detachment(self, name: str) -> KnownSheet | None:
        sheet, _ = self.shelf.find("detachment", _BRACKETS.sub("", name), self.army.faction)
        return sheet

    def _unit(self, unit: PlainUnit, number: int) -> Node:
        uid = unit.uid or f"unit-{number + 1}"
        attached = None if unit.attached is None else self.army.units[unit.attached]
        nodes, exact = self.shelf.unit(unit.name, self.army.faction)
        made = Node("selection", {"id": uid, "name": unit.name, "type": "unit", "number": "1"})
        if unit.label and unit.label != unit.name:
            made.attributes["customName"] = unit.label
        if attached is not None:
            made.attributes["attachedTo"] = attached.uid or f"unit-{(unit.attached or 0) + 1}"
        result = _Filled()
        if nodes is not None:
            self._dress(made, unit, nodes, result)
        else:
            self._name(made, unit)
        taken = sum(self._enhance(made, name, points, nodes) for name, points in unit.enhancements)
        made.add(_cost(max(0, unit.points - taken)))
        if unit.warlord:
            made.add(Node("selection", {"name": "Warlord", "type": "upgrade", "number": "1"}))
        self._tell(unit, uid, nodes, exact, result)
        return made

    def _name(self, made: Node, unit: PlainUnit) -> None:
        """A unit of which only names are known, so that it is listed with its models."""
        for word in unit.keywords:
            made.add(Node("category", {"name": word, "primary": "false"}))
        for group in unit.squads:
            made.add(Node("selection", {"name": group.name, "type": "model", "number": str(group.count)}))

    def _dress(self, made: Node, unit: PlainUnit, nodes: UnitSheetNodes, result: _Filled) -> None:
        """Gives the unit what its sheet has, and its models what the list says that they hold."""
        made.attributes["name"] = nodes.unit.name
        if key(unit.name) != nodes.sheet.key:
            made.attributes.setdefault("customName", unit.name)
        for tag in ("category", "profile", "rule"):
            made.children[tag] = list(nodes.unit.of(tag))
        self._raise_models(unit, nodes)
        squads = unit.squads
        alone = len(squads) == 1 and nodes.is_model and not nodes.models
        named = any(group.gear for group in squads) or bool(unit.gear)
        if alone:
            made.attributes |= {"type": "model", "number": str(squads[0].count)}
            self._hold(made, squads[0], nodes, nodes.unit, result, named)
            return
        for group in squads:
            made.add(self._group(group, nodes, result, named))
        self._equip(made, unit.gear, nodes, made, result)

    def _raise_models(self, unit: PlainUnit, nodes: UnitSheetNodes) -> None:
        """Takes for models what the list names among the unit's gear and the sheet has among its models."""
        ungrouped = unit.gear if unit.groups and len(unit.groups) > 1 else unit.groups[0].gear if unit.groups else []
        found = [each for each in ungrouped if key(each.name) in nodes.models and key(each.name) not in nodes.items]
        if not found:
            return
        rest = [each for each in ungrouped if each not in found]
        groups = [PlainGroup(each.name, each.count) for each in found]
        kept = [] if len(unit.groups) == 1 and key(unit.groups[0].name) == key(unit.name) else unit.groups
        if kept and kept[0].gear is ungrouped:
            kept[0].gear = rest
        else:
            unit.gear = rest
        unit.groups = [*kept, *groups]

    def _group(self, group: PlainGroup, nodes: UnitSheetNodes, result: _Filled, named: bool) -> Node:
        model, exact = nodes.model(group.name)
        made = Node("selection", {"name": group.name, "type": "model", "number": str(group.count)})
        if model is not None:
            for tag in ("profile", "rule", "category"):
                made.children[tag] = list(model.of(tag))
            if not exact and len({key(name) for name in nodes.models}) > 1 and key(group.name) != nodes.sheet.key:
                message = f"{group.name} is not on the sheet of {nodes.sheet.name}; the line of {model.name} was taken."
                self.report.info("model-chosen", message, nodes.sheet.name)
        self._hold(made, group, nodes, model, result, named)
        return made

    def _hold(
        self, made: Node, group: PlainGroup, nodes: UnitSheetNodes, model: Node | None, result: _Filled, named: bool
    ) -> None:
        """What the list says that the group holds; where it names nothing of the whole unit, what the sheet's has."""
        if named or model is None:
            self._equip(made, group.gear, nodes, made, result, group.count)
            return
        number = max(1, int(float(model.get("number") or 1)))
        for item in model.of("selection"):
            if item.get("type") != "model":
                copy = node_of("selection", {})
                copy.attributes = {**item.attributes}
                copy.children = item.children
                held = float(item.get("number") or 1)
                copy.attributes["number"] = str(max(1, round(held / number * group.count)))
                made.add(copy)

    def _equip(
        self, made: Node, gear: Sequence[Gear], nodes: UnitSheetNodes, holder: Node, result: _Filled, each: int = 1
    ) -> None:
        own = {key(profile.name) for profile in holder.of("profile")}
        for thing in gear:
            if key(thing.name) in own:
                result.found += 1
                continue
            for name, number in self._split(thing, nodes, each):
                selections = nodes.item(name)
                if selections is None:
                    selections = self._borrow(name, nodes, result)
                else:
                    result.found += 1
                for item in selections:
                    made.add(_given(item, name if len(selections) == 1 else item.name, number))

    def _split(self, thing: Gear, nodes: UnitSheetNodes, each: int) -> list[tuple[str, int]]:
        """A text such as 'Long bow and Oar' where the sheet has the parts but not the whole."""
        parts = [part.strip() for part in _PARTS.split(thing.name) if part.strip()]
        if len(parts) < 2 or nodes.item(thing.name) is not None:
            return [(thing.name, thing.count)]
        if all(nodes.item(part) is None for part in parts):
            return [(thing.name, thing.count)]
        return [(part, thing.count if index == 0 else each) for index, part in enumerate(parts)]

    def _borrow(self, name: str, nodes: UnitSheetNodes, result: _Filled) -> list[Node]:
        found = self.shelf.weapon(name, nodes.sheet.faction)
        if found is None:
            result.missing[name] = None
            return []
        result.found += 1
        result.borrowed[name] = found[1]
        return [found[0]]

    def _enhance(self, made: Node, name: str, points: int, nodes: UnitSheetNodes | None) -> int:
        """Adds an enhancement; its points, 0 where nobody states them."""
        sheet, _ = self.shelf.find("enhancement", name, self.army.faction)
        found = nodes.item(name) if nodes is not None and sheet is None else None
        node = node_of("selection", sheet.body) if sheet is not None else Node("selection", {})
        if found:
            node.children = dict(found[0].children)
        cost = points or (sheet.points.get("1", 0) if sheet is not None else 0)
        node.attributes |= {"name": name, "type": "upgrade", "number": "1", "group": "Enhancements"}
        node.children["cost"] = [_cost(cost)]
        made.add(node)
        if sheet is None and not found and nodes is not None:
            message = f"The enhancement '{name}' is not on your shelf: it counts, but does nothing in a battle."
            self.report.warning("enhancement-missing", message, made.name)
        return cost

    def _tell(self, unit: PlainUnit, uid: str, nodes: UnitSheetNodes | None, exact: bool, result: _Filled) -> None:
        if nodes is None:
            named = tuple(dict.fromkeys(each.name for group in unit.squads for each in (*group.gear, *unit.gear)))
            self.missing.append(Missing(uid, unit.label or unit.name, True, named))
            held = f" It holds {_listed(named)}." if named else ""
            message = f"{unit.name}: no data sheet of that name is on your shelf, so it can't be set up.{held}"
            self.report.warning("sheet-missing", message, unit.name)
            return
        self.used.append(nodes.sheet)
        whole = result.found + len(result.missing)
        near = "" if exact else f" is not on your shelf; '{nodes.sheet.name}', which is nearly its name, was taken"
        held = (
            f" {result.found} of {whole} things that it holds were found."
            if whole
            else " Its usual weapons were taken."
        )
        text = f"{unit.name}{near}: the sheet is from {_from(nodes.sheet)}.{held}"
        (self.report.info if exact else self.report.warning)("sheet-chosen", text, unit.name)
        for name, other in result.borrowed.items():
            message = f"{unit.name}: '{name}' is not on its sheet; the one of {other} was taken."
            self.report.warning("gear-borrowed", message, unit.name)
        if result.missing:
            self.missing.append(Missing(uid, unit.label or unit.name, False, tuple(result.missing)))
            message = f"{unit.name}: its sheet has no {_listed(result.missing)}; who carries it goes without."
            self.report.warning("gear-missing", message, unit.name)
        self._tell_points(unit, nodes.sheet)

    def _tell_points(self, unit: PlainUnit, sheet: KnownSheet) -> None:
        count = str(sum(group.count for group in unit.squads))
        known = sheet.points.get(count)
        stated = unit.points - sum(points for _, points in unit.enhancements)
        if known and not unit.enhancements and abs(known - stated) > 0.5:
            message = f"{unit.name} costs {stated:g} points here and {known} on the sheet."
            self.report.info("points-differ", message, unit.name)


def wanted(army: PlainArmy) -> list[str]:
    """The names of units, enhancements and detachments that a list asks the shelf for."""
    whole = _BRACKETS.sub("", army.detachment)
    names = [unit.name for unit in army.units] + [name for unit in army.units for name, _ in unit.enhancements]
    return list(dict.fromkeys([*names, whole, *(part.strip() for part in _PARTS.split(whole))]))


def _given(item: Node, name: str, number: int) -> Node:
    """A selection of the sheet, held `number` times; what stands below it is named by itself in the list."""
    made = Node("selection", {"name": name, "type": "upgrade", "number": str(number)})
    if "enhancement" in item.get("group").casefold():
        made.attributes["group"] = item.get("group")
    for tag in ("profile", "rule"):
        made.children[tag] = list(item.of(tag))
    return made


def _listed(names: Iterable[str]) -> str:
    known = list(names)
    more = len(known) - _MOST_NAMED
    return ", ".join(known[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _cost(points: float) -> Node:
    return Node("cost", {"name": "pts", "value": f"{points:g}"})


def _from(sheet: KnownSheet) -> str:
    match sheet.source:
        case "typed":
            return "numbers that you typed"
        case "pack":
            return f"the sample army '{sheet.origin}'"
        case "data file":
            return f"the data file '{sheet.origin}'"
        case _:
            return f"the roster '{sheet.origin}'"


def mended(units: Iterable[Node], shelf: Shelf, report: Report) -> bool:
    """Gives units of a roster that have no stat line the one of the shelf; whether there was one for any."""
    changed = False
    for unit in units:
        nodes, exact = shelf.unit(unit.name) if shelf else (None, False)
        if nodes is None or not exact:
            continue
        lines = [profile for holder in (nodes.unit, *nodes.models.values()) for profile in holder.of("profile")]
        found = [profile for profile in lines if line_of(profile) is not None]
        unit.children["profile"] = [*unit.of("profile"), *found]
        report.info("sheet-chosen", f"{unit.name}: its stat line is from {_from(nodes.sheet)}.", unit.name)
        changed = True
    return changed
