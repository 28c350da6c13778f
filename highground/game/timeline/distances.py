"""How far everything on the board is from everything else, measured again only where something moved or fell."""

from __future__ import annotations

from math import dist

from highground.engine.figures import Figures
from highground.engine.model import Objective
from highground.engine.scene import Scene
from highground.game.parts.cast import Cast
from highground.game.views.log import Gaps, UnitGap

ENEMIES_SHOWN = 8
FRIENDS_SHOWN = 4
"""Only the nearest are listed; all of them would be a third of a timeline's size."""


class Distances:
    """Inches from base edge to base edge, to a tenth. `update` brings it up to what a scene shows now."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._figures: dict[int, Figures] = {}
        self._gaps: dict[int, dict[int, float]] = {}
        self._listed: dict[int, Gaps] = {}

    def update(self, scene: Scene) -> None:
        there = {unit.index: scene.figures(unit.index) for unit in scene.state.units if unit.on_table}
        if there == self._figures:
            return
        changed = [index for index, figures in there.items() if self._figures.get(index) is not figures]
        for gone in self._figures.keys() - there.keys():
            for gaps in self._gaps.values():
                gaps.pop(gone, None)
        for index in changed:
            mine = self._gaps.setdefault(index, {})
            for other in there:
                if other != index:
                    mine[other] = self._gaps.setdefault(other, {})[index] = round(scene.gap(index, other), 1)
        self._figures = there
        self._listed.clear()

    def of(self, unit: int, objectives: tuple[Objective, ...]) -> Gaps:
        """The unit's fields of `unit_stats`; units the nearest first. Empty lists for one that is not on the table."""
        found = self._listed.get(unit)
        if found is None:
            found = self._listed[unit] = self._list(unit, objectives)
        return found

    def _list(self, unit: int, objectives: tuple[Objective, ...]) -> Gaps:
        figures, sides, units = self._figures.get(unit), self._cast.sides, self._cast.units
        if figures is None:
            return {"objective_distances": [], "enemy_distances": [], "friendly_distances": []}
        near = sorted((distance, other) for other, distance in self._gaps.get(unit, {}).items())
        listed: list[tuple[int, UnitGap]] = [
            (sides[other], {"target_unit_name": units[other], "distance": distance}) for distance, other in near
        ]
        return {
            "objective_distances": [
                {"name": called[0].upper() + called[1:], "distance": _to_spot(figures, objective)}
                for called, objective in zip(self._cast.objectives, objectives, strict=True)
            ],
            "enemy_distances": [each for side, each in listed if side != sides[unit]][:ENEMIES_SHOWN],
            "friendly_distances": [each for side, each in listed if side == sides[unit]][:FRIENDS_SHOWN],
        }


def _to_spot(figures: Figures, objective: Objective) -> float:
    spot = objective.location
    nearest = min(dist((x, y), spot) - radius for x, y, radius in figures.discs)
    return round(max(0.0, nearest), 1)
