"""Boards that players draw: what is refused, and in which words."""

from __future__ import annotations

from typing import Any

import pytest

from highground import words
from highground.engine.errors import Refusal
from highground.engine.model import Layout, Objective, Polygon, Terrain, Zone
from highground.game.match.boards import check_board
from highground.packs import load_pack
from tests.values import replace

SQUARE: Polygon = ((20.0, 10.0), (26.0, 10.0), (26.0, 16.0), (20.0, 16.0))
BOARD = next(iter(load_pack().layouts.values()))


def piece(*corners: tuple[float, float], name: str = "Old Mill") -> Layout:
    return replace(BOARD, terrain=(Terrain(name, tuple(corners)),))


def zone(*corners: tuple[float, float]) -> Layout:
    return replace(BOARD, zones=(Zone("West", tuple(corners)), BOARD.zones[1]))


def marks(*places: tuple[float, float]) -> Layout:
    return replace(BOARD, objectives=tuple(Objective(f"Mark {i}", place) for i, place in enumerate(places, 1)))


@pytest.mark.parametrize("board", load_pack().layouts.values(), ids=lambda board: board.uid)
def test_every_board_of_the_pack_would_do(board: Layout) -> None:
    check_board(board)
    check_board(replace(board, terrain=()))


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (piece(*SQUARE, name=" "), "Terrain 1 has no name."),
        (piece((20, 10), (26, 10)), "Old Mill has 2 corners; it needs 3 to 24."),
        (piece((20, 10), (61, 10), (26, 16)), "A corner of Old Mill is off the board."),
        (piece((20, 10), (26, 16), (26, 10), (20, 16)), "The outline of Old Mill crosses itself."),
        (piece((20, 10), (21, 10), (20, 11)), "Old Mill is too small."),
        (
            replace(BOARD, terrain=(Terrain("Old Mill", SQUARE, floors=(6.0, 3.0)),)),
            "Old Mill: floors lie above the ground, each higher than the one below it.",
        ),
        (zone((0, 0), (5, 0), (5, 5), (0, 5)), "West is too small."),
        (replace(BOARD, zones=(BOARD.zones[1], BOARD.zones[1])), "The two deployment zones overlap."),
        (marks(), "A board has 1 to 9 objectives; this one has 0."),
        (marks(*((6.0 * i, 22.0) for i in range(10))), "A board has 1 to 9 objectives; this one has 10."),
        (marks((10, 50)), "Mark 1 is off the board."),
        (marks((10, 10), (12, 10)), "Mark 2 and Mark 1 are too close to each other."),
    ],
)  # fmt: skip
def test_what_would_not_do_is_reported(board: Any, sentence: str) -> None:
    with pytest.raises(Refusal) as caught:
        check_board(board)
    assert words.sentence(caught.value) == sentence
