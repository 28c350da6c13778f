"""Boards: on the table, fair to both sides, roomy enough, and with no place that cannot be walked to."""

from __future__ import annotations

import math
from collections import deque

import pytest

from highground.engine.base import MILLIMETRES_PER_INCH
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Layout, MiniatureSheet, Point, Polygon
from highground.packs import load_pack
from highground.packs.build import turned

PACK = load_pack()
LAYOUTS = list(PACK.layouts.values())
STEP = 0.5
COLUMNS, ROWS = int(BOARD_WIDTH / STEP) + 1, int(BOARD_HEIGHT / STEP) + 1
Cell = tuple[int, int]

each_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.uid)


def area(polygon: Polygon) -> float:
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def inside(point: Point, polygon: Polygon) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def to_wall(point: Point, wall: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = wall
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    along = min(1.0, max(0.0, along))
    return math.dist(point, (ax + along * (bx - ax), ay + along * (by - ay)))


def centre(polygon: Polygon) -> Point:
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


def place(cell: Cell) -> Point:
    return cell[0] * STEP, cell[1] * STEP


def cell(point: Point) -> Cell:
    return round(point[0] / STEP), round(point[1] / STEP)


def reachable(layout: Layout, radius: float) -> set[Cell]:
    """Where a base of this radius can get to on the half-inch grid, from the first zone, walls and edges respected."""
    walls = [wall for piece in layout.terrain for wall in piece.walls]
    free = {
        (i, j)
        for i in range(COLUMNS)
        for j in range(ROWS)
        if radius <= i * STEP <= BOARD_WIDTH - radius
        and radius <= j * STEP <= BOARD_HEIGHT - radius
        and all(to_wall(place((i, j)), wall) >= radius for wall in walls)
    }
    start = next(c for c in sorted(free) if inside(place(c), layout.zones[0].coordinates))
    seen, queue = {start}, deque([start])
    while queue:
        i, j = queue.popleft()
        for neighbour in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if neighbour in free and neighbour not in seen:
                seen.add(neighbour)
                queue.append(neighbour)
    return seen


@each_layout
def test_everything_is_on_the_board(layout: Layout) -> None:
    points = [p for piece in layout.terrain for p in (*piece.coordinates, *(end for w in piece.walls for end in w))]
    points += [p for zone in layout.zones for p in zone.coordinates]
    points += [objective.location for objective in layout.objectives]
    assert all(0 <= x <= BOARD_WIDTH and 0 <= y <= BOARD_HEIGHT for x, y in points)


@each_layout
def test_a_board_has_what_a_battle_needs(layout: Layout) -> None:
    assert 8 <= len(layout.terrain) <= 12
    assert len(layout.objectives) == 5
    names = [piece.name for piece in layout.terrain]
    assert len(set(names)) == len(names)
    assert any("building" in piece.name.lower() and piece.walls for piece in layout.terrain)
    assert any(piece.obscuring and not piece.walls for piece in layout.terrain)
    assert any(not piece.blocks_sight and piece.height <= 1.5 for piece in layout.terrain)


@each_layout
def test_both_sides_see_the_same_board(layout: Layout) -> None:
    pieces = {(frozenset(t.coordinates), t.obscuring, t.height, t.floors, len(t.walls)) for t in layout.terrain}
    assert pieces == {(frozenset(map(turned, points)), *rest) for points, *rest in pieces}
    walls = {frozenset(wall) for t in layout.terrain for wall in t.walls}
    assert walls == {frozenset(map(turned, wall)) for wall in walls}
    objectives = {objective.location for objective in layout.objectives}
    assert objectives == set(map(turned, objectives))
    assert set(layout.zones[1].coordinates) == set(map(turned, layout.zones[0].coordinates))


@each_layout
def test_zones_lie_18_inches_or_more_apart(layout: Layout) -> None:
    a, b = (zone.coordinates for zone in layout.zones)
    edges = list(zip(b, b[1:] + b[:1], strict=True))
    assert min(to_wall(point, edge) for point in a for edge in edges) >= 18


def covered(miniature: MiniatureSheet) -> float:
    """Square inches under its base."""
    base = miniature.base
    square = base.width * (base.length or base.width) / MILLIMETRES_PER_INCH**2
    return square if base.rectangular else square * math.pi / 4


@each_layout
def test_a_zone_holds_the_biggest_sample_army(layout: Layout) -> None:
    bases = max(
        sum(covered(miniature) for unit in sheet.units for miniature in unit.line_up) for sheet in PACK.armies.values()
    )
    assert area(layout.zones[0].coordinates) > 3 * bases


@each_layout
def test_pieces_do_not_overlap(layout: Layout) -> None:
    for piece in layout.terrain:
        others = [other for other in layout.terrain if other is not piece]
        points = [*piece.coordinates, centre(piece.coordinates)]
        assert not any(inside(point, other.coordinates) for point in points for other in others), piece.name


@each_layout
def test_infantry_can_walk_into_every_building(layout: Layout) -> None:
    reached = reachable(layout, 0.8)
    for piece in layout.terrain:
        assert cell(centre(piece.coordinates)) in reached, piece.name


@each_layout
def test_the_biggest_base_can_reach_every_objective_and_the_other_zone(layout: Layout) -> None:
    """As wide as it is: it turns as it goes."""
    radius = max(m.radius for sheet in PACK.armies.values() for unit in sheet.units for m in unit.line_up)
    reached = [place(c) for c in reachable(layout, radius)]
    for objective in layout.objectives:
        assert min(math.dist(objective.location, point) for point in reached) < 1, objective.name
    assert sum(inside(point, layout.zones[1].coordinates) for point in reached) * STEP**2 > 200


@each_layout
def test_walls_stand_on_their_own_footprint(layout: Layout) -> None:
    for piece in layout.terrain:
        edges = list(zip(piece.coordinates, piece.coordinates[1:] + piece.coordinates[:1], strict=True))
        for wall in piece.walls:
            assert all(min(to_wall(end, edge) for edge in edges) < 1e-9 for end in wall), piece.name
