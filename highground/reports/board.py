"""The board at the end of a phase. Places and distances are inches; distances run from base edge to base edge."""

from __future__ import annotations

import msgspec

from highground.engine.model import Ability, MiniatureSheet, Point, Weapon
from highground.engine.model import UnitSheet as Sheet
from highground.engine.scene import Scene
from highground.engine.state import Unit
from highground.reports.cast import Cast
from highground.reports.distances import Distances
from highground.views.log import BoardState, Figure, SheetText, UnitOnBoard, UnitSheet
from highground.views.state import BoardShape
from highground.views.units import MiniatureProfile, WeaponLine

Alive = tuple[int, ...]
"""How many miniatures live, for each miniature sheet of a unit."""
Who = tuple[int, ...]
"""A unit and the leaders that have joined it."""


def middle(unit: Unit) -> Point | None:
    """The mean place of the living miniatures, of all where none lives; None before the unit is set up."""
    if not unit.deployed:
        return None
    places = [place for place, wounds in zip(unit.places, unit.wounds, strict=True) if wounds > 0] or unit.places
    return round(sum(x for x, _ in places) / len(places), 2), round(sum(y for _, y in places) / len(places), 2)


class Shown(msgspec.Struct, frozen=True):
    """What the board states so far have shown last, so that it can be left out of the next."""

    first: bool
    units: list[UnitOnBoard]
    stats: dict[int, UnitSheet]


class Board:
    """Makes board states one after the other; what has not changed since the last one is not made again.

    A unit's `unit_stats` are left out while they are those of the state before, all units while none has changed,
    terrain and zones after the first. A leader that has joined a unit is part of that unit and not told by itself.
    """

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._first = True
        self._units: list[UnitOnBoard] = []
        self._distances = Distances(cast)
        self._stats: dict[int, UnitSheet] = {}
        self._miniatures: dict[int, tuple[Unit, list[Figure]]] = {}
        self._profiles: dict[tuple[Who, Alive], list[MiniatureProfile]] = {}
        self._missions = cast.missions
        self._abilities: dict[Who, list[SheetText]] = {}

    @property
    def shown(self) -> Shown:
        return Shown(self._first, self._units, self._stats.copy())

    @shown.setter
    def shown(self, shown: Shown) -> None:
        self._first, self._units, self._stats = shown.first, shown.units, shown.stats.copy()

    def preview(self, scene: Scene) -> BoardState:
        """What `state` would be; the next one is made as if this had not been."""
        shown = self.shown
        found = self.state(scene)
        self.shown = shown
        return found

    def state(self, scene: Scene) -> BoardState:
        state, cast = scene.state, self._cast
        self._distances.update(scene)
        units = [self._unit(scene, unit) for unit in state.units if unit.joined is None]
        for unit in state.units:
            if unit.joined is not None:
                self._stats.pop(unit.index, None)
        found: BoardState = {} if units == self._units else {"units": units}
        self._units = [_without_sheet(unit) for unit in units]
        found["objectives"] = [
            {
                "name": objective.name,
                "location": objective.location,
                "held_by": None if marker.held_by is None else cast.army_uuids[marker.held_by],
                "sticky": marker.sticky,
            }
            for objective, marker in zip(scene.setup.layout.objectives, state.markers, strict=True)
        ]
        found["scores"] = [
            {
                "army_uuid": uuid,
                "vp": army.vp,
                "cp": army.cp,
                "primary": army.primary,
                "secondary": army.secondary,
                "secondaries": [self._missions[uid] for uid in army.hand],
            }
            for uuid, army in zip(cast.army_uuids, state.armies, strict=True)
        ]
        if self._first:
            self._first = False
            board = ground(scene)
            found["terrain"], found["deployment_zones"] = board["terrain"], board["deployment_zones"]
        return found

    def _unit(self, scene: Scene, unit: Unit) -> UnitOnBoard:
        index, cast = unit.index, self._cast
        found: UnitOnBoard = {
            "uuid": cast.unit_uuids[index],
            "army_uuid": cast.army_uuids[unit.side],
            "name": cast.units[index],
            "location": middle(unit),
            "transponder": cast.transponders[index],
            "deployed": unit.deployed,
            "in_reserves": unit.reserves,
            "battle_shocked": unit.shocked,
            "miniatures": self._figures(unit, scene.sheets[index]),
        }
        if unit.leaders:
            found["leaders"] = [{"name": cast.alone[each], "uuid": cast.unit_uuids[each]} for each in unit.leaders]
        if unit.inside is not None:
            found["inside"] = {"name": cast.units[unit.inside], "uuid": cast.unit_uuids[unit.inside]}
        stats = self._unit_stats(scene, unit)
        if self._stats.get(index) != stats:
            self._stats[index] = found["unit_stats"] = stats
        return found

    def _figures(self, unit: Unit, sheet: Sheet) -> list[Figure]:
        """A dead miniature stays where it fell."""
        if not unit.deployed:
            return []
        known = self._miniatures.get(unit.index)
        if known is not None and known[0].places == unit.places and known[0].wounds == unit.wounds:
            return known[1]
        figures: list[Figure] = [
            {"x": round(x, 2), "y": round(y, 2), "radius": radius, "wounds": wounds, "alive": wounds > 0}
            for (x, y), radius, wounds in zip(unit.places, sheet.radii, unit.wounds, strict=True)
        ]
        self._miniatures[unit.index] = (unit, figures)
        return figures

    def _unit_stats(self, scene: Scene, unit: Unit) -> UnitSheet:
        index, sheet = unit.index, scene.sheets[unit.index]
        who, alive = (index, *unit.leaders), _alive(sheet, unit)
        profiles = self._profiles.get((who, alive))
        if profiles is None:
            profiles = self._profiles[who, alive] = [
                profile(group, left) for group, left in zip(sheet.miniatures, alive, strict=True)
            ]
        if who not in self._abilities:
            self._abilities[who] = [ability_row(ability) for ability in sheet.abilities]
        return {
            "alive_count": sum(alive),
            "miniatures": profiles,
            "abilities": self._abilities[who],
            **self._distances.of(index, scene.setup.layout.objectives),
        }


