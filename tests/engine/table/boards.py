"""Boards and units for the table's tests."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from highground.engine.base import Base, round_base
from highground.engine.model import Layout, Objective, Point, Polygon, Terrain, Zone
from highground.engine.table.board import Board
from highground.engine.table.distance import Disc, discs, snap
from highground.engine.table.formation import deploy

R = 0.63
WHOLE: Polygon = ((0.0, 0.0), (60.0, 0.0), (60.0, 44.0), (0.0, 44.0))
BASE = round_base(R)
Unit = tuple[tuple[Point, ...], tuple[Base, ...]]
"""A unit's places and bases."""


def rounds(radii: Sequence[float]) -> tuple[Base, ...]:
    """Round bases of these radii."""
    return tuple([round_base(radius) for radius in radii])


def rounded(unit: tuple[Sequence[Point], Sequence[float]]) -> tuple[tuple[Point, ...], tuple[Base, ...]]:
    """A unit on round bases of these radii."""
    return tuple(unit[0]), rounds(unit[1])


def box(x: float, y: float, u: float, v: float, name: str = "building", walls: bool = False) -> Terrain:
    corners = ((x, y), (u, y), (u, v), (x, v))
    sides = ((corners[0], corners[1]), (corners[1], corners[2])) if walls else ()
    return Terrain(name, corners, False, sides, 4.0)


def board(*terrain: Terrain) -> Board:
    zones = (Zone("west", ((0, 0), (9, 0), (9, 44), (0, 44))), Zone("east", ((51, 0), (60, 0), (60, 44), (51, 44))))
    return Board(Layout("test", "Test", terrain, zones, (Objective("middle", (30.0, 22.0)),)))


TOWN = board(
    box(9, 8, 15, 12, walls=True),
    box(45, 32, 51, 36, walls=True),
    Terrain("building", ((28.0, 5.0), (34.0, 7.0), (33.0, 11.0), (27.0, 9.0)), walls=(((28.0, 5.0), (34.0, 7.0)),)),
    Terrain(
        "ruin", ((20.0, 18.0), (24.0, 18.0), (24.0, 22.0), (22.0, 22.0), (22.0, 26.0), (20.0, 26.0)), obscuring=True
    ),
    box(36, 18, 40, 26, walls=True),
    box(26, 33, 33, 36, "wood"),
    Terrain("hut", ((12.0, 30.0), (16.0, 33.0), (11.0, 35.0)), obscuring=True),
)

places = st.tuples(st.integers(0, 60000).map(lambda n: n / 1000), st.integers(0, 44000).map(lambda n: n / 1000))
radii = st.sampled_from((0.0, 0.492, 0.63, 0.787, 1.575))
bases = st.tuples(places, radii)


@st.composite
def crowds(draw: st.DrawFn, units: int = 8) -> list[Unit]:
    """Units set up about the town without overlap."""
    rng = random.Random(draw(st.integers(0, 10**9)))
    standing: list[Unit] = []
    for _ in range(units):
        count, base = rng.randint(1, 10), round_base(rng.choice((0.492, 0.63, 0.787, 0.984)))
        blocked = [disc for unit in standing for disc in discs(*unit)]
        anchor = snap(rng.uniform(2, 58), rng.uniform(2, 42))
        found = deploy(TOWN, WHOLE, anchor, (base,) * count, blocked)
        if found is not None:
            standing.append((found, (base,) * count))
    return standing


def bases_of(units: list[Unit]) -> list[Disc]:
    return [disc for unit in units for disc in discs(*unit)]
