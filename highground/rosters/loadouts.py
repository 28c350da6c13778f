"""The miniatures of a unit: model groups with their weapons and saves, split where loadouts are mixed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from highground.engine.model import Carried, MiniatureSheet, Profile, Weapon
from highground.rosters.abilities import FoundAbility, core_rule, profile_text
from highground.rosters.deal import deal
from highground.rosters.report import Report, RosterError
from highground.rosters.saves import Grant, SaveKind, better, grant, mentions
from highground.rosters.text import same_name
from highground.rosters.tree import Node
from highground.rosters.walk import Group, Placed, below, number_of
from highground.rosters.weapons import Armoury, RawWeapon, copies_in_name, mode_names, raw_weapon
from highground.words.bases import BaseSize

Saves = dict[SaveKind, int]
MOST_ITEMS = 200


class Item(msgspec.Struct):
    """Something that `number` of a group's models hold: weapons (with copies of each), a save, or both."""

    node: Node
    number: int
    weapons: list[tuple[RawWeapon, int]]
    unassigned: bool = False
    """Whether the file does not say which models hold it."""

    @property
    def kind(self) -> str:
        if self.unassigned or not self.weapons:
            return f"own {id(self.node)}"
        return "melee" if self.weapons[0][0].melee else "ranged"


class Leftover(msgspec.Struct):
    """A weapon that nobody carries, to be kept as text."""

    name: str
    text: str
    source: str


