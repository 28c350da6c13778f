"""The board at the end of a phase. Places and distances are inches; distances run from base edge to base edge."""

from __future__ import annotations

import msgspec

from highground.engine import model
from highground.engine.scene import Scene
from highground.engine.spare import absent
from highground.engine.state import Unit
from highground.game.parts.board import ground, objective_shown, score_shown
from highground.game.parts.cast import Cast
from highground.game.parts.units import (
    ability_text,
    elevation,
    half_width,
    living,
    on_long_base,
    sheet_shown,
    unit_shown,
)
from highground.game.timeline.distances import Distances
from highground.game.views.log import BoardState, ChangedSheet, Figure, UnitOnBoard, UnitSheet
from highground.game.views.units import Sheet
from highground.game.views.values import SheetText

Alive = tuple[int, ...]
"""How many miniatures live, for each miniature sheet of a unit."""
Who = tuple[int, ...]
"""A unit and the leaders that have joined it."""


class ShownBefore(msgspec.Struct, frozen=True):
    """What the board states so far have shown last, so that it can be left out of the next."""

    first: bool
    units: list[UnitOnBoard]
    stats: dict[int, UnitSheet]


class BoardStates:
    """Makes board states one after the other; what has not changed since the last one is not made again.

    A unit's `unit_stats` are left out while they are those of the state before, all units while none has changed,
    terrain and zones after the first. A leader that has joined a unit is part of that unit and not listed by itself.
    """

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._first = True
        self._units: list[UnitOnBoard] = []
        self._distances = Distances(cast)
        self._stats: dict[int, UnitSheet] = {}
        self._miniatures: dict[int, tuple[Unit, list[Figure]]] = {}
        self._sheets: dict[tuple[Who, Alive], Sheet] = {}
        self._missions = cast.missions
        self._abilities: dict[Who, list[SheetText]] = {}

    @property
    def shown(self) -> ShownBefore:
        return ShownBefore(self._first, self._units, self._stats.copy())

    @shown.setter
    def shown(self, shown: ShownBefore) -> None:
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
            objective_shown(cast, objective, marker)
            for objective, marker in zip(scene.setup.layout.objectives, state.markers, strict=True)
        ]
        found["scores"] = [
            {"army_uuid": uuid, **score_shown(army), "secondaries": [self._missions[uid] for uid in army.hand]}
            for uuid, army in zip(cast.army_uuids, state.armies, strict=True)
        ]
        if self._first:
            self._first = False
            board = ground(scene)
            found["terrain"], found["deployment_zones"] = board["terrain"], board["deployment_zones"]
        return found

    def _unit(self, scene: Scene, unit: Unit) -> UnitOnBoard:
        index, stats, changed = unit.index, self._unit_stats(scene, unit), ChangedSheet()
        if self._stats.get(index) != stats:
            self._stats[index] = changed["unit_stats"] = stats
        return {
            **unit_shown(self._cast, unit),
            "miniatures": self._figures(unit, scene.sheets[index]),
            **changed,
        }

    def _figures(self, unit: Unit, sheet: model.UnitSheet) -> list[Figure]:
        """A dead miniature stays where it fell."""
        if not unit.deployed:
            return []
        known = self._miniatures.get(unit.index)
        if known is not None and _same(known[0], unit):
            return known[1]
        figures: list[Figure] = [
            {
                "x": round(x, 2),
                "y": round(y, 2),
                "radius": half_width(group),
                "wounds": wounds,
                "alive": wounds > 0,
                **elevation(unit, i),
                **on_long_base(sheet, group, unit, i),
            }
            for i, ((x, y), group, wounds) in enumerate(zip(unit.places, sheet.line_up, unit.wounds, strict=True))
        ]
        away = absent(sheet, unit)
        if away:
            figures = [figure for i, figure in enumerate(figures) if i not in away]
        self._miniatures[unit.index] = (unit, figures)
        return figures

    def _unit_stats(self, scene: Scene, unit: Unit) -> UnitSheet:
        index, sheet = unit.index, scene.sheets[unit.index]
        who, alive = (index, *unit.leaders), living(sheet, unit.wounds)
        shown = self._sheets.get((who, alive))
        if shown is None:
            shown = self._sheets[who, alive] = sheet_shown(sheet, alive)
        if who not in self._abilities:
            self._abilities[who] = [ability_text(ability) for ability in sheet.abilities]
        return {
            **shown,
            "abilities": self._abilities[who],
            **self._distances.of(index, scene.setup.layout.objectives),
        }


def _same(before: Unit, unit: Unit) -> bool:
    stands = before.places == unit.places and before.facings == unit.facings and before.heights == unit.heights
    return stands and before.wounds == unit.wounds


def _without_sheet(unit: UnitOnBoard) -> UnitOnBoard:
    shown = unit.copy()
    shown.pop("unit_stats", None)
    return shown
