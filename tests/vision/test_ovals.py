"""Oval bases: found wherever they stand and however they are turned, beside round ones."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from highground.vision.analysis import analyse
from highground.vision.bases import FAINT, FoundBase, are_apart, find_outlines
from highground.vision.evaluation import TrueMiniature, match
from highground.vision.flat import Field, Picture
from highground.vision.found import Analysis, KnownTable, KnownUnit
from highground.vision.markers.marks import MarkKind, board_places, marks
from highground.vision.rendering.battles import OVALS, Soldier, _gap, random_battle
from highground.vision.rendering.evaluating import apart_by
from highground.vision.synthetic import SyntheticCamera, SyntheticScene
from highground.vision.synthetic_armies import Figure, SyntheticTable, take_pair

MILLIMETRE = 1 / 25.4
CAVALRY = (float(np.sqrt(75 * 42)) * MILLIMETRE, 75 * MILLIMETRE)
DOTS = 24.0
ROUND = 32 * MILLIMETRE
TURNS = (0.0, 20.0, 45.0, 70.0, 90.0, 110.0, 135.0, 160.0)


def figures() -> list[Figure]:
    """Cavalry at many turnings, two of them side by side, and a row of foot."""
    riders, foot = marks(MarkKind.TRANSPONDER)[:2]
    wide, length = CAVALRY
    spots = [(14.0 + 3.6 * (n % 4), 14.0 + 4.0 * (n // 4)) for n in range(len(TURNS))]
    mounted = [
        Figure(riders, at, wide, 2.4, n, length, turn) for n, (at, turn) in enumerate(zip(spots, TURNS, strict=True))
    ]
    beside = Figure(riders, (14.0, 15.9), wide, 2.4, 90, length, 0.0)
    return [*mounted, beside, *(Figure(foot, (40.0 + 1.6 * n, 20.0), ROUND, 1.5, 1000 + n) for n in range(6))]


def analysed(standing: list[Figure]) -> Analysis:
    """Read from a photo when everybody was just set up."""
    riders, foot = marks(MarkKind.TRANSPONDER)[:2]
    places = {mark: board_places()[mark.code] for mark in marks(MarkKind.BOARD)}
    cards = {riders: (11.0, 20.5), foot: (44.0, 23.0)}
    turns = dict.fromkeys([*places, *cards], 0.0)
    table = SyntheticTable(SyntheticScene({**places, **cards}, turns), standing, [], 7)
    pair = take_pair(table, SyntheticCamera(tilt_degrees=5, blur=0.6), np.random.default_rng(4))
    return analyse(pair.full, KnownTable(tuple(known(standing))), pair.empty)


def known(standing: list[Figure]) -> list[KnownUnit]:
    units = []
    for mark in dict.fromkeys(each.unit for each in standing):
        mine = [each for each in standing if each.unit == mark]
        sizes, lengths = tuple(each.diameter for each in mine), tuple(each.length for each in mine)
        units.append(KnownUnit(mark.name, mark.name, mark.name, sizes, lengths=lengths))
    return units


def test_cavalry_is_found_however_it_is_turned() -> None:
    """Each within a fifth of an inch of where it stands, and for its own unit, as are the round ones."""
    standing = figures()
    found = analysed(standing)
    models = [each.location for each in found.objects["model"] if each.location is not None]
    pairs = match(models, [TrueMiniature(each.unit.name, each.place, each.diameter) for each in standing])
    assert sorted(pairs.values()) == list(range(len(standing)))
    assert len(models) == len(standing)
    off = [float(np.hypot(*np.subtract(models[model], standing[true].place))) for model, true in pairs.items()]
    assert max(off) < 0.2
    owners = {each.model: given.transponder for given in found.assignments for each in given.assignments}
    assert {true: owners[model] for model, true in pairs.items()} == {
        n: each.unit.name for n, each in enumerate(standing)
    }


def drawn(shapes: list[FoundBase]) -> tuple[Picture, Field]:
    """A dark board with bright outlines filled, and how much of it differs."""
    mask = np.zeros((480, 480), dtype=np.uint8)
    for each in shapes:
        cv2.fillPoly(mask, [np.round(each.outline() * DOTS * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    bright = cv2.GaussianBlur(mask, (0, 0), 1.2)
    board = np.repeat(bright[..., None], 3, axis=2).astype(np.uint8)
    return board, (bright.astype(np.float32) * np.float32(40 / 255)).astype(np.float32)


@pytest.mark.parametrize("turn", [0.0, 7.0, 33.0, 90.0, 128.0, 173.0])
def test_an_oval_s_place_and_turning_are_measured(turn: float) -> None:
    board, difference = drawn([FoundBase(9.3, 10.6, CAVALRY[0], 1.0, 0.0, CAVALRY[1], turn)])
    nothing = np.zeros(difference.shape, dtype=np.uint8)
    best = find_outlines(board, difference, DOTS, (), nothing, FAINT, [CAVALRY])[0]
    assert (best.x, best.y) == pytest.approx((9.3, 10.6), abs=0.05)
    assert abs((best.turn - turn + 90) % 180 - 90) < 4
    assert best.shape == CAVALRY


def test_round_bases_are_the_same_whether_ovals_are_looked_for_or_not() -> None:
    board, difference = drawn(
        [FoundBase(5.0, 5.0, ROUND, 1.0), FoundBase(12.0, 11.0, CAVALRY[0], 1.0, 0.0, CAVALRY[1])]
    )
    nothing = np.zeros(difference.shape, dtype=np.uint8)
    plain = find_outlines(board, difference, DOTS, [ROUND], nothing, FAINT)
    both = find_outlines(board, difference, DOTS, [ROUND], nothing, FAINT, [CAVALRY])
    assert [each for each in both if not each.length] == plain
    assert plain[0].x == pytest.approx(5.0, abs=0.05)


def test_the_same_is_found_on_any_number_of_threads() -> None:
    board, difference = drawn(
        [FoundBase(5.0, 5.0, ROUND, 1.0), FoundBase(12.0, 11.0, CAVALRY[0], 1.0, 0.0, CAVALRY[1], 40.0)]
    )
    nothing, usual = np.zeros(difference.shape, dtype=np.uint8), cv2.getNumThreads()
    found = []
    for threads in (1, 3):
        cv2.setNumThreads(threads)
        found.append(find_outlines(board, difference, DOTS, [0.8, ROUND, 1.6], nothing, FAINT, [CAVALRY, (1.2, 1.8)]))
    cv2.setNumThreads(usual)
    assert found[0] == found[1]
    assert {each.diameter for each in found[0]} >= {ROUND, CAVALRY[0]}


def test_ovals_stand_side_by_side() -> None:
    """They are as near as their shorter sides allow, but not end to end."""
    first = FoundBase(10.0, 10.0, CAVALRY[0], 0.9, 0.0, CAVALRY[1], 90.0)
    beside = FoundBase(11.66, 10.0, CAVALRY[0], 0.8, 0.0, CAVALRY[1], 90.0)
    upon = FoundBase(10.0, 12.0, CAVALRY[0], 0.7, 0.0, CAVALRY[1], 90.0)
    assert [are_apart(first, each, first.x - each.x, first.y - each.y) for each in (beside, upon)] == [True, False]


def test_drawn_battles_have_ovals_only_where_they_are_asked_for() -> None:
    plain, mixed = (random_battle(np.random.default_rng(5), 6, share) for share in (0.0, 1.0))
    assert not any(each.length for each in plain.soldiers)
    lengths = {round(length * MILLIMETRE, 3) for length, _ in OVALS}
    assert mixed.soldiers
    assert {round(each.length, 3) for each in mixed.soldiers} <= lengths
    assert min(_between(mixed.soldiers)) > 0


def _between(soldiers: list[Soldier]) -> list[float]:
    return [_gap(one, other) for n, one in enumerate(soldiers) for other in soldiers[:n]]


def test_how_far_a_reading_is_turned_from_what_was_drawn() -> None:
    assert [apart_by(read, drawn) for read, drawn in ((10.0, 10.0), (175.0, 3.0), (3.0, 175.0), (90.0, 0.0))] == [
        0.0, 8.0, 8.0, 90.0,
    ]  # fmt: skip
    assert apart_by(None, 20.0) == 90.0
