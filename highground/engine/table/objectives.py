"""Which miniatures hold an objective: those whose base edge is within 3 inches of its marker's edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from highground.engine.base import Base
from highground.engine.model import Objective, Point
from highground.engine.table.distance import TOLERANCE, to_point

MARKER_RADIUS: Final = 0.787
"""Inches from an objective's point to the edge of its marker, a disc of 40 mm."""
CONTROL_REACH: Final = 3.0
"""Inches from base edge to the edge of an objective's marker."""
OBJECTIVE_REACH: Final = CONTROL_REACH + MARKER_RADIUS
"""Inches from base edge to the objective's point."""


def in_range(place: Point, base: Base, objective: Objective, reach: float = OBJECTIVE_REACH) -> bool:
    """Whether a base edge is at most `reach` inches from the objective's point."""
    return to_point(place, base, objective.location) <= reach + TOLERANCE


def holders(
    places: Sequence[Point], bases: Sequence[Base], objective: Objective, reach: float = OBJECTIVE_REACH
) -> list[int]:
    """Indices of the unit's miniatures in range of the objective."""
    spot = objective.location
    reach += TOLERANCE
    return [i for i, place in enumerate(places) if to_point(place, bases[i], spot) <= reach]
