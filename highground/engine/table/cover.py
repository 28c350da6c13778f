"""The benefit of cover, for each miniature of a target from each that shoots."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine.model import Point
from highground.engine.table.board import Board, Piece
from highground.engine.table.distance import TOLERANCE, bounds
from highground.engine.table.sight import corridor
from highground.engine.table.sight_lines import stops


def cover(board: Board, shooter: Point, target: Point, radius: float, shooter_radius: float = 0.0) -> bool:
    """Whether a target miniature has the benefit of cover from a shooter; `radius` is the target's base.

    It has when its base stands in or touches a piece of terrain, or when the line of centres runs through a piece that
    blocks sight or has height, and that the shooter neither stands in nor touches.
    """
    left, right = (shooter[0], target[0]) if shooter[0] < target[0] else (target[0], shooter[0])
    top, bottom = (shooter[1], target[1]) if shooter[1] < target[1] else (target[1], shooter[1])
    ax, ay, bx, by = _in_order(shooter, target)
    x, y = target
    reach = radius + TOLERANCE
    for piece in board.pieces:
        box = piece.box
        beside = x < box[0] - reach or x > box[2] + reach or y < box[1] - reach or y > box[3] + reach
        if not beside and piece.touches(target, radius):
            return True
        between = piece.screens and box[0] < right and box[2] > left and box[1] < bottom and box[3] > top
        if between and stops(ax, ay, bx, by, piece) and not piece.touches(shooter, shooter_radius):
            return True
    return False


def covered(
    board: Board, shooter: Point, places: Sequence[Point], radii: Sequence[float], shooter_radius: float = 0.0
) -> tuple[bool, ...]:
    """`cover` for each miniature of a target unit."""
    return tuple([cover(board, shooter, p, r, shooter_radius) for p, r in zip(places, radii)])


def exposed(
    board: Board,
    places: Sequence[Point],
    radii: Sequence[float],
    targets: Sequence[Point],
    target_radii: Sequence[float],
) -> tuple[tuple[int, ...], ...]:
    """For each shooter the targets that have no cover from it, by their place in the row. As `cover`, but together."""
    bases = enumerate(zip(targets, target_radii))
    bare = [k for k, (place, radius) in bases if not any(piece.touches(place, radius) for piece in board.pieces)]
    if not bare:
        return ((),) * len(places)
    screens, _ = corridor(
        [piece for piece in board.pieces if piece.screens], bounds(places, radii), bounds(targets, target_radii)
    )
    if not screens:
        return (tuple(bare),) * len(places)
    found = []
    for place, radius in zip(places, radii):
        between = [piece for piece in screens if not piece.touches(place, radius)]
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