def _without_sheet(unit: UnitOnBoard) -> UnitOnBoard:
    shown = unit.copy()
    shown.pop("unit_stats", None)
    return shown


def _alive(sheet: Sheet, unit: Unit) -> Alive:
    found, start = [], 0
    for group in sheet.miniatures:
        found.append(sum(wounds > 0 for wounds in unit.wounds[start : start + group.count]))
        start += group.count
    return tuple(found)


def profile(group: MiniatureSheet, alive: int) -> MiniatureProfile:
    """A kind of miniature; weapons are counted as the living carry them, all of them where nobody lives."""
    profile = group.profile
    carried = [(each.weapon, each.count * (alive or group.count)) for each in group.weapons]
    return {
        "name": group.name,
        "count": group.count,
        "alive": alive,
        "attributes": {
            "movement": profile.movement,
            "toughness": profile.toughness,
            "save": _at_least(profile.save),
            "wounds": profile.wounds,
            "leadership": _at_least(profile.leadership),
            "objective_controlled": profile.objective_controlled,
            "invuln": _at_least(profile.invuln),
            "fnp": _at_least(profile.fnp),
        },
        "ranged_weapons": [weapon_row(weapon, number) for weapon, number in carried if not weapon.melee],
        "melee_weapons": [weapon_row(weapon, number) for weapon, number in carried if weapon.melee],
    }


def _at_least(face: int | None) -> str | None:
    return None if face is None else f"{face}+"


def weapon_row(weapon: Weapon, number: int) -> WeaponLine:
    found: WeaponLine = {
        "name": weapon.name,
        "count": number,
        "attacks": str(weapon.attacks),
        "skill": _at_least(weapon.skill) or "N/A",
        "strength": str(weapon.strength),
        "ap": weapon.ap,
        "damage": str(weapon.damage),
        "keywords": [str(keyword) for keyword in weapon.keywords],
    }
    if not weapon.melee:
        found["weapon_range"] = weapon.range
    return found


def ability_row(ability: Ability) -> SheetText:
    """An ability's private text stays with the owner of the roster: its name only is told."""
    return {"name": ability.name, "description": "" if ability.private else ability.text}


def ground(scene: Scene) -> BoardShape:
    """Terrain, and the deployment zones with the armies that have them."""
    layout = scene.setup.layout
    owners = {army.zone: side for side, army in enumerate(scene.state.armies)}
    return {
        "terrain": [
            {
                "name": piece.name,
                "coordinates": list(piece.coordinates),
                "obscuring": piece.obscuring,
                "height": piece.height,
                "walls": list(piece.walls),
            }
            for piece in layout.terrain
        ],
        "deployment_zones": [
            {"name": zone.name, "owner_army_index": owners.get(index, index), "shape": list(zone.coordinates)}
            for index, zone in enumerate(layout.zones)
        ],
    }
