"""Which markers there are: eight for the board, one for each objective, one for each unit.

All are squares of the 4 x 4 dictionary of fifty codes, whose codes differ in four cells at least: a smudged or
half-seen marker is missed sooner than taken for another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

CELLS = 6
"""Cells along a marker's side: four of code and a black border on both sides."""
BOARD_INSET = 1.5
"""Inches from the board's edge to the centre of a board marker, whose white margin lies flush with the edge."""


class MarkKind(StrEnum):
    """What a marker stands for."""

    BOARD = "board"
    OBJECTIVE = "objective"
    TRANSPONDER = "transponder"


@dataclass(frozen=True, slots=True)
class Mark:
    """One marker: its number within its kind, from 1, its code in the dictionary, its black square's side in inches."""

    kind: MarkKind
    number: int
    code: int
    side: float

    @property
    def name(self) -> str:
        """The name of its files: 'transponder-07'."""
        return f"{self.kind}-{self.number:02d}" if self.kind is MarkKind.TRANSPONDER else f"{self.kind}-{self.number}"

    @property
    def label(self) -> str:
        """What is printed beside it: 'T07'."""
        return (
            f"T{self.number:02d}" if self.kind is MarkKind.TRANSPONDER else f"{self.kind.value[0].upper()}{self.number}"
        )


RANGES = {
    MarkKind.BOARD: (range(8), 2.5),
    MarkKind.OBJECTIVE: (range(8, 14), 0.84),
    MarkKind.TRANSPONDER: (range(14, 50), 1.5),
}
"""Codes and side (inches) of each kind. The sides are whole pixels a cell at 300 dots an inch."""


SMALL_SIDE = 1.0
"""Inches: the black square of the small transponders, which have the codes of the others."""


@cache
def small_transponders() -> tuple[Mark, ...]:
    """The transponders as small cards."""
    return tuple(replace(mark, side=SMALL_SIDE) for mark in marks(MarkKind.TRANSPONDER))


@cache
def marks(kind: MarkKind) -> tuple[Mark, ...]:
    """All markers of a kind, in the order of their numbers."""
    codes, side = RANGES[kind]
    return tuple(Mark(kind, number, code, side) for number, code in enumerate(codes, start=1))


def unit_mark(unit: int) -> Mark | None:
    """The transponder of a unit, by its index in a battle; None beyond the last one there is."""
    every = marks(MarkKind.TRANSPONDER)
    return every[unit] if unit < len(every) else None


@cache
def by_code() -> dict[int, Mark]:
    """Markers by their code in the dictionary."""
    return {mark.code: mark for kind in MarkKind for mark in marks(kind)}


@cache
def by_name() -> dict[str, Mark]:
    """Markers by the name of their files."""
    return {mark.name: mark for mark in by_code().values()}


def board_places(width: float = 60.0, height: float = 44.0) -> dict[int, tuple[float, float]]:
    """Where the centres of the eight board markers lie, by code, in inches from the board's upper left corner.

    They go round clockwise: corner, mid-edge, corner ... from the upper left.
    """
    left, right = BOARD_INSET, width - BOARD_INSET
    top, bottom = BOARD_INSET, height - BOARD_INSET
    across, down = width / 2, height / 2
    round_the_board = (
        (left, top), (across, top), (right, top), (right, down),
        (right, bottom), (across, bottom), (left, bottom), (left, down),
    )  # fmt: skip
    return {mark.code: place for mark, place in zip(marks(MarkKind.BOARD), round_the_board, strict=True)}
