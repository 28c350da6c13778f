"""Times of the table's questions: sight between 24 units, forming up, distances. `python -m benchmarks.bench_table`."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from time import perf_counter

from highground.engine.base import round_base
from highground.engine.model import Layout, Terrain, Zone
from highground.engine.table.board import Board
from highground.engine.table.distance import Disc, discs, snap, unit_gap
from highground.engine.table.formation import deploy, form_up, translate
from highground.engine.table.ground import Bystanders
from highground.engine.table.sight import Group, SightTable, sight_between

UNITS = 24
BASE = round_base(0.63)
_WHOLE = ((0.0, 0.0), (60.0, 0.0), (60.0, 44.0), (0.0, 44.0))


def main() -> dict[str, float]:
    """The figures, each the best of several runs on one core."""
    board = _board()
    groups = _groups(board)
    table = SightTable(board)
    table.between(groups)
    return {
        "sight_24_units_cold_ms": round(1e3 * _best(lambda: sight_between(board, groups), 5), 3),
        "sight_24_units_cached_ms": round(1e3 * _best(lambda: table.between(groups), 200), 4),
        "form_up_us": round(1e6 * _best(_form_up(board, groups), 100), 1),
        "unit_gap_us": round(1e6 * _best(lambda: unit_gap(*groups[0], *groups[1]), 1000), 2),
    }


def _best(work: Callable[[], object], times: int) -> float:
    """Seconds of one call: the best of seven rounds of `times` calls."""
    rounds = []
    for _ in range(7):
        start = perf_counter()
        for _ in range(times):
            work()
        rounds.append((perf_counter() - start) / times)
    return min(rounds)


def _board() -> Board:
    """Ten pieces that block sight, half of them turned, with walls, the same from both long edges."""
    terrain: list[Terrain] = []
    for x, y, wide, high in (
        (10.0, 8.0, 6.0, 4.0),
        (28.0, 5.0, 6.0, 3.0),
        (18.0, 19.0, 4.0, 8.0),
        (9.0, 32.0, 6.0, 4.0),
    ):
        terrain += [_ruin(x, y, wide, high), _ruin(60 - x - wide, 44 - y - high, wide, high)]
    terrain += [_diamond(26.0, 15.0, 2.5), _diamond(34.0, 29.0, 2.5)]
    zones = (Zone("west", ((0, 0), (9, 0), (9, 44), (0, 44))), Zone("east", ((51, 0), (60, 0), (60, 44), (51, 44))))
    return Board(Layout("bench", "Bench", tuple(terrain), zones, ()))


def _ruin(x: float, y: float, wide: float, high: float) -> Terrain:
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    return Terrain("building", corners, True, ((corners[0], corners[1]), (corners[1], corners[2])), 4.0)


def _diamond(x: float, y: float, out: float) -> Terrain:
    return Terrain("ruin", ((x - out, y), (x, y - out), (x + out, y), (x, y + out)), True, (), 4.0)


def _groups(board: Board) -> tuple[Group, ...]:
    """24 units of five to ten miniatures, set up about the board."""
    rng = random.Random(24)
    standing: list[Disc] = []
    groups: list[Group] = []
    while len(groups) < UNITS:
        bases = (BASE,) * rng.randint(5, 10)
        places = deploy(board, _WHOLE, snap(rng.uniform(3, 57), rng.uniform(3, 41)), bases, standing)
        if places is not None:
            groups.append((places, bases))
            standing += discs(places, bases)
    return tuple(groups)


def _form_up(board: Board, groups: tuple[Group, ...]) -> Callable[[], object]:
    """One move of five miniatures that keep their formation over open ground, with everybody else looked at."""
    starts = tuple(snap(34.0 + 1.5 * i, 41.0) for i in range(5))
    bases = (BASE,) * 5
    far = [group for group in groups if unit_gap(*group, starts, bases) > 4.0]
    friends = [disc for group in far[::2] for disc in discs(*group)]
    enemies = [disc for group in far[1::2] for disc in discs(*group)]
    dx, dy = 3.0, -0.5
    anchor = snap(37.0 + dx, 41.0 + dy)
    if form_up(board, anchor, starts, bases, 6.0, Bystanders(enemies, friends)) != translate(starts, dx, dy):
        raise RuntimeError("the formation has no open ground: the figure would not be of a plain move")
    return lambda: form_up(board, anchor, starts, bases, 6.0, Bystanders(enemies, friends))


if __name__ == "__main__":
    print(json.dumps(main(), indent=2))
