"""The table as a player weighs it: one side's units against the other's."""

from __future__ import annotations

from highground.ai.appraisal import Appraisal
from highground.engine.figures import Figures
from highground.engine.kept import While
from highground.engine.scene import Scene
from highground.engine.table.objectives import OBJECTIVE_REACH


class Foes:
    """The enemy's units on the table: index, circle, wounds left, their share of all, worth of a wound and of all."""

    __slots__ = ("_holding", "appraisal", "index", "places", "points", "reach", "share", "worth")

    def __init__(self, scene: Scene, side: int) -> None:
        self.appraisal = appraisal = Appraisal.of(scene.setup)
        units = scene.units_of(1 - side)
        figures = [scene.figures(unit.index) for unit in units]
        wounds = [float(sum(unit.wounds)) for unit in units]
        self.index = [unit.index for unit in units]
        self.places = [f.centre for f in figures]
        self.reach = [f.reach for f in figures]
        self.share = [left / appraisal.wounds[foe] for foe, left in zip(self.index, wounds, strict=True)]
        self.worth = [appraisal.worth[foe] for foe in self.index]
        self.points = [left * worth for left, worth in zip(wounds, self.worth, strict=True)]
        holding = [(unit.index, _brought(scene, unit.index, f)) for unit, f in zip(units, figures, strict=True)]
        self._holding = [each for each in holding if each[1]]

    @staticmethod
    def of(scene: Scene, side: int) -> Foes:
        """The enemies as they stand; the same as before as long as none of them moves or falls."""
        live = scene.live()
        figures = [live[index] for index in scene.standing(1 - side)]
        foes = _FOES.get(scene.memory, side, figures)
        return _FOES.put(scene.memory, side, figures, Foes(scene, side)) if foes is None else foes

    def control(self, scene: Scene) -> list[int]:
        """The enemies' objective control about each objective, roughly."""
        levels = [0] * len(self.appraisal.objectives)
        for unit, brought in self._holding:
            if not scene.state.units[unit].shocked:
                for number, level in brought:
                    levels[number] += level
        return levels

    def __len__(self) -> int:
        return len(self.index)


def control_beside(scene: Scene, leave_out: int) -> list[int]:
    """The objective control that the rest of a unit's army has about each objective, roughly: whole units at a time."""
    side = scene.state.units[leave_out].side
    levels = [0] * len(scene.setup.layout.objectives)
    live = scene.live()
    for unit in scene.units_of(side):
        if not unit.shocked and unit.index != leave_out:
            for number, level in _brought(scene, unit.index, live[unit.index]):
                levels[number] += level
    return levels


def _brought(scene: Scene, unit: int, figures: Figures) -> list[tuple[int, int]]:
    """The objectives that the unit stands near, and the control that it has there; kept while it stands so."""
    found = _BROUGHT.get(scene.memory, unit, figures)
    if found is None:
        (x, y), far = figures.centre, (OBJECTIVE_REACH + figures.reach) ** 2
        spots = enumerate(Appraisal.of(scene.setup).objectives)
        near = [number for number, (u, v) in spots if (u - x) * (u - x) + (v - y) * (v - y) <= far]
        level = scene.sheets[unit].line_up[figures.indices[0]].profile.objective_controlled * len(figures.indices)
        found = _BROUGHT.put(scene.memory, unit, figures, [(number, level) for number in near])
    return found


_BROUGHT: While[int, list[tuple[int, int]]] = While(same=True)
_FOES: While[int, Foes] = While()
