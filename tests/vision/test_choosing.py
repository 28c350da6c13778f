"""Which outlines are bases where some are ovals: sets that exclude each other, small tables without a photo."""

from __future__ import annotations

import numpy as np

from highground.vision.backdrop import Backdrop
from highground.vision.bases import FoundBase
from highground.vision.belonging import STRANGER, STRANGER_OVAL, TableSearch, sifted
from highground.vision.board import View
from highground.vision.choosing import chosen
from highground.vision.expected import owned
from highground.vision.found import KnownTable, KnownUnit
from highground.vision.ovals import Shape
from highground.vision.pose import Pose

MILLIMETRE = 1 / 25.4
ROUND = 32 * MILLIMETRE
CAVALRY = (float(np.sqrt(75 * 42)) * MILLIMETRE, 75 * MILLIMETRE)
MONSTER = (float(np.sqrt(90 * 52)) * MILLIMETRE, 90 * MILLIMETRE)
POSE = Pose(View(np.eye(3), 0.0, (0.0, 0.0), 1.0, 0.0, ()), np.eye(3), np.zeros(3), (30.0, 62.0, 56.0))
"""Photographed from beyond the lower edge: bodies hide what is above them on the board."""
BARE = np.zeros((60, 60, 3), dtype=np.float32)


def oval(x: float, y: float, score: float, turn: float = 0.0, shape: Shape = CAVALRY) -> FoundBase:
    return FoundBase(x, y, shape[0], score, 0.0, shape[1], turn)


def places(outlines: list[FoundBase]) -> set[tuple[float, float, float]]:
    return {(each.x, each.y, each.diameter) for each in chosen(POSE, outlines, ROUND)}


def test_an_oval_is_not_lost_to_a_clearer_circle_at_its_end() -> None:
    """The circle explains a short part of the oval's edge."""
    turn = np.radians(40)
    end = FoundBase(20 + 0.8 * float(np.cos(turn)), 20 + 0.8 * float(np.sin(turn)), ROUND, 0.50)
    mounted = oval(20, 20, 0.465, 40)
    assert chosen(POSE, [end, mounted], ROUND) == [mounted]


def test_an_oval_is_not_lost_to_several_circles_that_explain_no_more() -> None:
    """One outline is likelier than two that explain as much together."""
    ends = [FoundBase(20 - 0.8, 20, ROUND, 0.46), FoundBase(20 + 0.8, 20, ROUND, 0.46)]
    mounted = oval(20, 20, 0.462)
    assert chosen(POSE, [*ends, mounted], ROUND) == [mounted]


def test_an_oval_is_not_taken_for_a_narrower_one_within_its_rim() -> None:
    outer = oval(20, 20, 0.50, 30, MONSTER)
    inner = oval(19.9, 20.1, 0.52, 35)
    assert chosen(POSE, [inner, outer], ROUND) == [outer]


def test_a_group_of_circles_is_not_taken_for_an_oval_that_passes_through_it() -> None:
    group = [FoundBase(18.7 + 1.3 * number, 20, ROUND, 0.45) for number in range(3)]
    across = oval(20, 20, 0.50)
    assert places([across, *group]) == places(group)


def test_an_outline_that_is_not_there_explains_nothing() -> None:
    """The wide one is upon a clearer one, and so hides nobody."""
    behind = FoundBase(19.4, 20.9, ROUND, 0.42)
    beside, wide = oval(21.8, 22.6, 0.8, 90), oval(20.4, 22.6, 0.45, 90, MONSTER)
    assert chosen(POSE, [beside, wide, behind], ROUND) == [beside, behind]
    assert places([wide, behind]) == places([wide])


def test_circles_alone_are_chosen_surest_first() -> None:
    """Whatever they explain: tables without ovals are read as they were."""
    narrow, wide = FoundBase(20, 20, ROUND, 0.50), FoundBase(20.3, 20, 2 * ROUND, 0.45)
    assert chosen(POSE, [wide, narrow], ROUND) == [narrow]


def test_an_oval_must_be_surer_than_a_circle_to_be_a_stranger() -> None:
    seen = np.full((60, 60), 255, dtype=np.uint8)
    bare = Backdrop(BARE, seen, (), BARE)
    sure = (STRANGER + STRANGER_OVAL) / 2
    strangers = [FoundBase(10, 10, ROUND, sure), oval(20, 20, sure), oval(30, 30, STRANGER_OVAL + 0.01)]
    kept, _ = sifted([], strangers, {}, np.zeros((0, 3)), bare, 1.0)
    assert kept == [strangers[0], strangers[2]]


def test_what_turns_out_to_be_nobody_s_makes_room_for_a_unit_s_own() -> None:
    """A clear oval across a row of round bases, of a shape that a unit far away has."""
    row = [FoundBase(20 + 1.4 * number, 20, ROUND, 0.42) for number in range(4)]
    across = oval(22.1, 20, 0.58)
    units = tuple(
        KnownUnit(name, name, name, (wide,) * count, lengths=(length,) * count)
        for name, wide, length, count in (("foot", ROUND, 0.0, 4), ("riders", *CAVALRY, 1))
    )
    rider = oval(50, 40, 0.6)
    seen = np.full((1056, 1440), 255, dtype=np.uint8)
    blank = np.full((1512, 2016, 3), 90, dtype=np.uint8)
    table = TableSearch(blank, POSE, KnownTable(units), (), np.zeros_like(seen), (ROUND,), 24.0, 3, (CAVALRY,))
    bare = Backdrop(BARE, seen, (), BARE)
    assert across in chosen(POSE, [*row, across, rider], ROUND)
    cards = {"foot": (20.0, 22.0), "riders": (50.0, 38.0)}
    bases, given, _ = owned(table, [*row, across, rider], units, cards, bare, [*row, across, rider])
    assert {name: [bases[each].rim for each in mine] for name, mine in given.items()} == {
        "foot": [each.rim for each in row],
        "riders": [rider.rim],
    }
