"""Which of a unit's miniatures is which of those that a photo shows: by the shortest ways, and by bases' sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, inf

import msgspec

from highground.engine.model import Point
from highground.engine.table.distance import Disc
from highground.vision.assigning import ALIKE, STILL

SIZED = 100.0
"""Square inches of ways that a square inch by which a base is read wrong counts as. A base of 40 mm read as one of
32 mm and the other way round count as both going 3 inches further."""
TOO_FAR = 10.0
"""Square inches of ways that a square inch beyond the limit counts as."""
NOT_CLOSER = 100.0
"""Square inches of ways that it counts as if one that closes in ends no nearer to an enemy."""


class Seen(msgspec.Struct, frozen=True):
    """Where a miniature is seen, along which line it lies if its base is long (`Thing.turn`), how wide that is, and how
    many inches up it stands."""

    place: Point
    turn: float | None = None
    width: float | None = None
    up: float = 0.0


def by_size(widths: Sequence[float], spots: Sequence[Seen]) -> list[Seen]:
    """The spots in the order of the miniatures by the size of their bases alone, where these are of several sizes."""
    if max(widths) - min(widths) < ALIKE or any(each.width is None for each in spots):
        return list(spots)
    found = dict(zip(_rising(widths), _rising([each.width or 0.0 for each in spots]), strict=True))
    return [spots[found[each]] for each in range(len(spots))]


def _rising(widths: Sequence[float]) -> list[int]:
    return sorted(range(len(widths)), key=lambda each: widths[each])


def paired(
    before: Sequence[Point],
    widths: Sequence[float],
    spots: Sequence[Seen],
    limit: float | None,
    foes: Sequence[Disc] = (),
) -> list[Seen]:
    """The spots in the order of the miniatures, so that the sum of their ways' squares is least.

    Squares, so that of two in a row both went a little, not one round the other. Nobody goes farther than the limit if
    that is possible, nor away from all `foes` in a move that closes in. Bases of different sizes that seem to have
    changed places have done so, unless their ways speak clearly against it.
    """
    most = inf if limit is None else limit
    gaps = [_to_nearest(start, foes) for start in before], [_to_nearest(spot.place, foes) for spot in spots]
    costs = [
        [
            _cost(dist(start, spot.place), size, spot, most) + _away(dist(start, spot.place), gap, end)
            for spot, end in zip(spots, gaps[1], strict=True)
        ]
        for start, size, gap in zip(before, _alike(widths), gaps[0], strict=True)
    ]
    return [spots[each] for each in cheapest(costs)]


def _cost(far: float, size: float, spot: Seen, most: float) -> float:
    misread = 0.0 if spot.width is None else spot.width - size
    return far**2 + TOO_FAR * max(0.0, far - most) ** 2 + SIZED * misread**2


def _away(far: float, before: float, after: float) -> float:
    return NOT_CLOSER if far > STILL and inf > after >= before else 0.0


def _to_nearest(place: Point, foes: Sequence[Disc]) -> float:
    return min([dist(place, (x, y)) - radius for x, y, radius in foes], default=inf)


def _alike(widths: Sequence[float]) -> list[float]:
    """The widths; those that a photo cannot tell apart are the same."""
    found = list(widths)
    for number, each in enumerate(order := _rising(widths)):
        if number and widths[each] - widths[order[number - 1]] < ALIKE:
            found[each] = found[order[number - 1]]
    return found


def cheapest(costs: Sequence[Sequence[float]]) -> list[int]:
    """The column of each row of a square matrix, all different, so that they cost the least together.

    H. W. Kuhn, "The Hungarian method for the assignment problem", 1955: rows are given a column one after the other,
    each by the path along which the others make room at the least cost.
    """
    size = len(costs)
    row_price, column_price = [0.0] * size, [0.0] * (size + 1)
    owner = [-1] * (size + 1)  # of each column; the last stands for none
    for row in range(size):
        owner[size] = row
        least, came_from, done = [inf] * (size + 1), [size] * (size + 1), [False] * (size + 1)
        column = size
        while owner[column] >= 0:
            done[column], at = True, owner[column]
            for each in range(size):
                price = costs[at][each] - row_price[at] - column_price[each]
                if not done[each] and price < least[each]:
                    least[each], came_from[each] = price, column
            after = min((each for each in range(size) if not done[each]), key=least.__getitem__)
            step = least[after]
            for each in range(size + 1):
                if done[each]:
                    row_price[owner[each]] += step
                    column_price[each] -= step
                else:
                    least[each] -= step
            column = after
        while column != size:
            owner[column], column = owner[came_from[column]], came_from[column]
    rows = {owner[each]: each for each in range(size)}
    return [rows[each] for each in range(size)]