class Loadouts:
    """Works out a unit's weapons and saves. `leftovers` fills while it does."""

    def __init__(self, unit: Placed, groups: Sequence[Group], armoury: Armoury, report: Report) -> None:
        self.unit = unit
        self.groups = groups
        self.armoury = armoury
        self.report = report
        self.leftovers: list[Leftover] = []
        self.settled: set[tuple[str, str]] = set()
        """Name and text of the abilities whose save some miniatures have in their stat line."""
        self.total = sum(group.count for group in groups)
        self._group_nodes = {id(group.node) for group in groups}
        self._wide: Saves = {}
        self._on_node: dict[int, Saves] = {}

    def take_saves(self, found: Sequence[FoundAbility]) -> None:
        """Notes the saves that abilities and rules give always; reports those that need a look."""
        inside = {id(node) for group in self.groups for node in below(group.node)}
        for item in found:
            given = self._granted(item)
            if given is None:
                if not item.is_rule and mentions(item.name, item.text):
                    self._conditional(item)
            elif given.model:
                self._named(given, item)
            elif given.scope == "unit" or item.level == "unit" or self.total == 1:
                self._settle(self._wide, given, item)
            elif id(item.node) in inside:
                self._settle(self._on_node.setdefault(id(item.node), {}), given, item)
            else:
                message = f"Which model bears '{item.node.name}' is not in the file, so its save was not given to any."
                self.report.warning("bearer-unknown", message, self.unit.where)

    def _settle(self, saves: Saves, given: Grant, item: FoundAbility) -> None:
        saves[given.kind] = min(given.value, saves.get(given.kind, given.value))
        self.settled.add((item.name, item.text))

    def _granted(self, item: FoundAbility) -> Grant | None:
        if not item.is_rule:
            return grant(item.name, item.text)
        rule = core_rule(item.name)
        if rule is None or rule.name != "feel no pain" or rule.value is None:
            return None
        return Grant("fnp", rule.value.plus, "holder")

    def _named(self, given: Grant, item: FoundAbility) -> None:
        names = (given.model, f"the {given.model}")
        nodes = [group.node for group in self.groups if any(same_name(group.node.name, name) for name in names)]
        if not nodes and self.total == 1:
            nodes = [self.groups[0].node]  # whatever it is called, there is nobody else
        if not nodes:
            self._conditional(item)
        for node in nodes:
            self._settle(self._on_node.setdefault(id(node), {}), given, item)

    def _conditional(self, item: FoundAbility) -> None:
        message = f"'{item.name}' gives a save only in some cases; no stat line has it."
        self.report.info("conditional-save", message, f"{self.unit.where}/{item.name}")

    def miniatures(self, group: Group, profile: Profile, size: BaseSize) -> list[MiniatureSheet]:
        """The group's miniatures; several sheets where they do not all hold the same."""
        items = self._items[id(group)]
        if len(items) > MOST_ITEMS:
            raise RosterError(f"The model at {group.where[:200]} has {len(items)} things, which can't be right.")
        modes = mode_names([raw for item in items for raw, _ in item.weapons])
        shares = deal(group.count, [(item.number, item.kind) for item in items])
        if len(shares) > 1 and any(item.number % group.count and not item.unassigned for item in items):
            message = f"Who of {group.count} {group.node.name} holds what is not in the file; it was dealt in order."
            self.report.info("value-guessed", message, group.where)
        sheets: dict[MiniatureSheet, int] = {}
        for count, share in shares:
            saves = self._saves(group, [item.node for item, held in zip(items, share, strict=True) if held])
            line = msgspec.structs.replace(
                profile, invuln=better(profile.invuln, saves.get("invuln")), fnp=better(profile.fnp, saves.get("fnp"))
            )
            weapons = self._carried(items, share, modes, group.where)
            sheet = size.under(MiniatureSheet(group.node.name, 0, line, weapons))
            sheets[sheet] = sheets.get(sheet, 0) + count
        return [msgspec.structs.replace(sheet, count=count) for sheet, count in sheets.items()]

    def _saves(self, group: Group, held: list[Node]) -> Saves:
        saves = dict(self._wide)
        for node in (group.node, *held):
            for kind, value in self._on_node.get(id(node), {}).items():
                saves[kind] = min(value, saves.get(kind, value))
        return saves

    def _carried(
        self, items: list[Item], share: Sequence[int], modes: dict[tuple[str, bool], str], where: str
    ) -> tuple[Carried, ...]:
        held: dict[Weapon, int] = {}
        for item, copies in zip(items, share, strict=True):
            for raw, each in item.weapons:
                weapon = self.armoury.weapon(raw, modes.get((raw.stem, raw.melee), ""), where) if copies else None
                if weapon is not None:
                    held[weapon] = held.get(weapon, 0) + copies * each
        return tuple(Carried(weapon, count) for weapon, count in held.items())

    def arm(self) -> None:
        """Finds what each group holds; call it after `take_saves` and before `miniatures`."""
        self._items = {id(group): list(self._own_items(group)) for group in self.groups}
        inside = {id(node) for group in self.groups for node in below(group.node)}
        for node in self._reach(self.unit.node):
            weapons = _weapons(node)
            if id(node) in inside or not weapons:
                continue
            if node is self.unit.node:
                self._arm_from_unit(node, weapons)
            else:
                self._arm_unassigned(node, weapons)
        self._keep_unreadable()

    def _own_items(self, group: Group) -> Iterator[Item]:
        for node in self._reach(group.node):
            weapons = _weapons(node)
            if not weapons and id(node) not in self._on_node:
                continue
            if node is not group.node and not node.get("number") and group.count > 1:
                message = f"How many {group.node.name} hold '{node.name}' is not in the file; all of them were taken."
                self.report.info("value-guessed", message, group.where)
            number = group.count if node is group.node else number_of(node, group.count)
            yield Item(node, number, weapons)

    def _reach(self, node: Node) -> Iterator[Node]:
        """A selection and what is selected below it, models left out."""
        yield node
        for child in node.of("selection"):
            if id(child) not in self._group_nodes and child.get("type") != "model":
                yield from self._reach(child)

    def _arm_from_unit(self, node: Node, weapons: list[tuple[RawWeapon, int]]) -> None:
        """Profiles on the unit itself arm its models only where these have no weapon of that kind."""
        for melee in (False, True):
            fitting = [(raw, each) for raw, each in weapons if raw.melee == melee]
            if not fitting:
                continue
            names = ", ".join(raw.name for raw, _ in fitting)
            if self._armed(melee):
                message = f"No model carries {names}, so the profiles are kept as text."
                self.report.warning("bearer-unknown", message, self.unit.where)
                self._leave(node, fitting)
            else:
                message = f"Which model carries {names} is not in the file; all of them do now."
                self.report.warning("bearer-unknown", message, self.unit.where)
                for group in self.groups:
                    self._items[id(group)].append(Item(node, group.count, fitting, unassigned=True))

    def _armed(self, melee: bool) -> bool:
        items = (item for items in self._items.values() for item in items)
        return any(raw.melee == melee for item in items for raw, _ in item.weapons)

    def _arm_unassigned(self, node: Node, weapons: list[tuple[RawWeapon, int]]) -> None:
        """A weapon of the unit whose bearer is unknown: shared by all if it fits, else with the largest group."""
        number = number_of(node)
        if number % self.total == 0:
            for group in self.groups:
                self._items[id(group)].append(Item(node, number // self.total * group.count, weapons, unassigned=True))
            return
        largest = max(self.groups, key=lambda group: group.count)
        self._items[id(largest)].append(Item(node, number, weapons, unassigned=True))
        message = f"Which model carries '{node.name}' is not in the file; {largest.node.name} took it."
        self.report.warning("bearer-unknown", message, self.unit.where)

    def _keep_unreadable(self) -> None:
        for group in self.groups:
            for item in self._items[id(group)]:
                bad = [pair for pair in item.weapons if self.armoury.weapon(pair[0], "", group.where) is None]
                self._leave(item.node, bad)

    def _leave(self, node: Node, weapons: list[tuple[RawWeapon, int]]) -> None:
        names = {raw.name for raw, _ in weapons}
        for profile in node.of("profile"):
            raw = raw_weapon(profile)
            if raw is not None and raw.name in names:
                self.leftovers.append(Leftover(raw.name, profile_text(profile), node.name))


def _weapons(node: Node) -> list[tuple[RawWeapon, int]]:
    raws = [raw for profile in node.of("profile") if (raw := raw_weapon(profile)) is not None]
    return [(raw, copies_in_name(node, raw)) for raw in dict.fromkeys(raws)]
