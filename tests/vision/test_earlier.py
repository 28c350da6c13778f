"""Which units an earlier photo still shows where they stand."""

from __future__ import annotations

from highground.vision.earlier import unmoved
from highground.vision.found import Analysis, Assignment, KnownTable, KnownUnit, Placed, Spot
from tests.values import replace

STOOD: tuple[Spot, ...] = ((10.0, 10.0), (12.0, 10.0))
WENT: tuple[Spot, ...] = ((10.0, 14.0), (12.0, 14.0))
UNIT = KnownUnit("u", "Wardens", "transponder-03", (1.26, 1.26), STOOD)


def shown(*places: Spot) -> Analysis:
    placed = tuple(Placed(number, place, 1.0) for number, place in enumerate(places))
    given = Assignment(UNIT.transponder, UNIT.name, UNIT.uuid, placed)
    return Analysis({}, {}, (given,), (), (1600, 1200), 0.02, "markers", 800.0)


def still(now: KnownUnit, read: Analysis) -> bool:
    return unmoved(KnownTable((now,)), KnownTable((UNIT,)), read) == {UNIT.transponder}


def test_a_unit_that_the_battle_has_not_moved_is_where_the_photo_shows_it() -> None:
    assert still(UNIT, shown(*WENT))
    assert still(UNIT, shown(STOOD[0]))


def test_a_unit_stands_so_once_the_battle_has_taken_over_what_the_photo_shows() -> None:
    moved = replace(UNIT, places=WENT)
    assert still(moved, shown((10.1, 14.1), (12.0, 13.9)))
    assert not still(moved, shown(*STOOD))
    assert not still(moved, shown(WENT[0], STOOD[1]))


def test_a_unit_that_was_not_known_then_is_not() -> None:
    assert unmoved(KnownTable((UNIT,)), KnownTable(), shown()) == frozenset()
    assert not still(replace(UNIT, places=(WENT[0], STOOD[1]), diameters=(1.26, 1.26)), shown())


def test_a_unit_that_has_lost_miniatures_since_is_not() -> None:
    """Who of those that the photo shows has fallen cannot be said, unless the others stand where it shows them."""
    assert not still(replace(UNIT, places=(WENT[0],), diameters=(1.26,)), shown(*STOOD))
