"""The table as a player weighs it: one side's units against the other's, as arrays."""

from __future__ import annotations

import numpy as np

from highground.ai.appraisal import Appraisal, Floats
from highground.engine.scene import Scene

_THROWS = [a + b for a in range(1, 7) for b in range(1, 7)]
CHARGE_ODDS = np.array([sum(throw >= least for throw in _THROWS) / 36 for least in range(14)])
"""Chance that 2D6 come to at least n, for n from 0 to 13."""


class Foes:
    """The enemy's units on the table: index, centre, circle, wounds left, their share of all, and their worth."""

    def __init__(self, scene: Scene, side: int) -> None:
        self.appraisal = appraisal = Appraisal.of(scene.setup)
        units = scene.units_of(1 - side)
        figures = [scene.figures(unit.index) for unit in units]
        self.index = np.array([unit.index for unit in units], dtype=int)
        self.places = np.array([f.centre for f in figures], dtype=float).reshape(-1, 2)
        self.reach = np.array([f.reach for f in figures])
        self.wounds = np.array([float(sum(unit.wounds)) for unit in units])
        self.share = self.wounds / appraisal.wounds[self.index] if units else self.wounds
        self.worth = appraisal.worth[self.index] if units else self.wounds
        self.speed = appraisal.speed[self.index] if units else self.wounds

    @staticmethod
    def of(scene: Scene, side: int) -> Foes:
        """The enemies as they stand; the same as before as long as none of them moves or falls."""
        live = scene.live()
        figures = [live[index] for index in scene.standing(1 - side)]
        key = (side, "foes", "")
        known = scene.ready.get(key)
        if known is None or known[0] != figures:
            known = scene.ready[key] = (figures, Foes(scene, side))
        foes: Foes = known[1]
        return foes

    def __len__(self) -> int:
        return len(self.index)

    def gaps(self, anchors: Floats, reach: float) -> Floats:
        """Inches from a unit's circle at each anchor (C, 2) to each enemy's circle, (C, foes), roughly."""
        apart = anchors[:, None, :] - self.places[None, :, :]
        length = np.sqrt(np.einsum("cfx,cfx->cf", apart, apart))
        return np.asarray(np.maximum(0.0, length - (reach + self.reach) * 0.8))
