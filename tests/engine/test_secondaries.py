"""What secondary missions count on the table."""

from __future__ import annotations

from typing import get_args

import pytest

from highground.engine.model import Layout, Point, Polygon, SecondaryKind, Zone
from highground.engine.scene import Scene
from highground.engine.steps import secondaries
from highground.engine.table.zones import EVERY_SIDE
from highground.packs import load_pack
from tests.engine.field import blade, position, row, setup, unit
from tests.values import replace

PACK = load_pack()
EDGE, CLEAR = [
    next(each for each in PACK.secondaries if each.kind == kind) for kind in ("near enemy edge", "own zone clear")
]
NORTH: Polygon = ((0.0, 0.0), (60.0, 0.0), (60.0, 10.0), (0.0, 10.0))
SOUTH: Polygon = ((0.0, 34.0), (60.0, 34.0), (60.0, 44.0), (0.0, 44.0))
INSIDE: Polygon = ((20.0, 16.0), (40.0, 16.0), (40.0, 28.0), (20.0, 28.0))


def scene_on(layout: Layout, place: Point) -> Scene:
    """Blue's unit stands at a place."""
    what = replace(setup([unit("Runners", blade())], [unit("Foe", blade())]), layout=layout)
    return position(what, {0: (place,), 1: row(30, 22)}, "combat").scene


def counted(layout: Layout, place: Point) -> int:
    """Whether blue's unit at a place counts as being at the edge behind the enemy."""
    return secondaries.counted(scene_on(layout, place), 0, EDGE)


@pytest.mark.parametrize(
    ("place", "count"),
    [
        ((58.0, 22.0), 1),
        ((55.0, 22.0), 1),
        ((54.5, 22.0), 0),
        ((49.0, 2.0), 0),
        ((58.0, 2.0), 1),
        ((2.0, 22.0), 0),
    ],
)
def test_the_edge_behind_the_enemy_is_that_of_its_zone_alone(place: Point, count: int) -> None:
    """Blue sets up in the west, red in the east: both zones lie along the edges in the north and the south too."""
    assert counted(setup([], []).layout, place) == count


@pytest.mark.parametrize(("place", "count"), [((30.0, 42.0), 1), ((2.0, 36.0), 0), ((2.0, 42.0), 1)])
def test_it_is_the_long_edge_where_armies_set_up_along_those(place: Point, count: int) -> None:
    long = replace(setup([], []).layout, zones=(Zone("north", NORTH), Zone("south", SOUTH)))
    assert counted(long, place) == count


def test_a_corner_has_two_edges_and_a_zone_at_none_has_all() -> None:
    stair = PACK.layouts["broken-stair"]
    assert [counted(stair, place) for place in ((58.0, 20.0), (40.0, 2.0), (50.0, 20.0))] == [1, 1, 0]
    within = replace(setup([], []).layout, zones=(Zone("north", NORTH), Zone("middle", INSIDE)))
    assert secondaries.behind_enemy(scene_on(within, (5.0, 5.0)), 0) == EVERY_SIDE


@pytest.mark.parametrize("uid", sorted(PACK.layouts))
def test_each_board_has_an_edge_behind_either_army(uid: str) -> None:
    scene = scene_on(PACK.layouts[uid], (30.0, 22.0))
    edges = [secondaries.behind_enemy(scene, side) for side in (0, 1)]
    assert all(1 <= len(each) <= 2 for each in edges)
    assert set(edges[0]).isdisjoint(edges[1])


@pytest.mark.parametrize(("x", "count"), [(6.0, 0), (11.9, 0), (12.6, 0), (12.63, 1), (13.0, 1)])
def test_an_enemy_that_reaches_into_the_zone_is_in_it(x: float, count: int) -> None:
    """Blue's zone ends at 12 inches: a base across its border is in it, one that touches it from outside is not."""
    battle = position(setup([unit("A", blade())], [unit("Foe", blade())]), {0: row(30, 22), 1: row(x, 22)}, "combat")
    assert secondaries.counted(battle.scene, 0, CLEAR) == count


@pytest.mark.parametrize("kind", get_args(SecondaryKind))
def test_every_kind_of_mission_is_counted(kind: SecondaryKind) -> None:
    assert secondaries.counted(scene_on(PACK.layout("weir-crossing"), (30.0, 30.0)), 0, replace(EDGE, kind=kind)) >= 0
