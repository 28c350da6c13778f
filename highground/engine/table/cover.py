"""The benefit of cover, for each miniature of a target from each that shoots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from highground.engine.base import Base, round_base
from highground.engine.model import Point
from highground.engine.table.board import Board, Piece
from highground.engine.table.distance import TOLERANCE, bounds
from highground.engine.table.sight import corridor
from highground.engine.table.sight_lines import stops

POINT: Final = round_base(0.0)
"""What stands for a place without a base."""


def cover(board: Board, shooter: Point, target: Point, base: Base, shooter_base: Base = POINT) -> bool:
    """Whether a target miniature has the benefit of cover from a shooter; `base` is the target's.

    It has when its base stands in or touches a piece of terrain, or when the line of centres runs through a piece that
    blocks sight or has height, and that the shooter neither stands in nor touches.
    """
    left, right = (shooter[0], target[0]) if shooter[0] < target[0] else (target[0], shooter[0])
    top, bottom = (shooter[1], target[1]) if shooter[1] < target[1] else (target[1], shooter[1])
    ax, ay, bx, by = _in_order(shooter, target)
    x, y = target
    reach = base.reach + TOLERANCE
    for piece in board.pieces:
        box = piece.box
        beside = x < box[0] - reach or x > box[2] + reach or y < box[1] - reach or y > box[3] + reach
        if not beside and piece.touches(target, base):
            return True
        between = piece.screens and box[0] < right and box[2] > left and box[1] < bottom and box[3] > top
        if between and stops(ax, ay, bx, by, piece) and not piece.touches(shooter, shooter_base):
            return True
    return False


def covered(
    board: Board, shooter: Point, places: Sequence[Point], bases: Sequence[Base], shooter_base: Base = POINT
) -> tuple[bool, ...]:
    """`cover` for each miniature of a target unit."""
    return tuple([cover(board, shooter, p, base, shooter_base) for p, base in zip(places, bases)])


def exposed(
    board: Board,
    places: Sequence[Point],
    bases: Sequence[Base],
    targets: Sequence[Point],
    target_bases: Sequence[Base],
) -> tuple[tuple[int, ...], ...]:
    """For each shooter the targets that have no cover from it, by their place in the row. As `cover`, but together."""
    aims = enumerate(zip(targets, target_bases))
    bare = [k for k, (place, base) in aims if not any(piece.touches(place, base) for piece in board.pieces)]
    if not bare:
        return ((),) * len(places)
    screens, _ = corridor(
        [piece for piece in board.pieces if piece.screens], bounds(places, bases), bounds(targets, target_bases)
    )
    if not screens:
        return (tuple(bare),) * len(places)
    found = []
    for place, base in zip(places, bases):
        between = [piece for piece in screens if not piece.touches(place, base)]
        found.append(tuple([k for k in bare if not _screened(place, targets[k], between)]))
    return tuple(found)


def _screened(shooter: Point, target: Point, between: list[Piece]) -> bool:
    """Whether the line of centres runs through one of the pieces."""
    ax, ay, bx, by = _in_order(shooter, target)
    return any(stops(ax, ay, bx, by, piece) for piece in between)


def _in_order(a: Point, b: Point) -> tuple[float, float, float, float]:
    """Both ends of a line, the same whichever comes first."""
    ax, ay = a
    bx, by = b
    return (bx, by, ax, ay) if bx < ax or (bx == ax and by < ay) else (ax, ay, bx, by)
