"""Who is who in a battle's reports: names that tell units apart, uuids, marker images."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from math import dist, inf
from uuid import NAMESPACE_URL, uuid5

from highground.engine.attached import living_leaders
from highground.engine.model import ArmySheet, Point, Setup, UnitSheet
from highground.engine.naming import name_of, names_alone
from highground.engine.state import Unit
from highground.game.parts.phrases import inches, objective_called, place

COLOURS = ("blue", "red")
SLUG_LENGTH = 76
NEAR, ON = 6.0, 1.0
"""Inches from an objective within which places are said by it, and within which they are on it."""
SINGULAR = ("ss", "us", "is")
"""Endings of names that are no plurals."""


class Cast:
    """Names, uuids and marker images of a battle's armies, units and weapons; units by index, armies by side.

    A uuid depends on the game's id and on what it names, so it is the same whenever a log is read again.
    `sheets` and `alone` are the units as their rosters have them, `orders` their places in these. `units` are their
    names with those of the leaders that have joined them (see `follow`).
    """

    def __init__(self, setup: Setup, game_id: str) -> None:
        self._root = uuid5(NAMESPACE_URL, f"highground:{game_id}")
        self._uuids: dict[tuple[str, int | str], str] = {}
        self.sheets: tuple[UnitSheet, ...] = tuple(sheet for army in setup.armies for sheet in army.units)
        self.sides: tuple[int, ...] = tuple(side for side, army in enumerate(setup.armies) for _ in army.units)
        self.orders: tuple[int, ...] = tuple(order for army in setup.armies for order in range(len(army.units)))
        self.armies: tuple[str, ...] = _army_names(setup.armies)
        self.alone: tuple[str, ...] = names_alone(setup)
        self.units: tuple[str, ...] = self.alone
        self._setup = setup
        self._leaders: list[tuple[int, ...]] | None = None
        self.army_uuids = tuple(self.uuid("army", side) for side in range(len(setup.armies)))
        self.unit_uuids = tuple(self.uuid("unit", index) for index in range(len(self.sheets)))
        self.transponders = tuple(f"transponders/{slug}.svg" for slug in _slugs(self.alone))
        self.missions = {mission.uid: mission.name for mission in setup.secondaries}
        self.objectives = tuple(objective_called(k, each.name) for k, each in enumerate(setup.layout.objectives))
        """Their numbers, as they stand on the map, and their names."""
        self._marked = tuple(each.location for each in setup.layout.objectives)

    def uuid(self, kind: str, index: int | str) -> str:
        known = self._uuids.get((kind, index))
        if known is None:
            known = self._uuids[kind, index] = str(uuid5(self._root, f"{kind}/{index}"))
        return known

    def near(self, spot: Point) -> str:
        """'2.3 inches from objective 2, The Mill', or where no objective is near how far from the edges."""
        far, index = min(((dist(spot, at), k) for k, at in enumerate(self._marked)), default=(inf, 0))
        if far > NEAR:
            return place(spot)
        return f"on {self.objectives[index]}" if far <= ON else f"{inches(far)} from {self.objectives[index]}"

    def weapon_uuid(self, uid: str) -> str:
        """A weapon profile's uuid: every miniature that carries the profile shares it."""
        return self.uuid("weapon", uid)

    def follow(self, units: Sequence[Unit]) -> None:
        """Name units after the leaders that live and are with them now. Names that stay are the same objects."""
        leaders = [living_leaders(self._setup, unit) for unit in units]
        if leaders != self._leaders:
            self._leaders = leaders
            self.units = tuple([name_of(self._setup, unit) for unit in units])

    def name(self, units: tuple[str, ...]) -> None:
        """Go back to names that were kept."""
        self.units, self._leaders = units, None

    def owner(self, unit: Unit, miniature: int) -> int:
        """Whose own a miniature of a unit is: the unit's itself, or that of a leader that joined it."""
        start = len(self.sheets[unit.index].line_up)
        if miniature >= start:
            for leader in unit.leaders:
                start += len(self.sheets[leader].line_up)
                if miniature < start:
                    return leader
        return unit.index

    def wounds(self, units: Sequence[Unit], index: int) -> tuple[int, ...]:
        """The wounds of a unit's own miniatures, wherever they are."""
        unit, size = units[index], len(self.sheets[index].line_up)
        if unit.joined is None:
            return unit.wounds[:size]
        host = units[unit.joined]
        parts = (host.index, *host.leaders[: host.leaders.index(index)])
        start = sum(len(self.sheets[part].line_up) for part in parts)
        return host.wounds[start : start + size]

    def verb(self, unit: int, several: str, one: str = "") -> str:
        """The form that fits the unit: several miniatures, or a name like 'Peat Lobbers', take the plural."""
        name = self.sheets[unit].name
        joined = self.units[unit] != self.alone[unit]
        named = name.endswith("s") and not name.endswith(SINGULAR)
        return several if joined or named or len(self.sheets[unit].starting) > 1 else one or several + "s"

    def does(self, unit: int, several: str, one: str = "") -> str:
        """'Slatewardens shoot', 'Gulper shoots'."""
        return f"{self.units[unit]} {self.verb(unit, several, one)}"


def _army_names(armies: Sequence[ArmySheet]) -> tuple[str, ...]:
    names = [army.name for army in armies]
    if len(set(names)) == len(names):
        return tuple(names)
    return tuple(f"{name} ({colour})" for name, colour in zip(names, COLOURS, strict=True))


def _slugs(names: Sequence[str]) -> list[str]:
    """File names of marker images, each its own, though both armies may have a unit of the same name."""
    taken: set[str] = set()
    slugs = []
    for name in names:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        slug = base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:SLUG_LENGTH].strip("-") or "unit"
        number = 2
        while slug in taken:
            slug, number = f"{base}-{number}", number + 1
        taken.add(slug)
        slugs.append(slug)
    return slugs
