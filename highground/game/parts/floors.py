"""Which floor a player means: by its number, 0 the ground, or that on which a unit stands already."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine.model import Point
from highground.engine.scene import Scene, spread, spread_heights
from highground.engine.state import Unit
from highground.engine.steps import climbing
from highground.engine.table.board import Board
from highground.engine.table.floors import climb, piece_under
from highground.engine.table.shapes import in_polygon

Ends = tuple[tuple[Point, ...], tuple[float, ...]]
"""Where each miniature ends, and how high; no heights where all are on the ground."""


def height_at(board: Board, place: Point, floor: int) -> float:
    """How high a floor lies at a place, in inches; where there are fewer, the highest; 0 where there is none."""
    if floor <= 0:
        return 0.0
    for piece in board.storeys:
        if in_polygon(place, piece.polygon):
            return piece.floors[min(floor, len(piece.floors)) - 1]
    return 0.0


def heights_at(scene: Scene, unit: int, places: Sequence[Point], floor: int | None) -> tuple[float, ...]:
    """How high each miniature of a unit stands at these places; without a `floor` each stays on its own.

    Who cannot climb is on the ground.
    """
    gait, board = scene.sheets[unit].gait, scene.board
    if not board.storeys or not (gait.climbs or gait.flies):
        return ()
    if floor is None:
        kept = scene.state.units[unit].every_height
        heights = [high if piece_under(board, place, high) else 0.0 for place, high in zip(places, kept, strict=False)]
    else:
        heights = [height_at(board, place, floor) for place in places]
    return tuple(heights) if any(heights) else ()


def form_up(scene: Scene, unit: int, anchor: Point, floor: int | None, limit: float) -> Ends | None:
    """Where the unit ends about a place on a floor; None where it cannot, or where no floor has to do with it."""
    height = _wanted(scene, unit, anchor, floor)
    if not height and not scene.state.units[unit].heights:
        return None
    found = climbing.form_up(scene, unit, anchor, height, limit)
    if found is None:
        return None
    figures, state = scene.figures(unit), scene.state.units[unit]
    return spread(figures, found.places, state), spread_heights(figures, found.heights, state)


def set_up(scene: Scene, unit: int, anchor: Point, floor: int | None) -> Ends | None:
    """Places for a unit that is set up on a floor; None where it is the ground, or there is no room."""
    height = _wanted(scene, unit, anchor, floor)
    places = climbing.set_up(scene, unit, anchor, height) if height else None
    return None if places is None else (places, (height,) * len(places))


def _wanted(scene: Scene, unit: int, anchor: Point, floor: int | None) -> float:
    heights = heights_at(scene, unit, (anchor,), floor)
    return heights[0] if heights else 0.0


def climbs(board: Board, unit: Unit, places: Sequence[Point], heights: Sequence[float]) -> list[float]:
    """Inches up and down on the way of each miniature from where it stands."""
    ends = heights or (0.0,) * len(places)
    return [
        climb(board, start, low, end, high)
        for start, low, end, high in zip(unit.places, unit.every_height, places, ends, strict=True)
    ]
