"""A board made ready for measuring: what the layout's terrain means for moves and sight, worked out once."""

from __future__ import annotations

from math import hypot, sqrt

from librt.vecs import append, vec
from mypy_extensions import i64

from highground.engine.base import Base
from highground.engine.kept import Once
from highground.engine.model import Layout, Point, Polygon, Terrain
from highground.engine.table.distance import TOLERANCE
from highground.engine.table.flat import flat_corners, flat_walls
from highground.engine.table.shapes import Segment, convex, edges, in_polygon, square_to_segment


class Piece:
    """A piece of terrain with its sides, its box and what it does. Fewer than three corners raise ValueError."""

    __slots__ = (
        "bit",
        "blocks",
        "box",
        "circle",
        "convex",
        "flat",
        "floors",
        "index",
        "polygon",
        "screens",
        "sides",
        "terrain",
    )

    def __init__(self, index: int, terrain: Terrain) -> None:
        polygon = terrain.coordinates
        if len(polygon) < 3:
            raise ValueError(f"terrain '{terrain.name}' has fewer than three corners")
        xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
        self.index = index
        self.terrain = terrain
        self.polygon: Polygon = polygon
        box: Segment = (min(xs), min(ys), max(xs), max(ys))
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        self.box = box
        self.sides: tuple[Segment, ...] = edges(polygon)
        self.bit = 1 << index
        """Which piece it is, for sets of pieces as sums."""
        self.flat: vec[float] = flat_corners(polygon)
        self.circle = (x, y, max([hypot(u - x, v - y) for u, v in polygon]) + TOLERANCE)
        """A disc that holds the whole piece."""
        self.blocks = terrain.blocks_sight
        self.screens = self.blocks or terrain.height > 0.0
        """Whether a line that crosses it gives the target cover."""
        self.convex = convex(polygon)
        self.floors: tuple[float, ...] = terrain.floors

    def touches(self, place: Point, base: Base) -> bool:
        """Whether a base stands in the footprint or touches it."""
        x, y = place
        parts = base.parts
        if not len(parts):
            return self.touches_disc(x, y, base.radius)
        if not self.touches_disc(x, y, base.reach + TOLERANCE):
            return False
        k: i64 = 0
        end: i64 = len(parts)
        while k < end:
            if self.touches_disc(x + parts[k], y + parts[k + 1], parts[k + 2]):
                return True
            k += 3
        return False

    def touches_disc(self, x: float, y: float, radius: float) -> bool:
        """The same, of a disc."""
        reach = radius + TOLERANCE
        left, top, right, bottom = self.box
        if x < left - reach or x > right + reach or y < top - reach or y > bottom + reach:
            return False
        if in_polygon((x, y), self.polygon):
            return True
        square = reach * reach
        return any(square_to_segment(x, y, side) <= square for side in self.sides)


class Board:
    """A layout's terrain as pieces, sight blockers and walls. Build it by `board_of`, once for each layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.pieces = tuple([Piece(i, terrain) for i, terrain in enumerate(layout.terrain)])
        self.blockers = tuple([piece for piece in self.pieces if piece.blocks])
        self.storeys = tuple([piece for piece in self.pieces if piece.floors])
        """The pieces with floors above the ground."""
        self.walls: tuple[Segment, ...] = tuple(
            [(a[0], a[1], b[0], b[1]) for terrain in layout.terrain for a, b in terrain.walls]
        )
        self.wall_discs = tuple(
            [
                ((ax + bx) / 2, (ay + by) / 2, hypot(bx - ax, by - ay) / 2, (ax, ay, bx, by))
                for ax, ay, bx, by in self.walls
            ]
        )
        """The walls with a disc about each, to tell the distant ones quickly."""
        self.wall_rows = flat_walls(self.walls)
        self.rings: dict[tuple[float, ...], list[tuple[int, int, Point]]] = {}
        """Corners about walls, kept by `paths`."""
        self.zones: tuple[Polygon, ...] = tuple([zone.coordinates for zone in layout.zones])

    def walls_about(self, middle: Point, span: float) -> vec[float]:
        """The walls that come within `span` inches of a place."""
        return _walls_about(self.wall_discs, middle, span)


def _walls_about(discs: tuple[tuple[float, float, float, Segment], ...], middle: Point, span: float) -> vec[float]:
    x, y = middle
    found = vec[float]()
    for u, v, r, (ax, ay, bx, by) in discs:
        if sqrt((u - x) * (u - x) + (v - y) * (v - y)) <= span + r:
            found = append(append(append(append(found, ax), ay), bx), by)
    return found


def board_of(layout: Layout) -> Board:
    """The layout's board, built at the first call and kept with the layout."""
    return _BOARD.of(layout)


_BOARD: Once[Board] = Once("_board", Board)
