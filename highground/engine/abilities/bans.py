"""What units may not do, whatever lets them do it after a move."""

from __future__ import annotations

from highground.engine.abilities.conditions import holds
from highground.engine.abilities.effect import Prohibition
from highground.engine.abilities.powers import asked
from highground.engine.scene import Scene


def forbids(scene: Scene, unit: int, what: Prohibition) -> bool:
    """Whether an ability, or what was switched on, keeps the unit from what is named."""
    found = asked(scene, unit, "forbid")
    return bool(found) and any(p.effect.forbids(what) and holds(scene, unit, p.effect) for p in found)
