"""Which floor a player means: by its number, 0 the ground, or that on which a unit stands already."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine import finding
from highground.engine.figures import Ending, whole
from highground.engine.model import Point
from highground.engine.scene import Scene
from highground.engine.state import Unit, shortened
from highground.engine.table.board import Board
from highground.engine.table.floors import climb, piece_under
from highground.engine.table.shapes import in_polygon

WantedFloor = int | tuple[float, ...] | None
"""A floor by its number, 0 the ground; how high each miniature stands, in inches; or None: each on its own."""


def height_at(board: Board, place: Point, floor: int) -> float:
    """How high a floor lies at a place, in inches; where there are fewer, the highest; 0 where there is none."""
    if floor <= 0:
        return 0.0
    for piece in board.storeys:
        if in_polygon(place, piece.polygon):
            return piece.floors[min(floor, len(piece.floors)) - 1]
    return 0.0


def heights_at(scene: Scene, unit: int, places: Sequence[Point], floor: WantedFloor) -> tuple[float, ...]:
    """How high each miniature of a unit stands at these places; without a `floor` each stays on its own.

    Units that cannot climb stay on the ground.
    """
    if not goes_up(scene, unit):
        return ()
    if floor is None or isinstance(floor, tuple):
        heights = scene.state.units[unit].every_height if floor is None else floor
        there = zip(places, heights, strict=False)  # the rules refuse a wrong number
        return shortened(tuple([kept(scene.board, place, high) for place, high in there]))
    return shortened(tuple([height_at(scene.board, place, floor) for place in places]))


def goes_up(scene: Scene, unit: int) -> bool:
    """Whether the board has floors and the unit may stand on them."""
    gait = scene.sheets[unit].gait
    return bool(scene.board.storeys) and (gait.climbs or gait.flies)


def kept(board: Board, place: Point, height: float) -> float:
    """The same height where there is a floor at the place too, else the ground."""
    return height if piece_under(board, place, height) else 0.0


def form_up(scene: Scene, unit: int, anchor: Point, floor: WantedFloor, limit: float) -> Ending | None:
    """Where the unit ends about a place on a floor; None where it cannot, or where no floor has to do with it."""
    height = _wanted(scene, unit, anchor, floor)
    if not height and not scene.state.units[unit].heights:
        return None
    found = finding.form_up_on(scene, unit, anchor, height, limit)
    return None if found is None else whole(scene.figures(unit), found, scene.state.units[unit])


def set_up(scene: Scene, unit: int, anchor: Point, floor: WantedFloor) -> Ending | None:
    """Places for a unit that is set up on a floor; None where it is the ground, or there is no room."""
    height = _wanted(scene, unit, anchor, floor)
    places = finding.set_up_on(scene, unit, anchor, height) if height else None
    return None if places is None else Ending(places, (height,) * len(places))


def _wanted(scene: Scene, unit: int, anchor: Point, floor: WantedFloor) -> float:
    if not goes_up(scene, unit):
        return 0.0
    if isinstance(floor, int):
        return height_at(scene.board, anchor, floor)
    heights = scene.figures(unit).heights if floor is None else floor
    return max([kept(scene.board, anchor, high) for high in heights], default=0.0)


def climbs(board: Board, unit: Unit, places: Sequence[Point], heights: Sequence[float]) -> list[float]:
    """Inches up and down on the way of each miniature from where it stands."""
    ends = heights or (0.0,) * len(places)
    return [
        climb(board, start, low, end, high)
        for start, low, end, high in zip(unit.places, unit.every_height, places, ends, strict=True)
    ]
